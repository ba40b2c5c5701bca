"""The speech process: started when needed, started again when it dies, never left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from studio.document import Sentence
from studio.engines import take_of
from studio.engines.kokoro import KokoroEngine
from studio.engines.worker import Speaker
from studio.errors import EngineFailed, EngineUnusable, Unspeakable
from studio.spoken import readings

pytestmark = pytest.mark.real

LINE = Sentence("s", "The boats come home.")
LONG = Sentence("l", "First the small boats, then the large ones; at last, slowly, the old ferry.")


def said(engine, sentence=LINE):
    return take_of(engine.speak(sentence, readings(sentence.text, "en-us")), "kokoro")


def gone(process_id: int, within: float) -> bool:
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        status = Path(f"/proc/{process_id}/stat")
        if not status.exists() or status.read_text().split(") ")[1][0] == "Z":
            return True
        time.sleep(0.05)
    return False


def test_a_process_that_died_is_started_again(engine):
    before = said(engine)
    os.kill(engine.process_id, signal.SIGKILL)
    assert (said(engine).audio == before.audio).all()


def test_a_sentence_goes_on_where_its_process_died(engine):
    spoken = LONG, readings(LONG.text, "en-us")
    whole = take_of(engine.speak(*spoken, live=True), "kokoro")
    pieces = engine.speak(*spoken, live=True)
    first = next(pieces)
    os.kill(engine.process_id, signal.SIGKILL)
    take = take_of([first, *pieces], "kokoro")
    assert len(first.audio) < len(take.audio)
    assert (take.audio == whole.audio).all()
    assert take.words == whole.words


def test_a_cancelled_sentence_leaves_nothing_behind(engine):
    pieces = engine.speak(LONG, readings(LONG.text, "en-us"), live=True)
    next(pieces)
    pieces.close()
    assert said(engine).words[-1].text == "home."


def test_a_process_that_cannot_start_is_reported():
    with KokoroEngine(worker="studio.no_such_worker") as broken, pytest.raises(EngineUnusable):
        said(broken)


def test_the_process_is_gone_when_its_owner_is(tmp_path):
    program = (
        "import time\n"
        "from studio.engines.kokoro import KokoroEngine\n"
        "engine = KokoroEngine()\n"
        "engine.load()\n"
        "print(engine.process_id, flush=True)\n"
        "time.sleep(60)\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    worker = int(owner.stdout.readline())
    owner.kill()
    owner.wait()
    assert gone(worker, within=5)


def test_it_can_be_ended_while_another_thread_waits_for_it():
    engine = KokoroEngine()
    outcome = []

    def wait_for_it() -> None:
        try:
            engine.load()
        except EngineFailed as error:
            outcome.append(str(error))

    waiting = threading.Thread(target=wait_for_it)
    waiting.start()
    while engine.process_id is None:
        time.sleep(0.01)
    engine.close()
    waiting.join(timeout=5)
    assert outcome == ["The engine failed: the speech process was ended."]
    assert engine.process_id is None


def test_a_sentence_is_read_again_for_another_voice(engine):
    other = replace(LINE, voice="bm_george")
    words = [[word.text for word in said(engine, each).words] for each in (LINE, other, LINE)]
    assert words == [["The", "boats", "come", "home."]] * 3


def test_what_cannot_be_spoken_is_told_when_it_is_measured(engine):
    for text in ("ʼ", "…", "🙂🙂", "!?"):
        with pytest.raises(Unspeakable):
            engine.measure(Sentence("s", text), readings(text, "en-us"))
    samples, words = engine.measure(LINE, readings(LINE.text, "en-us"))
    assert samples > 24_000
    assert [word.text for word in words] == ["The", "boats", "come", "home."]


def test_a_sentence_is_read_once():
    speaker = Speaker(2)
    read = []
    phonemizer = speaker._phonemizer

    class Watched:
        def units(self, text, readings, code):
            read.append((text, code))
            return phonemizer.units(text, readings, code)

    speaker.__dict__["_phonemizer"] = Watched()
    boats, ferry = readings("The boats.", "en-us"), readings("The ferry.", "en-us")
    first = speaker.units("The boats.", boats, "en-us")
    assert speaker.units("The boats.", list(boats), "en-us") == first
    speaker.units("The boats.", boats, "en-gb")
    other = speaker.units("The ferry.", ferry, "en-us")
    assert speaker.units("The boats.", boats, "en-us") == first != other
    said = [each for each in read if each[0].startswith("The")]
    assert said == [("The boats.", "en-us"), ("The boats.", "en-gb"), ("The ferry.", "en-us")]
