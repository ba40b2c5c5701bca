"""What holds for cues of any words: nothing lost, in order, within the limits or reported."""

import time
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.cues import LINES, PROFILES, Grouping, divide, findings, group, line_words
from studio.languages import LANGUAGES
from studio.phrasing import width
from studio.timeline import PlacedWord

TEXTS = st.one_of(
    st.sampled_from(
        [
            "the",
            "and",
            "to",
            "Mr.",
            "Bell",
            "20",
            "km",
            "I",
            "U.K.",
            "etc.",
            "“Stop,”",
            "worked—",
            "Wait…",
            "home.",
            "what?",
            "¿qué",
            "昨日、",
            "東京",
            "है",
            "में",
            "3.",
            "14",
            "🎉",
        ]
    ),
    st.text(
        st.characters(exclude_categories=("Cc", "Cs", "Zs", "Zl", "Zp", "Cn")),
        min_size=1,
        max_size=50,
    ).filter(lambda text: text == text.strip()),
)


@st.composite
def narrations(draw):
    """Words in order of time, with pauses, in sentences and paragraphs; and the length of all."""
    words, at, clock, sentence, paragraph = [], 0, draw(st.integers(0, 9_000)), 0, 0
    for _ in range(draw(st.integers(0, 60))):
        text = draw(TEXTS)
        end = clock + draw(st.integers(1, 40_000))
        words.append(PlacedWord(text, clock, end, (at, at + len(text)), sentence, paragraph))
        at += len(text) + draw(st.integers(0, 1))
        clock = end + draw(st.sampled_from([0, 0, 0, 1, 600, 5_000, 16_799, 16_800, 40_000]))
        if draw(st.integers(0, 9)) == 0:
            sentence += 1
            paragraph += draw(st.integers(0, 1))
    return words, clock + draw(st.integers(0, 9_000))


GROUPINGS = st.one_of(
    st.integers(1, 12).map(lambda size: Grouping("words", size)),
    st.integers(1, 15).map(lambda size: Grouping("phrases", size)),
    st.just(LINES),
)
CHOICES = {
    "grouping": GROUPINGS,
    "profile": st.sampled_from(list(PROFILES.values())),
    "language": st.sampled_from(list(LANGUAGES)),
}
OVERRIDES = st.sets(st.integers(0, 60), max_size=6)


def joined(words):
    text = words[0].text
    for before, word in pairwise(words):
        text += ("" if before.source[1] == word.source[0] else " ") + word.text
    return text


def must_part(before, word):
    return before.paragraph != word.paragraph or word.start - before.end >= 16_800


@settings(deadline=None)
@given(made=narrations(), **CHOICES, breaks=OVERRIDES, joins=OVERRIDES)
def test_every_word_is_in_one_cue_in_order(made, grouping, profile, language, breaks, joins):
    words, duration = made
    cues = group(
        words, grouping, profile, duration=duration, language=language, breaks=breaks, joins=joins
    )
    assert [i for cue in cues for i in range(*cue.words)] == list(range(len(words)))
    starts = {cue.words[0] for cue in cues}
    assert {i for i in breaks if 0 < i < len(words)} <= starts
    for i in range(1, len(words)):
        if must_part(words[i - 1], words[i]):
            assert i in starts
        elif i in joins and i not in breaks:
            assert i not in starts


@settings(deadline=None)
@given(made=narrations(), **CHOICES)
def test_cues_show_their_words(made, grouping, profile, language):
    words, duration = made
    for cue in group(words, grouping, profile, duration=duration, language=language):
        spans = line_words(cue, words)
        assert spans is not None
        assert 1 <= len(cue.lines) <= profile.lines
        assert spans[0][0] == cue.words[0]
        assert spans[-1][1] == cue.words[1]
        for line, (a, b) in zip(cue.lines, spans, strict=True):
            assert line == joined(words[a:b])


@settings(deadline=None)
@given(made=narrations(), **CHOICES)
def test_times_are_in_order(made, grouping, profile, language):
    words, duration = made
    plain = divide(words, grouping, profile, language=language)
    cues = group(words, grouping, profile, duration=duration, language=language)
    for cue in plain:
        assert (cue.start, cue.end) == (words[cue.words[0]].start, words[cue.words[1] - 1].end)
    for cue in cues:
        assert cue.start == words[cue.words[0]].start
        assert words[cue.words[1] - 1].end - profile.trim <= cue.end <= duration
        if profile.linger is not None:
            assert cue.end <= words[cue.words[1] - 1].end + profile.linger + profile.chain
    for cue, following in pairwise(cues):
        assert cue.end <= following.start


