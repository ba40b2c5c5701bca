"""Word documents into scripts."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from studio.errors import ScriptUnreadable
from studio.importing import LeftOut, parse, read_file
from studio.importing import word as word_documents

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/officeDocument" Target="{}"/></Relationships>'
)


def packed(**files: str) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return data.getvalue()


def xml(body: str, space: str = W) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        f'<w:document xmlns:w="{space}" '
        'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:v="urn:schemas-microsoft-com:vml" '
        'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
        'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart">'
        f"<w:body>{body}<w:sectPr/></w:body></w:document>"
    )


def docx(body: str, space: str = W) -> bytes:
    return packed(word__document_xml=xml(body, space))


def p(text: str, properties: str = "") -> str:
    return (
        f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'
    )


def test_headings_and_paragraphs_stand_apart() -> None:
    data = docx(p("Chapter 1", '<w:pStyle w:val="Heading1"/>') + p("She left.") + p("") + p("Why?"))
    assert parse(data, "book.docx").text == "Chapter 1\n\nShe left.\n\nWhy?"


def test_runs_of_a_paragraph_are_one_text() -> None:
    body = (
        '<w:p><w:r><w:t>“Two </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">loaves'
        "</w:t></w:r><w:proofErr/><w:r><w:t>,”</w:t><w:tab/><w:t>said\u00a0he</w:t><w:br/>"
        "<w:t>well</w:t><w:noBreakHyphen/><w:t>bred.</w:t></w:r></w:p>"
    )
    assert parse(docx(body), "a.docx").text == "“Two loaves,” said he\nwell-bred."


def test_links_fields_and_insertions_keep_what_is_shown() -> None:
    body = (
        '<w:p><w:hyperlink><w:r><w:t xml:space="preserve">See </w:t></w:r></w:hyperlink>'
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        "<w:r><w:instrText>PAGEREF x</w:instrText></w:r>"
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>page 3</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        "<w:ins><w:r><w:t>!</w:t></w:r></w:ins></w:p>"
    )
    found = parse(docx(body), "a.docx")
    assert found.text == "See page 3!"
    assert found.left_out == ()


def test_deletions_hidden_text_and_moves_are_not_read() -> None:
    body = (
        "<w:p><w:pPr><w:rPr><w:vanish/><w:del/></w:rPr></w:pPr>"
        '<w:r><w:t xml:space="preserve">He </w:t></w:r>'
        "<w:del><w:r><w:delText>quickly </w:delText></w:r></w:del>"
        "<w:moveFrom><w:r><w:t>left </w:t></w:r></w:moveFrom>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secretly </w:t></w:r>"
        '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>ran.</w:t></w:r></w:p>'
    )
    found = parse(docx(body), "a.docx")
    assert found.text == "He ran."
    assert set(found.left_out) == {LeftOut("deletion", 1), LeftOut("hidden text", 1)}


def test_what_a_script_cannot_hold_is_counted() -> None:
    picture = "<w:r><w:drawing><x><w:p><w:r><w:t>alt</w:t></w:r></w:p></x></w:drawing></w:r>"
    box = (
        "<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>"
        f"{p('Boxed')}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict>"
        f"<v:textbox><w:txbxContent>{p('Boxed')}</w:txbxContent></v:textbox></w:pict>"
        "</mc:Fallback></mc:AlternateContent></w:r>"
    )
    chart = "<w:r><w:drawing><c:chart/></w:drawing></w:r>"
    notes = "<w:r><w:footnoteReference/></w:r><w:r><w:commentReference/></w:r>"
    formula = "<m:oMathPara><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></m:oMathPara>"
    symbol = '<w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>'
    body = f"<w:p><w:r><w:t>So</w:t></w:r>{picture}{picture}{box}{chart}{notes}{formula}{symbol}"
    found = parse(docx(body + "<w:r><w:t>.</w:t></w:r></w:p>"), "a.docx")
    assert found.text == "So."
    assert {each.what: each.count for each in found.left_out} == {
        "picture": 2,
        "text box": 1,
        "chart": 1,
        "footnote": 1,
        "comment": 1,
        "formula": 1,
        "symbol": 1,
    }


def test_lists_lose_their_marks_and_tables_their_shape() -> None:
    item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    cells = "".join(f"<w:tc>{p(text)}</w:tc>" for text in ("Name", "Age"))
    body = p("Flour", item) + p("Salt", item) + f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
    found = parse(docx(body), "a.docx")
    assert found.text == "Flour\n\nSalt\n\nName\n\nAge"
    assert set(found.left_out) == {LeftOut("list mark", 2), LeftOut("table layout", 1)}


def test_a_table_of_contents_is_left_out() -> None:
    control = (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/>'
        f"</w:docPartObj></w:sdtPr><w:sdtContent>{p('One 1')}</w:sdtContent></w:sdt>"
        f"<w:sdt><w:sdtContent>{p('Kept.')}</w:sdtContent></w:sdt>"
    )
    found = parse(docx(control), "a.docx")
    assert found.text == "Kept."
    assert found.left_out == (LeftOut("table of contents", 1),)
    style = '<w:pStyle w:val="TOC1"/>'
    old = parse(docx(p("One 1", style) + p("Two 2", style) + p("Text.")), "a.docx")
    assert old.text == "Text."
    assert old.left_out == (LeftOut("table of contents", 1),)


def test_readings_beside_japanese_characters_are_not_read_twice() -> None:
    body = (
        "<w:p><w:r><w:ruby><w:rt><w:r><w:t>みなと</w:t></w:r></w:rt>"
        "<w:rubyBase><w:r><w:t>港</w:t></w:r></w:rubyBase></w:ruby></w:r>"
        "<w:r><w:t>です。</w:t></w:r></w:p>"
    )
    assert parse(docx(body), "a.docx").text == "港です。"


def test_strict_documents_and_those_with_another_main_part_are_read() -> None:
    assert parse(docx(p("Strict."), STRICT), "a.docx").text == "Strict."
    files = {"_rels__": "", "word__document2_xml": xml(p("Second."))}
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("_rels/.rels", RELATIONS.format("/word/document2.xml"))
        archive.writestr("word/document2.xml", files["word__document2_xml"])
    assert parse(data.getvalue(), "a.docx").text == "Second."


def test_a_word_document_is_known_by_its_content() -> None:
    assert parse(docx(p("Hello.")), "download").text == "Hello."


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xd0\xcf\x11\xe0rest", "password"),
        (b"PK\x03\x04nothing more", "damaged"),
        (b"plain text", "damaged"),
        (packed(xl__workbook_xml="<x/>"), "a spreadsheet"),
        (packed(ppt__presentation_xml="<x/>"), "a presentation"),
        (packed(mimetype="application/vnd.oasis.opendocument.text"), "an OpenDocument file"),
        (packed(mimetype="application/epub+zip"), "an e-book"),
        (packed(other_txt="hello"), "not a Word document"),
        (packed(word__document_xml="<w:document>"), "its text is damaged"),
        (docx(p("Whole."))[:-40], "damaged"),
    ],
)
def test_what_is_no_word_document_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ScriptUnreadable, match=reason) as caught:
        parse(data, "a.docx")
    assert str(caught.value).startswith("a.docx cannot be read as a script")


def test_entities_are_refused() -> None:
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
        f'<w:document xmlns:w="{W}"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body>'
        "</w:document>"
    )
    with pytest.raises(ScriptUnreadable):
        parse(packed(word__document_xml=bomb), "a.docx")


def test_a_document_that_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_documents, "LARGEST_XML", 10_000)
    with pytest.raises(ScriptUnreadable, match="more text"):
        parse(docx(p("x" * 20_000)), "a.docx")


def test_the_title_is_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "My Harbor.docx"
    path.write_bytes(docx(p("Hello.")))
    found = read_file(path)
    assert (found.title, found.text, found.markdown) == ("My Harbor", "Hello.", False)
