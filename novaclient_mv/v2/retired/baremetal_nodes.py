"""Baremetal nodes, as the Compute API passed them on to administrators."""

from __future__ import annotations

import builtins

from novaclient_mv import resources, versions
from novaclient_mv.resources import Field


class BaremetalNode(resources.Resource):
    """A machine of the baremetal service; the API has its numbers as text."""

    fields = (
        Field('id', 'ID'),
        Field('host'),
        Field('task_state'),
        Field('cpus', 'CPUs'),
        Field('memory_mb', 'Memory MB'),
        Field('disk_gb', 'Disk GB'),
        Field('interfaces', type='list'),
        Field('server_id', 'Server ID', path='instance_uuid'),
    )

    def __repr__(self) -> str:
        return f'<BaremetalNode: {self._info.get("id")}>'


class BaremetalNodeManager(resources.ManagerWithFind[BaremetalNode]):
    """Baremetal nodes up to 2.35; since then the baremetal service alone has them."""

    kind = 'baremetal node'
    resource_class = BaremetalNode

    @versions.wraps('2.0', '2.35')
    def list(self) -> builtins.list[BaremetalNode]:
        """All nodes (administrators).

        ``GET /os-baremetal-nodes``
        """
        return self._read_list('GET /os-baremetal-nodes', 'nodes')

    iterate = resources.every_row(list)

    @versions.wraps('2.0', '2.35')
    def get(self, node: BaremetalNode | str) -> BaremetalNode:
        """One node by its id (administrators).

        :raises NotFound: there is none.

        ``GET /os-baremetal-nodes/{id}``
        """
        return self._show('GET /os-baremetal-nodes/{id}', 'node', node)
