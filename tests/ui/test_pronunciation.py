"""How words are read: the ledger, filling it lazily, and what the author says."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from studio.document import Pin, Sentence
from studio.spoken import readings
from ui.pronunciation import PronunciationPanel
from ui.pronunciation.ledger import Entry, Ledger, Place
from ui.pronunciation.model import Column
from ui.session import Session
from ui.theme import Theme

SCRIPT = (
    "Dr. Alvarez paid $20 for 3 rolls. IEEE is Привет at 7:45PM.\n\nShe paid $20 & left 3 rolls."
)


def sentence(id: str, text: str, **more) -> Sentence:
    return Sentence(id, text, **more)


def read(ledger: Ledger, one: Sentence, lexicon=None) -> None:
    ledger.put(one, readings(one.text, one.language, pins=one.pins, lexicon=lexicon))


def entries(ledger: Ledger) -> list[tuple[str, str, str]]:
    return [tuple(entry) for entry in sorted(ledger.entries, key=lambda entry: entry.rank)]


# ── the ledger ──────────────────────────────────────────────────────────────────────────────────


def test_what_is_not_read_as_written_is_listed_problems_first() -> None:
    ledger = Ledger()
    read(ledger, sentence("a", "She paid “$20.”"))
    read(ledger, sentence("b", "Привет & $20!"))
    assert entries(ledger) == [
        ("Привет", "", "unspeakable"),
        ("$20", "twenty dollars", "rule"),
        ("&", "and", "rule"),
    ]
    twenty = Entry("$20", "twenty dollars", "rule")
    assert ledger.count(twenty) == 2
    assert ledger.place(twenty) == Place("a", 9)


def test_a_sentence_that_changes_or_goes_takes_its_words_along() -> None:
    ledger = Ledger()
    one = sentence("a", "$20 and $20 & more.")
    read(ledger, one)
    assert ledger.knows(one)
    changed = replace(one, text="$20 is enough.")
    assert not ledger.knows(changed)
    read(ledger, changed)
    assert entries(ledger) == [("$20", "twenty dollars", "rule")]
    ledger.drop("a")
    assert entries(ledger) == []
    ledger.drop("never there")


def test_the_authors_words_are_listed_even_if_the_script_has_them_not() -> None:
    ledger = Ledger()
    lexicon = {"IEEE": "I triple E", "Kokoro": "ko-ko-ro", "Alvarez": "/ælvɑɹɛz/"}
    ledger.set_lexicon(lexicon)
    read(ledger, sentence("a", "ieee and Alvarez, IEEE."), lexicon)
    assert entries(ledger) == [
        ("Alvarez", "/ælvɑɹɛz/", "author"),
        ("IEEE", "I triple E", "author"),
        ("Kokoro", "ko-ko-ro", "author"),
    ]
    assert [ledger.count(entry) for entry in sorted(ledger.entries)] == [1, 2, 0]


def test_what_the_script_says_itself_is_no_entry_of_the_author() -> None:
    ledger = Ledger()
    read(ledger, sentence("a", "nom nom.", pins=(Pin(0, 3, "/nˈOm/"),)))
    assert entries(ledger) == [("nom", "/nˈOm/", "markup")]


def test_what_no_dictionary_has_is_listed_once_it_was_spoken() -> None:
    ledger = Ledger()
    one = sentence("a", "Mr. Okonkwo paid $20.")
    found = readings(one.text, one.language)
    ledger.put(one, found, [(4, 11), (17, 21)])
    assert entries(ledger) == [
        ("Okonkwo", "", "guessed"),
        ("$20", "twenty dollars", "rule"),
    ]


def test_a_word_without_end_is_listed_as_shortened() -> None:
    ledger = Ledger()
    read(ledger, sentence("a", "a" * 150))
    ((word, _, origin),) = entries(ledger)
    assert origin == "shortened"
    assert word.startswith("aaa")


# ── the panel ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def panel(session: Session, qtbot: QtBot) -> PronunciationPanel:
    session.new(SCRIPT)
    made = PronunciationPanel(session, Theme("dark"))
    qtbot.addWidget(made)
    made.resize(420, 640)
    made.show()
    made.activateWindow()
    with qtbot.waitActive(made, timeout=3000):
        pass
    return made


def rows(panel: PronunciationPanel) -> list[tuple[str, str, str]]:
    model = panel._filter
    return [
        tuple(model.index(row, column).data() for column in Column)
        for row in range(model.rowCount())
    ]


def select(panel: PronunciationPanel, word: str) -> None:
    panel._select_word(word)
    assert panel._form.word == word


def test_the_words_of_the_script_are_listed(panel: PronunciationPanel) -> None:
    assert rows(panel) == [
        ("Привет", "cannot be spoken", "×1"),
        ("$20", "twenty dollars", "×2"),
        ("&", "and", "×1"),
        ("3", "three", "×2"),
        ("7:45PM", "seven forty-five p.m.", "×1"),
        ("Dr", "Doctor", "×1"),
    ]
    assert panel._which.button("problems").text() == "Problems 1"


def test_a_word_is_said_otherwise_and_as_before_again(
    panel: PronunciationPanel, session: Session, qtbot: QtBot
) -> None:
    form = panel._form
    panel._view.setFocus()
    select(panel, "$20")
    qtbot.keyClick(panel._view, Qt.Key.Key_Return)
    assert form._said.hasFocus()
    assert not form._keep.isEnabled()
    qtbot.keyClicks(form._said, "twenty bucks")
    qtbot.keyClick(form._said, Qt.Key.Key_Return)
    assert session.document.lexicon == (("$20", "twenty bucks"),)
    assert rows(panel)[1] == ("$20", "twenty bucks", "×2")
    assert form._hint.text() == "Yours, in the whole script."
    assert form.word == "$20"
    qtbot.mouseClick(form._remove, Qt.MouseButton.LeftButton)
    assert session.document.lexicon == ()
    assert ("$20", "twenty dollars", "×2") in rows(panel)
    session.undo()
    assert ("$20", "twenty bucks", "×2") in rows(panel)
    select(panel, "$20")
    panel._view.setFocus()
    qtbot.keyClick(panel._view, Qt.Key.Key_Delete)
    assert session.document.lexicon == ()


def test_any_word_can_be_said_otherwise(
    panel: PronunciationPanel, session: Session, qtbot: QtBot
) -> None:
    form = panel._form
    form._word.setFocus()
    qtbot.keyClicks(form._word, "Alvarez")
    qtbot.keyClick(form._word, Qt.Key.Key_Return)
    assert form._said.hasFocus()
    qtbot.keyClicks(form._said, "al vah rez")
    qtbot.mouseClick(form._keep, Qt.MouseButton.LeftButton)
    assert session.document.lexicon == (("Alvarez", "al vah rez"),)
    assert rows(panel)[1] == ("Alvarez", "al vah rez", "×1")
    assert panel._view.currentIndex().row() == 1


def test_it_is_heard_before_and_after(
    panel: PronunciationPanel, session: Session, fake_engine, qtbot: QtBot
) -> None:
    read_aloud: list[str] = []
    speak = fake_engine.speak

    def listening(sentence, readings, **more):
        read_aloud.append(" ".join(reading.spoken for reading in readings))
        return speak(sentence, readings, **more)

    fake_engine.speak = listening
    heard: list[str] = []
    session.audition_changed.connect(heard.append)
    form = panel._form
    select(panel, "$20")
    qtbot.mouseClick(form._before, Qt.MouseButton.LeftButton)
    assert form._before.accessibleName() == "Stop"
    qtbot.waitUntil(lambda: "twenty dollars" in read_aloud, timeout=5_000)
    form._said.setText("twenty bucks")
    qtbot.mouseClick(form._after, Qt.MouseButton.LeftButton)
    assert form._after.accessibleName() == "Stop"
    assert form._before.accessibleName() == "Hear it as it is read now"
    qtbot.waitUntil(lambda: "twenty bucks" in read_aloud, timeout=5_000)
    qtbot.mouseClick(form._after, Qt.MouseButton.LeftButton)
    assert heard[-1] == ""
    assert session.document.lexicon == ()
    select(panel, "Привет")
    assert not form._before.isEnabled()


def test_it_is_heard_in_the_voice_of_its_sentence(
    panel: PronunciationPanel, session: Session, qtbot: QtBot
) -> None:
    heard: list[str] = []
    session.audition_changed.connect(heard.append)
    last = session.document.sentences[-1].id
    session.set_voice([last], "am_michael")
    select(panel, "&")
    qtbot.mouseClick(panel._form._before, Qt.MouseButton.LeftButton)
    assert heard == ["am_michael"]


def test_filters(panel: PronunciationPanel, session: Session, qtbot: QtBot) -> None:
    session.set_lexicon("IEEE", "I triple E")
    qtbot.mouseClick(panel._which.button("author"), Qt.MouseButton.LeftButton)
    assert rows(panel) == [("IEEE", "I triple E", "×1")]
    qtbot.mouseClick(panel._which.button("problems"), Qt.MouseButton.LeftButton)
    assert [row[0] for row in rows(panel)] == ["Привет"]
    qtbot.mouseClick(panel._which.button("all"), Qt.MouseButton.LeftButton)
    panel._search.setText("doll")
    assert [row[0] for row in rows(panel)] == ["$20"]
    panel._search.setText("nothing")
    assert panel._pages.currentWidget() is panel._empty
    assert panel._empty.accessibleName() == "No word like this"


def test_typing_reads_only_what_changed(
    panel: PronunciationPanel, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = session.takes.readings
    monkeypatch.setattr(session.takes, "readings", lambda id: asked.append(id) or real(id))
    session.retype(session.document.source.replace("left 3", "left 4"))
    assert len(asked) == 1
    assert ("4", "four", "×1") in rows(panel)
    assert ("3", "three", "×1") in rows(panel)


def test_guessed_words_come_with_their_takes(
    panel: PronunciationPanel, session: Session, fake_engine, qtbot: QtBot
) -> None:
    fake_engine.guessing = ("rolls",)
    guess = Entry("rolls", "", "guessed")
    assert guess not in panel._model.entries
    session.render_all()
    qtbot.waitUntil(lambda: guess in panel._model.entries, timeout=10_000)
    session.set_lexicon("rolls", "roals")
    qtbot.waitUntil(lambda: guess not in panel._model.entries, timeout=10_000)


def test_a_word_is_shown_where_it_stands(panel: PronunciationPanel, qtbot: QtBot) -> None:
    select(panel, "7:45PM")
    panel._view.setFocus()
    with qtbot.waitSignal(panel.place_requested) as asked:
        qtbot.keyClick(panel._view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked.args == [SCRIPT.index("7:45PM")]


def test_empty_states(panel: PronunciationPanel, session: Session) -> None:
    session.new("Every morning is the same.")
    assert panel._empty.accessibleName().startswith("Every word is read as it is written")
    session.new("")
    assert panel._empty.accessibleName().startswith("No script yet")
    assert panel._pages.currentWidget() is panel._empty


def test_a_long_script_is_read_little_by_little(
    session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.new("\n\n".join(f"Line {i} costs ${i}." for i in range(40)))
    real = session.takes.readings

    def slow(id: str):
        time.sleep(0.002)
        return real(id)

    monkeypatch.setattr(session.takes, "readings", slow)
    panel = PronunciationPanel(session, Theme("dark"))
    qtbot.addWidget(panel)
    panel.show()
    assert 0 < panel._reader.left < 40
    assert "of 40 sentences" in panel._progress.text()
    qtbot.waitUntil(lambda: panel._reader.left == 0, timeout=5_000)
    assert panel._progress.text() == ""
    assert len(rows(panel)) == 80


def test_it_rests_while_nobody_sees_it(session: Session, qtbot: QtBot) -> None:
    session.new(SCRIPT)
    panel = PronunciationPanel(session, Theme("dark"))
    qtbot.addWidget(panel)
    assert rows(panel) == []
    panel.show()
    assert len(rows(panel)) == 6


def test_everything_has_a_name(panel: PronunciationPanel) -> None:
    said = panel._filter.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "$20: twenty dollars. A rule says how it is spoken. 2 times"
    for field in (panel._search, panel._form._word, panel._form._said, panel._view):
        assert field.accessibleName()


def test_it_is_painted_in_both_themes(panel: PronunciationPanel) -> None:
    dark = panel.grab().toImage()
    panel._theme.set_mode("light")
    assert panel.grab().toImage() != dark
