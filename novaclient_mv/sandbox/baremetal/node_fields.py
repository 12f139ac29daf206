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

_SINCE = {name: views.NODE[name] for name in (*PATCHABLE, 'traits', 'allocation_uuid')}
GATES = dict(sorted(_SINCE.items(), key=lambda pair: (pair[1] == 31, pair[1])))
"""The minor version of each field, in the order in which the service reads them in a patch: those
of 1.31 are the last.
"""

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

_TEXTS = (
    'chassis_uuid', 'conductor_group', 'instance_uuid', 'lessee', 'name', 'owner',
    'retired_reason', 'shard', 'boot_mode',
)  # fmt: skip

NEW_FLAGS = ('automated_clean', 'console_enabled', 'disable_power_off', 'maintenance', 'retired')

_LONGEST_DESCRIPTION = 4096
NETWORK: bodies.Schema = {
    'type': 'object',
    'required': ['links', 'networks', 'services'],
    'properties': {key: {'type': 'array'} for key in ('links', 'networks', 'services')},
}

SCHEMA = bodies.schema_of(
    ('driver',),
    uuid=bodies.NAME,
    driver={'type': 'string'},
    **dict.fromkeys(('driver_info', 'extra', 'instance_info', 'properties'), bodies.OBJECT),
    network_data={'anyOf': [{'type': 'null'}, {'type': 'object', 'maxProperties': 0}, NETWORK]},
    description={'type': ['string', 'null'], 'maxLength': _LONGEST_DESCRIPTION},
    instance_name={'type': ['string', 'null'], 'minLength': 1, 'maxLength': 255},
    parent_node={'type': ['string', 'null'], 'maxLength': 36},
    resource_class={'type': ['string', 'null'], 'maxLength': 80},
    secure_boot=bodies.FLAG,
    **dict.fromkeys(NEW_FLAGS, bodies.FLAG),
    **dict.fromkeys(_TEXTS, bodies.NAME),
    **{f'{name}_interface': bodies.NAME for name in hardware.INTERFACES},
)
"""Of a new node."""

PATCH_SCHEMA: bodies.Schema = {
    **SCHEMA,
    'properties': {
        **SCHEMA['properties'],
        'protected': bodies.FLAG,
        'protected_reason': bodies.NAME,
    },
}
"""Of a node that was changed."""

VALUES: dict[str, kinds.Kind] = {
    name: kinds.uuid if name in ('chassis_uuid', 'instance_uuid', 'uuid') else kinds.boolean
    for name in sorted(('chassis_uuid', 'instance_uuid', 'uuid', *NEW_FLAGS))
}

_DEPLOYMENT_STATES = ('active', 'rescue')
_CHANGEABLE = ['enroll', 'inspecting', 'inspect wait', 'manageable', 'available']


def check_values(document: Document) -> None:
    """Refuse values that no node can have, and bring those that it can into their form.

    :raises Refused: 400.
    """
    take_flags(document)
    for name in OBJECTS:
        document[name] = document.get(name) or {}
    document['conductor_group'] = (document.get('conductor_group') or '').lower()
    for name, choices in hardware.INTERFACES.items():
        field = f'{name}_interface'
        if document.get(field) is None:
            document[field] = choices[0]
        hardware.check_interface(name, document[field])
    if document.get('instance_uuid') is not None:
        document['instance_uuid'] = bodies.uuid(document['instance_uuid'], 'instance_uuid')


def complete(document: Document) -> None:
    """Complete and check a new node.

    :raises Refused: 400.
    """
    for name in ('console_enabled', 'maintenance'):
        if document[name] is None:
            raise Refused(400, f'{name} cannot be null')
    check_driver(document)
    for name in PATCHABLE:
        if document.get(name) is None:
            document[name] = DEFAULTS.get(name)
    # An empty text is none, and any other one a yes.
    document['resource_class'] = document['resource_class'] or None
    if document.get('secure_boot') is not None:
        document['secure_boot'] = bool(document['secure_boot'])
    check_values(document)


def take_flags(document: Document) -> None:
    """Bring truth values into their form.

    :raises Refused: 400.
    """
    for name in FLAGS:
        if document.get(name) is not None:
            document[name] = bodies.flag(document[name], name)


def check_driver(document: Document) -> None:
    """Refuse a driver that no conductor has.

    :raises Refused: 400.
    """
    hardware.check_driver(document['driver'], document.get('conductor_group') or '')


def require_set(document: Document) -> None:
    """Refuse a patch that leaves fields without the value they need.

    :param document: without what the patch took away.
    :raises Refused: 400.
    """
    for name in ('conductor_group', 'maintenance'):
        if document.get(name) is None:
            raise Refused(400, f'{name} cannot be null')


def check_sizes(id: str, properties: Document) -> None:
    """Refuse properties that are to be whole numbers and are not.

    :raises Refused: 400.
    """
    wrong = [
        f'{name}={properties[name]}'
        for name in ('local_gb', 'memory_mb')
        if properties.get(name) is not None and not _is_size(properties[name])
    ]
    if wrong:
        words = 'should be non-negative integers, but provided values are'
        raise Refused(400, f'The following properties for node {id} {words}: {", ".join(wrong)}')


def _is_size(value: Any) -> bool:
    try:
        return int(value) >= 0
    except (TypeError, ValueError):
        return False


def check_change(
    uuid: str, old: Document, new: Document, names: set[str], removed: set[str]
) -> None:
    """Refuse a change that the state of a node forbids.

    :param names: the fields of the patch, those that it takes away in ``removed``.
    :raises Refused: 409.
    """
    state = old['provision_state']
    for name in ('protected', 'retired'):
        if new.get(f'{name}_reason') and not new.get(name):
            words = f'The {name}_reason field can only be set when {name} is True'
            raise Refused(400, words)
    had = old.get('resource_class')
    if had is not None and new['resource_class'] != had and state not in _CHANGEABLE:
        raise Refused(
            409,
            f'Node {uuid} can not have resource_class updated unless it is in one of allowed '
            f"({', '.join(_CHANGEABLE)}) states. Current state is '{state}'.",
        )
    is_free = state in _CHANGEABLE or old.get('maintenance')
    for field in (f'{name}_interface' for name in sorted(hardware.INTERFACES)):
        is_touched = field in removed or (new[field] or None) != old.get(field)
        if is_touched and not is_free:
            raise Refused(
                409,
                f'Node {uuid} can not have {field} updated unless it is in one of allowed '
                f'({", ".join(_CHANGEABLE)}) states or in maintenance mode. Current state is '
                f"'{state}'.",
            )
    if 'retired' in names and new['retired'] and state == 'available':
        words = f"Node {uuid} can not have 'retired' set in provision state 'available'"
        raise Refused(409, f"{words}, the current state is '{state}'")
    if 'protected' in names and new['protected'] and state not in _DEPLOYMENT_STATES:
        raise Refused(
            409,
            f"Node {uuid} can only be made protected in provision states 'active' or 'rescue', "
            f"the current state is '{state}'",
        )
    is_moved = old.get('instance_uuid') and new.get('instance_uuid')
    if is_moved and new['instance_uuid'] != old['instance_uuid']:
        words = f'Node {uuid} is associated with instance {old["instance_uuid"]}.'
        raise Refused(409, words)


def with_defaults(document: Document) -> Document:
    """A patched document with the defaults of fields that the patch took away."""
    defaults = {**DEFAULTS, 'disable_power_off': None, 'retired': None}
    restored = {name: defaults.get(name) for name in PATCHABLE if document.get(name) is None}
    return {**document, **restored}
