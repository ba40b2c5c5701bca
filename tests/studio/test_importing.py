"""Files of other programs, and the clipboard, into the text of a script."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio import importing
from studio.errors import FileDamaged, ScriptUnreadable
from studio.importing import (
    Imported,
    LeftOut,
    Target,
    clean,
    is_script,
    parse,
    read_file,
    unwrap,
    unwrap_evident,
)

S = 24_000  # samples in a second

# ── files ───────────────────────────────────────────────────────────────────────────────────────


def test_plain_text_keeps_all_but_its_line_ends() -> None:
    data = "\ufeffOne\u00a0two.\r\n\r\nThree “four”.\rFive.".encode()
    assert parse(data, "a.txt") == Imported("One\u00a0two.\n\nThree “four”.\nFive.")


@pytest.mark.parametrize(
    ("name", "markdown"),
    [("a.md", True), ("a.MARKDOWN", True), ("a.txt", False), ("a", False), ("a.log", False)],
)
def test_the_ending_says_what_is_markdown(name: str, markdown: bool) -> None:
    assert parse(b"# One\n\ntwo", name) == Imported("# One\n\ntwo", markdown)


def test_the_title_is_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "harbor.v2.txt"
    path.write_bytes(b"Hello.")
    assert read_file(path) == Imported("Hello.", title="harbor.v2")


def test_what_cannot_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ScriptUnreadable, match="check the name"):
        read_file(tmp_path / "missing.txt")
    path = tmp_path / "large.txt"
    path.write_bytes(b"x" * 100)
    monkeypatch.setattr(importing, "LARGEST", 99)
    with pytest.raises(ScriptUnreadable, match="larger than"):
        read_file(path)
    with pytest.raises(ScriptUnreadable, match="PDF"):
        parse(b"%PDF-1.4", "a.pdf")


@pytest.mark.parametrize(
    ("name", "is_one"),
    [("a.txt", True), ("b.DOCX", True), ("c.vtt", True), ("d.narration", False), ("e", False)],
)
def test_which_files_are_scripts(name: str, is_one: bool) -> None:
    assert is_script(Path("/tmp") / name) is is_one


# ── subtitles ───────────────────────────────────────────────────────────────────────────────────


def srt(*cues: tuple[float, float, str]) -> bytes:
    def clock(seconds: float) -> str:
        whole = round(seconds * 1000)
        return f"00:{whole // 60_000:02}:{whole // 1000 % 60:02},{whole % 1000:03}"

    blocks = [
        f"{number}\n{clock(start)} --> {clock(end)}\n{text}\n"
        for number, (start, end, text) in enumerate(cues, 1)
    ]
    return "\n".join(blocks).encode()


def test_cues_are_joined_until_a_sentence_ends() -> None:
    data = srt(
        (0, 1, "I went to"), (1, 2.5, "the market,\nearly."), (2.75, 3, "It was"), (3, 4, "shut.")
    )
    found = parse(data, "a.srt")
    assert found.text == "I went to the market, early. It was shut."
    assert found.targets == (
        Target(0, S, (0, 9)),
        Target(S, 60_000, (10, 28)),
        Target(66_000, 3 * S, (29, 35)),
        Target(3 * S, 4 * S, (36, 41)),
    )
    assert [found.text[slice(*t.source)] for t in found.targets] == [
        "I went to",
        "the market, early.",
        "It was",
        "shut.",
    ]


def test_silence_after_a_sentence_makes_a_paragraph() -> None:
    data = srt((0, 1, "First."), (2, 3, "Second,"), (4.5, 5, "still."), (5.5, 6, "Third"))
    assert parse(data, "a.srt").text == "First.\n\nSecond, still. Third"
    assert parse(srt((0, 1, "So, then"), (4, 5, "he left.")), "a.srt").text == (
        "So, then\n\nhe left."
    )


def test_marks_are_taken_out_and_other_angles_stay() -> None:
    data = srt(
        (0, 1, '{\\an8}<i>Use</i> <font color="#fff">List&lt;int&gt;</font>'),
        (1, 2, "and Map<int> now."),
    )
    assert parse(data, "a.srt").text == "Use List<int> and Map<int> now."


def test_two_who_talk_in_one_cue_stand_apart() -> None:
    data = srt((0, 2, "- Two loaves?\n- Three."), (2, 3, "He paid - at once."))
    found = parse(data, "a.srt")
    assert found.text == "Two loaves?\n\nThree.\n\nHe paid - at once."
    assert found.targets[:2] == (Target(0, S, (0, 11)), Target(S, 2 * S, (13, 19)))


def test_captions_without_punctuation_stay_as_they_are_cut() -> None:
    data = srt(*((n, n + 1, f"words of cue {n}") for n in range(9)))
    assert parse(data, "a.srt").text == "\n\n".join(f"words of cue {n}" for n in range(9))


def test_captions_that_roll_up_are_read_once() -> None:
    data = srt(
        (0, 1, "the harbor wakes"),
        (1, 2, "the harbor wakes\nbefore the town."),
        (2, 3, "before the town.\nGulls argue."),
        (3, 4, "Gulls argue.\nNobody minds."),
    )
    found = parse(data, "a.srt")
    assert found.text == "the harbor wakes before the town. Gulls argue. Nobody minds."
    assert found.left_out == (LeftOut("repetition", 3),)


def test_what_is_said_twice_is_read_twice() -> None:
    data = srt((0, 1, "No."), (1, 2, "No."), (2, 3, "Go."), (3, 4, "Now."), (4, 5, "Off."))
    found = parse(data, "a.srt")
    assert found.text == "No. No. Go. Now. Off."
    assert len(found.targets) == 5


def test_japanese_cues_are_joined_without_a_blank() -> None:
    assert parse(srt((0, 1, "港は\n朝早く"), (1, 2, "目を覚ます。")), "a.srt").text == (
        "港は朝早く目を覚ます。"
    )


def test_subtitles_in_any_encoding_are_read() -> None:
    data = srt((0, 1, "Café.")).decode().encode("cp1252")
    assert parse(data, "a.srt").text == "Café."
    assert parse(srt((0, 1, "Café.")).decode().encode("utf-16"), "a.srt").text == "Café."


VTT = """WEBVTT - Harbor

