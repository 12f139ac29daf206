"""Opens connections before a deadline."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Sequence

from novaclient_mv.wire.bounds import Deadline

Option = tuple[int, int, int | bytes]
"""An option of a socket: level, name, value."""


def connected(
    host: str,
    port: int,
    deadline: Deadline,
    options: Sequence[Option] = (),
    source: tuple[str, int] | None = None,
) -> socket.socket:
    """A connection to the first address of a host that answers.

    Each address has its share of the time, so that one that never answers leaves some for the
    others.
    """
    # For a name that is no bytes, Python loads the tables of international names.
    name = host.encode() if host.isascii() else host
    addresses = socket.getaddrinfo(name, port, 0, socket.SOCK_STREAM)
    failure: OSError = OSError('a name without an address')
    for address, seconds in zip(addresses, deadline.shares(len(addresses)), strict=False):
        family, kind, protocol, _, place = address
        with contextlib.ExitStack() as unless_connected:
            try:
                connection = socket.socket(family, kind, protocol)
                unless_connected.callback(connection.close)
                for option in options:
                    connection.setsockopt(*option)
                connection.settimeout(seconds)
                if source is not None:
                    connection.bind(source)
                connection.connect(place)
            except OSError as error:
                failure = error
            else:
                unless_connected.pop_all()
                return connection
    raise failure
