"""What the cloud says of a node, declared once for every output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv.resources import Field


def _traits(node: Mapping[str, Any]) -> list[str] | None:
    traits = node.get('traits')
    return traits if isinstance(traits, list) else None


def _joined(values: Iterable[object] | None) -> str:
    return ', '.join(str(value) for value in values or ())


def _interface(name: str, start_version: str) -> Field:
    title = {'bios': 'BIOS', 'raid': 'RAID'}.get(name, name.title())
    return Field(f'{name}_interface', f'{title} Interface', start_version=start_version)


FIELDS = (
    Field('uuid', 'UUID'),
    Field('name', start_version='1.5'),
    Field('instance_uuid', 'Instance UUID'),
    Field('power_state'),
    Field('provision_state', 'Provisioning State'),
    Field('maintenance', type='bool'),
    Field('target_power_state'),
    Field('target_provision_state', 'Target Provisioning State'),
    Field('last_error'),
    Field('maintenance_reason'),
    Field('driver'),
    Field('driver_info', type='dict'),
    Field('driver_internal_info', type='dict', start_version='1.3'),
    Field('properties', type='dict'),
    Field('extra', type='dict'),
    Field('instance_info', type='dict'),
    Field('chassis_uuid', 'Chassis UUID'),
    Field('console_enabled', type='bool'),
    Field('reservation'),
    Field('provision_updated_at', type='time'),
    Field('created_at', type='time'),
    Field('updated_at', type='time'),
    Field('inspection_finished_at', type='time', start_version='1.6'),
    Field('inspection_started_at', type='time', start_version='1.6'),
    Field('clean_step', type='dict', start_version='1.7'),
    Field('raid_config', 'RAID Config', type='dict', start_version='1.12'),
    Field('target_raid_config', 'Target RAID Config', type='dict', start_version='1.12'),
    _interface('network', '1.20'),
    Field('resource_class', start_version='1.21'),
    _interface('boot', '1.31'),
    _interface('console', '1.31'),
    _interface('deploy', '1.31'),
    _interface('inspect', '1.31'),
    _interface('management', '1.31'),
    _interface('power', '1.31'),
    _interface('raid', '1.31'),
    _interface('vendor', '1.31'),
    _interface('storage', '1.33'),
    Field(
        'traits', path=_traits, type='list', start_version='1.37', cell=_joined, uses=('traits',)
    ),
    _interface('rescue', '1.38'),
    _interface('bios', '1.40'),
    Field('fault', start_version='1.42'),
    Field('deploy_step', type='dict', start_version='1.44'),
    Field('conductor_group', start_version='1.46'),
    Field('automated_clean', type='bool', start_version='1.47'),
    Field('protected', type='bool', start_version='1.48'),
    Field('protected_reason', start_version='1.48'),
    Field('conductor', start_version='1.49'),
    Field('owner', start_version='1.50'),
    Field('description', start_version='1.51'),
    Field('allocation_uuid', 'Allocation UUID', start_version='1.52'),
    Field('retired', type='bool', start_version='1.61'),
    Field('retired_reason', start_version='1.61'),
    Field('lessee', start_version='1.65'),
    Field('network_data', type='dict', start_version='1.66'),
    Field('boot_mode', start_version='1.75'),
    Field('secure_boot', type='bool', start_version='1.75'),
    Field('shard', start_version='1.82'),
    Field('parent_node', start_version='1.83'),
    _interface('firmware', '1.86'),
    Field('service_step', type='dict', start_version='1.87'),
    Field('disable_power_off', type='bool', start_version='1.95'),
    Field('instance_name', start_version='1.104'),
    Field('health', start_version='1.109'),
)
LINKS = ('links', 'ports', 'portgroups', 'states', 'volume')
"""What the cloud says of a node beside its fields: where the rest of it is."""
