"""Which server speaks, where its key is kept, and what it offers."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QWidget

from studio.errors import StudioError
from studio.relay import keys, probing, servers
from studio.relay.meter import MILLION
from studio.relay.probing import Offer
from studio.relay.servers import Server
from ui.prices import dollars
from ui.relay_panel.offer import OfferView
from ui.relay_panel.parts import Choice, Section, Wrapped
from ui.relay_panel.server_form import KeyForm, ServerForm
from ui.session import Session


class ServerSection(Section):
    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Server"), parent)
        self._session = session
        self._tested: Server | None = None  # that the test asks, or asked
        self._is_testing = False
        self._wanted_place: str | None = None  # of the key, while the keyring is asked to change
        self.dialog: ServerForm | KeyForm | None = None
        self._build()
        self._connect()
        self.refresh()

    def _build(self) -> None:
        self.choice = Choice(self.tr("Server"))
        self._edit = QPushButton(self.tr("Edit…"))
        self._edit.setAccessibleName(self.tr("Edit the server"))
        self._add = QPushButton(self.tr("Add…"))
        self._add.setAccessibleName(self.tr("Add a server"))
        self._address = Wrapped()
        self._key = Wrapped("dim")
        self._set_key = QPushButton(self.tr("Set key…"))
        self._forget_key = QPushButton(self.tr("Forget"))
        self._forget_key.setAccessibleName(self.tr("Forget the key"))
        self._key_hint = Wrapped()
        self._key_problem = Wrapped("error")
        self._test = QPushButton(self.tr("Test"))
        self._test_hint = Wrapped()
        self._failure = Wrapped("error")
        self._offer = OfferView()
        self._offer.hide()
        self.add(self.choice, self._edit, self._add, wide=self.choice)
        self.put(self._address)
        self.add(self._key, self._set_key, self._forget_key, wide=self._key)
        self.put(self._key_hint, self._key_problem)
        self.add(self._test, self._test_hint, wide=self._test_hint).setSpacing(10)
        self.put(self._failure)
        self.put(self._offer)

    def _connect(self) -> None:
        relay = self._session.relay
        self.choice.activated.connect(lambda _: relay.choose_server(self.choice.currentText()))
        self._edit.clicked.connect(self._edit_server)
        self._add.clicked.connect(self._add_server)
        self._set_key.clicked.connect(self._ask_for_key)
        self._forget_key.clicked.connect(self._drop_key)
        self._test.clicked.connect(self._begin_test)
        relay.changed.connect(self.refresh)
        relay.tested.connect(self._show_test)
        relay.failed.connect(self._failed)

    # ── what is shown ───────────────────────────────────────────────────────────────────────────

    @Slot()
    def refresh(self) -> None:
        relay = self._session.relay
        server = relay.server
        names = [each.name for each in _holysheep_first(relay.servers)]
        if names != [self.choice.itemText(i) for i in range(self.choice.count())]:
            self.choice.clear()
            self.choice.addItems(names)
        self.choice.setCurrentText(server.name)
        price = self.tr("{0} per million characters") if server.price else self.tr("free")
        about = (server.base, server.model, price.format(dollars(server.price)))
        self._address.say(" · ".join(about))
        self._show_key(server, relay.key_place)
        self._test.setText(self.tr("Testing…") if self._is_testing else self.tr("Test"))
        self._test.setEnabled(not self._is_testing)
        self._test_hint.say(self._sends(server))
        if self._tested != server:
            self._offer.hide()
            self._failure.say("")

    def _show_key(self, server: Server, place: str) -> None:
        hint = ""
        if place == keys.ENVIRONMENT:
            text = self.tr("Key: in {0}").format(keys.named(server.key_variable) or keys.UNNAMED)
        elif place == keys.KEYRING:
            text = self.tr("Key: in the system keyring")
        elif server.key_variable:
            text = self.tr("Key: none yet")
            hint = self.tr("Set it here, or start the program with it in {0}.").format(
                keys.named(server.key_variable) or keys.UNNAMED
            )
        else:
            text = self.tr("Key: none, and none needed")
        self._key.say(text)
        self._key_hint.say(hint)
        self._forget_key.setVisible(place == keys.KEYRING)
        self._set_key.setVisible(place != keys.ENVIRONMENT)
        if place == self._wanted_place:
            self._wanted_place = None
            self._key_problem.say("")

    def _sends(self, server: Server) -> str:
        cost = probing.CHARACTERS * server.price / MILLION
        text = self.tr(
            "Sends {0} short texts ({1} characters, {2}) such as “{3}”; not your script."
        )
        return text.format(probing.TEXTS, probing.CHARACTERS, dollars(cost), probing.SAMPLE)

    # ── servers ─────────────────────────────────────────────────────────────────────────────────

    def _edit_server(self) -> None:
        relay = self._session.relay
        server = relay.server
        own = {row["name"].casefold() for row in self._session.preferences["servers"]}
        forget = ""
        if server.name.casefold() in own:
            presets = {each.name.casefold() for each in servers.PRESETS}
            is_preset = server.name.casefold() in presets
            forget = self.tr("Restore") if is_preset else self.tr("Remove")
        form = ServerForm(self, server, self._names() - {server.name.casefold()}, forget)
        form.kept.connect(lambda changed: relay.keep_server(changed, server.name))
        form.forgotten.connect(lambda: relay.forget_server(server.name))
        self._open(form)

    def _add_server(self) -> None:
        form = ServerForm(self, None, self._names())
        form.kept.connect(self._session.relay.keep_server)
        self._open(form)

    def _names(self) -> frozenset[str]:
        return frozenset(each.name.casefold() for each in self._session.relay.servers)

    def _open(self, dialog: ServerForm | KeyForm) -> None:
        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()
        self.dialog = dialog
        dialog.open()

    # ── the key ─────────────────────────────────────────────────────────────────────────────────

    def _ask_for_key(self) -> None:
        form = KeyForm(self, self._session.relay.server.name)
        form.given.connect(self._keep_key)
        self._open(form)

    def _keep_key(self, value: str) -> None:
        self._wanted_place = keys.KEYRING
        self._key_problem.say("")
        self._session.relay.keep_key(value)

    def _drop_key(self) -> None:
        self._wanted_place = ""
        self._session.relay.forget_key()

    @Slot(object)
    def _failed(self, error: StudioError) -> None:
        if self._wanted_place is not None:
            self._wanted_place = None
            self._key_problem.say(str(error))

    # ── the test ────────────────────────────────────────────────────────────────────────────────

    def _begin_test(self) -> None:
        self._tested = self._session.relay.server
        self._is_testing = True
        self._offer.hide()
        self._failure.say("")
        self.refresh()
        self._session.relay.test()

    @Slot(object)
    def _show_test(self, found: Offer | StudioError) -> None:
        self._is_testing = False
        if self._tested == self._session.relay.server:
            if isinstance(found, StudioError):
                self._failure.say(str(found))
            else:
                self._offer.show_offer(found)
                self._offer.show()
        self.refresh()


def _holysheep_first(known: tuple[Server, ...]) -> list[Server]:
    first = servers.PRESETS[0].name.casefold()
    return sorted(known, key=lambda server: server.name.casefold() != first)
