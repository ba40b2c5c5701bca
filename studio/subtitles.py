"""Cues to SRT, VTT, ASS and Audacity labels, SRT back to cues, and words to JSON and back.

Everything here is text in, bytes out (UTF-8) or the other way round; ``files`` and ``export`` do
the writing. Times are samples at 24 kHz on our side; each is rounded once, half up, to the unit
of the file.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn, TypeGuard
from unicodedata import category

from studio.cues import Cue, line_words
from studio.document import SAMPLE_RATE
from studio.errors import FileDamaged
from studio.phrasing import width
from studio.timeline import PlacedSentence, PlacedWord, Timeline

MILLISECOND = SAMPLE_RATE // 1000  # in samples
CENTISECOND = SAMPLE_RATE // 100
WORDS_VERSION = 1

_LEAST = 40 * MILLISECOND  # what a cue that would last no time at all gets


# ── what every format needs ─────────────────────────────────────────────────────────────────────


class _Shown(NamedTuple):
    """A cue as a file shows it: times in units of the file, no line of it empty."""

    start: int
    end: int
    lines: tuple[str, ...]
    cue: Cue


def rounded(samples: int, unit: int) -> int:
    """Samples in whole units of ``unit`` samples, half up, and never negative."""
    return max(0, (2 * samples + unit) // (2 * unit))


def _shown(cues: Iterable[Cue], unit: int) -> list[_Shown]:
    """The cues that have a text and end after 0, in order of their starts, none overlapping.

    Where two overlap the earlier one ends sooner; a cue of no length gets 40 ms, which are taken
    from the next.
    """
    ordered = sorted(
        (cue for cue in cues if cue.end > 0 or cue.start >= 0), key=lambda cue: cue.start
    )
    cleaned = [(cue, lines) for cue in ordered if (lines := _clean_lines(cue.lines))]
    shown: list[_Shown] = []
    free = 0
    for i, (cue, lines) in enumerate(cleaned):
        start = max(free, rounded(cue.start, unit))
        end = rounded(cue.end, unit)
        if i + 1 < len(cleaned):
            end = min(end, rounded(cleaned[i + 1][0].start, unit))
        free = end if end > start else start + _LEAST // unit
        shown.append(_Shown(start, free, lines, cue))
    return shown


def _clean_lines(lines: Iterable[str]) -> tuple[str, ...]:
    pieces = (piece for line in lines for piece in line.splitlines())
    return tuple(cleaned for piece in pieces if (cleaned := _clean(piece).strip()))


def _clean(text: str) -> str:
    """A line without control characters, byte order marks and arrows, which could mislead a
    parser."""
    if not text.isprintable():
        text = "".join(
            c for c in text.replace("\t", " ") if category(c) not in ("Cc", "Cs") and c != "\ufeff"
        )
    return text.replace("-->", "→")


def _encoded(text: str, bom: bool, eol: str) -> bytes:
    if eol != "\n":
        text = text.replace("\n", eol)
    return text.encode("utf-8-sig" if bom else "utf-8")


def _clock(milliseconds: int, mark: str) -> str:
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}{mark}{rest % 1000:03}"


# ── SRT ─────────────────────────────────────────────────────────────────────────────────────────


def to_srt(cues: Iterable[Cue], *, bom: bool = False, eol: str = "\n") -> bytes:
    """SubRip, numbered from 1, ending with a blank line. Reads back the same in pysrt, pysubs2
    (which knows no more than 99 hours) and srt."""
    from pysrt import SubRipFile, SubRipItem
    from pysrt.srttime import SubRipTime

    shown = _shown(cues, MILLISECOND)
    items = [
        SubRipItem(
            number,
            SubRipTime(milliseconds=cue.start),
            SubRipTime(milliseconds=cue.end),
            "\n".join(_srt_lines(cue.lines, last=number == len(shown))),
        )
        for number, cue in enumerate(shown, start=1)
    ]
    text = io.StringIO()
    SubRipFile(items, eol="\n").write_into(text)
    return _encoded(text.getvalue(), bom, eol)


_NUMBER_LINE = re.compile(r"-?\d+\.?\d*")
_TIME = re.compile(r"\d{1,2}:\d{1,2}:\d{1,2}[.,]\d{1,3}")


def _srt_lines(lines: Sequence[str], last: bool) -> list[str]:
    """Lines that no reader takes for the number or the times of the next cue: pysubs2 would drop a
    number at the very end and reads a line with two clock times as their cue's; srt takes a number
    and a time on the line after it for a cue."""
    safe: list[str] = []
    for line in lines:
        safe += _one_time_a_line(line)
    joined: list[str] = []
    for i, line in enumerate(safe):
        if joined and _NUMBER_LINE.fullmatch(line) and (last or i + 1 < len(safe)):
            joined[-1] += " " + line
        else:
            joined.append(line)
    return joined


def _one_time_a_line(line: str) -> list[str]:
    ends = [match.start() for match in _TIME.finditer(line)][1:]
    pieces = [line[a:b].strip() for a, b in zip([0, *ends], [*ends, len(line)], strict=True)]
    return [piece for piece in pieces if piece]


_SRT_CLOCK = r"([0-9]{1,9}):([0-9]{1,9}):([0-9]{1,9})(?:[,.]([0-9]+))?"
_SRT_TIMES = re.compile(rf"\s*{_SRT_CLOCK}\s*-->\s*{_SRT_CLOCK}(?:\s.*)?")


def parse_srt(data: bytes, name: str = "The subtitle file") -> tuple[Cue, ...]:
    """The cues of a SubRip file, in its order; their ``words`` are empty.

    UTF-8 with or without a byte order mark, any line ends. Numbers may be missing or wrong; a
    blank line inside a cue is dropped, and so is a cue without text. Raises FileDamaged, which
    names the line.
    """
    lines = re.split(r"\r\n|\n|\r", _decoded(data, name))
    times = [i for i in range(len(lines)) if _holds_times(lines, i)]
    first = _numbered(lines, times[0], 0) if times else len(lines)
    for i, line in enumerate(lines[:first]):
        if line.strip():
            raise FileDamaged(name, f"line {i + 1} belongs to no cue: {line.strip()[:60]!r}")
    cues = []
    for at, following in zip(times, [*times[1:], None], strict=False):
        start, end = _srt_times(lines[at], at, name)
        text_end = len(lines) if following is None else _numbered(lines, following, at + 1)
        text = tuple(line.strip() for line in lines[at + 1 : text_end] if line.strip())
        if text:
            cues.append(Cue(start, end, text))
    return tuple(cues)


def _holds_times(lines: Sequence[str], i: int) -> bool:
    """Whether this line is meant for a cue's times, and not a text with an arrow in it."""
    if "-->" not in lines[i]:
        return False
    starts_cue = i == 0 or (
        lines[i - 1].strip().isdecimal() and (i == 1 or not lines[i - 2].strip())
    )
    return starts_cue or re.search(r"\d\s*:\s*\d", lines[i]) is not None


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileDamaged(name, f"line {line} is not UTF-8") from None


