"""When cues come and go under a profile, and what is found wrong with them."""

from dataclasses import replace

from studio.cues import (
    LINES,
    PHRASES,
    PROFILES,
    Cue,
    Finding,
    Fix,
    Grouping,
    findings,
    group,
)
from studio.timeline import PlacedWord

NARRATION, SHORTS, BROADCAST = PROFILES["narration"], PROFILES["shorts"], PROFILES["broadcast"]


def timed(*rows, paragraphs=None):
    """Words from (text, start, end) in samples; a new sentence after each full stop."""
    words, at, sentence = [], 0, 0
    for i, (text, start, end) in enumerate(rows):
        paragraph = paragraphs[i] if paragraphs else 0
        words.append(PlacedWord(text, start, end, (at, at + len(text)), sentence, paragraph))
        at += len(text) + 1
        sentence += text.endswith(".")
    return words


def times(words, grouping, profile, duration, **overrides):
    cues = group(words, grouping, profile, duration=duration, **overrides)
    return [(cue.text, cue.start, cue.end) for cue in cues]


# ── how long cues last ──────────────────────────────────────────────────────────────────────────


def test_a_short_gap_is_closed_to_two_frames():
    words = timed(
        ("He", 1_000, 12_000),
        ("stayed,", 12_000, 24_000),
        ("we", 35_999, 47_000),
        ("slept.", 47_000, 60_000),
    )
    assert times(words, PHRASES, NARRATION, 60_000) == [
        ("He stayed,", 1_000, 33_999),
        ("we slept.", 35_999, 60_000),
    ]


def test_a_gap_of_half_a_second_stays():
    words = timed(
        ("He", 1_000, 12_000),
        ("stayed,", 12_000, 24_000),
        ("we", 36_000, 47_000),
        ("slept.", 47_000, 60_000),
    )
    assert times(words, PHRASES, NARRATION, 60_000)[0] == ("He stayed,", 1_000, 24_000)


def test_a_short_cue_lasts_into_the_pause_but_no_more_than_it_needs():
    words = timed(("Yes.", 0, 9_000), ("We", 60_000, 70_000), ("know.", 70_000, 84_000))
    assert times(words, PHRASES, NARRATION, 90_000) == [
        ("Yes.", 0, 19_200),
        ("We know.", 60_000, 84_000),
    ]


def test_a_cue_lasts_half_a_second_past_its_speech_at_most():
    words = timed(("Yes.", 0, 2_400), ("We", 60_000, 70_000), ("know.", 70_000, 84_000))
    assert times(words, PHRASES, NARRATION, 90_000)[0] == ("Yes.", 0, 14_400)


def test_a_cue_that_lingers_is_held_rather_than_leave_a_short_gap():
    words = timed(("Yes.", 0, 2_400), ("We", 26_399, 40_000), ("know.", 40_000, 60_000))
    for profile in (NARRATION, BROADCAST):
        for grouping in (PHRASES, LINES):
            assert times(words, grouping, profile, 60_000)[0] == ("Yes.", 0, 24_399)
    words = timed(("Yes.", 0, 2_400), ("We", 26_400, 40_000), ("know.", 40_000, 60_000))
    assert times(words, PHRASES, NARRATION, 60_000)[0] == ("Yes.", 0, 14_400)


def test_a_fast_cue_lasts_until_it_can_be_read():
    words = timed(
        ("Extraordinarily", 0, 9_000), ("unconvincing.", 9_000, 24_000), ("Yes", 72_000, 96_000)
    )
    # 29 characters at 20 a second are 1.45 s
    assert times(words, PHRASES, NARRATION, 96_000)[0] == (
        "Extraordinarily unconvincing.",
        0,
        34_800,
    )


def test_the_last_cue_lasts_no_longer_than_the_narration():
    words = timed(("Hi.", 9_000, 15_000))
    assert times(words, PHRASES, NARRATION, 24_000) == [("Hi.", 9_000, 24_000)]
    assert times(words, PHRASES, NARRATION, 99_000) == [("Hi.", 9_000, 27_000)]
    assert times(words, PHRASES, SHORTS, 99_000) == [("Hi.", 9_000, 99_000)]
    assert times(words, PHRASES, SHORTS, 299_000) == [("Hi.", 9_000, 129_000)]


def test_shorts_hold_to_the_next_cue():
    words = timed(*((f"w{i}", 9_000 * i, 9_000 * i + 6_000) for i in range(6)))
    assert times(words, Grouping("words", 4), SHORTS, 60_000) == [
        ("w0 w1 w2 w3", 0, 36_000),
        ("w4 w5", 36_000, 60_000),
    ]


def test_a_cue_never_lasts_longer_than_the_longest_by_holding():
    words = timed(("One", 0, 24_000), ("two", 400_000, 424_000))
    assert times(words, Grouping("words", 4), SHORTS, 424_000)[0] == ("One", 0, 120_000)


