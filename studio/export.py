"""A narration as files: audio and the texts that belong to it, all of them or none."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import unicodedata
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from studio import files
from studio.document import SAMPLE_RATE
from studio.errors import AudioNotFinite, CannotWrite, NotOffered
from studio.loudness import CEILING, Leveller, Loudness, Survey, Trial
from studio.takes import Take
from studio.timeline import Timeline, stream, where

FORMATS = ("wav", "flac", "mp3", "ogg")
SAMPLE_RATES = (24_000, 44_100, 48_000)
BIT_DEPTHS = ("16", "24", "float")
QUIETEST, LOUDEST = -40.0, -5.0  # LUFS that can be asked for

_SUBTYPES = {
    "wav": {"16": "PCM_16", "24": "PCM_24", "float": "FLOAT"},
    "flac": {"16": "PCM_16", "24": "PCM_24", "float": "PCM_24"},  # FLAC has no floats
    "mp3": dict.fromkeys(BIT_DEPTHS, "MPEG_LAYER_III"),
    "ogg": dict.fromkeys(BIT_DEPTHS, "VORBIS"),
}
# How much higher peaks can be in what is decoded again, in dB: measured, with speech as loud as
# -14 LUFS. All files of an export hold the same sound.
_OVERSHOOT = {"wav": 0.0, "flac": 0.0, "mp3": 0.7, "ogg": 2.5}
_WAV_BYTES = {"16": 2, "24": 3, "float": 4}
_LARGEST_WAV = 2**32 - 2**16  # bytes: a WAV counts them in 32 bits


@dataclass(frozen=True, slots=True)
class AudioSettings:
    """``loudness``: the integrated loudness to bring the narration to, in LUFS; None leaves it
    as it is. ``bit_depth`` is for WAV and FLAC (which stores 24 bits for "float")."""

    formats: tuple[str, ...] = ("wav",)
    sample_rate: int = SAMPLE_RATE
    bit_depth: str = "16"
    loudness: float | None = None

    def __post_init__(self) -> None:
        for name in self.formats:
            _offered("audio format", name, FORMATS)
        _offered("sample rate", self.sample_rate, SAMPLE_RATES)
        _offered("bit depth", self.bit_depth, BIT_DEPTHS)
        if self.loudness is not None and not QUIETEST <= self.loudness <= LOUDEST:
            raise NotOffered("loudness", self.loudness, (f"{QUIETEST:g} to {LOUDEST:g} LUFS",))


def _offered(what: str, value: object, values: Sequence[object]) -> None:
    if value not in values:
        raise NotOffered(what, value, values)


@dataclass(frozen=True, slots=True)
class Progress:
    """Samples done of all that have to be gone through."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Written:
    """``samples``: the length of each audio file, at its own rate. ``clipped``: how many of
    them were beyond full scale (kept in a WAV of floats, clipped in any other file)."""

    files: tuple[Path, ...]
    samples: int
    clipped: int
    loudness: Loudness | None


def write(
    base: Path,
    timeline: Timeline,
    takes: Callable[[str], Take | None],
    *,
    audio: AudioSettings = AudioSettings(),
    texts: Mapping[str, bytes] | None = None,
) -> Iterator[Progress | Written]:
    """Write ``base.wav`` and so on, and a file for each of ``texts`` ({".srt": b"..."}).

    Gives Progress as it goes on and at last what was Written. Until then the files that stood
    there before are untouched; closing the iterator, or any error, leaves no trace but the
    folder. Memory does not grow with the length. Raises CannotWrite, AudioNotFinite,
    TakeMissing.
    """
    base = Path(base)
    if not base.name:
        raise CannotWrite(base, "a file needs a name")
    job = _Job(timeline, takes, audio)
    loudness, clipped = None, 0
    if audio.formats and audio.loudness is not None:
        loudness = yield from job.measure(audio.loudness)
    with _Draft(base) as draft:
        if audio.formats:
            clipped = yield from job.encode(draft, loudness)
        for suffix, content in (texts or {}).items():
            draft.write(suffix, content)
        written = draft.publish()
    yield Written(written, job.length, clipped, loudness)


