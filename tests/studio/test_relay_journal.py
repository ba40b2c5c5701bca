"""The journal, and engines that are watched."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.document import Pin, Sentence, Word
from studio.engines import Engine, Piece, take_of
from studio.errors import EngineFailed, StudioError, Unspeakable
from studio.relay import journal
from studio.relay.client import Client, Patience
from studio.relay.comparing import Comparison
from studio.relay.journal import Compared, Entry, Journal, Preferred, Spoke
from studio.relay.keys import Key
from studio.relay.metered import Metered
from studio.relay.servers import Server
from studio.relay.speaking import RelayEngine
from studio.spoken import Reading, readings
from tests.fakes import FakeEngine
from tests.relay_server import Answer, says, serving, sound, wav
from tests.studio.test_relay_speaking import measured

SECRET = "sk-test-1234567890abcdef"
SPOKE = Spoke(1_000.0, "relay:Desk", 31, 48_000, 0.125, 0.5, cost=0.0000093)
COMPARED = Compared(1_001.0, "Desk", "ab12", 2.0, 2.1, -19.5, None, 0.5, 0.01, 0.04, False, True)
PREFERRED = Preferred(1_002.5, "Desk", "ab12", "relay")


@pytest.fixture
def kept(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "data" / "relay.jsonl")


def test_what_is_added_is_there(kept: Journal) -> None:
    assert kept.entries() == ()
    assert not kept.path.exists()
    for entry in (SPOKE, COMPARED, PREFERRED):
        kept.add(entry)
    assert kept.entries() == (SPOKE, COMPARED, PREFERRED)
    assert Journal(kept.path).entries(since=1_001.0) == (COMPARED, PREFERRED)
    assert Journal(kept.path).entries(since=1_001.0, until=1_001.0) == (COMPARED,)
    assert json.loads(kept.path.read_text().splitlines()[2]) == {
        "kind": "preferred",
        "when": 1002.5,
        "server": "Desk",
        "key": "ab12",
        "choice": "relay",
    }


@given(
    st.builds(
        Spoke,
        st.floats(0, 1e10),
        st.text(),
        st.integers(0, 10**10),
        st.integers(0, 10**10),
        st.none() | st.floats(0, 1e6),
        st.floats(0, 1e6),
        st.sampled_from(("", *journal.ERRORS)),
        st.floats(0, 1e6),
        st.sampled_from(journal.PURPOSES),
    )
)
def test_any_entry_comes_back(tmp_path_factory: pytest.TempPathFactory, entry: Spoke) -> None:
    kept = Journal(tmp_path_factory.mktemp("journal") / "relay.jsonl")
    kept.add(entry)
    assert kept.entries() == (entry,)


@pytest.mark.parametrize(
    "damage",
    [
        b"{",
        b"null",
        b"[" * 5_000,
        b"\xff\xfe",
        b'{"kind": "spoke"}',
        b'{"kind": "sung", "when": 1}',
        b'{"kind": [], "when": 1}',
        b'{"kind": "preferred", "when": "1", "server": "a", "key": "b", "choice": "c"}',
        b'{"kind": "preferred", "when": true, "server": "a", "key": "b", "choice": "c"}',
        b'{"kind": "preferred", "when": 1e999, "server": "a", "key": "b", "choice": "c"}',
        b'{"kind": "preferred", "when": 1e300, "server": "a", "key": "b", "choice": "c"}',
        b'{"kind": "preferred", "when": -1%s, "server": "a", "key": "b", "choice": "c"}'
        % (b"0" * 400),
        b'{"kind": "preferred", "when": NaN, "server": "a", "key": "b", "choice": "c"}',
    ],
)
def test_what_is_damaged_is_left_out(
    kept: Journal, damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    kept.add(SPOKE)
    with kept.path.open("ab") as file:
        file.write(damage)  # and no end of the line: the writer was killed
    kept.add(PREFERRED)
    assert kept.entries() == (SPOKE, PREFERRED)
    assert "1 damaged lines are left out" in caplog.text


def test_several_may_add_at_once(kept: Journal) -> None:
    def add(number: int) -> None:
        mine = Journal(kept.path) if number % 2 else kept
        for _ in range(50):
            mine.add(replace(SPOKE, samples=number))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = [entry.samples for entry in kept.entries() if isinstance(entry, Spoke)]
    assert sorted(found) == [number for number in range(6) for _ in range(50)]


def test_the_oldest_go_when_there_are_too_many(
    kept: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "_MOST", 10)
    monkeypatch.setattr(journal, "_KEPT", 7)
    entries: list[Entry] = [replace(PREFERRED, when=float(number)) for number in range(11)]
    for entry in entries[:10]:
        kept.add(entry)
    assert len(Journal(kept.path).entries()) == 10
    kept.add(entries[10])
    again = Journal(kept.path)
    assert [entry.when for entry in again.entries()] == [4, 5, 6, 7, 8, 9, 10]
    again.add(PREFERRED)
    assert len(again.entries()) == 8
    assert os.listdir(kept.path.parent) == ["relay.jsonl"]


def test_nothing_is_raised_where_it_cannot_be_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "relay.jsonl", tmp_path / "folder"):
        caplog.clear()
        lost = Journal(path)
        lost.add(SPOKE)
        assert "not kept in" in caplog.text
        assert lost.entries() == ()
    whole = Journal(tmp_path / "relay.jsonl")
    whole.add(replace(SPOKE, whole=float("nan")))
    assert whole.entries() == ()


def test_a_comparison_is_kept_field_by_field() -> None:
    assert [field.name for field in fields(Compared)] == [
        *("when", "server", "key"),
        *(field.name for field in fields(Comparison)),
    ]


# ── engines that are watched ────────────────────────────────────────────────────────────────────


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Slow:
    """Takes 2 s for the first piece and 1 s for each that follows; then raises ``error``."""

    name = "slow"

    def __init__(self, clock: Clock, pieces: int = 3, error: Exception | None = None) -> None:
        self._clock, self._pieces, self._error = clock, pieces, error
        self.is_closed = False

    def speak(
        self, sentence: Sentence, readings: Sequence[Reading], *, live: bool = False
    ) -> Iterator[Piece]:
        try:
            for number in range(self._pieces):
                self._clock.now += 2 if number == 0 else 1
                yield Piece(np.zeros(600, np.float32), ())
            if self._error is not None:
                raise self._error
        finally:
            self.is_closed = True


SENTENCE = Sentence("1", "It cost $20, he said.")
READINGS = readings(SENTENCE.text, "en-us")  # 31 characters: It cost twenty dollars, he said.


def watched(engine: Engine, kept: Journal, price: float = 0.0, **how: object) -> Spoke:
    """What is recorded when a sentence is spoken."""
    metered = Metered(engine, kept, price, **how)  # type: ignore[arg-type]
    assert metered.name == engine.name
    with contextlib.suppress(StudioError):
        take_of(metered.speak(SENTENCE, READINGS), metered.name)
    *_, spoke = kept.entries()
    assert isinstance(spoke, Spoke)
    return spoke


def test_what_an_engine_takes_is_recorded(kept: Journal) -> None:
    clock = Clock()
    pieces = []
    for piece in Metered(Slow(clock), kept, 10.0, "audition", clock).speak(SENTENCE, READINGS):
        pieces.append(piece)
        clock.now += 50  # the listener's own time
    assert len(pieces) == 3
    [spoke] = kept.entries()
    assert isinstance(spoke, Spoke)
    assert replace(spoke, when=0) == Spoke(0, "slow", 32, 1_800, 2, 4, "", 0.00032, "audition")
    assert spoke.when > 1.7e9


def test_a_failure_is_recorded_and_raised(kept: Journal) -> None:
    clock = Clock()
    engine = Slow(clock, 0, EngineFailed("no breath"))
    with pytest.raises(EngineFailed):
        list(Metered(engine, kept, 10.0, clock=clock).speak(SENTENCE, READINGS))
    [spoke] = kept.entries()
    assert isinstance(spoke, Spoke)
    assert replace(spoke, when=0) == Spoke(0, "slow", 32, 0, None, 0, "other", 0.0)


def test_what_cannot_be_spoken_is_nobodys_failure(kept: Journal) -> None:
    engine = Slow(Clock(), 0, Unspeakable("Привет"))
    with pytest.raises(Unspeakable):
        list(Metered(engine, kept).speak(SENTENCE, READINGS))
    assert kept.entries() == ()


def test_what_is_given_up_is_paid_for_where_sound_came(kept: Journal) -> None:
    clock = Clock()
    engine = Slow(clock)
    pieces = Metered(engine, kept, 10.0, clock=clock).speak(SENTENCE, READINGS)
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert engine.is_closed
    [spoke] = kept.entries()
    assert isinstance(spoke, Spoke)
    assert replace(spoke, when=0) == Spoke(0, "slow", 32, 0, 2, 2, "stopped", 0.00032)


def test_the_local_engine_is_watched_alike(kept: Journal) -> None:
    take = take_of(Metered(FakeEngine(), kept).speak(SENTENCE, READINGS), "fake")
    [spoke] = kept.entries()
    assert isinstance(spoke, Spoke)
    assert (spoke.engine, spoke.characters, spoke.cost) == ("fake", 32, 0.0)
    assert spoke.samples == len(take.audio)
    assert spoke.first is not None
    assert 0 <= spoke.first <= spoke.whole


def relayed(kept: Journal, base: str, sentence: Sentence = SENTENCE, **fields: object) -> Spoke:
    patience = Patience(connect=1, read=0.2, first_wait=0.01, longest=0.05)
    desk = Server("Desk", base, "kokoro", per_second=1e6, price=0.3, **fields)  # type: ignore[arg-type]
    engine = RelayEngine(Client(desk, Key(SECRET), patience), measured)
    try:
        return watched(engine, kept, desk.price)
    finally:
        engine.close()


@pytest.mark.parametrize(
    ("answer", "kind", "cost"),
    [
        (Answer(wav(48_000)), "", 0.0000096),
        (Answer(wav(2_400)), "answer", 0.0000096),
        (Answer(b"<html>no</html>"), "answer", 0.0),
        (Answer(wav(48_000), length=200_000), "answer", 0.0000096),
        (Answer(wav(48_000), reset=True, length=200_000), "answer", 0.0000096),
        (says(401, {"error": f"{SECRET} is bad"}), "key", 0.0),
        (says(429, {}, Retry_After="0"), "busy", 0.0),
        (says(429, {}, Retry_After="3600"), "busy", 0.0),
        (says(503, {"error": "down"}), "server", 0.0),
        (says(503, {}, Retry_After="3600"), "server", 0.0),
        (says(400, {"error": "no"}), "other", 0.0),
        (says(422, {"error": "voice not found"}), "voice", 0.0),
        (sound(length=9_000, hold=threading.Event()), "timeout", 0.0000096),
    ],
)
def test_faults_of_a_relay_by_kind(kept: Journal, answer: Answer, kind: str, cost: float) -> None:
    """What has sounded is paid for, also where it broke off."""
    with serving(answer) as server:
        spoke = relayed(kept, server.base)
        if answer.hold is not None:
            answer.hold.set()
    assert (spoke.engine, spoke.characters, spoke.error) == ("relay:Desk", 32, kind)
    assert spoke.cost == pytest.approx(cost)
    text = kept.path.read_text()
    assert "sk-test" not in text
    assert "127.0.0.1" not in text
    assert "dollars" not in text


def test_nobody_there(kept: Journal) -> None:
    with serving() as server:
        base = server.base
    assert relayed(kept, base).error == "unreachable"


def test_characters_are_those_that_are_sent(kept: Journal) -> None:
    pinned = Sentence("1", "Read it.", pins=(Pin(0, 4, "/ɹˈɛd/"),))
    read = readings(pinned.text, "en-us", pins=pinned.pins)
    with serving(Answer(wav(48_000))) as server:
        desk = Server("Desk", server.base, "kokoro", per_second=1e6, markup=True)
        engine = RelayEngine(Client(desk, Key()), measured)
        list(Metered(engine, kept).speak(pinned, read))
        engine.close()
        assert server.asked[0].body["input"] == "[Read](/ɹˈɛd/) it."
    [spoke] = kept.entries()
    assert isinstance(spoke, Spoke)
    assert spoke.characters == 18


def test_our_own_limits_are_not_the_servers_time(kept: Journal) -> None:
    """Two sentences a second may be asked for; the server answers at once."""
    with serving(Answer(wav(48_000))) as server:
        desk = Server("Desk", server.base, "kokoro", per_second=2)
        engine = RelayEngine(Client(desk, Key()), measured)
        metered, begun = Metered(engine, kept), time.monotonic()
        for _ in range(3):
            list(metered.speak(SENTENCE, READINGS))
        assert time.monotonic() - begun >= 1.0
        engine.close()
    spoken = [entry for entry in kept.entries() if isinstance(entry, Spoke)]
    assert len(spoken) == 3
    assert all(entry.whole < 0.45 for entry in spoken)


@pytest.mark.parametrize("live", [False, True])
def test_finding_the_words_is_not_the_servers_time(kept: Journal, live: bool) -> None:
    def slowly(sentence: Sentence, readings: Sequence[Reading]) -> tuple[int, tuple[Word, ...]]:
        time.sleep(0.5)
        return measured(sentence, readings)

    with serving(Answer(wav(48_000))) as server:
        desk = Server("Desk", server.base, "kokoro", per_second=1e6)
        engine = RelayEngine(Client(desk, Key()), slowly)
        list(Metered(engine, kept).speak(SENTENCE, READINGS, live=live))
        engine.close()
    [spoke] = kept.entries()
    assert isinstance(spoke, Spoke)
    assert spoke.first is not None
    assert spoke.first <= spoke.whole < 0.45
    assert spoke.samples == 48_000


@pytest.mark.parametrize("live", [False, True])
def test_the_first_sound_is_there_before_the_last(kept: Journal, live: bool) -> None:
    half = threading.Event()
    answers = [
        Answer(wav(48_000), length=200_000, reset=True),  # is thrown away
        Answer(wav(48_000), chunks=2, between=lambda: half.wait(0.3)),
    ]
    with serving(*answers[1 if live else 0 :]) as server:
        desk = Server("Desk", server.base, "kokoro", per_second=1e6)
        engine = RelayEngine(Client(desk, Key(), Patience(first_wait=0.5)), measured)
        list(Metered(engine, kept).speak(SENTENCE, READINGS, live=live))
        engine.close()
    [spoke] = kept.entries()
    assert isinstance(spoke, Spoke)
    assert spoke.first is not None
    assert (spoke.first >= 0.5) == (not live)  # what was asked for again came late
    assert 0.25 <= spoke.whole - spoke.first < 0.6
