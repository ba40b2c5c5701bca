"""What the timeline is made of: axis, arrays, hits, catching places. No window."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import timeline
from studio.cues import Cue, Finding
from studio.document import SAMPLE_RATE
from studio.timeline import PlacedWord
from tests.narrations import harbor, take_of
from ui.timeline import wording
from ui.timeline.axis import CLOSEST, Axis, clock, ticks
from ui.timeline.content import Lanes, Place, Spans, content, hit
from ui.timeline.dragging import Pacer
from ui.timeline.editor import joint
from ui.timeline.selection import Selection
from ui.timeline.snapping import Snapping, snapping

HOUR = 3600 * SAMPLE_RATE


# ── the axis ────────────────────────────────────────────────────────────────────────────────────


def test_samples_become_pixels_and_back():
    axis = Axis(speed=100, scroll=250, width=800, duration=HOUR)
    assert axis.x(3 * SAMPLE_RATE) == 50
    assert axis.sample(50) == 3 * SAMPLE_RATE
    assert axis.seen() == (60_000, 252_000)


@given(st.floats(1, 2400), st.floats(0.01, 5000), st.integers(0, 3_000_000), st.integers(0, 800))
def test_zoom_keeps_its_anchor(speed, to, scroll, anchor):
    axis = Axis(speed=100, width=800, duration=HOUR).zoomed(speed, 0).scrolled(scroll)
    zoomed = axis.zoomed(to, anchor)
    assert 0.2 <= zoomed.speed <= CLOSEST
    assert 0 <= zoomed.scroll <= zoomed.furthest
    if 0 < zoomed.scroll < zoomed.furthest:
        moved = zoomed.x((anchor + axis.scroll) * axis.step) - anchor
        assert abs(moved) <= 0.51


def test_a_zoom_from_an_hour_to_a_word():
    axis = Axis(width=1200, duration=HOUR)
    whole = axis.zoomed(0, 0)
    assert whole.seen() == (0, HOUR)
    word = axis.zoomed(1e9, 600)
    first, last = word.seen()
    assert last - first == SAMPLE_RATE // 2


def test_a_short_narration_fits_the_window():
    axis = Axis(width=1224, duration=10 * SAMPLE_RATE)
    assert axis.fit == 120


@pytest.mark.parametrize(
    ("speed", "step", "marks", "decimals"),
    [
        (2400, 0.05, 5, 2),
        (400, 0.2, 4, 1),
        (110, 1, 10, 0),
        (10, 10, 10, 0),
        (0.3, 300, 5, 0),
    ],
)
def test_the_ruler_names_round_times(speed, step, marks, decimals):
    found = ticks(speed, 78)
    assert (found.step, found.marks, found.decimals) == (step, marks, decimals)


def test_times_are_read_as_a_clock():
    assert clock(62.34) == "1:02.3"
    assert clock(3725, 0) == "1:02:05"
    assert clock(59.96) == "1:00.0"
    assert wording.exact(82_080) == "3.42"
    assert wording.exact(65 * SAMPLE_RATE + 4_800) == "1:05.20"


# ── spans ───────────────────────────────────────────────────────────────────────────────────────


def test_only_what_is_seen_is_found():
    spans = Spans([0, 100, 300], [100, 200, 400])
    assert list(spans.within(150, 350)) == [1, 2]
    assert list(spans.within(200, 300)) == []
    assert list(spans.within(-50, 1)) == [0]
    assert list(Spans([], []).within(0, 100)) == []


def test_what_is_near():
    spans = Spans([100, 300], [200, 400])
    assert [spans.nearest(at) for at in (0, 150, 240, 260, 900)] == [0, 0, 0, 1, 1]
    assert Spans([], []).nearest(5) is None
    assert spans.at(250) is None
    assert spans.at(399) == 1


def test_coverage_is_how_much_is_taken():
    spans = Spans([10, 40], [20, 60])
    found = spans.coverage(np.array([0, 10, 20, 30, 50, 100]))
    assert found.tolist() == pytest.approx([0, 1, 0, 0.5, 0.2])
    assert Spans([], []).coverage(np.array([0, 1])).tolist() == [0]


AXIS = Axis(speed=24, width=1000, duration=1_000_000)  # a pixel is 1000 samples


@pytest.mark.parametrize(
    ("x", "found"),
    [
        (94, None),
        (96, (0, "start")),
        (104, (0, "start")),
        (120, (0, None)),
        (145, (0, "end")),
        (149, (0, "end")),
        (150, (1, "start")),
        (154, (1, "start")),
        (196, (1, "end")),
        (203, (1, "end")),
        (205, (2, "start")),
        (207, (2, "start")),
        (209, (2, "start")),
        (215, (2, None)),
    ],
)
def test_edges_are_taken_from_both_sides(x, found):
    """Two that touch at 150; a gap of 8 pixels from 200 on; then one of 20 pixels."""
    spans = Spans([100_000, 150_000, 208_000], [150_000, 200_000, 228_000])
    assert spans.grip(AXIS, x) == found


def test_what_is_narrow_has_no_edges():
    spans = Spans([100_000, 108_000], [108_000, 116_000])
    assert spans.grip(AXIS, 101) == (0, None)
    assert spans.grip(AXIS, 107) == (0, None)


# ── content ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def shown():
    """The harbor: words 0 to 3, 4 to 8, and 9 to 13 in another paragraph."""
    laid_out = timeline.layout(harbor(), take_of)
    cues = (Cue(2_400, 20_000, ("The harbor",), (0, 2)), Cue(20_000, 30_000, ("wakes",), (2, 4)))
    found = (Finding("too fast", 1, 30, 20),)
    states = {laid_out.sentences[0].id: "ready", laid_out.sentences[1].id: "locked"}
    return content(laid_out, cues, found, states)


def test_a_word_is_found_again_by_its_place(shown):
    second = shown.sentence(1).id
    assert shown.place(5) == Place(second, 1)
    assert shown.find(Place(second, 1)) == 5
    assert shown.find(Place(second, 99)) == 8
    assert shown.find(Place("gone", 0)) is None


def test_sentences_know_their_sound(shown):
    assert [shown.has_take(index) for index in range(3)] == [True, True, False]
    assert shown.words_of(1) == range(4, 9)


def test_words_know_their_captions(shown):
    assert [shown.caption_of(word) for word in (0, 1, 2, 4)] == [0, 0, 1, None]


def test_a_caption_comes_along_with_its_first_word(shown):
    changed = shown.with_words({2: (21_000, 25_000)})
    assert changed.words.starts[2] == 21_000
    assert changed.captions.starts[1] == 21_000
    assert shown.words.starts[2] != 21_000


def test_the_lanes_share_the_height():
    lanes = Lanes.within(220, 70, 16)
    edges = [*lanes.ruler, *lanes.sound, *lanes.words, *lanes.captions]
    assert edges == sorted(edges)
    assert edges[-1] <= 220
    assert [lanes.at(y) for y in (5, 80, lanes.words[0], lanes.captions[1])] == [
        "ruler", "sound", "words", "captions",
    ]  # fmt: skip


def test_a_hit_tells_lane_and_word(shown):
    lanes, axis = Lanes.within(220, 70, 16), Axis(240, 0, 900, shown.duration)
    y = lanes.words[0] + 3
    found = hit(shown, lanes, axis, axis.x(4_800), y)
    assert (found.lane, found.index, found.edge) == ("words", 0, None)
    assert hit(shown, lanes, axis, axis.x(4_800), 60).index is None


# ── the selection ───────────────────────────────────────────────────────────────────────────────


def test_a_selection_goes_from_its_anchor_to_the_focus(shown):
    selection = Selection()
    assert selection.words(shown) is None
    assert selection.go_to(shown.place(4), extend=False)
    assert (selection.words(shown), selection.span(shown)) == ((4, 4), None)
    selection.toggle_edge()
    assert selection.edge == "start"
    selection.go_to(shown.place(6), extend=True)
    selection.go_to(shown.place(2), extend=True)
    assert selection.words(shown) == (2, 4)
    assert selection.span(shown) == (shown.words.starts[2], shown.words.ends[4])
    assert selection.edge is None
    selection.clear()
    assert selection.words(shown) == (2, 2)


def test_a_stretch_of_sound_is_another_selection(shown):
    selection = Selection(focus=shown.place(1))
    selection.select(100, 300)
    assert selection.span(shown) == (100, 300)
    selection.select(5, 5)
    assert selection.span(shown) is None
    selection.select(0, shown.duration + 1)
    selection.forget(shown)
    assert selection.span(shown) is None


# ── catching ────────────────────────────────────────────────────────────────────────────────────


def test_the_nearest_place_pulls_within_reach():
    places = Snapping(np.array([100, 200]))
    assert places.nearest(140, 50) == 100
    assert places.nearest(149, 40) is None
    assert places.nearest(170, 50) == 200
    assert Snapping(np.array([])).nearest(5, 100) is None


def test_of_two_edges_the_closer_one_is_pulled():
    assert Snapping(np.array([100, 200])).shift([95, 203], 10) == -3
    assert Snapping(np.array([100])).shift([50, 60], 10) is None


def test_places_are_words_silences_and_the_playhead(shown):
    places = snapping(shown, 0, [np.array([17])], 33, [2_400])
    found = set(places.places.tolist())
    assert {17, 33, 7_200} <= found
    assert 2_400 not in found


# ── one edit at a time ──────────────────────────────────────────────────────────────────────────


class Edited:
    """A session whose document changes with every edit; layouts come when a test says so."""

    def __init__(self):
        self.document, self.edits = object(), []

    def edit(self, name):
        def run():
            self.document = object()
            self.edits.append(name)

        return run


def test_edits_wait_for_the_layout_and_only_the_last_is_kept():
    session = Edited()
    pacer = Pacer(session)
    for name in "abc":
        pacer.offer(session.edit(name))
    assert session.edits == ["a"]
    assert not pacer.is_idle
    pacer.laid_out()
    assert session.edits == ["a", "c"]
    pacer.laid_out()
    assert pacer.is_idle


def test_where_the_layout_takes_long_only_what_is_final_is_said(monkeypatch):
    clock = iter((0.0, 0.3, 1.0, 1.01, 2.0, 2.01))
    monkeypatch.setattr("ui.timeline.dragging.time.perf_counter", lambda: next(clock))
    session = Edited()
    pacer = Pacer(session)
    pacer.offer(session.edit("first"))
    pacer.laid_out()  # 0.3 s later
    pacer.offer(session.edit("on the way"))
    assert session.edits == ["first"]
    pacer.offer(session.edit("last"), final=True)
    pacer.laid_out()
    pacer.offer(session.edit("quick again"))
    assert session.edits == ["first", "last", "quick again"]


def test_an_edit_that_changes_nothing_is_not_waited_for():
    session = Edited()
    pacer = Pacer(session)
    pacer.offer(lambda: session.edits.append("nothing"))
    assert pacer.is_idle


# ── words ───────────────────────────────────────────────────────────────────────────────────────


def test_a_word_is_told_with_number_and_times(shown):
    assert wording.word(shown, 1) == "word 2, harbor, 0.30 to 0.50"
    assert wording.selection(shown, 0, 2) == "3 words, The to wakes, 0.10 to 0.70"


def test_an_estimate_is_told_as_one():
    word = PlacedWord("soon", 0, 24_000, (0, 4), estimated=True)
    told = content(timeline.Timeline((word,), (), (), 24_000), (), (), {})
    assert wording.word(told, 0) == "word 1, soon, 0.00 to 1.00, estimated"


def test_findings_are_told_with_their_limit(shown):
    assert wording.findings(shown, 1) == ["30 characters a second; 20 can be read"]
    assert wording.caption_tip(shown, 1) == [
        "wakes", "0.83 to 1.25 s", "• 30 characters a second; 20 can be read",
    ]  # fmt: skip


def test_a_word_is_split_at_its_joint():
    assert joint("mother-in-law") == 7
    assert joint("harbor") == 3
    assert joint("-ab") == 2
