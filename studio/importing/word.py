"""Word documents (.docx): the text of the body, paragraph by paragraph.

The file is a ZIP archive of XML (ECMA-376, part 1, chapter 17), which may come from anywhere. It
is read in a stream and up to a limit, and a document type declaration, which no Word document
has, is refused: it is what entity bombs need.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections import Counter
from io import BytesIO
from posixpath import join, normpath
from xml.parsers import expat

from studio.errors import ScriptUnreadable
from studio.importing.content import Imported, LeftOut
from studio.importing.pasting import clean

LARGEST_XML = 256_000_000  # bytes, unpacked
_CHUNK = 1_000_000

_WORD = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",  # "strict"
)
_MATHS = (
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
)
_COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"

_SAVE_AS = "save it as .docx or as plain text"
_OTHERS = (
    ("mimetype", rb"opendocument", "an OpenDocument file"),
    ("mimetype", rb"epub", "an e-book"),
    ("xl/workbook.xml", b"", "a spreadsheet"),
    ("ppt/presentation.xml", b"", "a presentation"),
)

# Elements that are passed over with all that is in them, and what they count as.
_SKIPPED = {
    "drawing": "picture",
    "pict": "picture",
    "object": "object",
    "del": "deletion",
    "moveFrom": "",
    "rt": "",  # how to read the characters beside it
    "fldData": "",
}
_COUNTED = {
    "footnoteReference": "footnote",
    "endnoteReference": "endnote",
    "commentReference": "comment",
    "sym": "symbol",
    "tbl": "table layout",
}
_WRITTEN = {"tab": "\t", "cr": "\n", "br": "\n", "noBreakHyphen": "-", "ptab": "\t"}


def is_word(data: bytes) -> bool:
    """Whether these are the bytes of a Word document, whatever the name of its file."""
    if not data.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return any(name.startswith("word/") for name in archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError):
        return False


def read_word(data: bytes, name: str) -> Imported:
    """The text of a Word document, with an empty line between paragraphs. Raises
    ScriptUnreadable."""
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        reason = f"it is protected by a password or of an old version of Word; {_SAVE_AS}"
        raise ScriptUnreadable(name, reason)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            body = _Body()
            _stream(archive, _main_part(archive, name), body.parser, name)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, OSError) as error:
        raise ScriptUnreadable(name, "the file is damaged; save it again in Word") from error
    except (RuntimeError, NotImplementedError) as error:  # a password, a rare way of packing
        raise ScriptUnreadable(name, f"it cannot be unpacked ({error}); {_SAVE_AS}") from error
    except expat.ExpatError as error:
        raise ScriptUnreadable(name, f"its text is damaged ({error}); {_SAVE_AS}") from error
    return Imported(body.text(), left_out=body.left_out())


def _main_part(archive: zipfile.ZipFile, name: str) -> str:
    """Where the text is; some versions of Word call it word/document2.xml."""
    names = set(archive.namelist())
    for member, content, what in _OTHERS:
        if member in names and (not content or re.search(content, archive.read(member)[:200])):
            raise ScriptUnreadable(name, f"it is {what}; {_SAVE_AS}")
    found: list[str] = []

    def start(element: str, attributes: dict[str, str]) -> None:
        if attributes.get("Type", "").endswith("/officeDocument"):
            found.append(normpath(join("/", attributes.get("Target", ""))).lstrip("/"))

    if "_rels/.rels" in names:
        parser = _parser()
        parser.StartElementHandler = start
        _stream(archive, "_rels/.rels", parser, name)
    main = next((each for each in found if each in names), "word/document.xml")
    if main not in names:
        raise ScriptUnreadable(name, f"it is not a Word document; {_SAVE_AS}")
    return main


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise ValueError("a document type declaration")

    parser.StartDoctypeDeclHandler = refuse
    return parser


def _stream(archive: zipfile.ZipFile, member: str, parser: expat.XMLParserType, name: str) -> None:
    left = LARGEST_XML
    with archive.open(member) as file:
        while chunk := file.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise ScriptUnreadable(name, "it holds far more text than a script")
            parser.Parse(chunk, False)
    parser.Parse(b"", True)


class _Body:
    """Collects the paragraphs of a document and counts what is left out."""

    def __init__(self) -> None:
        self.parser = _parser()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self._done: list[str] = []
        self._open: list[_Paragraph] = []
        self._path: list[str] = []
        self._skipping = 0  # elements that are open inside of one that is passed over
        self._skipped = ""
        self._contents: list[bool] = []  # for each open content control: a table of contents
        self._counts: Counter[str] = Counter()

    def text(self) -> str:
        return "\n\n".join(filter(None, (clean(each).strip() for each in self._done)))

    def left_out(self) -> tuple[LeftOut, ...]:
        return tuple(LeftOut(what, count) for what, count in self._counts.items() if count)

    # ── elements ────────────────────────────────────────────────────────────────────────────────

    def _start(self, full: str, attributes: dict[str, str]) -> None:
        space, _, name = full.rpartition(" ")
        if self._skipping:
            self._skipping += 1
            if self._skipped == "picture" and name == "txbxContent":
                self._skipped = "text box"
            elif self._skipped == "picture" and space == _CHART:
                self._skipped = "chart"
            return
        if space in _MATHS:
            self._skip("formula" if name in ("oMath", "oMathPara") else "")
        elif space == _COMPATIBILITY and name == "Fallback":
            self._skip("")
        elif space in _WORD:
            self._word_start(name, {key.rpartition(" ")[2]: v for key, v in attributes.items()})
        if not self._skipping:
            self._path.append(name if space in _WORD else "")

    def _word_start(self, name: str, attributes: dict[str, str]) -> None:
        if name in _SKIPPED:
            of_mark = self._path[-1:] == ["rPr"]  # a paragraph mark that was deleted
            self._skip("" if of_mark else _SKIPPED[name])
        elif name == "p":
            self._open.append(_Paragraph())
        elif name == "sdt":
            self._contents.append(False)
        elif name == "docPartGallery" and self._contents:
            self._contents[-1] = attributes.get("val") == "Table of Contents"
        elif name == "sdtContent" and self._contents and self._contents[-1]:
            self._skip("table of contents")
        elif self._open:
            self._in_paragraph(self._open[-1], name, attributes)
        if name in _COUNTED:
            self._counts[_COUNTED[name]] += 1

    def _in_paragraph(self, paragraph: _Paragraph, name: str, attributes: dict[str, str]) -> None:
        if name == "r":
            paragraph.hidden = False
        elif name == "vanish" and self._path[-2:] == ["r", "rPr"]:
            paragraph.hidden = attributes.get("val") not in ("0", "false", "off")
            self._counts["hidden text"] += paragraph.hidden
        elif name == "pStyle" and re.match(r"TOC\d", attributes.get("val", "")):
            paragraph.in_contents = True
        elif name == "numPr":
            paragraph.numbered = True
        elif name in _WRITTEN and self._path[-1:] == ["r"]:
            paragraph.write(_WRITTEN[name])

    def _end(self, full: str) -> None:
        if self._skipping:
            self._skipping -= 1
            if self._skipping == 0 and self._skipped:
                self._counts[self._skipped] += 1
            return
        name = self._path.pop()
        if name == "p" and self._open:
            self._close(self._open.pop())
        elif name == "sdt" and self._contents:
            self._contents.pop()

    def _close(self, paragraph: _Paragraph) -> None:
        text = "".join(paragraph.pieces)
        if paragraph.in_contents:
            self._counts["table of contents"] = max(1, self._counts["table of contents"])
        elif text.strip():
            self._counts["list mark"] += paragraph.numbered
            self._done.append(text)

    def _characters(self, text: str) -> None:
        if not self._skipping and self._open and self._path[-1:] == ["t"]:
            self._open[-1].write(text)

    def _skip(self, what: str) -> None:
        self._skipping, self._skipped = 1, what


class _Paragraph:
    """One that is being read. ``hidden``: the present run is not shown."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.hidden = False
        self.numbered = False
        self.in_contents = False

    def write(self, text: str) -> None:
        if not self.hidden:
            self.pieces.append(text)
