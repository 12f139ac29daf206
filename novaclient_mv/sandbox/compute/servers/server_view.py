"""A server in the API: every key with its versions, in one table."""

from __future__ import annotations

import functools
import hashlib
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import cells
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.servers import server_states
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController

# Statuses in which the progress is shown, and the fault.
_PROGRESS = frozenset(
    ('ACTIVE', 'BUILD', 'REBUILD', 'RESIZE', 'REVERT_RESIZE', 'MIGRATING', 'VERIFY_RESIZE')
)
_FAULTY = frozenset(('ERROR', 'DELETED'))


def _host_id(view: Any, row: Row) -> str:
    """A name for the host that is another one for each project."""
    host = row.document['host']
    if not host:
        return ''
    key = (row.project, host)
    host_id = _HOST_IDS.get(key)
    if host_id is None:
        host_id = hashlib.sha224(f'{row.project}{host}'.encode()).hexdigest()
        if len(_HOST_IDS) < 1024:
            _HOST_IDS[key] = host_id
    return host_id


_HOST_IDS: dict[tuple[str | None, str], str] = {}


def _image(view: Any, row: Row) -> Any:
    image = row.document['image']
    if not image:
        return ''
    return {'id': image['id'], 'links': view.bookmark(f'/images/{image["id"]}')}


def _image_with_properties(view: Any, row: Row) -> Any:
    image = row.document['image']
    if not image:
        return ''
    return {
        'id': image['id'],
        'links': view.bookmark(f'/images/{image["id"]}'),
        'properties': image['properties'],
    }


def _flavor_link(view: Any, row: Row) -> dict[str, Any]:
    id = row.document['flavor_id']
    return {'id': id, 'links': view.bookmark(f'/flavors/{id}')}


def _plain_addresses(view: Any, row: Row) -> dict[str, Any]:
    return {
        network: [{'addr': address['addr'], 'version': address['version']} for address in addresses]
        for network, addresses in row.document['addresses'].items()
    }


def _volume_ids(view: Any, row: Row) -> list[dict[str, Any]]:
    return [{'id': volume['id']} for volume in row.document['volumes']]


def _zone(view: Any, row: Row) -> str:
    # A server that has no host yet is in the zone that was asked for, if any was; one whose host
    # has forgotten it is in none.
    document = row.document
    requested = document['pinned_availability_zone'] if document['launched'] is None else None
    return str(document['availability_zone'] or requested or '')


def _moment(name: str) -> Any:
    return lambda view, row: clocks.iso_whole(row.document[name])


def _hypervisor(view: Any, row: Row) -> str | None:
    names: dict[str, str] = view.machine_names
    host: str | None = row.document['host']
    return host and names.get(host, host)


def _host_status(view: Any, row: Row) -> str:
    """The status of a server's host, which the first server of a list that is on it decides.

    That of a deleted server is empty.
    """
    document = row.document
    host = document['host']
    if not host:
        return ''
    statuses: dict[str, str] = view.decided_host_statuses
    if host not in statuses:
        is_deleted = document['vm_state'] == 'deleted'
        statuses[host] = '' if is_deleted else view.host_statuses.get(host, 'UNKNOWN')
    return statuses[host]


# A view is show, detail (a list), update or rebuild; up to 2.74 the last two showed less.
_READ = ('show', 'detail')
_UPDATE = ('update', 'rebuild')

# What only administrators see by default; a rule of its own says so.
_attribute = functools.partial(
    Field, admin='2.0..', rule='os_compute_api:os-extended-server-attributes'
)

