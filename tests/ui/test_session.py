"""The session: verbs, undo, takes that come late, sound while it is being made."""

from __future__ import annotations

from studio import settings
from studio.player import State
from studio.project import recoverable
from ui.auditions import AUDITION
from ui.playing import NARRATION


def texts(session):
    return [sentence.text for sentence in session.document.sentences]


def test_it_begins_with_everything_to_render(session):
    assert texts(session) == [
        "The harbor wakes.", "Gulls argue over the boats.", "“Two loaves,” says the pilot.",
    ]  # fmt: skip
    assert set(session.takes.states().values()) <= {"to_render", "rendering", "ready"}
    assert not session.unsaved


def test_rendering_makes_every_sentence_ready(rendered):
    assert set(rendered.takes.states().values()) == {"ready"}
    assert [word.text for word in rendered.timeline.words][:3] == ["The", "harbor", "wakes."]
    assert not any(word.estimated for word in rendered.timeline.words)
    assert rendered.cues


def test_one_edit_costs_one_sentence_and_undo_brings_its_sound_back(rendered, fake_engine, qtbot):
    before = rendered.document
    spoken = len(fake_engine.spoken)
    rendered.retype(rendered.document.source.replace("argue", "quarrel"))
    assert list(rendered.takes.states().values()).count("to_render") == 1
    rendered.render_all()
    qtbot.waitUntil(lambda: rendered.work.to_render == 0, timeout=5_000)
    assert fake_engine.spoken[spoken:] == ["Gulls quarrel over the boats."]
    rendered.undo()
    assert rendered.document == before
    assert set(rendered.takes.states().values()) == {"ready"}
    assert len(fake_engine.spoken) == spoken + 1


def test_keys_typed_without_a_pause_are_one_step(session):
    source = session.document.source
    for typed in ("A", "An", "And"):
        session.retype(typed + source)
    session.undo()
    assert session.document.source == source


def test_a_word_is_moved_and_moved_back(rendered, qtbot):
    word = rendered.timeline.words[1]
    gesture = rendered.new_gesture()
    for by in (600, 1200, 2400):
        rendered.move_word(1, word.start + by, word.end, gesture=gesture)
        with qtbot.waitSignal(rendered.timeline_changed):
            pass
    moved = rendered.timeline.words[1]
    assert (moved.start, moved.end) == (word.start + 2400, word.end)
    rendered.undo()
    with qtbot.waitSignal(rendered.timeline_changed):
        pass
    assert rendered.timeline.words[1] == word


def test_captions_keep_the_breaks_of_the_author(rendered, qtbot):
    rendered.break_caption(1)
    with qtbot.waitSignal(rendered.timeline_changed):
        pass
    assert any(cue.words[0] == 1 for cue in rendered.cues)
    rendered.set_profile("broadcast")
    with qtbot.waitSignal(rendered.timeline_changed):
        pass
    assert any(cue.words[0] == 1 for cue in rendered.cues)


def test_playing_begins_while_the_sentence_is_being_made(session, qtbot):
    session.play(0)
    qtbot.waitUntil(lambda: session.status.state is State.PLAYING, timeout=5_000)
    assert session.status.tag == NARRATION
    qtbot.waitUntil(lambda: session.position > 6_000, timeout=5_000)
    assert session.word_now is not None
    session.stop()
    qtbot.waitUntil(lambda: session.status.state is State.STOPPED, timeout=2_000)


def test_an_audition_is_heard_and_the_next_interrupts_it(session, qtbot):
    heard = []
    session.audition_changed.connect(heard.append)
    session.audition("af_bella")
    session.audition("am_michael")
    qtbot.waitUntil(
        lambda: session.status.tag == AUDITION and session.status.state is State.PLAYING,
        timeout=5_000,
    )
    session.stop_audition()
    assert heard == ["af_bella", "am_michael", ""]


def test_an_error_is_told_and_changes_nothing(session, qtbot):
    before = session.document
    with qtbot.waitSignal(session.trouble) as trouble:
        session.set_voice(None, "af_nobody")
    assert "af_nobody" in trouble.args[0].text
    assert session.document is before


def test_a_narration_is_saved_and_opened_with_its_sound(rendered, own_folders, qtbot, fake_engine):
    path = own_folders / "harbor.narration"
    rendered.set_title("Harbor at dawn")
    done = []
    rendered.save(path, lambda: done.append(True))
    qtbot.waitUntil(lambda: bool(done), timeout=5_000)
    assert not rendered.unsaved
    spoken = len(fake_engine.spoken)
    rendered.new("Something else.")
    rendered.open(path)
    qtbot.waitUntil(lambda: rendered.title == "Harbor at dawn", timeout=5_000)
    assert set(rendered.takes.states().values()) == {"ready"}
    assert len(fake_engine.spoken) == spoken


