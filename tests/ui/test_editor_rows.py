"""Where sentences stand in the editor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import edits
from ui.editor.mirror import Mirror
from ui.editor.rows import Row, Rows


def rows_of(source: str) -> Rows:
    return Rows(edits.begin(source), Mirror(source))


def written(source: str, row: Row) -> str:
    return source[row.begin : row.end]


def test_every_sentence_has_its_row() -> None:
    source = "One is here. Two “is.” Three.\n\nFour\n"
    rows = list(rows_of(source).all())
    assert [(row.begin, row.start, row.end, row.paragraph) for row in rows] == [
        (0, 0, 12, 0),
        (13, 13, 22, 0),
        (23, 23, 29, 0),
        (31, 31, 35, 1),
    ]
    assert [row.has_chip for row in rows] == [True, False, False, False]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("One. [pause 1s] Two.", ["One.", "[pause 1s] Two."]),
        ("One.[pause 1s] Two. ", ["One.", "[pause 1s] Two."]),
        ("[pause 1s] One. Two.", ["[pause 1s] One.", "Two."]),
        ("- One is. Two\n- Three", ["- One is.", "Two", "- Three"]),
        ("**One.** **Two.**", ["**One.**", "**Two.**"]),
        ("# Title\n\nText.", ["# Title", "Text."]),
        ("  One. Two.", ["One.", "Two."]),
        ("港は早い。鴎が鳴く。", ["港は早い。", "鴎が鳴く。"]),
    ],
)
def test_a_row_begins_with_what_belongs_to_its_sentence(source: str, lines: list[str]) -> None:
    found = [written(source, row) for row in rows_of(source).all()]
    # Marks after a sentence belong to nobody.
    assert [line.rstrip("*") for line in found] == [line.rstrip("*") for line in lines]


def test_rows_are_found_by_position() -> None:
    rows = rows_of("One. Two.\n\nThree. Four.")
    assert [row.sentence.text for row in rows.between(6, 13)] == ["Two.", "Three."]
    assert [row.sentence.text for row in rows.between(4, 5)] == []
    assert [row.sentence.text for row in rows.beginning(5, 12)] == ["Two.", "Three."]
    for position, text in ((0, "One."), (4, "One."), (5, "Two."), (10, "Two."), (23, "Four.")):
        row = rows.at(position)
        assert row is not None
        assert row.sentence.text == text


def test_rows_are_found_by_sentence() -> None:
    rows = rows_of("One. Two.\n\nThree.")
    row = rows.of("s3")
    assert row is not None
    assert (row.begin, row.paragraph) == (11, 1)
    assert rows.of("s9") is None


def test_a_chip_stands_where_the_voice_changes() -> None:
    source = "One. Two.\n\nThree.\n\nFour."
    document = edits.set_voice(edits.begin(source), ["s2", "s3"], "am_michael")
    document = edits.set_speed(document, ["s4"], 1.2)
    chips = [row.has_chip for row in Rows(document, Mirror(source)).all()]
    assert chips == [True, True, False, True]


def test_an_empty_script_has_no_rows() -> None:
    rows = rows_of("\n\n")
    assert rows.at(1) is None
    assert rows.between(0, 2) == []


def test_rows_move_with_what_is_typed_before_the_script_knows() -> None:
    source = "One 😀 two. Three."
    mirror = Mirror(source)
    rows = Rows(edits.begin(source), mirror)
    assert [(row.begin, row.end) for row in rows.all()] == [(0, 11), (12, 18)]
    mirror.edit(3, 0, " and")
    assert [(row.begin, row.end) for row in rows.all()] == [(0, 15), (16, 22)]


@given(st.text(alphabet="aB. \n*[]p-“”😀港。", max_size=60))
def test_rows_are_in_order(source: str) -> None:
    rows = rows_of(source)
    end = 0
    for row in rows.all():
        assert end <= row.begin <= row.start < row.end <= rows.length
        end = row.end
        assert row in rows.between(row.begin, row.end)
