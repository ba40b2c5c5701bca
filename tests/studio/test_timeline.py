from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studio.document import Document, Paragraph, Pause, Sentence, SourceMap, Word
from studio.errors import TakeMissing
from studio.takes import MemoryTakes, Take, TakeInfo
from studio.timeline import (
    Clip,
    PlacedSentence,
    PlacedWord,
    Timeline,
    layout,
    sentence_at,
    sound,
    stream,
    where,
    word_at,
)

RED = Sentence("s1", "Red apples.", source=SourceMap.identity(11))
BLUE = Sentence("s2", "Blue pears.", source=SourceMap.identity(11, at=13))
TAKES = {
    "s1": TakeInfo(
        "k1",
        39_000,
        (Word("Red", 9_000, 18_000, (0, 3)), Word("apples.", 20_000, 36_600, (4, 11))),
        "kokoro",
    ),
    "s2": TakeInfo(
        "k2",
        39_600,
        (Word("Blue", 9_000, 19_000, (0, 4)), Word("pears.", 19_000, 37_000, (5, 11), True)),
        "kokoro",
    ),
}


def document(*paragraphs: tuple[Sentence, ...], gaps: tuple[int, int] = (0, 0)) -> Document:
    return Document(tuple(Paragraph(sentences) for sentences in paragraphs), *gaps)


def lay(paper: Document, audio=None) -> Timeline:  # type: ignore[no-untyped-def]
    return layout(paper, lambda sentence: TAKES.get(sentence.id), audio)


def spans(timeline: Timeline) -> list[tuple[int, int]]:
    return [(word.start, word.end) for word in timeline.words]


# --- where things fall


def test_a_piece_begins_where_the_audio_before_it_ended() -> None:
    timeline = lay(document((RED,), (BLUE,)))
    assert timeline.clips == (Clip("k1", 0, 0, 39_000), Clip("k2", 0, 39_000, 39_600))
    assert timeline.words[2] == PlacedWord("Blue", 48_000, 58_000, (13, 17), 1, 1, False)
    assert timeline.words[3] == PlacedWord("pears.", 58_000, 76_000, (18, 24), 1, 1, True)
    assert timeline.sentences == (
        PlacedSentence("Red apples.", 0, 39_000, 0, "s1"),
        PlacedSentence("Blue pears.", 39_000, 78_600, 1, "s2"),
    )
    assert timeline.duration == 78_600


def test_the_end_is_that_of_the_audio_not_of_the_last_word() -> None:
    timeline = lay(document((RED,)))
    assert timeline.words[-1].end == 36_600
    assert timeline.duration == 39_000


def test_gaps_between_sentences_and_between_paragraphs() -> None:
    timeline = lay(document((RED, BLUE), (RED,), gaps=(240, 9_600)))
    assert timeline.clips == (
        Clip("k1", 0, 0, 39_000),
        Clip(None, 0, 39_000, 240),
        Clip("k2", 0, 39_240, 39_600),
        Clip(None, 0, 78_840, 9_600),
        Clip("k1", 0, 88_440, 39_000),
    )
    assert timeline.duration == 127_440


def test_nothing() -> None:
    assert lay(Document()) == Timeline((), (), (), 0)


def test_a_sentence_without_a_take_is_left_out_with_its_gap() -> None:
    lost = Sentence("lost", "Lost.", pauses=(Pause(0, 500),))
    timeline = lay(document((lost, RED, lost), (lost,), (lost, BLUE), gaps=(240, 9_600)))
    assert timeline.clips == (
        Clip("k1", 0, 0, 39_000),
        Clip(None, 0, 39_000, 9_600),
        Clip("k2", 0, 48_600, 39_600),
    )
    assert [word.sentence for word in timeline.words] == [0, 0, 1, 1]
    assert [word.paragraph for word in timeline.words] == [0, 0, 2, 2]


def test_places_in_the_script_go_through_the_source_map() -> None:
    marked = replace(RED, source=SourceMap(((0, 102, 3), (3, 108, 8))))  # **Red**\n apples.
    timeline = lay(document((marked,)))
    assert [word.source for word in timeline.words] == [(102, 105), (109, 116)]


