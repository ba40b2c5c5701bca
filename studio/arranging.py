"""The timeline, the captions and their findings of a narration that is being edited.

They are what `timeline.layout`, `cues.group` and `cues.findings` make of the document, but made
paragraph by paragraph: each is laid out as if it were alone, and then moved to its place. What was
made of a paragraph is kept with what it was made from, so that an edit costs little more than the
paragraph that it changed. That works because captions never span paragraphs; of what follows a
paragraph they only need to know when its first word is heard.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from studio import cues, edits, timeline
from studio.cues import Cue, Finding, Fix, Grouping, Profile
from studio.document import Document, Paragraph, Sentence
from studio.takes import Take, TakeInfo
from studio.timeline import Clip, PlacedSentence, PlacedWord, Timeline

T = TypeVar("T")

_Audio = Callable[[str], "Take | None"]
_MadeFrom = tuple[tuple[Sentence, ...], tuple["TakeInfo | None", ...], int]
_Captions = tuple[tuple[Cue, ...], tuple[Finding, ...]]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What was made of ``document``; ``places`` are indices of the timeline's sentences by id."""

    document: Document = field(default_factory=Document)
    timeline: Timeline = field(default_factory=lambda: Timeline((), (), (), 0))
    cues: tuple[Cue, ...] = ()
    findings: tuple[Finding, ...] = ()
    places: Mapping[str, int] = field(default_factory=dict)


class Arranger:
    """Arranges one document after another.

    ``takes`` gives a sentence's take as its engine made it, or an estimate of that, or None; the
    words that the author moved are put in here. ``audio``: as for `timeline.layout`.
    """

    def __init__(
        self, takes: Callable[[Sentence], TakeInfo | None], audio: _Audio | None = None
    ) -> None:
        self._takes, self._audio = takes, audio
        self._kept: dict[str, _Kept] = {}  # by the id of a paragraph's first sentence

    def arrange(self, document: Document) -> Arrangement:
        steps = self.steps(document)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                arrangement: Arrangement = end.value
                return arrangement

    def steps(self, document: Document) -> Generator[None, None, Arrangement]:
        """The same in small steps. They may be given up at any time; the next ones do not do
        again what was done."""
        profile = cues.find_profile(document.profile)
        grouping = cues.parse_grouping(document.grouping or str(profile.grouping))
        kept: list[_Kept] = []
        for paragraph in document.paragraphs:
            kept.append(self._keep(paragraph, document.sentence_gap))
            yield
        self._kept = {each.made_from[0][0].id: each for each in kept}
        whole = _Whole()
        for stretch in _stretches([each.block for each in kept], document.paragraph_gap):
            part, index = kept[stretch.paragraph], stretch.paragraph
            how = _How(grouping, profile, document.language, stretch.following, stretch.duration)
            place = _Place(stretch.begin, document.paragraphs[index].at, index, *whole.counts)
            part.captions(how)
            yield
            placed = part.timeline_at(place)
            yield
            whole.add(place.begin, placed, *part.captions_at(place, how))
            yield
        return whole.arrangement(document)

    def _keep(self, paragraph: Paragraph, gap: int) -> _Kept:
        sentences = paragraph.sentences
        made_from = (sentences, tuple(map(self._takes, sentences)), gap)
        kept = self._kept.get(sentences[0].id)
        if kept is None or kept.made_from != made_from:
            kept = self._kept[sentences[0].id] = _Kept(made_from, self._audio)
        return kept


# ── a paragraph ─────────────────────────────────────────────────────────────────────────────────


class _How(NamedTuple):
    """How captions of a paragraph are made. It begins at sample 0; ``following`` is when the next
    word is heard after it (None: no more words), ``duration`` where the narration ends then."""

    grouping: Grouping
    profile: Profile
    language: str
    following: int | None
    duration: int


class _Place(NamedTuple):
    """Where a paragraph stands: the sample at which it begins, its place in the script, its index,
    and how many words, sentences and cues come before it."""

    begin: int
    at: int
    paragraph: int
    words: int
    sentences: int
    cues: int


class _Last(Generic[T]):
    """A value with what it was made from; it is only made again from something else."""

    __slots__ = ("_made_from", "_value")

    def __init__(self) -> None:
        self._made_from: object = None
        self._value: T

    def get(self, made_from: object, make: Callable[[], T]) -> T:
        if self._made_from != made_from:
            self._value = make()
            self._made_from = made_from
        return self._value


