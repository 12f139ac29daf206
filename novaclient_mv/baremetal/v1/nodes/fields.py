"""The fields of a node, declared once for every output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv import resources
from novaclient_mv.resources import Time, field


def _traits(node: Mapping[str, Any]) -> list[str] | None:
    traits = node.get('traits')
    return traits if isinstance(traits, list) else None


def _joined(values: Iterable[object] | None) -> str:
    return ', '.join(str(value) for value in values or ())


class NodeFields(resources.Resource):
    """The fields of a node."""

    uuid: str = field('UUID')
    name: str | None = field(start_version='1.5')
    instance_uuid: str | None = field('Instance UUID')
    power_state: str | None = field()
    provision_state: str | None = field('Provisioning State')
    maintenance: bool = field()
    target_power_state: str | None = field()
    target_provision_state: str | None = field('Target Provisioning State')
    last_error: str | None = field()
    maintenance_reason: str | None = field()
    driver: str = field()
    driver_info: dict[str, Any] = field()
    driver_internal_info: dict[str, Any] = field(start_version='1.3')
    properties: dict[str, Any] = field()
    extra: dict[str, Any] = field()
    instance_info: dict[str, Any] = field()
    chassis_uuid: str | None = field('Chassis UUID')
    console_enabled: bool = field()
    reservation: str | None = field()
    provision_updated_at: Time | None = field()
    created_at: Time = field()
    updated_at: Time | None = field()
    inspection_finished_at: Time | None = field(start_version='1.6')
    inspection_started_at: Time | None = field(start_version='1.6')
    clean_step: dict[str, Any] = field(start_version='1.7')
    raid_config: dict[str, Any] = field('RAID Config', start_version='1.12')
    target_raid_config: dict[str, Any] = field('Target RAID Config', start_version='1.12')
    network_interface: str = field(start_version='1.20')
    resource_class: str = field(start_version='1.21')
    boot_interface: str = field(start_version='1.31')
    console_interface: str = field(start_version='1.31')
    deploy_interface: str = field(start_version='1.31')
    inspect_interface: str = field(start_version='1.31')
    management_interface: str = field(start_version='1.31')
    power_interface: str = field(start_version='1.31')
    raid_interface: str = field('RAID Interface', start_version='1.31')
    vendor_interface: str = field(start_version='1.31')
    storage_interface: str = field(start_version='1.33')
    traits: list[str] = field(path=_traits, start_version='1.37', cell=_joined)
    rescue_interface: str = field(start_version='1.38')
    bios_interface: str = field('BIOS Interface', start_version='1.40')
    fault: str | None = field(start_version='1.42')
    deploy_step: dict[str, Any] = field(start_version='1.44')
    conductor_group: str | None = field(start_version='1.46')
    automated_clean: bool | None = field(start_version='1.47')
    protected: bool = field(start_version='1.48')
    protected_reason: str | None = field(start_version='1.48')
    conductor: str | None = field(start_version='1.49')
    owner: str | None = field(start_version='1.50')
    description: str | None = field(start_version='1.51')
    allocation_uuid: str | None = field('Allocation UUID', start_version='1.52')
    retired: bool = field(start_version='1.61')
    retired_reason: str | None = field(start_version='1.61')
    lessee: str | None = field(start_version='1.65')
    network_data: dict[str, Any] | None = field(start_version='1.66')
    boot_mode: str | None = field(start_version='1.75')
    secure_boot: bool | None = field(start_version='1.75')
    shard: str | None = field(start_version='1.82')
    parent_node: str | None = field(start_version='1.83')
    firmware_interface: str = field(start_version='1.86')
    service_step: dict[str, Any] = field(start_version='1.87')
    disable_power_off: bool = field(start_version='1.95')
    instance_name: str | None = field(start_version='1.104')
    health: str | None = field(start_version='1.109')


LINKS = ('links', 'ports', 'portgroups', 'states', 'volume')
"""Keys of a node beside its fields: links to its parts."""