def test_speech_is_not_cut_unless_the_profile_trims():
    words = timed(
        ("He", 0, 12_000),
        ("stayed,", 12_000, 36_000),
        ("we", 36_500, 48_000),
        ("slept.", 48_000, 72_000),
    )
    patient = replace(NARRATION, trim=0)
    cues = group(words, PHRASES, patient, duration=72_000)
    assert [(cue.start, cue.end) for cue in cues] == [(0, 36_000), (36_500, 72_000)]
    assert [f.kind for f in findings(cues, words, patient)] == ["gap"]
    cues = group(words, PHRASES, NARRATION, duration=72_000)
    assert [(cue.start, cue.end) for cue in cues] == [(0, 34_500), (36_500, 72_000)]
    assert findings(cues, words, NARRATION) == ()


def test_words_that_overlap_end_sooner():
    words = timed(("A", 0, 28_800), ("B", 24_000, 48_000), ("C", 48_000, 60_000))
    assert times(words, Grouping("words", 1), SHORTS, 60_000) == [
        ("A", 0, 24_000),
        ("B", 24_000, 48_000),
        ("C", 48_000, 60_000),
    ]


# ── short cues find company ─────────────────────────────────────────────────────────────────────


def test_a_cue_too_short_joins_the_neighbour_it_belongs_to():
    words = timed(
        ("We", 0, 12_000),
        ("waited.", 12_000, 30_000),
        ("Then,", 32_000, 44_000),
        ("she", 46_000, 54_000),
        ("left.", 54_000, 72_000),
    )
    assert times(words, PHRASES, NARRATION, 80_000) == [
        ("We waited.", 0, 30_000),
        ("Then, she left.", 32_000, 72_000),
    ]


def test_a_cue_too_short_stays_when_the_limits_allow_no_company():
    words = timed(
        ("We", 0, 12_000),
        ("waited.", 12_000, 30_000),
        ("Then,", 32_000, 44_000),
        ("she", 46_000, 54_000),
        ("left.", 54_000, 72_000),
    )
    assert [text for text, *_ in times(words, Grouping("phrases", 2), NARRATION, 80_000)] == [
        "We waited.",
        "Then,",
        "she left.",
    ]
    narrow = replace(NARRATION, characters=11)
    assert [text for text, *_ in times(words, PHRASES, narrow, 80_000)] == [
        "We waited.",
        "Then,",
        "she left.",
    ]


def test_a_long_phrase_is_divided_so_that_no_part_is_too_short():
    times_of = [0, 3, 6, 9, 12, 15, 18, 27, 36, 45]  # tenths of 24 000 samples: fast, then slow
    texts = ["and", "so", "they", "ran", "back", "towards", "harbours", "yesterday", "evening"]
    words = timed(
        *(
            (text, start * 2_400, end * 2_400)
            for text, start, end in zip(texts, times_of, times_of[1:], strict=False)
        )
    )
    cues = group(words, PHRASES, NARRATION, duration=108_000)
    assert [cue.text for cue in cues] == [
        "and so they ran back",
        "towards harbours yesterday evening",
    ]
    assert findings(cues, words, NARRATION) == ()


def test_words_are_borrowed_over_a_comma_when_nothing_else_is_long_enough():
    texts = ["In", "town,", "an", "old", "blind", "teacher", "waited", "beside", "the", "church."]
    words = timed(*((text, 7_000 * i, 7_000 * i + 7_000) for i, text in enumerate(texts)))
    cues = group(words, PHRASES, NARRATION, duration=70_000)
    assert [cue.text for cue in cues] == [
        "In town, an old blind teacher",
        "waited beside the church.",
    ]
    slow = timed(*((text, 12_000 * i, 12_000 * i + 12_000) for i, text in enumerate(texts)))
    cues = group(slow, PHRASES, NARRATION, duration=120_000)
    assert [cue.text for cue in cues] == [
        "In town,",
        "an old blind teacher waited",
        "beside the church.",
    ]


def test_a_cue_too_short_never_joins_another_paragraph():
    words = timed(
        ("Go.", 0, 9_000), ("We", 10_000, 20_000), ("waited.", 20_000, 44_000), paragraphs=[0, 1, 1]
    )
    cues = group(words, PHRASES, NARRATION, duration=48_000)
    assert [cue.text for cue in cues] == ["Go.", "We waited."]
    assert [(f.kind, f.cue, f.value) for f in findings(cues, words, NARRATION)] == [
        ("too short", 0, 9_000),
        ("gap", 0, 1_000),
    ]


# ── findings ────────────────────────────────────────────────────────────────────────────────────


def test_too_fast():
    words = timed(("Extraordinarily", 0, 12_000), ("short.", 12_000, 24_000))
    cues = (Cue(0, 24_000, ("Extraordinarily short.",), (0, 2)),)
    slower = Fix("slower", 0, 0.9)
    assert findings(cues, words, NARRATION) == (
        Finding("too fast", 0, 22.0, 20, (Fix("pause", 1, 2_400), slower)),
    )
    (found,) = findings(cues, words, NARRATION, duration=26_000)
    assert found.fixes == (Fix("pause", 1, 1_200), slower)  # the shortest that a tag can say
    assert findings(cues, words, SHORTS) == ()


