"""Operations of Bare Metal on nodes: create, list, change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functional_tests.drawn_requests import baremetal_pools as pools
from functional_tests.drawn_requests.baremetal_pools import Version
from functional_tests.drawn_requests.drawing import Draw
from functional_tests.drawn_requests.service import Operation, Parts, Query
from novaclient_mv.sandbox.baremetal import hardware, node_machine, views

Make = Callable[[Draw], Any]
_NETWORK_DATA = {'links': [], 'networks': [], 'services': []}


def _flag(draw: Draw) -> Any:
    return draw.one_of((True, False, True, False, 'true', 'no'))


def _text(draw: Draw) -> Any:
    return draw.one_of(('x', 'y z', '', None))


def _interface(name: str) -> Make:
    values = hardware.INTERFACES[name]
    return lambda draw: draw.one_of((*values, *values, None, 'nosuch'))


# Values of the fields that may be set, each with the version that brought it.
FIELDS: dict[str, tuple[int, Make]] = {
    'driver_info': (1, pools.extra),
    'extra': (1, pools.extra),
    'instance_info': (1, pools.extra),
    'properties': (1, lambda draw: {'cpus': 4, 'local_gb': '10'} | pools.extra(draw)),
    'instance_uuid': (1, lambda draw: draw.one_of((*pools.INSTANCES, None))),
    'chassis_uuid': (1, lambda draw: draw.one_of(pools.CHASSIS)),
    'maintenance': (1, _flag),
    'name': (5, lambda draw: draw.one_of((*pools.NODE_NAMES, 'other', None))),
    'resource_class': (21, lambda draw: draw.one_of((*pools.CLASSES, None))),
    'conductor_group': (46, lambda draw: draw.one_of(('', '', 'group'))),
    'automated_clean': (47, lambda draw: draw.one_of((True, False, None))),
    'protected': (48, _flag),
    'protected_reason': (48, _text),
    'owner': (50, lambda draw: draw.one_of((*pools.PROJECTS, None))),
    'description': (51, _text),
    'retired': (61, _flag),
    'retired_reason': (61, _text),
    'lessee': (65, lambda draw: draw.one_of((*pools.PROJECTS, None))),
    'network_data': (66, lambda draw: draw.one_of(({}, _NETWORK_DATA))),
    'shard': (82, lambda draw: draw.one_of(('s1', 's2', None))),
    'parent_node': (83, lambda draw: draw.one_of((*pools.NODES, None))),
    'disable_power_off': (95, _flag),
    'instance_name': (104, _text),
    **{
        f'{name}_interface': (views.NODE[f'{name}_interface'], _interface(name))
        for name in hardware.INTERFACES
    },
}  # fmt: skip
_UNSET_AT_FIRST = ('protected', 'maintenance', 'instance_uuid', 'parent_node', 'chassis_uuid')


def _fitting(version: Version) -> dict[str, tuple[int, Make]]:
    return {name: facts for name, facts in FIELDS.items() if facts[0] <= version[1]}


def create(draw: Draw, version: Version) -> Parts:
    """A new node."""
    number = draw.number(0, len(pools.NODES) - 1)
    body: dict[str, Any] = {'driver': 'fake-hardware'}
    if draw.chance(0.95):
        body['uuid'] = pools.NODES[number]
    if version[1] >= 5 and draw.chance(0.8):
        body['name'] = pools.NODE_NAMES[number]
    fitting = _fitting(version)
    for name in draw.some_of(fitting, 0, 3):
        if name not in _UNSET_AT_FIRST or draw.chance(0.3):
            body[name] = fitting[name][1](draw)
    # A new node has no traits yet, and takes no console.
    if draw.chance(0.05):
        body |= draw.one_of(({'traits': []}, {'console_enabled': True}, {'protected': True}))
    return Parts(body=body)


def update(draw: Draw, version: Version) -> Parts:
    """A change of a node."""
    fitting = _fitting(version)
    return Parts(
        {'id': pools.node(draw, version)},
        [('reset_interfaces', 'true')] if version[1] >= 45 and draw.chance(0.04) else [],
        patch(draw, {name: facts[1] for name, facts in fitting.items()}),
    )


def patch(draw: Draw, makers: dict[str, Make]) -> list[dict[str, Any]]:
    """Changes of some fields."""
    changes = []
    for name in draw.some_of(makers, 1, 2):
        op = draw.weighted(('replace', 'add', 'remove'), (5, 4, 1))
        change: dict[str, Any] = {'op': op, 'path': f'/{name}'}
        value = makers[name](draw)
        if isinstance(value, dict) and draw.chance(0.4):
            change['path'] += f'/{draw.one_of(("a", "b", "c/d"))}'
            value = draw.one_of(('x', 1, None, {}))
        if op != 'remove':
            change['value'] = value
        changes.append(change)
    return changes


FILTERS: dict[str, tuple[int, Callable[[Draw], str]]] = {
    'instance_uuid': (1, lambda draw: draw.one_of(pools.INSTANCES)),
    'chassis_uuid': (1, lambda draw: draw.one_of(pools.CHASSIS)),
    'associated': (1, lambda draw: draw.one_of(('true', 'false'))),
    'maintenance': (1, lambda draw: draw.one_of(('true', 'False', '1'))),
    'provision_state': (9, lambda draw: draw.one_of(('enroll', 'active', 'available'))),
    'driver': (16, lambda draw: draw.one_of(('fake-hardware', 'ipmi'))),
    'resource_class': (21, lambda draw: draw.one_of(pools.CLASSES)),
    'fault': (42, lambda draw: draw.one_of(('power failure', 'clean failure'))),
    'conductor_group': (46, lambda draw: draw.one_of(('', 'group'))),
    'conductor': (49, lambda draw: '{conductor:0}'),
    'owner': (50, lambda draw: draw.one_of(pools.PROJECTS)),
    'description_contains': (51, lambda draw: draw.one_of(('x', 'q'))),
    'retired': (61, lambda draw: draw.one_of(('true', 'false'))),
    'lessee': (65, lambda draw: draw.one_of(pools.PROJECTS)),
    'shard': (82, lambda draw: draw.one_of(('s1', 's1,s2'))),
    'sharded': (82, lambda draw: draw.one_of(('true', 'false'))),
    'include_children': (83, lambda draw: draw.one_of(('true', 'false'))),
    'parent_node': (83, lambda draw: draw.one_of(pools.NODES)),
    'instance_name': (104, lambda draw: 'x'),
}  # fmt: skip


def listed(draw: Draw, version: Version) -> Parts:
    """A list of nodes."""
    query: Query = pools.paging(draw, views.NODE, version, pools.NODES[0])
    fitting = [name for name, facts in FILTERS.items() if facts[0] <= version[1]]
    for name in draw.some_of(fitting, 0, 2):
        query.append((name, FILTERS[name][1](draw)))
    return Parts(query=query)


def detail(draw: Draw, version: Version) -> Parts:
    """A list of nodes with all their fields."""
    parts = listed(draw, version)
    parts.query = [pair for pair in parts.query if pair[0] not in ('fields', 'detail')]
    return parts


def of_node(draw: Draw, version: Version) -> Parts:
    """A node."""
    return Parts({'id': pools.node(draw, version)})


def show(draw: Draw, version: Version) -> Parts:
    """A node, some of its fields maybe."""
    parts = of_node(draw, version)
    parts.query = pools.fields(draw, views.NODE, version)
    return parts


_VERBS = {
    'manage': 4, 'provide': 4, 'active': 4, 'deleted': 2, 'inspect': 2, 'clean': 2, 'rebuild': 1,
    'rescue': 1, 'unrescue': 1, 'adopt': 1, 'abort': 1, 'service': 1, 'unhold': 0.3,
}  # fmt: skip


def provision(draw: Draw, version: Version) -> Parts:
    """A verb."""
    verbs = [
        verb
        for verb in _VERBS
        if node_machine.MINIMUM.get(verb, 1) <= version[1] or draw.chance(0.05)
    ]
    verb = draw.weighted(verbs, [_VERBS[verb] for verb in verbs])
    body: dict[str, Any] = {'target': verb}
    steps = [{'interface': 'bios', 'step': 'factory_reset'}]
    if draw.chance(0.3):
        steps = [{'interface': 'raid', 'step': 'create_configuration', 'args': {}}]
    if verb in ('clean', 'service') and draw.chance(0.95):
        body[f'{verb}_steps'] = steps
        if version[1] >= 108 and draw.chance(0.3):
            body['disable_ramdisk'] = _flag(draw)
    if verb == 'rescue' and draw.chance(0.9):
        body['rescue_password'] = 'secret'
    if verb in ('active', 'rebuild') and version[1] >= 56 and draw.chance(0.2):
        body['configdrive'] = draw.one_of(({'meta_data': {'a': 'b'}}, 'eA=='))
    if verb in ('active', 'rebuild') and version[1] >= 69 and draw.chance(0.1):
        body['deploy_steps'] = [
            {'interface': 'bios', 'step': 'factory_reset', 'priority': 100, 'args': {}}
        ]
    return Parts({'id': pools.node(draw, version)}, body=body)


def power(draw: Draw, version: Version) -> Parts:
    """A change of power."""
    targets = ['power on', 'power off', 'rebooting']
    if version[1] >= 27:
        targets += ['soft power off', 'soft rebooting']
    body: dict[str, Any] = {'target': draw.one_of(targets)}
    if version[1] >= 27 and draw.chance(0.2):
        body['timeout'] = draw.one_of((1, 10, 60))
    return Parts({'id': pools.node(draw, version)}, body=body)


def _body(make: Callable[[Draw, Version], Any]) -> Callable[[Draw, Version], Parts]:
    def made(draw: Draw, version: Version) -> Parts:
        return Parts({'id': pools.node(draw, version)}, body=make(draw, version))

    return made


def _raid(draw: Draw, version: Version) -> Any:
    disk = {'size_gb': draw.one_of((10, 100, 'MAX')), 'raid_level': draw.one_of(('0', '1', '5'))}
    return {'logical_disks': [disk]}


def _reason(draw: Draw, version: Version) -> Any:
    return draw.one_of(({'reason': 'x'}, {}, None))


_N = '/v1/nodes/{id}'
OPERATIONS = (
    Operation('POST /v1/nodes', create, 2.5),
    Operation('GET /v1/nodes', listed, 3),
    Operation('GET /v1/nodes/detail', detail, 1.5),
    Operation(f'GET {_N}', show, 3),
    Operation(f'PATCH {_N}', update, 5),
    Operation(f'DELETE {_N}', of_node, 0.4),
    Operation(f'GET {_N}/states', of_node, 1),
    Operation(f'PUT {_N}/states/provision', provision, 6),
    Operation(f'PUT {_N}/states/power', power, 1.5),
    Operation(f'GET {_N}/states/console', of_node, 0.3),
    Operation(f'PUT {_N}/states/console', _body(lambda d, v: {'enabled': _flag(d)}), 0.6),
    Operation(f'PUT {_N}/states/raid', _body(_raid), 1, (1, 12)),
    Operation(
        f'PUT {_N}/states/boot_mode', _body(lambda d, v: {'target': d.one_of(('uefi', 'bios'))}),
        0.7, (1, 76),
    ),
    Operation(
        f'PUT {_N}/states/secure_boot', _body(lambda d, v: {'target': _flag(d)}), 0.7, (1, 76)
    ),
    Operation(f'PUT {_N}/maintenance', _body(_reason), 1.2),
    Operation(f'DELETE {_N}/maintenance', of_node, 1.2),
    Operation(f'GET {_N}/validate', of_node, 0.6),
    Operation(f'GET {_N}/children', of_node, 0.5, (1, 83)),
)  # fmt: skip
