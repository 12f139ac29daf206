"""Arguments that narrow lists of nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import handlers, kinds, node_machine, refusals
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Arguments = Mapping[str, Any]

FILTERS: dict[str, kinds.Kind] = {
    'chassis_uuid': kinds.uuid, 'instance_uuid': kinds.uuid, 'associated': kinds.boolean,
    'maintenance': kinds.boolean, 'retired': kinds.boolean, 'provision_state': kinds.string,
    'driver': kinds.string, 'resource_class': kinds.string, 'fault': kinds.string,
    'conductor_group': kinds.string, 'conductor': kinds.string, 'owner': kinds.string,
    'description_contains': kinds.string, 'lessee': kinds.string, 'project': kinds.string,
    'shard': kinds.strings, 'sharded': kinds.boolean, 'include_children': kinds.boolean,
    'parent_node': kinds.string, 'instance_name': kinds.string,
}  # fmt: skip

GATES = {
    'driver': 16, 'resource_class': 21, 'fault': 42, 'conductor_group': 46, 'conductor': 49,
    'owner': 50, 'lessee': 65, 'shard': 82, 'sharded': 82, 'instance_name': 104,
    'include_children': 83, 'parent_node': 83,
}  # fmt: skip
"""The minor version that each came with; the others are refused in other words."""

OF_DETAILS = (
    'driver', 'resource_class', 'fault', 'conductor_group', 'owner', 'lessee', 'conductor', 'shard',
    'sharded', 'instance_name',
)  # fmt: skip
"""Those that the service looks at in a list with details."""

FAULTS = ('power failure', 'clean failure', 'rescue abort failure', 'service failure')


def check(arguments: Arguments, minor: float, names: Iterable[str]) -> None:
    """Refuse wrong values, and arguments that are too new.

    :param names: the arguments whose versions are looked at, in this order.
    :raises Refused: 400 or 406.
    """
    state, fault = arguments.get('provision_state'), arguments.get('fault')
    if state is not None and minor < 9:
        raise refusals.too_new()
    if state is not None and state not in node_machine.STATES:
        raise Refused(400, f'Provision state "{state}" is not valid')
    for name in names:
        if arguments.get(name) is not None and minor < GATES[name]:
            if name == 'instance_name':
                raise Refused(406, 'instance_name is not acceptable in this API version')
            raise refusals.too_new(GATES[name])
        if name == 'fault' and fault is not None and fault not in FAULTS:
            words = f'Unrecognized fault "{fault}" is specified, allowed faults are {FAULTS}'
            raise Refused(400, words)


def is_listed(arguments: Arguments, row: Row) -> bool:
    """Whether a node is what a query asks for."""
    node = row.document
    for name in FILTERS:
        value = arguments.get(name)
        if value is None:
            continue
        if name in _FLAGS:
            if value != _is_so(node, name):
                return False
        elif name in _EQUAL:
            if node.get(name) != value:
                return False
        elif not _fits(node, name, value):
            return False
    return _is_in_family(arguments, node)


def _is_so(node: dict[str, Any], name: str) -> bool:
    """Return a node's value of a yes-or-no filter."""
    field = {'associated': 'instance_uuid', 'sharded': 'shard'}.get(name, name)
    return bool(node.get(field))


def _fits(node: dict[str, Any], name: str, text: Any) -> bool:
    """Whether a node has a value in some other way than being equal to it."""
    if name == 'shard':
        return node.get('shard') in text
    if name == 'project':
        return text in (node.get('owner'), node.get('lessee'))
    if name == 'description_contains':
        description = node.get('description')
        return description is not None and text in description
    return name != 'conductor' or text in ('', handlers.CONDUCTOR)


def _is_in_family(arguments: Arguments, node: dict[str, object]) -> bool:
    """Whether a node is a child where children are wanted; usually they are not listed."""
    parent = arguments.get('parent_node')
    if parent is not None:
        return bool(node.get('parent_node') == parent)
    return bool(arguments.get('include_children')) or not node.get('parent_node')


_FLAGS = ('associated', 'maintenance', 'retired', 'sharded')
_EQUAL = (
    'instance_uuid', 'provision_state', 'driver', 'resource_class', 'fault', 'conductor_group',
    'owner', 'lessee', 'instance_name', 'chassis_uuid',
)  # fmt: skip
