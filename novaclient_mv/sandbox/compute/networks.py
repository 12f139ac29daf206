"""Networks, until clients were sent to the network service with 2.36."""

from __future__ import annotations

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row

# What networks of the Compute service itself had; those of the network service show none of it.
_GONE = (
    'broadcast', 'cidr', 'cidr_v6', 'dns1', 'dns2', 'gateway', 'gateway_v6', 'netmask',
    'netmask_v6',
)  # fmt: skip
_GONE_OF_ADMINISTRATORS = (
    'bridge', 'bridge_interface', 'created_at', 'deleted', 'deleted_at', 'dhcp_server',
    'dhcp_start', 'enable_dhcp', 'host', 'injected', 'mtu', 'multi_host', 'priority', 'project_id',
    'rxtx_base', 'share_address', 'updated_at', 'vlan', 'vpn_private_address',
    'vpn_public_address', 'vpn_public_port',
)  # fmt: skip


class Networks(controller.ComputeController):
    """``/os-networks`` and ``/os-tenant-networks``"""

    @query_schema(schema_parts.UNREADABLE)
    def index(self) -> Response:
        return self.answer({'networks': [self._network_view(row) for row in self._visible()]})

    @query_schema(schema_parts.UNREADABLE)
    def show(self, id: str) -> Response:
        return self.answer({'network': self._network_view(self._find(id))})

    @query_schema(schema_parts.UNREADABLE)
    def index_of_project(self) -> Response:
        return self.answer({'networks': [_short_view(row) for row in self._visible()]})

    @query_schema(schema_parts.UNREADABLE)
    def show_of_project(self, id: str) -> Response:
        return self.answer({'network': _short_view(self._find(id))})

    def _visible(self) -> list[Row]:
        return [
            row
            for row in self.db.find('network')
            if row.document['shared']
            or row.project == self.context.project_id
            or self.context.is_admin
        ]

    def _find(self, id: str) -> Row:
        row = self.db.get('network', id)
        is_external = row is not None and row.document['router:external']
        if row is None or not (
            is_external or row.id in {visible.id for visible in self._visible()}
        ):
            raise Fault(404, 'Network not found')
        return row

    def _network_view(self, row: Row) -> dict[str, object]:
        gone = _GONE + _GONE_OF_ADMINISTRATORS if self.context.is_admin else _GONE
        return {**dict.fromkeys(gone), 'id': row.id, 'label': row.name}


def _short_view(row: Row) -> dict[str, object]:
    return {'id': row.id, 'label': row.name, 'cidr': 'None'}
