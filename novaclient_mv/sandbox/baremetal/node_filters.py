"""Arguments that narrow lists of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import bodies, collection, node_machine, refusals
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Request
    from novaclient_mv.sandbox.state.rows import Row, Session

FILTERS = (
    'instance_uuid', 'associated', 'maintenance', 'retired', 'provision_state', 'driver',
    'resource_class', 'fault', 'conductor_group', 'conductor', 'owner', 'lessee', 'project',
    'description_contains', 'shard', 'sharded', 'include_children', 'parent_node',
    'instance_name', 'chassis_uuid',
)  # fmt: skip

GATES = {
    'driver': 16, 'resource_class': 21, 'fault': 42, 'conductor_group': 46, 'conductor': 49,
    'owner': 50, 'lessee': 65, 'shard': 82, 'sharded': 82, 'include_children': 83,
    'parent_node': 83,
}  # fmt: skip
"""The minor version that each came with; the others are refused in other words."""

FAULTS = ('power failure', 'clean failure', 'rescue abort failure', 'service failure')


def check(request: Request, minor: float) -> None:
    """Refuse arguments that are too new, or whose values are wrong.

    :raises Refused: 406 or 400.
    """
    for name, least in GATES.items():
        if request.parameter(name) is not None and minor < least:
            raise refusals.too_new(least)
    if request.parameter('provision_state') is not None and minor < 9:
        raise refusals.too_new()
    if request.parameter('instance_name') is not None and minor < 104:
        raise Refused(406, 'instance_name is not acceptable in this API version')
    state = request.parameter('provision_state')
    if state is not None and state not in node_machine.STATES:
        raise Refused(400, f'Provision state "{state}" is not valid')
    fault = request.parameter('fault')
    if fault is not None and fault not in FAULTS:
        words = f'Unrecognized fault "{fault}" is specified, allowed faults are {FAULTS}'
        raise Refused(400, words)


def is_listed(request: Request, row: Row, session: Session) -> bool:
    """Whether a node is what a query asks for."""
    node = row.document
    for name, text in request.query:
        if name in _FLAGS:
            if bodies.flag(text, name) != _is_so(node, name):
                return False
        elif name in _EQUAL:
            if node.get(name) != text:
                return False
        elif not _fits(node, name, text):
            return False
    return _is_in_family(request, node, session)


def _is_so(node: dict[str, Any], name: str) -> bool:
    """Return a node's value of a yes-or-no filter."""
    field = {'associated': 'instance_uuid', 'sharded': 'shard'}.get(name, name)
    return bool(node.get(field))


def _fits(node: dict[str, Any], name: str, text: str) -> bool:
    """Whether a node has a value in some other way than being equal to it."""
    if name == 'shard':
        return node.get('shard') in text.split(',')
    if name == 'project':
        return text in (node.get('owner'), node.get('lessee'))
    if name == 'description_contains':
        return text in (node.get('description') or '')
    return name != 'conductor' or text == collection.CONDUCTOR


def _is_in_family(request: Request, node: dict[str, object], session: Session) -> bool:
    """Whether a node is a child where children are wanted; usually they are not listed."""
    parent = request.parameter('parent_node')
    if parent is not None:
        row = baremetal_nodes.find(session, parent)
        return row is not None and node.get('parent_node') == row.id
    children = request.parameter('include_children')
    if children is not None and bodies.flag(children, 'include_children'):
        return True
    return not node.get('parent_node')


_FLAGS = ('associated', 'maintenance', 'retired', 'sharded')
_EQUAL = (
    'instance_uuid', 'provision_state', 'driver', 'resource_class', 'fault', 'conductor_group',
    'owner', 'lessee', 'instance_name', 'chassis_uuid',
)  # fmt: skip