@dataclass(frozen=True, slots=True)
class _Job:
    timeline: Timeline
    takes: Callable[[str], Take | None]
    audio: AudioSettings

    @property
    def length(self) -> int:
        """Samples of the whole, at the rate asked for."""
        return round(self.timeline.duration * self.audio.sample_rate / SAMPLE_RATE)

    def measure(self, target: float) -> Generator[Progress, None, Loudness]:
        """What brings the narration to ``target`` LUFS: found in one pass over it, or in two
        where peaks have to be held down."""
        ceiling = CEILING - max(_OVERSHOOT[name] for name in self.audio.formats)
        survey = Survey(self.audio.sample_rate, target, ceiling)
        for done, piece in self._sound():
            survey.add(piece)
            yield self._progress(0, done)
        found = survey.result()
        if not found.limited:
            return found
        trial = Trial(self.audio.sample_rate, found, target)
        for done, piece in self._sound():
            trial.add(piece)
            yield self._progress(1, done)
        return trial.result()

    def encode(self, draft: _Draft, loudness: Loudness | None) -> Generator[Progress, None, int]:
        """Write all audio files side by side. Returns the number of samples beyond full scale."""
        clipped = 0
        with contextlib.ExitStack() as stack:
            encoders = [
                stack.enter_context(_Encoder(*draft.add("." + name), name, self.audio, self.length))
                for name in self.audio.formats
            ]
            for done, piece in self._levelled(loudness):
                clipped += int(np.count_nonzero(np.abs(piece) > 1.0))
                for encoder in encoders:
                    encoder.write(piece)
                yield self._progress(self._passes - 1, done)
            for encoder in encoders:
                encoder.finish()
        return clipped

    @property
    def _passes(self) -> int:
        """The most that are made over the sound; the second of three may be left out."""
        return 1 if self.audio.loudness is None else 3

    def _progress(self, passes: int, done: int) -> Progress:
        whole = self.timeline.duration
        return Progress(passes * whole + done, self._passes * whole)

    def _levelled(self, loudness: Loudness | None) -> Iterator[tuple[int, np.ndarray]]:
        if loudness is None:
            yield from self._sound()
            return
        leveller = Leveller(self.audio.sample_rate, loudness)
        for done, piece in self._sound():
            yield done, leveller.add(piece)
        yield self.timeline.duration, leveller.finish()

    def _sound(self) -> Iterator[tuple[int, np.ndarray]]:
        """The narration at the rate asked for, in pieces of a few seconds, each with the place
        in the timeline up to which it goes. Raises AudioNotFinite."""
        if self.audio.sample_rate == SAMPLE_RATE:
            yield from self._finite()
            return
        import soxr

        resampler = soxr.ResampleStream(
            SAMPLE_RATE, self.audio.sample_rate, 1, "float32", quality="VHQ"
        )
        missing = self.length
        for done, piece in self._finite():
            resampled = resampler.resample_chunk(piece)[:missing]
            missing -= len(resampled)
            yield done, resampled
        tail = resampler.resample_chunk(np.zeros(0, np.float32), last=True)[:missing]
        yield self.timeline.duration, np.pad(tail, (0, missing - len(tail)))

    def _finite(self) -> Iterator[tuple[int, np.ndarray]]:
        done = 0
        for piece in stream(self.timeline, self.takes):
            if not np.isfinite(piece).all():
                raise AudioNotFinite(where(self.timeline, done))
            done += len(piece)
            yield done, piece


