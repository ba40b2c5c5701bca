"""What comes late never stands for newer text: takes, layouts, files that were read or written."""

from __future__ import annotations

import threading

import pytest

from studio import export, paths, project
from studio.engines import take_of
from studio.project import recoverable
from studio.takes import TakeStore
from tests.fakes import FakeEngine


def texts(session):
    return [sentence.text for sentence in session.document.sentences]


def said(session):
    """What the words of each sentence say that is laid out."""
    found = {sentence.id: [] for sentence in session.timeline.sentences}
    for word in session.timeline.words:
        found[session.timeline.sentences[word.sentence].id].append(word.text)
    return [" ".join(words) for words in found.values()]


@pytest.fixture
def slow(fake_engine):
    """Every clause takes a while."""
    fake_engine._seconds = 0.15
    return fake_engine


@pytest.fixture
def gate(monkeypatch):
    """Holds back what is written and read until it is set."""
    opened = threading.Event()
    for module, name in ((project, "save"), (project, "open"), (export, "write")):
        real = getattr(module, name)

        def held(*arguments, real=real, **named):
            assert opened.wait(10)
            return real(*arguments, **named)

        monkeypatch.setattr(module, name, held)
    yield opened
    opened.set()


class TestTakes:
    def begin(self, session, qtbot):
        session.set_live_preview(False)
        session.render_all()
        qtbot.waitUntil(lambda: "rendering" in session.takes.states().values())

    def test_for_a_sentence_that_was_changed(self, session, slow, qtbot):
        self.begin(session, qtbot)
        before = session.document
        session.retype(session.document.source.replace("harbor", "big old bay"))
        qtbot.waitUntil(lambda: not session.work.to_render, timeout=10_000)
        qtbot.waitUntil(lambda: said(session)[0] == "The big old bay wakes.")
        assert session.takes.take(session.document.sentences[0].id).words[1].text == "big"
        session.undo()
        assert session.document == before
        qtbot.waitUntil(lambda: said(session)[0] == "The harbor wakes.")

    def test_for_a_sentence_that_is_gone(self, session, slow, qtbot):
        self.begin(session, qtbot)
        session.retype("Gulls argue over the boats.")
        qtbot.waitUntil(lambda: not session.work.to_render, timeout=10_000)
        qtbot.waitUntil(lambda: said(session) == ["Gulls argue over the boats."])
        assert list(session.takes.states().values()) == ["ready"]
        assert session.work.total == 1

    def test_for_a_narration_that_was_left(self, session, slow, qtbot):
        self.begin(session, qtbot)
        session.new("Another story.")
        qtbot.wait(400)
        assert said(session) == ["Another story."]
        assert list(session.takes.states().values()) == ["to_render"]
        assert not session.work.busy

    def test_one_that_another_window_made_meanwhile(self, session, slow, qtbot):
        self.begin(session, qtbot)
        last = session.document.sentences[2]
        take = take_of(FakeEngine().speak(last, session.takes.readings(last.id)), "other")
        TakeStore(paths.cache() / "takes", 1_000_000_000).put(session.takes.key(last.id), take)
        qtbot.waitUntil(lambda: not session.work.to_render, timeout=10_000)
        assert not session.work.busy
        assert slow.spoken == ["The harbor wakes.", "Gulls argue over the boats."]
        assert session.takes.take(last.id).engine == "other"

    def test_words_of_another_narration_are_never_shown(self, rendered, qtbot, monkeypatch):
        """Not even before the new text was read."""
        monkeypatch.setattr("ui.jobs.SLICE", 0.0)
        rendered.new("Hm. So.")
        assert [sentence.id for sentence in rendered.document.sentences] == ["s1", "s2"]
        assert rendered.takes.states() == {"s1": "to_render", "s2": "to_render"}
        qtbot.waitUntil(lambda: rendered._layout.current.document is rendered.document)
        assert "harbor" not in [word.text for word in rendered.timeline.words]
        assert rendered.work.to_render == 2


