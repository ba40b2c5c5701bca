"""Keys of the relay: where they are found and kept, and that nothing else ever holds them."""

from __future__ import annotations

import base64
import io
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import chainer, fail, null
from keyring.errors import KeyringLocked, PasswordDeleteError

from studio import settings
from studio.__main__ import main
from studio.commands import narrate
from studio.engines import model
from studio.errors import RelayKeyUnusable
from studio.relay import keys, vault
from studio.relay.keys import HIDDEN, Key
from studio.relay.servers import PRESETS, Server
from tests.relay_server import Answer, RelayServer, says, serving, wav
from tests.studio.test_commands import Engine

ROOT = Path(__file__).parents[2]
SECRET = "sk-test-1234567890abcdef"
OTHER = "zz-kept-0987654321fedcba"
DESK = Server("Desk", "http://127.0.0.1:8880/v1", "k", key_variable="DESK_KEY")
NO_KEY = Server("Own", "http://127.0.0.1:8880/v1", "k")


def holds_a_part(text: str, secret: str = SECRET) -> bool:
    """Whether eight characters of the key, one after another, are in it."""
    return any(secret[at : at + 8] in text for at in range(len(secret) - 7))


class Memory(KeyringBackend):
    priority = 1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Memory:
    backend = Memory()
    use(monkeypatch, backend)
    return backend


def use(monkeypatch: pytest.MonkeyPatch, backend: KeyringBackend) -> None:
    monkeypatch.setattr("keyring.core._keyring_backend", None)
    keyring.set_keyring(backend)


class TestKeys:
    def find(self, value: str) -> str:
        return keys.find(PRESETS[0], {"HOLYSHEEP_API_KEY": value}).value

    @pytest.mark.parametrize(
        "value", ["sk-test\n", " sk-test\r\n", "\u200bsk-test ", "\ufeffsk-test"]
    )
    def test_what_is_around_it_is_dropped(self, value: str) -> None:
        assert self.find(value) == "sk-test"

    @pytest.mark.parametrize(
        "value", ["“sk-test”", '"sk-test"', "sk te\nst", "sk-te\u200bst", "schlüssel", "sk\x00t"]
    )
    def test_what_cannot_be_a_key(self, value: str) -> None:
        with pytest.raises(RelayKeyUnusable) as caught:
            self.find(value)
        message = str(caught.value)
        assert "HOLYSHEEP_API_KEY contains characters that cannot be part of a key" in message
        assert value not in message

    @pytest.mark.parametrize("value", ["", " \n", "\u200b"])
    def test_none(self, value: str) -> None:
        with pytest.raises(RelayKeyUnusable) as caught:
            self.find(value)
        assert str(caught.value) == (
            "HolySheep cannot be used: put its key into HOLYSHEEP_API_KEY "
            "(the system keyring cannot be asked: this system has none)."
        )

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("key sk-abcdefgh123 is bad", "key … is bad"),
            ("key sk-abcde***** is bad", "key …***** is bad"),
            ("key sk-abc***h123 is bad", "key sk-abc***h123 is bad"),
            ("two\nlines\x1b[31m", "two lines [31m"),
            ("", ""),
        ],
    )
    def test_what_a_server_says(self, text: str, shown: str) -> None:
        assert Key("sk-abcdefgh123").redacted(text) == shown

    SPREAD = (
        "s k - a b c d e f g h 1 2 3",
        "sk-abcd efgh123",
        "s\u200bk\u200b-\u200ba\u200bb\u200bc\u200bd\u200be\u200bf\u200bg\u200bh\u200b1\u200b2\u200b3",
        "sk-abcd\u2060efgh1\xad23",
        "sk-a\u034fbcd\ufe0fefg\u3164h123",
        "sk-abcd\u202e\u115fefgh\u2800123",
        "sk\n-abc\ndefg\nh123",
        "s.k.-.a.b.c.d.e.f.g.h.1.2.3",
        "sk\u2011abcdefgh123",
        "SK-ABC DEF GH123",
        "321hgfedcba-ks",
        "3 2 1 h g f e d c b a - k s",
        "c2stYWJjZGVmZ2gxMjM=",
        "c2st YWJjZGVmZ2gx MjM=",
        "736b2d6162636465666768313233",
        "sk%2Dabcdefgh123",
        "sk-&#97;bc&#x64;efgh123",
        "%73%6b%2d%61%62%63%64%65%66%67%68%31%32%33",
        "\\u0073\\u006b\\u002d\\u0061\\u0062\\u0063\\u0064\\u0065\\u0066\\u0067\\u0068\\u0031",
        "\uff53\uff4b-\uff41\uff42\uff43\uff44\uff45\uff46\uff47\uff48\uff11\uff12\uff13",
    )

    @pytest.mark.parametrize("spread", SPREAD)
    def test_a_key_that_is_spread_out_or_packed(self, spread: str) -> None:
        shown = Key("sk-abcdefgh123").redacted(f"Wrong: {spread}")
        assert HIDDEN in shown
        letters = "".join(c for c in shown if c.isascii() and c.isalnum()).lower()
        for secret in ("skabcdefgh123", "321hgfedcbaks", "c2stywjjzgvmz2gxmjm", "736b2d61626364"):
            assert not any(secret[at : at + 8] in letters for at in range(len(secret) - 7))

    @pytest.mark.parametrize("before", ["", "x", "xy", "Bearer "])
    def test_packed_behind_something_else(self, before: str) -> None:
        packed = base64.b64encode(f"{before}sk-abcdefgh123".encode()).decode()
        told = Key("sk-abcdefgh123").redacted(f"a{packed}")
        assert told.startswith("a")
        assert len(told) <= 16
        assert "ZGVmZ2" not in told
        assert "RlZmdo" not in told
        assert "kZWZna" not in told

    @pytest.mark.parametrize(
        "text",
        [
            "The voice af_heart was not found.",
            "It took 3.5 s, try again at 12:45.",
            "skip abc, def and gh; then 1, 2, 3",
            "100% of the requests were refused",
        ],
    )
    def test_other_words_stay(self, text: str) -> None:
        assert Key("sk-abcdefgh123").redacted(text) == text

    @pytest.mark.parametrize(
        ("value", "shown"), [("a", "b l o c … l"), ("abc", "b l o c a l"), ("local", "b l o c a l")]
    )
    def test_of_a_short_key_blanks_tell_nothing(self, value: str, shown: str) -> None:
        assert Key(value).redacted("b l o c a l") == shown


