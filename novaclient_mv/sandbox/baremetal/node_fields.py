"""Writable fields of nodes, by role and state."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.baremetal import bodies, hardware, json_patches, views
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

GATES = {name: views.NODE[name] for name in PATCHABLE} | {'traits': 37, 'allocation_uuid': 52}

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
    'chassis_uuid', 'conductor_group', 'description', 'instance_name', 'instance_uuid', 'lessee',
    'name', 'owner', 'parent_node', 'protected_reason', 'resource_class', 'retired_reason',
    'shard',
)  # fmt: skip

SCHEMA = bodies.schema_of(
    ('driver',),
    uuid=bodies.NAME,
    driver={'type': 'string'},
    driver_internal_info=bodies.OBJECT,
    **dict.fromkeys(OBJECTS, bodies.OBJECT),
    **dict.fromkeys(FLAGS, bodies.FLAG),
    **{name: {'type': ['string', 'null'], 'maxLength': 4096} for name in _TEXTS},
    **{f'{name}_interface': bodies.NAME for name in hardware.INTERFACES},
)

_DEPLOYMENT_STATES = ('active', 'rescue')
_CHANGEABLE = ['enroll', 'inspecting', 'inspect wait', 'manageable', 'available']
_NETWORK_DATA = ('links', 'networks', 'services')


def check_values(document: Document) -> None:
    """Refuse values that no node can have, and bring those that it can into their form.

    :raises Refused: 400.
    """
    for name in FLAGS:
        if document.get(name) is not None:
            document[name] = bodies.flag(document[name], name)
    for name in OBJECTS:
        document[name] = document.get(name) or {}
    document['conductor_group'] = (document.get('conductor_group') or '').lower()
    hardware.check_driver(document['driver'], document['conductor_group'])
    for name, choices in hardware.INTERFACES.items():
        field = f'{name}_interface'
        document[field] = document.get(field) or choices[0]
        hardware.check_interface(name, document[field])
    if document.get('instance_uuid') is not None:
        document['instance_uuid'] = bodies.uuid(document['instance_uuid'], 'instance_uuid')
    for name in ('protected', 'retired'):
        if document.get(f'{name}_reason') is not None and not document.get(name):
            words = f'The {name}_reason field can only be set when {name} is True'
            raise Refused(400, words)


def check_network_data(network_data: Document) -> None:
    """Refuse network data that lacks a part, unless there is none at all.

    :raises Refused: 400.
    """
    for name in _NETWORK_DATA:
        if name not in network_data:
            raise Refused(400, f'Invalid network_data: {name!r} is a required property ')


def check_change(uuid: str, old: Document, new: Document, names: set[str]) -> None:
    """Refuse a change that the state of a node forbids.

    :raises Refused: 409.
    """
    state = old['provision_state']
    if new['resource_class'] != old.get('resource_class') and state not in _CHANGEABLE:
        raise Refused(
            409,
            f'Node {uuid} can not have resource_class updated unless it is in one of allowed '
            f"({', '.join(_CHANGEABLE)}) states. Current state is '{state}'.",
        )
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


def dropped(patch: json_patches.Patch, document: Document) -> None:
    """Bring back the defaults of fields that a patch took away.

    :raises Refused: 400: a field that must have a value.
    """
    if json_patches.is_removed(patch, 'driver'):
        raise Refused(400, "Schema error for patch: 'driver' is a required property")
    for name in PATCHABLE:
        if document.get(name) is None:
            document[name] = DEFAULTS.get(name)
    if not document.get('protected'):
        document['protected_reason'] = document.get('protected_reason')
