"""What the benchmark has spoken."""

from __future__ import annotations

from studio import script
from studio.commands import bench_texts
from studio.commands.bench import one_word_changed


def sentences(text: str) -> list[str]:
    read = script.read(text, voice="af_heart", speed=1.0, language="en-us")
    return [sentence.text for sentence in read.sentences]


def test_a_sentence_of_50_characters_and_a_paragraph_of_150_words() -> None:
    assert len(bench_texts.SENTENCE) == 50
    assert 145 <= len(bench_texts.paragraph().split()) <= 155
    assert "\n" not in bench_texts.paragraph()


def test_a_chapter_is_as_long_as_wanted_and_says_nothing_twice() -> None:
    ten = bench_texts.chapter(10)
    assert 1650 <= len(ten.split()) <= 1670
    assert len(set(sentences(ten))) == len(sentences(ten))
    assert bench_texts.chapter(10) == ten
    assert ten.startswith(bench_texts.chapter(1)[:900])
    assert len(bench_texts.chapter(60).split()) >= 9900


def test_a_chapter_in_parts_is_all_of_it() -> None:
    ten = bench_texts.chapter(10)
    parts = bench_texts.by_the_minute(ten)
    assert "\n\n".join(parts) == ten
    assert 7 <= len(parts) <= 10
    assert all(165 <= len(part.split()) <= 260 for part in parts[:-1])
    assert bench_texts.by_the_minute("One fish.") == ("One fish.",)


def test_one_word_changed_is_one_sentence_changed() -> None:
    text = bench_texts.chapter(2)
    before, after = sentences(text), sentences(one_word_changed(text))
    assert len(before) == len(after)
    [pair] = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert sum(a != b for a, b in zip(pair[0].split(), pair[1].split(), strict=True)) == 1
    assert "harbormaster" in pair[1]
