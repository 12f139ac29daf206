"""What the cloud says of a server, declared once for every output."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from novaclient_mv.resources import Field

POWER_STATES = {
    0: 'NOSTATE',
    1: 'Running',
    3: 'Paused',
    4: 'Shutdown',
    6: 'Crashed',
    7: 'Suspended',
}

_OBJECT = (dict, Mapping)
"""What JSON's objects are; the usual type stands first, as it is told apart much faster."""


def networks_of(server: Mapping[str, Any]) -> dict[str, list[str]]:
    """Name of each network to the server's addresses on it."""
    networks: dict[str, list[str]] = {}
    addresses = server.get('addresses')
    if not isinstance(addresses, _OBJECT):
        return networks
    for name in sorted(addresses):
        networks[name] = [
            str(address.get('addr')) for address in addresses[name] if isinstance(address, dict)
        ]
    return networks


def _addresses(server: Mapping[str, Any]) -> dict[str, list[str]] | None:
    return networks_of(server) if 'addresses' in server else None


def _networks_cell(networks: Mapping[str, Iterable[str]] | None) -> str:
    return '; '.join(
        f'{name}={", ".join(addresses)}' for name, addresses in (networks or {}).items()
    )


def _power_cell(state: object) -> str:
    return POWER_STATES.get(state, 'N/A') if isinstance(state, int) else 'N/A'


def _state_cell(state: object) -> str:
    return 'N/A' if state is None else str(state)


def _flavor(server: Mapping[str, Any]) -> dict[str, Any] | None:
    """The flavor in one shape: a link with an id before 2.47, the flavor's fields from there."""
    flavor = server.get('flavor')
    if not isinstance(flavor, _OBJECT):
        return None
    return {
        'id': flavor.get('id'),
        'name': flavor.get('original_name'),
        'vcpus': flavor.get('vcpus'),
        'ram': flavor.get('ram'),
        'disk': flavor.get('disk'),
        'ephemeral': flavor.get('ephemeral'),
        'swap': flavor.get('swap'),
        'extra_specs': flavor.get('extra_specs'),
    }


def _image(server: Mapping[str, Any]) -> dict[str, Any] | None:
    """The image's id and, from 2.98, properties; ``None`` for a server that has no image."""
    image = server.get('image')
    if not isinstance(image, _OBJECT):
        return None
    return {'id': image.get('id'), 'properties': image.get('properties')}


def _names(key: str) -> Callable[[Mapping[str, Any]], list[Any] | None]:
    def read(server: Mapping[str, Any]) -> list[Any] | None:
        groups = server.get(key)
        return (
            None
            if groups is None
            else [group.get('name') for group in groups if isinstance(group, _OBJECT)]
        )

    return read


def _joined(values: Iterable[object] | None) -> str:
    return ', '.join(str(value) for value in values or ())


FIELDS = (
    Field('id', 'ID'),
    Field('name'),
    Field('project_id', 'Tenant ID', path='tenant_id'),
    Field('status'),
    Field('task_state', path='OS-EXT-STS:task_state', cell=_state_cell),
    Field('power_state', path='OS-EXT-STS:power_state', type='int', cell=_power_cell),
    Field('vm_state', path='OS-EXT-STS:vm_state'),
    Field('networks', path=_addresses, type='dict', cell=_networks_cell, uses=()),
    Field('addresses', type='dict'),
    Field('flavor', path=_flavor, type='dict', uses=('flavor',)),
    Field('image', path=_image, type='dict', uses=('image',)),
    Field('user_id'),
    Field('created', type='time'),
    Field('updated', type='time'),
    Field('launched_at', path='OS-SRV-USG:launched_at', type='time'),
    Field('terminated_at', path='OS-SRV-USG:terminated_at', type='time'),
    Field('progress', type='int'),
    Field('metadata', type='dict'),
    Field('host_id', 'Host ID', path='hostId'),
    Field('host_status', start_version='2.16'),
    Field('availability_zone', path='OS-EXT-AZ:availability_zone'),
    Field('pinned_availability_zone', start_version='2.96'),
    Field('host', path='OS-EXT-SRV-ATTR:host'),
    Field('hypervisor_hostname', path='OS-EXT-SRV-ATTR:hypervisor_hostname'),
    Field('instance_name', path='OS-EXT-SRV-ATTR:instance_name'),
    Field('hostname', path='OS-EXT-SRV-ATTR:hostname', start_version='2.3'),
    Field('reservation_id', path='OS-EXT-SRV-ATTR:reservation_id', start_version='2.3'),
    Field('launch_index', path='OS-EXT-SRV-ATTR:launch_index', type='int', start_version='2.3'),
    Field('kernel_id', path='OS-EXT-SRV-ATTR:kernel_id', start_version='2.3'),
    Field('ramdisk_id', path='OS-EXT-SRV-ATTR:ramdisk_id', start_version='2.3'),
    Field('root_device_name', path='OS-EXT-SRV-ATTR:root_device_name', start_version='2.3'),
    Field('user_data', path='OS-EXT-SRV-ATTR:user_data', start_version='2.3'),
    Field('key_name'),
    Field('config_drive'),
    Field('disk_config', path='OS-DCF:diskConfig'),
    Field('access_ip_v4', 'Access IPv4', path='accessIPv4'),
    Field('access_ip_v6', 'Access IPv6', path='accessIPv6'),
    Field(
        'security_groups',
        path=_names('security_groups'),
        type='list',
        cell=_joined,
        uses=('security_groups',),
    ),
    Field('volumes_attached', path='os-extended-volumes:volumes_attached', type='list'),
    Field('fault', type='dict'),
    Field('admin_password', path='adminPass'),
    Field('locked', type='bool', start_version='2.9'),
    Field('locked_reason', start_version='2.73'),
    Field('description', start_version='2.19'),
    Field('tags', type='list', start_version='2.26', cell=_joined),
    Field('trusted_image_certificates', type='list', start_version='2.63'),
    Field('server_groups', type='list', start_version='2.71', cell=_joined),
    Field('scheduler_hints', type='dict', start_version='2.100'),
)
