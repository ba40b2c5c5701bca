"""What holds for any script whatever: nothing that the author wrote is lost, and every sentence
knows where it stood."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from studio.document import Document
from studio.errors import PauseUnreadable
from studio.languages import LANGUAGES
from studio.script import decode, read, reread

LANGUAGE = st.sampled_from(sorted(LANGUAGES))
ANY_TEXT = st.text(max_size=300)
# Marks, blanks and words in any order: what markup goes wrong on.
BLANKS = ["\n", "\n\n", "\r\n", " ", "  ", "    ", "\t", "\u00a0", "\u2028"]
UNSEEN = ["\u200b", "\u00ad", "\ufeff", "e\u0301", "🎉", "👩\u200d👩\u200d👧"]
MARKS = (
    '- * ** _ __ ~~ ` ``` [ ] ( ) ]( ![ < > <!-- --> & ; # \\ ... … . ! ? : , “ ” " ’ 「 」 。 । —'
)
STARTS = ["# ", "- ", "1. ", "> ", "| ", "|-|-|\n", "---\n", "===\n", "\n```\n"]
WORDS = "Word word Mr. etc. U.K. 3.5 http://a.b/c_d 雨 है x_y 2*3 No."
TAGS = ["[pause 1s]", "[pause 200ms]", "[w](/wˈɜɹd/)", "[w](+2)", "<b>", "</div>", "&amp;"]
PIECES = st.sampled_from([*BLANKS, *UNSEEN, *MARKS.split(), *STARTS, *WORDS.split(), *TAGS])
MESS = st.lists(PIECES, max_size=60).map("".join)
PLAIN_WORDS = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P", "Z", "S"]), max_size=200
)


def letters(text: str) -> str:
    return "".join(re.findall(r"[^\W_]", text))


def words_said(document: Document) -> str:
    return " ".join(sentence.text for sentence in document.sentences)


def check_sentences(document: Document, source: str) -> None:
    last = 0
    for paragraph in document.paragraphs:
        assert paragraph.sentences
    for sentence in document.sentences:
        text = sentence.text
        assert letters(text)
        assert text == " ".join(text.split())
        assert not re.search("[\x00-\x1f\x7f-\x9f\xad\u200b\u200e\u2028\u2029\ufeff]", text)
        text_at = 0
        for text_offset, script_offset, length in sentence.source.runs:
            assert text_offset >= text_at
            assert script_offset >= last
            assert length > 0
            text_at, last = text_offset + length, script_offset + length
            assert text_at <= len(text)
            assert last <= len(source)
        for pause in sentence.pauses:
            assert 0 <= pause.at <= len(text)
        for pin in sentence.pins:
            assert 0 <= pin.start < pin.end <= len(text)
    assert len({sentence.id for sentence in document.sentences}) == len(document.sentences)


@given(st.one_of(ANY_TEXT, MESS), st.booleans(), LANGUAGE)
@settings(max_examples=150, deadline=None)
def test_any_text_is_read(source: str, markdown: bool, language: str) -> None:
    try:
        document = read(source, markdown=markdown, language=language)
    except PauseUnreadable:
        assert "pause" in source.lower()
        return
    check_sentences(document, source)


@given(st.text(st.characters(exclude_characters="[]<"), max_size=300), LANGUAGE)
@settings(max_examples=150, deadline=None)
def test_no_letter_of_a_plain_text_is_lost(source: str, language: str) -> None:
    assert letters(words_said(read(source, language=language))) == letters(source)


@given(
    st.lists(
        PIECES.filter(lambda p: "(" not in p and "pause" not in p and not re.match("</?[a-z]", p)),
        max_size=60,
    ),
    LANGUAGE,
)
@settings(max_examples=150, deadline=None)
def test_no_letter_of_a_messy_plain_text_is_lost(pieces: list[str], language: str) -> None:
    source = "".join(pieces)
    assert letters(words_said(read(source, language=language))) == letters(source)


@given(st.lists(PIECES.filter(lambda piece: not re.search(r"[<>&\]\[]|```", piece)), max_size=60))
@settings(max_examples=150, deadline=None)
def test_no_letter_of_a_markdown_text_is_lost(pieces: list[str]) -> None:
    source = "Start " + "".join(pieces)
    assume("~~~" not in source)  # the name of a code block's language is not read
    assert letters(words_said(read(source, markdown=True))) == letters(source)


@given(PLAIN_WORDS, LANGUAGE)
@settings(max_examples=150, deadline=None)
def test_words_of_a_text_without_markup_are_slices_of_the_script(
    source: str, language: str
) -> None:
    source = re.sub(r"[*_~`\[\]<>#]", "-", source)
    for sentence in read(source, language=language).sentences:
        for word in re.finditer(r"\S+", sentence.text):
            start, end = sentence.source.span(*word.span())
            found = "".join(source[start:end].split())
            if re.search(r"[-‐]\s", source[start:end]):  # a word that was broken there
                found = re.sub("[-‐]", "", found)
                assert found == re.sub("[-‐]", "", word.group())
            assert found == word.group()


@given(
    st.lists(st.sampled_from(["It rains.", "We stay.", "Why?", "The end\n\n"]), max_size=30),
    st.data(),
)
@settings(max_examples=150, deadline=None)
def test_an_edit_leaves_the_other_sentences_their_ids(
    pieces: list[str], data: st.DataObject
) -> None:
    old = read(" ".join(pieces))
    at = data.draw(st.integers(0, len(pieces)))
    edited = reread(old, " ".join([*pieces[:at], "Something new.", *pieces[at:]]))
    new_ids = {s.id for s in edited.sentences} - {s.id for s in old.sentences}
    assert len(new_ids) == 1
    assert len({s.id for s in edited.sentences}) == len(edited.sentences)
    again = reread(edited, " ".join(pieces))
    assert [s.id for s in again.sentences] == [s.id for s in old.sentences]


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=100))
@settings(max_examples=150, deadline=None)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_marked_or_utf8_file_is_read_as_it_is(encoding: str, text: str) -> None:
    text = text.lstrip("\ufeff")
    assert decode(text.encode(encoding), "script.txt") == text