class TestFiles:
    def test_a_save_that_is_done_after_another_narration_was_begun(
        self, session, own_folders, gate, qtbot
    ):
        done = []
        session.retype("The old story.")
        session.save(own_folders / "old.narration", lambda: done.append(True))
        session.new("The new story.")
        session.retype("The new story, changed.")
        gate.set()
        qtbot.waitUntil(lambda: bool(done))
        assert session.path is None
        assert session.title == ""
        assert session.unsaved
        opened = project.open(own_folders / "old.narration", session._store)
        assert opened.document.source == "The old story."

    def test_a_save_that_is_done_after_more_was_typed(self, session, own_folders, gate, qtbot):
        done = []
        session.save(own_folders / "story.narration", lambda: done.append(True))
        session.retype("More.")
        gate.set()
        qtbot.waitUntil(lambda: bool(done))
        assert session.unsaved
        assert session.path == own_folders / "story.narration"
        session.undo()
        assert not session.unsaved

    def test_what_was_typed_while_a_file_was_read_is_not_lost(
        self, session, own_folders, gate, qtbot
    ):
        path = own_folders / "other.narration"
        gate.set()
        session.new("The other one.")
        done = []
        session.save(path, lambda: done.append(True))
        qtbot.waitUntil(lambda: bool(done))
        session.new("This one.")
        gate.clear()
        session.open(path)
        session.retype("This one, typed on.")
        with qtbot.waitSignal(session.trouble) as trouble:
            gate.set()
        assert texts(session) == ["This one, typed on."]
        assert trouble.args[0].text == (
            "“other.narration” was not opened, as you went on writing; open it again."
        )
        session.open(path)
        qtbot.waitUntil(lambda: texts(session) == ["The other one."])

    def test_a_file_that_is_read_after_another_narration_was_begun(
        self, session, own_folders, gate, qtbot
    ):
        path = own_folders / "other.narration"
        gate.set()
        done = []
        session.save(path, lambda: done.append(True))
        qtbot.waitUntil(lambda: bool(done))
        gate.clear()
        session.open(path)
        session.new("Rather a new one.")
        gate.set()
        qtbot.wait(200)
        assert texts(session) == ["Rather a new one."]
        assert session.path is None

    def test_what_was_saved_while_it_closed_needs_no_recovery(self, session, own_folders, gate):
        session.retype("Saved at the last moment.")
        session.save(own_folders / "story.narration")
        threading.Timer(0.2, gate.set).start()
        session.close()
        assert recoverable(own_folders / "data" / "recovery") == ()
        opened = project.open(own_folders / "story.narration", session._store)
        assert opened.document.source == "Saved at the last moment."

    def test_an_export_that_is_cancelled_stays_so(self, rendered, own_folders, gate, qtbot):
        """Even if the next one is ordered before it was noticed."""
        from studio.export import AudioSettings, Written

        told = []
        rendered.export_progress.connect(told.append)
        rendered.export(own_folders / "first", ("srt",), AudioSettings())
        qtbot.wait(50)
        rendered.cancel_export()
        rendered.export(own_folders / "second", ("srt",), AudioSettings())
        gate.set()
        qtbot.waitUntil(lambda: bool(told) and isinstance(told[-1], Written), timeout=10_000)
        names = sorted(path.name for path in own_folders.glob("*.*"))
        assert names == ["second.srt", "second.wav"]


def test_a_take_that_was_removed_is_made_again_when_it_should_be_heard(rendered, qtbot):
    first = rendered.document.sentences[0].id
    folder = rendered._store.folder
    (folder / f"{rendered.takes.key(first)}.take").unlink()
    rendered.play(0)
    qtbot.waitUntil(lambda: rendered.takes.state(first) == "ready", timeout=5_000)
    qtbot.waitUntil(lambda: rendered.position > rendered.timeline.sentences[0].end, timeout=8_000)


def test_closing_leaves_the_kept_takes_within_their_limit(rendered):
    store = rendered._store
    store.put("old", rendered.takes.take(rendered.document.sentences[0].id))
    keys = [rendered.takes.key(sentence.id) for sentence in rendered.document.sentences]
    store.limit_bytes = 1
    rendered.close(discard=True)
    assert store.info("old") is None
    assert all(store.info(key) for key in keys)
