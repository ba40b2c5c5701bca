"""How words become captions: the kind of grouping with its number, and the profile."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSpinBox, QWidget

from studio.cues import PROFILES
from ui.parts import Segments, ranked
from ui.session import Session

_MOST = {"words": 12, "phrases": 20}


class GroupingBar(QWidget):
    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._sizes = {"words": 4, "phrases": 6}  # what was last used of each
        self._kind = Segments(
            (
                ("words", self.tr("Fixed")),
                ("phrases", self.tr("Phrases")),
                ("lines", self.tr("Lines")),
            ),
            self.tr("Grouping"),
        )
        for kind, tip in (
            ("words", self.tr("So many words in each caption")),
            ("phrases", self.tr("Captions end where phrases do, and have at most so many words")),
            ("lines", self.tr("Captions fill the lines of the profile")),
        ):
            self._kind.button(kind).setToolTip(tip)
        self._size = QSpinBox()
        self._size.setMinimum(1)
        self._size.setKeyboardTracking(False)
        self._size.setFixedWidth(64)
        self._size.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._unit = ranked("", "dim")

        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._kind)
        row.addWidget(self._size)
        row.addWidget(self._unit)
        row.addStretch(1)

        self._kind.chosen.connect(self._kind_chosen)
        self._size.valueChanged.connect(self._size_chosen)
        session.changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show what the document says."""
        grouping = self._session.grouping
        self._kind.choose(grouping.kind)
        counted = grouping.kind in _MOST
        if counted:
            self._sizes[grouping.kind] = grouping.size
            self._size.blockSignals(True)
            self._size.setMaximum(max(_MOST[grouping.kind], grouping.size))
            self._size.setValue(grouping.size)
            self._size.blockSignals(False)
            at_most = grouping.kind == "phrases"
            self._unit.setText(self.tr("words at most") if at_most else self.tr("words"))
            self._size.setAccessibleName(
                self.tr("Most words in a caption") if at_most else self.tr("Words in a caption")
            )
            self._size.setToolTip(self._size.accessibleName())
        self._size.setVisible(counted)
        self._unit.setVisible(counted)

    def _kind_chosen(self, kind: str) -> None:
        if kind != self._session.grouping.kind:
            self._group(kind, self._sizes.get(kind, 0))

    def _size_chosen(self, size: int) -> None:
        kind = self._kind.choice
        if kind in _MOST:
            self._group(kind, size)

    def _group(self, kind: str, size: int) -> None:
        """A grouping that is the profile's own is not noted, so that it follows the profile."""
        text = "lines" if kind == "lines" else f"{kind}:{size}"
        own = str(self._session.profile.grouping)
        self._session.set_grouping("" if text == own else text)


class ProfileMenu(QComboBox):
    """What the captions' readers can follow."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setAccessibleName(self.tr("Profile"))
        self.setToolTip(self.tr("What readers can follow: lengths, lines, reading speed"))
        labels = {
            "narration": self.tr("Narration"),
            "shorts": self.tr("Shorts"),
            "broadcast": self.tr("Broadcast"),
        }
        for name in PROFILES:
            self.addItem(labels.get(name, name), name)
        self.activated.connect(self._chosen)
        session.changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show what the document says."""
        index = self.findData(self._session.document.profile)
        if index != self.currentIndex():
            self.setCurrentIndex(index)

    def _chosen(self, index: int) -> None:
        name = self.itemData(index)
        if name != self._session.document.profile:
            self._session.set_profile(name)
