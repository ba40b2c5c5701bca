"""Subtitle files: what is written, byte for byte, and what is read back."""

import subprocess
import sys
from pathlib import Path

import pysrt
import pysubs2
import pytest
import srt

from studio.cues import PROFILES, Cue, Grouping, divide, group
from studio.errors import FileDamaged
from studio.subtitles import parse_srt, to_ass, to_labels, to_srt, to_vtt
from studio.timeline import PlacedWord

ROOT = Path(__file__).resolve().parents[2]
SECOND = 24_000


def cue(text, start, end):
    """A cue from seconds."""
    return Cue(round(start * SECOND), round(end * SECOND), tuple(text.split("\n")))


def words_and_cues(*rows, size=12, profile="broadcast"):
    """Words from (text, start, end) in seconds, and the cues they make by themselves."""
    words, at = [], 0
    for text, start, end in rows:
        source = (at, at + len(text))
        words.append(PlacedWord(text, round(start * SECOND), round(end * SECOND), source))
        at = source[1] + 1
    return words, divide(words, Grouping("words", size), PROFILES[profile])


def srt_times(*cues):
    lines = to_srt(cues).decode().splitlines()
    return [line for line in lines if " --> " in line]


def read_back(data):
    """(start, end, text) of every cue, in milliseconds, in which three other readers agree."""
    text = data.decode()
    by_pysrt = [
        (item.start.ordinal, item.end.ordinal, item.text) for item in pysrt.from_string(text)
    ]
    by_srt = [
        (
            round(item.start.total_seconds() * 1000),
            round(item.end.total_seconds() * 1000),
            item.content,
        )
        for item in srt.parse(text)
    ]
    by_pysubs2 = [
        (event.start, event.end, event.text.replace(r"\N", "\n"))
        for event in pysubs2.SSAFile.from_string(text, format_="srt", keep_html_tags=True)
    ]
    assert by_pysrt == by_srt == by_pysubs2
    ours = [(c.start // 24, c.end // 24, c.text) for c in parse_srt(data)]
    assert ours == by_pysrt
    return by_pysrt


# ── SRT ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_whole_file():
    cues = [cue("Café — “ŝo” ♪", 0.275, 1.5), cue("two\nlines", 1.5, 3)]
    assert (
        to_srt(cues)
        == (
            "1\n00:00:00,275 --> 00:00:01,500\nCafé — “ŝo” ♪\n\n"
            "2\n00:00:01,500 --> 00:00:03,000\ntwo\nlines\n\n"
        ).encode()
    )


def test_no_cues_make_an_empty_file():
    assert to_srt([]) == b""
    assert parse_srt(b"") == ()


@pytest.mark.parametrize(
    ("samples", "written"),
    [
        (23_988, "00:00:01,000"),  # 0.9995 s
        (23_987, "00:00:00,999"),
        (1_439_990, "00:01:00,000"),  # 59.9996 s
        (86_399_998, "01:00:00,000"),
        (48_010, "00:00:02,000"),
        (48_012, "00:00:02,001"),
        (90_000 * SECOND, "25:00:00,000"),
        (360_000 * SECOND, "100:00:00,000"),
    ],
)
def test_times_are_rounded_once_half_up(samples, written):
    (times,) = srt_times(Cue(0, samples, ("x",)))
    assert times == f"00:00:00,000 --> {written}"


def test_long_times_read_back():
    data = to_srt([cue("day", 90_000, 90_001), cue("days", 360_000, 360_001)])
    assert [(c.start, c.end) for c in parse_srt(data)] == [
        (90_000 * SECOND, 90_001 * SECOND),
        (360_000 * SECOND, 360_001 * SECOND),
    ]
    assert [item.start.ordinal for item in pysrt.from_string(data.decode())] == [
        90_000_000,
        360_000_000,
    ]
    assert [item.start.total_seconds() for item in srt.parse(data.decode())] == [90_000, 360_000]


def test_byte_order_mark_and_line_ends_by_choice():
    cues = [cue("a\nb", 0, 1), cue("c", 1, 2)]
    assert not to_srt(cues).startswith(b"\xef\xbb\xbf")
    assert to_srt(cues, bom=True).startswith(b"\xef\xbb\xbf1\n")
    data = to_srt(cues, eol="\r\n")
    assert data.count(b"\n") == data.count(b"\r\n") == data.count(b"\r") == 9
    assert data.endswith(b"c\r\n\r\n")
    assert parse_srt(data) == parse_srt(to_srt(cues, bom=True)) == tuple(cues)


def test_the_same_bytes_under_any_locale():
    code = (
        "from studio.cues import Cue; from studio.subtitles import to_srt; "
        "print(to_srt([Cue(0, 24000, ('\\u00e9\\u2014\\u26aa',))]).hex())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert bytes.fromhex(run.stdout).decode().splitlines()[2] == "é—⚪"


def test_no_blank_line_inside_a_cue():
    _, cues = words_and_cues(("line one\n\nline two", 0, 1), ("x", 1, 2), size=1)
    assert read_back(to_srt(cues)) == [(0, 1000, "line one\nline two"), (1000, 2000, "x")]
    for blank in ("\r\n \r\n", "\r\r", "\u2028\u2028", "\v\f", "\n\t\n", "\x85\x85"):
        data = to_srt([cue("a", 0, 1), Cue(24_000, 48_000, (f"b{blank}c",))])
        assert read_back(data)[1] == (1000, 2000, "b\nc")


def test_an_arrow_in_the_text_is_no_line_of_times():
    data = to_srt([cue("Go left --> then stop.", 0, 1), cue("00:00:01,000 --> 00:00:02,000", 1, 2)])
    assert [text for *_, text in read_back(data)] == [
        "Go left → then stop.",
        "00:00:01,000 →\n00:00:02,000",
    ]


def test_numbers_as_text():
    _, cues = words_and_cues(("Count", 0, 1), ("12", 1, 2), ("13", 2, 3), size=1)
    data = to_srt(cues)
    assert [text for *_, text in read_back(data)] == ["Count", "12", "13"]
    assert [item.index for item in pysrt.from_string(data.decode())] == [1, 2, 3]
    data = to_srt([cue("Room\n12", 0, 1), cue("a\n7\n12.5.2026", 1, 2), cue("Room\n13", 2, 3)])
    assert [text for *_, text in read_back(data)] == ["Room\n12", "a 7\n12.5.2026", "Room 13"]


def test_cues_are_numbered_in_order_of_their_starts():
    data = to_srt([cue("c", 4, 5), cue("a", 0, 1), cue("b", 2, 3)])
    items = pysrt.from_string(data.decode())
    assert [(item.index, item.text) for item in items] == [(1, "a"), (2, "b"), (3, "c")]


def test_times_before_the_start():
    assert srt_times(cue("A", -0.225, -0.1), cue("B", -0.1, 0.175)) == [
        "00:00:00,000 --> 00:00:00,175"
    ]


def test_of_two_that_overlap_the_earlier_ends_sooner():
    assert srt_times(cue("A", 0, 1.2), cue("B", 1, 2), cue("C", 2, 2.5)) == [
        "00:00:00,000 --> 00:00:01,000",
        "00:00:01,000 --> 00:00:02,000",
        "00:00:02,000 --> 00:00:02,500",
    ]


def test_a_cue_of_no_length_gets_40_ms_of_the_next():
    assert srt_times(cue("A", 0, 0.5), cue("B", 0.5, 0.5), cue("C", 0.5, 1)) == [
        "00:00:00,000 --> 00:00:00,500",
        "00:00:00,500 --> 00:00:00,540",
        "00:00:00,540 --> 00:00:01,000",
    ]
    assert srt_times(cue("A", 0, 0), cue("B", 0, 0.01), cue("C", 0.02, 0.03)) == [
        "00:00:00,000 --> 00:00:00,040",
        "00:00:00,040 --> 00:00:00,080",
        "00:00:00,080 --> 00:00:00,120",
    ]


def test_empty_cues_are_dropped():
    _, cues = words_and_cues(("A", 0, 1), ("", 1, 2), ("B", 2, 3), size=1)
    assert read_back(to_srt(cues)) == [(0, 1000, "A"), (2000, 3000, "B")]
    assert to_srt([cue(" \n\t\n\ufeff", 0, 1)]) == b""


def test_angle_brackets_survive():
    data = to_srt([cue("Use List<int> now.", 0, 1), cue("<i>No</i> & <b>", 1, 2)])
    assert [text for *_, text in read_back(data)] == ["Use List<int> now.", "<i>No</i> & <b>"]


def test_clock_times_in_the_text_are_not_taken_for_those_of_the_cue():
    data = to_srt([cue("From 1:02:03.4 to 1:02:05.6 only", 0, 1), cue("x", 1, 2)])
    assert read_back(data) == [(0, 1000, "From 1:02:03.4 to\n1:02:05.6 only"), (1000, 2000, "x")]


def test_a_narration_from_words_to_file():
    words, _ = words_and_cues(
        ("Tickets", 0.3, 0.7),
        ("cost", 0.7, 1),
        ("$20", 1, 1.5),
        ("after", 1.5, 1.8),
        ("7:45PM.", 1.8, 2.6),
    )
    cues = group(words, Grouping("phrases", 6), PROFILES["narration"], duration=3 * SECOND)
    assert read_back(to_srt(cues)) == [(300, 2600, "Tickets cost $20 after 7:45PM.")]


# ── reading SRT ─────────────────────────────────────────────────────────────────────────────────


def test_reading_with_byte_order_mark_and_crlf():
    data = bytes.fromhex(
        "efbbbf310d0a30303a30303a30302c303030202d2d3e2030303a30303a30312c3030300d0a48690d0a0d0a"
    )
    assert parse_srt(data) == (Cue(0, 24_000, ("Hi",)),)


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("00:00:01.5 --> 00:00:02\nHi", [("Hi", 1.5, 2)]),  # no number, points, no thousandths
        ("\n\n7\n0:0:1,000-->0:0:2,000 X1:40 Y1:20\nHi\n", [("Hi", 1, 2)]),
        (
            "1\r0:0:1,0 --> 0:0:2,0\rHi\r\r2\r0:0:3,0 --> 0:0:4,0\rHo\r",
            [("Hi", 1, 2), ("Ho", 3, 4)],
        ),
        (
            "1\n0:0:1,0 --> 0:0:2,0\nHi\n\nthere\n2\n0:0:3,0 --> 0:0:4,0\nHo",
            [("Hi\nthere", 1, 2), ("Ho", 3, 4)],
        ),
        ("1\n0:0:1,0 --> 0:0:2,0\nLeft --> right\n", [("Left --> right", 1, 2)]),
        (
            "1\n0:0:1,0 --> 0:0:2,0\n\n2\n0:0:2,0 --> 0:0:3,0\n12\n\n3\n0:0:5,0 --> 0:0:6,0\nx",
            [("12", 2, 3), ("x", 5, 6)],
        ),
        ("1\n0:0:1,0 --> 0:0:1,0\nHi", [("Hi", 1, 1)]),
        ("\n \n", []),
    ],
)
def test_reading_is_patient(text, cues):
    assert parse_srt(text.encode()) == tuple(cue(*row) for row in cues)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"Hello\n", "line 1 belongs to no cue: 'Hello'"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\nHi", "line 1 belongs to no cue: 'WEBVTT'"),
        (b"1\n00:00:01,000 --> 00:00:0x,000\nHi\n", "line 2 should hold two times"),
        (b"1\nsoon --> later\nHi\n", "line 2 should hold two times: 'soon --> later'"),
        (
            b"1\n0:0:1,0 --> 0:0:2,0\nHi\n\n2\n0:0:5,0 --> 0:0:4,0\nHo",
            "line 6 ends before it starts",
        ),
        (b"1\n-0:0:1,0 --> 0:0:2,0\nHi\n", "line 2 should hold two times"),
        (b"1\n0:0:1,0 --> 0:0:2,0\nCaf\xe9\n", "line 3 is not UTF-8"),
    ],
)
def test_a_damaged_file_is_refused_with_its_line(data, reason):
    with pytest.raises(FileDamaged, match=r"^film\.srt cannot be used") as error:
        parse_srt(data, "film.srt")
    assert error.value.reason.startswith(reason)


