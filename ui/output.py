"""Which sound device was chosen, also the next day."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from studio.player import Device
from ui.remembered import Remembered
from ui.session import Session


class OutputChoice:
    """The chosen device, or None for the system's own. One that is not there (any more) stays
    chosen and is used when it comes back."""

    def __init__(self, session: Session, remembered: Remembered) -> None:
        self._session, self._remembered = session, remembered
        name = remembered.get("device", "")
        self.chosen = Device(name, remembered.get("device_host", "")) if name else None
        if self.chosen is not None:
            session.player.choose(self.chosen)

    def offered(self) -> list[tuple[Device | None, str]]:
        """What can be chosen, and how it is called."""
        own = QCoreApplication.translate("Output", "The system’s own")
        found: list[tuple[Device | None, str]] = [(None, own)]
        found += [(device, device.name) for device in self._session.player.devices()]
        if self.chosen is not None and all(device != self.chosen for device, _ in found):
            gone = QCoreApplication.translate("Output", "{0} (not there)")
            found.append((self.chosen, gone.format(self.chosen.name)))
        return found

    def is_chosen(self, device: Device | None) -> bool:
        return device == self.chosen

    def choose(self, device: Device | None) -> None:
        self.chosen = device
        self._remembered.put(
            device=device.name if device else "", device_host=device.host_api if device else ""
        )
        self._session.player.choose(device)