@settings(deadline=None)
@given(made=narrations(), **CHOICES)
def test_limits_are_kept_or_reported(made, grouping, profile, language):
    words, duration = made
    cues = group(words, grouping, profile, duration=duration, language=language)
    reported = {(f.kind, f.cue) for f in findings(cues, words, profile, duration=duration)}
    for i, cue in enumerate(cues):
        a, b = cue.words
        if grouping.kind != "lines":
            assert b - a <= grouping.size
        if grouping.kind != "words" and b - a > 1:
            assert all(width(line) <= profile.characters for line in cue.lines)
            assert cue.end - cue.start <= profile.longest
        length = cue.end - cue.start
        broken = {
            "too short": length < profile.shortest,
            "too long": length > profile.longest,
            "too fast": sum(map(width, cue.lines)) * 24_000 > profile.speed * length,
            "line too long": max(map(width, cue.lines)) > profile.characters,
            "gap": i + 1 < len(cues) and cues[i + 1].start - cue.end < profile.gap,
        }
        for kind, is_broken in broken.items():
            assert ((kind, i) in reported) == is_broken, kind


@settings(max_examples=60, deadline=None)
@given(made=narrations(), **CHOICES, breaks=OVERRIDES, joins=OVERRIDES)
def test_a_paragraph_alone_has_the_cues_that_it_has_among_others(
    made, grouping, profile, language, breaks, joins
):
    """Of what comes after it only the start of the next word counts."""
    words, duration = made
    whole = group(
        words, grouping, profile, duration=duration, language=language, breaks=breaks, joins=joins
    )
    for paragraph in {word.paragraph for word in words}:
        a = next(i for i, word in enumerate(words) if word.paragraph == paragraph)
        b = next((i for i in range(a, len(words)) if words[i].paragraph > paragraph), len(words))
        next_one = [PlacedWord("x", word.start, word.end, (-1, -1), -1, -1) for word in words[b:]]
        alone = group(
            [*words[a:b], *next_one[:1]],
            grouping,
            profile,
            duration=duration,
            language=language,
            breaks={i - a for i in breaks},
            joins={i - a for i in joins},
        )
        moved = [replace(cue, words=(cue.words[0] + a, cue.words[1] + a)) for cue in alone]
        assert [cue for cue in whole if a <= cue.words[0] < b] == moved[
            : len(moved) - (b < len(words))
        ]


@settings(max_examples=40, deadline=None)
@given(narrations(), GROUPINGS)
def test_words_out_of_all_order_break_nothing(made, grouping):
    words, duration = made
    tangled = [replace(word, start=word.end, end=word.start) for word in words[::-1]]
    for profile in PROFILES.values():
        cues = group(tangled, grouping, profile, duration=duration)
        assert [i for cue in cues for i in range(*cue.words)] == list(range(len(words)))
        findings(cues, tangled, profile)


TEXT = (
    "the old man went down to the harbour, and nobody who lived in town had seen him since. "
    "“Wait,” said Mr. Bell; it was 7:45 and the small grey boat had gone past the stone wall. "
)


@pytest.mark.parametrize(
    ("grouping", "profile"), [("words", "shorts"), ("phrases", "narration"), ("lines", "broadcast")]
)
def test_ten_thousand_words_are_grouped_at_once(grouping, profile):
    texts = TEXT.split()
    words = [
        PlacedWord(
            texts[i % len(texts)],
            i * 6_000,
            i * 6_000 + 6_000,
            (i * 9, i * 9 + 8),
            i // 18,
            i // 900,
        )
        for i in range(10_000)
    ]
    sizes = {"words": 4, "phrases": 6, "lines": 0}
    took = []
    for _ in range(3):
        started = time.process_time()
        group(words, Grouping(grouping, sizes[grouping]), PROFILES[profile], duration=60_000_000)
        took.append(time.process_time() - started)
    assert min(took) < 0.4


@settings(deadline=None)
@given(st.sampled_from(list(PROFILES.values())))
def test_one_endless_phrase_is_divided_in_linear_time(profile):
    words = [
        PlacedWord("word", i * 6_000, i * 6_000 + 6_000, (i * 5, i * 5 + 4)) for i in range(10_000)
    ]
    started = time.process_time()
    group(words, Grouping("phrases", 1_000_000), profile, duration=60_000_000)
    assert time.process_time() - started < 1
