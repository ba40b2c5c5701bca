"""After an edit: what has not changed keeps its id, voice and speed."""

from __future__ import annotations

from dataclasses import replace

from studio.document import Document, Paragraph
from studio.script import read, reread

SOURCE = "It rains. We stay.\n\nIt rains. We leave."


def ids(document: Document) -> list[str]:
    return [sentence.id for sentence in document.sentences]


def with_voice(document: Document, index: int, voice: str, speed: float) -> Document:
    sentences = list(document.sentences)
    sentences[index] = replace(sentences[index], voice=voice, speed=speed)
    found = iter(sentences)
    return replace(
        document,
        paragraphs=tuple(
            Paragraph(tuple(next(found) for _ in p.sentences)) for p in document.paragraphs
        ),
    )


def test_the_same_script_is_the_same_document() -> None:
    old = read(SOURCE)
    new = reread(old, SOURCE)
    assert new == old
    assert all(a is b for a, b in zip(new.paragraphs, old.paragraphs, strict=True))


def test_only_the_changed_sentence_gets_a_new_id() -> None:
    old = read(SOURCE)
    new = reread(old, SOURCE.replace("stay", "remain"))
    assert ids(new) == ["s1", "s5", "s3", "s4"]
    assert new.paragraphs[0].sentences[0] is old.paragraphs[0].sentences[0]


def test_sentences_that_only_moved_keep_their_ids_and_know_where_they_stand() -> None:
    old = read(SOURCE)
    new = reread(old, f"First. {SOURCE}")
    assert ids(new) == ["s5", "s1", "s2", "s3", "s4"]
    assert new.sentences[1].source.span(0, 9) == (7, 16)
    assert ids(reread(old, "We leave. It rains. We stay.\n\nIt rains.")) == ["s4", "s1", "s2", "s3"]


def test_equal_sentences_keep_their_order() -> None:
    old = read("Go. Go. Go. Stop.")
    assert ids(reread(old, "Go. Go. Stop.")) == ["s1", "s2", "s4"]
    assert ids(reread(old, "Go. Go. Go. Go. Stop.")) == ["s1", "s2", "s3", "s5", "s4"]


def test_undoing_an_edit_by_hand_brings_ids_of_the_rest_back() -> None:
    old = read(SOURCE)
    there = reread(old, SOURCE.replace("It rains. We leave.", ""))
    assert ids(there) == ["s1", "s2"]
    assert ids(reread(there, SOURCE)) == ["s1", "s2", "s3", "s4"]


def test_voice_and_speed_stay_with_the_sentence_and_what_replaces_it() -> None:
    old = with_voice(read(SOURCE), 1, "bf_emma", 1.5)
    new = reread(old, "It rains. We stay here. Still.\n\nIt rains. We leave.")
    assert [(s.voice, s.speed) for s in new.sentences] == [
        ("af_heart", 1.0),
        ("bf_emma", 1.5),
        ("bf_emma", 1.5),
        ("af_heart", 1.0),
        ("af_heart", 1.0),
    ]


def test_a_new_sentence_speaks_like_the_one_before() -> None:
    old = with_voice(read("It rains. We stay."), 0, "bf_emma", 1.5)
    new = reread(old, "It rains. Hard. We stay.")
    assert [s.voice for s in new.sentences] == ["bf_emma", "bf_emma", "af_heart"]


def test_a_given_voice_holds_for_all() -> None:
    old = with_voice(read("It rains. We stay."), 0, "bf_emma", 1.0)
    new = reread(old, "It rains. We stay.", voice="bf_emma")
    assert [s.voice for s in new.sentences] == ["bf_emma", "bf_emma"]
    assert ids(new) == ["s1", "s3"]


def test_pauses_and_pins_come_from_the_script() -> None:
    old = read("Say [gnome](/nˈOm/).[pause 1s]")
    new = reread(old, "Say gnome.")
    assert ids(new) == ids(old)
    assert (new.sentences[0].pins, new.sentences[0].pauses) == ((), ())


def test_gaps_stay() -> None:
    old = read("It rains.", sentence_gap=100, paragraph_gap=200)
    new = reread(old, "It pours.\n\nNow.")
    assert (new.sentence_gap, new.paragraph_gap) == (100, 200)


def test_from_nothing_and_to_nothing() -> None:
    assert ids(reread(Document(), "It rains.")) == ["s1"]
    assert reread(read("It rains."), "") == Document()
