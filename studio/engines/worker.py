"""The process that speaks: torch, kokoro and the G2P live here and nowhere else.

Started fresh as ``python -m studio.engines.worker`` (never forked) by `studio.engines.kokoro`. It
reads commands, one JSON object a line, on standard input and ends when that ends, whatever it is
doing: it cannot outlive its owner. It answers with frames on its standard output: four bytes of
length (big endian), a JSON header, then ``samples`` float32 values when the header names any.

    {"id": 1, "op": "speak", "text", "language", "readings" (the fields of Reading, in order),
     "voice", "speed", "live"}      → "piece" for each stretch of sound, then "done"
    {"id": 2, "op": "measure", "sentences": [{... the same but "live" ...}, ...]}
                 → for each, in order, "length" or "no length" with an error's kind, then "done"
    {"id": 3, "op": "read", "text", "language", "readings"}               → "units", "done"
    {"id": 4, "op": "load"}             → "done" when English can be spoken without a delay
    {"op": "cancel", "id": 1}                             → no further pieces of 1

An ``error`` frame names the kind (a class of `studio.errors`) and the message.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import hashlib
import json
import logging
import os
import queue
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, BinaryIO

import numpy as np

from studio import voices
from studio.document import DEFAULT_VOICE, FRAME, Word
from studio.engines import lean, model, readers
from studio.engines.acoustic import Acoustic, Asked, Plan
from studio.engines.kinds import AUTO, Acoustics, usual_threads
from studio.engines.phonemes import Phonemizer
from studio.engines.utterances import clause_ends, lead_frames, utterances
from studio.errors import ModelMissing, PackageMissing, StudioError, Unspeakable, program
from studio.spoken import Reading
from studio.words import LEAD, Unit, symbols, time_words

log = logging.getLogger(__name__)

RELEASE = 1200  # samples (50 ms) after the last word, and again until all is silent
QUIET = 3.0  # seconds without a command, after which what can wait is done;
PATIENCE = 25  # commands, after which it does not wait any more
READ = 2_000  # sentences that are remembered, with some 5 kB each
ROOM = 1_000_000_000  # bytes; the model takes 0.7 GB, and at work half as much again
FIRST_SLICE = 40  # frames: the least that a live slice holds, one second


@dataclass(frozen=True, eq=False, slots=True)
class _Part:
    """A planned utterance of a sentence. Its first ``skipped`` frames are not heard: between two
    utterances the silence is ours to set. ``offset``: the sample of the sentence at which the
    plan, with what is skipped, begins."""

    units: list[Unit]
    plan: Plan
    skipped: int
    offset: int
    seed: int

    def words(self, text: str, audio: np.ndarray | None) -> tuple[Word, ...]:
        return tuple(
            replace(word, start=word.start + self.offset, end=word.end + self.offset)
            for word in time_words(text, self.units, self.plan.durations, audio)
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """A sentence as it is to be spoken."""

    text: str
    units: Sequence[Unit]
    voice: str
    speed: float


Measured = tuple[int, tuple[Word, ...]]  # samples, and the words in them


class Speaker:
    """The pipeline itself: readings in, sound and words out. Everything heavy is loaded when it
    is first needed, once."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._tried: set[str] = set()  # languages that are known to work
        self._weights_found: Future[model.Weights | None] | None = None  # while all is loaded

    def warm_up(self) -> None:
        """Load the model and what reads English, and speak once: all that makes a first sentence
        take seconds longer than the second."""
        text = "Hi."
        readings = [Reading(0, len(text), text, "text")]
        with _uncollected(), ThreadPoolExecutor(1) as pool:
            self._weights_found = pool.submit(model.find_weights)
            lean.import_kokoro()  # not by two threads at once
            read = pool.submit(self.units, text, readings, "en-us")
            self._acoustics  # noqa: B018 - is loaded meanwhile
            units = read.result()
        for _ in self.speak(text, units, DEFAULT_VOICE, 1.0, False):
            pass

    def units(self, text: str, readings: Sequence[Reading], language: str) -> tuple[Unit, ...]:
        if language not in self._tried:
            readers.try_out(self._phonemizer, language)
            self._tried.add(language)
        return self._read(text, tuple(readings), language)

    @cached_property
    def _read(self) -> Callable[[str, tuple[Reading, ...], str], tuple[Unit, ...]]:
        """A sentence is read once, for its length, its sound and for every other voice."""
        return lru_cache(READ)(self._phonemizer.units)

    def speak(
        self, text: str, units: Sequence[Unit], voice: str, speed: float, live: bool
    ) -> Iterator[tuple[np.ndarray, tuple[Word, ...]]]:
        """Stretches of audio with the words that are then known, in samples from the start of
        the sentence. A take that is kept is decoded an utterance at a time, which is how the
        network sounds best; a live one clause by clause, to be heard early.

        Raises Unspeakable when no unit has phonemes.
        """
        for part in self._plans(text, units, voice, speed, self.acoustic.plan):
            slices = _slices(part) if live else ()
            cuts = [part.skipped, *slices, part.plan.frames]
            sound = [np.zeros(part.skipped * FRAME, np.float32)]
            for start, end in pairwise(cuts):
                sound.append(self.acoustic.decode(part.plan, start, end, part.seed))
                if end < part.plan.frames:
                    yield sound[-1], ()
            words = part.words(text, np.concatenate(sound))
            spoken_samples = words[-1].end - part.offset
            heard_before = sum(map(len, sound[:-1]))
            yield hushed(sound[-1], spoken_samples - heard_before), words

    def measure(self, wanted: Sequence[Wanted]) -> list[Measured | StudioError]:
        """Of each sentence how many samples `speak` would give, and the words in them with the
        ends that the durations alone give: a twentieth of the work."""
        asked: dict[tuple[str, str, float], Asked] = {}
        for each in wanted:
            with contextlib.suppress(StudioError):  # it is met again below
                style = _style(each.voice)
                voiced = _voiced(each.units)
                for sent in map(symbols, utterances(voiced) if voiced else ()):
                    asked[sent, each.voice, each.speed] = sent, style, each.speed
        timed = dict(zip(asked, self.acoustic.durations(list(asked.values())), strict=True))
        return [self._measured(each, timed) for each in wanted]

    def _measured(
        self, wanted: Wanted, timed: Mapping[tuple[str, str, float], tuple[int, ...]]
    ) -> Measured | StudioError:
        def planned(sent: str, style: np.ndarray, speed: float) -> Plan:
            return Plan(timed[sent, wanted.voice, speed], None)

        samples = 0
        words: list[Word] = []
        try:
            for part in self._plans(wanted.text, wanted.units, wanted.voice, wanted.speed, planned):
                words += part.words(wanted.text, None)
                samples = part.offset + part.plan.frames * FRAME
        except StudioError as error:
            return error
        return samples, tuple(words)

    def _plans(
        self,
        text: str,
        units: Sequence[Unit],
        voice: str,
        speed: float,
        planned: Callable[[str, np.ndarray, float], Plan],
    ) -> Iterator[_Part]:
        if not any(unit.phonemes for unit in units):
            raise Unspeakable(text)
        style = _style(voice)
        offset, before = 0, None
        for utterance in utterances(_voiced(units)):
            sent = symbols(utterance)
            plan = planned(sent, style, speed)
            skipped = 0
            if before is not None:
                skipped = max(0, plan.durations[0] - LEAD - lead_frames(before))
            yield _Part(
                utterance, plan, skipped, offset - skipped * FRAME, _seed(sent, voice, speed)
            )
            offset += (plan.frames - skipped) * FRAME
            before = utterance[-1]

    @cached_property
    def _phonemizer(self) -> Phonemizer:
        return Phonemizer(model.config()["vocab"])

    @property
    def acoustic(self) -> Acoustic:
        return self._acoustics.now

    @property
    def kind(self) -> str:
        """The way in which the decoder is run; one of `kinds.KINDS`."""
        return self._acoustics.kind

    def try_out(self, is_stopped: Callable[[], bool]) -> None:
        """Find the fastest way on this machine, if it is not known and the model is loaded."""
        loaded = self.__dict__.get("_acoustics")
        if loaded is not None and not loaded.is_tried:
            loaded.try_out(is_stopped)

    @cached_property
    def _acoustics(self) -> Acoustics:
        found = self._weights_found
        weights = (found and found.result()) or model.ensure_weights()
        config, wanted = model.config(), os.environ.get("NARRATION_STUDIO_DECODER", AUTO)
        try:
            return Acoustics(weights.path, weights.identity, config, self._threads, wanted)
        except Exception as error:
            if weights.origin != "packaged":
                raise ModelMissing(
                    f"{weights.path} cannot be loaded ({type(error).__name__})",
                    f"name another folder with `{program()} model use DIR`",
                ) from error
            log.warning("the built weights cannot be loaded; building them again")
            weights = model.rebuild()
            return Acoustics(weights.path, weights.identity, config, self._threads, wanted)


