"""Script files in any usual encoding; what is no text is refused with something to do."""

from __future__ import annotations

import codecs

import pytest

from studio.errors import ScriptUnreadable
from studio.script import decode

FRENCH = "Il était une fois à Paris, où l’été était beau."


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("ascii", "Plain words."),
        ("utf-8", "Café — “quoted” 雨 🎉"),
        ("utf-16-le", "Hello there"),
        ("utf-16-be", "Héllo"),
        ("utf-16-le", "你好 世界"),
        ("utf-16-be", "日本語のテキストです。"),
        ("utf-16-le", "नमस्ते दुनिया, कैसे हो"),
        ("utf-32-le", "Hello"),
        ("utf-32-be", "Hé"),
        ("cp1252", "café"),
        ("cp1252", "It’s a test"),
        ("cp1252", "Café — “quoted” naïve"),
        ("cp1252", "«Oui», dit-il. Ça va… 10 €"),
        ("cp1252", "PAS D’ÉTÉ"),
        ("cp1252", FRENCH),
        ("cp1252", "¿Qué tal? ¡Hola, señor Muñoz!"),
        ("latin-1", "Olá, você não está só, 5 °C"),
        ("iso8859-15", "Un œuf à 10 €"),
        ("mac-roman", "Café “ok” señor"),
        ("cp850", "Café olé"),
        ("shift_jis", "雨です"),
        ("shift_jis", "日本語のテキストです。"),
        ("cp932", "①②"),
        ("euc-jp", "日本語のテキストです。"),
        ("iso2022_jp", "日本語です"),
        ("gb18030", "你好"),
        ("gb18030", "他说：“我们明天再来。”"),
        ("big5", "你好，世界。我們走吧。"),
        ("cp1251", "Привет, мир. Как дела?"),
        ("koi8-r", "Привет, мир"),
    ],
)
def test_usual_encodings(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding), "script.txt") == text


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_byte_order_marks_are_dropped(mark: bytes, encoding: str) -> None:
    assert decode(mark + "Héllo\r\n".encode(encoding), "script.txt") == "Héllo\r\n"


def test_line_ends_stay() -> None:
    assert decode(b"a\r\nb\rc\n\x0bd\x1a", "script.txt") == "a\r\nb\rc\n\x0bd\x1a"


def test_a_stray_byte_does_not_spoil_utf8() -> None:
    assert decode("Ünï cödé “x” ".encode() + b"caf\xe9.", "script.txt") == "Ünï cödé “x” café."


def test_an_empty_file_is_an_empty_text() -> None:
    assert decode(b"", "script.txt") == ""


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"Hello\0world", "it holds binary data, not text"),
        (b"Hell\0world", "it holds binary data, not text"),
        (b"\0" * 10, "it holds binary data, not text"),
        (bytes(range(256)), "it holds binary data, not text"),
        (bytes(range(1, 32)) * 9, "it holds binary data, not text"),
        (b"%PDF-1.4\n", "it is a PDF"),
        (b"PK\x03\x04\x14\0", "it is a document of a word processor, an e-book or an archive"),
        (b"{\\rtf1 Hello}", "it is rich text (RTF)"),
        (b"RIFF\x10\0\0\0WAVEfmt ", "it is a sound file"),
        (b"\xff\xfeH\0e", "its UTF-16-LE text is damaged at byte 2"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ScriptUnreadable) as raised:
        decode(data, "notes.txt")
    assert raised.value.name == "notes.txt"
    assert str(raised.value) == (
        f"notes.txt cannot be read as a script: {reason}; "
        "save it as plain text (.txt, UTF-8) or Markdown (.md)."
    )