# fmt: off
FIELDS = (
    Field('id', lambda view, row: row.id),
    Field('name', lambda view, row: row.name),
    Field('status', 'status'),
    Field('tenant_id', lambda view, row: row.project),
    Field('user_id', 'user_id'),
    Field('metadata', 'metadata'),
    Field('hostId', _host_id),
    Field('image', _image, '..2.97'),
    Field('image', _image_with_properties, '2.98..'),
    Field('flavor', _flavor_link, '..2.46'),
    Field('flavor', 'flavor', '2.47..'),
    Field('created', lambda view, row: clocks.iso(row.created)),
    Field('updated', lambda view, row: clocks.iso(row.document['updated'])),
    Field('addresses', 'addresses', views=_READ),
    Field('addresses', _plain_addresses, '..2.74', views=_UPDATE),
    Field('addresses', 'addresses', '2.75..', views=_UPDATE),
    Field('accessIPv4', 'access_ip_v4'),
    Field('accessIPv6', 'access_ip_v6'),
    Field('links', lambda view, row: view.links(f'/servers/{row.id}')),
    Field('OS-DCF:diskConfig', 'disk_config'),
    Field('locked', lambda view, row: row.document['locked_by'] is not None, '2.9..'),
    Field('description', 'description', '2.19..'),
    Field('tags', 'tags', '2.26..'),
    Field('trusted_image_certificates', 'trusted_image_certificates', '2.63..'),
    Field('server_groups', 'server_groups', '2.71..', views=('show', *_UPDATE)),
    Field('locked_reason', 'locked_reason', '2.73..'),
    Field('pinned_availability_zone', 'pinned_availability_zone', '2.96..'),
    Field('scheduler_hints', 'scheduler_hints', '2.100..'),
)
# These an update shows from 2.75 only.
MORE_FIELDS = (
    Field('config_drive', 'config_drive'),
    Field('key_name', 'key_name'),
    Field('security_groups', 'security_groups'),
    Field('OS-SRV-USG:launched_at', _moment('launched')),
    Field('OS-SRV-USG:terminated_at', _moment('terminated')),
    Field('OS-EXT-AZ:availability_zone', _zone),
    Field('OS-EXT-STS:task_state', 'task_state'),
    Field('OS-EXT-STS:vm_state', 'vm_state'),
    Field('OS-EXT-STS:power_state', 'power_state'),
    Field('os-extended-volumes:volumes_attached', _volume_ids, '..2.2'),
    Field('os-extended-volumes:volumes_attached', 'volumes', '2.3..'),
    Field('host_status', _host_status, '2.16..', admin='2.16..',
          rule='os_compute_api:servers:show:host_status'),
    _attribute('OS-EXT-SRV-ATTR:host', 'host'),
    _attribute('OS-EXT-SRV-ATTR:hypervisor_hostname', _hypervisor),
    _attribute(
        'OS-EXT-SRV-ATTR:instance_name', lambda view, row: server_states.instance_name(row)
    ),
    _attribute('OS-EXT-SRV-ATTR:reservation_id', 'reservation_id', '2.3..'),
    _attribute('OS-EXT-SRV-ATTR:launch_index', 'launch_index', '2.3..'),
    # Everyone sees the host name from 2.90.
    _attribute('OS-EXT-SRV-ATTR:hostname', 'hostname', '2.3..', admin='..2.89'),
    _attribute('OS-EXT-SRV-ATTR:kernel_id', 'kernel_id', '2.3..'),
    _attribute('OS-EXT-SRV-ATTR:ramdisk_id', 'ramdisk_id', '2.3..'),
    _attribute('OS-EXT-SRV-ATTR:root_device_name', 'root_device_name', '2.3..'),
    # A rebuild answers it to everyone, under a name of its own.
    _attribute('OS-EXT-SRV-ATTR:user_data', 'user_data', '2.3..',
          views=(*_READ, 'update')),
)
# All that is known of a server whose cell is down (from 2.69).
UNKNOWN_FIELDS = (
    Field('id', lambda view, row: row.id),
    Field('status', lambda view, row: cells.UNKNOWN),
    Field('links', lambda view, row: view.links(f'/servers/{row.id}')),
    Field('tenant_id', lambda view, row: row.project, views=_READ),
    Field('created', lambda view, row: clocks.iso(row.created), views=_READ),
    Field('user_id', 'user_id', views=('show',)),
    # Without the image's properties of 2.98: the schema does not have them here.
    Field('image', _image, views=('show',)),
    Field('flavor', 'flavor', views=('show',)),
    Field('OS-EXT-AZ:availability_zone', lambda view, row: cells.UNKNOWN, views=('show',)),
    Field('OS-EXT-STS:power_state', lambda view, row: server_states.NO_STATE, views=('show',)),
    Field('server_groups', 'server_groups', '2.71..', views=('show',)),
)
# fmt: on


def show(handler: ComputeController, row: Row, view: str = 'show') -> dict[str, Any]:
    """One server, whose document is settled.

    :param view: ``show``, ``detail``, ``update`` or ``rebuild``.
    """
    return show_all(handler, [row], view)[0]


def show_all(handler: ComputeController, rows: list[Row], view: str) -> list[dict[str, Any]]:
    """Several servers, whose documents are settled."""
    is_full = view in _READ or handler.matches('2.75')
    make = handler.maker(FIELDS + MORE_FIELDS if is_full else FIELDS, view)
    views = []
    some_down = cells.any_is_down(handler.req)
    for row in rows:
        document = row.document
        if some_down and cells.is_down(handler.req, document['host']):
            views.append(handler.maker(UNKNOWN_FIELDS, view)(handler, row))
            continue
        status = document['status'] = server_states.status_of(document)
        server = make(handler, row)
        if status in _PROGRESS:
            server['progress'] = document['progress']
        if not document['addresses']:
            # Groups are those of a server's ports.
            server.pop('security_groups', None)
        if status in _FAULTY and document['fault']:
            server['fault'] = _fault(handler, document['fault'])
        views.append(server)
    return views


def _fault(handler: ComputeController, fault: dict[str, Any]) -> dict[str, Any]:
    view = {
        'code': fault['code'],
        'message': fault['message'],
        'created': clocks.iso(fault['created']),
    }
    # What went wrong inside is for administrators, and for failures of the cloud itself.
    if fault['details'] and (handler.context.is_admin or fault['code'] != 500):
        view['details'] = fault['details']
    return view


def brief(handler: ComputeController, rows: list[Row]) -> list[dict[str, Any]]:
    """Servers as the plain list shows them."""
    unknown = handler.maker(UNKNOWN_FIELDS, 'index')
    some_down = cells.any_is_down(handler.req)
    return [
        unknown(handler, row)
        if some_down and cells.is_down(handler.req, row.document['host'])
        else {'id': row.id, 'name': row.name, 'links': handler.links(f'/servers/{row.id}')}
        for row in rows
    ]
