"""What the audition board offers, how it is filtered, and the shares of a blend."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.voices import voices
from ui.voice_panel.entries import Listed, Wanted, board, language_choices, of_blend, of_voice
from ui.voice_panel.shares import percents, rebalanced


def names(wanted: Wanted = Wanted(), stars=(), blends=None, spoken_by="") -> list[str]:  # noqa: B008
    return [entry.spelling for entry in board(blends or {}, stars, wanted, spoken_by)]


def test_all_voices_are_offered_in_the_order_of_the_catalogue():
    assert len(names()) == 54
    assert names()[:3] == ["af_heart", "af_alloy", "af_aoede"]


def test_what_is_starred_comes_first():
    found = names(stars=("am_michael", "af_bella"))
    assert found[:3] == ["af_bella", "am_michael", "af_heart"]
    assert len(found) == 54


def test_saved_blends_come_before_the_catalogue_but_after_stars():
    blends = {"Warm Bella": "af_heart:60,af_bella:40"}
    assert names(stars=("af_sky",), blends=blends)[:3] == [
        "af_sky",
        "af_heart:60,af_bella:40",
        "af_heart",
    ]


def test_a_blend_that_speaks_is_shown_even_unsaved():
    assert names(spoken_by="af_heart:50,af_bella:50")[0] == "af_heart:50,af_bella:50"
    assert len(names(spoken_by="af_bella")) == 54


def test_a_blend_of_unknown_voices_is_left_out():
    assert len(names(blends={"Old": "af_nobody:60,af_bella:40"})) == 54


@pytest.mark.parametrize(
    ("wanted", "first", "count"),
    [
        (Wanted(languages=("en-us", "en-gb")), "af_heart", 28),
        (Wanted(languages=("ja",)), "jf_alpha", 5),
        (Wanted(gender="male", languages=("en-gb",)), "bm_daniel", 4),
        (Wanted(grade="A"), "af_heart", 2),
        (Wanted(grade="B"), "af_heart", 5),
        (Wanted(text="bella"), "af_bella", 1),  # not Isabella: words are found by how they begin
        (Wanted(text="af_he"), "af_heart", 1),
        (Wanted(text="warm"), "af_heart", 2),
        (Wanted(text="British deep"), "bm_lewis", 1),
        (Wanted(text="male spanish"), "em_alex", 2),
        (Wanted(text="zzz"), None, 0),
    ],
)
def test_filters(wanted: Wanted, first: str | None, count: int):
    found = names(wanted)
    if first is not None:
        assert found[0] == first
    assert len(found) == count


def test_descriptions():
    entry = of_voice(voices()["af_heart"])
    assert (entry.name, entry.id) == ("Heart", "af_heart")
    assert entry.description == "American · female · warm, clear"
    blend = of_blend("af_bella:40,am_michael:60", "Duo")
    assert blend is not None
    assert blend.name == "Duo"
    assert blend.id == ""
    assert blend.description == "American · mixed · Michael 60, Bella 40"
    assert blend.grade == "C+"
    unnamed = of_blend("af_heart:1,af_bella:1")
    assert unnamed is not None
    assert unnamed.name == "Heart & Bella"
    assert not unnamed.saved


def test_every_language_can_be_chosen():
    offered = {code for _, codes in language_choices() for code in codes}
    assert offered == {voice.language for voice in voices().values()}


@pytest.mark.parametrize(
    ("shares", "index", "share", "after"),
    [
        ([5000, 5000], 0, 6000, [6000, 4000]),
        ([6000, 4000], 1, 10_000, [0, 10_000]),
        ([0, 10_000], 1, 7000, [3000, 7000]),
        ([5000, 3000, 2000], 0, 0, [0, 6000, 4000]),
        ([5000, 3000, 2000], 0, 7500, [7500, 1500, 1000]),
        ([10_000], 0, 3000, [10_000]),
        ([10_000, 0, 0], 0, 4000, [4000, 3000, 3000]),
        ([5000, 5000], 0, 12_000, [10_000, 0]),
    ],
)
def test_moving_one_share_moves_the_others(shares, index, share, after):
    assert rebalanced(shares, index, share) == after


def test_percents_add_up():
    assert percents([3334, 3333, 3333]) == [34, 33, 33]
    assert percents([6000, 4000]) == [60, 40]


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=6), st.data())
def test_shares_always_make_a_whole(shares, data):
    index = data.draw(st.integers(0, len(shares) - 1))
    share = data.draw(st.integers(0, 10_000))
    after = rebalanced(shares, index, share)
    assert sum(after) == 10_000
    assert all(each >= 0 for each in after)
    if len(shares) > 1:
        assert after[index] == share
    assert sum(percents(after)) == 100


def offered(*names: str, stars=(), spoken_by="", **wanted) -> list[tuple[str, str, str]]:
    entries = board({}, stars, Wanted(**wanted), spoken_by, Listed("Desk", names))
    return [(entry.spelling, entry.id, entry.description) for entry in entries]


NOVA = ("af_nova2@relay", "af_nova2", "American · female · only at Desk")


def test_what_only_a_server_has_stands_under_the_catalogue():
    found = offered("af_heart", "af_nova2", "bm_old_tom", "xx_what", "alloy")
    assert len(found) == 56
    assert found[54:] == [NOVA, ("bm_old_tom@relay", "bm_old_tom", "British · male · only at Desk")]
    assert offered("af_nova2", stars=("af_nova2@relay",))[0] == NOVA
    assert offered("af_nova2", text="desk") == [NOVA]
    assert NOVA not in offered("af_nova2", grade="C")


def test_what_is_wanted_is_shown_though_no_server_lists_it():
    unlisted = ("af_nova2@relay", "af_nova2", "American · female · only at a relay")
    assert offered(spoken_by="af_nova2@relay")[54:] == [unlisted]
    assert offered(stars=("af_nova2@relay",))[0] == unlisted
    assert len(offered("af_nova2", spoken_by="af_nova2@relay")) == 55


@pytest.mark.parametrize(
    ("listed", "lacking"),
    [
        (Listed("Desk", ("af_heart",), is_used=True), {"af_heart": "", "af_bella": "Desk"}),
        (Listed("Desk", ("af_heart",)), {"af_heart": "", "af_bella": ""}),
        (Listed("Desk", (), is_used=True), {"af_heart": "", "af_bella": ""}),
    ],
)
def test_what_the_server_does_not_list_is_marked_while_it_is_used(listed, lacking):
    found = {entry.spelling: entry.lacking for entry in board({}, (), Wanted(), listed=listed)}
    assert {each: found[each] for each in lacking} == lacking


def test_a_blend_lacks_what_a_part_of_it_lacks():
    listed = Listed("Desk", ("af_heart", "af_sky"), is_used=True)
    blends = {"Here": "af_heart:60,af_bella:40", "There": "af_heart:60,af_sky:40"}
    found = {entry.name: entry.lacking for entry in board(blends, (), Wanted(), listed=listed)}
    assert (found["Here"], found["There"]) == ("Desk", "")