def test_sound_and_captions_are_exported(rendered, own_folders, qtbot):
    from studio.export import AudioSettings, Written

    seen = []
    rendered.export_progress.connect(seen.append)
    rendered.export(own_folders / "out" / "harbor", ("srt",), AudioSettings())
    qtbot.waitUntil(lambda: bool(seen) and isinstance(seen[-1], Written), timeout=10_000)
    assert (own_folders / "out" / "harbor.wav").is_file()
    assert (own_folders / "out" / "harbor.srt").read_text(encoding="utf-8").startswith("1\n")


def test_what_is_unsaved_when_it_closes_can_be_recovered(session, own_folders):
    session.retype("A line that nobody saved.")
    session.close()
    [found] = recoverable(own_folders / "data" / "recovery")
    assert found.document.source == "A line that nobody saved."


def test_after_playing_the_playhead_can_be_set_anywhere(rendered, qtbot):
    rendered.play(0)
    qtbot.waitUntil(lambda: rendered.status.state is State.PLAYING, timeout=5_000)
    rendered.stop()
    qtbot.waitUntil(lambda: rendered.status.state is State.STOPPED, timeout=5_000)
    rendered.seek(rendered.cues[1].start)
    assert rendered.position == rendered.cues[1].start
    assert rendered.cue_now == 1


def test_rendering_everything_means_what_is_typed_meanwhile_too(session, fake_engine, qtbot):
    session.render_all()
    session.retype(session.document.source.replace("argue", "quarrel"))
    qtbot.waitUntil(lambda: session.work.to_render == 0, timeout=5_000)
    assert "Gulls quarrel over the boats." in fake_engine.spoken
    assert set(session.takes.states().values()) == {"ready"}


def test_what_is_heard_goes_on_when_what_is_before_it_becomes_longer(rendered, qtbot):
    begin = rendered.timeline.sentences[1].start
    rendered.play(begin)
    qtbot.waitUntil(lambda: rendered.position > begin + 2_400, timeout=5_000)
    with qtbot.waitSignal(rendered.timeline_changed):
        rendered.retype("Another sentence comes first. " + rendered.document.source)
    moved = rendered.timeline.sentences[2]
    assert moved.text == "Gulls argue over the boats."
    assert moved.start > begin + 12_000
    qtbot.waitSignal(rendered.tick).wait()
    assert moved.start + 2_400 < rendered.position < moved.end
    assert rendered.status.state is State.PLAYING
    assert rendered.status.underflows == 0


def test_a_stop_counts_even_if_there_was_no_time_to_lay_out_yet(session, qtbot, monkeypatch):
    monkeypatch.setattr("ui.layout.PATIENCE", 0.0)
    session.play(0)
    assert session.status.state is State.STOPPED  # not yet
    session.stop()
    with qtbot.waitSignal(session.timeline_changed):
        pass
    qtbot.wait(50)
    assert session.status.state is State.STOPPED


def test_many_sentences_are_read_in_turns_before_they_are_rendered(session, qtbot, fake_engine):
    source = "\n\n".join(f"This is line number {i} of many." for i in range(1, 61))
    session.new(source)
    session.render_all()
    assert session.work.busy
    qtbot.waitUntil(lambda: session.work.to_render == 0, timeout=20_000)
    assert not session.work.busy
    assert fake_engine.spoken[-1] == "This is line number 60 of many."
    assert set(session.takes.states().values()) == {"ready"}


def test_a_word_of_a_take_that_has_just_come_is_not_moved_by_its_estimate(session, qtbot):
    session.set_live_preview(False)
    qtbot.waitUntil(lambda: bool(session.timeline.words))
    assert session.timeline.words[0].estimated
    session._rendering.lengths_changed.disconnect()  # as if there were much to lay out
    session.render_all()
    qtbot.waitUntil(lambda: session.work.to_render == 0, timeout=5_000)
    before = session.document
    with qtbot.waitSignal(session.trouble) as trouble:
        session.move_word(0, 0, 4_800)
    assert "not rendered yet" in trouble.args[0].text
    assert session.document is before


def test_sentences_are_found_by_id(rendered):
    assert [rendered.sentence(s.id) for s in rendered.document.sentences] == list(
        rendered.document.sentences
    )
    assert rendered.sentence("nobody") is None
    assert rendered.placed(rendered.document.sentences[2].id) == 2
    assert rendered.placed("nobody") is None


def test_what_another_window_has_changed_is_kept(session):
    assert session.change_preferences(speed=1.2)
    settings.save(settings.load().change(voice="bf_emma"))
    assert session.change_preferences(profile="shorts")
    kept = settings.load()
    assert (kept["speed"], kept["voice"], kept["profile"]) == (1.2, "bf_emma", "shorts")
    assert session.preferences["voice"] == "af_heart"
