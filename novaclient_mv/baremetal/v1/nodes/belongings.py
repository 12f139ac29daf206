"""Resources of a node: ports, port groups, volumes, its allocation, its child nodes."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1.nodes import sections
from novaclient_mv.services.filters import comma_separated

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1.allocations import Allocation
    from novaclient_mv.baremetal.v1.client import Client
    from novaclient_mv.baremetal.v1.nodes import Node
    from novaclient_mv.baremetal.v1.portgroups import PortGroup
    from novaclient_mv.baremetal.v1.ports import Port
    from novaclient_mv.baremetal.v1.volume_connectors import VolumeConnector
    from novaclient_mv.baremetal.v1.volume_targets import VolumeTarget


class NodeBelongings(sections.NodeSection[resources.R]):
    """The resources of one node, each from the manager of its own collection."""

    api: Client

    @versions.parameters(fields='1.8..', detail='1.43..')
    def list_ports(
        self, node: Node | str, detail: bool = False, fields: Sequence[str] | None = None
    ) -> builtins.list[Port]:
        """The ports of a node: ``GET /nodes/{id}/ports``."""
        return self._belongings('ports', node, detail, fields)

    @versions.wraps('1.24')
    @versions.parameters(detail='1.43..')
    def list_portgroups(
        self, node: Node | str, detail: bool = False, fields: Sequence[str] | None = None
    ) -> builtins.list[PortGroup]:
        """The port groups of a node: ``GET /nodes/{id}/portgroups``."""
        return self._belongings('portgroups', node, detail, fields)

    @versions.wraps('1.32')
    def list_volume_connectors(
        self, node: Node | str, detail: bool = False, fields: Sequence[str] | None = None
    ) -> builtins.list[VolumeConnector]:
        """The volume connectors of a node: ``GET /nodes/{id}/volume/connectors``."""
        return self._belongings('volume/connectors', node, detail, fields)

    @versions.wraps('1.32')
    def list_volume_targets(
        self, node: Node | str, detail: bool = False, fields: Sequence[str] | None = None
    ) -> builtins.list[VolumeTarget]:
        """The volume targets of a node: ``GET /nodes/{id}/volume/targets``."""
        return self._belongings('volume/targets', node, detail, fields)

    @versions.wraps('1.52')
    def get_allocation(self, node: Node | str) -> Allocation:
        """The allocation that a node was chosen for: ``GET /nodes/{id}/allocation``.

        :raises NotFound: the resource does not exist.
        """
        answer = self.send('GET /nodes/{id}/allocation', node)
        return self.api.allocations._resource(answer, resources.UNWRAPPED)

    @versions.wraps('1.52')
    def delete_allocation(self, node: Node | str) -> resources.TupleWithMeta:
        """Delete the allocation that a node was chosen for: ``DELETE /nodes/{id}/allocation``.

        :raises NotFound: the resource does not exist.
        """
        return self._put('DELETE /nodes/{id}/allocation', node)

    @versions.wraps('1.83')
    def list_children(self, node: Node | str) -> builtins.list[str]:
        """The UUIDs of the nodes that have this node for a parent: ``GET /nodes/{id}/children``."""
        return self._values('GET /nodes/{id}/children', 'children', node)

    def iterate_belongings(
        self, node: Node | str, path: str, query: Mapping[str, Any] | None = None
    ) -> Iterator[Any]:
        """The resources of a node of one kind, page by page while they are taken.

        :param path: of their list below the node, as in ``volume/connectors``.

        ``GET /nodes/{id}/{path}``
        """
        manager: resources.Manager[Any] = getattr(self.api, path.replace('/', '_'))
        key = path.rpartition('/')[2]
        # Ironic takes no names of nodes here.
        uuid = self.uuid_of(node)
        yield from manager._pages(f'GET /nodes/{{id}}/{path}', key, uuid, query=query or {})

    def _belongings(
        self, path: str, node: Node | str, detail: bool, fields: Sequence[str] | None
    ) -> builtins.list[Any]:
        query = {'fields': comma_separated(fields or ()), 'detail': detail or None}
        return resources.collected(self.iterate_belongings(node, path, query))

    def uuid_of(self, node: Node | str) -> str:
        """The UUID of a node; see the manager."""
        raise NotImplementedError
