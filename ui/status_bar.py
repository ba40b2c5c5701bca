"""The line at the foot: who speaks, how far it is, what captions lack, what has left."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from studio.player import State
from ui.exporting import Exporter
from ui.rendering import Work
from ui.session import Session
from ui.theme import Theme
from ui.transport import beside_icon

HEIGHT = 30


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
        self.privacy = _small(QLabel(self.tr("Nothing has left this computer"), self))
        self.privacy.setToolTip(self.tr("Text and sound are made here; nothing is sent anywhere."))
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
        exporter.changed.connect(self.refresh)
        theme.changed.connect(self._dress)
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
        parts = [f'<span style="color:{strong}; font-weight:600">{self.tr("Local")}</span>']
        if not work.loaded:
            parts.append(self.tr("loading the voices"))
        elif work.factor is not None:
            parts.append(self.tr("{0}× real time").format(f"{work.factor:.2f}"))
        return " · ".join(parts)

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
