"""Pauses set by hand. The script says where they are, so it is the script that is changed: the
tags in the gap between two words are found or a new one is put there, and what comes out is read
again and compared with what was wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from studio.document import SAMPLE_RATE, Document, Paragraph, Pause, Sentence
from studio.edits.scripting import retype
from studio.errors import LengthOutOfRange, OffsetOutOfRange, PauseImpossible, SentenceUnknown
from studio.script.pauses import LONGEST, PAUSE_TAG, SHORTEST, pause_samples

_SPEAKABLE = re.compile(r"[^\W_]")

Edit = tuple[int, int, str]  # script[start:end] becomes the string
SetPause = tuple[str, int, int]  # a sentence's id, the offset in its text, samples


def set_pause(document: Document, sentence: str, at: int, samples: int) -> Document:
    """A pause of so many samples (0: none) before offset ``at`` of a sentence's text (its length:
    after the sentence), in the script, too.

    A pause before a sentence is one after the sentence before it, except in the first of a
    paragraph. Raises SentenceUnknown, OffsetOutOfRange, LengthOutOfRange, and PauseImpossible
    where a pause tag would change more than the pause.
    """
    change = _change(document, _places(document), (sentence, at, samples))
    seconds = samples / SAMPLE_RATE
    if samples and not SHORTEST <= seconds <= LONGEST:
        raise LengthOutOfRange("pause", seconds, SHORTEST, LONGEST)
    if samples == change.present:
        return document
    changed = _one_way_or_another(document, change)
    if changed is document:
        raise PauseImpossible(change.gap.sentence.text, change.gap.at)
    return changed


def set_pauses(document: Document, pauses: Sequence[SetPause]) -> Document:
    """Many pauses, in the order of the narration and no two of them in one place. They may be
    longer than one tag can say; those that are impossible stay as they are.

    Raises SentenceUnknown, OffsetOutOfRange.
    """
    places = _places(document)
    changes = [_change(document, places, pause) for pause in pauses]
    changes = [change for change in changes if change.samples != change.present]
    if not changes:
        return document
    edits = [edit for change in changes for edit in next(change.ways(document.source), [])]
    wanted: dict[str, Sentence] = {}
    for change in changes:
        found = change.gap.sentence
        wanted[found.id] = change.of(wanted.get(found.id, found))
    changed = retype(document, _edited(document.source, sorted(edits)))
    if _is_all_that_changed(document, changed, wanted):
        return changed
    if len(changes) == 1:
        return _one_way_or_another(document, changes[0])
    middle = len(pauses) // 2
    return set_pauses(set_pauses(document, pauses[:middle]), pauses[middle:])


def _one_way_or_another(document: Document, change: _Change) -> Document:
    """The document with a change, or the same one if there is no way."""
    wanted = {change.gap.sentence.id: change.of(change.gap.sentence)}
    for edits in change.ways(document.source):
        changed = retype(document, _edited(document.source, edits))
        if _is_all_that_changed(document, changed, wanted):
            return changed
    return document


def _tags(samples: int) -> str:
    """As many tags as it takes, each of a length that can be read."""
    longest = round(LONGEST * SAMPLE_RATE)
    count = max(-(-samples // longest), 0)
    lengths = [longest] * (count - 1) + [samples - longest * (count - 1)] if count else []
    if count > 1 and lengths[-1] < SHORTEST * SAMPLE_RATE:
        lengths[-2:] = [longest // 2, longest // 2 + lengths[-1]]
    return " ".join(f"[pause {_decimal(each / SAMPLE_RATE)}s]" for each in lengths)


def _decimal(seconds: float) -> str:
    return f"{seconds:.6f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class _Gap:
    """A place in a sentence where a pause may be; its tags stand in script[start:end], where
    nothing is to say."""

    paragraph: Paragraph
    sentence: Sentence
    at: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Change:
    """A pause that lasts ``present`` samples and is to last ``samples``."""

    gap: _Gap
    present: int
    samples: int

    def of(self, sentence: Sentence) -> Sentence:
        """The sentence with the pause that is wanted."""
        pauses = [pause for pause in sentence.pauses if pause.at != self.gap.at]
        if self.samples:
            pauses.append(Pause(self.gap.at, self.samples))
        return replace(sentence, pauses=tuple(sorted(pauses, key=lambda pause: pause.at)))

    def ways(self, script: str) -> Iterator[list[Edit]]:
        """Ways to do it as edits of the script, the best first."""
        tag = _tags(self.samples)
        if self.present:
            return _changed_tags(script, self.gap, self.present, tag)
        return _new_tag(script, self.gap, tag)


def _change(document: Document, places: _Places, pause: SetPause) -> _Change:
    sentence, at, samples = pause
    gap = _gap(document, places, sentence, at)
    present = sum(pause.samples for pause in gap.sentence.pauses if pause.at == gap.at)
    return _Change(gap, present, samples)


@dataclass(frozen=True, slots=True)
class _Places:
    """The sentences in order, each with its paragraph, and their indices by id."""

    all: Sequence[tuple[Paragraph, Sentence]]
    by_id: Mapping[str, int]


def _places(document: Document) -> _Places:
    places = [
        (paragraph, each) for paragraph in document.paragraphs for each in paragraph.sentences
    ]
    return _Places(places, {each.id: index for index, (_, each) in enumerate(places)})


def _gap(document: Document, known: _Places, sentence: str, at: int) -> _Gap:
    places, index = known.all, known.by_id.get(sentence)
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


def _is_all_that_changed(old: Document, new: Document, wanted: Mapping[str, Sentence]) -> bool:
    """Whether the sentences are the same, but for their places in the script, with those that are
    ``wanted`` instead of the ones of their ids."""
    if len(old.paragraphs) != len(new.paragraphs):
        return False
    for before, after in zip(old.paragraphs, new.paragraphs, strict=True):
        if len(before.sentences) != len(after.sentences):
            return False
        for a, b in zip(before.sentences, after.sentences, strict=True):
            expected = wanted.get(a.id, a)
            if b is not expected and replace(b, source=expected.source) != expected:
                return False
    return True
