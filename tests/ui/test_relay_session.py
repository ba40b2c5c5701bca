"""The switch between this computer and a server, under a narration that goes on."""

from __future__ import annotations

import random
import threading
import time
from contextlib import contextmanager

import pytest

from studio import project
from studio.errors import RelayKeyUnusable, RelayUnreachable
from studio.relay.journal import Compared, Preferred, Spoke
from studio.relay.policy import LOCAL, Policy
from studio.takes import TakeStore
from tests.relay_server import Answer, says, serving, wav


def spoken(asked):
    """As long as speech of so many letters would be."""
    body = wav(24_000 + 2_000 * len(asked.body["input"]))
    return Answer(body, headers={"Content-Type": "audio/wav"})


@contextmanager
def waits(gate):
    """An answer that comes when the gate is open."""

    def answer(asked):
        found = spoken(asked)
        found.before = lambda: gate.wait(20)
        return found

    try:
        yield answer
    finally:
        gate.set()


def set_up(session, server, agreed=True, **fields):
    row = {"name": "Desk", "base": server.base, "model": "kokoro", "per_second": 1e6, **fields}
    wanted = {"servers": [row], "server": "Desk"}
    assert session.change_preferences(**wanted, agreed=[server.base] if agreed else [])
    session.set_live_preview(False)
    return session


@pytest.fixture
def relayed(session, qtbot):
    """The session with a server that speaks everything, and the server."""
    with serving(spoken) as server:
        set_up(session, server)
        turned(session, qtbot, 100)
        yield session, server
        session.close()


def turned(session, qtbot, percent):
    session.relay.set_percent(percent)
    qtbot.waitUntil(lambda: session.relay.policy.relay_percent == percent)


def all_rendered(session, qtbot):
    session.render_all()
    qtbot.waitUntil(lambda: session.work.to_render == 0 and not session.work.busy, timeout=20_000)


def makers(session):
    return [session.takes.made_by(sentence.id) for sentence in session.document.sentences]


def inputs(server):
    return [asked.body["input"] for asked in server.asked]


def troubles(session):
    found = []
    session.trouble.connect(found.append)
    return found


