"""Whatever cues hold, what is written reads back the same in three other readers."""

import json
import re
from itertools import pairwise

import pysrt
import pysubs2
import srt
from hypothesis import given
from hypothesis import strategies as st

from studio.cues import PROFILES, Cue, Grouping, group
from studio.errors import FileDamaged
from studio.subtitles import (
    parse_srt,
    parse_words_json,
    to_ass,
    to_labels,
    to_srt,
    to_vtt,
    words_json,
)
from studio.timeline import PlacedSentence, PlacedWord, Timeline

PIECES = st.one_of(
    st.text(max_size=12),
    st.text("0123456789:,.->< \n\r\t{}&\\Nni/", max_size=20),
    st.sampled_from(
        [
            *("1", "12", "-->", "00:00:01,000", "1:2:3.4 1:2:3.4", "00:00:01,000 --> 00:00:02,000"),
            *("\n\n", "\r\n", "\u2028", "\x85", "\x00", "\ufeff", "<i>", "</i>", "List<int>", "->"),
        ]
    ),
)
LINES = st.lists(PIECES, max_size=4).map("".join)
# pysubs2 knows no more than 99 hours
TIMES = st.one_of(st.integers(0, 5_000), st.integers(0, 99 * 3_600 * 24_000))


@st.composite
def cues(draw, limit=8):
    """Cues in any order, overlapping, of no length, ending before they start, empty."""
    return [
        Cue(draw(TIMES), draw(TIMES), tuple(draw(st.lists(LINES, max_size=3))))
        for _ in range(draw(st.integers(0, limit)))
    ]


def visible(text):
    """Everything but blanks, control characters and byte order marks; arrows are one mark."""
    text = re.sub(r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ufeff]", "", text)
    lines = text.replace("\t", " ").splitlines()
    return re.sub(r"\s", "", "\n".join(line.replace("-->", "→") for line in lines))


@given(cues(), st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_srt_reads_back_the_same_everywhere(made, bom, eol):
    data = to_srt(made, bom=bom, eol=eol)
    ours = [(c.start // 24, c.end // 24, c.text) for c in parse_srt(data)]
    text = data.decode("utf-8-sig").replace("\r\n", "\n")
    by_pysrt = [(i.start.ordinal, i.end.ordinal, i.text) for i in pysrt.from_string(text)]
    by_srt = [
        (round(i.start.total_seconds() * 1000), round(i.end.total_seconds() * 1000), i.content)
        for i in srt.parse(text)
    ]
    by_pysubs2 = [
        (event.start, event.end, event.text)
        for event in pysubs2.SSAFile.from_string(text, format_="srt", keep_html_tags=True)
    ]
    assert ours == by_pysrt == by_srt
    assert [(a, b, shown.replace("\n", r"\N")) for a, b, shown in ours] == by_pysubs2


@given(cues())
def test_srt_keeps_the_rules(made):
    data = to_srt(made).decode()
    read = parse_srt(data.encode())
    numbers = [int(block.split("\n", 1)[0]) for block in data.split("\n\n")[:-1]]
    assert numbers == list(range(1, len(read) + 1))
    for cue in read:
        assert cue.start < cue.end
        assert cue.text
        assert "-->" not in cue.text
        assert all(line.strip() for line in cue.lines)
    for cue, following in pairwise(read):
        assert cue.end <= following.start
    ordered = sorted(made, key=lambda cue: cue.start)
    assert visible("".join(cue.text for cue in read)) == "".join(
        visible(cue.text) for cue in ordered
    )


@given(st.lists(st.tuples(st.integers(0, 10**10), st.integers(1, 10**6)), min_size=1, max_size=8))
def test_times_are_off_by_half_a_millisecond_at_most(rows):
    at, made = 0, []
    for pause, length in rows:
        made.append(Cue(at + pause, at + pause + length + 24, ("x",)))
        at = made[-1].end
    read = parse_srt(to_srt(made))
    for cue, back in zip(made, read, strict=True):
        assert abs(cue.start - back.start) <= 12
        assert abs(cue.end - back.end) <= 12


@st.composite
def timelines(draw):
    words, at, clock = [], 0, 0
    for _ in range(draw(st.integers(0, 12))):
        text = draw(st.text(st.characters(exclude_categories=("Cs",)), max_size=8))
        clock += draw(st.integers(0, 9_000))
        length = draw(st.integers(1, 9_000))
        source = (at, at + len(text))
        words.append(PlacedWord(text, clock, clock + length, source, 0, 3, draw(st.booleans())))
        at, clock = source[1] + draw(st.integers(0, 1)), clock + length
    sentences = (PlacedSentence("—\u2028", 0, clock, 3),)
    return Timeline(tuple(words), sentences, (), clock + draw(st.integers(0, 99)))


@given(timelines(), st.integers(1, 5))
def test_every_format_takes_any_words(timeline, size):
    made = group(
        timeline.words, Grouping("words", size), PROFILES["shorts"], duration=timeline.duration
    )
    assert b"\n\n\n" not in to_srt(made)
    vtt = to_vtt(made, timeline.words, speaker="A", word_times=True).decode()
    for block in vtt.split("\n\n")[1:]:
        _, times, *text = block.rstrip("\n").split("\n")
        start, end = times.split(" --> ")
        inside = re.findall(r"<(\d+:\d\d:\d\d\.\d{3})>", "\n".join(text))
        assert start < end
        assert [start, *inside, end] == sorted({start, *inside, end})
        assert re.fullmatch(r"<v A>[^<>]*</v>", re.sub(r"<[\d:.]+>", "", "\n".join(text)))
    for event in pysubs2.SSAFile.from_string(to_ass(made, timeline.words).decode()):
        filled = [int(length) for length in re.findall(r"\{\\kf?(\d+)\}", event.text)]
        assert event.start < event.end
        assert sum(filled) * 10 <= event.end - event.start
    for row in to_labels(made).decode().split("\n")[:-1]:
        start, end, _ = row.split("\t")
        assert float(start) <= float(end)


@given(timelines())
def test_words_json_comes_back_as_it_was(timeline):
    text = words_json(timeline, "en-us", "af_heart", "kokoro")
    for data in (text, text.encode(), b"\xef\xbb\xbf" + text.encode()):
        back = parse_words_json(data)
        assert (back.words, back.sentences) == (timeline.words, timeline.sentences)
        assert back.duration == timeline.duration
    json.loads(text)


def reason_to_refuse(parse, data):
    try:
        parse(data)
    except FileDamaged as error:
        return error.reason
    return None


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(data):
    for parse in (parse_srt, parse_words_json):
        assert reason_to_refuse(parse, data) != ""


@given(st.text("0123456789:,.-> \n", max_size=80))
def test_any_text_like_srt_is_read_or_refused_with_its_line(text):
    reason = reason_to_refuse(parse_srt, text.encode())
    if reason is None:
        assert all(cue.start <= cue.end and cue.text for cue in parse_srt(text.encode()))
    else:
        assert re.match(r"line \d+ ", reason)
