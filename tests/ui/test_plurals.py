"""One sentence, two sentences."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

from studio.importing import LeftOut
from ui.importing import left_out_text
from ui.plurals import EnglishPlurals


@pytest.fixture(autouse=True)
def plurals(qapp):
    translator = EnglishPlurals(qapp)
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 matches"), (1, "1 match"), (2, "2 matches"), (1_000, "1000 matches")]
)
def test_what_is_counted(n, said):
    assert QCoreApplication.translate("FindBar", "%n match(es)", "", n) == said


def test_what_is_not_counted_stays():
    assert QCoreApplication.translate("Any", "Word(s)") == "Word(s)"
    assert QCoreApplication.translate("Any", "Open…") == "Open…"


def test_in_a_message():
    assert left_out_text([LeftOut("picture", 1), LeftOut("table layout", 2)]) == (
        "Left out: 1 picture, the layout of 2 tables."
    )