class TestNames:
    @pytest.mark.parametrize(
        "name",
        ["HOLYSHEEP_API_KEY", "DESK_KEY", "my_key", "S3_KEY", "OPENAI_KEY_2", "DeskKey", "_K"],
    )
    def test_of_variables(self, name: str) -> None:
        assert keys.named(name) == name
        desk = Server("Desk", "http://127.0.0.1:8880/v1", "k", key_variable=name)
        with pytest.raises(RelayKeyUnusable, match=f"put its key into {name} "):
            keys.find(desk, {})

    @pytest.mark.parametrize(
        "value",
        [
            SECRET,
            "sk_live_51HbX9aQ2",
            "gsk_QwErTyUiOp",
            "AKIAIOSFODNN7EXAMPLE",
            "a1b2c3d4e5f6",
            "0123456789",
            "DESK KEY",
            "k" * 30,
            "A_" * 40,
        ],
    )
    def test_what_may_be_a_key_is_not_told(self, value: str) -> None:
        desk = Server("Desk", "http://127.0.0.1:8880/v1", "k", key_variable=value)
        told = []
        for work in (
            lambda: keys.find(desk, {}),
            lambda: keys.find(desk, {value: "no key"}),
            lambda: keys.keep(desk, OTHER),
        ):
            with pytest.raises(RelayKeyUnusable) as caught:
                work()
            told.append(str(caught.value))
        assert told == [
            "Desk cannot be used: its key_variable must be the name of an environment variable "
            "that holds a key (the system keyring cannot be asked: this system has none).",
            "Desk cannot be used: a variable that the settings name as its key_variable contains "
            "characters that cannot be part of a key; copy it anew.",
            "Desk cannot be used: its key cannot be kept in the system keyring (this system has "
            "none); put it into a variable that the settings name as its key_variable instead.",
        ]