def _numbered(lines: Sequence[str], times: int, lowest: int) -> int:
    """Where the cue whose times stand on this line begins: with its number, if it has one."""
    has_number = times > lowest and lines[times - 1].strip().isdecimal()
    return times - 1 if has_number else times


def _srt_times(line: str, at: int, name: str) -> tuple[int, int]:
    match = _SRT_TIMES.fullmatch(line)
    if not match:
        raise FileDamaged(name, f"line {at + 1} should hold two times: {line.strip()[:60]!r}")
    start, end = _samples(match.groups()[:4]), _samples(match.groups()[4:])
    if end < start:
        raise FileDamaged(name, f"line {at + 1} ends before it starts: {line.strip()[:60]!r}")
    return start, end


def _samples(clock: Sequence[str | None]) -> int:
    hours, minutes, seconds, fraction = clock
    whole = (int(hours or 0) * 60 + int(minutes or 0)) * 60 + int(seconds or 0)
    milliseconds = int((fraction or "0")[:3].ljust(3, "0"))
    return (whole * 1000 + milliseconds) * MILLISECOND


# ── VTT, ASS, labels ────────────────────────────────────────────────────────────────────────────


def to_vtt(
    cues: Iterable[Cue],
    words: Sequence[PlacedWord] = (),
    *,
    speaker: str = "",
    word_times: bool = False,
    bom: bool = False,
    eol: str = "\n",
) -> bytes:
    """WebVTT; with ``speaker`` a voice span around each cue, with ``word_times`` a timestamp
    before each word after the first (https://www.w3.org/TR/webvtt1/)."""
    voice = " ".join(_clean_lines([speaker]))
    blocks = ["WEBVTT\n"]
    for number, cue in enumerate(_shown(cues, MILLISECOND), start=1):
        text = _vtt_words(cue, words) if word_times else None
        text = text or "\n".join(map(_vtt_escaped, cue.lines))
        if voice:
            text = f"<v {_vtt_escaped(voice)}>{text}</v>"
        blocks.append(f"{number}\n{_clock(cue.start, '.')} --> {_clock(cue.end, '.')}\n{text}\n")
    return _encoded("\n".join(blocks), bom, eol)


