"""What a finding offers really helps."""

from __future__ import annotations

import pytest

from studio.cues import Finding, Fix
from ui.session import Session

TEXT = (
    "Go. The ferry left at dawn, and nobody waved from the quay; it was cold. Stop! Yes. "
    "Extraordinarily characteristic incomprehensibilities notwithstanding, we stayed.\n\n"
    "No. By seven, Mrs. Alvarez has opened the bakery; by half past, there is a line."
)


def excess(session: Session, kind: str) -> float:
    """By how much captions break a limit, all together."""
    return sum(abs(each.value - each.limit) for each in session.findings if each.kind == kind)


def settled(session: Session, qtbot) -> None:
    qtbot.waitUntil(lambda: not session.work.to_render and not session.work.busy, timeout=10_000)
    with qtbot.waitSignal(session.timeline_changed):
        session._layout.again()


@pytest.mark.parametrize("profile", ["narration", "broadcast", "shorts"])
@pytest.mark.parametrize("grouping", ["phrases:2", "words:1", "words:9", ""])
def test_every_fix_helps(session, qtbot, profile, grouping):
    session.new(TEXT)
    session.set_profile(profile)
    session.set_grouping(grouping)
    session.render_all()
    settled(session, qtbot)
    troubles: list[str] = []
    session.trouble.connect(lambda trouble: troubles.append(trouble.text))
    for finding in session.findings:
        before = excess(session, finding.kind)
        for fix in finding.fixes:
            if fix.kind == "slower":
                continue  # the engine of tests speaks at one speed
            session.fix(finding, fix)
            settled(session, qtbot)
            assert excess(session, finding.kind) < before, (finding, fix)
            session.undo()
            settled(session, qtbot)
    assert not troubles


def test_slower_never_means_as_fast_or_too_slow(rendered):
    ids = [sentence.id for sentence in rendered.document.sentences]
    rendered._say_slower(ids[0], 0.997)
    assert rendered.sentence(ids[0]).speed == 0.99
    rendered._say_slower(ids[1], 0.2)
    assert rendered.sentence(ids[1]).speed == 0.5


def test_what_does_not_hold_any_more_is_not_done(rendered):
    """Menus stay open while captions change."""
    troubles: list[str] = []
    rendered.trouble.connect(lambda trouble: troubles.append(trouble.text))
    before = rendered.document
    rendered.fix(Finding("too fast", 7, 30.0, 20), Fix("break", 40, 0))
    rendered.move_edge(40, "end", 9_600)
    rendered.nudge_word(40, 240)
    rendered.split_word(40, 1)
    rendered.join_words(12, 13)
    rendered.rename_word(40, "x")
    rendered.break_caption(40)
    rendered.set_caption_text(7, "x")
    rendered.move_cue_edge(7, "start", 0)
    assert rendered.document is before
    word, caption = "That word is not there any more.", "That caption is not there any more."
    assert troubles == ["That caption has changed meanwhile.", *[word] * 6, caption, caption]
