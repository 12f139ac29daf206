"""Virtual interfaces (VIFs) that are attached to a node (from 1.28)."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1.nodes import sections
from novaclient_mv.resources import field

if TYPE_CHECKING:
    from novaclient_mv.baremetal.v1.nodes import Node


class Vif(resources.Resource):
    """A virtual interface, as the network service knows it."""

    id: str = field('ID')


class NodeVifs(sections.NodeSection[resources.R]):
    """Virtual interfaces of one node."""

    @versions.wraps('1.28')
    def list_vifs(self, node: Node | str) -> builtins.list[Vif]:
        """The VIFs of a node: ``GET /nodes/{id}/vifs``."""
        answer = self.send('GET /nodes/{id}/vifs', node)
        rows = resources.member(answer, 'vifs', list)
        return resources.ListWithMeta((Vif(self, row, loaded=True) for row in rows), answer)

    @versions.wraps('1.28')
    @versions.parameters(port_uuid='1.67..', portgroup_uuid='1.67..')
    def attach_vif(
        self,
        node: Node | str,
        vif: str,
        port_uuid: str | None = None,
        portgroup_uuid: str | None = None,
        info: Mapping[str, Any] | None = None,
    ) -> resources.TupleWithMeta:
        """Attach a VIF to a node: ``POST /nodes/{id}/vifs``.

        :param vif: its id.
        :param port_uuid: the port to attach it to (from 1.67); ``portgroup_uuid`` likewise.
        :param info: further keys for the network interface of the node.
        """
        fields = {'id': vif, 'port_uuid': port_uuid, 'portgroup_uuid': portgroup_uuid}
        body = {**(info or {}), **resources.without_none(fields)}
        return self._put('POST /nodes/{id}/vifs', node, body=body)

    @versions.wraps('1.28')
    def detach_vif(self, node: Node | str, vif: str) -> resources.TupleWithMeta:
        """Detach a VIF from a node: ``DELETE /nodes/{id}/vifs/{vif}``."""
        return self._put('DELETE /nodes/{id}/vifs/{vif}', node, vif)
