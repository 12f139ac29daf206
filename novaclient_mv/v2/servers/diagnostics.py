"""Data from a server's host: diagnostics, and the NUMA topology."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import field

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


_COUNTED = ('octets', 'errors', 'drop', 'packets', 'rate')
_OF_DISK = ('read_bytes', 'read_requests', 'write_bytes', 'write_requests', 'errors_count')
_OF_NIC = (
    'mac_address',
    *(f'{way}_{what}' for way in ('rx', 'tx') for what in _COUNTED),
)
_OF_NUMA = ('cpu_pinning', 'host_node', 'memory_mb', 'siblings', 'vcpu_set')


class Diagnostics(resources.Resource, since='2.48'):
    """Counters of a server; up to 2.47 each hypervisor has names of its own."""

    state: str = field()
    driver: str = field()
    hypervisor: str = field()
    hypervisor_os: str = field('Hypervisor OS')
    uptime: int = field()
    config_drive: bool = field()
    num_cpus: int = field()
    num_disks: int = field()
    num_nics: int = field()
    cpu_details: list[Any] = field(shape=resources.known('id', 'time', 'utilisation'))
    disk_details: list[Any] = field(shape=resources.known(*_OF_DISK))
    memory_details: dict[str, Any] = field(shape=resources.known('maximum', 'used'))
    nic_details: list[Any] = field(shape=resources.known(*_OF_NIC))


class Topology(resources.Resource):
    """NUMA nodes of a server; what belongs to the host is for administrators."""

    nodes: list[Any] = field(shape=resources.known(*_OF_NUMA))
    pagesize_kb: int = field()


class ServerDiagnostics(resources.Manager[resources.R]):
    """Data of a server from its host; ``NotFound`` is raised for a missing server."""

    def diagnostics(self, server: Server | str) -> resources.TupleWithMeta:
        """Counters of a running server: the response and its body (administrators).

        :raises Conflict: the state of the server forbids it.
        :raises HTTPNotImplemented: its hypervisor has none.

        ``GET /servers/{server_id}/diagnostics``
        """
        return self._answered(self.send('GET /servers/{server_id}/diagnostics', server))

    @versions.wraps('2.78')
    def topology(self, server: Server | str) -> resources.DictWithMeta:
        """NUMA nodes and size of memory pages: ``GET /servers/{server_id}/topology``."""
        answer = self.send('GET /servers/{server_id}/topology', server)
        resources.member(answer, 'nodes', list)
        return resources.DictWithMeta(answer.body, answer)


class ServerDiagnosticsMethods(resources.Resource):
    """Host data of a server; see :class:`ServerDiagnostics`."""

    diagnostics = resources.manager_method(ServerDiagnostics.diagnostics)
    topology = resources.manager_method(ServerDiagnostics.topology)