class TestTheSwitch:
    def test_everything_goes_to_the_relay(self, relayed, fake_engine, qtbot):
        session, server = relayed
        all_rendered(session, qtbot)
        assert makers(session) == ["relay:Desk"] * 3
        assert fake_engine.spoken == []
        assert sorted(inputs(server)) == [
            "Gulls argue over the boats.",
            "The harbor wakes.",
            "“Two loaves,” says the pilot.",
        ]
        assert server.asked[0].body["voice"] == "af_heart"
        assert all(word.estimated for word in session.timeline.words)

    def test_nothing_is_asked_before_it_is_turned(self, session, qtbot):
        with serving(spoken) as server:
            set_up(session, server)
            all_rendered(session, qtbot)
        assert makers(session) == ["fake"] * 3
        assert server.asked == []

    def test_what_has_a_take_keeps_it(self, relayed, fake_engine, qtbot):
        session, server = relayed
        all_rendered(session, qtbot)
        before = session.cues
        turned(session, qtbot, 0)
        all_rendered(session, qtbot)
        assert makers(session) == ["relay:Desk"] * 3
        assert session.cues == before
        session.retype(session.document.source.replace("wakes", "sleeps"))
        all_rendered(session, qtbot)
        assert makers(session) == ["fake", "relay:Desk", "relay:Desk"]
        assert fake_engine.spoken == ["The harbor sleeps."]
        assert len(server.asked) == 3

    def test_back_and_replace_what_the_relay_spoke(self, relayed, qtbot):
        session, server = relayed
        all_rendered(session, qtbot)
        turned(session, qtbot, 0)
        session.relay.respeak()
        all_rendered(session, qtbot)
        assert makers(session) == ["fake"] * 3
        session.undo()
        assert makers(session) == ["fake"] * 3
        turned(session, qtbot, 100)
        assert makers(session) == ["fake"] * 3
        session.relay.respeak()
        all_rendered(session, qtbot)
        assert makers(session) == ["relay:Desk"] * 3
        assert len(server.asked) == 3  # its takes were still there

    def test_back_within_one_sentence(self, session, qtbot):
        gate = threading.Event()
        with waits(gate) as answer, serving(answer) as server:
            set_up(session, server)
            turned(session, qtbot, 100)
            session.render_all()
            qtbot.waitUntil(lambda: len(server.asked) == 3)
            session.relay.set_percent(0)
            assert session.relay.policy == LOCAL
            qtbot.waitUntil(lambda: session.work.to_render == 0, timeout=5_000)
            assert makers(session) == ["fake"] * 3  # though no answer has come

    def test_a_canary_sends_the_same_sentences_every_time(self, session, qtbot):
        source = "\n".join(f"Sentence number {n}." for n in range(60))
        with serving(spoken) as server:
            set_up(session, server)
            session.new(source)
            session.set_live_preview(False)
            turned(session, qtbot, 5)
            all_rendered(session, qtbot)
            few = {i for i, made in enumerate(makers(session)) if made == "relay:Desk"}
            turned(session, qtbot, 50)
            session.relay.respeak()
            all_rendered(session, qtbot)
            many = {i for i, made in enumerate(makers(session)) if made == "relay:Desk"}
            session.close()
        assert few < many
        assert 15 <= len(many) <= 45
        assert len(server.asked) == len(many)

    def test_what_is_locked_stays(self, relayed, qtbot):
        session, _server = relayed
        all_rendered(session, qtbot)
        first = session.document.sentences[0]
        session.lock([first.id])
        turned(session, qtbot, 0)
        session.relay.respeak()
        all_rendered(session, qtbot)
        assert makers(session) == ["relay:Desk", "fake", "fake"]

    def test_a_file_knows_who_spoke_what(self, relayed, own_folders, qtbot):
        session, _server = relayed
        all_rendered(session, qtbot)
        turned(session, qtbot, 0)
        session.relay.respeak()
        all_rendered(session, qtbot)  # both takes of each are there now
        turned(session, qtbot, 100)
        session.relay.respeak()
        all_rendered(session, qtbot)
        path = own_folders / "harbor.narration"
        with qtbot.waitSignal(session.saved_changed, check_params_cb=lambda: not session.unsaved):
            session.save(path)
        opened = project.open(path, TakeStore(own_folders / "elsewhere", 10**9))
        assert len(opened.takes) == 3
        turned(session, qtbot, 0)
        session.new("Another one.")
        session.open(path)
        qtbot.waitUntil(lambda: len(session.document.sentences) == 3)
        qtbot.waitUntil(lambda: session.work.to_render == 0)
        assert makers(session) == ["relay:Desk"] * 3

    def test_a_thousand_times_while_rendering(self, session, qtbot):
        """No sentence is lost, no take is mixed, and captions stay where the sound does."""
        letters = "abcdefghijklmnopqrstuvwxyz"
        names = [f"Gu{a}{b}l" for a in letters[:5] for b in letters[:8]]
        source = "\n\n".join(f"The gull {name} argues over a boat." for name in names)
        random.seed(7)
        with serving(spoken) as server:
            set_up(session, server)
            session.new(source)
            session.set_live_preview(False)
            turned(session, qtbot, 100)
            session.render_all()
            captions = {}
            for turn in range(1_000):
                session.relay.set_percent(random.choice((0, 5, 50, 100)))
                if turn % 20 == 0:
                    qtbot.wait(3)
                    session.render_all()
                    for cue, key in spoken_cues(session):
                        assert captions.setdefault(key, cue) == cue
            all_rendered(session, qtbot)
            made = makers(session)
            for sentence in session.document.sentences:
                take = session.takes.take(sentence.id)
                if take.engine == "relay:Desk":
                    text = sentence.text
                    assert len(take.audio) == 24_000 + 2_000 * len(text)
            session.close()
        assert set(made) == {"fake", "relay:Desk"}
        assert len(session.timeline.sentences) == 40
        asked = inputs(server)
        assert len(asked) >= made.count("relay:Desk")

    def test_the_switch_is_remembered(self, relayed, own_folders, qtbot):
        session, _server = relayed
        session.relay.set_shadow(True)
        assert session.preferences["relay_percent"] == 100
        session.relay.restore()
        assert session.relay.policy == Policy(100, shadow=True)


def spoken_cues(session):
    """The texts of captions within sentences that are rendered, with the keys of their takes."""
    for index, placed in enumerate(session.timeline.sentences):
        info = session.takes.info(placed.id)
        if info is not None:
            inside = [
                cue.lines
                for cue in session.cues
                if session.timeline.words[cue.words[0]].sentence == index
            ]
            if inside:
                yield inside, info.key