# ── VTT ─────────────────────────────────────────────────────────────────────────────────────────


def test_vtt():
    cues = [cue("Tom & <Ann>\nsay --> hi", 0.275, 1.5), cue("x", 360_000, 360_001)]
    assert to_vtt(cues).decode() == (
        "WEBVTT\n\n"
        "1\n00:00:00.275 --> 00:00:01.500\nTom &amp; &lt;Ann&gt;\nsay → hi\n\n"
        "2\n100:00:00.000 --> 100:00:01.000\nx\n"
    )
    assert to_vtt([]) == b"WEBVTT\n"
    assert to_vtt(cues, bom=True, eol="\r\n").startswith(b"\xef\xbb\xbfWEBVTT\r\n\r\n1\r\n")


def test_vtt_with_a_speaker_and_word_times():
    words, cues = words_and_cues(("He", 0.275, 0.4), ("ran", 0.4, 0.7), ("a&b", 0.8, 1))
    assert to_vtt(cues, words, speaker="Bella > \nTom", word_times=True).decode() == (
        "WEBVTT\n\n1\n00:00:00.275 --> 00:00:01.000\n"
        "<v Bella &gt; Tom>He <00:00:00.400>ran <00:00:00.800>a&amp;b</v>\n"
    )


def test_vtt_word_times_grow_and_stay_inside_the_cue():
    words, cues = words_and_cues(
        ("a", 0, 0.5), ("b", 0, 0.5), ("c", 0.5, 0.5), ("d", 0.5, 0.6), ("e", 0.6, 0.6)
    )
    assert to_vtt(cues, words, word_times=True).decode().splitlines()[4] == (
        "a b <00:00:00.500>c d e"
    )


