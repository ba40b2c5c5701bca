"""The commands in this process, with an engine that has no model."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from studio import errors
from studio.__main__ import main
from studio.commands import captions, check, narrate, output
from studio.cues import Cue, Finding, Fix
from studio.document import Sentence
from studio.engines import Piece, model
from studio.errors import DictionaryMissing, PackageMissing, Unspeakable
from studio.spoken import Reading
from studio.takes import Unspoken
from studio.timeline import PlacedWord
from studio.words import Unit
from tests.fakes import FakeEngine, FakeSpeaker


class Cyrillic(FakeSpeaker):
    """A voice that cannot read it, and loses its breath in long words."""

    def units(self, text: str, readings: Sequence[Reading], language: str) -> tuple[Unit, ...]:
        return tuple(
            Unit(u.start, u.end, "", "unspeakable")
            if "\u0400" <= text[u.start] <= "\u04ff"
            else Unit(u.start, u.end, u.phonemes[:20], "shortened" if len(u.phonemes) > 20 else "")
            for u in super().units(text, readings, language)
        )


class Engine(FakeEngine):
    def __init__(self, threads: int = 0, decoder: str = "") -> None:
        super().__init__()
        self._speaker = Cyrillic()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def read(self, sentence: Sentence, readings: Sequence[Reading]) -> tuple[Unit, ...]:
        return self._speaker.units(sentence.text, readings, sentence.language)

    def speak(
        self, sentence: Sentence, readings: Sequence[Reading], *, live: bool = False
    ) -> Iterator[Piece]:
        gaps = tuple(
            Unspoken(unit.start, unit.end, unit.origin == "shortened")
            for unit in self.read(sentence, readings)
            if unit.origin
        )
        for piece in super().speak(sentence, readings, live=live):
            yield Piece(piece.audio, piece.words, gaps)
            gaps = ()


@pytest.fixture(autouse=True)
def no_model(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_folders)
    monkeypatch.setattr(model, "identity", lambda: "none")
    for module in (narrate, check):
        monkeypatch.setattr(module, "KokoroEngine", Engine)


LONG = "abcdefghijklmnopqrstuvwxyz"
SCRIPT = f"Say привет to them.\r\n\r\nПривет, мир.\n\nIt is {LONG} now. Привет again.\n"


@pytest.fixture
def script(own_folders: Path) -> str:
    Path("script.txt").write_text(SCRIPT, encoding="utf-8", newline="")
    return "script.txt"


def test_what_is_not_spoken_is_said(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["narrate", script, "-o", "a"]) == 1
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert lines[0] == "2 words could not be spoken: 'привет' (line 1), 'Привет' (line 5)."
    assert lines[1] == f"1 word could only be spoken in part: '{LONG}' (line 5)."
    assert [
        line for line in said.err.splitlines() if line.startswith("Line 3: Nothing in 'Привет, ми")
    ]
    # the same when nothing has to be rendered
    assert main(["narrate", script, "-o", "a"]) == 1
    assert capsys.readouterr().out.splitlines()[:2] == lines[:2]


def test_what_is_not_spoken_is_reported(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["narrate", script, "-o", "a", "--json", "--formats", "srt,words"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [(row["text"], row["kind"], row["line"]) for row in report["unspoken"]] == [
        ("привет", "unspeakable", 1),
        (LONG, "shortened", 5),
        ("Привет", "unspeakable", 5),
    ]
    [failed] = report["failed"]
    assert (failed["text"], failed["line"], failed["sentence"]) == ("Привет, мир.", 3, 2)
    assert SCRIPT[slice(*failed["source"])] == "Привет, мир."
    assert (report["sentences"], report["rendered"], report["cached"]) == (4, 3, 0)
    # captions show what is heard; the words file names the rest
    assert "мир" not in Path("a.srt").read_text(encoding="utf-8")
    assert json.loads(Path("a.words.json").read_bytes())["unspoken"] == [failed]
    assert main(["group", "a.words.json", "-o", "b"]) == 0


def test_a_script_with_words_left_out_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.txt").write_text("Say привет to them.", encoding="utf-8")
    assert main(["narrate", "script.txt", "-o", "a"]) == 0
    assert "1 word could not be spoken: 'привет' (line 1)." in capsys.readouterr().out


def test_a_sentence_that_is_there_twice_is_reported_twice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("script.txt").write_text("Привет.\n\nYes.\n\nПривет.\n\nYes.", encoding="utf-8")
    assert main(["narrate", "script.txt", "-o", "a", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [row["line"] for row in report["failed"]] == [1, 5]
    assert (report["rendered"], report["cached"]) == (1, 0)
    assert main(["narrate", "script.txt", "-o", "a", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["cached"] == 2


def test_nothing_that_can_be_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.txt").write_text("Привет.", encoding="utf-8")
    assert main(["narrate", "script.txt", "-o", "a", "--json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["files"] == []
    assert "Nothing was written" in said.err
    assert not Path("a.wav").exists()


def test_check_names_the_same_words(script: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", script]) == 1
    said = capsys.readouterr().out
    assert "2 words could not be spoken: 'привет' (line 1), 'Привет' (line 5)." in said
    assert "Line 3: Nothing in 'Привет, мир.' can be spoken by this voice" in said
    assert "3 sentences are not rendered yet" in said


def test_check_finds_what_narrate_found(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.txt").write_text("Yes. " + "It is so very nearly done by now. " * 4)
    assert main(["check", "script.txt", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["estimated"] == 5
    assert main(["narrate", "script.txt", "-o", "a", "--json"]) == 0
    narrated = json.loads(capsys.readouterr().out)
    assert main(["check", "script.txt", "--json"]) == 0
    checked = json.loads(capsys.readouterr().out)
    assert checked["estimated"] == 0
    assert checked["findings"] == narrated["findings"]
    assert checked["seconds"] == narrated["seconds"]


def test_what_it_took_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.txt").write_text("One fish.")
    assert main(["narrate", "script.txt", "-o", "a"]) == 0
    said = capsys.readouterr()
    assert said.err.splitlines() == ["1 of 1 sentence to render.", "Loading the voice ..."]
    assert " of narration, 1 caption; rendered 1 s of speech in 0 s, 0.0" in said.out
    assert main(["narrate", "script.txt", "-o", "a"]) == 0
    assert "nothing had to be rendered." in capsys.readouterr().out


@pytest.mark.parametrize("command", [["narrate", "-o", "a"], ["check"]])
def test_a_missing_package_is_not_a_failed_sentence(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise PackageMissing("espeakng_loader")

    monkeypatch.setattr(Engine, "read", broken)
    Path("script.txt").write_text("One fish.")
    assert main([*command, "script.txt"]) == 3
    assert capsys.readouterr().err.splitlines()[-1] == (
        "The package espeakng_loader is missing; run `make setup`."
    )


def test_voices_and_model_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["voices", "--json"]) == 0
    voices = json.loads(capsys.readouterr().out)["voices"]
    assert len(voices) == 54
    assert voices[0].keys() >= {"id", "language", "gender", "grade", "character"}
    weights = model.Weights(Path("w.pth"), "0123", "official")
    monkeypatch.setattr(model, "ensure_weights", lambda: weights)
    assert main(["model", "status", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "origin": "official",
        "path": "w.pth",
        "identity": "0123",
    }


def test_a_language_brings_a_voice(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.txt").write_text("Uno.")
    assert main(["check", "script.txt", "--language", "es"]) == 0
    assert capsys.readouterr().err == (
        "The voice is ef_dora, as af_heart speaks American English; choose another with --voice.\n"
    )
    assert main(["check", "script.txt", "--language", "es", "--voice", "af_heart"]) == 2
    assert "such as ef_dora" in capsys.readouterr().err


def test_a_blend_of_languages_says_which_it_speaks(capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.txt").write_text("One.")
    assert main(["check", "script.txt", "--voice", "af_heart:50,ff_siwis:50"]) == 0
    assert capsys.readouterr().err == (
        "The blend speaks American English, though a voice of French is in it.\n"
    )


def test_findings_are_plain_sentences() -> None:
    words = [PlacedWord(text, 0, 9, (i, i + 1), 0) for i, text in enumerate(("Go", "on", "now."))]
    cue = Cue(0, 24_000, ("Go", "on now."), (0, 3))
    found = [
        Finding("too fast", 0, 20.01, 20, (Fix("slower", 1, 0.83),)),
        Finding("too short", 0, 19_199, 19_200, (Fix("join", 1), Fix("pause", 2, 1_201))),
        Finding("too long", 0, 176_000, 144_000, (Fix("break", 2),)),
        Finding("line too long", 0, 66, 42),
        Finding("overlap", 0, 1_000, 0),
        Finding("gap", 0, 600, 2_000, (Fix("extend", 0, 2_400),)),
        Finding("hidden text", 0, 1, 0),
    ]
    told = [captions.sentence(each) for each in captions.described(found, [cue], words)]
    assert told == [
        f"Caption 1 (“Go on now.”) {what}."
        for what in (
            "is read at 20.1 characters a second, more than 20; "
            "say sentence 2 at 0.83 of its speed",
            "lasts 0.799 s, less than 0.8 s; join the captions of “Go” and “on” (words 1 and 2) "
            "or add a pause of 0.06 s after “now.” (word 3)",
            "lasts 7.334 s, more than 6 s; begin a caption with “now.” (word 3)",
            "has a line of 66 characters, more than 42",
            "lasts 0.042 s into the next one",
            "ends 0.025 s before the next one, less than 0.083 s; let it last 0.10 s longer",
            "has text in < > or { }, which some players hide; write it without those",
        )
    ]


def test_numbers_of_things() -> None:
    assert [output.count(n, "finding") for n in (0, 1, 2)] == [
        "0 findings",
        "1 finding",
        "2 findings",
    ]


def test_an_unspeakable_sentence_says_what_to_do() -> None:
    assert str(Unspeakable("Привет.")) == (
        "Nothing in 'Привет.' can be spoken by this voice; choose a voice of its language, or "
        "write how to say it: [word](/phonemes/)."
    )


def test_what_to_do_depends_on_how_it_was_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = "Japanese cannot be spoken: the package jaconv is missing; "
    assert str(DictionaryMissing("Japanese", "jaconv")) == missing + "run `make setup`."
    monkeypatch.setattr(errors, "__file__", "/usr/lib/python3/site-packages/studio/errors.py")
    assert str(DictionaryMissing("Japanese", "jaconv")) == missing + "run `pip install jaconv`."
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert str(DictionaryMissing("Japanese", "jaconv")) == (
        missing + "install Narration Studio again."
    )


@pytest.mark.parametrize("command", [["check", "s.txt"], ["narrate", "s.txt", "-o", "out"]])
def test_a_cache_that_cannot_be_used_is_named(command, monkeypatch, capsys):
    Path("s.txt").write_text("Go on.", encoding="utf-8")
    Path("file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("NARRATION_STUDIO_CACHE", str(Path("file/cache").absolute()))
    assert main(command) == 3
    told = capsys.readouterr().err.strip()
    assert told.endswith("takes cannot be written: not a directory.")
    assert "\n" not in told


def test_a_script_in_other_letters_than_the_voice_reads_is_told(capsys):
    Path("s.txt").write_text("Go on.", encoding="utf-8")
    assert main(["check", "s.txt", "--voice", "jf_alpha"]) == 0
    told = "Nothing in the script is Japanese, which jf_alpha speaks; choose another voice."
    assert told in capsys.readouterr().err
    Path("s.txt").write_text("行きます。", encoding="utf-8")
    assert main(["check", "s.txt", "--voice", "jf_alpha"]) == 0
    assert told not in capsys.readouterr().err