class TestConsent:
    def test_is_asked_once_and_nothing_is_sent_before(self, session, qtbot):
        with serving(spoken) as server:
            set_up(session, server, agreed=False, price=2.0)
            with qtbot.waitSignal(session.relay.consent_wanted) as asked:
                session.relay.set_percent(100)
            consent = asked.args[0]
            assert (consent.server.name, consent.sentences) == ("Desk", 3)
            assert consent.estimate.characters == 17 + 27 + 29
            assert consent.estimate.cost == pytest.approx(73 * 2 / 1e6)
            assert session.relay.policy == LOCAL
            session.relay.decline()
            all_rendered(session, qtbot)
            assert server.asked == []
            with qtbot.waitSignal(session.relay.consent_wanted):
                session.relay.set_percent(100)
            session.relay.agree()
            assert session.relay.policy == Policy(100)
            assert session.relay.is_agreed
            session.relay.set_percent(0)
            session.relay.set_percent(100)
            assert session.relay.policy == Policy(100)

    def test_what_was_not_shown_is_not_agreed_to(self, session, qtbot):
        with serving(spoken) as server:
            set_up(session, server, agreed=False)
            with qtbot.waitSignal(session.relay.consent_wanted):
                session.relay.set_percent(100)
            other = {"name": "Desk", "base": server.base + "/2", "model": "kokoro"}
            session.change_preferences(servers=[other])
            session.relay.agree()
            all_rendered(session, qtbot)
        assert session.relay.policy == LOCAL
        assert session.preferences["agreed"] == []
        assert server.asked == []

    def test_another_address_asks_again(self, relayed, qtbot):
        session, _server = relayed
        other = session.relay.server
        with qtbot.waitSignal(session.relay.consent_wanted):
            session.relay.keep_server(type(other)("Desk", other.base + "/2", "kokoro"), "Desk")
        assert session.relay.policy == LOCAL

    def test_without_its_key_the_switch_stays(self, session, qtbot, monkeypatch):
        monkeypatch.delenv("DESK_KEY", raising=False)
        found = troubles(session)
        with serving(spoken) as server:
            set_up(session, server, key_variable="DESK_KEY")
            with qtbot.waitSignal(session.relay.failed) as failed:
                session.relay.set_percent(100)
        assert isinstance(failed.args[0], RelayKeyUnusable)
        assert session.relay.policy == LOCAL
        assert "DESK_KEY" in found[0].text
        assert found[0].action == "Relay settings"


