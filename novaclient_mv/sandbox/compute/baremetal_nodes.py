"""Nodes of the baremetal service, until clients were sent there with 2.36."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row


class BaremetalNodes(controller.ComputeController):
    """``/os-baremetal-nodes``"""

    @query_schema(schema_parts.UNREADABLE)
    def index(self) -> Response:
        nodes = baremetal_nodes.find_all(self.db)
        return self.answer({'nodes': [_facts(row) for row in nodes]})

    @query_schema(schema_parts.UNREADABLE)
    def show(self, id: str) -> Response:
        row = baremetal_nodes.find(self.db, id)
        if row is None:
            raise Fault(404, f'Node {id} could not be found.')
        ports = self.db.find('baremetal_port', parent=row.id)
        interfaces = [{'address': port.document['address']} for port in ports]
        instance = row.document.get('instance_uuid')
        facts = {**_facts(row), 'instance_uuid': instance, 'interfaces': interfaces}
        return self.answer({'node': facts})

    def refuse(self, body: Any = None, **variables: str) -> Response:
        """Refuse requests that only the baremetal service carries out."""
        raise Fault(400, 'Command not supported. Please use the baremetal service to do this.')

    create = delete = add_interface = remove_interface = refuse


def _facts(row: Row) -> dict[str, Any]:
    """Return a node as Compute shows it; its numbers are text."""
    properties = row.document['properties']
    return {
        'id': row.id,
        'host': 'IRONIC MANAGED',
        'task_state': row.document['provision_state'],
        'cpus': str(properties.get('cpus', 0)),
        'memory_mb': str(properties.get('memory_mb', 0)),
        'disk_gb': str(properties.get('local_gb', 0)),
        'interfaces': [],
    }
