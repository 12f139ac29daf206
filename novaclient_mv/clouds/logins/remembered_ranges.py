"""Version ranges of services that earlier runs learned."""

from __future__ import annotations

from novaclient_mv import errors
from novaclient_mv.clouds.logins.cached_login import Entries
from novaclient_mv.versions import VersionRange
from novaclient_mv.wire import documents, endpoints
from novaclient_mv.wire.advertised_versions import Advertised
from novaclient_mv.wire.connection import Connection

_SECONDS = 3600


class RememberedRanges:
    """The ranges that a login learned; none where nothing is kept of it."""

    def __init__(self, entries: Entries | None) -> None:
        self._entries = entries

    def read(self, connection: Connection, may_be_old: bool = False) -> Advertised:
        """The remembered range of a service, in a tuple; ``may_be_old``: also after an hour."""
        entries = self._entries
        if entries is None:
            return None
        text = entries.cache.read('range', _name(entries, connection), may_be_old)
        if not isinstance(text, str):
            return None
        if not text:
            return (None,)
        try:
            offered = documents.checked_range(*text.split('..'))
        except (errors.UnsupportedVersion, TypeError, ValueError):
            return None
        return (offered.bound_like(connection.service.range),)

    def keep(self, connection: Connection, offered: VersionRange | None) -> None:
        """Keep the range of a connection's service for an hour."""
        if (entries := self._entries) is not None:
            text = '' if offered is None else f'{offered.start}..{offered.end}'
            until = entries.cache.now() + _SECONDS
            entries.cache.write('range', _name(entries, connection), text, until)

    def forget(self, connection: Connection) -> None:
        """Have the next run ask the service for its range."""
        if self._entries is not None:
            self._entries.cache.drop('range', _name(self._entries, connection))


def _name(entries: Entries, connection: Connection) -> str:
    return entries.name(endpoint=endpoints.parsed(connection).url, service=connection.service.name)
