"""Writable fields of nodes, by role and state."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.baremetal import bodies, hardware, kinds, views
from novaclient_mv.sandbox.baremetal.refusals import Refused

Document = dict[str, Any]

PATCHABLE = (
    'automated_clean', 'bios_interface', 'boot_interface', 'chassis_uuid', 'conductor_group',
    'console_interface', 'deploy_interface', 'description', 'disable_power_off', 'driver',
    'driver_info', 'extra', 'inspect_interface', 'instance_info', 'instance_name', 'instance_uuid',
    'lessee', 'maintenance', 'management_interface', 'name', 'network_data', 'network_interface',
    'owner', 'power_interface', 'properties', 'protected', 'protected_reason', 'raid_interface',
    'rescue_interface', 'resource_class', 'retired', 'retired_reason', 'shard',
    'storage_interface', 'vendor_interface', 'parent_node', 'firmware_interface',
)  # fmt: skip
"""In the order in which a refusal lists them."""

GATES = {name: views.NODE[name] for name in (*PATCHABLE, 'traits', 'allocation_uuid')}
"""The minor version of each field."""

FLAGS = ('automated_clean', 'disable_power_off', 'maintenance', 'protected', 'retired')
OBJECTS = ('driver_info', 'extra', 'instance_info', 'network_data', 'properties')

DEFAULTS: Document = {
    'automated_clean': None,
    'boot_mode': None,
    'clean_step': {},
    'conductor_group': '',
    'console_enabled': False,
    'deploy_step': {},
    'disable_power_off': False,
    'driver_info': {},
    'driver_internal_info': {},
    'extra': {},
    'instance_info': {},
    'instance_uuid': None,
    'maintenance': False,
    'network_data': {},
    'properties': {},
    'protected': False,
    'provision_state': 'enroll',
    'raid_config': {},
    'retired': False,
    'service_step': {},
    'target_raid_config': {},
    'traits': [],
    'history': [],
    'plan': [],
    **{f'{name}_interface': values[0] for name, values in hardware.INTERFACES.items()},
}

_TEXTS = ('conductor_group', 'lessee', 'name', 'owner', 'retired_reason', 'shard', 'boot_mode')

_LINKS: bodies.Schema = {
    'type': 'object',
    'required': ['links', 'networks', 'services'],
    'properties': {key: {'type': 'array'} for key in ('links', 'networks', 'services')},
}

SCHEMA = bodies.schema_of(
    ('driver',),
    driver=bodies.STRING,
    **dict.fromkeys(('driver_info', 'extra', 'instance_info', 'properties'), bodies.OBJECT),
    network_data={'anyOf': [{'type': 'null'}, {'type': 'object', 'maxProperties': 0}, _LINKS]},
    description=bodies.short(4096),
    instance_name={**bodies.TEXT, 'minLength': 1},
    parent_node=bodies.short(36),
    resource_class=bodies.short(80),
    secure_boot={'type': ['string', 'boolean', 'null']},
    **dict.fromkeys(('console_enabled', *FLAGS[:3], 'retired'), bodies.FLAG),
    **dict.fromkeys(_TEXTS, bodies.NAME),
    **dict.fromkeys(('chassis_uuid', 'instance_uuid', 'uuid'), bodies.UUID),
    **{f'{name}_interface': bodies.NAME for name in hardware.INTERFACES},
)
"""Of a new node."""

PATCH_SCHEMA = bodies.schema_of(
    ('driver', 'automated_clean', 'conductor_group', 'maintenance'),
    **SCHEMA['properties'] | {
        'protected': bodies.FLAG,
        'protected_reason': bodies.NAME,
        'conductor_group': bodies.STRING,
        'description': {**bodies.STRING, 'maxLength': 4096},
        'maintenance': {'type': ['string', 'boolean'], 'format': 'flag'},
        'network_data': _LINKS,
    },
)  # fmt: skip
"""Of a node that was changed."""

_DEPLOYMENT_STATES = ('active', 'rescue')
_CHANGEABLE = ('enroll', 'inspecting', 'inspect wait', 'manageable', 'available')


def check_values(document: Document) -> None:
    """Refuse values that no node can have, and bring those that it can into their form.

    :raises Refused: 400.
    """
    for name in FLAGS:
        if document.get(name) is not None:
            document[name] = kinds.flag(document[name])
    for name in OBJECTS:
        document[name] = document.get(name) or {}
    group = document.get('conductor_group') or ''
    hardware.check_driver(document['driver'], group)
    document['conductor_group'] = group.lower()
    for name, choices in hardware.INTERFACES.items():
        field = f'{name}_interface'
        if document.get(field) is None:
            document[field] = choices[0]
        hardware.check_interface(name, document[field])
    if document.get('instance_uuid') is not None:
        document['instance_uuid'] = document['instance_uuid'].lower()
    for name in ('local_gb', 'memory_mb'):
        size = document['properties'].get(name)
        if size is not None and not str(size).isdecimal():
            words = f'{name} of node {document["uuid"]} should be a non-negative integer, not'
            raise Refused(400, f'{words} {size}')


def check_change(old: Document, new: Document, names: set[str], removed: set[str]) -> None:
    """Refuse a change that the state of a node forbids.

    :param names: the fields of the patch, those that it takes away in ``removed``.
    :raises Refused: 400, 409.
    """
    uuid, state = new['uuid'], old['provision_state']
    for name in ('protected', 'retired'):
        if new.get(f'{name}_reason') and not new.get(name):
            raise Refused(400, f'The {name}_reason field can only be set when {name} is True')
    changed = []
    if old.get('resource_class') not in (None, new['resource_class']):
        changed.append('resource_class')
    if not old.get('maintenance'):
        fields = [f'{name}_interface' for name in sorted(hardware.INTERFACES)]
        changed += [
            field for field in fields if field in removed or (new[field] or None) != old.get(field)
        ]
    if changed and state not in _CHANGEABLE:
        words = f'Node {uuid} can not have {changed[0]} updated unless it is in one of allowed'
        words += f' ({", ".join(_CHANGEABLE)}) states or in maintenance mode. Current state is'
        raise Refused(409, f"{words} '{state}'.")
    if 'retired' in names and new['retired'] and state == 'available':
        words = f"Node {uuid} can not have 'retired' set in provision state 'available'"
        raise Refused(409, words)
    if 'protected' in names and new['protected'] and state not in _DEPLOYMENT_STATES:
        words = f"Node {uuid} can only be made protected in provision states 'active' or 'rescue',"
        raise Refused(409, f"{words} the current state is '{state}'")
    instance = old.get('instance_uuid')
    if instance and new.get('instance_uuid') not in (None, instance):
        raise Refused(409, f'Node {uuid} is associated with instance {instance}.')


def with_defaults(document: Document) -> Document:
    """A patched document with the defaults of fields that the patch took away."""
    defaults = {**DEFAULTS, 'disable_power_off': None, 'retired': None}
    restored = {name: defaults.get(name) for name in PATCHABLE if document.get(name) is None}
    return {**document, **restored}
