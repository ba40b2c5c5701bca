"""Servers, keys, paces, sound and words of the relay, without a server."""

from __future__ import annotations

import math
import struct
import threading
import time
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.document import Sentence, Word
from studio.errors import NotOffered, WrongUse
from studio.relay import policy, servers, splitting
from studio.relay.abreast import in_order
from studio.relay.pacing import Pace
from studio.relay.policy import Policy
from studio.relay.servers import Server
from studio.relay.sound import CutShort, Decoder, NotSound
from studio.relay.speaking import relay_key, spoken_text
from studio.relay.words import fitted
from studio.spoken import readings
from tests.relay_server import encoded, tone, wav


class TestServers:
    def test_the_first_preset(self) -> None:
        assert servers.find("") == Server(
            name="HolySheep",
            base="https://api.holysheep.ai/v1",
            model="kokoro-82m",
            key_variable="HOLYSHEEP_API_KEY",
            price=0.30,
            characters=4_000,
            in_flight=15,
            per_second=20,
        )

    def test_ones_own(self) -> None:
        mine = servers.own([{"name": "Desk", "base": "http://10.0.0.7:8880/v1/", "model": "k"}])
        assert servers.find("desk", mine).base == "http://10.0.0.7:8880/v1"
        with pytest.raises(NotOffered, match="Desk, HolySheep, Kokoro-FastAPI"):
            servers.find("other", mine)

    @pytest.mark.parametrize(
        "row",
        [
            "text",
            {"name": "Desk"},
            {"name": "Desk", "base": "https://a.example", "model": 7},
            {"name": "Desk", "base": "https://a.example", "model": "k", "key": "sk-1"},
            {"name": "Desk", "base": "https://a.example", "model": "k", "in_flight": 0},
            {"name": " ", "base": "https://a.example", "model": "k"},
        ],
    )
    def test_what_is_no_server(self, row: object) -> None:
        with pytest.raises(WrongUse):
            servers.own([row])

    @pytest.mark.parametrize(
        ("field", "number", "told"),
        [
            ("per_second", 1e-300, "per_second must be a number from 0.0001 to 1,000,000"),
            ("per_second", math.inf, "per_second must be a number from 0.0001 to 1,000,000"),
            ("per_second", math.nan, "per_second must be a number from 0.0001 to 1,000,000"),
            ("per_second", 10**400, "per_second must be a number from 0.0001 to 1,000,000"),
            ("price", math.inf, "price must be a number from 0 to 1,000,000"),
            ("price", math.nan, "price must be a number from 0 to 1,000,000"),
            ("price", -0.01, "price must be a number from 0 to 1,000,000"),
            ("in_flight", 10_001, "in_flight must be a number from 1 to 10,000"),
            ("characters", 10**30, "characters must be a number from 1 to 100,000,000"),
            ("characters", 0, "characters must be a number from 1 to 100,000,000"),
        ],
    )
    def test_numbers_beyond_all_measure(self, field: str, number: float, told: str) -> None:
        with pytest.raises(WrongUse) as caught:
            servers.own(
                [{"name": "Desk", "base": "https://a.example", "model": "k", field: number}]
            )
        assert str(caught.value) == f"Server 'Desk': {told}."

    def test_the_least_and_the_most(self) -> None:
        least = {"price": 0, "characters": 1, "in_flight": 1, "per_second": 0.0001}
        most = {"price": 1e6, "characters": 10**8, "in_flight": 10_000, "per_second": 1_000_000}
        for numbers in (least, most):
            [desk] = servers.own(
                [{"name": "D", "base": "https://a.example", "model": "k", **numbers}]
            )
            pace = Pace(desk.in_flight, desk.per_second)
            assert len(started(pace, 1)) == 1

    def test_names_with_blanks_around_them(self) -> None:
        names = ["Desk", " Desk", "Desk\t", "desk ", "\tShed "]
        rows = [
            {"name": n, "base": f"https://{i}.example", "model": "k"} for i, n in enumerate(names)
        ]
        mine = servers.own(rows)
        for name in (*names, "HolySheep"):
            assert servers.find(name, mine).name == name
        for name, found in (("shed", "\tShed "), ("SHED\n", "\tShed "), (" DESK", " Desk")):
            assert servers.find(name, mine).name == found
        assert servers.find(" holysheep ", mine).name == "HolySheep"
        assert servers.find("desk", mine[1:3]).name == " Desk"

    @pytest.mark.parametrize(
        "base",
        [
            "https://speech.example/v1",
            "http://127.0.0.1:8880/v1",
            "http://localhost:8880",
            "http://[::1]:8880/v1",
            "http://192.168.1.20/v1",
            "http://[fe80::1%25eth0]/v1",
            "http://studio.local/v1",
        ],
    )
    def test_addresses_that_are_fine(self, base: str) -> None:
        assert servers.checked_address(f" {base}/ ") == base

    @pytest.mark.parametrize(
        "base",
        [
            "http://speech.example/v1",
            "http://8.8.8.8/v1",
            "http://[::ffff:8.8.8.8]/v1",
            "http://127.1/v1",
            "http://localhost.example/v1",
            "http://127.0.0.1@speech.example/v1",
            "https://sk-secret@speech.example/v1",
            "https://speech.example/v1?key=sk-secret",
            "https://speech.example/v1#sk-secret",
            "ftp://speech.example/v1",
            "https:///sk-secret",
            "https://speech.example:port/v1",
            "https://speech.example/v 1",
            "sk-secret",
            "",
        ],
    )
    def test_addresses_that_are_refused(self, base: str) -> None:
        with pytest.raises(WrongUse) as caught:
            servers.checked_address(base)
        assert "sk-secret" not in str(caught.value)


