"""Markdown files: what a narrator reads of them, and where it stood."""

from __future__ import annotations

import pytest

from studio.document import Pause, Pin
from studio.script import read


def paragraphs(source: str) -> list[list[str]]:
    document = read(source, markdown=True)
    return [[sentence.text for sentence in p.sentences] for p in document.paragraphs]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "# Heading one\n\n**Bold** and _soft_ and `code`, ~~gone~~.\n\n- first\n- second",
            [["Heading one"], ["Bold and soft and code, gone."], ["first", "second"]],
        ),
        ("Title *of\nit*\n===\nText\n---\n", [["Title of it"], ["Text"]]),
        (
            "A line that was\nwrapped by hand\nin the editor.",
            [["A line that was wrapped by hand in the editor."]],
        ),
        ("first  \nsecond\\\nthird", [["first", "second", "third"]]),
        (
            "1. one\n   two\n\n   three\n2. - nested\n3.\n",
            [["1. one two"], ["three", "2. nested", "3."]],
        ),
        ("- a\n\n  - b\n    c", [["a"], ["b c"]]),
        ("- [ ] open\n- [x] done", [["open", "done"]]),
        ("> quoted\n> text\n>\n> more", [["quoted text"], ["more"]]),
        (
            "| Name | Age |\n|---|--:|\n| Ann | 30 | more |\n| B\\|C | **4** |",
            [["Name", "Age", "Ann", "30", "more", "B|C", "4"]],
        ),
        ("Run:\n\n    make it\n    x*y*z\n", [["Run:"], ["make it", "x*y*z"]]),
        ("```python\nx = 1\n\nprint(x)\n}\n```", [["x = 1", "print(x) }"]]),
        ("1. ```\n   code\n   ```", [["1."], ["code"]]),
        ("1. # Inside", [["1. Inside"]]),
        ("---\ntitle: Hidden\ntags:\n  - a\n---\nShown", [["Shown"]]),
        ("---\nJust a line.\n---\nShown", [["Just a line."], ["Shown"]]),
        ("One\n\n* * *\n\nTwo", [["One"], ["Two"]]),
        ("[Anna]: Hello\n[Bob]: So?", [["[Anna]: Hello", "[Bob]: So?"]]),
    ],
)
def test_blocks(source: str, expected: list[list[str]]) -> None:
    assert paragraphs(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('See [the *guide*](https://x.org "A title"), ![a lamp](l.png).', "See the guide, a lamp."),
        ("See [the guide][g], [g] and [G][].\n\n[g]: https://x.org/g", "See the guide, g and G."),
        ("[![A lamp][l]][g] now\n\n[g]:\n  https://x.org\n  'T'\n[l]: l.png", "A lamp now"),
        ("Mail <ann@example.com> or <https://x.org>.", "Mail ann@example.com or https://x.org."),
        (
            "Caf&eacute; AT&amp;T&nbsp;&lt;b&gt; &copy; A&B &unknown;",
            "Café AT&T <b> © A&B &unknown;",
        ),
        ("\\*so\\* 2*3*4 and snake_case", "*so* 2*3*4 and snake_case"),
        (
            "H<sub>2</sub>O is <b class='x'>wet</b>.<br>So<!-- not\nthis --> there",
            "H2O is wet. So there",
        ),
        ("Use List<int> now.", "Use List<int> now."),
        ("A note[^1] here", "A note[^1] here"),
        ("un*frigging*believable **重要。**这", "unfriggingbelievable 重要。 这"),
        ("`` a`b `` and `[pause 1s]` and `x", "a`b and [pause 1s] and `x"),
    ],
)
def test_marks_inside_lines(source: str, expected: str) -> None:
    assert " ".join(text for paragraph in paragraphs(source) for text in paragraph) == expected


def test_html_blocks_are_read_without_their_tags() -> None:
    source = (
        "<div>\nhtml <b>bo</b>ld\n<p>two</p>\n</div>\n\n<!-- a\n\ncomment --> after\n\n"
        "<style>\np { color: red }\n</style>\n\n<ul>\n<li>one</li>\n<li>more</li>\n</ul>\n"
    )
    assert paragraphs(source) == [["html bold"], ["two"], ["after"], ["one"], ["more"]]


def test_footnotes_are_read_where_they_are_written() -> None:
    source = "A claim.[^1] More[^b].\n\n[^1]: The *first* note.\n[^b]: The second."
    assert paragraphs(source) == [["A claim.", "More."], ["The first note.", "The second."]]


def test_addresses_are_links_and_readings_are_pins() -> None:
    sentence = read("Read [the docs](/docs/), say [gnome](/nˈOm/).", markdown=True).sentences[0]
    assert sentence.text == "Read the docs, say gnome."
    assert sentence.pins == (Pin(19, 24, "/nˈOm/"),)


def test_pauses_stand_where_they_were_put() -> None:
    source = "# One\n\n[pause 1s]\n\n- two [pause 2s]\n- three\n\n\\[pause 1s]\n"
    one, two, three, escaped = read(source, markdown=True).sentences
    assert one.pauses == (Pause(3, 24_000),)
    assert two.pauses == (Pause(3, 48_000),)
    assert three.pauses == ()
    assert escaped.text == "[pause 1s]"


def test_the_source_map_leads_back_into_the_file() -> None:
    source = (
        "---\r\nx: y\r\n---\r\n## A **b**\r\n\r\n> 1. c [d](http://e)\r\n>    f &amp; g\r\n\r\n"
        "| h | i |\r\n|---|---|\r\n| j | k |\r\n\r\n```\r\nl m\r\n```\r\n"
    )
    seen = []
    for sentence in read(source, markdown=True).sentences:
        start = 0
        for word in sentence.text.split():
            start = sentence.text.index(word, start)
            seen.append((word, source[slice(*sentence.source.span(start, start + len(word)))]))
            start += len(word)
    assert [word for word, _ in seen] == ["A", "b", "1.", "c", "d", "f", "&", *"ghijklm"]
    assert all(word == found for word, found in seen)


def test_what_is_nested_too_deep_is_still_read() -> None:
    assert paragraphs("> " * 200 + "deep") == [["deep"]]
    assert [p[-1][-4:] for p in paragraphs("- " * 200 + "deep")] == ["deep"]
