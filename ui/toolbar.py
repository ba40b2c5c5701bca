"""The bar at the top: menu, title, undo, playing, who speaks, captions, export."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from ui.actions import MENUS, Actions, with_key
from ui.export_dialog import chosen_formats, format_name
from ui.menus import GroupingMenu, ProfileMenu, grouping_name, profile_name
from ui.output import OutputChoice
from ui.parts import Segments
from ui.remembered import Remembered
from ui.session import Session
from ui.theme import Theme
from ui.transport import ICON, Transport

HEIGHT = 52
BUTTON = 34
ROOMY = 1320  # pixels, below which some words are left out
NARROWEST_TITLE, WIDEST_TITLE = 64, 200  # pixels


class TitleField(QLineEdit):
    """The narration's title: text that can be edited where it stands."""

    left = Signal()  # by Return or Escape

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._theme = session, theme
        self._wide = WIDEST_TITLE
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setProperty("kind", "flat")
        self.setPlaceholderText(self.tr("Untitled"))
        self.setAccessibleName(self.tr("Title"))
        self.setToolTip(self.tr("Title of the narration"))
        self.textChanged.connect(self._fit)
        self.editingFinished.connect(self.take)
        self.returnPressed.connect(self.left)
        session.changed.connect(self.refresh)
        session.saved_changed.connect(self.refresh)
        theme.changed.connect(self._fit)
        self.refresh()
        self._fit()

    @Slot()
    def refresh(self) -> None:
        if not self.hasFocus() and self.text() != self._session.title:
            self.setText(self._session.title)
            self.setCursorPosition(0)

    @Slot()
    def _fit(self) -> None:
        metrics = QFontMetrics(self._theme.font("interface", 600))
        text = self.text() or self.placeholderText()
        self._wide = min(metrics.horizontalAdvance(text) + 18, WIDEST_TITLE)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self._wide, NARROWEST_TITLE), super().minimumSizeHint().height())

    @Slot()
    def take(self) -> None:
        """Make what was typed the title."""
        if self.text().strip() != self._session.title:
            self._session.set_title(self.text().strip())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._session.title)
            self.left.emit()
            return
        super().keyPressEvent(event)


