"""A client of a fictional service, over a connection that is already made."""

from __future__ import annotations

from typing import Self

from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import sender


class Client:
    """What the core needs of a client: a connection, and the version of it."""

    def __init__(self, connection: sender.Http) -> None:
        self.client = connection

    @classmethod
    def over(cls, connection: sender.Http) -> Self:
        """A client over a connection that is already made."""
        return cls(connection)

    @property
    def api_version(self) -> APIVersion:
        """The version of every request."""
        return self.client.version