def test_slower_is_in_hundredths_that_change_something():
    words = timed(("Extraordinarily", 0, 12_000), ("short.", 12_000, 24_000))

    def factor(end):
        cues = (Cue(0, end, ("Extraordinarily short.",), (0, 2)),)
        (found, *_) = findings(cues, words, NARRATION)
        return found.fixes[-1].amount

    assert [factor(26_399), factor(24_000), factor(6_000)] == [0.99, 0.9, 0.5]


def test_a_pause_is_offered_only_while_the_cue_may_linger():
    words = timed(("Extraordinarily", 0, 1_000), ("short.", 1_000, 2_000))
    cues = (Cue(0, 14_000, ("Extraordinarily short.",), (0, 2)),)
    assert {
        fix.kind
        for found in findings(cues, words, NARRATION, duration=90_000)
        for fix in found.fixes
    } == {"slower"}


def test_joining_is_offered_where_it_helps_and_fits():
    words = timed(
        ("Go", 0, 8_000),
        ("on", 10_000, 18_000),
        ("and", 20_000, 44_000),
        ("x" * 38, 44_000, 92_000),
    )
    lines = ("Go", "on", "and", "x" * 38)
    cues = tuple(
        Cue(word.start, word.end, (line,), (i, i + 1))
        for i, (word, line) in enumerate(zip(words, lines, strict=True))
    )
    joins = {
        (found.kind, found.cue): [fix.at for fix in found.fixes if fix.kind == "join"]
        for found in findings(cues, words, NARRATION)
    }
    assert joins == {
        ("too short", 0): [1],
        ("too short", 1): [2, 1],
        ("gap", 2): [3],
    }


def test_too_short_too_long_and_line_too_long():
    words = timed(
        ("Hi.", 0, 12_000), ("x" * 30, 24_000, 100_000), ("y", 100_000, 150_000),
        ("z" * 11, 150_000, 200_000),
    )  # fmt: skip
    long = words[1].text + " y " + words[3].text
    cues = (Cue(0, 12_000, ("Hi.",), (0, 1)), Cue(24_000, 200_000, (long,), (1, 4)))
    assert findings(cues, words, NARRATION) == (
        Finding("too short", 0, 12_000, 19_200, (Fix("slower", 0, 0.62),)),
        Finding("too long", 1, 176_000, 144_000, (Fix("break", 2),)),
        Finding("line too long", 1, 44, 42, (Fix("break", 2),)),
    )
    alone = (Cue(24_000, 200_000, ("x" * 43,), (1, 2)),)
    assert [found.fixes for found in findings(alone, words, NARRATION)] == [(), ()]


def test_overlap_gap_and_hidden_text():
    words = timed(("Use", 0, 24_000), ("List<int>", 24_000, 48_000), ("now.", 47_000, 96_000))
    cues = (
        Cue(0, 24_000, ("Use",), (0, 1)),
        Cue(25_000, 48_000, ("List<int>",), (1, 2)),
        Cue(47_000, 96_000, ("now.",), (2, 3)),
    )
    assert findings(cues, words, NARRATION) == (
        Finding("gap", 0, 1_000, 2_000, (Fix("join", 1), Fix("pause", 0, 1_200))),
        Finding("hidden text", 1, 1, 0),
        Finding("overlap", 1, 1_000, 0),
    )


def test_cues_without_words_have_findings_too():
    (found,) = findings((Cue(0, 12_000, ("Hi.",)),), (), NARRATION)
    assert (found.kind, found.fixes) == ("too short", ())
    (found,) = findings((Cue(0, 12_000, ("Hi.",)),), (), NARRATION, duration=48_000)
    assert found.fixes == (Fix("extend", amount=7_200),)
    (fast, short) = findings((Cue(5, 5, ("Hi.",)),), (), NARRATION)
    assert (fast.value, short.value) == (float("inf"), 0)


def test_a_good_broadcast_has_no_findings():
    text = "The ferry left at dawn and nobody waved from the quay."
    words = timed(*((word, 8_000 * i, 8_000 * i + 8_000) for i, word in enumerate(text.split())))
    cues = group(words, LINES, BROADCAST, duration=96_000)
    assert [cue.lines for cue in cues] == [
        ("The ferry left at dawn", "and nobody waved from the quay.")
    ]
    assert findings(cues, words, BROADCAST, duration=96_000) == ()


def test_what_players_hide():
    shown = ["Use List<int> now.", "</b> or {x}", "3 < 4 and 5 > 4", "I <3 you", "a <- b -> c"]
    cues = [Cue(i * 99_000, i * 99_000 + 72_000, (text,)) for i, text in enumerate(shown)]
    found = findings(cues, (), NARRATION)
    assert [(f.kind, f.cue, f.value) for f in found] == [
        ("hidden text", 0, 1),
        ("hidden text", 1, 2),
    ]