class TestKeyring:
    def test_it_is_looked_for_there_after_the_environment(self, memory: Memory) -> None:
        keys.keep(DESK, f" {OTHER}\n")
        assert memory.kept == {
            ("Narration Studio", "Desk http://127.0.0.1:8880/v1"): "zz-kept-0987654321fedcba"
        }
        assert keys.find(DESK, {"DESK_KEY": SECRET}).value == "sk-test-1234567890abcdef"
        for nothing in ({}, {"DESK_KEY": ""}, {"DESK_KEY": " \n"}):
            assert keys.find(DESK, nothing).value == "zz-kept-0987654321fedcba"
        assert keys.where(DESK, {"DESK_KEY": SECRET}) == "environment"
        assert keys.where(DESK, {}) == "keyring"

    def test_it_is_not_asked_where_the_environment_answers(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(vault, "get", lambda user: pytest.fail("asked"))
        assert keys.find(DESK, {"DESK_KEY": SECRET}).value == SECRET

    def test_a_key_does_not_go_to_another_address(self, memory: Memory) -> None:
        keys.keep(DESK, SECRET)
        elsewhere = Server("Desk", "https://desk.example/v1", "k", key_variable="DESK_KEY")
        assert keys.where(elsewhere, {}) == ""
        with pytest.raises(RelayKeyUnusable) as caught:
            keys.find(elsewhere, {})
        assert "put its key into DESK_KEY, or keep it with `" in str(caught.value)
        assert "relay key --server Desk`" in str(caught.value)

    def test_a_server_that_names_no_variable_may_have_one(self, memory: Memory) -> None:
        assert keys.find(NO_KEY, {}) == Key()
        assert keys.where(NO_KEY, {}) == ""
        keys.keep(NO_KEY, SECRET)
        assert keys.find(NO_KEY, {"": OTHER}).value == SECRET

    def test_forgetting(self, memory: Memory) -> None:
        assert not keys.forget(DESK)
        keys.keep(DESK, SECRET)
        assert keys.forget(DESK)
        assert memory.kept == {}

    @pytest.mark.parametrize(
        "value", ["", "\n", "sk te\nst-12345678", "“sk-test-12345678”", "schlüssel-12345678"]
    )
    def test_what_cannot_be_a_key_is_not_kept(self, memory: Memory, value: str) -> None:
        with pytest.raises(RelayKeyUnusable) as caught:
            keys.keep(DESK, value)
        assert memory.kept == {}
        assert "12345678" not in str(caught.value)

    def test_what_others_put_there_is_checked(self, memory: Memory) -> None:
        keys.keep(DESK, SECRET)
        for user in memory.kept:
            memory.kept[user] = "sk te\nst-12345678"
        with pytest.raises(RelayKeyUnusable) as caught:
            keys.find(DESK, {})
        assert "the system keyring contains characters" in str(caught.value)
        assert "12345678" not in str(caught.value)


class Locked(Memory):
    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked(f"cannot unlock {SECRET}")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked(f"cannot unlock {password}")


class Talkative(Memory):
    def set_password(self, service: str, username: str, password: str) -> None:
        raise OSError(f"cannot store {password!r}")


class Forgetful(Memory):
    def set_password(self, service: str, username: str, password: str) -> None:
        pass


class PlaintextKeyring(Memory):
    pass


class InAFile(Memory):
    """As those of the package keyrings.alt are."""


InAFile.__module__ = "keyrings.alt.file"


class TestKeyringsThatAreNoHelp:
    @pytest.mark.parametrize(
        ("backend", "reason"),
        [
            (fail.Keyring, "this system has none"),
            (null.Keyring, "it is switched off"),
            (Locked, "it is locked"),
            (Talkative, "it failed (OSError)"),
            (Forgetful, "it does not keep what it is given"),
            (PlaintextKeyring, "which keeps secrets in files that others can read"),
            (InAFile, "keyrings.alt.file is set up, which keeps secrets in files"),
        ],
    )
    def test_nothing_is_kept(
        self, monkeypatch: pytest.MonkeyPatch, backend: type[KeyringBackend], reason: str
    ) -> None:
        use(monkeypatch, backend())
        with pytest.raises(RelayKeyUnusable) as caught:
            keys.keep(DESK, SECRET)
        told = "".join(traceback.format_exception(caught.value))
        assert "its key cannot be kept in the system keyring (" in told
        assert reason in told
        assert "put it into DESK_KEY instead" in told
        assert not holds_a_part(told)
        assert not getattr(keyring.get_keyring(), "kept", None)

    def test_nothing_is_looked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        backend = PlaintextKeyring()
        backend.kept["Narration Studio", "Desk http://127.0.0.1:8880/v1"] = SECRET
        use(monkeypatch, backend)
        with pytest.raises(RelayKeyUnusable, match="keeps secrets in files"):
            keys.find(DESK, {})
        assert keys.where(DESK, {}) == ""

    def test_a_server_without_a_key_goes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for backend in (fail.Keyring(), null.Keyring(), Locked()):
            use(monkeypatch, backend)
            assert keys.find(NO_KEY, {}) == Key()

    def test_of_several_a_safe_one_is_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        unsafe, safe = PlaintextKeyring(), Memory()

        class Several(chainer.ChainerBackend):
            backends = (unsafe, safe)  # type: ignore[assignment]

        use(monkeypatch, Several())
        keys.keep(DESK, SECRET)
        assert (len(unsafe.kept), len(safe.kept)) == (0, 1)
        assert keys.find(DESK, {}).value == SECRET

    def test_one_that_hangs_is_waited_for_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        released = threading.Event()

        class Hanging(Memory):
            def get_password(self, service: str, username: str) -> str | None:
                released.wait(60)
                return None

        use(monkeypatch, Hanging())
        monkeypatch.setattr(vault, "_ANSWER", 0.2)
        for _ in range(20):
            with pytest.raises(RelayKeyUnusable, match="it does not answer"):
                keys.find(DESK, {})
        assert sum(thread.name == "keyring" for thread in threading.enumerate()) == 1
        released.set()
        for thread in threading.enumerate():
            if thread.name == "keyring":
                thread.join(10)
        use(monkeypatch, Memory())
        keys.keep(DESK, SECRET)

    @pytest.mark.skipif(sys.platform != "linux", reason="D-Bus is Linux's")
    def test_a_session_bus_that_hangs_keeps_nobody_waiting(self, tmp_path: Path) -> None:
        bus = socket.socket(socket.AF_UNIX)
        bus.bind(str(tmp_path / "bus"))
        bus.listen()  # and never answers
        program = (
            "from studio.relay import keys, vault; from studio.relay.servers import PRESETS\n"
            "vault._OPENING = 0.5\n"
            "try: keys.find(PRESETS[0], {})\n"
            "except Exception as error: print(error)"
        )
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={tmp_path / 'bus'}"
        del environment["PYTHON_KEYRING_BACKEND"]
        begun = time.monotonic()
        said = subprocess.run(
            [sys.executable, "-c", program],
            env=environment, stdout=subprocess.PIPE, check=True, timeout=60, text=True,
        ).stdout  # fmt: skip
        assert said == (
            "HolySheep cannot be used: put its key into HOLYSHEEP_API_KEY "
            "(the system keyring cannot be asked: it does not answer).\n"
        )
        assert time.monotonic() - begun < 20
        bus.close()


class Pipe(io.TextIOWrapper):
    """What is piped in."""

    def __init__(self, content: bytes) -> None:
        super().__init__(io.BytesIO(content))


@pytest.fixture
def server(own_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RelayServer]:
    monkeypatch.chdir(own_folders)
    monkeypatch.delenv("DESK_KEY", raising=False)
    with serving(lambda asked: Answer(wav(2_000 * len(asked.body["input"])))) as server:
        desk = {"name": "Desk", "base": server.base, "model": "k", "key_variable": "DESK_KEY"}
        settings.save(settings.load().change(servers=[desk]))
        yield server


class TestCommand:
    def test_kept_used_and_forgotten(
        self,
        server: RelayServer,
        memory: Memory,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr(sys, "stdin", Pipe(f"\ufeff{SECRET}\r\n".encode()))
        assert main(["relay", "key", "--server", "desk"]) == 0
        assert capsys.readouterr().out == (
            f"The key for Desk ({server.base}): kept in the system keyring.\n"
        )
        assert list(memory.kept.values()) == ["sk-test-1234567890abcdef"]
        assert main(["relay", "test", "--server", "desk"]) == 0
        assert server.asked[0].headers["Authorization"] == "Bearer sk-test-1234567890abcdef"
        monkeypatch.setenv("DESK_KEY", OTHER)
        capsys.readouterr()
        assert main(["relay", "key", "--server", "desk", "--forget"]) == 0
        assert capsys.readouterr().out == (
            f"The key for Desk ({server.base}): forgotten in the system keyring.\n"
            "DESK_KEY is set, and the key in it is used first.\n"
        )
        assert main(["relay", "key", "--server", "desk", "--forget", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {
            "server": "Desk",
            "base": server.base,
            "key": "not there",
            "where": "environment",
        }

    def test_a_key_in_the_command_line_is_refused_unseen(
        self, server: RelayServer, memory: Memory, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["relay", "key", SECRET, "--server", "desk"]) == 2
        said = capsys.readouterr()
        assert "A key does not belong in a command line" in said.err
        assert not holds_a_part(said.out + said.err)
        assert memory.kept == {}

    @pytest.mark.parametrize(
        "given",
        [b"", b"\n", f"{SECRET}\n{SECRET}".encode(), SECRET.encode("utf-16"), b"\xff\xfe" * 9],
    )
    def test_what_is_no_key(
        self,
        server: RelayServer,
        memory: Memory,
        given: bytes,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr(sys, "stdin", Pipe(given))
        assert main(["relay", "key", "--server", "desk"]) == 3
        said = capsys.readouterr()
        assert said.err.startswith("Desk cannot be used: ")
        assert not holds_a_part(said.out + said.err)
        assert memory.kept == {}

    def test_nothing_kept_here(
        self,
        server: RelayServer,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr(sys, "stdin", Pipe(SECRET.encode()))
        assert main(["relay", "key", "--server", "desk"]) == 3
        assert capsys.readouterr().err == (
            "Desk cannot be used: its key cannot be kept in the system keyring (this system has "
            "none); put it into DESK_KEY instead.\n"
        )


def test_no_part_of_a_key_is_written_anywhere(
    server: RelayServer,
    memory: Memory,
    own_folders: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Kept, used, refused and repeated by the server, with all that is logged."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(model, "identity", lambda: "none")
    monkeypatch.setattr(narrate, "KokoroEngine", Engine)
    Path("script.txt").write_text("One boat came home.\n\nTwo boats came home.", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", Pipe(SECRET.encode()))
    assert main(["relay", "key", "--server", "desk"]) == 0
    narration = ["narrate", "script.txt", "-o", "a", "--engine", "relay", "--server", "desk"]
    assert main([*narration, "--formats", "wav,srt,words"]) == 0
    assert server.asked[0].headers["Authorization"] == f"Bearer {SECRET}"
    for status in (200, 302, 400, 401, 403, 404, 422):
        server.answers = [says(status, {"error": {"message": f"voice, key {SECRET} is bad"}})]
        main([*narration, "--no-cache"])
        main(["relay", "test", "--server", "desk"])
        main(["relay", "voices", "--server", "desk"])
    said = capfd.readouterr()
    told = said.out + said.err + caplog.text
    assert told.count("it refused the key (401; the system keyring)") >= 2
    assert not holds_a_part(told)
    written = [
        path for path in own_folders.rglob("*") if path.is_file() and "model" not in path.parts
    ]
    assert {path.name for path in written} >= {"settings.json", "a.wav", "a.srt", "script.txt"}
    for path in written:
        assert not holds_a_part(path.read_bytes().decode("latin-1")), path


def test_no_exception_tells_of_it(memory: Memory, caplog: pytest.LogCaptureFixture) -> None:
    keys.keep(DESK, SECRET)
    key = keys.find(DESK, {})
    told = [repr(key), str(key), f"{key}", "%s" % (key,)]  # noqa: UP031
    try:
        raise ValueError(key, {"key": key}, [key])
    except ValueError as error:
        told += [repr(error), *traceback.format_exception(error)]
        logging.getLogger("any").exception("with %s", key)
    found = traceback.TracebackException.from_exception(
        _raised(lambda: keys.keep(DESK, f"{SECRET} {SECRET}"))
    )
    told += [*found.format(chain=True), caplog.text]
    assert not any(map(holds_a_part, told))


def _raised(work) -> Exception:  # type: ignore[no-untyped-def]
    with pytest.raises(RelayKeyUnusable) as caught:
        work()
    return caught.value