class _Encoder:
    """One audio file in the making: ``path`` now, ``target`` in the end."""

    def __init__(
        self, path: Path, target: Path, name: str, audio: AudioSettings, samples: int
    ) -> None:
        import soundfile

        self._path, self._target, self._samples = path, target, samples
        self._floats = name == "wav" and audio.bit_depth == "float"
        kind = name.upper()
        if kind == "WAV" and samples * _WAV_BYTES[audio.bit_depth] > _LARGEST_WAV:
            kind = "RF64"
        # libsndfile takes a str through the locale's encoding, which some names do not survive
        self._name = os.fsencode(path) if os.name == "posix" else str(path)
        with self._reporting():
            self._file = soundfile.SoundFile(
                self._name,
                "w",
                audio.sample_rate,
                channels=1,
                subtype=_SUBTYPES[name][audio.bit_depth],
                format=kind,
            )

    def __enter__(self) -> _Encoder:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file if it was given up before ``finish``."""
        import soundfile

        with contextlib.suppress(soundfile.SoundFileError):
            self._file.close()

    def write(self, piece: np.ndarray) -> None:
        with self._reporting():
            self._file.write(piece if self._floats else piece.clip(-1.0, 1.0))

    def finish(self) -> None:
        """Close the file, see that all of it is there, and wait for the disk."""
        import soundfile

        with self._reporting():
            self._file.close()
            frames = soundfile.info(self._name).frames
            files.flush(self._path)
        if frames != self._samples:
            raise CannotWrite(self._target, f"{frames} of {self._samples} samples arrived")

    @contextlib.contextmanager
    def _reporting(self) -> Iterator[None]:
        import soundfile

        try:
            with files.cannot_write(self._target):
                yield
        except soundfile.SoundFileError as error:
            with files.cannot_write(self._target):
                _try_to_grow(self._path)
            raise CannotWrite(self._target, str(error).rstrip(".")) from error


def _try_to_grow(path: Path) -> None:
    """libsndfile does not say why it could not write; what the system says to another attempt
    is the reason. Raises that OSError, if there is one."""
    with path.open("ab") as file:
        file.write(bytes(1 << 20))
        file.flush()
        os.fsync(file.fileno())


class _Draft:
    """The files of one export under temporary names. Whatever is not published is removed."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._moves: list[tuple[Path, Path]] = []

    def __enter__(self) -> _Draft:
        files.sweep(self._base.parent)
        return self

    def __exit__(self, *_: object) -> None:
        for temporary, _target in self._moves:
            temporary.unlink(missing_ok=True)

    def add(self, suffix: str) -> tuple[Path, Path]:
        """A new temporary file, and the path it will have: base + suffix."""
        target = self._base.with_name(self._base.name + suffix)
        with files.cannot_write(target):
            temporary = files.new_temporary(target.parent)
        self._moves.append((temporary, target))
        return temporary, target

    def write(self, suffix: str, content: bytes) -> None:
        temporary, target = self.add(suffix)
        with files.cannot_write(target):
            temporary.write_bytes(content)
            files.flush(temporary)

    def publish(self) -> tuple[Path, ...]:
        files.replace_all(self._moves)
        return tuple(target for _, target in self._moves)


_LONGEST_NAME = 120  # characters
_LONGEST_NAME_BYTES = 240  # of UTF-8: file systems allow 255, suffixes need some
_DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"} | {
    port + digit for port in ("COM", "LPT") for digit in "123456789¹²³"
}
_JOINERS = "\u200c\u200d"  # invisible, but Hindi and emoji need them
_NOT_AT_END = " .-" + _JOINERS
_UNTITLED = "narration"


def safe_name(title: str) -> str:
    """A file name without suffix for a title, the same on every system: without characters
    or names that some system refuses, at most 120 characters and 240 bytes of UTF-8.

    Titles that differ only where a long one is cut get different names.
    """
    name = unicodedata.normalize("NFC", title)
    name = re.sub(r"[:/\\|]+", "-", name)
    name = "".join(character for character in name if _can_stand_in_name(character))
    name = " ".join(re.sub(r'[<>"?*\s]', " ", name).split()).strip(_NOT_AT_END) or _UNTITLED
    if name.split(".")[0].rstrip().upper() in _DEVICES:
        name = "_" + name
    if len(name) > _LONGEST_NAME or len(name.encode()) > _LONGEST_NAME_BYTES:
        digest = hashlib.sha256(title.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        name = f"{_shortened(name, len(digest) + 1)}-{digest}"
    return name


def _can_stand_in_name(character: str) -> bool:
    invisible = unicodedata.category(character) in ("Cc", "Cf", "Cs")
    return not invisible or character in _JOINERS or character.isspace()


def _shortened(name: str, room: int) -> str:
    """``name`` cut between two characters so that ``room`` more fit behind it."""
    cut = name[: _LONGEST_NAME - room]
    while len(cut.encode()) > _LONGEST_NAME_BYTES - room:
        cut = cut[:-1]
    while cut and unicodedata.combining(name[len(cut)]):  # a mark belongs to its letter
        cut = cut[:-1]
    return cut.rstrip(_NOT_AT_END) or _UNTITLED