def ok() -> None:
    """It is still wanted."""


def started(pace: Pace, count: int) -> list[float]:
    starts = []
    for _ in range(count):
        with pace.request(ok):
            starts.append(time.monotonic())
    return starts


class TestPace:
    def test_one_after_another(self) -> None:
        pace = Pace(15, 20)
        starts = started(pace, 5)
        assert all(0.045 <= later - sooner <= 0.09 for sooner, later in pairwise(starts))
        time.sleep(0.2)
        begun = time.monotonic()
        assert started(pace, 1)[0] - begun < 0.04

    @pytest.mark.parametrize(("per_second", "count"), [(40, 100), (2.5, 5)])
    def test_never_more_in_any_second(self, per_second: float, count: int) -> None:
        """Nor many less."""
        pace, starts = Pace(15, per_second), list[float]()
        threads = [
            threading.Thread(target=lambda: starts.extend(started(pace, count // 5)))
            for _ in range(5)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        starts.sort()
        most = math.ceil(per_second)
        assert all(b - a > most / per_second for a, b in zip(starts, starts[most:], strict=False))
        assert starts[-1] - starts[0] < (len(starts) - 1) / per_second * 1.1 + 0.05

    def test_who_is_woken_late_delays_nobody_else(self) -> None:
        """By a clock that goes on every 16 ms, as on Windows, most starts are late."""
        pace = Pace(15, 20, clock=lambda: time.monotonic() // 0.016 * 0.016)
        starts = started(pace, 21)
        assert 0.98 < starts[-1] - starts[0] < 1.12

    def test_who_came_first_goes_first(self) -> None:
        pace = Pace(1, 1_000)
        order: list[int] = []
        threads = []

        def ask(number: int) -> None:
            with pace.request(ok):
                order.append(number)

        with pace.request(ok):
            for number in range(12):
                threads.append(threading.Thread(target=ask, args=(number,)))
                threads[-1].start()
                time.sleep(0.03)  # some look for a turn several times, which costs none its place
        for thread in threads:
            thread.join(5)
        assert order == list(range(12))

    def test_who_asks_again_goes_before(self) -> None:
        pace = Pace(1, 1_000)
        order: list[int] = []
        threads = []

        def ask(number: int) -> None:
            with pace.request(ok, again=number in (3, 5)):
                order.append(number)

        with pace.request(ok):
            for number in range(6):
                threads.append(threading.Thread(target=ask, args=(number,)))
                threads[-1].start()
                time.sleep(0.03)
        for thread in threads:
            thread.join(5)
        assert order == [3, 5, 0, 1, 2, 4]

    def test_who_gives_up_keeps_nobody_waiting(self) -> None:
        pace = Pace(1, 1_000)

        def stop() -> None:
            raise RuntimeError("stopped")

        with pace.request(ok), pytest.raises(RuntimeError), pace.request(stop):
            pass
        with pace.request(ok):
            pass

    def test_slower_and_faster(self) -> None:
        pace = Pace(15, 20)
        for rate in (10, 5, 2.5, 1.25, 1, 1):
            pace.slower()
            assert pace.rate == rate
        pace.faster()
        assert pace.rate == 3
        for _ in range(20):
            pace.faster()
        assert pace.rate == 20

    def test_held_back(self) -> None:
        """The longest counts, also for who waits already."""
        pace, starts = Pace(1, 1_000), list[float]()
        thread = threading.Thread(target=lambda: starts.extend(started(pace, 3)))
        with pace.request(ok):
            thread.start()
            begun = time.monotonic()
            pace.hold(0.5)
            pace.hold(0.1)
        thread.join(5)
        assert [0.5 <= start - begun < 1 for start in starts] == [True, True, True]

    def test_other_limits(self) -> None:
        pace = Pace(15, 20)
        pace.limit(15, 40)
        assert pace.rate == 40
        pace.limit(15, 10)
        assert pace.rate == 10
        pace.slower()
        pace.limit(15, 20)
        assert pace.rate == 5
        pace.faster()
        assert pace.rate == 7
        pace.limit(15, 2)
        assert pace.rate == 2

    def test_who_waits_begins_when_more_may_be_under_way(self) -> None:
        pace, began = Pace(1, 1_000), threading.Event()

        def ask() -> None:
            with pace.request(ok):
                began.set()

        with pace.request(ok):
            thread = threading.Thread(target=ask)
            thread.start()
            assert not began.wait(0.2)
            pace.limit(2, 1_000)
            assert began.wait(5)
        thread.join(5)


class TestPolicy:
    def test_shares(self) -> None:
        keys = [f"{n * 2_654_435_761 % 2**32:08x}" + "0" * 56 for n in range(10_000)]
        sides = {n: {key for key in keys if Policy(n).relays(key)} for n in (0, 5, 50, 100)}
        assert len(sides[0]) == 0
        assert 400 <= len(sides[5]) <= 600
        assert 4_700 <= len(sides[50]) <= 5_300
        assert len(sides[100]) == 10_000
        assert sides[5] <= sides[50]

    @pytest.mark.parametrize(
        ("text", "percent"), [("local", 0), ("Relay", 100), ("canary:5", 5), ("canary:0.5", 0.5)]
    )
    def test_spellings(self, text: str, percent: float) -> None:
        assert policy.parse(text) == Policy(percent)

    @pytest.mark.parametrize("text", ["", "cloud", "canary", "canary:", "canary:101", "canary:nan"])
    def test_what_is_none(self, text: str) -> None:
        with pytest.raises(WrongUse):
            policy.parse(text)


def decoded(data: bytes, content_type: str = "", cuts: Sequence[int] = ()) -> np.ndarray:
    decoder = Decoder(content_type)
    edges = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    pieces = [decoder.feed(data[a:b]) for a, b in pairwise(edges)]
    return np.concatenate([*pieces, decoder.finish()])


def chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


class TestSound:
    @pytest.mark.parametrize("size", [0, 4_800, 0x7FFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF - 36])
    def test_sizes_that_servers_write(self, size: int) -> None:
        sound = decoded(wav(2_400, announced=size), cuts=[10, 43, 45, 1_001])
        assert len(sound) == 2_400
        assert np.abs(sound - tone(2_400)).max() < 1e-4

    def test_a_size_that_is_not_of_whole_samples(self) -> None:
        assert len(decoded(wav(2_400, announced=4_801) + b"\0")) == 2_400

    @pytest.mark.parametrize("name", [b"LIST", b"odd "])
    def test_other_chunks_are_no_sound(self, name: bytes) -> None:
        data, other = wav(), chunk(name, b"INFO" + b"\x7f" * 17)
        for file in (data[:36] + other + data[36:], data + other):
            sound = decoded(file)
            assert len(sound) == 2_400
            assert np.abs(sound - tone(2_400)).max() < 1e-4

    @pytest.mark.parametrize(
        ("kind", "subtype", "channels", "rate"),
        [
            ("WAV", "PCM_16", 1, 24_000),
            ("WAV", "PCM_16", 2, 44_100),
            ("WAV", "PCM_24", 2, 48_000),
            ("WAV", "FLOAT", 1, 22_050),
            ("WAV", "PCM_U8", 1, 8_000),
            ("FLAC", "PCM_16", 2, 44_100),
            ("OGG", "VORBIS", 1, 48_000),
            ("MP3", "", 1, 24_000),
        ],
    )
    def test_formats_and_rates(self, kind: str, subtype: str, channels: int, rate: int) -> None:
        """One second, whatever it comes in, and as loud."""
        sound = np.repeat(tone(rate, rate)[:, None], channels, axis=1)
        back = decoded(encoded(sound, rate, kind, subtype), "application/octet-stream")
        assert back.dtype == np.float32
        assert len(back) == pytest.approx(24_000, abs=1_500 if kind == "MP3" else 2)
        assert np.sqrt((back[2_000:22_000] ** 2).mean()) == pytest.approx(0.212, abs=0.01)

    def test_raw_samples(self) -> None:
        raw = wav()[44:]
        assert len(decoded(raw, "audio/pcm", cuts=[3, 500])) == 2_400
        assert len(decoded(raw, "audio/L16; rate=48000")) == 1_200
        with pytest.raises(CutShort):
            decoded(raw[:-1], "audio/pcm")
        for quiet in (b"\xff\xff", b"\xfe\xff", b"\xff\xfe"):  # not the sign of an MP3 frame
            assert len(decoded(quiet * 600 + raw, "audio/pcm")) == 3_000

    @pytest.mark.parametrize("size", [4_800, 0, 0xFFFF_FFFF])
    @given(cuts=st.lists(st.integers(0, 14_600), max_size=8))
    @settings(max_examples=20, deadline=None)
    def test_several_files_one_after_another(self, size: int, cuts: list[int]) -> None:
        """As from a server that streams sentence by sentence: no header becomes a click."""
        tail = chunk(b"LIST", b"INFO" * 5) if size == 4_800 else b""
        sound = decoded((wav(2_400, announced=size) + tail) * 3, cuts=cuts)
        assert len(sound) == 7_200
        assert np.abs(sound - np.tile(tone(2_400), 3)).max() < 1e-4

    def test_several_files_that_do_not_fit_or_break_off(self) -> None:
        with pytest.raises(NotSound, match="several files of different kinds"):
            decoded(wav() + encoded(tone(2_400), 16_000, subtype="PCM_16"))
        for missing in (1, 4_800, 4_801, 4_820):
            with pytest.raises(CutShort):
                decoded((wav() * 2)[:-missing])

    @pytest.mark.parametrize("cut", [20, 43, 44, 45, 1_000, 4_843])
    def test_less_than_announced(self, cut: int) -> None:
        with pytest.raises((CutShort, NotSound)):
            decoded(wav()[:cut])
        with pytest.raises((CutShort, NotSound)):
            decoded(encoded(tone(2_400), kind="WAV", subtype="PCM_24")[:cut])

    @given(cuts=st.lists(st.integers(0, 4_900), max_size=8), rate=st.sampled_from([24_000, 16_000]))
    @settings(max_examples=40, deadline=None)
    def test_it_does_not_matter_how_it_is_cut(self, cuts: list[int], rate: int) -> None:
        data = encoded(tone(2_400), rate, subtype="PCM_16")
        assert np.allclose(decoded(data, cuts=cuts), decoded(data), atol=1e-6)

    @given(
        data=st.one_of(
            st.binary(max_size=300),
            st.builds(
                lambda start, rest: start + rest,
                st.sampled_from(
                    [wav()[:n] for n in (4, 12, 20, 36, 44, 3_000)] + [b"fLaC", b"OggS"]
                ),
                st.binary(max_size=200),
            ),
            st.builds(
                lambda at, byte: bytes([*wav(50)[:at], byte, *wav(50)[at + 1 :]]),
                st.integers(0, 143),
                st.integers(0, 255),
            ),
        ),
        content_type=st.sampled_from(["audio/wav", "audio/pcm", "audio/mpeg", "text/html", ""]),
    )
    @settings(max_examples=300, deadline=None)
    def test_sound_or_a_clear_error(self, data: bytes, content_type: str) -> None:
        try:
            sound = decoded(data, content_type)
        except (CutShort, NotSound):
            return
        assert sound.dtype == np.float32
        assert np.isfinite(sound).all()
        assert np.abs(sound).max() > 0


class TestSplitting:
    @pytest.mark.parametrize(
        ("text", "longest", "parts"),
        [
            ("One two.", 8, ["One two."]),
            ("One two. Three four, five six.", 12, ["One two.", "Three four,", "five six."]),
            ("Go. “Stay!” he said.", 11, ["Go. “Stay!”", "he said."]),
            ("alpha beta gamma", 11, ["alpha beta", "gamma"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("e\u0301e\u0301e\u0301", 3, ["e\u0301", "e\u0301", "e\u0301"]),
            ("ab👩‍👩‍👧cd", 3, ["ab", "👩‍👩‍👧", "cd"]),
            ("一二。三四。", 3, ["一二。", "三四。"]),
            ("Say [no more](/noʊ/) now", 14, ["Say", "[no more](/noʊ/)", "now"]),
            ("Say [no more](/noʊ/) now", 20, ["Say [no more](/noʊ/)", "now"]),
            ("  ", 3, []),
        ],
    )
    def test_places(self, text: str, longest: int, parts: list[str]) -> None:
        assert list(splitting.parts(text, longest)) == parts

    @given(st.text("ab .,!é字\u0301", max_size=60), st.integers(1, 20))
    def test_nothing_is_lost(self, text: str, longest: int) -> None:
        parts = list(splitting.parts(text, longest))
        assert "".join("".join(parts).split()) == "".join(text.split())
        assert all(part == part.strip() and part for part in parts)


class TestWords:
    """Two words that are heard from 6,000 to 18,000; the rest of the second one is its mark."""

    words = (
        Word("One", 6_000, 12_000, (0, 3)),
        Word("two.", 12_000, 27_600, (4, 8)),
    )

    def audio(self, silence: int, sound: int, length: int) -> np.ndarray:
        audio = np.zeros(length, np.float32)
        audio[silence : silence + sound] = tone(sound)
        return audio

    def test_the_same_length_is_the_same_time(self) -> None:
        found = fitted(self.words, 30_000, self.audio(6_000, 12_000, 30_000))
        assert [(word.start, word.estimated) for word in found] == [(6_000, True), (12_000, True)]
        assert 17_000 <= found[1].end <= 19_000

    def test_silence_that_was_cut_off(self) -> None:
        found = fitted(self.words, 30_000, self.audio(1_200, 12_000, 14_400))
        assert abs(found[0].start - 1_200) <= 720
        assert abs(found[1].start - 7_200) <= 720

    def test_another_pace(self) -> None:
        found = fitted(self.words, 30_000, self.audio(6_000, 24_000, 42_000))
        assert abs(found[1].start - 18_000) <= 1_500

    @given(
        st.lists(st.tuples(st.integers(0, 3_000), st.integers(1, 3_000)), min_size=1, max_size=6),
        st.integers(6, 20_000),
        st.integers(0, 4_000),
    )
    @settings(max_examples=60, deadline=None)
    def test_words_keep_their_order(
        self, gaps: list[tuple[int, int]], length: int, silence: int
    ) -> None:
        words, at = [], 0
        for i, (gap, size) in enumerate(gaps):
            words.append(Word("w", at + gap, at + gap + size, (i, i + 1)))
            at += gap + size
        audio = self.audio(min(silence, length), max(0, min(9_000, length - silence)), length)
        found = fitted(words, at + 600, audio)
        edges = [edge for word in found for edge in (word.start, word.end)]
        assert edges == sorted(edges)
        assert all(word.start < word.end for word in found)
        assert edges[0] >= 0
        assert edges[-1] <= length


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("It cost $20.", "It cost twenty dollars."),
        ("He ran - fast - home.", "He ran — fast — home."),
        ("It worked—and was short.", "It worked—and was short."),
    ],
)
def test_what_is_sent_is_what_is_to_be_spoken(text: str, sent: str) -> None:
    assert spoken_text(readings(text, "en-us")) == sent


def test_takes_of_another_server_or_model_are_others() -> None:
    sentence, read = Sentence("1", "Hi."), readings("Hi.", "en-us")
    desk = {"name": "Desk", "base": "https://a.example", "model": "k"}
    others = ({}, {"name": "Other"}, {"base": "https://b.example"}, {"model": "l"})
    assert len({relay_key(Server(**{**desk, **other}), sentence, read) for other in others}) == 4
    assert relay_key(Server(**desk, price=9), sentence, read) == relay_key(
        Server(**desk), sentence, read
    )


class TestSeveralAtOnce:
    def test_results_come_in_order(self) -> None:
        all_begun = threading.Barrier(5)

        def work(number: int) -> int:
            if number < 5:
                all_begun.wait(20)
            time.sleep(0.002 * (number % 3))
            return number * 2

        assert list(in_order(work, range(40), 5)) == [number * 2 for number in range(40)]
        assert list(in_order(work, [], 5)) == []

    def test_an_error_comes_in_its_turn_and_ends_it(self) -> None:
        begun = []

        def work(number: int) -> int:
            begun.append(number)
            if number == 3:
                raise KeyError(number)
            return number

        results: list[int] = []
        with pytest.raises(KeyError):
            results.extend(in_order(work, range(1_000), 2))
        assert results == [0, 1, 2]
        assert len(begun) < 1_000

    def test_what_is_under_way_is_finished_when_the_rest_is_given_up(self) -> None:
        may_go_on = threading.Event()
        finished = []

        def work(number: int) -> int:
            if number:
                may_go_on.wait(20)
                finished.append(number)
            return number

        results = in_order(work, range(1_000), 5, stop=may_go_on.set, patience=20)
        assert next(results) == 0
        time.sleep(0.1)  # another is begun in its place
        results.close()
        assert sorted(finished) == [1, 2, 3, 4, 5]

    def test_it_is_not_waited_for_longer_than_wanted(self) -> None:
        never = threading.Event()
        results = in_order(lambda number: number and never.wait(30), range(10), 3, patience=0.2)
        assert next(results) == 0
        began = time.monotonic()
        results.close()
        assert 0.1 < time.monotonic() - began < 10
        never.set()

    def test_nothing_is_begun_when_nobody_wants_it(self) -> None:
        begun = []
        results = in_order(lambda number: begun.append(number), range(1_000), 2)
        next(results)
        results.close()
        assert len(begun) <= 10
