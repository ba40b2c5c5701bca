"""What several threads want measured goes to the speech process together."""

from __future__ import annotations

import threading

import pytest

from studio.document import Sentence
from studio.engines.acoustic import _together
from studio.engines.kokoro import KokoroEngine, _Asked, _wanted
from studio.errors import EngineFailed, EngineUnusable, StudioError, Unspeakable, VoiceUnknown
from studio.spoken import readings
from tests.narrations import NOUNS


@pytest.fixture
def engine():
    with KokoroEngine(worker="tests.fake_worker") as made:
        yield made


def measured(engine, sentence):
    return engine.measure(sentence, readings(sentence.text, sentence.language))


def all_at_once(engine, sentences):
    """What each is measured as, or the error that it has; every one by a thread of its own."""
    found = [None] * len(sentences)

    def ask(at):
        try:
            found[at] = measured(engine, sentences[at])
        except StudioError as error:
            found[at] = error

    threads = [threading.Thread(target=ask, args=(at,)) for at in range(len(sentences))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return found


def test_each_gets_its_own(engine):
    sentences = [Sentence(noun, f"The {noun} is {'very ' * (at % 4)}far.", speed=1 + at / 20)
                 for at, noun in enumerate(NOUNS * 3)]  # fmt: skip
    found = all_at_once(engine, sentences)
    assert found == [measured(engine, sentence) for sentence in sentences]
    assert [words[1].text for _, words in found] == list(NOUNS * 3)
    assert found[0][1][1].phonemes == "harbor"


def test_it_takes_few_commands(engine, monkeypatch):
    measured(engine, Sentence("s", "It is there."))
    asked = []
    ask = engine._ask
    hold = threading.Event()

    def slow(command, about=""):
        hold.wait(10)
        asked.append(len(command["sentences"]))
        return ask(command, about)

    monkeypatch.setattr(engine, "_ask", slow)
    threading.Timer(0.5, hold.set).start()
    sentences = [Sentence(str(at), f"The {NOUNS[at % 15]} is far.") for at in range(40)]
    assert None not in all_at_once(engine, sentences)
    assert sum(asked) == 40
    assert len(asked) <= 4  # one alone, then sixteen at a time
    assert max(asked) == 16


def test_one_that_cannot_be_measured_keeps_no_other_from_it(engine):
    good, silent = Sentence("g", "The gull is far."), Sentence("n", "ʼ … 🙂")
    voiceless = Sentence("v", "The gull is near.", voice="xx_nobody")
    found = all_at_once(engine, [good, silent, voiceless] * 5)
    assert [type(each) for each in found] == [tuple, Unspeakable, VoiceUnknown] * 5
    assert "xx_nobody" in str(found[2])


@pytest.mark.parametrize(
    ("word", "said"), [("Boom", "died"), ("Crack", "RuntimeError: a tensor is too large")]
)
def test_one_that_breaks_the_process_is_found_out(engine, word, said):
    texts = ["The gull is far.", f"{word} goes the boat.", "The gull is near."] * 3
    found = all_at_once(engine, [Sentence(str(at), text) for at, text in enumerate(texts)])
    assert [type(each) for each in found] == [tuple, EngineFailed, tuple] * 3
    assert said in str(found[1])


def test_also_where_the_process_has_done_nothing_before(engine):
    texts = ("The gull is far.", "Boom goes the boat.", "The gull is near.")
    waiting = [_Asked(_wanted(Sentence(text, text), readings(text, "en-us"))) for text in texts]
    engine._measure(waiting, "")
    assert [type(each.answer) for each in waiting] == [dict, EngineFailed, dict]


def test_nor_is_it_for_one_that_is_alone(engine, own_folders, monkeypatch):
    monkeypatch.setenv("FAKE_WORKER_LOG", str(own_folders / "asked.txt"))
    boom, good = Sentence("b", "Boom goes the boat."), Sentence("g", "The gull is far.")
    with pytest.raises(EngineFailed, match="died"):
        measured(engine, boom)
    with KokoroEngine(worker="tests.fake_worker") as another, pytest.raises(EngineFailed):
        list(another.speak(boom, readings(boom.text, "en-us")))
    assert measured(engine, good)[0] > 0


def test_one_that_cannot_start_is_unusable_for_all():
    with KokoroEngine(worker="no.such.module") as engine:
        found = all_at_once(engine, [Sentence(str(at), f"Number {at}.") for at in range(3)])
    assert [type(each) for each in found] == [EngineUnusable] * 3


def test_who_waits_when_it_is_ended_does_not_start_it_again(engine, monkeypatch):
    measured(engine, Sentence("s", "It is there."))
    ask = engine._ask

    def ended(command, about=""):
        engine.close()
        engine._process = None
        raise EngineFailed("the speech process was ended", about)
        yield from ask(command, about)

    monkeypatch.setattr(engine, "_ask", ended)
    waiting = [_Asked({}) for _ in range(3)]
    engine._measure(waiting, "")
    assert [type(each.answer) for each in waiting] == [EngineFailed] * 3
    assert engine.process_id is None


def test_what_befalls_the_process_is_told_to_all(engine):
    measured(engine, Sentence("s", "It is there."))
    engine._worker = "no.such.module"
    engine.close()
    engine._works = True
    found = all_at_once(engine, [Sentence(str(at), f"Number {at}.") for at in range(5)])
    assert [type(each) for each in found] == [EngineFailed] * 5


@pytest.mark.parametrize(
    ("lengths", "groups"),
    [
        ([], []),
        ([7], [[0]]),
        ([30, 10, 20], [[1, 2, 0]]),
        ([10] * 9, [[0, 1, 2, 3, 4, 5, 6, 7], [8]]),
        ([400, 300, 300, 510], [[1, 2], [0], [3]]),  # at most a thousand symbols at once
    ],
)
def test_what_is_timed_together(lengths, groups):
    assert _together(lengths) == groups