class ToolBar(QWidget):
    def __init__(
        self,
        session: Session,
        theme: Theme,
        actions: Actions,
        output: OutputChoice,
        remembered: Remembered,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._theme, self._actions = session, theme, actions
        self._remembered = remembered
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(self.tr("Tools"))
        self.menu = self._make_menu()
        self.title = TitleField(session, theme, self)
        self.saved = QLabel(self)
        self.saved.setProperty("rank", "status")
        self.undo, self.redo = self._tool("undo"), self._tool("redo")
        self.transport = Transport(session, theme, actions, output, self)
        self.engines, self.relay = self._make_engines(), self._tool("speak_relay")
        self.grouping = self._choice(GroupingMenu(session, self), self.tr("Grouping of captions"))
        self.profile = self._choice(ProfileMenu(session, self), self.tr("Profile of captions"))
        self.export = self._make_export()
        self._lay_out()
        self._compact = False
        session.changed.connect(self.refresh)
        session.saved_changed.connect(self.refresh)
        session.relay.changed.connect(self._show_engine)
        theme.changed.connect(self._dress)
        self._dress()
        self._show_engine()
        self.refresh()

    def _lay_out(self) -> None:
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.addWidget(self.menu)
        row.addWidget(self.title)
        row.addWidget(self.saved)
        row.addSpacing(6)
        row.addWidget(self._rule())
        row.addWidget(self.undo)
        row.addWidget(self.redo)
        row.addWidget(self._rule())
        row.addWidget(self.transport)
        row.addStretch(1)
        row.addWidget(self.engines)
        row.addWidget(self.relay)
        for button in (self.grouping, self.profile, self.export):
            button.setFixedHeight(BUTTON)
            row.addWidget(button)
        self.engines.setFixedHeight(BUTTON)

    def _rule(self) -> QFrame:
        rule = QFrame(self)
        rule.setProperty("line", "true")
        rule.setFixedSize(1, 24)
        return rule

    def _make_menu(self) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "flat")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setIconSize(ICON)
        button.setAccessibleName(self.tr("Menu"))
        button.setToolTip(self._actions["menu"].toolTip())
        menu = QMenu(button)
        menu.aboutToShow.connect(self._actions.paint)
        fill(menu, self._actions.of_menu("file")[:-1])
        for name in ("edit", "play", "view", "help"):
            fill(
                menu.addMenu(QCoreApplication.translate("Actions", MENUS[name])),
                self._actions.of_menu(name),
            )
        menu.addSeparator()
        menu.addAction(self._actions["quit"])
        button.setMenu(menu)
        return button

    def _tool(self, action: str) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(self._actions[action])
        button.setProperty("kind", "flat")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setIconSize(ICON)
        return button

    def _make_engines(self) -> Segments:
        choices = (("local", self.tr("Local")), ("relay", self.tr("Relay")))
        engines = Segments(choices, self.tr("Who speaks"), self)
        engines.chosen.connect(self._choose_engine)
        return engines

    @Slot(str)
    def _choose_engine(self, key: str) -> None:
        self._session.relay.set_percent(100 if key == "relay" else 0)
        self._show_engine()  # as it is until then: a key may be looked for, or a question open

    @Slot()
    def _show_engine(self) -> None:
        relay = self._session.relay
        server, percent = relay.server, relay.policy.relay_percent
        share = f"{percent:g}"
        local = self.tr("Sentences are spoken on this computer; nothing is sent.")
        if relay.policy.shadow:
            local = self.tr(
                "Sentences are spoken on this computer, and sent to {0} to be compared."
            ).format(server.name)
        there = self.tr("Sentences are sent to {0} ({1}) and spoken there.")
        label = self.tr("Relay")
        if 0 < percent < 100:
            label = self.tr("Relay {0} %").format(share)
            there = self.tr(
                "{2} % of the sentences are sent to {0} ({1}) and spoken there; "
                "click to send all of them."
            )
        there = there.format(server.name, server.base, share)
        self.engines.button("relay").setText(label)
        for key, name, tip in (("local", self.tr("Local"), local), ("relay", label, there)):
            button = self.engines.button(key)
            button.setToolTip(with_key(tip, self._actions.keys("speak_relay")))
            button.setAccessibleName(f"{self.engines.accessibleName()}: {name}")
            button.setAccessibleDescription(tip)
        self.engines.choose("relay" if percent else "local")

    def _choice(self, menu: QMenu, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        # The arrow stands behind the text.
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        button.setIconSize(QSize(14, 14))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(name)
        return button

    def _make_export(self) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "accent")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        action: QAction = self._actions["export"]
        button.clicked.connect(action.trigger)
        button.setToolTip(action.toolTip())
        action.changed.connect(lambda: button.setEnabled(action.isEnabled()))
        return button

    @Slot()
    def refresh(self) -> None:
        session = self._session
        state = (
            self.tr("edited")
            if session.unsaved
            else self.tr("saved")
            if session.path
            else self.tr("new")
        )
        self.saved.setText(state)
        grouping, profile = grouping_name(session.grouping), profile_name(session.profile.name)
        self.grouping.setText(grouping)
        self.grouping.setAccessibleName(self.tr("Grouping of captions: {0}").format(grouping))
        self.profile.setText(profile)
        self.profile.setAccessibleName(self.tr("Profile of captions: {0}").format(profile))
        formats = " + ".join(format_name(name) for name in chosen_formats(self._remembered)[:3])
        export = self.tr("Export {0}").format(formats)
        self.export.setAccessibleName(export)
        self.export.setText(self.tr("Export") if self._compact else export)
        for widget in (self.saved, self.engines):
            widget.setVisible(not self._compact)
        self.relay.setVisible(self._compact)
        self._row.setSpacing(4 if self._compact else 6)
        self.transport.set_compact(self._compact)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        compact = event.size().width() < ROOMY
        if compact != self._compact:
            self._compact = compact
            self.refresh()

    @Slot()
    def _dress(self) -> None:
        self._actions.paint("undo", "redo", "speak_relay")
        self.menu.setIcon(self._theme.icon("menu"))
        for button in (self.grouping, self.profile):
            button.setIcon(self._theme.icon("chevron-down", "dim"))


def fill(menu: QMenu, entries: list[QAction | None]) -> None:
    for action in entries:
        if action is None:
            menu.addSeparator()
        else:
            menu.addAction(action)