# --- the author's pauses


def test_pauses_before_and_after_add_to_the_gap() -> None:
    timeline = lay(
        document(
            (
                replace(RED, pauses=(Pause(11, 1_000), Pause(0, 70))),
                replace(BLUE, pauses=(Pause(0, 200),)),
            ),
            gaps=(30, 0),
        )
    )
    assert timeline.clips == (
        Clip(None, 0, 0, 70),
        Clip("k1", 0, 70, 39_000),
        Clip(None, 0, 39_070, 1_230),
        Clip("k2", 0, 40_300, 39_600),
    )
    assert spans(timeline)[0] == (9_070, 18_070)
    assert timeline.sentences[0].start == 70
    assert timeline.sentences[0].end == 39_070


@pytest.mark.parametrize(
    "at", [1, 3, 4]
)  # in "Red" (which stays whole), after it, before "apples."
def test_a_pause_inside_moves_the_later_words_by_its_length(at: int) -> None:
    timeline = lay(document((replace(RED, pauses=(Pause(at, 12_000),)), BLUE)))
    assert timeline.clips == (
        Clip("k1", 0, 0, 19_000),
        Clip(None, 0, 19_000, 12_000),
        Clip("k1", 19_000, 31_000, 20_000),
        Clip("k2", 0, 51_000, 39_600),
    )
    assert spans(timeline)[:2] == [(9_000, 18_000), (32_000, 48_600)]
    assert timeline.sentences[0] == PlacedSentence("Red apples.", 0, 51_000, 0, "s1")


def test_a_pause_in_the_last_word_comes_after_it() -> None:
    timeline = lay(document((replace(RED, pauses=(Pause(8, 100),)),)))
    assert timeline.clips == (Clip("k1", 0, 0, 39_000), Clip(None, 0, 39_000, 100))


def test_a_pause_before_the_first_word_comes_before_the_take() -> None:
    quoted = replace(TAKES["s1"], words=(Word("Red", 9_000, 18_000, (2, 3)),))
    timeline = layout(document((replace(RED, pauses=(Pause(1, 100),)),)), lambda _: quoted)
    assert timeline.clips == (Clip(None, 0, 0, 100), Clip("k1", 0, 100, 39_000))


def test_a_pause_between_words_that_touch() -> None:
    timeline = lay(document((replace(BLUE, pauses=(Pause(4, 100),)),)))
    assert spans(timeline) == [(9_000, 19_000), (19_100, 37_100)]


def test_two_pauses_at_one_place_add_up_and_an_empty_one_cuts_nothing() -> None:
    pauses = (Pause(4, 100), Pause(3, 20), Pause(11, 0))
    timeline = lay(document((replace(RED, pauses=pauses),)))
    assert [clip.samples for clip in timeline.clips] == [19_000, 120, 20_000]
    timeline = lay(document((replace(RED, pauses=(Pause(4, 0),)),)))
    assert timeline.clips == (Clip("k1", 0, 0, 39_000),)


def test_the_cut_is_at_the_quietest_place_when_the_sound_is_at_hand() -> None:
    audio = np.full(39_000, 0.1, np.float32)
    audio[18_400:18_700] = 0.001
    takes = MemoryTakes(k1=Take(audio, TAKES["s1"].words, "kokoro"))
    timeline = lay(document((replace(RED, pauses=(Pause(4, 100),)),)), takes.get)
    assert 18_400 + 120 <= timeline.clips[0].samples <= 18_700 - 120
    assert timeline.clips[2] == Clip(
        "k1",
        timeline.clips[0].samples,
        timeline.clips[0].samples + 100,
        39_000 - timeline.clips[0].samples,
    )


@pytest.mark.parametrize("words_end", [18_000, 19_990])
def test_in_even_silence_the_cut_is_in_the_middle(words_end: int) -> None:
    words = (replace(TAKES["s1"].words[0], end=words_end), TAKES["s1"].words[1])
    takes = MemoryTakes(k1=Take(np.zeros(39_000, np.float32), words, "kokoro"))
    paper = document((replace(RED, pauses=(Pause(4, 100),)),))
    timeline = layout(paper, lambda _: takes.info("k1"), takes.get)
    assert timeline.clips[0].samples == (words_end + 20_000) // 2