def test_vtt_of_two_lines_with_word_times():
    words, cues = words_and_cues(
        ("Nothing", 0, 0.5),
        ("extraordinary", 0.5, 1),
        ("happened.", 1, 1.5),
        size=4,
        profile="shorts",
    )
    assert to_vtt(cues, words, word_times=True).decode().splitlines()[4:] == [
        "Nothing <00:00:00.500>extraordinary",
        "<00:00:01.000>happened.",
    ]


def test_vtt_reads_back_in_pysubs2():
    data = to_vtt([cue("one\ntwo", 0.5, 1.5), cue("three", 1.5, 2)])
    events = pysubs2.SSAFile.from_string(data.decode(), format_="vtt")
    assert [(e.start, e.end, e.plaintext) for e in events] == [
        (500, 1500, "one\ntwo"),
        (1500, 2000, "three"),
    ]


# ── ASS ─────────────────────────────────────────────────────────────────────────────────────────


def events(data):
    return [line for line in data.decode().splitlines() if line.startswith("Dialogue:")]


def test_ass_karaoke():
    words, cues = words_and_cues(("He", 0.275, 0.4), ("ran -", 0.4, 0.675), ("home.", 1.075, 1.675))
    data = to_ass(cues, words)
    # half up: 0.275 s is 28 hundredths, 0.675 s is 68, 1.075 s is 108, 1.675 s is 168
    assert events(data) == [
        r"Dialogue: 0,0:00:00.28,0:00:01.68,Default,,0,0,0,,"
        r"{\kf12}He {\kf28}ran - {\k40}{\kf60}home."
    ]
    (event,) = pysubs2.SSAFile.from_string(data.decode())
    assert (event.start, event.end, event.plaintext) == (280, 1680, "He ran - home.")


