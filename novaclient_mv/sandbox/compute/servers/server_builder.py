"""Makes servers: the document of a new one, and the states that it goes through."""

from __future__ import annotations

import re
import secrets
import uuid
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute.servers import server_history, server_states
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.state import addresses

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

Document = dict[str, Any]


def flavor_snapshot(flavor: Row) -> Document:
    """Return a server's copy of its flavor, as answers show it; later changes do not reach it."""
    facts = flavor.document
    return {
        **{key: facts[key] for key in ('vcpus', 'ram', 'disk', 'ephemeral', 'swap')},
        'original_name': flavor.name,
        'extra_specs': dict(facts['extra_specs']),
    }


def image_snapshot(image: Row, flavor: Document) -> Document:
    """Return a server's copy of its image, without the keys of images.

    :param flavor: of the server, no disk of which may ever be smaller from now on.
    """
    properties = {
        key: value
        for key, value in image.document.get('properties', {}).items()
        if key not in ('kernel_id', 'ramdisk_id')
    }
    return {'id': image.id, 'properties': properties, 'min_disk': flavor['disk']}


def disk_config_of(image: Row | None) -> str:
    """Return the default of a server's disk config: that of its image."""
    properties = image.document.get('properties', {}) if image else {}
    return 'AUTO' if schema_parts.is_true(properties.get('auto_disk_config', False)) else 'MANUAL'


def document(user: str, flavor: Row, image: Row | None, now: float) -> Document:
    """A new server as nobody asked for anything special.

    What answers show without change has their shape: lists are long, and only copy it.
    """
    return {
        'user_id': user,
        'vm_state': 'building',
        'task_state': 'scheduling',
        'power_state': server_states.NO_STATE,
        'progress': 0,
        'host': None,
        'availability_zone': None,
        'hostname': '',
        'reservation_id': reservation_id(),
        'launch_index': 0,
        'kernel_id': '',
        'ramdisk_id': '',
        'root_device_name': None,
        'user_data': None,
        'pinned_availability_zone': None,
        'launched': None,
        'terminated': None,
        'updated': now,
        'access_ip_v4': '',
        'access_ip_v6': '',
        'addresses': {},
        'config_drive': '',
        'flavor_id': flavor.id,
        'flavor': flavor_snapshot(flavor),
        'image': image_snapshot(image, flavor.document) if image else None,
        'key_name': None,
        'metadata': {},
        'tags': [],
        'description': None,
        'locked_by': None,
        'locked_reason': None,
        'trusted_image_certificates': None,
        'volumes': [],
        'security_groups': [{'name': 'default'}],
        'server_groups': [],
        'disk_config': 'MANUAL',
        'scheduler_hints': {},
        'fault': None,
    }


def running(now: float, host: str, zone: str = 'nova') -> Document:
    """Return the changes when a server has been built."""
    return {
        'vm_state': 'active',
        'task_state': None,
        'power_state': server_states.RUNNING,
        'host': host,
        'availability_zone': zone,
        'launched': now,
        'root_device_name': '/dev/vda',
        'progress': 0,
    }


def reservation_id() -> str:
    """The id that servers of one request share."""
    return f'r-{secrets.token_hex(4)}'


def hostname_of(name: str, id: str) -> str:
    """The host name that a server gets from its name."""
    # Letters beyond Latin-1 are left out, as is whatever else has no place in such a name.
    text = name.encode('latin-1', 'ignore').decode('latin-1')
    text = re.sub('[ _.]', '-', text)
    text = re.sub(r'[^\w-]+', '', text).lower().strip('-')
    return text[:63].strip('-') or f'Server-{id}'


def private_network(session: Session) -> Row | None:
    """The network that a server gets an address in when nobody names one."""
    networks = (row for row in session.find('network') if not row.document['router:external'])
    return session.one('network', name='private') or next(networks, None)


def add_port(
    session: Session,
    server: str,
    project: str,
    network: Row,
    now: float,
    *,
    address: str | None = None,
    tag: str | None = None,
) -> Document:
    """A port of a server in a network; returns its address as the server's document keeps it."""
    subnet = session.get('subnet', network.document['subnets'][0])
    assert subnet is not None
    id = str(uuid.uuid4())
    facts: Document = {
        'network_id': network.id,
        'device_id': server,
        'device_owner': 'compute:nova',
        'status': 'ACTIVE',
        'admin_state_up': True,
        'security_groups': [],
        'tag': tag,
    }
    number = session.insert('port', id, facts, project=project, parent=server, name='', created=now)
    # The number of the row is in no other port's address until the network has gone round once.
    facts['mac_address'] = addresses.mac(number)
    ip = address or addresses.at(subnet.document['cidr'], number)
    facts['fixed_ips'] = [{'subnet_id': subnet.id, 'ip_address': ip}]
    row = session.get('port', id)
    assert row is not None
    row.document = facts
    session.save(row)
    return addresses.fixed_of(row)[0]


def insert_settled(
    session: Session,
    *,
    id: str,
    name: str,
    state: str,
    project: str,
    user: str,
    flavor: Row,
    image: Row,
    host: str,
    created: float,
    **more: Any,
) -> None:
    """Add a server that has long been built, ``active`` or ``stopped``.

    :param more: of its document.
    """
    facts = document(user, flavor, image, created)
    facts.update(running(created + server_states.BUILD_SECONDS, host))
    facts.update(updated=facts['launched'], hostname=hostname_of(name, id), **more)
    if state == 'stopped':
        facts.update(vm_state='stopped', power_state=server_states.SHUTDOWN)
        facts['updated'] = created + 3600
    network = private_network(session)
    if network is not None:
        facts['addresses'] = {
            network.name or '': [add_port(session, id, project, network, created)]
        }
    session.insert('server', id, facts, project=project, name=name, created=created)
    request_id = f'req-{uuid.uuid5(uuid.UUID(id), "create")}'
    server_history.record_seeded(session, id, request_id, user, project, host, created)
