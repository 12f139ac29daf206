"""Connections that wait for another request to the same origin."""

from __future__ import annotations

import contextlib
import select
import socket
import threading

from novaclient_mv.wire.direct.usual_urls import Origin


class IdleConnections:
    """Connections without a request on the way; threads may share them."""

    def __init__(self) -> None:
        self._idle: dict[Origin, list[socket.socket]] = {}
        self._lock = threading.Lock()
        self._is_closed = False

    def take(self, origin: Origin) -> socket.socket | None:
        """A connection that is still open, the one that was used last."""
        while True:
            with self._lock:
                waiting = self._idle.get(origin)
                connection = waiting.pop() if waiting else None
            if connection is None or _is_quiet(connection):
                return connection
            connection.close()

    def put(self, origin: Origin, connection: socket.socket) -> None:
        """Keep a connection for the next request."""
        with self._lock:
            if not self._is_closed:
                self._idle.setdefault(origin, []).append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Close all, and those that come later."""
        with self._lock:
            self._is_closed = True
            connections = [one for waiting in self._idle.values() for one in waiting]
            self._idle.clear()
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.close()


def _is_quiet(connection: socket.socket) -> bool:
    """Whether nothing came meanwhile: not its end, and no answer that nobody asked for."""
    if hasattr(select, 'poll'):
        # Unlike select, it takes descriptors of any number.
        poll = select.poll()
        poll.register(connection, select.POLLIN)
        return not poll.poll(0)
    return not select.select([connection], [], [], 0)[0]