def test_ass_without_words_and_with_two_lines():
    assert events(to_ass([cue("one\ntwo", 1, 2)])) == [
        r"Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,one\Ntwo"
    ]
    words, cues = words_and_cues(
        ("Nothing", 0, 0.5),
        ("extraordinary", 0.5, 1),
        ("happened.", 1, 1.5),
        size=4,
        profile="shorts",
    )
    assert events(to_ass(cues, words))[0].endswith(
        r"{\kf50}Nothing {\kf50}extraordinary\N{\kf50}happened."
    )


def test_ass_shows_braces_and_backslashes():
    words, cues = words_and_cues(("{x}", 0, 0.5), (r"C:\New", 0.5, 1))
    for data in (to_ass(cues), to_ass(cues, words)):
        (event,) = pysubs2.SSAFile.from_string(data.decode())
        assert event.plaintext == "｛x｝ C:＼New"


def test_ass_after_ten_hours():
    assert "0,11:06:40.00,111:06:40.50," in events(to_ass([cue("x", 40_000, 400_000.5)]))[0]


def test_ass_says_for_which_picture():
    text = to_ass([], size=(1080, 1920)).decode()
    assert "PlayResX: 1080\nPlayResY: 1920\n" in text
    assert to_ass([], bom=True, eol="\r\n").startswith(b"\xef\xbb\xbf[Script Info]\r\n")


def test_ass_never_overlaps_after_rounding():
    cues = [Cue(0, 100, ("a",)), Cue(100, 110, ("b",)), Cue(110, 24_000, ("c",))]
    assert [line.split(",", 3)[1:3] for line in events(to_ass(cues))] == [
        ["0:00:00.00", "0:00:00.04"],
        ["0:00:00.04", "0:00:00.08"],
        ["0:00:00.08", "0:00:01.00"],
    ]


# ── labels ──────────────────────────────────────────────────────────────────────────────────────


def test_labels():
    cues = [
        Cue(1, 23_999, ("one\ttab", "two")),
        Cue(24_000, 24_000, ("昨日", "今日")),
        Cue(5, 6, ("",)),
    ]
    assert to_labels(cues).decode() == (
        "0.000042\t0.999958\tone tab two\n1.000000\t1.000000\t昨日今日\n"
    )
    assert to_labels(cues[:1], eol="\r\n").endswith(b"two\r\n")
