"""What was left out of a file, in words."""

from __future__ import annotations

import ast
import inspect

from studio.importing import LeftOut, revoicing, word
from ui.importing import left_out_text


def test_what_was_left_out_is_said() -> None:
    assert left_out_text(()) == ""
    assert left_out_text([LeftOut("picture", 2), LeftOut("table of contents", 1)]) == (
        "Left out: 2 picture(s), the table of contents."
    )


def test_everything_that_can_be_left_out_has_its_words() -> None:
    kinds = set(filter(None, [*word._SKIPPED.values(), *word._COUNTED.values()]))
    kinds |= {"chart", "text box", "formula", "hidden text", "list mark", "table of contents"}
    kinds |= {
        node.args[0].value
        for node in ast.walk(ast.parse(inspect.getsource(revoicing)))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "LeftOut"
    }
    for kind in kinds:
        assert left_out_text([LeftOut(kind, 3)]) != f"Left out: 3 {kind}."