class TestFaults:
    def test_a_refused_key_stops_and_loses_nothing(self, relayed, qtbot):
        session, server = relayed
        found = troubles(session)
        server.answers[:] = [spoken, says(401, {"error": {"message": "no"}})]
        session.render_all()
        qtbot.waitUntil(lambda: bool(found))
        assert [trouble.action for trouble in found] == ["Relay settings"]
        qtbot.waitUntil(lambda: sorted(makers(session)) == ["", "", "relay:Desk"])
        states = session.takes.states
        qtbot.waitUntil(lambda: sorted(states().values()) == ["failed", "failed", "ready"])
        asked = len(server.asked)
        assert asked in (2, 3)  # the third may have been under way already
        session.play()
        qtbot.wait(200)
        assert len(server.asked) == asked
        server.answers[:] = [spoken]
        all_rendered(session, qtbot)
        assert makers(session) == ["relay:Desk"] * 3
        assert len(found) == 1

    def test_this_computer_takes_over(self, relayed, qtbot):
        session, server = relayed
        session.relay.set_fallback(True)
        found = troubles(session)
        server.answers[:] = [says(401, {})]
        all_rendered(session, qtbot)
        assert makers(session) == ["fake"] * 3
        assert len(found) == 1
        assert "spoken on this computer" in found[0].text

    def test_one_sentence_fails(self, relayed, qtbot):
        session, server = relayed

        def answer(asked):
            return says(422, {"detail": "no"}) if "Gulls" in asked.body["input"] else spoken(asked)

        server.answers[:] = [answer]
        found = troubles(session)
        session.render_all()
        qtbot.waitUntil(lambda: bool(found) and not session.work.busy)
        assert makers(session) == ["relay:Desk", "", "relay:Desk"]
        assert "Desk did not speak" in found[0].text
        session.relay.set_fallback(True)
        all_rendered(session, qtbot)
        assert makers(session) == ["relay:Desk", "fake", "relay:Desk"]

    def test_nobody_is_there(self, session, qtbot):
        with serving(spoken) as server:
            base = server.base
        found = troubles(session)
        set_up(session, server)
        turned(session, qtbot, 100)
        with qtbot.waitSignal(session._rendering.relay_broke, timeout=15_000) as broke:
            session.render_all()
        assert isinstance(broke.args[0], RelayUnreachable)
        qtbot.wait(100)
        assert len(found) == 1
        assert base not in found[0].text
        turned(session, qtbot, 0)
        all_rendered(session, qtbot)
        assert makers(session) == ["fake"] * 3

    def test_an_answer_that_breaks_off_begins_anew(self, relayed, qtbot):
        session, server = relayed

        def cut(asked):
            whole = spoken(asked)
            size = len(whole.body)
            return Answer(whole.body[: size // 2], headers=whole.headers, length=size, reset=True)

        session.new("The harbor wakes.")
        session.set_live_preview(False)
        server.answers[:] = [cut, spoken]
        all_rendered(session, qtbot)
        assert makers(session) == ["relay:Desk"]
        take = session.takes.take(session.document.sentences[0].id)
        assert len(take.audio) == 24_000 + 2_000 * 17

    def test_closing_does_not_wait_for_a_server(self, session, qtbot):
        gate = threading.Event()
        with waits(gate) as answer, serving(answer) as server:
            set_up(session, server)
            turned(session, qtbot, 100)
            session.render_all()
            session.audition("af_bella")
            qtbot.waitUntil(lambda: len(server.asked) == 4)
            began = time.monotonic()
            session.close()
            assert time.monotonic() - began < 2


class TestAuditions:
    def test_go_the_same_way(self, relayed, fake_engine, qtbot):
        session, server = relayed
        with qtbot.waitSignal(session._rendering.audition_finished):
            session.audition("af_bella")
        assert [asked.body["voice"] for asked in server.asked] == ["af_bella"]
        assert fake_engine.spoken == []

    def test_this_computer_speaks_what_the_relay_does_not(self, relayed, fake_engine, qtbot):
        session, server = relayed
        session.relay.set_fallback(True)
        server.answers[:] = [says(422, {"detail": "no"})]
        found = troubles(session)
        with qtbot.waitSignal(session._rendering.audition_finished):
            session.audition("af_bella")
        assert fake_engine.spoken == ["The harbor wakes."]
        assert found == []


class TestShadow:
    def test_both_speak_and_are_compared(self, session, qtbot):
        with serving(spoken) as server:
            set_up(session, server)
            session.relay.set_shadow(True)
            qtbot.waitUntil(lambda: session.relay.policy.shadow)
            session.change_preferences(listening=100.0)
            session.relay.set_shadow(True)
            shadowing = session.relay.shadowing
            all_rendered(session, qtbot)
            qtbot.waitUntil(lambda: len(shadowing.rows) == 3)
            assert makers(session) == ["fake"] * 3
            assert len(server.asked) == 3
            row = shadowing.rows[0]
            assert row.text in [sentence.text for sentence in session.document.sentences]
            assert not row.comparison.same
            assert len(shadowing.pairs) == 3
            shadowing.prefer(row, "relay")
            assert len(shadowing.pairs) == 2
            qtbot.waitUntil(lambda: len(session.relay.entries) == 3 + 3 + 3 + 1)
            kinds = [type(entry) for entry in session.relay.entries]
            assert kinds.count(Compared) == 3
            assert kinds.count(Preferred) == 1
            purposes = [e.purpose for e in session.relay.entries if isinstance(e, Spoke)]
            assert sorted(purposes) == ["shadow"] * 3 + ["take"] * 3
            assert session.relay.sent == 17 + 27 + 29
            session.close()

    def test_a_relay_that_is_gone_is_told_of_once(self, session, qtbot):
        with serving(spoken) as server:
            pass
        set_up(session, server)
        session.relay.set_shadow(True)
        qtbot.waitUntil(lambda: session.relay.policy.shadow)
        failed = []
        session.relay.shadowing.failed.connect(failed.append)
        all_rendered(session, qtbot)
        qtbot.waitUntil(lambda: bool(failed), timeout=15_000)
        qtbot.wait(100)
        assert len(failed) == 1
        assert makers(session) == ["fake"] * 3
