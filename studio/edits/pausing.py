"""Pauses set by hand. The script says where they are, so it is the script that is changed: the
tags in the gap between two words are found or a new one is put there, and what comes out is read
again and compared with what was wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from studio.document import SAMPLE_RATE, Document, Paragraph, Pause, Sentence
from studio.edits.scripting import retype
from studio.errors import LengthOutOfRange, OffsetOutOfRange, PauseImpossible, SentenceUnknown
from studio.script.pauses import LONGEST, PAUSE_TAG, SHORTEST, pause_samples

_SPEAKABLE = re.compile(r"[^\W_]")

Edit = tuple[int, int, str]  # script[start:end] becomes the string


def set_pause(document: Document, sentence: str, at: int, samples: int) -> Document:
    """A pause of so many samples (0: none) before offset ``at`` of a sentence's text (its length:
    after the sentence), in the script, too.

    A pause before a sentence is one after the sentence before it, except in the first of a
    paragraph. Raises SentenceUnknown, OffsetOutOfRange, LengthOutOfRange, and PauseImpossible
    where a pause tag would change more than the pause.
    """
    gap = _gap(document, sentence, at)
    seconds = samples / SAMPLE_RATE
    if samples and not SHORTEST <= seconds <= LONGEST:
        raise LengthOutOfRange("pause", seconds, SHORTEST, LONGEST)
    found = gap.sentence
    present = sum(pause.samples for pause in found.pauses if pause.at == gap.at)
    if samples == present:
        return document
    pauses = [pause for pause in found.pauses if pause.at != gap.at]
    if samples:
        pauses.append(Pause(gap.at, samples))
    wanted = replace(found, pauses=tuple(sorted(pauses, key=lambda pause: pause.at)))
    tag = f"[pause {seconds:.6f}".rstrip("0").rstrip(".") + "s]" if samples else ""
    for edits in _ways(document.source, gap, present, tag):
        changed = retype(document, _edited(document.source, edits))
        if _is_all_that_changed(document, changed, wanted):
            return changed
    raise PauseImpossible(found.text, gap.at)


@dataclass(frozen=True, slots=True)
class _Gap:
    """A place in a sentence where a pause may be; its tags stand in script[start:end], where
    nothing is to say."""

    paragraph: Paragraph
    sentence: Sentence
    at: int
    start: int
    end: int


def _gap(document: Document, sentence: str, at: int) -> _Gap:
    places = [
        (paragraph, each) for paragraph in document.paragraphs for each in paragraph.sentences
    ]
    index = next((i for i, (_, each) in enumerate(places) if each.id == sentence), None)
    if index is None:
        raise SentenceUnknown(sentence)
    paragraph, found = places[index]
    if not 0 <= at <= len(found.text):
        raise OffsetOutOfRange(at, found.text)
    if at == 0 and found is not paragraph.sentences[0]:
        index -= 1
        found = places[index][1]
        at = len(found.text)
    while found.text[at : at + 1].isspace():
        at += 1
    start, end = 0, len(document.source)
    if spoken := [*_SPEAKABLE.finditer(found.text, 0, at)]:
        start = paragraph.span(found, *spoken[-1].span())[1]
    elif index > 0:
        start = _last_spoken(*places[index - 1])
    if first := _SPEAKABLE.search(found.text, at):
        end = paragraph.span(found, *first.span())[0]
    elif index + 1 < len(places):
        end = _first_spoken(*places[index + 1])
    return _Gap(paragraph, found, at, start, end)


def _first_spoken(paragraph: Paragraph, sentence: Sentence) -> int:
    found = [match.span() for match in _SPEAKABLE.finditer(sentence.text)]
    return paragraph.span(sentence, *(found or [(0, 1)])[0])[0]


def _last_spoken(paragraph: Paragraph, sentence: Sentence) -> int:
    """Where in the script the last letter or digit of a sentence ends."""
    found = [match.span() for match in _SPEAKABLE.finditer(sentence.text)]
    return paragraph.span(sentence, *(found or [(0, 1)])[-1])[1]


def _ways(script: str, gap: _Gap, present: int, tag: str) -> Iterator[list[Edit]]:
    """Ways to make a pause of ``present`` samples what ``tag`` says, as edits of the script."""
    if present:
        return _changed_tags(script, gap, present, tag)
    return _new_tag(script, gap, tag)


def _new_tag(script: str, gap: _Gap, tag: str) -> Iterator[list[Edit]]:
    """Ways to put a tag into a gap, the best first."""
    text = gap.sentence.text
    if gap.at < len(text):
        here = gap.paragraph.span(gap.sentence, gap.at, gap.at + 1)[0]
        line = script.rfind("\n", 0, here) + 1
        spots = [(here, tag + " "), (line, tag + " ") if gap.at == 0 else (here, tag)]
        if gap.at:
            spots.insert(1, (len(script[:here].rstrip()), " " + tag))
    else:
        here = gap.paragraph.span(gap.sentence, len(text) - 1, len(text))[1]
        line = script.find("\n", here)
        spots = [(here, " " + tag), (here, tag), (line if line >= 0 else len(script), " " + tag)]
    for spot, inserted in spots:
        yield [(spot, spot, inserted)]


def _changed_tags(script: str, gap: _Gap, present: int, tag: str) -> Iterator[list[Edit]]:
    """Ways to change (or, with an empty tag, to remove) the tags that make up a pause of
    ``present`` samples. In a gap between paragraphs there may be others."""
    found = [
        (match.span(), samples)
        for match in PAUSE_TAG.finditer(script, gap.start, gap.end)
        if (samples := pause_samples(match.group())) is not None
    ]
    for first in range(len(found)):
        for last in range(len(found), first, -1):
            if sum(samples for _, samples in found[first:last]) == present:
                spans = [span for span, _ in found[first:last]]
                if tag:
                    yield [(*spans[0], tag), *(_removal(script, *span) for span in spans[1:])]
                else:
                    yield [_removal(script, *span) for span in spans]
                    yield [(start - script[:start].endswith(" "), end, "") for start, end in spans]
                    yield [(*span, " ") for span in spans]


def _removal(script: str, start: int, end: int) -> Edit:
    """Takes a tag out, with one of the blanks around it, or with its line."""
    before, after = script[:start][-1:], script[end : end + 1]
    if before in ("", "\n") and after == "\n":
        return start, end + 1, ""
    if before in ("", "\n", " ") and after == " ":
        return start, end + 1, ""
    if before == " " and after in ("", "\n"):
        return start - 1, end, ""
    return start, end, ""


def _edited(script: str, edits: Sequence[Edit]) -> str:
    for start, end, replacement in reversed(edits):
        script = script[:start] + replacement + script[end:]
    return script


def _is_all_that_changed(old: Document, new: Document, wanted: Sentence) -> bool:
    """Whether the sentences are the same, but for their places in the script, with ``wanted``
    instead of the one of its id."""
    if len(old.paragraphs) != len(new.paragraphs):
        return False
    for before, after in zip(old.paragraphs, new.paragraphs, strict=True):
        if len(before.sentences) != len(after.sentences):
            return False
        for a, b in zip(before.sentences, after.sentences, strict=True):
            expected = wanted if a.id == wanted.id else a
            if b is not expected and replace(b, source=expected.source) != expected:
                return False
    return True
