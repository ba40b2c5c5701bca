"""The real Kokoro, heard by a recogniser and timed by a forced aligner."""

from __future__ import annotations

import numpy as np
import pytest

from studio import script, spoken
from studio.document import Sentence
from studio.engines import take_of
from studio.engines.kokoro import KokoroEngine
from studio.takes import Take
from tests.judges import align, plain, word_errors

pytestmark = pytest.mark.real

STORY = """
The lighthouse keeper woke before dawn, as he had every day for thirty years. He filled the
kettle, lit the stove, and watched the water turn from black to grey. There was no wind; the sea
lay flat like glass. "You are early," said the woman at the door. She carried a basket of bread,
two oranges, and a letter. He did not open it at once. First they drank their tea, slowly, and
talked about the weather, the price of fish, and the new road. What would a man do with so many
free mornings? Perhaps he would learn to paint.
"""


def say(engine: KokoroEngine, text: str, language: str = "en-us", **how) -> Take:
    sentence = Sentence("s", text, language=language, **how)
    return take_of(engine.speak(sentence, spoken.readings(text, language)), "kokoro")


def seconds(take: Take) -> list[tuple[str, float, float]]:
    return [(word.text, word.start / 24_000, word.end / 24_000) for word in take.words]


@pytest.fixture(scope="module")
def story(engine):
    return [(s.text, say(engine, s.text)) for s in script.read(STORY).sentences]


def test_an_aligner_agrees_with_the_times_of_words(story):
    starts, ends = [], []
    for _, take in story:
        spans = align(take.audio, [p for word in take.words for p in plain(word.text)])
        assert spans is not None
        assert len(spans) == len(take.words)
        for word, (start, end) in zip(take.words, spans, strict=True):
            starts.append(abs(word.start / 24_000 - start))
            ends.append(abs(word.end / 24_000 - end))
    # 10 ms of the 20 to 30 ms allowed is what the aligner itself can tell apart.
    assert np.median(starts) <= 0.021
    assert np.percentile(starts, 95) <= 0.05
    assert np.median(ends) <= 0.03
    assert np.percentile(ends, 95) <= 0.12


def test_a_recogniser_hears_no_worse_than_in_the_stock_pipeline(story):
    ours, count = word_errors(
        " ".join(text for text, _ in story), np.concatenate([take.audio for _, take in story])
    )
    text = " ".join(text for text, _ in story)
    with KokoroEngine(worker="studio.engines.stock") as stock:
        audio = np.concatenate([p.audio for p in stock.speak(Sentence("s", text), ())])
    theirs, _ = word_errors(text, audio)
    assert ours <= theirs + 0.05 * count
    assert ours <= 0.2 * count


def test_words_around_marks_keep_their_times(engine):
    words = seconds(say(engine, "He ran - fast - home."))
    assert [word for word, _, _ in words] == ["He", "ran -", "fast -", "home."]
    starts = [start for _, start, _ in words]
    assert starts == pytest.approx([0.275, 0.4, 0.725, 1.075], abs=0.05)


def test_the_length_is_that_of_the_audio(engine):
    assert len(say(engine, "Hi.").audio) == 29_400
    assert len(say(engine, "Red apples.").audio) == 39_000
    assert len(say(engine, "Hello there.", speed=2.0).audio) == 18_600
    assert len(say(engine, "Hello there.", speed=0.5).audio) == 72_600


def test_slow_speech_begins_after_silence(engine):
    # Given all of the long lead, the network murmurs there as loud as it speaks.
    take = say(engine, "Stars came out.", voice="af_heart", speed=0.5)
    assert take.words[0].start / 24_000 == pytest.approx(0.775, abs=0.1)
    lead = take.audio[: take.words[0].start - 1200]
    assert np.abs(lead).max() < np.abs(take.audio).max() / 300


def test_the_same_text_is_the_same_sound(engine):
    first, second = say(engine, "Good morning."), say(engine, "Good morning.")
    assert len(first.audio) == 37_200
    assert np.array_equal(first.audio, second.audio)


def test_live_pieces_are_clauses_and_join_into_the_same_words(engine):
    text = "When the lamps are lit along the quay, the old clock strikes nine, and a door closes."
    sentence = Sentence("s", text)
    pieces = list(engine.speak(sentence, spoken.readings(text, "en-us"), live=True))
    assert len(pieces) >= 2
    live, whole = take_of(pieces, "live"), say(engine, text)
    assert len(live.audio) == len(whole.audio)
    assert [(w.text, w.start) for w in live.words] == [(w.text, w.start) for w in whole.words]


def test_a_long_sentence_without_marks_loses_nothing(engine):
    words = ("the small grey boat went past the long stone wall and then the man in the red coat "
             "saw it turn and come back again under the old iron bridge where ") * 4  # fmt: skip
    take = say(engine, words.strip())
    assert " ".join(word.text for word in take.words) == words.strip()
    assert all(a.end <= b.start for a, b in zip(take.words, take.words[1:], strict=False))
    assert take.words[-1].end <= len(take.audio)


@pytest.mark.parametrize(
    ("language", "voice", "text", "words"),
    [
        ("en-gb", "bf_emma", "It isn’t far.", ["It", "isn’t", "far."]),
        ("es", "ef_dora", "¿Cómo está usted?", ["¿Cómo", "está", "usted?"]),
        ("fr", "ff_siwis", "Qu’est-ce que c’est ?", ["Qu’est-ce", "que", "c’est ?"]),
        ("hi", "hf_alpha", "यह एक वाक्य है।", ["यह", "एक", "वाक्य", "है।"]),
        ("it", "if_sara", "Il signor Rossi è qui.", ["Il", "signor", "Rossi", "è", "qui."]),
        ("pt-br", "pf_dora", "Tudo bem, senhor?", ["Tudo", "bem,", "senhor?"]),
        ("ja", "jf_alpha", "今日は良い天気ですね。",
         ["今日", "は", "良い", "天気", "です", "ね。"]),
        ("zh", "zf_xiaoxiao", "我们去公园吧！", ["我们", "去", "公园", "吧！"]),
    ],
)  # fmt: skip
def test_every_language_times_every_word(engine, language, voice, text, words):
    take = say(engine, text, language, voice=voice)
    assert [word.text for word in take.words] == words
    assert all(0 <= w.start < w.end <= len(take.audio) for w in take.words)
    assert np.abs(take.audio).max() > 0.05


def test_other_scripts_join_their_neighbour_and_are_reported(engine):
    text = "日本 means Japan."
    sentence = Sentence("s", text)
    units = engine.read(sentence, spoken.readings(text, "en-us"))
    assert [(u.start, u.end) for u in units if u.origin == "unspeakable"] == [(0, 2)]
    assert [word.text for word in say(engine, text).words] == ["日本 means", "Japan."]


def test_a_curly_apostrophe_keeps_the_negation(engine):
    def phonemes(text: str) -> list[str]:
        units = engine.read(Sentence("s", text), spoken.readings(text, "en-us"))
        return [unit.phonemes for unit in units]

    curly, straight = "The kettle isn’t on, and it wasn’t.", "The kettle isn't on, and it wasn't."
    assert phonemes(curly) == phonemes(straight)
    assert phonemes(curly)[-1] == "wˈʌzᵊnt."
