"""A script into paragraphs and sentences, and again after an edit."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from studio.document import DEFAULT_VOICE, Document, Paragraph, Pause, Sentence
from studio.errors import PauseUnreadable
from studio.languages import language as language_of
from studio.script.characters import LINE_END, speakable, tidied
from studio.script.inline import PLAIN, unmarked
from studio.script.lines import plain_paragraphs
from studio.script.markdown import markdown_paragraphs
from studio.script.passage import Passage
from studio.script.pauses import LONGEST, SHORTEST, TagUnreadable, unbroken
from studio.script.sentences import sentence_starts


def read(
    source: str,
    *,
    markdown: bool = False,
    voice: str = DEFAULT_VOICE,
    speed: float = 1.0,
    language: str = "en-us",
    sentence_gap: int = 0,
    paragraph_gap: int = 9_600,
) -> Document:
    """The script as a document; without paragraphs if there is nothing to say in it.

    ``source`` is the script as decoded, whatever its line ends; the sentences' source maps lead
    back into it. Plain text is cleaned of light markup too (headings, emphasis, bullets, links).
    The gaps are in samples. Sentence ids are ``s1``, ``s2`` ...

    Raises LanguageUnknown, and PauseUnreadable for a pause tag that says no length from 0.05 to
    10 seconds.
    """
    language_of(language)
    try:
        found = _spoken_paragraphs(unbroken(tidied(source)), markdown, language)
    except TagUnreadable as error:
        line = sum(1 for _ in LINE_END.finditer(source, 0, error.offset)) + 1
        raise PauseUnreadable(error.tag, line, SHORTEST, LONGEST) from None
    ids = (f"s{number}" for number in range(1, sum(map(len, found)) + 1))
    paragraphs = tuple(
        Paragraph(
            tuple(
                Sentence(next(ids), p.text, voice, speed, language, p.source, p.pins, p.pauses)
                for p in passages
            )
        )
        for passages in found
    )
    return Document(paragraphs, sentence_gap, paragraph_gap)


def _spoken_paragraphs(script: Passage, markdown: bool, language: str) -> list[list[Passage]]:
    """The sentences of every paragraph that has some, each on one line with its pauses."""
    dialect = PLAIN
    if markdown:
        dialect, paragraphs = markdown_paragraphs(script, language)
    else:
        paragraphs = list(plain_paragraphs(script, language))
    spoken: list[list[Passage]] = []
    waiting: tuple[Pause, ...] = ()  # pauses before the first sentence of all
    for paragraph in paragraphs:
        pieces = [
            sentence
            for passage in paragraph
            for sentence in _sentences(unmarked(passage, dialect), language)
        ]
        sentences, left = _with_silent_joined(pieces)
        if sentences:
            sentences[0] = _only_pauses(waiting).followed_by(sentences[0])
            waiting = ()
            spoken.append(sentences)
        elif spoken:
            spoken[-1][-1] = spoken[-1][-1].followed_by(_only_pauses(left))
        else:
            waiting += left
    return spoken


def _sentences(passage: Passage, language: str) -> Iterator[Passage]:
    if passage.verbatim or not passage.text:
        yield passage
        return
    pins = ((pin.start, pin.end) for pin in passage.pins)
    yield from passage.split(sentence_starts(passage.text, language, pins))


def _with_silent_joined(pieces: Sequence[Passage]) -> tuple[list[Passage], tuple[Pause, ...]]:
    """The pieces of a paragraph, those with nothing to say joined to the one before (the first
    ones to the one after); if there is nothing to say in any, the pauses among them."""
    sentences: list[Passage] = []
    silent = _only_pauses(())
    for piece in pieces:
        if speakable(piece.text):
            sentences.append(silent.followed_by(piece))
            silent = _only_pauses(())
        elif sentences:
            sentences[-1] = sentences[-1].followed_by(piece)
        else:
            silent = silent.followed_by(piece)
    return sentences, silent.pauses


def _only_pauses(pauses: Sequence[Pause]) -> Passage:
    return Passage("", ()).with_pauses(Pause(0, pause.samples) for pause in pauses)


def reread(
    old: Document,
    source: str,
    *,
    markdown: bool = False,
    voice: str | None = None,
    speed: float | None = None,
    language: str | None = None,
) -> Document:
    """The script after an edit: sentences that are in ``old`` too keep their ids.

    Text, pins, pauses and source maps come from the script. Voice, speed and language stay those
    of the old sentence, or of the one that stood in a changed sentence's place, unless they are
    given: then they hold for all, and a sentence that had others is not unchanged. A sentence
    nothing has changed in is the same object. Gaps stay. Raises what ``read`` raises.
    """
    known = old.sentences
    spare = Sentence("", "") if not known else known[0]
    fresh = read(
        source,
        markdown=markdown,
        voice=spare.voice if voice is None else voice,
        speed=spare.speed if speed is None else speed,
        language=spare.language if language is None else language,
        sentence_gap=old.sentence_gap,
        paragraph_gap=old.paragraph_gap,
    )
    given = {"voice": voice, "speed": speed, "language": language}
    kept = [name for name, value in given.items() if value is None]
    sentences = iter(_matched(known, fresh.sentences, kept))
    old_paragraphs = {paragraph.sentences: paragraph for paragraph in old.paragraphs}
    paragraphs = []
    for paragraph in fresh.paragraphs:
        found = tuple(next(sentences) for _ in paragraph.sentences)
        paragraphs.append(old_paragraphs.get(found) or Paragraph(found))
    return replace(fresh, paragraphs=tuple(paragraphs))


def _matched(
    old: Sequence[Sentence], new: Sequence[Sentence], kept: Sequence[str]
) -> Iterator[Sentence]:
    compared = ["text", *(name for name in ("voice", "speed", "language") if name not in kept)]
    origins = _origins(*([_key(s, compared) for s in sentences] for sentences in (old, new)))
    number = max((int(s.id[1:]) for s in old if re.fullmatch("s[0-9]{1,18}", s.id)), default=0)
    models = _models(origins, len(old))
    for sentence, origin, model in zip(new, origins, models, strict=True):
        if model is not None:
            own = {name: getattr(old[model], name) for name in kept}
            sentence = replace(sentence, **own)
        if origin is None:
            number += 1
            yield replace(sentence, id=f"s{number}")
        else:
            sentence = replace(sentence, id=old[origin].id)
            yield old[origin] if sentence == old[origin] else sentence


def _key(sentence: Sentence, names: Sequence[str]) -> tuple[object, ...]:
    return tuple(getattr(sentence, name) for name in names)


def _origins(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[int | None]:
    """For each new value the index of the old one that it is: the same place in a run that was
    not touched, else the first spare one with this value (a sentence that was moved)."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    origins: list[int | None] = [None] * len(new)
    origins[:head] = range(head)
    origins[len(new) - tail :] = range(len(old) - tail, len(old))
    middle = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail])
    for a, b, size in middle.get_matching_blocks():
        origins[head + b : head + b + size] = range(head + a, head + a + size)
    used = set(origins)
    spare: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for i, value in enumerate(old):
        if i not in used:
            spare[value].append(i)
    for i, value in enumerate(new):
        if origins[i] is None and spare[value]:
            origins[i] = spare[value].popleft()
    return origins


def _common(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """How many values two sequences begin with in common."""
    pairs = enumerate(zip(a, b, strict=False))
    return next((i for i, (x, y) in pairs if x != y), min(len(a), len(b)))


def _models(origins: Sequence[int | None], old: int) -> list[int | None]:
    """For each new sentence the index of the old one that it takes voice and speed from: itself,
    else the one that stood in its place, else the one before, else the one after."""
    models = list(origins)
    start = 0
    while start < len(models):
        end = start
        while end < len(models) and models[end] is None:
            end += 1
        before = origins[start - 1] if start else -1
        after = origins[end] if end < len(models) else old
        before, after = -1 if before is None else before, old if after is None else after
        gone = after - before - 1
        for i in range(start, end):
            if gone > 0:
                models[i] = before + 1 + (i - start) * gone // (end - start)
            elif before >= 0 or after < old:
                models[i] = before if before >= 0 else after
        start = end + 1
    return models
