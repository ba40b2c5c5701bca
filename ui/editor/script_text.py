"""The widget that the script is written in."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextDocument,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextEdit, QStyle, QToolTip, QWidget

from studio import importing
from studio.document import SAMPLE_RATE
from studio.errors import StudioError
from ui.editor import clipboard
from ui.editor.commands import Commands
from ui.editor.drawing import Brush
from ui.editor.heard import Heard
from ui.editor.highlights import Highlights, Sought
from ui.editor.mirror import Mirror, as_units
from ui.editor.page import Page, Plan
from ui.editor.pointing import Pointing
from ui.editor.readings import Readings
from ui.editor.rows import Row, Rows
from ui.editor.scene import (
    ChipTexts,
    LineMeasure,
    Scene,
    Shape,
    seen_lines,
    shapes,
    tag_spans,
    tags,
)
from ui.editor.states import States
from ui.editor.voice_names import chip_name
from ui.editor.writing import Writing
from ui.importing import left_out_text
from ui.parts import EmptyState
from ui.provenance import relay_of
from ui.session import Session, Trouble
from ui.theme import Theme

TURN = 60  # ms between two pictures of an arc that turns
_STEP = 24.0  # degrees


class ScriptText(QPlainTextEdit):
    """Undo and redo belong to the session. What is drawn beside and under the text comes from a
    `Scene`, which is made anew when something has moved."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.theme = session, theme
        self.sought = Sought()
        self.states = States(session)
        self._writing: Writing | None = None
        self._scene: tuple[object, Scene] = (None, Scene())
        self._open_tag: tuple[int, int] | None = None
        self._turn = 0.0
        self._is_coloring = False
        self.page = self._make_page()
        self.brush = Brush(theme)
        self._highlights = Highlights(self.document(), theme)
        self.writing = self._writing = Writing(self, session)
        self.heard = Heard(session, self)
        self.readings = Readings(session, self._visible_rows, self)
        self.commands = Commands(self)
        self.pointing = Pointing(self)
        self._empty = EmptyState(theme, self.viewport())
        self._prepare()
        self._connect()
        self._dress()

    def _make_page(self) -> Page:
        document = QTextDocument(self)
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(option)
        page = Page(document, self._plan)
        document.setDocumentLayout(page)
        self.setDocument(document)
        return page

    def _prepare(self) -> None:
        self.setAccessibleName(self.tr("Script"))
        self.setTabChangesFocus(True)
        self.setCursorWidth(2)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.viewport().setMouseTracking(True)
        self._empty.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._empty.say(
            "clipboard-paste",
            self.tr("Paste or drop a script here"),
            self.tr(
                "Or begin to write. Text, Markdown, Word and subtitle files can be dropped, or "
                "opened with Ctrl+O. Then press Ctrl+Space to hear it."
            ),
        )
        self._painter_timer = QTimer(self, interval=TURN)
        self._painter_timer.timeout.connect(self._turn_arcs)
        self._color_timer = QTimer(self, singleShot=True, interval=0)
        self._color_timer.timeout.connect(self.recolor)

    def _connect(self) -> None:
        self.theme.changed.connect(self._dress)
        self.session.voices.changed.connect(self._name_voices)
        self.session.sentences_changed.connect(self._states_changed)
        self.session.cursor_changed.connect(self._sentence_changed)
        self.writing.followed.connect(self._followed)
        self.writing.replaced.connect(self._replaced)
        self.heard.changed.connect(self._heard_changed)
        self.readings.found.connect(self.recolor)
        self.cursorPositionChanged.connect(self._cursor_moved)
        self.textChanged.connect(self._text_changed)
        self._text_changed()

    # ── looks ───────────────────────────────────────────────────────────────────────────────────

    @Slot()
    def _dress(self) -> None:
        color = self.theme.color
        script, label = self.theme.font("script"), self.theme.font("label")
        # The application's style sheet would frame it as a field.
        self.setStyleSheet(
            "QPlainTextEdit { border: none; border-radius: 0; padding: 0; margin: 0;"
            f" background: {color('panel').name()}; color: {color('text').name()};"
            f" font-size: {script.pointSizeF()}pt;"
            f" selection-background-color: {color('accent').name()};"
            f" selection-color: {color('on_accent').name()}; }}"
        )
        self.setFont(script)
        self.page.set_fonts(script, label)
        self.brush.dress()
        self._highlights.dress()
        self._chips = ChipTexts(QFontMetricsF(label), self.page.chip_band)
        self._name_voices()
        self.page.forget()
        self.recolor()

    @Slot()
    def _name_voices(self) -> None:
        blends = self.session.voices.blends
        used = {sentence.voice for sentence in self.writing.document.sentences}
        self._chips.names = {spelling: chip_name(spelling, blends) for spelling in used}
        self._scene = (None, Scene())
        self.viewport().update()

    # ── where things are ────────────────────────────────────────────────────────────────────────

    @property
    def rows(self) -> Rows:
        return self.writing.rows

    @property
    def mirror(self) -> Mirror:
        return self.writing.mirror

    def scene(self) -> Scene:
        key, known = self._scene
        if key != self._scene_key():
            known = self._make_scene()
            self._scene = (self._scene_key(), known)
        return known

    def _scene_key(self) -> object:
        return (
            self.page.version,
            self.mirror.version,
            id(self.writing.document),
            self.firstVisibleBlock().blockNumber(),
            self.contentOffset().y(),
            self.viewport().width(),
            self.viewport().height(),
            self._open_tag,
        )

    def _make_scene(self) -> Scene:
        first = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(first).translated(self.contentOffset()).top()
        lines = seen_lines(self.page, first, top, self.viewport().height())
        width = self.viewport().width()
        found = shapes(lines, self.rows, self.page, width, self._chips)
        cursor = self.textCursor().position()
        measure = LineMeasure(self.page)
        return Scene(tuple(lines), tuple(found), tuple(tags(lines, self.mirror, cursor, measure)))

    def _visible_rows(self) -> list[Row]:
        return [shape.row for shape in self.scene().shapes]

    def boxes(self, start: int, end: int) -> list[QRectF]:
        """Where text from one position to another is seen, a box for each line."""
        return self.scene().boxes(start, end, LineMeasure(self.page))

    def row_of_cursor(self) -> Row | None:
        return self.rows.at(self.textCursor().position())

    def selected_rows(self) -> list[Row]:
        """The sentences that are selected in part or whole; that of the cursor if none is."""
        cursor = self.textCursor()
        if cursor.hasSelection():
            return self.rows.between(cursor.selectionStart(), cursor.selectionEnd())
        row = self.row_of_cursor()
        return [row] if row is not None else []

    def _plan(self, block: QTextBlock) -> Plan:
        if self._writing is None:
            return Plan()
        start, length = block.position(), block.length()
        found = self._writing.rows.between(start, start + length)
        begun = [row for row in found if start <= row.begin < start + length]
        text = block.text()
        spans = tag_spans(as_units(text)) if "[" in text else []
        cursor = self.textCursor().position() - start
        return Plan(
            tuple((row.begin - start, row.has_chip) for row in begun),
            tuple((a, b) for a, b, samples in spans if samples and not a < cursor < b),
            bool(found) and found[0].begin < start < found[0].end,
        )

    # ── painting ────────────────────────────────────────────────────────────────────────────────

    def paintEvent(self, event: QPaintEvent) -> None:
        scene, seen = self.scene(), QRectF(event.rect())
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_under(painter, scene, seen)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_beside(painter, scene, seen)
        painter.end()

    def _paint_under(self, painter: QPainter, scene: Scene, seen: QRectF) -> None:
        current = self._current_shape(scene)
        if current is not None and current.band.intersects(seen):
            self.brush.row(painter, current.band)
        word = self.heard.word(self.mirror)
        if word is not None:
            self.brush.word(painter, self.boxes(*word))
        for tag in scene.tags:
            if tag.samples is not None and not tag.is_open:
                text = self.tr("{0} s").format(f"{tag.samples / SAMPLE_RATE:g}")
                self.brush.pause(painter, tag, text, lit=tag is self.pointing.tag)

    def _paint_beside(self, painter: QPainter, scene: Scene, seen: QRectF) -> None:
        for shape in scene.shapes:
            id = shape.row.sentence.id
            if shape.mark is not None and shape.band.intersects(seen):
                spoken = id == self.heard.sentence and self.heard.is_playing
                if self.pointing.is_on_mark(id):
                    self.brush.play(painter, shape.mark)
                else:
                    state = self.states[id]
                    self.brush.mark(painter, shape.mark, state, spoken=spoken, turn=self._turn)
                if relay_of(self.session, id):
                    self.brush.relayed(painter, shape.mark)
            if shape.chips is not None:
                self.brush.chips(painter, shape.chips, self.pointing.chip_of(id))

    def _current_shape(self, scene: Scene) -> Shape | None:
        """The row that is heard, else the one that is written at."""
        if self.heard.sentence:
            return scene.shape_of(self.heard.sentence)
        return scene.shape_before(self.textCursor().position())

    @Slot()
    def recolor(self) -> None:
        """Colour the visible text again."""
        if self._is_coloring:  # Qt scrolls when it learns how high the lines are
            self._color_timer.start()
            return
        self._is_coloring = True
        try:
            self._color()
        finally:
            self._is_coloring = False

    def _color(self) -> None:
        self._color_timer.stop()
        scene = self.scene()
        made = self._highlights.of_text(scene, self.rows, self.mirror, self.states, self.readings)
        made += self._highlights.of_search(scene, self.sought)
        word = self.heard.word(self.mirror)
        if word is not None:
            made += self._highlights.of_word(*word)
        self.setExtraSelections(made)
        self._animate()
        self.readings.look_soon()

    def show_sought(self, sought: Sought) -> None:
        self.sought = sought
        self.recolor()

    def _animate(self) -> None:
        visible = (shape.row.sentence.id for shape in self.scene().shapes)
        turning = any(self.states[id] == "rendering" for id in visible)
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        moves = turning and self.isVisible() and self.style().styleHint(hint) > 0
        if moves != self._painter_timer.isActive():
            (self._painter_timer.start if moves else self._painter_timer.stop)()

    @Slot()
    def _turn_arcs(self) -> None:
        self._turn = (self._turn + _STEP) % 360
        for shape in self.scene().shapes:
            if shape.mark is not None and self.states[shape.row.sentence.id] == "rendering":
                self.update_mark(shape.mark)

    def update_mark(self, at: QPointF) -> None:
        self.viewport().update(QRectF(at.x() - 12, at.y() - 12, 24, 24).toAlignedRect())

    # ── what happens ────────────────────────────────────────────────────────────────────────────

    @Slot()
    def _text_changed(self) -> None:
        self._empty.setVisible(self.document().isEmpty())
        self._color_timer.start()

    @Slot(int, int)
    def _followed(self, first: int, last: int) -> None:
        """The script was read again; the rows between two positions may be others."""
        cursor_seen = self.viewport().rect().intersects(self.cursorRect())
        self._learn_voices()
        if last > first and self.page.renew(first, last) and cursor_seen and self.hasFocus():
            self.ensureCursorVisible()
        self.recolor()
        self.viewport().update()

    def _learn_voices(self) -> None:
        names = self._chips.names
        if any(row.sentence.voice not in names for row in self._visible_rows()):
            self._name_voices()

    @Slot()
    def _replaced(self) -> None:
        self.states.clear()
        self._empty.setVisible(self.document().isEmpty())

    @Slot(object)
    def _states_changed(self, ids: frozenset[str]) -> None:
        self.states.forget(ids)
        row = self.row_of_cursor()
        if row is not None and row.sentence.id in ids:
            self._describe(row)
        if any(shape.row.sentence.id in ids for shape in self.scene().shapes):
            self._color_timer.start()
            self.viewport().update()

    @Slot()
    def _heard_changed(self) -> None:
        if self.heard.may_scroll and self.heard.sentence:
            self._keep_in_sight()
        self.recolor()
        self.viewport().update()

    def _keep_in_sight(self) -> None:
        shape = self.scene().shape_of(self.heard.sentence)
        if shape is not None:
            word = self.heard.word(self.mirror)
            boxes = self.boxes(*word) if word is not None else [shape.band]
            if all(self.viewport().rect().contains(box.toRect()) for box in boxes):
                return
        row = self.rows.of(self.heard.sentence)
        if row is not None:
            self.scroll_to(row.begin)

    def scroll_to(self, position: int) -> None:
        """Bring a position to the upper part of the view."""
        block = self.document().findBlock(position)
        self.page.blockBoundingRect(block)  # its lines are counted from now on
        line = block.layout().lineForTextPosition(position - block.position()).lineNumber()
        lead = max(1, round(self.viewport().height() / self.page.line_height / 8))
        self.verticalScrollBar().setValue(block.firstLineNumber() + line - lead)

    @Slot()
    def _cursor_moved(self) -> None:
        self._open_tag_at(self.textCursor().position())
        if not self.writing.is_following and self.heard.is_stopped:
            self.commands.seek_soon()
        self.viewport().update()

    def _open_tag_at(self, position: int) -> None:
        """A pause is shown as it is written as long as the cursor is in it."""
        block = self.document().findBlock(position)
        at = position - block.position()
        spans = [
            (block.position() + a, block.position() + b)
            for a, b, _ in tag_spans(as_units(block.text()))
            if a < at < b
        ]
        opened = spans[0] if spans else None
        if opened != self._open_tag:
            before, self._open_tag = self._open_tag, opened
            for span in (before, opened):
                if span is not None:
                    self.page.renew(*span)
            self._color_timer.start()

    @Slot(str)
    def _sentence_changed(self, id: str) -> None:
        """Somebody else may have led the cursor to a sentence."""
        row = self.row_of_cursor()
        led = not self.writing.is_telling and not self.mirror.is_pending
        target = self.rows.of(id) if led and (row is None or row.sentence.id != id) else None
        if target is not None:
            self.go_to(target)
            row = target
        self._describe(row)

    def _describe(self, row: Row | None) -> None:
        if row is not None:
            self.setAccessibleDescription(self.pointing.state_text(row.sentence))

    def go_to(self, row: Row) -> None:
        """Put the cursor at the start of a row, and show it."""
        cursor = self.textCursor()
        cursor.setPosition(row.start)
        self.setTextCursor(cursor)
        shape = self.scene().shape_of(row.sentence.id)
        if shape is None or not self.viewport().rect().contains(shape.band.toRect()):
            self.scroll_to(row.begin)

    # ── clipboard ───────────────────────────────────────────────────────────────────────────────

    def createMimeDataFromSelection(self) -> QMimeData:
        cursor = self.textCursor()
        start, end = map(self.mirror.place, (cursor.selectionStart(), cursor.selectionEnd()))
        data = QMimeData()
        data.setText(self.mirror.text[start:end])
        return data

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        if clipboard.has_files(source):
            return bool(clipboard.scripts_in(source))
        return source.hasText() or source.hasHtml()

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.insert_from(source)

    def insert_from(self, source: QMimeData, unwrapped: bool = False) -> None:
        """Put clean text in; the lines of its paragraphs are put together where a program
        evidently broke them, or everywhere if ``unwrapped``."""
        try:
            text, left_out = clipboard.text_in(source)
        except StudioError as error:
            self.session.trouble.emit(Trouble(str(error)))
            return
        if text:
            clean = importing.unwrap(text) if unwrapped else importing.unwrap_evident(text)
            self.writing.insert(self.textCursor(), clean, self.tr("pasting"))
            self.ensureCursorVisible()
        if left_out:
            self.session.trouble.emit(Trouble(left_out_text(left_out)))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if clipboard.has_files(event.mimeData()):
            event.ignore()  # the window opens files
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if clipboard.has_files(event.mimeData()):
            event.ignore()
        else:
            super().dragMoveEvent(event)

    # ── keys ────────────────────────────────────────────────────────────────────────────────────

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
            if event.modifiers() & ~plain:
                self.writing.flush()  # a command may follow, and has to know the script
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.heard.touch()
        if not self.commands.press(event):
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.writing.flush()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.writing.flush()
        super().hideEvent(event)

    # ── mouse ───────────────────────────────────────────────────────────────────────────────────

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.heard.touch()
        if not self.pointing.press(event):
            super().mousePressEvent(self.pointing.on_line(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointing.move(event)
        super().mouseMoveEvent(self.pointing.on_line(event))
        self.pointing.show_cursor()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(self.pointing.on_line(event))
        self.pointing.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(self.pointing.on_line(event))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.pointing.open_menu(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.heard.touch()
        super().wheelEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text, box = self.pointing.hint(QPointF(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), text, self.viewport(), box.toRect())
            else:
                QToolTip.hideText()
            return True
        if event.type() == QEvent.Type.Leave:
            self.pointing.leave()
        return super().viewportEvent(event)

    # ── size ────────────────────────────────────────────────────────────────────────────────────

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.page.set_width(self.viewport().width())
        self._empty.setGeometry(self.viewport().rect())
        super().resizeEvent(event)
        self._color_timer.start()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if self._writing is not None:
            self.viewport().update()
            self.recolor()

    def sizeHint(self) -> QSize:
        return QSize(720, 480)
