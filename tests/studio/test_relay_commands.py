"""``narrate`` through the relay, and ``relay``, by a server on loopback."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from studio import settings
from studio.__main__ import main
from studio.commands import narrate
from studio.document import Sentence, Word
from studio.engines import model
from studio.relay import keys
from studio.spoken import Reading
from tests.relay_server import Answer, Asked, RelayServer, says, serving, sound, wav
from tests.studio.test_commands import Engine

ROOT = Path(__file__).parents[2]
SECRET = "sk-test-1234567890abcdef"
NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
SCRIPT = "\n\n".join(f"Boat number {name} comes home before the rain." for name in NAMES)


def spoken(asked: Asked) -> Answer:
    return Answer(wav(2_000 * len(asked.body["input"])))


@pytest.fixture(autouse=True)
def no_model(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_folders)
    monkeypatch.setattr(model, "identity", lambda: "none")
    monkeypatch.setattr(narrate, "KokoroEngine", Engine)
    monkeypatch.setenv("DESK_KEY", SECRET)
    Path("script.txt").write_text(SCRIPT, encoding="utf-8")


@pytest.fixture
def server() -> Iterator[RelayServer]:
    with serving(spoken) as server:
        desk = {
            "name": "Desk",
            "base": server.base,
            "model": "k",
            "key_variable": "DESK_KEY",
            "price": 2.5,
            "per_second": 1e6,
        }
        settings.save(settings.load().change(servers=[desk]))
        yield server


class Run:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = main([*arguments, "--server", "desk"])
        said = self.capsys.readouterr()
        assert "sk-test" not in said.out + said.err
        return code, said.out, said.err

    def narrate(self, *options: str) -> dict:
        code, out, _ = self("narrate", "script.txt", "-o", "a", "--json", *options)
        return {"code": code, **json.loads(out)}


@pytest.fixture(autouse=True)
def own_signals() -> Iterator[None]:
    """A program that was interrupted ignores signals from then on, and so would its children."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


def test_a_narration_by_the_relay(server: RelayServer, run: Run) -> None:
    narration = ("narrate", "script.txt", "-o", "a", "--engine", "relay")
    code, _, err = run(*narration, "--formats", "words")
    assert code == 0
    assert (
        "11 sentences (485 characters, $0.0012) with voice and speed: sent to Desk "
        f"({server.base})."
    ) in err
    assert sorted(asked.body["input"] for asked in server.asked) == sorted(SCRIPT.split("\n\n"))
    words = json.loads(Path("a.words.json").read_bytes())
    assert words["engine"] == "relay:Desk"
    # and once more nothing is sent
    assert run.narrate("--engine", "relay")["cached"] == 11
    assert len(server.asked) == 11


def test_takes_of_both_engines_are_kept_apart(server: RelayServer, run: Run) -> None:
    assert run.narrate("--engine", "relay")["engines"] == {"relay:Desk": 11}
    assert run.narrate("--engine", "canary:0")["engines"] == {"fake": 11}
    half = run.narrate("--engine", "canary:50")
    assert (half["rendered"], half["code"]) == (0, 0)
    assert half["engines"] == run.narrate("--engine", "canary:50")["engines"]
    assert set(half["engines"]) == {"fake", "relay:Desk"}
    assert len(server.asked) == 11


def test_sentences_are_asked_for_together(server: RelayServer, run: Run) -> None:
    together = threading.Barrier(11)

    def answer(asked: Asked) -> Answer:
        together.wait(20)
        return spoken(asked)

    server.answers = [answer]
    assert run.narrate("--engine", "relay")["rendered"] == 11


def test_no_socket_is_opened_for_the_local_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "__init__", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for engine in ("local", "canary:0"):
        assert main(["narrate", "script.txt", "-o", "a", "--engine", engine]) == 0
        assert main(["narrate", "script.txt", "-o", "a", "--no-cache"]) == 0


@pytest.fixture
def failing(server: RelayServer) -> RelayServer:
    def answer(asked: Asked) -> Answer:
        return says(400, {"detail": "no"}) if "four" in asked.body["input"] else spoken(asked)

    server.answers = [answer]
    return server


def test_a_sentence_that_fails_does_so_alone(failing: RelayServer, run: Run) -> None:
    done = run.narrate("--engine", "relay")
    assert (done["code"], done["rendered"], len(done["failed"])) == (1, 10, 1)
    assert done["failed"][0]["reason"] == "Desk did not speak: it answered 400 ('no')."


def test_a_sentence_that_fails_is_spoken_here(failing: RelayServer, run: Run) -> None:
    done = run.narrate("--engine", "relay", "--fallback")
    assert (done["code"], done["failed"]) == (0, [])
    assert done["engines"] == {"fake": 1, "relay:Desk": 10}
    assert len(failing.asked) == 11
    # next time the relay is asked for that one again
    assert run.narrate("--engine", "relay", "--fallback")["rendered"] == 0
    assert len(failing.asked) == 12


def test_an_answer_that_is_much_too_short_is_no_take(server: RelayServer, run: Run) -> None:
    server.answers = [Answer(wav(2_400))]
    done = run.narrate("--engine", "relay", "--fallback")
    assert done["engines"] == {"fake": 11}