STYLE
::cue { color: white }

NOTE a comment
over two lines

intro
00:01.000 --> 00:02.500 align:start
<v Anna>Two &amp; <c.loud>three</c> <00:00:02.000>loaves,

100:00:03.000 --> 100:00:04.000
<v Bob>please.</v>
<ruby>港<rt>みなと</rt></ruby>
"""


def test_web_subtitles() -> None:
    found = parse(VTT.encode(), "a.vtt")
    assert found.text == "Two & three loaves,\n\nplease. 港"
    assert found.left_out == (LeftOut("speaker", 2),)
    assert found.targets[0] == Target(S, 60_000, (0, 19))
    assert found.targets[1].start == 360_003 * S


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "line 1 should say WEBVTT"),
        ("WEBVTT\n\n1\n00:01 --> 00:02\nx", "line 4 should hold two times"),
    ],
)
def test_damaged_web_subtitles_name_the_line(text: str, reason: str) -> None:
    with pytest.raises(FileDamaged, match=reason):
        parse(text.encode(), "a.vtt")


def test_subtitles_without_cues_are_an_empty_script() -> None:
    assert parse(b"", "a.srt") == Imported("")
    assert parse(b"WEBVTT\n", "a.vtt") == Imported("")


WORDS = st.text(alphabet="ab .!-\n<>&港", max_size=30)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 50), WORDS), max_size=12))
def test_targets_lie_in_the_text_in_order(given_cues: list[tuple[int, int, str]]) -> None:
    at, cues = 0.0, []
    for silence, length, text in given_cues:
        start = at + silence / 10
        at = start + length / 10
        cues.append((start, at, text.replace("-->", "")))
    found = parse(srt(*cues), "a.srt")
    end = 0
    for target in found.targets:
        assert end <= target.source[0] < target.source[1] <= len(found.text)
        end = target.source[1]
        assert found.text[slice(*target.source)].strip()


# ── the clipboard ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("pasted", "cleaned"),
    [
        ("“Café”\u00a0– it’s", "“Café” – it’s"),
        ("One\x0btwo\r\nthree\u2028four", "One\ntwo\nthree\nfour"),
        ("so\u00adft hy\u200bphen\ufeff", "soft hy phen"),
        ("a \t\nb   \n\n\n\n\nc", "a\nb\n\nc"),
        ("•\tFlour\no\tSalt\n\uf0b7\tRye\n§\tOats", "• Flour\n• Salt\n• Rye\n• Oats"),
        ("picture \ufffc here\ue001", "picture  here"),
        ("👩\u200d🚀 क\u094d\u200dष", "👩\u200d🚀 क\u094d\u200dष"),
        ("Name\tAge", "Name Age"),
        ("  indented", "  indented"),
        ("", ""),
    ],
)
def test_pasted_text_comes_clean(pasted: str, cleaned: str) -> None:
    assert clean(pasted) == cleaned


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert "\r" not in once
    assert "\n\n\n" not in once


@pytest.mark.parametrize(
    ("wrapped", "unwrapped"),
    [
        ("A line\nwrapped by hand\nin mail.", "A line wrapped by hand in mail."),
        ("One\ntwo.\n\n\nThree\nfour.\n", "One two.\n\nThree four.\n"),
        ("> Dear all,\n> it is\n> done.\n>\n>> Yes", "Dear all, it is done.\n\nYes"),
        ("We need\n- flour and\n  salt\n- rye", "We need\n- flour and salt\n- rye"),
        ("mother-\nin-law", "mother-in-law"),
        ("港は朝\n早い。", "港は朝早い。"),
        ("# Title\nText\nmore", "# Title\nText more"),
        ("", ""),
        ("\n\n", "\n\n"),
    ],
)
def test_mail_is_unwrapped_when_asked(wrapped: str, unwrapped: str) -> None:
    assert unwrap(wrapped) == unwrapped


@given(st.text(alphabet="ab \n>-.", max_size=60))
def test_unwrapping_loses_no_letter(text: str) -> None:
    assert sorted(unwrap(text).replace("\n", "").replace(" ", "").replace(">", "")) == sorted(
        text.replace("\n", "").replace(" ", "").replace(">", "")
    )


MAIL = """Dear Anna,
every morning the harbor wakes before the town does, and the gulls argue
over the first boats. Ropes creak, and a smell of diesel and salt drifts
up the hill to the well-
known bakery.
Best wishes,
Tom

