"""Finding and replacing in a script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import searching
from studio.errors import WrongUse
from studio.searching import Query, find, replace_all, replacement_for

TEXT = "The harbor wakes. “Harbor,” he said, isn’t it?\nThe end."


@pytest.mark.parametrize(
    ("query", "spans"),
    [
        (Query("harbor"), ((4, 10), (19, 25))),
        (Query("harbor", match_case=True), ((4, 10),)),
        (Query("he"), ((1, 3), (28, 30), (48, 50))),
        (Query("he", whole_words=True), ((28, 30),)),
        (Query("isn't"), ((37, 42),)),
        (Query('"Harbor,"'), ((18, 27),)),
        (Query("."), ((16, 17), (54, 55))),
        (Query(r"\bw\w+", is_pattern=True), ((11, 16),)),
        (Query("^the", is_pattern=True), ((0, 3), (47, 50))),
        (Query("x*", is_pattern=True), ()),
        (Query("a|e", whole_words=True, is_pattern=True), ()),
        (Query(""), ()),
    ],
)
def test_what_is_found(query: Query, spans: tuple[tuple[int, int], ...]) -> None:
    assert find(TEXT, query) == spans


def test_a_blank_stands_for_one_that_does_not_break() -> None:
    assert find("10\u00a0km", Query("10 km")) == ((0, 5),)


@pytest.mark.parametrize(
    ("query", "replacement", "text", "count"),
    [
        (Query("harbor"), "port", "The port wakes. “port,” he said, isn’t it?\nThe end.", 2),
        (Query("."), r"\1", TEXT.replace(".", r"\1"), 2),
        (Query(r"(\w+) wakes", is_pattern=True), r"\1 sleeps", TEXT.replace("wakes", "sleeps"), 1),
        (Query("missing"), "x", TEXT, 0),
        (Query(""), "x", TEXT, 0),
    ],
)
def test_what_is_replaced(query: Query, replacement: str, text: str, count: int) -> None:
    assert replace_all(TEXT, query, replacement) == (text, count)


def test_one_match_is_replaced_where_it_stands() -> None:
    query = Query(r"(?<=The )(\w)(\w+)", is_pattern=True)
    assert replacement_for(TEXT, query, (4, 10), r"\1-\2") == "h-arbor"
    assert replacement_for(TEXT, query, (5, 10), r"\1") is None


@pytest.mark.parametrize(
    ("query", "replacement"),
    [(Query("(", is_pattern=True), ""), (Query("(h)", is_pattern=True), r"\2")],
)
def test_what_cannot_be_read_is_said(query: Query, replacement: str) -> None:
    with pytest.raises(WrongUse, match="cannot be read"):
        replace_all(TEXT, query, replacement)


def test_patterns_without_end_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "TIME", 0.05)
    with pytest.raises(WrongUse, match="too long"):
        find("a" * 60 + "b", Query("(a|aa)+$", is_pattern=True))


@given(st.text(), st.text(min_size=1), st.booleans(), st.booleans())
def test_matches_are_in_order_and_apart(text: str, sought: str, case: bool, words: bool) -> None:
    end = 0
    for start, stop in find(text, Query(sought, match_case=case, whole_words=words)):
        assert end <= start < stop <= len(text)
        end = stop


@given(st.text(), st.text(min_size=1))
def test_replacing_by_nothing_takes_out_what_is_found(text: str, sought: str) -> None:
    query = Query(sought, match_case=True)
    spans = find(text, query)
    left = text
    for start, stop in reversed(spans):
        left = left[:start] + left[stop:]
    assert replace_all(text, query, "") == (left, len(spans))
