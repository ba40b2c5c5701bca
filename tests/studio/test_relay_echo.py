"""A server that repeats the script in what it says: errors and logs must not."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.errors import RelayFailed
from studio.relay.client import Client, Patience
from studio.relay.echo import echoes
from studio.relay.keys import Key
from studio.relay.servers import Server
from tests.relay_server import Answer, Asked, says, serving

TEXT = "The harbor lights come on “before” the evening rain."
JAPANESE = "港の灯りは夕方の雨の前にともります。"


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        (f"cannot speak {TEXT!r}", TEXT),
        ("input: THE HARBOR\n  LIGHTS COME…", TEXT),
        ("near 'come on before the e'", TEXT),
        (r'{"input": "The harbor lights come on \u201cbefore\u201d the evening rain."}', TEXT),
        (r"come on \\u201cbefore\\u201d the evening", TEXT),
        ("come on &ldquo;before&rdquo; the evening", TEXT),
        (r"one\ntwo three four five", "one two three four five"),
        (r"\u6e2f\u306e\u706f\u308a\u306f\u5915", JAPANESE),
        (r"b'\xe6\xb8\xaf\xe3\x81\xae\xe7\x81\xaf\xe3\x82\x8a\xe3\x81\xaf\xe5\xa4\x95'", JAPANESE),
        ("灯りは夕方の雨", JAPANESE),
        (r"caf\xe9 au lait for everybody", "café au lait for everybody"),
        (r"Au caf\u00e9d'ici, deux heures", "Au cafe\u0301d'ici, deux heures"),
        (r"\ud83d\ude00 \U0001f600 a long \u{1d400}bc and so on", "a long \U0001d400bc and so on"),
        ("no: Bob died.", "Bob died."),
    ],
)
def test_an_echo(said: str, sent: str) -> None:
    assert echoes(said, sent)


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("speed is too high", TEXT),
        ("the harbor lights are out", TEXT),  # 15 letters in a row
        ("", TEXT),
        ("Not Found", ""),
        ("something went wrong", "Hi."),
        ("?!", "?!"),
        (r"\uffff \U99999999 \x", TEXT),
        ("港の灯り", JAPANESE),
    ],
)
def test_no_echo(said: str, sent: str) -> None:
    assert not echoes(said, sent)


@given(st.text(), st.text(st.characters(codec="utf-8"), min_size=1))
def test_what_is_packed_into_json_is_found(around: str, sent: str) -> None:
    told = json.dumps({"error": around, "input": sent})
    letters = sum(len(c.casefold().encode()) for c in sent if c.isascii() and c.isalnum())
    if letters == len(sent) and letters >= 6:
        assert echoes(told, sent)
        assert echoes(json.dumps(told), sent)
    echoes(around, sent)  # whatever it is, it is no reason to fail


def ask(answer: Answer | Callable[[Asked], Answer], captions: bool) -> str:
    patience = Patience(first_wait=0.01)
    with serving(answer) as server:
        desk = Server("Desk", server.base, "kokoro", per_second=1e6)
        client = Client(desk, Key(), patience, sleep=lambda seconds: False)
        once = client.captioned if captions else client.sound
        with pytest.raises(RelayFailed) as caught:
            once(TEXT, "af_heart", 1.0)
        client.close()
    return str(caught.value)


HIDDEN = "(with words of the text, which are not shown)"


@pytest.mark.parametrize("captions", [False, True])
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda asked: says(400, {"detail": f"bad: {asked.body['input']}"}), "it answered 400"),
        (lambda asked: says(422, {"detail": [{"msg": "no", "input": asked.body}]}), "(422 'no')"),
        (lambda asked: says(500, {"trace": asked.body}), "it answered 500"),
        (lambda asked: Answer(f"<p>{asked.body['input'][:40]}…</p>".encode(), 503), "answered 503"),
        (lambda asked: Answer(asked.body["input"].upper().encode(), 418), "it answered 418"),
        (lambda asked: says(200, {"message": asked.body["input"]}), "its answer is"),
    ],
)
def test_the_script_is_neither_told_nor_logged(
    answer: Callable[[Asked], Answer],
    told: str,
    captions: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "studio")
    message = ask(answer, captions)
    if told == "(422 'no')":  # what is beside the message was never shown
        assert message == "Desk did not speak: it answered 422 ('no')."
    else:
        assert message.startswith("Desk did not speak: ")
        assert told in message
        assert message.endswith(f" {HIDDEN}.")
    assert "harbor" not in (message + caplog.text).lower()


def test_the_type_of_an_answer_may_be_the_script() -> None:
    def odd(asked: Asked) -> Answer:
        kind = asked.body["input"].encode("ascii", "ignore").decode()
        return Answer(b"\x01\x02\x03" * 99, headers={"Content-Type": kind})

    assert ask(odd, captions=False) == (
        f"Desk did not speak: its answer is no sound that is known here {HIDDEN}."
    )


def test_other_words_of_a_server_are_shown() -> None:
    assert ask(says(400, {"detail": "speed is too high"}), captions=False) == (
        "Desk did not speak: it answered 400 ('speed is too high')."
    )
