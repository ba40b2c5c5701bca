"""Words of sound that the local model did not make, or not so: by a server that nobody here wrote,
where NARRATION_STUDIO_JUDGE names one (see `judge`), and by voices at a pace of their own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from studio import script, spoken
from studio.document import Sentence
from studio.engines import take_of
from studio.engines.kokoro import KokoroEngine
from studio.relay.client import Client
from studio.relay.keys import Key
from studio.relay.servers import Server
from studio.relay.speaking import RelayEngine
from studio.relay.words import fitted
from studio.takes import Take
from tests.judges import align, plain, word_errors
from tests.real.test_speech import STORY

pytestmark = pytest.mark.real

SENTENCES = [sentence.text for sentence in script.read(STORY).sentences]


@pytest.mark.parametrize(
    ("language", "voice", "other", "text"),
    [
        ("en-us", "af_heart", "am_puck", SENTENCES[1]),
        ("en-gb", "bf_emma", "bm_george", SENTENCES[4]),
        ("es", "ef_dora", "em_alex", "El médico compró un barco pequeño, y lo pintó de azul."),
        ("fr", "ff_siwis", "ff_siwis", "Le médecin a acheté un bateau, et l’a peint en bleu."),
        ("it", "if_sara", "im_nicola", "Il medico ha comprato una barca, e l’ha dipinta di blu."),
        ("pt-br", "pf_dora", "pm_alex", "O médico comprou um barco, e pintou tudo de azul."),
        ("hi", "hf_alpha", "hm_psi", "पिछले हफ़्ते डॉक्टर ने एक छोटी नाव खरीदी।"),
        ("ja", "jf_alpha", "jm_kumo", "お医者さんは小さな船を買って、青く塗りました。"),
        ("zh", "zf_xiaoxiao", "zm_yunxi", "医生买了一条小船，把它漆成了蓝色。"),
    ],
)
def test_words_of_another_voice_at_another_pace(
    engine: KokoroEngine, language: str, voice: str, other: str, text: str
) -> None:
    """Its own times are known to within a frame of 25 ms."""
    sentence = Sentence("s", text, language=language, voice=voice)
    readings = spoken.readings(text, language)
    length, words = engine.measure(sentence, readings)
    take = take_of(engine.speak(replace(sentence, voice=other, speed=0.85), readings), "k")
    begin = take.words[0].start - 1_200  # as servers cut the silence
    found = fitted(words, length, take.audio[begin:])
    away = [abs(f.start + begin - w.start) / 24 for f, w in zip(found, take.words, strict=True)]
    assert np.median(away) <= 36
    assert np.percentile(away, 90) <= 110


needs_a_judge = pytest.mark.skipif(
    "NARRATION_STUDIO_JUDGE" not in os.environ, reason="no server runs: see tests/real/judge.py"
)


@contextmanager
def judge(stream: bool) -> Iterator[Client]:
    base = os.environ["NARRATION_STUDIO_JUDGE"]
    client = Client(Server("Judge", base, "kokoro", in_flight=1, stream=stream), Key())
    yield client
    client.close()


@needs_a_judge
def test_a_server_lists_its_voices() -> None:
    with judge(stream=False) as client:
        assert {"af_heart", "am_michael", "bf_emma", "zf_xiaoxiao"} <= set(client.voices())


@needs_a_judge
@pytest.mark.parametrize(
    ("voice", "live"),
    [("af_heart", False), ("af_heart", True), ("am_michael", False), ("bf_emma", False)],
)
def test_a_server_is_heard_and_timed_as_well_as_the_local_model(
    engine: KokoroEngine, voice: str, live: bool
) -> None:
    language = "en-gb" if voice.startswith("b") else "en-us"
    here, there = [], []
    with judge(stream=live) as client:
        relay = RelayEngine(client, engine.measure)
        for text in SENTENCES:
            sentence = Sentence("s", text, language=language, voice=voice)
            readings = spoken.readings(text, language)
            pieces = list(relay.speak(sentence, readings, live=live))
            assert len(pieces) > 1 or not live
            there.append(take_of(pieces, relay.name))
            here.append(take_of(engine.speak(sentence, readings), "kokoro"))
    wrong, count = _misheard(here)
    # A server that streams speaks each phrase by itself, and that is heard.
    assert _misheard(there)[0] <= wrong + (0.1 if live else 0.05) * count
    assert np.median(_away(there)) <= max(0.03, np.median(_away(here)))
    assert np.percentile(_away(there), 90) <= 0.09


def _misheard(takes: list[Take]) -> tuple[int, int]:
    return word_errors(" ".join(SENTENCES), np.concatenate([take.audio for take in takes]))


def _away(takes: list[Take]) -> list[float]:
    """Seconds between where words are said to start and where the aligner hears them."""
    away = []
    for take in takes:
        spans = align(take.audio, [p for word in take.words for p in plain(word.text)])
        assert spans is not None
        pairs = zip(take.words, spans, strict=True)
        away += [abs(word.start / 24_000 - start) for word, (start, _) in pairs]
    return away
