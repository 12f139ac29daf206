"""The rules that an operation of Ironic asks, where it documents several: seen on a running one."""

from __future__ import annotations

ALWAYS = 'always'
NEVER = 'never'

Row = tuple[str, str, str]
"""A rule without its prefix, when it is asked, and what a caller meets whom it refuses."""

_CHANGED = {
    'name': 'node:update:name',
    'driver': 'node:update:driver_interfaces',
    '*_interface': 'node:update:driver_interfaces',
    'driver_info': 'node:update:driver_info',
    'properties': 'node:update:properties',
    'chassis_uuid': 'node:update:chassis_uuid',
    'instance_uuid': 'node:update:instance_uuid',
    'lessee': 'node:update:lessee',
    'owner': 'node:update:owner',
    'network_data': 'node:update:network_data',
    'conductor_group': 'node:update:conductor_group',
    'retired': 'node:update:retired',
    'retired_reason': 'node:update:retired',
    'shard': 'node:update:shard',
    'parent_node': 'node:update:parent_node',
    'disable_power_off': 'node:update:disable_power_off',
    'extra': 'node:update_extra',
    'instance_info': 'node:update_instance_info',
    'instance_name': 'node:update_instance_info',
    'automated_clean=false': 'node:disable_cleaning',
}
"""Rules of ``PATCH /nodes/{}`` by the field that is changed, or by the value that it gets."""


def _changing(changed: dict[str, str], rest: str) -> list[Row]:
    fields: dict[str, list[str]] = {}
    for field, rule in changed.items():
        fields.setdefault(rule, []).append(field)
    rows = [(rule, f'body changes {", ".join(names)}', 'refused') for rule, names in fields.items()]
    return [*rows, (rest, 'body changes anything else', 'refused')]


def _list(kind: str, *further: Row) -> list[Row]:
    """A list of what is of all projects, or else of the caller's."""
    return [*_one_of(f'{kind}:list_all', f'{kind}:list'), *further]


def _one_of(first: str, other: str) -> list[Row]:
    """Two rules of which one is enough; a refusal names the other one."""
    return [(other, f'baremetal:{first} refuses', 'refused'), (first, ALWAYS, 'chooses')]


def _hiding(rule: str, *fields: str) -> list[Row]:
    return [(rule, ALWAYS, 'refused'), *((field, *('hidden fields',) * 2) for field in fields)]


_NODE = [f'node:get:{field}' for field in ('driver_info', 'driver_internal_info')]
_NODE += [f'node:get:{field}' for field in ('last_error', 'reservation')]
_VOLUMES = _list('volume', ('volume:get', 'baremetal:volume:list is no rule', 'refused'))
_PORT_GROUPS = _list(
    'portgroup', ('portgroup:get', 'baremetal:portgroup:list is no rule', 'refused')
)
_VOLUME = _hiding('volume:get', 'volume:view_target_properties')
_PROVISION: list[Row] = [
    ('node:set_provision_state', ALWAYS, 'refused'),
    ('node:set_provision_state:clean_steps', 'body has clean_steps', 'refused'),
    ('node:set_provision_state:service_steps', 'body has service_steps', 'refused'),
    ('runbook:use', 'body has runbook', 'refused'),
]

ASKED: dict[str, list[Row]] = {
    'GET /allocations': _list('allocation'),
    'POST /allocations': _one_of('allocation:create', 'allocation:create_restricted'),
    'PATCH /allocations/{}': [
        ('allocation:update', ALWAYS, 'refused'),
        ('allocation:create_pre_rbac', NEVER, 'refused'),
    ],
    'GET /nodes': _list('node'),
    'GET /nodes/detail': _list('node'),
    'GET /nodes/{}': [
        *_hiding('node:get', *_NODE),
        ('node:get:filter_threshold', NEVER, 'refused'),
    ],
    'POST /nodes': [
        ('node:create', ALWAYS, 'refused'),
        ('node:create:self_owned_node', 'baremetal:node:create refuses', 'refused'),
    ],
    'PATCH /nodes/{}': [
        *_changing(_CHANGED, 'node:update'),
        ('node:update_owner_provisioned', 'a provisioned node gets another owner', 'refused'),
    ],
    'DELETE /nodes/{}': _one_of('node:delete', 'node:delete:self_owned_node'),
    'PUT /nodes/{}/states/provision': _PROVISION,
    'GET /ports': _list('port'),
    'GET /ports/detail': _list('port'),
    'GET /portgroups': _PORT_GROUPS,
    'GET /portgroups/detail': _PORT_GROUPS,
    'GET /volume/connectors': _VOLUMES,
    'GET /volume/targets': _VOLUMES,
    'GET /nodes/{}/volume/connectors': _VOLUMES,
    'GET /nodes/{}/volume/targets': _VOLUMES,
    'GET /volume/connectors/{}': _VOLUME,
    'GET /volume/targets/{}': _VOLUME,
    'GET /runbooks': _list('runbook'),
    'PATCH /runbooks/{}': _changing(
        {'owner': 'runbook:update:owner', 'public': 'runbook:update:public'}, 'runbook:update'
    ),
    'GET /inspection_rules': [
        ('inspection_rule:get', ALWAYS, 'refused'),
        ('inspection_rule:list_all', NEVER, 'refused'),
    ],
}
"""Rules by operation, in the order in which Ironic names them."""


def rows() -> dict[str, list[list[str]]]:
    """The rows of the table, with the whole names of rules."""
    return {
        operation: [[f'baremetal:{rule}', when, effect] for rule, when, effect in asked]
        for operation, asked in ASKED.items()
    }
