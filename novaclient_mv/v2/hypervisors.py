"""Hypervisors: what runs servers on the hosts, and how much room there is."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ParamSpec, TypedDict, TypeVar, Unpack

from novaclient_mv import errors, resources, versions
from novaclient_mv.errors import bodies
from novaclient_mv.resources import field

P = ParamSpec('P')
T = TypeVar('T')


def _cpu_info(hypervisor: Mapping[str, Any]) -> object:
    """Return the processors' properties, which up to 2.27 are JSON in a text."""
    value = hypervisor.get('cpu_info')
    if isinstance(value, str):
        try:
            return bodies.decode(value)
        except ValueError:
            return value
    return value


def _server_names(servers: Iterable[Mapping[str, Any]] | None) -> str:
    return ', '.join(str(server.get('name')) for server in servers or ())


class UnsupportedDetails(errors.UnsupportedAttribute, errors.UnsupportedVersion):
    """Details of what is searched for, below 2.53; python-novaclient calls it a version."""


def _caught_as_unsupported_version(search: Callable[P, T]) -> Callable[P, T]:
    """A search that refuses an argument by an error of both classes."""

    @functools.wraps(search)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return search(*args, **kwargs)
        except errors.UnsupportedAttribute as error:
            arguments = error.argument_name, error.start_version, error.end_version, error.ranges
            refusal = UnsupportedDetails(*arguments)
            refusal.offered = error.offered
            raise refusal from None

    return call


class Hypervisor(resources.Resource):
    """A hypervisor; lists without details tell id, hostname, state and status."""

    repr_keys = ('id',)
    NAME_ATTR = 'hypervisor_hostname'
    id: str = field('ID')
    hypervisor_hostname: str = field('Hypervisor hostname')
    state: str = field()
    status: str = field()
    hypervisor_type: str = field()
    hypervisor_version: int = field()
    host_ip: str = field()
    service: dict[str, Any]
    _service_id: str = field(path=('service', 'id'))
    _service_host: str = field(path=('service', 'host'))
    _service_disabled_reason: str = field(path=('service', 'disabled_reason'))
    uptime: str | None = field()
    servers: list[dict[str, Any]] = field(
        start_version='2.53', cell=_server_names, shape=resources.known('name', 'uuid')
    )
    cpu_info: dict[str, Any] | str = field(path=_cpu_info, end_version='2.87')
    vcpus: int = field(end_version='2.87')
    vcpus_used: int = field(end_version='2.87')
    memory_mb: int = field(end_version='2.87')
    memory_mb_used: int = field(end_version='2.87')
    free_ram_mb: int = field(end_version='2.87')
    local_gb: int = field(end_version='2.87')
    local_gb_used: int = field(end_version='2.87')
    free_disk_gb: int = field(end_version='2.87')
    disk_available_least: int = field()
    running_vms: int = field(end_version='2.87')
    current_workload: int = field(end_version='2.87')

    def its_servers(self) -> builtins.list[ServerOfHypervisor]:
        """Return the servers that came with it, each with what else is known of it."""
        own = {key: value for key, value in self._info.items() if key != 'servers'}
        return [
            ServerOfHypervisor(self.manager, {**server, 'hypervisor': own}, loaded=True)
            for server in self._info.get('servers') or ()
        ]

    def without_links(self) -> dict[str, Any]:
        """The API's keys, those of nested values joined with ``_``."""
        return dict(_flat('', super().without_links()))


class ServerOfHypervisor(resources.Resource):
    """A server, with the hypervisor that it is on."""

    id_keys = ('uuid',)
    uuid: str = field('ID', key='id')
    name: str = field()
    _hypervisor_id: int | str = field('Hypervisor ID', path=('hypervisor', 'id'))
    _hypervisor_hostname: str = field(
        'Hypervisor Hostname', path=('hypervisor', 'hypervisor_hostname')
    )
    _hypervisor_state: str = field(path=('hypervisor', 'state'))
    _hypervisor_status: str = field(path=('hypervisor', 'status'))


_OF_UPTIME = ('state', 'status', 'id', 'hypervisor_hostname', 'uptime')


