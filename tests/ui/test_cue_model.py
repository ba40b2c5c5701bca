"""The rows of the caption table, changed as little as possible, and the words for findings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt

from studio.cues import Cue, Finding, Fix
from studio.timeline import PlacedWord
from ui.cue_table import wording
from ui.cue_table.model import CURRENT, Column, CueModel, Row, rows

SECOND = 24_000


def word(text: str, at: int, start: float, end: float, estimated: bool = False) -> PlacedWord:
    source = (at, at + len(text))
    return PlacedWord(text, round(start * SECOND), round(end * SECOND), source, 0, 0, estimated)


WORDS = (
    word("By", 0, 0.0, 0.3),
    word("seven,", 3, 0.3, 1.0),
    word("the", 10, 1.2, 1.4),
    word("harbor", 14, 1.4, 2.0, estimated=True),
    word("wakes.", 21, 2.0, 2.6),
)
CUES = (
    Cue(0, SECOND, ("By seven,",), (0, 2)),
    Cue(28_800, 62_400, ("the harbor", "wakes."), (2, 5)),
)
FAST = Finding("too fast", 1, 24.3, 20)


def cell(model: CueModel, row: int, column: Column, role=Qt.ItemDataRole.DisplayRole) -> object:
    return model.index(row, column).data(role)


def test_cells(qtbot) -> None:
    model = CueModel()
    model.show(rows(CUES, WORDS, (FAST,), breaks={2}, joins={1}), WORDS)
    assert model.rowCount() == 2
    assert [cell(model, 0, column) for column in Column] == [
        "1", "0:00.0", "0:01.0", "By seven,", "9", "",
    ]  # fmt: skip
    assert [cell(model, 1, column) for column in Column] == [
        "2", "≈0:01.2", "≈0:02.6", "the harbor\nwakes.", "11", "Too fast",
    ]  # fmt: skip
    assert cell(model, 1, Column.TEXT, Qt.ItemDataRole.EditRole) == "the harbor wakes."
    assert model.rows[0].joined
    assert not model.rows[0].broken
    assert model.rows[1].broken
    assert model.rows[1].estimated
    assert cell(model, 1, Column.TEXT, Qt.ItemDataRole.AccessibleTextRole) == (
        "the harbor wakes.. caption 2, 0:01.2 to 0:02.6. times are estimated. grouped by you. "
        "Too fast: 24.3 characters a second, at most 20"
    )
    editable = Qt.ItemFlag.ItemIsEditable
    assert [bool(model.flags(model.index(0, c)) & editable) for c in Column] == [
        False, False, False, True, False, False,
    ]  # fmt: skip


class Changes:
    """What a model said that it did."""

    def __init__(self, model: CueModel) -> None:
        self.came: list[tuple[int, int]] = []
        self.went: list[tuple[int, int]] = []
        self.changed: list[tuple[int, int]] = []
        self.resets = 0
        model.rowsInserted.connect(lambda _, a, b: self.came.append((a, b)))
        model.rowsRemoved.connect(lambda _, a, b: self.went.append((a, b)))
        model.dataChanged.connect(lambda a, b: self.changed.append((a.row(), b.row())))
        model.modelReset.connect(self._reset)

    def _reset(self) -> None:
        self.resets += 1


def of(*texts: str, shift: int = 0) -> list[Row]:
    return [
        Row(Cue(i * SECOND + shift, (i + 1) * SECOND + shift, (text,), (i, i + 1)))
        for i, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("after", "came", "went", "changed"),
    [
        (of("a", "b", "c", "d"), [], [], []),
        (of("a", "b", "x", "d"), [], [], [(2, 2)]),
        (of("a", "b1", "b2", "c", "d"), [(2, 2)], [], [(1, 4)]),
        (of("a", "bc", "d"), [], [(2, 2)], [(1, 2)]),
        (of("a", "b", "c"), [], [(3, 3)], []),
        (of("a", "b", "c", "d", shift=10), [], [], [(0, 3)]),
        ([], [], [(0, 3)], []),
    ],
)
def test_only_what_changed_is_told(qtbot, after, came, went, changed) -> None:
    model = CueModel()
    model.show(of("a", "b", "c", "d"), ())
    told = Changes(model)
    model.show(after, ())
    assert list(model.rows) == after
    assert (told.came, told.went, told.changed, told.resets) == (came, went, changed, 0)


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_any_change_leaves_the_rows_as_they_are_now(before: list[str], after: list[str]) -> None:
    model = CueModel()
    model.show(of(*before), ())
    length = [len(before)]

    def inserted(parent: QModelIndex, first: int, last: int) -> None:
        length[0] += last - first + 1

    def removed(parent: QModelIndex, first: int, last: int) -> None:
        length[0] -= last - first + 1

    model.rowsInserted.connect(inserted)
    model.rowsRemoved.connect(removed)
    model.show(of(*after), ())
    assert [row.cue.text for row in model.rows] == after
    assert length[0] == model.rowCount() == len(after)


def test_a_row_that_stays_keeps_its_selection(qtbot) -> None:
    from PySide6.QtCore import QPersistentModelIndex

    model = CueModel()
    model.show(of("a", "b", "c", "d"), ())
    kept = QPersistentModelIndex(model.index(3, 0))
    model.show(of("a", "b1", "b2", "b3", "c", "d"), ())
    assert kept.row() == 5
    model.show(of("a", "d"), ())
    assert kept.row() == 1


def test_the_current_caption_changes_two_rows(qtbot) -> None:
    model = CueModel()
    model.show(of("a", "b", "c"), ())
    model.set_current(0)
    told = Changes(model)
    model.set_current(2)
    assert sorted(told.changed) == [(0, 0), (2, 2)]
    assert [cell(model, row, Column.TEXT, CURRENT) for row in range(3)] == [False, False, True]


@pytest.mark.parametrize(
    ("finding", "sentence"),
    [
        (
            Finding("too fast", 0, 24.34, 20),
            "Too fast: 24.3 characters a second, at most 20",
        ),
        (Finding("too fast", 0, 24.0, 20), "Too fast: 24 characters a second, at most 20"),
        (Finding("too fast", 0, 20.04, 20), "Too fast: 20.1 characters a second, at most 20"),
        (Finding("too short", 0, 12_000, 19_200), "Too short: 0.50 s, at least 0.80 s"),
        (Finding("too short", 0, 19_176, 19_200), "Too short: 0.799 s, at least 0.800 s"),
        (Finding("too long", 0, 156_000, 144_000), "Too long: 6.50 s, at most 6.00 s"),
        (Finding("line too long", 0, 47, 42), "Line too long: 47 characters, at most 42"),
        (Finding("overlap", 0, 2_400, 0), "Lasts 0.10 s into the next caption"),
        (
            Finding("gap", 0, 1_200, 2_000),
            "Gap too small: 0.05 s, at least 0.08 s",
        ),
        (Finding("hidden text", 0, 1, 0), "Some players hide what stands in < > or { }"),
    ],
)
def test_findings_in_words(qtbot, finding: Finding, sentence: str) -> None:
    assert wording.finding_sentence(finding) == sentence


@pytest.mark.parametrize(
    ("fix", "label"),
    [
        (Fix("join", at=2), "Join “seven,” and “the”"),
        (Fix("break", at=1), "Begin a caption with “seven,”"),
        (Fix("extend", amount=5_040), "Let it last 0.21 s longer"),
        (Fix("pause", at=1, amount=9_600), "Pause 0.40 s after “seven,”"),
        (Fix("slower", at=4, amount=0.9), "Say sentence 5 at 0.90 of its speed"),
    ],
)
def test_fixes_in_words(qtbot, fix: Fix, label: str) -> None:
    assert wording.fix_label(fix, WORDS) == label


def test_several_findings_of_a_caption(qtbot) -> None:
    both = (FAST, Finding("line too long", 1, 47, 42))
    assert wording.names(both) == "Too fast, line too long"