def test_offline_is_said_once(server: RelayServer, run: Run) -> None:
    server.shutdown()
    server.server_close()
    narration = ("narrate", "script.txt", "-o", "a", "--engine", "relay")
    code, _, err = run(*narration)
    assert code == 3
    assert err.count("Desk cannot be used: there is no connection") == 1
    code, _, err = run(*narration, "--fallback")
    assert code == 0
    assert err.count("Desk cannot be used: there is no connection") == 1
    assert Path("a.wav").is_file()


@pytest.mark.parametrize("fallback", [[], ["--fallback"]])
def test_a_key_that_is_refused_ends_it_and_loses_nothing(
    server: RelayServer, run: Run, fallback: list[str]
) -> None:
    def answer(asked: Asked) -> Answer:
        if "one" in asked.body["input"].split():
            return spoken(asked)
        return says(401, {"error": f"{SECRET} is bad"})

    server.answers = [answer]
    code, _, err = run("narrate", "script.txt", "-o", "a", "--engine", "relay", *fallback)
    assert code == 3
    assert "it refused the key (401; DESK_KEY)" in err
    assert not Path("a.wav").exists()
    server.answers = [spoken]
    assert run.narrate("--engine", "relay")["cached"] == 1


class Thoughtful(Engine):
    """Takes its time to measure."""

    def measure(
        self, sentence: Sentence, readings: Sequence[Reading]
    ) -> tuple[int, tuple[Word, ...]]:
        time.sleep(0.5)
        return super().measure(sentence, readings)


def test_what_was_spoken_is_kept_when_the_key_is_refused_late(
    server: RelayServer, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(narrate, "KokoroEngine", Thoughtful)
    others = threading.Semaphore(0)

    def answer(asked: Asked) -> Answer:
        if "number one " in asked.body["input"]:
            for _ in range(10):
                others.acquire(timeout=20)
            return says(401, {"error": "no"})
        others.release()
        return spoken(asked)

    server.answers = [answer]
    code, _, err = run("narrate", "script.txt", "-o", "a", "--engine", "relay")
    assert (code, "it refused the key (401; DESK_KEY)" in err) == (3, True)
    server.answers = [spoken]
    again = run.narrate("--engine", "relay")
    assert (again["cached"], again["rendered"]) == (10, 1)


@pytest.mark.skipif(os.name != "posix", reason="uses POSIX signals")
def test_what_was_spoken_is_kept_when_it_is_interrupted(
    server: RelayServer, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(narrate, "KokoroEngine", Thoughtful)
    asked_for = threading.Semaphore(0)

    def answer(asked: Asked) -> Answer:
        asked_for.release()
        return spoken(asked)

    def interrupt() -> None:
        for _ in range(11):
            asked_for.acquire(timeout=20)
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)

    server.answers = [answer]
    threading.Thread(target=interrupt, daemon=True).start()
    code, _, err = run("narrate", "script.txt", "-o", "a", "--engine", "relay")
    assert (code, "the sentences that were finished are kept" in err) == (130, True)
    again = run.narrate("--engine", "relay")
    assert (again["cached"], again["rendered"]) == (11, 0)


@pytest.mark.skipif(os.name != "posix", reason="uses POSIX signals")
def test_interrupted_while_the_relay_stalls(server: RelayServer) -> None:
    all_asked, released = threading.Barrier(12), threading.Event()

    def stall() -> None:
        all_asked.wait(60)
        released.wait(60)

    server.answers = [sound(before=stall)]
    narration = ["narrate", "script.txt", "-o", "a", "--engine", "relay", "--server", "desk"]
    program = (
        "import sys; from studio.__main__ import main; from studio.engines import model\n"
        "model.identity = lambda: 'none'\n"
        f"sys.exit(main({narration!r}))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", program], env=environment, stderr=subprocess.PIPE, text=True
    )
    all_asked.wait(60)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    released.set()
    assert process.returncode == 130
    assert said.endswith("Interrupted; the sentences that were finished are kept.\n")
    assert time.monotonic() - begun < 10


def test_a_voice_that_the_relay_lacks(server: RelayServer, run: Run) -> None:
    server.answers = [says(422, {"error": {"message": "voice not found"}})]
    server.gets["/v1/audio/voices"] = Answer(b'{"voices": ["af_hearts", "bf_emma"]}')
    done = run.narrate("--engine", "relay")
    assert done["code"] == 1
    assert "no voice 'af_heart' (close to it: af_hearts)" in done["failed"][0]["reason"]
    assert len(server.asked) == 11


def test_a_voice_that_only_the_relay_has(server: RelayServer, run: Run) -> None:
    for voice in ("af_nova2", "af_nova2@relay"):
        done = run.narrate("--engine", "relay", "--voice", voice)
        assert done["engines"] == {"relay:Desk": 11}
    assert {asked.body["voice"] for asked in server.asked} == {"af_nova2"}
    assert len(server.asked) == 11