def _flat(prefix: str, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(f'{prefix}{key}_', value)
        else:
            yield prefix + key, value


class _Details(TypedDict, total=False):
    with_servers: bool


class HypervisorManager(resources.ManagerWithFind[Hypervisor]):
    """Hypervisors (administrators): numbered up to 2.52, known by a UUID from 2.53."""

    kind = 'hypervisor'
    name_key = 'hypervisor_hostname'
    resource_class = Hypervisor
    is_alphanum_id_allowed = True

    @versions.parameters(marker='2.33..', limit='2.33..')
    def list(
        self, detailed: bool = True, marker: str | int | None = None, limit: int | None = None
    ) -> builtins.list[Hypervisor]:
        """Hypervisors, one page as the cloud cuts it.

        :param detailed: all fields, not only id, hostname, state and status.
        :param marker: id of the hypervisor before the first (from 2.33).
        :param limit: number of hypervisors (from 2.33).

        ``GET /os-hypervisors/detail`` or ``GET /os-hypervisors``
        """
        query = {'marker': marker, 'limit': limit}
        return self._read_list(_operation(detailed), 'hypervisors', query=query)

    @versions.parameters(marker='2.33..', limit='2.33..', with_servers='2.53..')
    def iterate(
        self,
        detailed: bool = True,
        marker: str | int | None = None,
        limit: int | None = None,
        with_servers: bool = False,
    ) -> Iterator[Hypervisor]:
        """All hypervisors, page by page while they are taken; the first ``limit``, if that is
        given.

        :param with_servers: with their servers (from 2.53).

        ``GET /os-hypervisors/detail`` or ``GET /os-hypervisors``
        """
        query = {'marker': marker, 'with_servers': True if with_servers else None}
        return self._pages(_operation(detailed), 'hypervisors', query=query, limit=limit)

    @versions.wraps('2.0', '2.52')
    @_caught_as_unsupported_version
    @versions.parameters(in_place={'detailed': '2.53..'})
    def search(
        self, hypervisor_match: str, servers: bool = False, detailed: bool = False
    ) -> builtins.list[Hypervisor]:
        """The hypervisors with this in their hostname.

        :param servers: those that have servers, with these.
        :param detailed: all fields (from 2.53).
        :raises NotFound: nothing matches.
        :raises UnsupportedAttribute: details need 2.53.

        ``GET /os-hypervisors/{id}/search`` or ``GET /os-hypervisors/{id}/servers``
        """
        operation = (
            'GET /os-hypervisors/{id}/servers' if servers else 'GET /os-hypervisors/{id}/search'
        )
        return self._read_list(operation, 'hypervisors', hypervisor_match)

    @versions.newest
    @versions.wraps('2.53')
    def search(
        self, hypervisor_match: str, servers: bool = False, detailed: bool = False
    ) -> builtins.list[Hypervisor]:
        """The hypervisors with this in their hostname.

        :param servers: with their servers.
        :param detailed: all fields.
        :raises NotFound: nothing matches.

        ``GET /os-hypervisors`` or ``GET /os-hypervisors/detail``
        """
        query = {
            'hypervisor_hostname_pattern': hypervisor_match,
            'with_servers': True if servers else None,
        }
        return self._read_list(_operation(detailed), 'hypervisors', query=query)

    @versions.parameters(with_servers='2.53..')
    def get(self, hypervisor: Hypervisor | str, with_servers: bool = False) -> Hypervisor:
        """One hypervisor by its id: ``GET /os-hypervisors/{id}``.

        :param with_servers: with its servers (from 2.53).
        :raises NotFound: it does not exist; ``BadRequest``: malformed id.
        """
        query = {'with_servers': True if with_servers else None}
        return self._show('GET /os-hypervisors/{id}', 'hypervisor', hypervisor, query=query)

    @versions.wraps('2.0', '2.52')
    def of_service_host(self, host: str) -> builtins.list[Hypervisor]:
        """The hypervisors whose service is on the host of exactly this name.

        ``GET /os-hypervisors/detail``
        """
        return [hypervisor for hypervisor in self.list() if _service_host(hypervisor) == host]

    @versions.newest
    @versions.wraps('2.53')
    def of_service_host(self, host: str) -> builtins.list[Hypervisor]:
        """The hypervisors with this in their hostname whose service is on the host of exactly this
        name.

        ``GET /os-hypervisors/detail``
        """
        hypervisors = self.search(host, detailed=True)
        return [hypervisor for hypervisor in hypervisors if _service_host(hypervisor) == host]

    def find_one(self, reference: str, **more: Unpack[_Details]) -> Hypervisor:
        """The hypervisor with this id or exact hostname.

        :param more: what :meth:`get` takes besides.
        :raises ResourceNotFound: the resource does not exist.
        :raises NoUniqueMatch: several hypervisors have this hostname.

        ``GET /os-hypervisors/{id}``, ``GET /os-hypervisors``
        """
        try:
            hypervisor: Hypervisor = self.get(reference, **more)
            return hypervisor
        except (errors.NotFound, errors.BadRequest):
            pass
        try:
            hypervisors = self.search(reference)
        except errors.NotFound:
            raise self.missing(reference) from None
        matches = [
            candidate
            for candidate in hypervisors
            if candidate._info.get('hypervisor_hostname') == reference
        ]
        if not matches:
            raise self.missing(reference)
        if len(matches) > 1:
            raise self.ambiguous(reference, matches)
        complete: Hypervisor = self.get(matches[0], **more)
        return complete

    @versions.wraps('2.0', '2.87')
    def uptime(self, hypervisor: Hypervisor | str) -> Hypervisor:
        """One hypervisor with its host's uptime: ``GET /os-hypervisors/{id}/uptime``.

        :raises NotFound: the resource does not exist.
        :raises BadRequest: its host is down, or cannot tell.
        """
        return self._show('GET /os-hypervisors/{id}/uptime', 'hypervisor', hypervisor)

    @versions.newest
    @versions.wraps('2.88')
    def uptime(self, hypervisor: Hypervisor | str) -> Hypervisor:
        """Get a hypervisor, whose fields include the uptime from 2.88.

        :raises NotFound: the resource does not exist.

        ``GET /os-hypervisors/{id}``
        """
        whole = self.get(hypervisor)
        # No more than before 2.88.
        fields = {name: whole._info[name] for name in _OF_UPTIME if name in whole._info}
        return Hypervisor(self, fields, loaded=True, resp=whole)

    @versions.wraps('2.0', '2.87')
    def find_uptime(self, reference: str) -> Hypervisor:
        """The hypervisor with this id or exact hostname, and its host's uptime.

        :raises ResourceNotFound: the resource does not exist.

        ``GET /os-hypervisors/{id}``, ``GET /os-hypervisors/{id}/uptime``
        """
        return self.uptime(self.find_one(reference))

    @versions.newest
    @versions.wraps('2.88')
    def find_uptime(self, reference: str) -> Hypervisor:
        """The hypervisor with this id or exact hostname, and its host's uptime.

        :raises ResourceNotFound: the resource does not exist.

        ``GET /os-hypervisors/{id}``
        """
        return self.find_one(reference)

    def statistics(self) -> HypervisorStats:
        """Sums over all hypervisors (up to 2.87): ``GET /os-hypervisors/statistics``."""
        sums: HypervisorStats = HypervisorStatsManager(self.api).statistics()
        return sums


class HypervisorStats(resources.Resource):
    """Sums over all hypervisors."""

    count: int = field()
    vcpus: int = field(end_version='2.87')
    vcpus_used: int = field(end_version='2.87')
    memory_mb: int = field(end_version='2.87')
    memory_mb_used: int = field(end_version='2.87')
    free_ram_mb: int = field(end_version='2.87')
    local_gb: int = field(end_version='2.87')
    local_gb_used: int = field(end_version='2.87')
    free_disk_gb: int = field(end_version='2.87')
    disk_available_least: int = field(end_version='2.87')
    running_vms: int = field(end_version='2.87')
    current_workload: int = field(end_version='2.87')

    def __repr__(self) -> str:
        number = self._info.get('count')
        return f'<HypervisorStats: {number} Hypervisor{"" if number == 1 else "s"}>'


class HypervisorStatsManager(resources.Manager[HypervisorStats]):
    """Sums over all hypervisors (administrators), up to 2.87."""

    resource_class = HypervisorStats

    @versions.wraps('2.0', '2.87')
    def statistics(self) -> HypervisorStats:
        """Sums over all hypervisors: ``GET /os-hypervisors/statistics``."""
        return self._show('GET /os-hypervisors/statistics', 'hypervisor_statistics')

    @versions.newest
    @versions.wraps('2.88')
    @versions.ended('2.87', 'The placement service has the numbers.')
    def statistics(self) -> HypervisorStats:
        """Removed in 2.88; the placement service has the numbers.

        :raises MethodEnded: always, without a request.

        ``GET /os-hypervisors/statistics`` (up to 2.87)
        """
        raise NotImplementedError


def _service_host(hypervisor: Hypervisor) -> object:
    service = hypervisor._info.get('service')
    return service.get('host') if isinstance(service, Mapping) else None


def _operation(detailed: bool) -> str:
    return 'GET /os-hypervisors/detail' if detailed else 'GET /os-hypervisors'
