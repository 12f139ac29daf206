"""Baremetal nodes, as the Compute API passed them on to administrators."""

from __future__ import annotations

import builtins
from typing import Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import field


class BaremetalNode(resources.Resource):
    """A machine of the baremetal service; the API has its numbers as text."""

    repr_keys = ('id',)
    id: str = field('ID')
    host: str = field()
    task_state: str = field()
    cpus: str = field('CPUs')
    memory_mb: str = field('Memory MB')
    disk_gb: str = field('Disk GB')
    interfaces: list[Any] = field()
    instance_uuid: str = field('Server ID', key='server_id')


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
        """One node by its id (administrators): ``GET /os-baremetal-nodes/{id}``.

        :raises NotFound: the resource does not exist.
        """
        return self._show('GET /os-baremetal-nodes/{id}', 'node', node)
