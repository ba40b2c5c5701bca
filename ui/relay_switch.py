"""The switch between this computer and the relay, for who looks at the window: the question before
anything is sent, a message from when on another speaks, and one about what is not compared."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from studio.errors import RelayUnusable, StudioError
from ui.messages import Message, MessageBar
from ui.provenance import relay_of
from ui.relaying import Consent
from ui.session import Session

if TYPE_CHECKING:
    from ui.consent_sheet import ConsentSheet


class RelaySwitch(QObject):
    """``sheet`` is the question that is open."""

    def __init__(self, session: Session, messages: MessageBar, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._messages, self._window = session, messages, window
        self._relay = session.relay
        self.sheet: ConsentSheet | None = None
        self._message: Message | None = None
        self._percent = self._relay.policy.relay_percent
        # The switch is turned as it was when the program ended; nobody has to be told of that.
        kept = session.preferences["relay_percent"] if self._relay.is_agreed else 0
        self._restored = float(kept)
        self._relay.consent_wanted.connect(self._ask)
        self._relay.changed.connect(self._changed)
        self._relay.failed.connect(self._not_restored)
        self._relay.shadowing.failed.connect(self._not_compared)

    def toggle(self) -> None:
        self._relay.set_percent(0 if self._relay.policy.relay_percent else 100)

    # ── the question ────────────────────────────────────────────────────────────────────────────

    @Slot(object)
    def _ask(self, consent: Consent) -> None:
        from ui.consent_sheet import ConsentSheet  # the window is there sooner without it

        before, self.sheet = self.sheet, ConsentSheet(consent, self._window)
        self.sheet.finished.connect(partial(self._answered, self.sheet))
        self.sheet.open()
        if before is not None:
            before.close()

    def _answered(self, sheet: ConsentSheet, answer: int) -> None:
        sheet.deleteLater()
        if sheet is not self.sheet:
            return  # another question took its place
        self.sheet = None
        if answer == sheet.DialogCode.Accepted:
            self._relay.agree()
        else:
            self._relay.decline()

    # ── the message ─────────────────────────────────────────────────────────────────────────────

    @Slot(object)
    def _not_restored(self, error: object) -> None:
        self._restored = 0.0

    @Slot(object)
    def _not_compared(self, error: StudioError) -> None:
        if not isinstance(error, RelayUnusable):
            text = self.tr("{0} The sentence is not compared.").format(error)
            self._messages.say(text, "warning")
            return
        text = self.tr("{0} Nothing is compared any more.").format(error)
        again = self._relay.shadowing.resume
        self._messages.show_message(Message(text, self.tr("Try again"), again))

    @Slot()
    def _changed(self) -> None:
        percent = self._relay.policy.relay_percent
        if percent == self._percent:
            return
        self._percent = percent
        is_restored, self._restored = percent == self._restored, 0.0
        if percent and is_restored:
            return
        if self._message is not None:
            self._messages.withdraw(self._message)
        self._message = self._made(percent)
        self._messages.show_message(self._message)

    def _made(self, percent: float) -> Message:
        server = self._relay.server.name
        if not percent:
            text = self.tr("From the next sentence on this computer speaks.")
            action, wanted = self.tr("Replace what the relay spoke"), ""
        elif percent < 100:
            text = self.tr(
                "From the next sentence on {0} speaks {1} % of them; what is rendered stays."
            ).format(server, f"{percent:g}")
            return Message(text, kind="good")
        else:
            text = self.tr("From the next sentence on {0} speaks; what is rendered stays.")
            text = text.format(server)
            action, wanted = self.tr("Replace it"), server
        if self._has_others(wanted):
            return Message(text, action, self._replace, kind="info")
        return Message(text, kind="good")

    def _has_others(self, server: str) -> bool:
        """Whether another engine than this server's made a take that could be replaced."""
        return any(
            self._session.takes.made_by(each.id) and relay_of(self._session, each.id) != server
            for each in self._session.document.sentences
            if not each.kept
        )

    def _replace(self) -> None:
        self._relay.respeak()
        self._session.render_all()
