"""Clients of several clouds, and the versions that these share."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent import futures
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from novaclient_mv import errors, versions
from novaclient_mv.clouds import programs
from novaclient_mv.clouds.programs import CloudSettings
from novaclient_mv.clouds.requested_versions import requested_version
from novaclient_mv.services import Service
from novaclient_mv.services.service import common_versions
from novaclient_mv.versions import APIVersion, VersionRange

if TYPE_CHECKING:
    from novaclient_mv.resources.client import Client
    from novaclient_mv.wire.connection import Connection

C = TypeVar('C', bound='Client')


class Clouds(Mapping[str, C], Generic[C]):
    """A client of each of several clouds, by its name, in the order in which they were named.

    Use it in a ``with``, or call :meth:`close`.
    """

    def __init__(self, clients: Mapping[str, C], common_range: VersionRange | None) -> None:
        self._clients = dict(clients)
        self._common_range = common_range

    @property
    def common_range(self) -> VersionRange | None:
        """The versions that all of the clouds serve; ``None`` where they share none."""
        return self._common_range

    def __getitem__(self, name: str) -> C:
        return self._clients[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._clients)

    def __len__(self) -> int:
        return len(self._clients)

    def close(self) -> None:
        """Close connections, and keep for later runs what makes them faster."""
        for client in self.values():
            client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: types.TracebackType | None,
    ) -> None:
        self.close()


def open_all(
    names: Sequence[str],
    version: str | APIVersion | None,
    service: Service,
    settings: CloudSettings,
) -> Clouds[Client]:
    """Open clients of several clouds at the same time.

    :param version: as for one cloud; ``common`` is the newest that all clouds serve.
    :raises SomeFailed: some cannot be opened; of a single one its own error.
    :raises VersionNotOffered: they share no version, where that is asked for.
    """
    distinct = list(dict.fromkeys(names))

    def open_one(name: str) -> Callable[[], Connection]:
        return programs.opening(name, version, service, settings)

    connections, failures = _opened(distinct, open_one)
    try:
        if failures:
            if len(distinct) == 1:
                raise next(iter(failures.values()))
            raise errors.SomeFailed(failures, len(distinct), distinct)
        common = common_versions(
            service, (connection.offered for connection in connections.values())
        )
        if version == versions.COMMON:
            newest = _common_version(service, common)
            connections = {
                name: connection.replace(api_version=newest, asks_latest=False)
                for name, connection in connections.items()
            }
    except errors.Error:
        for connection in connections.values():
            connection.close()
        raise
    kind = service.client()
    return Clouds({name: kind.from_connection(connections[name]) for name in distinct}, common)


def _opened(
    names: Sequence[str], open_one: Callable[[str], Callable[[], Connection]]
) -> tuple[dict[str, Connection], dict[str, Exception]]:
    """The connections, and the errors of those that cannot be opened."""
    opened: dict[str, Callable[[], Connection]] = {}
    connections: dict[str, Connection] = {}
    failures: dict[str, Exception] = {}
    for name in names:
        try:
            opened[name] = open_one(name)
        except errors.Error as error:
            failures[name] = error
    with futures.ThreadPoolExecutor(max(len(opened), 1)) as pool:
        begun = {name: pool.submit(ask) for name, ask in opened.items()}
    for name, future in begun.items():
        try:
            connections[name] = future.result()
        except errors.Error as error:
            failures[name] = error
    return connections, {name: failures[name] for name in names if name in failures}


def _common_version(service: Service, common: VersionRange | None) -> APIVersion:
    """The newest version that clouds share."""
    if common is None:
        raise errors.VersionNotOffered(
            None, None, message='These clouds have no API version in common.'
        )
    requested = requested_version(versions.COMMON, programs.ORIGIN, service)
    offered = None if common.end == service.unversioned else common
    try:
        return service.negotiate(requested.version, offered)
    except errors.VersionNotOffered as error:
        raise requested.refusal(error.needed, offered, service) from error