@pytest.mark.parametrize("command", [["narrate", "-o", "a"], ["check"]])
def test_and_this_computer_has_not(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    name, *others = command
    assert main([name, "script.txt", *others, "--voice", "af_nova2@relay"]) == 2
    assert "Only a relay has the voice 'af_nova2'" in capsys.readouterr().err


def test_a_blend_is_not_sent(server: RelayServer, run: Run) -> None:
    done = run.narrate("--engine", "relay", "--fallback", "--voice", "af_heart:60,af_bella:40")
    assert done["engines"] == {"fake": 11}
    assert server.asked == []


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--engine", "cloud"], 2, "choose local, relay or canary:N"),
        (["--fallback"], 2, "need --engine relay or canary:N"),
        (["--engine", "relay", "--server", "Elsewhere"], 2, "The server cannot be 'Elsewhere'"),
        (["--engine", "relay"], 3, "put its key into HOLYSHEEP_API_KEY"),
    ],
)
def test_wrong_use(
    options: list[str],
    code: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("HOLYSHEEP_API_KEY", raising=False)
    assert main(["narrate", "script.txt", "-o", "a", *options]) == code
    assert message in capsys.readouterr().err


def test_a_test_of_the_relay(server: RelayServer, run: Run) -> None:
    server.gets["/v1/audio/voices"] = Answer(b'{"voices": ["af_heart", "bf_emma"]}')
    code, out, err = run("relay", "test")
    assert code == 0
    assert err == (
        "Sending 6 short texts (48 characters in all, $0.0001), 'Good morning.' first, to Desk "
        f"({server.base}).\n"
    )
    first, *others = out.splitlines()
    assert first.startswith("1.1 s of speech by af_heart in ")
    assert others == [
        "Voices: 2 listed.",
        "Speeds: 0.5 accepted, but nothing changes, 2 accepted, but nothing changes.",
        "Formats: wav, WAV instead of mp3, WAV instead of pcm.",
        "Streams: no, sound comes when all of it is there.",
        "Captions: no.",
    ]
    assert len(server.asked) == 6
    code, out, _ = run("relay", "test", "--json")
    facts = json.loads(out)
    assert facts.pop("first_sound_s") <= facts.pop("whole_s")
    assert facts == {
        "server": "Desk",
        "base": server.base,
        "voice": "af_heart",
        "voices": ["af_heart", "bf_emma"],
        "families": [],
        "seconds": 26_000 / 24_000,
        "streams": False,
        "speeds": [
            {"speed": n, "is_accepted": True, "factor": 1.0, "reason": "", "is_heard": False}
            for n in (0.5, 2.0)
        ],
        "formats": [
            {"asked": asked, "came": "WAV", "reason": ""} for asked in ("wav", "mp3", "pcm")
        ],
        "captions": 0,
        "characters": 48,
    }


def test_the_voices_of_the_relay_and_of_this_computer(server: RelayServer, run: Run) -> None:
    server.gets["/v1/audio/voices"] = Answer(b'{"voices": ["af_heart", "xx_other"]}')
    code, out, _ = run("relay", "voices")
    lines = out.splitlines()
    assert code == 0
    assert "af_heart         relay  local" in lines
    assert "xx_other         relay  " in lines
    assert "bf_emma                 local" in lines


def test_names_do_nothing_to_a_terminal(
    server: RelayServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "Desk\x1b[2J\n\u202eX"
    row = {"name": name, "base": server.base, "model": "k", "per_second": 1e6}
    settings.save(settings.load().change(servers=[row]))
    monkeypatch.setattr(keys, "where", lambda server: "keyring")
    monkeypatch.setattr(keys, "forget", lambda server: False)
    server.answers = [says(400, {"detail": "no\x1b[31m"})]
    server.gets["/v1/audio/voices"] = Answer(b'{"voices": ["af_\\u001b[31m"]}')
    shown = "Desk\\x1b[2J\\n\\u202eX"
    for command, told in [
        (["relay", "test"], f"{shown} did not speak: it answered 400 ("),
        (["relay", "voices"], f"{shown} does not list its voices."),
        (["relay", "key", "--forget"], f"The key for {shown} ("),
        (["narrate", "script.txt", "-o", "a", "--engine", "relay"], f"sent to {shown} ("),
    ]:
        main([*command, "--server", name])
        said = capsys.readouterr()
        assert told in said.out + said.err
        assert not {"\x1b", "\u202e"} & set(said.out + said.err)
    main(["relay", "test", "--server", "A\x1b[2J"])
    assert "\x1b" not in capsys.readouterr().err


def test_a_relay_that_does_not_answer(server: RelayServer, run: Run) -> None:
    server.answers = [says(400, {"detail": f"no {SECRET}"})]
    code, out, err = run("relay", "test")
    assert (code, out) == (1, "")
    assert err.endswith("Desk did not speak: it answered 400 ('no …').\n")


def test_own_servers_are_checked(server: RelayServer) -> None:
    path = settings.settings_file()
    path.write_text('{"servers": [{"name": "A", "base": "http://a.example", "model": "k"}]}')
    loaded = settings.load()
    assert loaded["servers"] == []
    assert "not sent to a.example over plain http" in loaded.warnings[0]
