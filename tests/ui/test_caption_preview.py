"""The caption over a picture: its lines, its letters, and the word of the moment."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetricsF
from pytestqt.qtbot import QtBot

from studio.cues import PROFILES, Cue
from studio.player import State
from studio.timeline import PlacedWord
from ui.caption_preview import TALL, WIDE, CaptionPreview, Picture, Shown
from ui.session import Session
from ui.theme import Theme

SPOKEN, COMING, NOW = QColor("#ffffff"), QColor("#d3d8e0"), QColor("#ffd75e")


@pytest.fixture
def preview(rendered: Session, qtbot: QtBot) -> CaptionPreview:
    made = CaptionPreview(rendered, Theme("dark"))
    qtbot.addWidget(made)
    made.resize(420, 320)
    made.show()
    return made


def words(*texts: str, touching: bool = False) -> tuple[PlacedWord, ...]:
    made, at = [], 0
    for i, text in enumerate(texts):
        made.append(PlacedWord(text, i * 7_200, (i + 1) * 7_200, (at, at + len(text))))
        at += len(text) + (not touching)
    return tuple(made)


def picture(qtbot: QtBot, shown: Shown, shape: str = WIDE, size=(960, 540)) -> Picture:
    made = Picture(Theme("dark"))
    qtbot.addWidget(made)
    made.resize(*size)
    made.set_shape(shape)
    made.show_cue(shown)
    made.show()
    return made


def test_lines_are_cut_into_their_words(qtbot: QtBot) -> None:
    spoken = words("The", "harbor", "wakes.")
    cue = Cue(0, 21_600, ("The harbor", "wakes."), (0, 3))
    shown = Shown(cue, spoken, 1, PROFILES["broadcast"])
    assert picture(qtbot, shown).lines() == [[("The", 0), (" harbor", 1)], [("wakes.", 2)]]


def test_words_that_touch_are_written_together(qtbot: QtBot) -> None:
    cue = Cue(0, 21_600, ("東京の", "お寺"), (0, 3))
    shown = Shown(cue, words("東京", "の", "お寺", touching=True), 1, PROFILES["broadcast"])
    assert picture(qtbot, shown).lines() == [[("東京", 0), ("の", 1)], [("お寺", 2)]]


def test_lines_that_show_something_else_are_shown_whole(qtbot: QtBot) -> None:
    cue = Cue(0, 21_600, ("Another text",), (0, 3))
    shown = Shown(cue, words("The", "harbor", "wakes."), 1, PROFILES["narration"])
    assert picture(qtbot, shown).lines() == [[("Another text", None)]]


@pytest.mark.parametrize("profile", ["narration", "shorts", "broadcast"])
@pytest.mark.parametrize(
    ("shape", "size", "ratio"), [(WIDE, (960, 700), 16 / 9), (TALL, (700, 960), 9 / 16)]
)
def test_a_full_line_of_the_profile_fits_into_the_picture(
    qtbot: QtBot, profile: str, shape: str, size: tuple[int, int], ratio: float
) -> None:
    shown = Shown(None, (), None, PROFILES[profile])
    made = picture(qtbot, shown, shape, size)
    frame = made.frame()
    assert frame.width() / frame.height() == pytest.approx(ratio)
    assert made.rect().toRectF().contains(frame)
    font = made.letter_font(PROFILES[profile])
    line = "Gulls argue over the first boats, ropes creak"[: PROFILES[profile].characters]
    assert QFontMetricsF(font).horizontalAdvance(line) <= 0.93 * frame.width()
    assert font.pixelSize() <= 0.085 * min(frame.width(), frame.height())


def test_the_word_of_the_moment_is_lit(qtbot: QtBot) -> None:
    cue = Cue(0, 21_600, ("MMMM MMMM MMMM",), (0, 3))
    shown = Shown(cue, words("MMMM", "MMMM", "MMMM"), 1, PROFILES["narration"])
    image = picture(qtbot, shown).grab().toImage()
    found: dict[str, list[int]] = {"spoken": [], "now": [], "coming": []}
    for x in range(image.width()):
        for y in range(image.height() * 8 // 10, image.height()):
            color = image.pixelColor(x, y)
            for name, wanted in (("spoken", SPOKEN), ("now", NOW), ("coming", COMING)):
                if color == wanted:
                    found[name].append(x)
    assert max(found["spoken"]) < min(found["now"])
    assert max(found["now"]) < min(found["coming"])


def test_it_follows_what_is_heard(preview: CaptionPreview, rendered: Session, qtbot: QtBot) -> None:
    rendered.play(rendered.timeline.words[1].start + 10)
    qtbot.waitUntil(lambda: rendered.status.state is State.PLAYING, timeout=5_000)
    seen = preview.picture
    qtbot.waitUntil(lambda: seen.shown is not None and (seen.shown.word or 0) >= 1)
    rendered.stop()
    rendered.seek(rendered.cues[1].start)
    assert seen.shown.cue == rendered.cues[1]
    assert seen.accessibleName() == "Gulls argue over the boats."


def test_between_captions_there_is_none(preview: CaptionPreview, rendered: Session) -> None:
    gap = next(
        (a.end for a, b in zip(rendered.cues, rendered.cues[1:], strict=False) if a.end < b.start)
    )
    rendered.seek(gap)
    assert preview.picture.shown.cue is None
    assert preview.picture.accessibleName() == "No caption at this moment"


def test_shorts_are_tall_until_the_user_chooses(
    preview: CaptionPreview, rendered: Session, qtbot: QtBot
) -> None:
    assert preview.picture.shape == WIDE
    assert preview._what.text() == "1 line of 42 characters"
    rendered.set_profile("shorts")
    assert preview.picture.shape == TALL
    assert preview._what.text() == "2 lines of 24 characters"
    qtbot.mouseClick(preview._shape.button(WIDE), Qt.MouseButton.LeftButton)
    assert preview.picture.shape == WIDE
    rendered.set_profile("broadcast")
    rendered.set_profile("shorts")
    assert preview.picture.shape == WIDE


def test_it_is_painted_only_when_the_picture_changes(
    preview: CaptionPreview, rendered: Session, qtbot: QtBot
) -> None:
    painted = []
    rendered.seek(rendered.cues[0].start)
    qtbot.wait(20)
    original = preview.picture.paintEvent
    preview.picture.paintEvent = lambda event: (painted.append(1), original(event))
    rendered.seek(rendered.cues[0].start + 1)
    qtbot.wait(20)
    assert not painted
    rendered.seek(rendered.cues[1].start)
    qtbot.waitUntil(lambda: bool(painted))


def test_without_captions_it_says_so(session: Session, qtbot: QtBot) -> None:
    session.new("")
    made = CaptionPreview(session, Theme("light"))
    qtbot.addWidget(made)
    made.resize(420, 320)
    qtbot.waitUntil(lambda: made.picture.shown is not None and made.picture.shown.is_empty)
    made.grab()