def test_sound_is_fetched_only_for_pauses_inside() -> None:
    def fetch(key: str) -> Take:
        raise AssertionError(key)

    lay(document((replace(RED, pauses=(Pause(0, 100), Pause(11, 100))), BLUE)), fetch)


# --- whole narrations


@st.composite
def narrations(draw: st.DrawFn) -> tuple[Document, dict[str, TakeInfo]]:
    takes: dict[str, TakeInfo] = {}
    paragraphs = []
    for p in range(draw(st.integers(0, 4))):
        sentences = []
        for s in range(draw(st.integers(1, 4))):
            name = f"{p}.{s}"
            words, at, end = [], 0, 0
            for w in range(draw(st.integers(1, 5))):
                start = end + draw(st.integers(0, 3_000))
                end = start + draw(st.integers(1, 9_000))
                words.append(Word(f"w{w}", start, end, (at, at + 2)))
                at += 3
            text = " ".join(word.text for word in words)
            pauses = draw(
                st.lists(
                    st.builds(Pause, st.integers(0, len(text)), st.integers(1, 50_000)), max_size=3
                )
            )
            sentences.append(
                Sentence(name, text, pauses=tuple(pauses), source=SourceMap.identity(len(text), 7))
            )
            if draw(st.integers(0, 9)):
                takes[name] = TakeInfo(name, end + draw(st.integers(0, 3_000)), tuple(words), "e")
        paragraphs.append(Paragraph(tuple(sentences)))
    gaps = draw(st.tuples(st.integers(0, 5_000), st.integers(0, 20_000)))
    return Document(tuple(paragraphs), *gaps), takes


@settings(max_examples=200)
@given(narrations())
def test_no_sample_is_lost_and_no_word_out_of_order(
    narration: tuple[Document, dict[str, TakeInfo]],
) -> None:
    paper, takes = narration
    timeline = layout(paper, lambda sentence: takes.get(sentence.id))

    at, heard = 0, dict.fromkeys(takes, 0)
    for clip in timeline.clips:
        assert clip.start == at
        assert clip.samples > 0
        if clip.key is not None:
            assert clip.offset == heard[clip.key]
            heard[clip.key] += clip.samples
        at += clip.samples
    assert at == timeline.duration
    assert heard == {name: take.samples for name, take in takes.items()}

    placed = [s for s in paper.sentences if s.id in takes]
    pauses = sum(pause.samples for sentence in placed for pause in sentence.pauses)
    homes = [p for p, para in enumerate(paper.paragraphs) for s in para.sentences if s.id in takes]
    gaps = sum(paper.sentence_gap if a == b else paper.paragraph_gap for a, b in pairwise(homes))
    total = sum(take.samples for take in takes.values())
    assert timeline.duration == total + pauses + gaps

    assert [word.text for word in timeline.words] == [
        word.text for sentence in placed for word in takes[sentence.id].words
    ]
    end = 0
    for word in timeline.words:
        assert end <= word.start < word.end
        end = word.end
        sentence = timeline.sentences[word.sentence]
        assert sentence.start <= word.start
        assert word.end <= sentence.end
    assert end <= timeline.duration


def test_each_word_is_heard_at_its_time_after_an_hour() -> None:
    """1,101 sentences of 78,481 samples: the audio says when, and the words say the same."""
    marker = np.zeros(78_481, np.float32)
    marker[[9_001, 40_003]] = 1.0
    words = (Word("a", 9_001, 20_000, (0, 1)), Word("b", 40_003, 70_000, (2, 3)))
    takes = MemoryTakes(k=Take(marker, words, "kokoro"))
    sentence = Sentence("s", "a b", pauses=(Pause(1, 7),))
    paper = document(*[(sentence,) * 3] * 367, gaps=(101, 9_601))
    timeline = layout(paper, lambda _: takes.info("k"), takes.get)
    assert timeline.duration == 1_101 * (78_481 + 7) + 734 * 101 + 366 * 9_601
    assert timeline.duration > 3_600 * 24_000

    heard, at = [], 0
    for piece in stream(timeline, takes.get):
        heard += (np.flatnonzero(piece == 1.0) + at).tolist()
        at += len(piece)
    assert at == timeline.duration
    assert heard == [word.start for word in timeline.words]