@contextmanager
def _uncollected() -> Iterator[None]:
    """While a million things are made that will stay, nobody looks for what may go."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.freeze()


def _style(voice: str) -> np.ndarray:
    """Raises VoiceUnknown."""
    return voices.load_style(voices.parse_voice(voice))


def _voiced(units: Sequence[Unit]) -> list[Unit]:
    """Units without sound become part of the text of a neighbour, before anything is cut."""
    voiced: list[Unit] = []
    silent_from: int | None = None
    for unit in units:
        if unit.phonemes:
            start = unit.start if silent_from is None else silent_from
            voiced.append(replace(unit, start=start))
            silent_from = None
        elif voiced:
            voiced[-1] = replace(voiced[-1], end=unit.end)
        elif silent_from is None:
            silent_from = unit.start
    return voiced


def _slices(part: _Part) -> Iterator[int]:
    """Frames at which a live utterance may be cut: in the middle of the silence after a clause,
    with at least a second on both sides."""
    durations = part.plan.durations
    ends = np.cumsum(durations)
    last = part.skipped
    for position in clause_ends(part.units):
        # Symbol i has duration i + 1; sound lies LEAD frames before what the durations say.
        frame = int(ends[position] + durations[position + 1] // 2) - LEAD
        if frame - last >= FIRST_SLICE and part.plan.frames - frame >= FIRST_SLICE:
            yield frame
            last = frame


def hushed(sound: np.ndarray, end: int) -> np.ndarray:
    """``sound`` without what the network murmurs after the last word, which is over at sample
    ``end``: in very short sentences that can be a burst of noise."""
    start = min(max(end + RELEASE, 0), max(len(sound) - RELEASE, 0))
    fade = np.linspace(1, 0, min(RELEASE, len(sound) - start), dtype=np.float32)
    quiet = sound.copy()
    quiet[start : start + len(fade)] *= fade
    quiet[start + len(fade) :] = 0
    return quiet


def _seed(sent: str, voice: str, speed: float) -> int:
    """The same utterance gets the same noise, so that it is the same sound every time."""
    digest = hashlib.sha256(f"{sent}|{voice}|{speed}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


class Worker:
    """Reads commands, answers with frames; one command at a time, in order."""

    def __init__(self, commands: BinaryIO, frames: BinaryIO, speaker: Speaker) -> None:
        self._commands, self._frames, self._speaker = commands, frames, speaker
        self._queue: queue.Queue[dict[str, Any]] = queue.Queue()
        self._cancelled: set[int] = set()
        self._answered = 0

    def run(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            command = self._next()
            try:
                for header, audio in self._answer(command):
                    if command["id"] in self._cancelled:
                        break
                    self._send({"id": command["id"], **header}, audio)
                self._send({"id": command["id"], "kind": "done"})
            except StudioError as error:
                self._fail(command["id"], type(error).__name__, str(error))
            except ImportError as error:
                missing = PackageMissing(error.name or str(error))
                self._fail(command["id"], "PackageMissing", str(missing))
            except Exception as error:
                log.exception("the worker failed on a command")
                self._fail(command["id"], "EngineFailed", f"{type(error).__name__}: {error}")
            self._cancelled.discard(command["id"])
            self._answered += 1
            if resident_bytes() > ROOM:
                give_memory_back()

    def _next(self) -> dict[str, Any]:
        """The next command. What can wait is done when nobody asks for anything, or when that has
        not been the case for long."""
        is_due = self._answered > 0 and self._answered % PATIENCE == 0
        if not is_due:
            with contextlib.suppress(queue.Empty):
                return self._queue.get(timeout=QUIET)
        self._speaker.try_out(lambda: not is_due and not self._queue.empty())
        return self._queue.get()

    def _listen(self) -> None:
        for line in self._commands:
            command = json.loads(line)
            if command["op"] == "cancel":
                self._cancelled.add(command["id"])
            else:
                self._queue.put(command)
        # The owner is gone or wants us gone. The main thread may be deep inside torch.
        os._exit(0)

    def _answer(self, command: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
        if command["op"] == "load":
            self._speaker.warm_up()
            return
        if command["op"] == "measure":
            yield from self._lengths(command["sentences"])
            return
        units = self._units(command)
        if command["op"] == "read":
            rows = [[u.start, u.end, u.phonemes, u.origin, u.glued] for u in units]
            yield {"kind": "units", "units": rows}, None
            return
        how = command["text"], units, command["voice"], command["speed"]
        unspoken = [
            [unit.start, unit.end, unit.origin == "shortened"]
            for unit in units
            if unit.origin in ("shortened", "unspeakable")
        ]
        guessed = [[unit.start, unit.end] for unit in units if unit.origin == "fallback"]
        for audio, words in self._speaker.speak(*how, command["live"]):
            header = {
                "samples": len(audio),
                "words": _rows(words),
                "unspoken": unspoken,
                "guessed": guessed,
            }
            yield {"kind": "piece", **header}, audio
            unspoken, guessed = [], []

    def _lengths(self, sentences: Sequence[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Any]]:
        """One answer for each, in order; one that cannot be measured keeps no other from it."""
        found: dict[int, Measured | StudioError] = {}
        wanted: dict[int, Wanted] = {}
        for at, each in enumerate(sentences):
            try:
                wanted[at] = Wanted(each["text"], self._units(each), each["voice"], each["speed"])
            except StudioError as error:
                found[at] = error
        found |= zip(wanted, self._speaker.measure(list(wanted.values())), strict=True)
        for at in range(len(sentences)):
            result = found[at]
            if isinstance(result, StudioError):
                failed = {"error": type(result).__name__, "message": str(result)}
                yield {"kind": "no length", **failed}, None
                continue
            length, words = result
            phonemes = [word.phonemes for word in words]
            header = {"length": length, "words": _rows(words), "phonemes": phonemes}
            yield {"kind": "length", **header}, None

    def _units(self, sentence: dict[str, Any]) -> tuple[Unit, ...]:
        # JSON has made a list of the pinned part.
        rows = [[*row[:-1], tuple(row[-1])] for row in sentence["readings"]]
        readings = [Reading(*row) for row in rows]
        return self._speaker.units(sentence["text"], readings, sentence["language"])

    def _fail(self, id: int, kind: str, message: str) -> None:
        self._send({"id": id, "kind": "error", "error": kind, "message": message})

    def _send(self, header: dict[str, Any], audio: np.ndarray | None = None) -> None:
        blob = json.dumps(header).encode()
        self._frames.write(len(blob).to_bytes(4, "big") + blob)
        if audio is not None:
            self._frames.write(audio.astype("<f4", copy=False).tobytes())
        self._frames.flush()


def resident_bytes() -> int:
    """What this process takes of the memory now; 0 where that cannot be told."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def give_memory_back() -> None:
    """Return free memory to the system. Every sentence has tensors of other sizes, which leave
    the heap full of holes; without this it grows by some 40 MB with each of them."""
    with contextlib.suppress(OSError, AttributeError):  # not glibc
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def _rows(words: Sequence[Word]) -> list[list[Any]]:
    return [[word.text, word.start, word.end, *word.source] for word in words]


def main(speaker: type[Speaker] = Speaker) -> None:
    # Kokoro and what it imports print to standard output: frames go out on a private copy.
    frames = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # Nothing here goes on the network; urllib3, imported by others, would open a socket to see.
    socket.has_ipv6 = False
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the owner's to handle
    if hasattr(os, "nice"):
        os.nice(5)
    threads = usual_threads(int(os.environ.get("NARRATION_STUDIO_THREADS", "0")))
    Worker(sys.stdin.buffer, frames, speaker(threads)).run()


if __name__ == "__main__":
    main()
