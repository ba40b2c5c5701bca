"""What of an imported file did not become part of the script, in words."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from studio.importing import LeftOut


def left_out_text(left_out: Iterable[LeftOut]) -> str:
    """ "Left out: 2 picture(s), 1 footnote(s)." as the language has it; "" for nothing."""
    found = [_counted(each) for each in left_out]
    if not found:
        return ""
    return QCoreApplication.translate("Importing", "Left out: {0}.").format(", ".join(found))


def _counted(each: LeftOut) -> str:
    translate, n = QCoreApplication.translate, each.count
    match each.what:
        case "picture":
            return translate("Importing", "%n picture(s)", "", n)
        case "chart":
            return translate("Importing", "%n chart(s)", "", n)
        case "object":
            return translate("Importing", "%n embedded object(s)", "", n)
        case "text box":
            return translate("Importing", "%n text box(es)", "", n)
        case "formula":
            return translate("Importing", "%n formula(s)", "", n)
        case "symbol":
            return translate("Importing", "%n symbol(s)", "", n)
        case "footnote":
            return translate("Importing", "%n footnote(s)", "", n)
        case "endnote":
            return translate("Importing", "%n endnote(s)", "", n)
        case "comment":
            return translate("Importing", "%n comment(s)", "", n)
        case "deletion":
            return translate("Importing", "%n deleted passage(s)", "", n)
        case "hidden text":
            return translate("Importing", "%n hidden passage(s)", "", n)
        case "list mark":
            return translate("Importing", "%n list number(s) or bullet(s)", "", n)
        case "table layout":
            return translate("Importing", "the layout of %n table(s)", "", n)
        case "table of contents":
            return translate("Importing", "the table of contents")
        case "speaker":
            return translate("Importing", "the name(s) of %n speaker(s)", "", n)
        case "repetition":
            return translate("Importing", "%n repeated line(s)", "", n)
    return f"{n} {each.what}"
