"""The fields of a server, declared once for every output."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from novaclient_mv import resources
from novaclient_mv.resources import Time, field

POWER_STATES = {
    0: 'NOSTATE',
    1: 'Running',
    3: 'Paused',
    4: 'Shutdown',
    6: 'Crashed',
    7: 'Suspended',
}

_OBJECT = (dict, Mapping)
"""Types of JSON's objects; the usual one stands first, as its check is much faster."""


_SAME = ('vcpus', 'ram', 'disk', 'ephemeral', 'swap', 'extra_specs')
_FLAVOR = {'id': 'id', 'name': 'original_name'} | {key: key for key in _SAME}
_OF_FLAVOR = frozenset((*_FLAVOR.values(), 'links'))
_OF_IMAGE = frozenset(('id', 'properties', 'links'))
_ADDRESSES = resources.by_name(
    resources.known('addr', 'version', 'OS-EXT-IPS:type', 'OS-EXT-IPS-MAC:mac_addr')
)


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
    known = {key: flavor.get(name) for key, name in _FLAVOR.items()}
    return known | resources.beyond(flavor, _OF_FLAVOR)


def _image(server: Mapping[str, Any]) -> dict[str, Any] | None:
    """The image's id and, from 2.98, properties; ``None`` for a server that has no image."""
    image = server.get('image')
    if not isinstance(image, _OBJECT):
        return None
    known = {'id': image.get('id'), 'properties': image.get('properties')}
    return known | resources.beyond(image, _OF_IMAGE)


def fault_message(fault: object) -> object:
    """The message of a fault, whose details are a traceback."""
    return fault['message'] if isinstance(fault, dict) and fault.get('message') else fault


def _name_or_id(value: Mapping[str, Any] | None) -> str:
    return str((value or {}).get('name') or (value or {}).get('id') or '')


def _names_below(key: str) -> Callable[[Mapping[str, Any]], list[Any] | None]:
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


_OF_THE_HOST = (
    *('host', 'hypervisor_hostname', 'instance_name', 'hostname', 'reservation_id'),
    *('launch_index', 'kernel_id', 'ramdisk_id', 'root_device_name', 'user_data'),
)


class ServerFields(resources.Resource):
    """The fields of a server."""

    hidden_by: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(_OF_THE_HOST, 'os_compute_api:os-extended-server-attributes'),
        'host_status': 'os_compute_api:servers:show:host_status',
    }

    id: str = field('ID')
    name: str = field()
    tenant_id: str = field('Tenant ID', key='project_id')
    status: str = field()
    links: list[dict[str, str]]
    _task_state: str | None = field(path='OS-EXT-STS:task_state', cell=_state_cell)
    _power_state: int | None = field(path='OS-EXT-STS:power_state', cell=_power_cell)
    _vm_state: str = field(path='OS-EXT-STS:vm_state')
    _networks: dict[str, Any] = field(path=_addresses, cell=_networks_cell)
    addresses: dict[str, list[dict[str, Any]]] = field(shape=_ADDRESSES)
    flavor: dict[str, Any] = field(path=_flavor, cell=_name_or_id)
    image: dict[str, Any] | str = field(path=_image, cell=_name_or_id)
    user_id: str = field()
    created: Time = field()
    updated: Time = field()
    _launched_at: Time = field(path='OS-SRV-USG:launched_at')
    _terminated_at: Time | None = field(path='OS-SRV-USG:terminated_at')
    progress: int = field()
    metadata: dict[str, str] = field()
    hostId: str = field('Host ID', key='host_id')
    host_status: str = field(start_version='2.16')
    _availability_zone: str | None = field(path='OS-EXT-AZ:availability_zone')
    pinned_availability_zone: str | None = field(start_version='2.96')
    _host: str = field(path='OS-EXT-SRV-ATTR:host')
    _hypervisor_hostname: str = field(path='OS-EXT-SRV-ATTR:hypervisor_hostname')
    _instance_name: str | None = field(path='OS-EXT-SRV-ATTR:instance_name')
    _hostname: str = field(path='OS-EXT-SRV-ATTR:hostname', start_version='2.3')
    _reservation_id: str = field(path='OS-EXT-SRV-ATTR:reservation_id', start_version='2.3')
    _launch_index: int = field(path='OS-EXT-SRV-ATTR:launch_index', start_version='2.3')
    _kernel_id: str | None = field(path='OS-EXT-SRV-ATTR:kernel_id', start_version='2.3')
    _ramdisk_id: str | None = field(path='OS-EXT-SRV-ATTR:ramdisk_id', start_version='2.3')
    _root_device_name: str = field(path='OS-EXT-SRV-ATTR:root_device_name', start_version='2.3')
    _user_data: str | None = field(path='OS-EXT-SRV-ATTR:user_data', start_version='2.3')
    key_name: str | None = field()
    config_drive: str = field()
    _disk_config: str = field(path='OS-DCF:diskConfig')
    accessIPv4: str = field('Access IPv4', key='access_ip_v4')
    accessIPv6: str = field('Access IPv6', key='access_ip_v6')
    security_groups: list[dict[str, Any]] = field(
        path=_names_below('security_groups'), uses=(('security_groups', 'name'),), cell=_joined
    )
    _volumes_attached: list[Any] = field(
        path='os-extended-volumes:volumes_attached',
        shape=resources.known('id', 'delete_on_termination'),
    )
    fault: dict[str, Any] | None = field(
        shape=resources.known('code', 'created', 'message', 'details'),
        cell=resources.Brief(fault_message),
    )
    adminPass: str = field(key='admin_password')
    locked: bool = field(start_version='2.9')
    locked_reason: str | None = field(start_version='2.73')
    description: str | None = field(start_version='2.19')
    tags: list[str] = field(start_version='2.26', cell=_joined)
    trusted_image_certificates: list[str] | None = field(start_version='2.63')
    server_groups: list[str] = field(start_version='2.71', cell=_joined)
    scheduler_hints: dict[str, Any] = field(start_version='2.100')
