"""The line at the foot: who speaks, how far it is, what captions lack, what has left."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import ceil

from PySide6.QtCore import QCoreApplication, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from studio.player import State
from studio.relay.journal import Spoke
from studio.routing import server_of
from ui.exporting import Exporter
from ui.prices import dollars
from ui.rendering import Work
from ui.session import Session
from ui.theme import Theme
from ui.transport import beside_icon

HEIGHT = 30
TICK = 200  # ms between two looks at how long a server is still left alone


@dataclass
class _Sent:
    requests: int = 0
    characters: int = 0
    cost: float = 0.0  # US dollars


class StatusBar(QWidget):
    findings_wanted = Signal()  # the user asks what captions lack

    def __init__(
        self, session: Session, theme: Theme, exporter: Exporter, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._theme, self._exporter = session, theme, exporter
        self._waits = False  # playing does, for what is not spoken yet
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(self.tr("State"))
        self.engine = QLabel(self)
        self.engine.setTextFormat(Qt.TextFormat.RichText)
        self.work = _small(QLabel(self))
        self.progress = QProgressBar(self)
        self.progress.setFixedWidth(150)
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 1000)
        self.progress.setAccessibleName(self.tr("Progress"))
        self.act = _link(QToolButton(self))
        self.act.clicked.connect(self._do)
        self.findings = _link(QToolButton(self))
        self.findings.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.findings.setIconSize(QSize(11, 11))
        self.findings.clicked.connect(self.findings_wanted)
        self.privacy = _small(QLabel(self))
        self._until = 0.0  # a busy server is left alone, by the monotonic clock
        self._ticker = QTimer(self, interval=TICK)
        self._ticker.timeout.connect(self._count_down)
        self._sent: dict[str, _Sent] = {}  # by the name of the server
        self._counted = 0  # entries that are in it
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 14, 0)
        row.setSpacing(14)
        for widget in (_small(self.engine), self.work, self.progress, self.act):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.findings)
        row.addWidget(self.privacy)
        session.work_changed.connect(self.refresh)
        session.timeline_changed.connect(self._show_findings)
        session.tick.connect(self._ticked)
        session.relay.changed.connect(self._relay_changed)
        session.relay.noted.connect(self._count)
        session.relay.inquired.connect(self._show_sent)
        session.relay.waiting.connect(self._wait)
        exporter.changed.connect(self.refresh)
        theme.changed.connect(self._dress)
        self._count()
        self._dress()

    @Slot()
    def _dress(self) -> None:
        self.findings.setIcon(self._theme.icon("circle-filled", "warning"))
        self._show_findings()
        self.refresh()

    @Slot(object)
    def _ticked(self, status: object) -> None:
        waits = self._session.status.state is State.WAITING
        if waits != self._waits:
            self._waits = waits
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        work = self._session.work
        self.engine.setText(self._engine_text(work))
        if self._exporter.phase == "writing":
            self.work.setText(self.tr("Writing the files"))
            self._show_progress(self._exporter.share)
        else:
            text = self._work_text(work)
            if self._waits:
                text = self.tr("Waiting for the voice · {0}").format(text)
            if self._exporter.phase:
                text = self.tr("Before the export: {0}").format(text)
            self.work.setText(text)
            busy = work.busy and work.wanted > 0
            self._show_progress(work.done / work.wanted if busy else None)
        self._show_act(work)

    def _engine_text(self, work: Work) -> str:
        strong = self._theme.color("text").name()
        name = escape(self._engine_name())
        parts = [f'<span style="color:{strong}; font-weight:600">{name}</span>']
        left = self._until - time.monotonic()
        if left > 0:
            parts.append(self.tr("waiting {0} s").format(ceil(left)))
        elif self._session.relay.policy.relay_percent == 100:
            pass  # how fast this computer is does not matter now
        elif not work.loaded:
            parts.append(self.tr("loading the voices"))
        elif work.factor is not None:
            parts.append(self.tr("{0}× real time").format(f"{work.factor:.2f}"))
        return " · ".join(parts)

    def _engine_name(self) -> str:
        """ "Local", "HolySheep", or both."""
        policy, server = self._session.relay.policy, self._session.relay.server.name
        if policy.relay_percent == 100:
            return server
        if policy.relay_percent:
            return self.tr("Local + {0} {1} %").format(server, f"{policy.relay_percent:g}")
        if policy.shadow:
            return self.tr("Local, compared with {0}").format(server)
        return self.tr("Local")

    # ── the relay ───────────────────────────────────────────────────────────────────────────────

    @Slot()
    def _relay_changed(self) -> None:
        policy = self._session.relay.policy
        if not policy.relay_percent and not policy.shadow:
            self._stop_waiting()
        self._show_sent()
        self.refresh()

    @Slot(float)
    def _wait(self, seconds: float) -> None:
        self._until = max(self._until, time.monotonic() + seconds)
        self._ticker.start()
        self.refresh()

    @Slot()
    def _count_down(self) -> None:
        if time.monotonic() >= self._until:
            self._stop_waiting()
        self.engine.setText(self._engine_text(self._session.work))

    def _stop_waiting(self) -> None:
        self._until = 0.0
        self._ticker.stop()

    @Slot()
    def _show_sent(self) -> None:
        """What is under way is counted when its answer is there, so as long as the relay is on
        nobody says that nothing has left."""
        relay = self._session.relay
        is_on = relay.policy.relay_percent > 0 or relay.policy.shadow
        name = relay.server.name
        tested, listed = ", ".join(relay.put_to_the_test), ", ".join(relay.asked_for_voices)
        lines: list[str] = []
        if self._sent:
            text, lines = self._sent_text()
        elif is_on:
            text = self.tr("Sentences are sent to {0}").format(name)
            lines = [self.tr("{0} ({1}) has not answered yet.").format(name, relay.server.base)]
        elif tested or listed:
            text = self.tr("The list of voices was asked of {0}").format(listed)
            if tested:
                text = self.tr("{0} was tested, without your script").format(tested)
            lines = [self.tr("Nothing of your script has left this computer.")]
        else:
            text = self.tr("Nothing has left this computer")
            lines = [self.tr("Text and sound are made here; nothing is sent anywhere.")]
        detail = "\n".join([*lines, *self._inquiries(tested, listed)])
        self.privacy.setText(text)
        self.privacy.setToolTip(detail)
        self.privacy.setAccessibleDescription(detail)

    def _inquiries(self, tested: str, listed: str) -> Iterator[str]:
        """What was asked that is no sentence of the script."""
        if tested:
            yield self.tr("{0} was tested, with a few words that are not yours.").format(tested)
        if listed:
            yield self.tr("The list of voices was asked of {0}.").format(listed)

    def _sent_text(self) -> tuple[str, list[str]]:
        """How much has left since the window was opened, and the particulars."""
        number = f"{sum(sent.characters for sent in self._sent.values()):,}"
        text = self.tr("{0} characters sent to {1}").format(number, ", ".join(self._sent))
        lines = [self.tr("Since the window was opened:")]
        for name, sent in self._sent.items():
            row = self.tr("{0}: {1} requests, {2} characters, {3}")
            numbers = f"{sent.requests:,}", f"{sent.characters:,}", dollars(sent.cost)
            lines.append(row.format(name, *numbers))
        lines.append(self.tr("Of each: its text, the voice’s name and the speed; no more."))
        return text, lines

    @Slot()
    def _count(self) -> None:
        entries = self._session.relay.entries
        for entry in entries[self._counted :]:
            if isinstance(entry, Spoke) and (name := server_of(entry.engine)):
                sent = self._sent.setdefault(name, _Sent())
                sent.requests += 1
                sent.characters += entry.characters
                sent.cost += entry.cost
        self._counted = len(entries)
        self._show_sent()

    # ── work ────────────────────────────────────────────────────────────────────────────────────

    def _work_text(self, work: Work) -> str:
        if not work.total:
            return ""
        if not work.to_render:
            if work.total == 1:
                return self.tr("The sentence is ready")
            return self.tr("All %n sentences are ready", "", work.total)
        text = self.tr("{0} of %n sentences to render", "", work.total).format(work.to_render)
        if work.total == 1:
            text = self.tr("The sentence is to be rendered")
        if work.busy and work.seconds_left is not None:
            text += " · " + about(work.seconds_left)
        return text

    def _show_progress(self, share: float | None) -> None:
        self.progress.setVisible(share is not None)
        if share is not None:
            self.progress.setValue(round(share * 1000))

    def _show_act(self, work: Work) -> None:
        busy = work.busy or bool(self._exporter.phase)
        self.act.setVisible(busy or work.to_render > 0)
        self.act.setText(self.tr("Cancel") if busy else self.tr("Render"))
        self.act.setAccessibleName(
            self.tr("Stop rendering or writing") if busy else self.tr("Render everything")
        )

    @Slot()
    def _do(self) -> None:
        if self._exporter.phase:
            self._exporter.cancel()
        elif self._session.work.busy:
            self._session.cancel_rendering()
        else:
            self._session.render_all()

    @Slot()
    def _show_findings(self) -> None:
        count = len(self._session.findings)
        self.findings.setVisible(count > 0)
        text = (
            self.tr("1 caption finding")
            if count == 1
            else self.tr("%n caption findings", "", count)
        )
        self.findings.setText(beside_icon(text))
        self.findings.setToolTip(self.tr("Show what the captions lack"))
        self.findings.setAccessibleName(text)


def about(seconds: float) -> str:
    """How long something will take, no finer than anybody can know."""
    translate = QCoreApplication.translate
    if seconds < 60:
        return translate("StatusBar", "about {0} s").format(max(1, ceil(seconds)))
    if seconds < 3600:
        return translate("StatusBar", "about {0} min").format(ceil(seconds / 60))
    return translate("StatusBar", "about {0} h").format(f"{seconds / 3600:.1f}")


def _small(label: QLabel) -> QLabel:
    label.setProperty("rank", "status")
    return label


def _link(button: QToolButton) -> QToolButton:
    button.setProperty("kind", "link")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
