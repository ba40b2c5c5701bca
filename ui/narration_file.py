"""New, open, save, and the one question that stops somebody: what about unsaved changes?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from studio import importing
from studio.errors import StudioError
from studio.export import safe_name
from studio.project import SUFFIX
from ui.importing import left_out_text
from ui.parts import set_property
from ui.remembered import Remembered
from ui.session import Session, Trouble

Then = Callable[[], None]
Left = Callable[[bool], None]  # is told whether changes were discarded


class NarrationFile(QObject):
    """Nothing here waits: dialogs are sheets, and what follows is called when they are done."""

    opened = Signal()  # the script of another program's file

    def __init__(self, session: Session, remembered: Remembered, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._remembered, self._window = session, remembered, window
        self.dialog: QFileDialog | None = None
        self.question: QMessageBox | None = None

    def new(self) -> None:
        self.may_leave(lambda _: self._session.new())

    def choose_and_open(self) -> None:
        dialog = self._dialog(self.tr("Open"), self.tr("Open"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        everything = " ".join(f"*{suffix}" for suffix in (SUFFIX, *importing.ENDINGS))
        dialog.setNameFilters(
            [
                self.tr("Narrations, scripts and subtitles ({0})").format(everything),
                self.tr("All files (*)"),
            ]
        )
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        dialog.open()

    def open(self, path: Path) -> None:
        """A narration, or a script that becomes a new one."""
        self.may_leave(lambda _: self._open(path))

    def _open(self, path: Path) -> None:
        self._remembered.put(folder=str(path.absolute().parent))
        if path.suffix.lower() == SUFFIX:
            self._session.open(path)
            return
        try:
            imported = importing.read_file(path)
        except StudioError as error:
            self._session.trouble.emit(Trouble(str(error)))
        else:
            self._session.new_from(imported)
            left_out = left_out_text(imported.left_out)
            if left_out:
                self._session.trouble.emit(Trouble(left_out))
            self.opened.emit()

    def save(self, then: Then | None = None) -> None:
        if self._session.path is None:
            self.save_as(then)
        else:
            self._session.save(then=then)

    def save_as(self, then: Then | None = None) -> None:
        dialog = self._dialog(self.tr("Save the narration"), self.tr("Save"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.setNameFilters([self.tr("Narrations ({0})").format(f"*{SUFFIX}")])
        dialog.selectFile(safe_name(self._session.title or self.tr("Narration")) + SUFFIX)
        dialog.fileSelected.connect(lambda name: self._save(Path(name), then))
        dialog.open()

    def _save(self, path: Path, then: Then | None) -> None:
        self._remembered.put(folder=str(path.absolute().parent))
        self._session.save(path, then)

    def may_leave(self, then: Left) -> None:
        """Call ``then`` when the narration may be left: at once, or after the question about
        its unsaved changes; not when the answer is to stay."""
        if not self._session.unsaved:
            then(False)
            return
        if self.question is not None:
            self.question.raise_()
            return
        title = self._session.title or self.tr("this narration")
        box = QMessageBox(self._window)
        box.setWindowModality(Qt.WindowModality.WindowModal)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(self.tr("Unsaved changes"))
        box.setText(self.tr("Save the changes to {0}?").format(title))
        box.setInformativeText(self.tr("If they are discarded, they are gone."))
        answer = QMessageBox.StandardButton
        box.setStandardButtons(answer.Save | answer.Discard | answer.Cancel)
        box.setDefaultButton(answer.Save)
        set_property(box.button(answer.Save), "kind", "accent")
        box.finished.connect(lambda result: self._answered(result, then))
        self.question = box
        box.open()

    def _answered(self, result: int, then: Left) -> None:
        box, self.question = self.question, None
        if box is not None:
            box.deleteLater()
        if result == QMessageBox.StandardButton.Save:
            self.save(lambda: self.may_leave(then))  # something may be typed meanwhile
        elif result == QMessageBox.StandardButton.Discard:
            then(True)

    def _dialog(self, title: str, accept: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title, str(self._folder()))
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, accept)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog = dialog
        return dialog

    def _folder(self) -> Path:
        if self._session.path is not None:
            return self._session.path.parent
        return usual_folder(self._remembered, "folder")


def usual_folder(remembered: Remembered, name: str) -> Path:
    """The folder that was used the last time, or where documents belong."""
    last = remembered.get(name, "")
    if last and Path(last).is_dir():
        return Path(last)
    place = QStandardPaths.StandardLocation.DocumentsLocation
    return Path(QStandardPaths.writableLocation(place) or Path.home())
