"""Operations of Bare Metal on collections besides nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from functional_tests.drawn_requests import baremetal_nodes as nodes
from functional_tests.drawn_requests import baremetal_pools as pools
from functional_tests.drawn_requests.baremetal_pools import Version
from functional_tests.drawn_requests.drawing import Draw
from functional_tests.drawn_requests.service import Operation, Parts
from novaclient_mv.sandbox.baremetal import views

Make = Callable[[Draw], Any]
Fields = dict[str, tuple[int, Make]]


def _of(*values: Any) -> Make:
    return lambda draw: draw.one_of(values)


_FLAG = _of(True, False, 'true', None)
_TEXT = _of('x', '', None)
_PORT: Fields = {
    'extra': (1, pools.extra),
    'internal_info': (18, pools.extra),
    'local_link_connection': (
        19, _of({}, {'switch_id': '0a:1b:2c:3d:4e:5f', 'port_id': 'e1', 'switch_info': 's'}),
    ),
    'pxe_enabled': (19, _FLAG),
    'portgroup_uuid': (24, _of(*pools.PORTGROUPS, None)),
    'physical_network': (34, _of('net', None)),
    'is_smartnic': (53, _FLAG),
    'name': (88, _of(*pools.PORT_NAMES)),
    'description': (97, _TEXT),
    'vendor': (100, _TEXT),
    'category': (101, _TEXT),
    'available_for_dynamic_portgroup': (111, _FLAG),
}  # fmt: skip
_PORTGROUP: Fields = {
    'address': (23, _of(*pools.MACS, None)),
    'extra': (23, pools.extra),
    'name': (23, _of(*pools.GROUP_NAMES)),
    'standalone_ports_supported': (23, _FLAG),
    'mode': (26, _of('802.3ad', 'active-backup', None)),
    'properties': (26, pools.extra),
    'physical_network': (102, _of('net', None)),
    'category': (103, _TEXT),
    'dynamic_portgroup': (111, _FLAG),
}
_STEPS = (
    {'interface': 'bios', 'step': 'factory_reset', 'args': {}},
    {'interface': 'raid', 'step': 'create_configuration', 'args': {'create_root_volume': True}},
    {'interface': 'bios', 'step': 'apply_configuration', 'args': {'settings': []}},
)


def _steps(order: str) -> Make:
    return lambda draw: [
        {**step, order: draw.one_of((0, 10, 150))} for step in draw.some_of(_STEPS, 1, 2)
    ]


def _plugins(*ops: tuple[str, Any]) -> Make:
    return lambda draw: [
        {'op': op, 'args': args} for op, args in draw.some_of(ops, 1, 2)
    ]  # fmt: skip


class Kind:
    """A collection.

    :param path: below ``/v1``.
    :param table: its fields with their first versions.
    :param required: what a body must have.
    :param optional: what it may have, with the version that brought it.
    :param patchable: what may be changed, where it is not all of that.
    :param filters: of a list.
    :param names: names that stand for ids.
    """

    def __init__(
        self,
        path: str,
        ids: Sequence[str],
        table: dict[str, int],
        required: dict[str, Make],
        optional: Fields,
        since: int,
        filters: Fields | None = None,
        names: Sequence[str] = (),
        detail: bool = False,
        weight: float = 1.0,
    ) -> None:
        self.ids, self.table, self.required, self.optional = ids, table, required, optional
        self.filters, self.names = filters or {}, names
        one = f'/v1/{path}/{{id}}'
        first = (1, since)
        self.operations = [
            Operation(f'POST /v1/{path}', self._create, 1.6 * weight, first),
            Operation(f'GET /v1/{path}', self._list, 1.2 * weight, first),
            Operation(f'GET {one}', self._show, 0.8 * weight, first),
            Operation(f'PATCH {one}', self._update, 1.4 * weight, first),
            Operation(f'DELETE {one}', self._one, 0.4 * weight, first),
        ]
        if detail:
            self.operations.append(
                Operation(f'GET /v1/{path}/detail', self._detail, 0.4 * weight, first)
            )

    def _ident(self, draw: Draw) -> str:
        is_named = bool(self.names) and draw.chance(0.2)
        return draw.one_of(self.names if is_named else self.ids)

    def _create(self, draw: Draw, version: Version) -> Parts:
        body = {name: make(draw) for name, make in self.required.items()}
        if draw.chance(0.95):
            body['uuid'] = draw.one_of(self.ids)
        fitting = [name for name, facts in self.optional.items() if facts[0] <= version[1]]
        body |= {name: self.optional[name][1](draw) for name in draw.some_of(fitting, 0, 3)}
        return Parts(body=body)

    def _list(self, draw: Draw, version: Version) -> Parts:
        query = pools.paging(draw, self.table, version, self.ids[0])
        fitting = [name for name, facts in self.filters.items() if facts[0] <= version[1]]
        query += [(name, self.filters[name][1](draw)) for name in draw.some_of(fitting, 0, 1)]
        return Parts(query=query)

    def _detail(self, draw: Draw, version: Version) -> Parts:
        parts = self._list(draw, version)
        parts.query = [pair for pair in parts.query if pair[0] not in ('fields', 'detail')]
        return parts

    def _one(self, draw: Draw, version: Version) -> Parts:
        return Parts({'id': self._ident(draw)})

    def _show(self, draw: Draw, version: Version) -> Parts:
        return Parts({'id': self._ident(draw)}, pools.fields(draw, self.table, version))

    def _update(self, draw: Draw, version: Version) -> Parts:
        makers = dict(self.required)
        makers |= {
            name: make for name, (least, make) in self.optional.items() if least <= version[1]
        }
        return Parts({'id': self._ident(draw)}, body=nodes.patch(draw, makers))


_NODE = _of(*pools.NODES)
_OF_NODE: Fields = {'node': (5, _of(*pools.NODES, *pools.NODE_NAMES))}
KINDS = (
    Kind(
        'ports', pools.PORTS, views.PORT, {'address': _of(*pools.MACS), 'node_uuid': _NODE}, _PORT,
        1, _OF_NODE | {
            'address': (1, _of(*pools.MACS)), 'portgroup': (24, _of(*pools.PORTGROUPS)),
            'shard': (82, _of('s1', 's2')), 'node_uuid': (1, _NODE),
            'conductor_groups': (99, _of('', 'group')),
        },
        pools.PORT_NAMES, True, 1.4,
    ),
    Kind(
        'portgroups', pools.PORTGROUPS, views.PORTGROUP, {'node_uuid': _NODE}, _PORTGROUP, 23,
        _OF_NODE | {'address': (23, _of(*pools.MACS))}, pools.GROUP_NAMES, True,
    ),
    Kind(
        'chassis', pools.CHASSIS, views.CHASSIS, {}, {
            'description': (1, _TEXT), 'extra': (1, pools.extra),
        }, 1, detail=True, weight=0.7,
    ),
    Kind(
        'allocations', pools.ALLOCATIONS, views.ALLOCATION,
        {'resource_class': _of(*pools.CLASSES)}, {
            'name': (52, _of(*pools.ALLOCATION_NAMES, '')), 'extra': (52, pools.extra),
            'candidate_nodes': (52, lambda draw: draw.some_of(pools.NODES, 1, 2)),
            'traits': (52, lambda draw: draw.some_of(pools.TRAITS, 0, 2)),
            'node': (58, _of(*pools.NODES)), 'owner': (60, _of(*pools.PROJECTS)),
        }, 52, {
            'node': (52, _NODE), 'resource_class': (52, _of(*pools.CLASSES)),
            'state': (52, _of('active', 'error', 'allocating')),
            'owner': (60, _of(*pools.PROJECTS)),
        }, pools.ALLOCATION_NAMES,
    ),
    Kind(
        'deploy_templates', pools.TEMPLATES, views.DEPLOY_TEMPLATE,
        {'name': _of('CUSTOM_A', 'CUSTOM_B'), 'steps': _steps('priority')},
        {'extra': (55, pools.extra)}, 55, names=('CUSTOM_A', 'CUSTOM_B'),
    ),
    Kind(
        'runbooks', pools.RUNBOOKS, views.RUNBOOK,
        {'name': _of('CUSTOM_A', 'CUSTOM_B'), 'steps': _steps('order')}, {
            'extra': (92, pools.extra), 'public': (92, _FLAG), 'disable_ramdisk': (92, _FLAG),
            # Nobody has a project there, and only a project's own runbooks may be made.
            'owner': (92, _of(None)), 'description': (112, _TEXT),
            # They have a path of their own, and no place in the body.
            'traits': (112, _of([])),
        }, 92, names=('CUSTOM_A', 'CUSTOM_B'),
    ),
    Kind(
        'inspection_rules', pools.RULES, views.INSPECTION_RULE,
        {'actions': _plugins(
            ('set-attribute', {'path': '/extra/x', 'value': 'y'}), ('fail', {'msg': 'no'}),
            ('log', {'msg': 'x', 'level': 'info'}),
        )}, {
            # Without conditions Ironic fails, and has the rule nevertheless.
            'conditions': (96, _plugins(
                ('eq', {'values': [1, 1]}), ('is-none', {'value': 'x'}),
                ('!is-true', {'value': 'x'}),
            )),
            'description': (96, _TEXT), 'priority': (96, _of(0, 10, 9999)),
            'sensitive': (96, _of(True, False)), 'phase': (96, _of('main', 'main', 'early')),
        }, 96, {'phase': (96, _of('main'))},
    ),
    Kind(
        'volume/connectors', pools.CONNECTORS, views.VOLUME_CONNECTOR,
        {'connector_id': _of('c1', 'c2'), 'type': _of('iqn', 'ip', 'mac'), 'node_uuid': _NODE},
        {'extra': (32, pools.extra)}, 32, {'node': (32, _NODE)}, weight=0.8,
    ),
    Kind(
        'volume/targets', pools.TARGETS, views.VOLUME_TARGET, {
            'boot_index': _of(0, 1), 'volume_id': _of('v1', 'v2'),
            'volume_type': _of('iscsi', 'fibre_channel'), 'node_uuid': _NODE,
        }, {'extra': (32, pools.extra), 'properties': (32, pools.extra)}, 32,
        {'node': (32, _NODE)}, weight=0.8,
    ),
)  # fmt: skip


def _nothing(draw: Draw, version: Version) -> Parts:
    return Parts()


def _driver(draw: Draw, version: Version) -> Parts:
    return Parts({'name': draw.one_of(('fake-hardware', 'fake-hardware', 'ipmi'))})


def _drivers(draw: Draw, version: Version) -> Parts:
    query = []
    if version[1] >= 30 and draw.chance(0.4):
        query.append(('type', draw.one_of(('dynamic', 'classic'))))
    if version[1] >= 30 and draw.chance(0.3):
        query.append(('detail', draw.one_of(('true', 'false'))))
    return Parts(query=query)


def _conductors(draw: Draw, version: Version) -> Parts:
    return Parts(query=pools.fields(draw, views.CONDUCTOR, version))


def _runbook_trait(draw: Draw, version: Version) -> Parts:
    return Parts({'id': draw.one_of(pools.RUNBOOKS), 'trait': draw.one_of(pools.TRAITS)})


def _runbook_traits(draw: Draw, version: Version) -> Parts:
    parts = _runbook_trait(draw, version)
    parts.body = {'traits': draw.some_of(pools.TRAITS, 0, 2)}
    return parts


def _lookup(draw: Draw, version: Version) -> Parts:
    return Parts(query=[draw.one_of((('node_uuid', pools.NODES[0]), ('addresses', pools.MACS[0])))])


def _heartbeat(draw: Draw, version: Version) -> Parts:
    body = {'callback_url': 'http://127.0.0.1:1/'} | draw.optional(
        agent_version=lambda: '1.0', agent_token=lambda: 'x'
    )
    return Parts({'id': pools.node(draw, version)}, body=body)


_INVENTORIES: tuple[dict[str, Any], ...] = (
    {}, {'interfaces': []}, {'interfaces': [{'mac_address': pools.MACS[0]}]},
    {'interfaces': [{'mac_address': 'x'}]},
)  # fmt: skip


def _events(draw: Draw, version: Version) -> Parts:
    event = {
        'event': draw.one_of(('network.bind_port', 'network.unbind_port', 'network.delete_port')),
        'port_id': pools.VIFS[0],
        'mac_address': pools.MACS[0],
        'status': 'ACTIVE',
    } | draw.optional(
        device_id=lambda: pools.NODES[0], **{'binding:host_id': lambda: pools.NODES[0]}
    )
    return Parts(body={'events': [event]})


def _one_of(pool: Sequence[str]) -> Callable[[Draw, Version], Parts]:
    return lambda draw, version: Parts({'id': draw.one_of(pool)})


OPERATIONS = (
    *(operation for kind in KINDS for operation in kind.operations),
    Operation('GET /', _nothing, 0.2),
    Operation('GET /v1', _nothing, 0.4),
    Operation('GET /v1/portgroups/{id}/ports', _one_of(pools.PORTGROUPS), 0.4, (1, 24)),
    Operation('GET /v1/chassis/{id}/nodes', _one_of(pools.CHASSIS), 0.4),
    Operation('GET /v1/drivers', _drivers, 0.3),
    Operation('GET /v1/drivers/{name}', _driver, 0.3),
    Operation('GET /v1/drivers/{name}/properties', _driver, 0.2),
    Operation('GET /v1/drivers/{name}/raid/logical_disk_properties', _driver, 0.2, (1, 12)),
    Operation('GET /v1/drivers/{name}/vendor_passthru/methods', _driver, 0.2),
    Operation('GET /v1/conductors', _conductors, 0.3, (1, 49)),
    Operation(
        'GET /v1/conductors/{hostname}', lambda draw, version: Parts({'hostname': '{conductor:0}'}),
        0.2, (1, 49),
    ),
    Operation('GET /v1/shards', _nothing, 0.3, (1, 82)),
    Operation('GET /v1/runbooks/{id}/traits', _runbook_trait, 0.3, (1, 112)),
    Operation('PUT /v1/runbooks/{id}/traits', _runbook_traits, 0.4, (1, 112)),
    Operation('DELETE /v1/runbooks/{id}/traits', _runbook_trait, 0.2, (1, 112)),
    Operation('PUT /v1/runbooks/{id}/traits/{trait}', _runbook_trait, 0.4, (1, 112)),
    Operation('DELETE /v1/runbooks/{id}/traits/{trait}', _runbook_trait, 0.2, (1, 112)),
    Operation('GET /v1/volume', _nothing, 0.2, (1, 32)),
    Operation('GET /v1/lookup', _lookup, 0.4, (1, 22)),
    Operation('POST /v1/heartbeat/{id}', _heartbeat, 0.4, (1, 22)),
    Operation(
        'POST /v1/continue_inspection',
        lambda draw, version: Parts(body={'inventory': draw.one_of(_INVENTORIES)}), 0.3,
        (1, 84),
    ),
    Operation('POST /v1/events', _events, 0.4, (1, 54)),
)  # fmt: skip