def _vtt_escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _vtt_words(shown: _Shown, words: Sequence[PlacedWord]) -> str | None:
    reached = shown.start

    def timed(word: PlacedWord, text: str) -> str:
        nonlocal reached
        at = rounded(word.start, MILLISECOND)
        if not reached < at < shown.end:
            return _vtt_escaped(text)
        reached = at
        return f"<{_clock(at, '.')}>{_vtt_escaped(text)}"

    return _by_words(shown, words, timed, "\n")


def _by_words(
    shown: _Shown,
    words: Sequence[PlacedWord],
    written: Callable[[PlacedWord, str], str],
    line_end: str,
) -> str | None:
    """The text of a cue with each word as ``written`` has it; None if it does not show its words
    as they are."""
    spans = line_words(shown.cue, words)
    if spans is None or shown.lines != shown.cue.lines:
        return None
    lines = []
    for line, (a, b) in zip(shown.lines, spans, strict=True):
        pieces, at = [], 0
        for word in words[a:b]:
            blank = " " if line.startswith(" ", at) else ""
            pieces.append(blank + written(word, word.text))
            at += len(blank) + len(word.text)
        lines.append("".join(pieces))
    return line_end.join(lines)


def to_ass(
    cues: Iterable[Cue],
    words: Sequence[PlacedWord] = (),
    *,
    size: tuple[int, int] = (1920, 1080),
    bom: bool = False,
    eol: str = "\n",
) -> bytes:
    """Advanced SubStation Alpha for a picture of this size, each word filling with colour while it
    is spoken (``\\kf``); without ``words`` plain cues.

    The format has no escapes that all players know, so braces and backslashes become their
    full-width forms. Its clock has centiseconds.
    """
    from pysubs2 import Color, SSAEvent, SSAFile, SSAStyle

    across, height = size
    script = SSAFile()
    script.info.update(
        {"PlayResX": str(across), "PlayResY": str(height), "ScaledBorderAndShadow": "yes"}
    )
    script.styles["Default"] = SSAStyle(
        fontsize=height / 18,
        secondarycolor=Color(160, 160, 160),
        outline=height / 360,
        shadow=0,
        marginl=across // 20,
        marginr=across // 20,
        marginv=height // 20,
    )
    for cue in _shown(cues, CENTISECOND):
        text = _ass_words(cue, words) if words else None
        text = text or r"\N".join(map(_ass_escaped, cue.lines))
        script.append(SSAEvent(start=cue.start * 10, end=cue.end * 10, text=text))
    return _encoded(_ass_text(script), bom, eol)


