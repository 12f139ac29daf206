"""The nodes of a new sandbox: one that waits, one that runs, one that was just enrolled."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import node_fields
from novaclient_mv.sandbox.state import baremetal_nodes, seed

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.contents import Contents
    from novaclient_mv.sandbox.state.rows import Session

_NODES: tuple[tuple[str, str, str | None], ...] = (
    ('metal-1', 'available', 'power off'),
    ('metal-2', 'active', 'power on'),
    ('metal-3', 'enroll', None),
)
_PROPERTIES = {'cpus': 8, 'memory_mb': 16384, 'local_gb': 100, 'cpu_arch': 'x86_64'}


def nodes(session: Session, contents: Contents) -> None:
    """Three nodes in three states, each with a port."""
    for number, (name, state, power) in enumerate(_NODES, 1):
        created = session.now - 20 * seed.DAY + number
        id = seed.fixed_id(f'baremetal node {name}')
        document: dict[str, Any] = {
            **copy.deepcopy(node_fields.DEFAULTS),
            'uuid': id,
            'name': name,
            'driver': 'fake-hardware',
            'provision_state': state,
            'power_state': power,
            'properties': dict(_PROPERTIES),
            'resource_class': 'baremetal',
            'ordinal': number,
        }
        if state == 'active':
            document['instance_uuid'] = seed.fixed_id(f'baremetal instance of {name}')
        session.insert(baremetal_nodes.KIND, id, document, name=name, created=created)
        port = {
            'address': f'52:54:00:00:00:{number:02x}',
            'node_uuid': id,
            'extra': {},
            'internal_info': {},
            'is_smartnic': False,
            'local_link_connection': {},
            'pxe_enabled': True,
            'available_for_dynamic_portgroup': True,
        }
        port_id = seed.fixed_id(f'baremetal port of {name}')
        session.insert('baremetal_port', port_id, port, parent=id, created=created)
