"""What a host can tell of a server: diagnostics, and the NUMA topology."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.resources import Field

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class Diagnostics(resources.Resource):
    """Counters of a server; up to 2.47 each hypervisor has names of its own."""

    fields = (
        Field('state', start_version='2.48'),
        Field('driver', start_version='2.48'),
        Field('hypervisor', start_version='2.48'),
        Field('hypervisor_os', 'Hypervisor OS', start_version='2.48'),
        Field('uptime', type='int', start_version='2.48'),
        Field('config_drive', type='bool', start_version='2.48'),
        Field('num_cpus', type='int', start_version='2.48'),
        Field('num_disks', type='int', start_version='2.48'),
        Field('num_nics', type='int', start_version='2.48'),
        Field('cpu_details', type='list', start_version='2.48'),
        Field('disk_details', type='list', start_version='2.48'),
        Field('memory_details', type='dict', start_version='2.48'),
        Field('nic_details', type='list', start_version='2.48'),
    )


class Topology(resources.Resource):
    """NUMA nodes of a server; what belongs to the host is for administrators."""

    fields = (
        Field('nodes', type='list'),
        Field('pagesize_kb', type='int'),
    )


class ServerDiagnostics(resources.Manager[resources.R]):
    """What the host can tell of one server; ``NotFound`` is raised for one that is not there."""

    def diagnostics(self, server: Server | str) -> resources.TupleWithMeta:
        """Counters of a running server: the response and its body (administrators).

        :raises Conflict: the state of the server forbids it.
        :raises HTTPNotImplemented: its hypervisor has none.

        ``GET /servers/{server_id}/diagnostics``
        """
        return self._answered(self.send('GET /servers/{server_id}/diagnostics', server))

    @versions.wraps('2.78')
    def topology(self, server: Server | str) -> resources.DictWithMeta:
        """NUMA nodes and size of memory pages.

        ``GET /servers/{server_id}/topology``
        """
        answer = self.send('GET /servers/{server_id}/topology', server)
        resources.member(answer, 'nodes', list)
        return resources.DictWithMeta(answer.body, answer)


class ServerDiagnosticsMethods(resources.Resource):
    """What a server can tell of its host; see :class:`ServerDiagnostics`."""

    diagnostics = resources.manager_method(ServerDiagnostics.diagnostics)
    topology = resources.manager_method(ServerDiagnostics.topology)