class _Kept:
    """A paragraph laid out as if it were alone, from sample 0 and offset 0, with its captions;
    and the same at its place in the narration."""

    def __init__(self, made_from: _MadeFrom, audio: _Audio | None) -> None:
        self.made_from = made_from
        sentences, takes, gap = made_from
        infos = {
            sentence.id: take and edits.edited(sentence, take)
            for sentence, take in zip(sentences, takes, strict=True)
        }
        alone = Document((Paragraph(sentences),), sentence_gap=gap)
        self.block = timeline.layout(alone, lambda sentence: infos[sentence.id], audio)
        self._breaks, self._joins = edits.breaks_and_joins(alone, self.block)
        self._captions: _Last[_Captions] = _Last()
        self._timeline: _Last[Timeline] = _Last()
        self._cues: _Last[tuple[Cue, ...]] = _Last()
        self._findings: _Last[tuple[Finding, ...]] = _Last()

    def timeline_at(self, place: _Place) -> Timeline:
        where = (place.begin, place.at, place.paragraph, place.sentences)
        return self._timeline.get(where, lambda: _moved_timeline(self.block, place))

    def captions(self, how: _How) -> _Captions:
        return self._captions.get(how, lambda: self._grouped(how))

    def captions_at(self, place: _Place, how: _How) -> _Captions:
        found, findings = self.captions(how)
        moved = self._cues.get(
            (how, place.begin, place.words), lambda: tuple(_moved_cue(cue, place) for cue in found)
        )
        said = self._findings.get(
            (how, place.words, place.sentences, place.cues),
            lambda: tuple(_moved_finding(finding, place) for finding in findings),
        )
        return moved, said

    def _grouped(self, how: _How) -> _Captions:
        words = self.block.words
        if not words:
            return (), ()
        if how.following is not None:  # a word of another paragraph; its cue is left out again
            words = (*words, PlacedWord("x", how.following, how.following + 1, (-1, -1), -1, -1))
        found = cues.group(
            words,
            how.grouping,
            how.profile,
            duration=how.duration,
            language=how.language,
            breaks=self._breaks,
            joins=self._joins,
        )
        findings = cues.findings(found, words, how.profile, duration=how.duration)
        if how.following is not None:
            found = found[:-1]
        return found, tuple(finding for finding in findings if finding.cue < len(found))


# ── to its place ────────────────────────────────────────────────────────────────────────────────


def _moved_timeline(block: Timeline, place: _Place) -> Timeline:
    begin, at, paragraph, sentences = place.begin, place.at, place.paragraph, place.sentences
    return Timeline(
        tuple(
            PlacedWord(
                word.text,
                word.start + begin,
                word.end + begin,
                (word.source[0] + at, word.source[1] + at),
                word.sentence + sentences,
                paragraph,
                word.estimated,
            )
            for word in block.words
        ),
        tuple(
            PlacedSentence(each.text, each.start + begin, each.end + begin, paragraph, each.id)
            for each in block.sentences
        ),
        tuple(
            Clip(clip.key, clip.offset, clip.start + begin, clip.samples) for clip in block.clips
        ),
        block.duration + begin,
    )


def _moved_cue(cue: Cue, place: _Place) -> Cue:
    first, last = cue.words
    words = (first + place.words, last + place.words)
    return Cue(cue.start + place.begin, cue.end + place.begin, cue.lines, words)


def _moved_finding(finding: Finding, place: _Place) -> Finding:
    fixes = tuple(
        Fix(
            fix.kind,
            fix.at + (place.sentences if fix.kind == "slower" else place.words),
            fix.amount,
        )
        for fix in finding.fixes
    )
    return Finding(finding.kind, finding.cue + place.cues, finding.value, finding.limit, fixes)


# ── one after the other ─────────────────────────────────────────────────────────────────────────


class _Stretch(NamedTuple):
    """When the paragraph with an index begins; the rest as in _How."""

    paragraph: int
    begin: int
    following: int | None
    duration: int


def _stretches(blocks: Sequence[Timeline], gap: int) -> list[_Stretch]:
    """Where those of some paragraphs that have something to be heard fall."""
    heard = [index for index, block in enumerate(blocks) if block.sentences]
    begins: list[int] = []
    end = 0
    for index in heard:
        begins.append(end + (max(gap, 0) if begins else 0))
        end = begins[-1] + blocks[index].duration
    stretches = []
    following: int | None = None
    for index, begin in zip(reversed(heard), reversed(begins), strict=True):
        after = None if following is None else following - begin
        stretches.append(_Stretch(index, begin, after, end - begin if after is None else after + 1))
        if blocks[index].words:
            following = begin + blocks[index].words[0].start
    return stretches[::-1]


class _Whole:
    """The paragraphs put together so far."""

    def __init__(self) -> None:
        self._words: list[PlacedWord] = []
        self._sentences: list[PlacedSentence] = []
        self._clips: list[Clip] = []
        self._cues: list[Cue] = []
        self._findings: list[Finding] = []
        self._end = 0

    @property
    def counts(self) -> tuple[int, int, int]:
        return len(self._words), len(self._sentences), len(self._cues)

    def add(
        self, begin: int, part: Timeline, found: Sequence[Cue], findings: Sequence[Finding]
    ) -> None:
        self._add_clips((Clip(None, 0, self._end, begin - self._end), *part.clips))
        self._words += part.words
        self._sentences += part.sentences
        self._cues += found
        self._findings += findings
        self._end = part.duration

    def _add_clips(self, clips: Sequence[Clip]) -> None:
        """Silences that follow each other are one."""
        for clip in clips[:2]:
            if clip.key is None and self._clips and self._clips[-1].key is None:
                before = self._clips.pop()
                clip = Clip(None, 0, before.start, before.samples + clip.samples)
            if clip.samples:
                self._clips.append(clip)
        self._clips += clips[2:]

    def arrangement(self, document: Document) -> Arrangement:
        return Arrangement(
            document,
            Timeline(tuple(self._words), tuple(self._sentences), tuple(self._clips), self._end),
            tuple(self._cues),
            tuple(self._findings),
            {sentence.id: index for index, sentence in enumerate(self._sentences)},
        )
