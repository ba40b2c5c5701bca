"""A speech server on loopback that misbehaves on cue."""

from __future__ import annotations

import io
import json
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import soundfile


def tone(samples: int, rate: int = 24_000) -> np.ndarray:
    return (0.3 * np.sin(np.arange(samples) * 2_500 / rate)).astype(np.float32)


def encoded(sound: np.ndarray, rate: int = 24_000, kind: str = "WAV", subtype: str = "") -> bytes:
    file = io.BytesIO()
    soundfile.write(file, sound, rate, format=kind, subtype=subtype or None)
    return file.getvalue()


def wav(samples: int = 2_400, announced: int | None = None) -> bytes:
    """16 bits, mono, 24 kHz; ``announced``: the size that stands in the header."""
    data = encoded(tone(samples), subtype="PCM_16")
    return data if announced is None else data[:40] + struct.pack("<I", announced) + data[44:]


@dataclass
class Asked:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Answer:
    """``length``: the Content-Length that is told instead of the true one; ``chunks``: the body is
    sent in so many chunks; ``before`` is called before the body is sent, ``between`` before each
    chunk that is not the first; ``hold``: wait for that event instead of ending; ``reset``: the
    connection is reset after the body; ``raw``: sent instead of all that, and the connection
    closed."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    chunks: int = 0
    before: Callable[[], object] | None = None
    between: Callable[[], object] | None = None
    hold: threading.Event | None = None
    reset: bool = False
    raw: bytes | None = None


def sound(samples: int = 2_400, **how: Any) -> Answer:
    return Answer(wav(samples), headers={"Content-Type": "audio/wav"}, **how)


def says(status: int, value: Any, **headers: str) -> Answer:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Answer(json.dumps(value).encode(), status, {"Content-Type": "application/json", **named})


class RelayServer(ThreadingHTTPServer):
    """Gives ``answers`` one after another, the last one for ever; ``gets`` by path."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, answers: Sequence[Answer | Callable[[Asked], Answer]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = list(answers)
        self.gets: dict[str, Answer] = {}
        self.asked: list[Asked] = []
        self.lock = threading.Lock()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def next_answer(self, asked: Asked) -> Answer:
        with self.lock:
            self.asked.append(asked)
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer(asked) if callable(answer) else answer

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # a client that goes away is what is tested


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: RelayServer

    def do_GET(self) -> None:
        self._send(self.server.gets.get(self.path, Answer(status=404)))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        asked = Asked(self.path, dict(self.headers.items()), json.loads(body))
        self._send(self.server.next_answer(asked))

    def _send(self, answer: Answer) -> None:
        if answer.raw is not None:
            self.wfile.write(answer.raw)
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.chunks:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            length = len(answer.body) if answer.length is None else answer.length
            self.send_header("Content-Length", str(length))
        self.end_headers()
        if answer.before is not None:
            answer.before()
        for number, part in enumerate(_cut(answer.body, answer.chunks)):
            if number and answer.between is not None:
                answer.between()
            framed = b"%x\r\n%s\r\n" % (len(part), part) if answer.chunks else part
            self.wfile.write(framed)
            self.wfile.flush()
        if answer.hold is not None:
            answer.hold.wait(20)
        if answer.reset:
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.connection.close()
        elif answer.chunks and answer.hold is None:
            self.wfile.write(b"0\r\n\r\n")
        if answer.length is not None or answer.hold is not None or answer.reset:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _cut(body: bytes, chunks: int) -> Iterator[bytes]:
    size = -(-len(body) // chunks) if chunks else len(body)
    for at in range(0, len(body), max(size, 1)):
        yield body[at : at + size]


@contextmanager
def serving(
    *answers: Answer | Callable[[Asked], Answer], tls: ssl.SSLContext | None = None
) -> Iterator[RelayServer]:
    server = RelayServer(answers or (sound(),))
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
