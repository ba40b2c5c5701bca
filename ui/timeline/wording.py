"""What the timeline says: of words, pauses and captions. Times as a person would read them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from studio.document import SAMPLE_RATE
from ui.timeline.axis import clock
from ui.timeline.content import Content


def tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Timeline", text, None, count)


def exact(sample: int) -> str:
    """A time to 10 ms: 3.42, and from a minute on 1:03.42."""
    seconds = sample / SAMPLE_RATE
    return f"{seconds:.2f}" if round(seconds, 2) < 60 else clock(seconds, 2)


def length(samples: int) -> str:
    return tr("{seconds} s").format(seconds=f"{samples / SAMPLE_RATE:.1f}")


def word(content: Content, index: int) -> str:
    """word 12, harbour, 3.42 to 3.88"""
    found = content.word(index)
    start, end = int(content.words.starts[index]), int(content.words.ends[index])
    said = tr("word {number}, {text}, {start} to {end}").format(
        number=index + 1, text=found.text, start=exact(start), end=exact(end)
    )
    return tr("{word}, estimated").format(word=said) if found.estimated else said


def word_tip(content: Content, index: int) -> str:
    found = content.word(index)
    start, end = int(content.words.starts[index]), int(content.words.ends[index])
    times = tr("{start} to {end} s").format(start=exact(start), end=exact(end))
    kind = tr(" (estimated)") if found.estimated else ""
    return f"{found.text}  {times}{kind}"


def caption_tip(content: Content, index: int) -> list[str]:
    """A caption's lines, its times, and what is wrong with it."""
    cue = content.cues[index]
    times = tr("{start} to {end} s").format(start=exact(cue.start), end=exact(cue.end))
    return [*cue.lines, times, *(f"• {line}" for line in findings(content, index))]


def selection(content: Content, first: int, last: int) -> str:
    return tr("{count} words, {first} to {last}, {start} to {end}").format(
        count=last - first + 1,
        first=content.word(first).text,
        last=content.word(last).text,
        start=exact(int(content.words.starts[first])),
        end=exact(int(content.words.ends[last])),
    )


def sentence_state(state: str) -> str:
    """What stands in the place of sound that is not there."""
    if state == "rendering":
        return tr("rendering …")
    return tr("✕ failed") if state == "failed" else tr("to render")


def findings(content: Content, cue: int) -> list[str]:
    """What is wrong with a caption, a line for each."""
    return [_finding(each.kind, each.value, each.limit) for each in content.found.get(cue, ())]


def _finding(kind: str, value: float, limit: float) -> str:
    if kind == "too fast":
        return tr("{value} characters a second; {limit} can be read").format(
            value=f"{value:.0f}", limit=f"{limit:.0f}"
        )
    if kind == "line too long":
        return tr("a line of {value} characters; {limit} fit").format(
            value=f"{value:.0f}", limit=f"{limit:.0f}"
        )
    if kind == "hidden text":
        return tr("some players hide what stands in < > or { }")
    named = {
        "too short": tr("seen for {value} s; {limit} s is the least"),
        "too long": tr("seen for {value} s; {limit} s is the most"),
        "gap": tr("{value} s before the next caption; {limit} s is the least"),
        "overlap": tr("{value} s over the next caption"),
    }
    return named.get(kind, kind).format(
        value=f"{value / SAMPLE_RATE:.2f}", limit=f"{limit / SAMPLE_RATE:.2f}"
    )
