"""A server that takes its time with an answer."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import Self


class DripServer:
    """Answers each connection, whatever is asked, with some octets, and then with more and more.

    :param begun: what comes at once.
    :param drops: what comes then, one after the other.
    :param pause: seconds between them.
    :param context: speaks TLS with these settings.
    """

    def __init__(
        self,
        begun: bytes,
        drops: Iterable[bytes],
        pause: float = 0.02,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self.begun = begun
        self.drops = tuple(drops)
        self.pause = pause
        self.requests = 0
        self._context = context
        self._is_over = threading.Event()
        self._server = socket.create_server(('127.0.0.1', 0), backlog=50)
        self.port = self._server.getsockname()[1]
        self.url = f'{"https" if context else "http"}://127.0.0.1:{self.port}'

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_over.set()
        with contextlib.suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._server.accept()
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection:
            if self._context is not None:
                connection = self._context.wrap_socket(connection, server_side=True)
            connection.recv(65536)
            self.requests += 1
            connection.sendall(self.begun)
            for drop in self.drops:
                if self._is_over.wait(self.pause):
                    return
                connection.sendall(drop)
