"""Writable fields of nodes, by role and state."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.baremetal import bodies, hardware, json_patches, kinds, views
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
_NETWORK: bodies.Schema = {
    'type': 'object',
    'required': ['links', 'networks', 'services'],
    'properties': {key: {'type': 'array'} for key in ('links', 'networks', 'services')},
}

SCHEMA = bodies.schema_of(
    ('driver',),
    uuid=bodies.NAME,
    driver={'type': 'string'},
    **dict.fromkeys(('driver_info', 'extra', 'instance_info', 'properties'), bodies.OBJECT),
    network_data={'anyOf': [{'type': 'null'}, {'type': 'object', 'maxProperties': 0}, _NETWORK]},
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
_NETWORK_DATA = ('links', 'networks', 'services')


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

    :raises Refused: 400; 500 where the service fails.
    """
    for name in ('console_enabled', 'maintenance'):
        if document[name] is None:
            raise Refused(500, f"Field `{name}' cannot be None")
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


def check_new_values(patch: json_patches.Patch) -> None:
    """Refuse new values that are looked at before a node is, in the order of the service.

    :raises Refused: 400; 500 where the service fails.
    """
    for description in json_patches.values(patch, 'description'):
        if not hasattr(description, '__len__'):
            kind = type(description).__name__
            raise Refused(500, f"object of type '{kind}' has no len()")
        if len(description) > _LONGEST_DESCRIPTION:
            words = 'Cannot update node with description exceeding'
            raise Refused(400, f'{words} {_LONGEST_DESCRIPTION} characters')
    for network_data in json_patches.values(patch, 'network_data'):
        error = bodies.likeliest_error(_NETWORK, network_data)
        if error is not None:
            raise Refused(400, f'Invalid network_data: {error.message} ')
    # This one is read whatever becomes of it.
    for item in patch:
        if json_patches.roots([item]) == ['automated_clean'] and 'value' not in item:
            raise Refused(500, "'value'")


def require_set(document: Document) -> None:
    """Fail, as the service does, over fields that a patch leaves without the value they need.

    :param document: without what the patch took away.
    :raises Refused: 500.
    """
    if 'conductor_group' not in document:
        raise Refused(500, "'conductor_group'")
    if document['conductor_group'] is None:
        raise Refused(500, "'NoneType' object has no attribute 'lower'")
    if document.get('maintenance') is None:
        raise Refused(500, "Field `maintenance' cannot be None")


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


def check_network_data(network_data: Document) -> None:
    """Refuse network data that lacks a part, unless there is none at all.

    :raises Refused: 400.
    """
    for name in _NETWORK_DATA:
        if name not in network_data:
            raise Refused(400, f'Invalid network_data: {name!r} is a required property ')


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