We need
- flour, and as much of it as you can carry up the hill in that little red
  cart of yours
- rye
"""


def test_lines_that_a_program_broke_are_put_together() -> None:
    assert unwrap_evident(MAIL.replace("well-\nknown", "well-known")) == (
        "Dear Anna,\n"
        "every morning the harbor wakes before the town does, and the gulls argue over the first "
        "boats. Ropes creak, and a smell of diesel and salt drifts up the hill to the well-known "
        "bakery.\n"
        "Best wishes,\nTom\n\n"
        "We need\n"
        "- flour, and as much of it as you can carry up the hill in that little red cart of yours\n"
        "- rye\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        # verse
        "Tell me not, in mournful numbers, life is but an empty dream! For the soul\n"
        "is dead that slumbers,\n"
        "and things are not what they seem. Life is real! Life is earnest!\n"
        "And the grave is not its goal;",
        # dialogue
        "“Two loaves,” says the pilot, “and whatever else of yours is warm.”\n"
        "“Nothing is warm at this time of the day,” she says, “but the cat.”\n"
        "“Then I shall take the cat,” says the pilot, “and one of those loaves.”",
        "– Two loaves, says the pilot, and whatever else of yours is still warm.\n"
        "– Nothing is warm at this time of the day, she says, except for the cat.",
        # a list
        "- flour, and as much of it as you can carry up the hill in that little cart\n"
        "- rye, and as much of it as you can carry down again in that little red cart",
        # a paragraph on each line
        "Every morning the harbor wakes before the town does, and gulls argue too.\n"
        "Nobody here would call it beautiful, but ask anyone who ever left the place.",
        "short\nlines",
        "> Every morning the harbor wakes before the town does, and the gulls all\n> argue.",
        "",
    ],
)
def test_lines_that_the_author_broke_stay(text: str) -> None:
    assert unwrap_evident(text) == text


@given(st.text(alphabet="abcdefgh A.-“>\n", max_size=600))
def test_what_is_evident_loses_nothing_that_can_be_seen(text: str) -> None:
    assert "".join(unwrap_evident(text).split()) == "".join(text.split())


@given(
    st.lists(st.text(alphabet="abcdefgh", min_size=1, max_size=11), min_size=60, max_size=120),
    st.integers(62, 96),
)
def test_wrapped_prose_is_one_line_again(words: list[str], width: int) -> None:
    prose = " ".join(words)
    wrapped = textwrap.fill(prose, width, break_on_hyphens=False)
    assert unwrap_evident(wrapped) == prose
