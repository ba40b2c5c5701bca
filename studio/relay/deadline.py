"""A time at which reading from a server is over, however steadily it drips; and an end to it when
the connection is closed by another thread.

The timeouts of httpx are for each read alone: a header, a chunk's length or the packing of an
answer that grows by a byte a second would be waited for all day. httpcore hands a timeout on to
the stream as it was given, so one of ours is told from others there.
"""

from __future__ import annotations

import contextlib
import socket
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx


class Until(float):
    """Seconds for one read, none of which goes on after ``end``, by `time.monotonic`."""

    end: float

    def __new__(cls, seconds: float, end: float) -> Until:
        made = super().__new__(cls, seconds)
        made.end = end
        return made

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.end


def heeded(client: httpx.Client) -> httpx.Client:
    """The client, which from now on heeds `Until` as a read timeout, through a proxy too."""
    for transport in (client._transport, *client._mounts.values()):
        if (pool := getattr(transport, "_pool", None)) is not None:
            pool._network_backend = _Backend(pool._network_backend)
    return client


class _Backend:
    def __init__(self, backend: Any) -> None:
        self._backend = backend

    def connect_tcp(self, *how: Any, **more: Any) -> _Stream:
        return _Stream(self._backend.connect_tcp(*how, **more))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend, name)


class _Stream:
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if isinstance(timeout, Until):
            import httpcore

            if timeout.is_over:
                raise httpcore.ReadTimeout("the deadline is over")
            timeout = min(timeout, timeout.end - time.monotonic())
            timeout = max(timeout, 0.001)  # 0 would not wait at all
        read: bytes = self._stream.read(max_bytes, timeout)
        return read

    def close(self) -> None:
        """Who is reading in another thread reads no longer."""
        with contextlib.suppress(OSError):  # it may be over already
            self._stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        self._stream.close()

    def start_tls(self, *how: Any, **more: Any) -> _Stream:
        return _Stream(self._stream.start_tls(*how, **more))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