def _ass_text(script: Any) -> str:
    from pysubs2.formats.substation import SubstationFormat

    class Unlimited(SubstationFormat):
        """pysubs2 writes every time after 10 hours as 9:59:59.99."""

        @staticmethod
        def ms_to_timestamp(requested_ms: int) -> str:
            seconds, rest = divmod(requested_ms, 1000)
            minutes, seconds = divmod(seconds, 60)
            return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}.{rest // 10:02}"

    text = io.StringIO()
    Unlimited.to_file(script, text, "ass", header_notice="Written by Narration Studio")
    return text.getvalue()


_ASS_ESCAPES = str.maketrans("{}\\", "｛｝＼")


def _ass_escaped(text: str) -> str:
    return text.translate(_ASS_ESCAPES)


def _ass_words(shown: _Shown, words: Sequence[PlacedWord]) -> str | None:
    reached = shown.start

    def filled(word: PlacedWord, text: str) -> str:
        nonlocal reached
        start = min(max(reached, rounded(word.start, CENTISECOND)), shown.end)
        end = min(max(start, rounded(word.end, CENTISECOND)), shown.end)
        silent = rf"{{\k{start - reached}}}" if start > reached else ""
        reached = end
        return rf"{silent}{{\kf{end - start}}}{_ass_escaped(text)}"

    return _by_words(shown, words, filled, r"\N")


def to_labels(cues: Iterable[Cue], *, eol: str = "\n") -> bytes:
    """Audacity labels: start and end in seconds and the text, with tabs between."""
    rows = []
    for cue in cues:
        lines = _clean_lines(cue.lines)
        if lines:
            text = lines[0]
            for line in lines[1:]:
                text += line if width(text[-1]) == width(line[0]) == 2 else " " + line
            rows.append(f"{_seconds(cue.start)}\t{_seconds(cue.end)}\t{text}\n")
    return _encoded("".join(rows), bom=False, eol=eol)


def _seconds(samples: int) -> str:
    millionths = (2 * max(0, samples) * 1_000_000 + SAMPLE_RATE) // (2 * SAMPLE_RATE)
    return f"{millionths // 1_000_000}.{millionths % 1_000_000:06}"


# ── words ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class WordsFile:
    """A narration's words and where they fall, as kept beside its audio
    (``resources/words.schema.json``)."""

    words: tuple[PlacedWord, ...]
    sentences: tuple[PlacedSentence, ...]
    duration: int
    language: str
    voice: str
    engine: str


def words_json(
    timeline: Timeline, language: str, voice: str, engine: str, unspoken: Sequence[object] = ()
) -> str:
    """The words of a narration as JSON, one word a line. ``unspoken``: what is there to be said
    about each sentence that could not be spoken, and therefore has no words."""
    head = {
        "version": WORDS_VERSION,
        "sample_rate": SAMPLE_RATE,
        "duration": timeline.duration,
        "language": language,
        "voice": voice,
        "engine": engine,
    }
    sentences = [
        {"text": s.text, "start": s.start, "end": s.end, "paragraph": s.paragraph}
        for s in timeline.sentences
    ]
    words = [
        {
            "text": word.text,
            "start": word.start,
            "end": word.end,
            "source": word.source,
            "sentence": word.sentence,
            "estimated": word.estimated,
        }
        for word in timeline.words
    ]
    parts = [f"{_json(key)}: {_json(value)}" for key, value in head.items()]
    parts += [f'"sentences": {_json_rows(sentences)}', f'"words": {_json_rows(words)}']
    if unspoken:
        parts.append(f'"unspoken": {_json_rows(unspoken)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _json_rows(rows: Sequence[object]) -> str:
    return "[\n" + ",\n".join(map(_json, rows)) + "\n]" if rows else "[]"


def parse_words_json(data: bytes | str, name: str = "The words file") -> WordsFile:
    """The words that ``words_json`` wrote, or another program by the same schema.

    Keys of no meaning here are passed over. Words that overlap or last no time are let in (the
    writers of subtitles can show them). Raises FileDamaged, which names the field.
    """
    top = _Fields(name, "the file", _loaded(data, name))
    version = top.number("version")
    if version != WORDS_VERSION:
        top.refuse("version", f"{WORDS_VERSION}, the only one known here, not {version}")
    if top.number("sample_rate") != SAMPLE_RATE:
        top.refuse("sample_rate", f"{SAMPLE_RATE}")
    duration = top.number("duration")
    sentences = tuple(_sentence(fields, duration) for fields in top.rows("sentences"))
    words: list[PlacedWord] = []
    for fields in top.rows("words"):
        words.append(_word(fields, duration, sentences))
        if len(words) > 1 and words[-1].start < words[-2].start:
            fields.refuse("start", "no earlier than that of the word before it")
    return WordsFile(
        tuple(words),
        sentences,
        duration,
        top.text("language"),
        top.text("voice"),
        top.text("engine"),
    )


def _sentence(fields: _Fields, duration: int) -> PlacedSentence:
    start = fields.number("start", highest=duration)
    return PlacedSentence(
        fields.text("text"),
        start,
        fields.number("end", lowest=start, highest=duration),
        fields.number("paragraph") if fields.has("paragraph") else 0,
    )


def _word(fields: _Fields, duration: int, sentences: Sequence[PlacedSentence]) -> PlacedWord:
    start = fields.number("start", highest=duration)
    sentence = fields.number("sentence", highest=len(sentences) - 1)
    return PlacedWord(
        fields.text("text"),
        start,
        fields.number("end", lowest=start, highest=duration),
        fields.range("source"),
        sentence,
        sentences[sentence].paragraph,
        fields.flag("estimated"),
    )


def _loaded(data: bytes | str, name: str) -> object:
    text = _decoded(data, name) if isinstance(data, bytes) else data
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FileDamaged(name, f"line {error.lineno} is not JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise FileDamaged(name, "it is not JSON that can be read") from None


class _Fields:
    """An object of a JSON file whose values are checked as they are taken."""

    def __init__(self, name: str, path: str, value: object) -> None:
        if not isinstance(value, dict):
            raise FileDamaged(name, f"{path} should be an object")
        self._name, self._path, self._values = name, path, value

    def refuse(self, key: str, wanted: str) -> NoReturn:
        where = key if self._path == "the file" else f"{self._path}.{key}"
        found = "should be" if key in self._values else "is missing; it should be"
        raise FileDamaged(self._name, f"{where} {found} {wanted}")

    def has(self, key: str) -> bool:
        return key in self._values

    def number(self, key: str, lowest: int = 0, highest: int | None = None) -> int:
        value = self._values.get(key)
        if _whole(value) and lowest <= value and (highest is None or value <= highest):
            return value
        upto = "up" if highest is None else f"to {highest}"
        self.refuse(key, f"a whole number from {lowest} {upto}")

    def range(self, key: str) -> tuple[int, int]:
        value = self._values.get(key)
        if isinstance(value, list) and len(value) == 2 and all(map(_whole, value)):
            start, end = value
            if 0 <= start <= end:
                return start, end
        self.refuse(key, "two whole numbers, [from, to]")

    def text(self, key: str) -> str:
        value = self._values.get(key)
        if isinstance(value, str):
            return value
        self.refuse(key, "a text")

    def flag(self, key: str) -> bool:
        value = self._values.get(key)
        if isinstance(value, bool):
            return value
        self.refuse(key, "true or false")

    def rows(self, key: str) -> list[_Fields]:
        value = self._values.get(key)
        if isinstance(value, list):
            return [_Fields(self._name, f"{key}[{i}]", row) for i, row in enumerate(value)]
        self.refuse(key, "a list")


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