# --- looking things up


def test_the_word_at_a_sample() -> None:
    timeline = lay(document((RED,), (BLUE,)))
    for sample, index in [
        (0, None),
        (8_999, None),
        (9_000, 0),
        (17_999, 0),
        (18_000, None),
        (20_000, 1),
        (57_999, 2),
        (58_000, 3),
        (76_000, None),
        (10**9, None),
        (-1, None),
    ]:
        assert word_at(timeline, sample) == index, sample
    assert word_at(Timeline((), (), (), 0), 0) is None


def test_the_sentence_at_a_sample() -> None:
    timeline = lay(document((RED,), (BLUE,), gaps=(0, 10)))
    assert [sentence_at(timeline, n) for n in (0, 38_999, 39_000, 39_010)] == [0, 0, None, 1]


def test_a_place_has_a_name() -> None:
    timeline = lay(document((RED,), (BLUE,), gaps=(0, 24_000)))
    assert where(timeline, 5) == "'Red apples.'"
    assert where(timeline, 48_000) == "2.00 s"


# --- what is heard


def ones(samples: int) -> Take:
    audio = np.ones(samples, np.float32)
    audio.flags.writeable = False
    return Take(audio, (), "kokoro")


def test_a_whole_take_is_heard_untouched() -> None:
    take = ones(1_000)
    assert np.shares_memory(sound(Clip("k", 0, 0, 1_000), take), take.audio)


def test_a_cut_fades_on_both_sides() -> None:
    take = ones(1_000)
    before, after = sound(Clip("k", 0, 0, 400), take), sound(Clip("k", 400, 0, 600), take)
    assert before[:280].tolist() == [1.0] * 280
    assert after[120:].tolist() == [1.0] * 480
    assert before[-1] == after[0] == 0.0
    assert 0.49 < before[-61] < 0.51
    assert np.abs(np.diff(before)).max() < 0.015
    assert (np.diff(after) >= 0).all()
    assert take.audio.min() == 1.0


@pytest.mark.parametrize("samples", [1, 2, 3, 100])
def test_a_piece_shorter_than_its_fades(samples: int) -> None:
    assert len(sound(Clip("k", 10, 0, samples), ones(1_000))) == samples


def test_the_silence_of_a_pause_is_exact() -> None:
    takes = MemoryTakes(k1=ones(39_000))
    timeline = lay(document((replace(RED, pauses=(Pause(4, 12_345),)),)))
    heard = np.concatenate(list(stream(timeline, takes.get)))
    assert len(heard) == 51_345
    assert not heard[19_000 : 19_000 + 12_345].any()
    assert heard[19_000 - 120] > 0
    assert heard[19_000 + 12_345 + 1] > 0


@given(start=st.integers(0, 90_000), chunk=st.integers(500, 100_000))
@settings(max_examples=50)
def test_the_stream_is_the_same_in_any_pieces(start: int, chunk: int) -> None:
    noise = np.random.default_rng(1).random(39_600, np.float32)
    takes = MemoryTakes(k1=Take(noise[:39_000], (), "e"), k2=Take(noise, (), "e"))
    timeline = lay(document((replace(RED, pauses=(Pause(4, 5_000),)),), (BLUE,), gaps=(0, 6_000)))
    whole = np.concatenate(list(stream(timeline, takes.get)))
    assert len(whole) == timeline.duration == 89_600
    pieces = list(stream(timeline, takes.get, start, chunk))
    assert all(0 < len(piece) <= chunk for piece in pieces)
    np.testing.assert_array_equal(np.concatenate([*pieces, whole[:0]]), whole[start:])


@pytest.mark.parametrize("takes", [MemoryTakes(), MemoryTakes(k1=ones(38_999))])
def test_a_take_that_is_gone_is_named(takes: MemoryTakes) -> None:
    with pytest.raises(TakeMissing) as caught:
        list(stream(lay(document((RED,))), takes.get))
    assert caught.value.where == "'Red apples.'"
