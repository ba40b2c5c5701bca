"""The text of the editor beside the script: ways to count, changes from both sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.editor.mirror import Mirror, Splice, as_units, difference, shown

TEXT = st.text(alphabet="ab \n\r\u2028😀é", max_size=12)


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def applied(text: str, splices: list[Splice]) -> str:
    for splice in reversed(splices):
        text = text[: splice.start] + splice.new + text[splice.end :]
    return text


# ── the text that is shown ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a\r\nb\rc\u2028d\x0be", "a\nb\nc\nd\ne"),
        ("curly “quotes”", "curly “quotes”"),
        ("a\0b\ud800c", "a\ufffdb\ufffdc"),
        ("", ""),
    ],
)
def test_what_is_shown_has_one_kind_of_line_end(source: str, text: str) -> None:
    assert shown(source) == text
    assert Mirror(source).text == text


def test_characters_beyond_the_first_plane_are_two_units() -> None:
    assert as_units("a😀b") == "axxb"
    mirror = Mirror("a😀b")
    assert mirror.length == 4
    assert [mirror.place(position) for position in range(5)] == [0, 1, 1, 2, 3]
    assert [mirror.position_at(place) for place in range(4)] == [0, 1, 3, 4]


def test_offsets_count_both_characters_of_a_line_end() -> None:
    mirror = Mirror("a\r\nb\r\n😀c")
    assert [mirror.position(offset) for offset in (0, 1, 3, 4, 6, 7, 8)] == [0, 1, 2, 3, 4, 6, 7]
    assert [mirror.offset(position) for position in (0, 1, 2, 3, 4, 6, 7)] == [0, 1, 3, 4, 6, 7, 8]


# ── differences ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("old", "new", "splices"),
    [
        ("abc", "abc", []),
        ("abc", "abXc", [Splice(2, 2, "X")]),
        ("aaa", "aaaa", [Splice(3, 3, "a")]),
        ("hello world", "hello", [Splice(5, 11, "")]),
        ("", "x", [Splice(0, 0, "x")]),
    ],
)
def test_small_differences(old: str, new: str, splices: list[Splice]) -> None:
    assert difference(old, new) == splices


def test_changes_far_apart_are_made_one_by_one() -> None:
    old = "\n".join(["The sea is wide."] * 300)
    new = "\n".join(
        ["The lake is wide." if n in (3, 250) else "The sea is wide." for n in range(300)]
    )
    splices = difference(old, new)
    assert [splice.new for splice in splices] == ["lake", "lake"]
    assert applied(old, splices) == new
    assert sum(splice.end - splice.start for splice in splices) < 10


@given(TEXT, TEXT)
def test_a_difference_leads_from_one_text_to_the_other(old: str, new: str) -> None:
    assert applied(old, difference(old, new)) == new


@given(st.lists(TEXT, max_size=4), st.lists(TEXT, max_size=4))
def test_so_does_that_of_long_texts(old: list[str], new: list[str]) -> None:
    a, b = (("\n".join(each) + "x" * 1_500 + "\n".join(each)) for each in (old, new))
    assert applied(a + "y", difference(a + "y", b)) == b


# ── typing ──────────────────────────────────────────────────────────────────────────────────────


def test_what_is_typed_is_pending_until_the_script_has_it() -> None:
    mirror = Mirror("One two.")
    assert mirror.edit(3, 0, ",")
    assert (mirror.text, mirror.source, mirror.is_pending) == ("One, two.", "One two.", True)
    assert mirror.position(4) == 5  # "two" has moved
    assert mirror.offset(5) == 4
    assert mirror.follow("One, two.") == []
    assert not mirror.is_pending
    assert mirror.source == "One, two."


def test_a_change_to_the_same_text_is_none() -> None:
    mirror = Mirror("One two.")
    assert not mirror.edit(0, 3, "One")
    assert not mirror.is_pending


def test_keys_in_several_places_are_one_change() -> None:
    mirror = Mirror("abcdef")
    mirror.edit(1, 0, "X")  # aXbcdef
    mirror.edit(6, 1, "")  # aXbcde
    assert mirror.text == "aXbcde"
    assert (mirror.position(0), mirror.position(6)) == (0, 6)
    assert mirror.follow("aXbcde") == []


def test_unshowable_characters_that_are_typed_are_replaced() -> None:
    mirror = Mirror("")
    mirror.edit(0, 0, "a\u2028b")
    assert mirror.text == "a\nb"


EDITS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 4), TEXT), max_size=6)


@given(TEXT, EDITS)
def test_typing_is_what_the_editor_does(source: str, edits: list[tuple[int, int, str]]) -> None:
    mirror = Mirror(source)
    text = shown(source)
    for start, length, added in edits:
        start = min(start, len(text))
        length = min(length, len(text) - start)
        mirror.edit(units(text[:start]), units(text[start : start + length]), added)
        text = text[:start] + shown(added) + text[start + length :]
        assert mirror.text == text
        assert mirror.length == units(text)
    for place in range(len(text) + 1):
        position = units(text[:place])
        assert mirror.position_at(place) == position
        assert mirror.place(position) == place
        assert 0 <= mirror.offset(position) <= len(source)
    for offset in range(len(source) + 1):
        assert 0 <= mirror.position(offset) <= units(text)
    assert mirror.follow(text) == []
    assert not mirror.is_pending


# ── changes from outside ────────────────────────────────────────────────────────────────────────


def test_a_change_from_outside_is_made_where_it_is() -> None:
    mirror = Mirror("😀 One two. Three.")
    assert mirror.follow("😀 One 2. Three!") == [Splice(7, 18, "2. Three!")]
    assert mirror.text == "😀 One 2. Three!"


@pytest.mark.parametrize(
    ("outside", "both"),
    [
        ("[pause 1s] One two three.", "[pause 1s] One, two three."),
        ("One two three. Four.", "One, two three. Four."),
        ("One two 3.", "One, two 3."),
        ("Onwards two three.", "Onwards, two three."),
    ],
)
def test_what_is_pending_survives_a_change_from_outside(outside: str, both: str) -> None:
    mirror = Mirror("One two three.")
    mirror.edit(3, 0, ",")
    text = applied("One, two three.", mirror.follow(outside)[::-1])
    assert text == mirror.text == both
    assert mirror.is_pending
    assert mirror.follow(both) == []
    assert not mirror.is_pending


def test_nothing_is_carried_into_another_script() -> None:
    mirror = Mirror("One two three.")
    mirror.edit(3, 0, ",")
    mirror.follow("xyz")
    assert (mirror.text, mirror.is_pending) == ("xyz", False)


@given(TEXT, EDITS, TEXT)
def test_following_ends_at_the_script(
    source: str, edits: list[tuple[int, int, str]], outside: str
) -> None:
    mirror = Mirror(source)
    for start, length, added in edits:
        start = min(start, len(mirror.text))
        length = min(length, len(mirror.text) - start)
        text = mirror.text
        mirror.edit(units(text[:start]), units(text[start : start + length]), added)
    before = as_units(mirror.text)
    for splice in mirror.follow(outside):
        before = before[: splice.start] + as_units(splice.new) + before[splice.end :]
    assert before == as_units(mirror.text)
    if mirror.is_pending:
        mirror.follow(mirror.text)
    else:
        assert mirror.text == shown(outside)
    assert not mirror.is_pending
