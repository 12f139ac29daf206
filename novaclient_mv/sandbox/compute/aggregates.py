"""Aggregates: groups of hosts with metadata, of which a zone is one."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.compute import compute_hosts, controller, host_contents
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.schemas import aggregates as schemas
from novaclient_mv.sandbox.http.declarations import api_version, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

ZONE = 'availability_zone'

# How a refusal names what was asked for.
_WORDS = {
    'add_host': 'add host to aggregate',
    'remove_host': 'remove host from aggregate',
    'update': 'update aggregate',
    'set_metadata': 'update metadata of aggregate',
}

# Views: create, which has neither hosts nor metadata, and show.
FIELDS = (
    Field('id', lambda view, row: int(row.id)),
    Field('uuid', 'uuid', '2.41..'),
    Field('name', lambda view, row: row.name),
    Field('availability_zone', lambda view, row: row.document['metadata'].get(ZONE)),
    Field('created_at', lambda view, row: clocks.iso_micro(row.created)),
    # Hosts that come and go do not count as updates.
    Field('updated_at', lambda view, row: clocks.iso_micro(row.document['updated'])),
    Field('deleted', lambda view, row: False),
    Field('deleted_at', lambda view, row: None),
    Field('hosts', 'hosts', views=('show',)),
    Field('metadata', 'metadata', views=('show',)),
)


class Aggregates(controller.ComputeController):
    """``/os-aggregates``"""

    def index(self) -> Response:
        make = self.maker(FIELDS)
        return self.answer({'aggregates': [make(self, row) for row in self.db.find('aggregate')]})

    def show(self, id: str) -> Response:
        return self._answer_with(self._find(id))

    @schema(schemas.create_2_0, '2.0', '2.0')
    @schema(schemas.create, '2.1')
    def create(self, attributes: dict[str, Any]) -> Response:
        name = attributes['name'].strip()
        self._require_free(name)
        zone = attributes.get('availability_zone')
        id = str(
            1 + max((int(row.id) for row in self.db.find('aggregate', deleted=None)), default=0)
        )
        facts: dict[str, Any] = {
            'uuid': str(uuid.uuid4()),
            'updated': None,
            'hosts': [],
            'metadata': {ZONE: zone.strip()} if zone else {},
        }
        self.db.insert('aggregate', id, facts, name=name)
        return self._answer_with(self._find(id), 'create')

    @schema(schemas.update_2_0, '2.0', '2.0')
    @schema(schemas.update, '2.1')
    def update(self, id: str, attributes: dict[str, Any]) -> Response:
        row = self._find(id)
        if 'name' in attributes:
            name = attributes['name'].strip()
            if name != row.name:
                self._require_free(name)
                row.document['updated'] = self.now
            row.name = name
        if ZONE in attributes:
            self._set_zone(row, attributes[ZONE], 'update')
        return self._moved(row, row.document['hosts'], is_touched=ZONE in attributes)

    def delete(self, id: str) -> Response:
        row = self._find(id)
        if row.document['hosts']:
            raise _refusal(400, 'remove_host', row, 'Host aggregate is not empty')
        # It stays as one that is gone, so that its id is not given again.
        row.deleted = self.now
        self.db.save(row)
        return self.answer()

    @schema(schemas.add_host)
    def add_host(self, id: str, body: dict[str, Any]) -> Response:
        row, host = self._find(id), body['add_host']['host']
        if host not in host_contents.compute_services(self.db):
            raise Fault(404, f'Compute host {host} could not be found.')
        if host in row.document['hosts']:
            raise Fault(409, f'Aggregate {id} already has host {host}.')
        zone = row.document['metadata'].get(ZONE)
        self._require_one_zone([host], zone, row, 'add_host')
        self._require_same_zone(host, self._zone_by_others(host, row), zone, row, 'add_host')
        row.document['hosts'].append(host)
        return self._moved(row, [host])

    @schema(schemas.remove_host)
    def remove_host(self, id: str, body: dict[str, Any]) -> Response:
        number, host = controller.whole_number(id), body['remove_host']['host']
        row = self.db.get('aggregate', str(number))
        if row is None:
            raise _without_host(id, host)
        zone = row.document['metadata'].get(ZONE)
        self._require_same_zone(host, zone, self._zone_by_others(host, row), row, 'remove_host')
        if host not in row.document['hosts']:
            raise _without_host(id, host)
        row.document['hosts'].remove(host)
        return self._moved(row, [host])

    @schema(schemas.set_metadata)
    def set_metadata(self, id: str, body: dict[str, Any]) -> Response:
        row = self._find(id)
        for key, value in body['set_metadata']['metadata'].items():
            if key == ZONE:
                self._set_zone(row, value, 'set_metadata')
            elif value is None:
                row.document['metadata'].pop(key, None)
            else:
                row.document['metadata'][key] = value
        return self._moved(row, row.document['hosts'], is_touched=True)

    @api_version('2.81')
    @success(202)
    @schema(schemas.images)
    def images(self, id: str, body: dict[str, Any]) -> Response:
        controller.whole_number(id)
        ids = [image_reference['id'] for image_reference in body['cache']]
        if len(set(ids)) < len(ids):
            raise Fault(400, 'Duplicate images in request')
        self._find(id)
        for image in ids:
            if self.find_image(image) is None:
                raise Fault(400, f'Image {image} could not be found.')
        return self.answer()

    def _find(self, id: str) -> Row:
        return self.find('aggregate', str(controller.whole_number(id)), called='Aggregate')

    def _require_free(self, name: str) -> None:
        if self.db.one('aggregate', name=name) is not None:
            raise Fault(409, f'Aggregate {name} already exists.')

    def _require_one_zone(self, hosts: list[str], zone: str | None, own: Row, action: str) -> None:
        """Refuse to put a host into a second zone."""
        if not zone:
            return
        others = [
            row.document['metadata'].get(ZONE, zone)
            for row in self.db.find('aggregate')
            if row.id != own.id and set(hosts) & set(row.document['hosts'])
        ]
        conflicting = [other for other in others if other != zone]
        if conflicting:
            reason = f'One or more hosts already in availability zone(s) {conflicting}'
            raise _refusal(409 if action == 'add_host' else 400, action, own, reason)

    def _zone_by_others(self, host: str, own: Row) -> str | None:
        """The zone that a host has without one of its aggregates, ``None`` where it has none."""
        for row in self.db.find('aggregate'):
            zone: str | None = row.document['metadata'].get(ZONE)
            if row.id != own.id and host in row.document['hosts'] and zone:
                return zone
        return None

    def _require_same_zone(
        self, host: str, before: str | None, after: str | None, own: Row, action: str
    ) -> None:
        """Refuse to change the zone of a host below its servers."""
        # An aggregate without a zone leaves a host where it is.
        is_moved = before != after and own.document['metadata'].get(ZONE) is not None
        if is_moved and host_contents.has_servers(self.db, host):
            reason = (
                f"the zone of {host} would change from '{before}' to '{after}' below its servers"
            )
            raise _refusal(409, action, own, reason)

    def _set_zone(self, row: Row, zone: str | None, action: str) -> None:
        # A zone once named can be changed but not taken away.
        if not zone:
            reason = f'Aggregate {row.name} does not support empty named availability zone'
            raise _refusal(400, action, row, reason)
        if zone != row.document['metadata'].get(ZONE):
            self._require_one_zone(row.document['hosts'], zone, row, action)
            self._require_empty(row, action)
        # Metadata keep their blanks; schemas of other requests take none around a zone.
        row.document['metadata'][ZONE] = zone if action == 'set_metadata' else zone.strip()

    def _require_empty(self, row: Row, action: str) -> None:
        """A zone with servers in it cannot be changed below them."""
        for host in row.document['hosts']:
            if host_contents.has_servers(self.db, host):
                reason = 'One or more hosts contain instances in this zone'
                raise _refusal(400, action, row, reason)

    def _moved(self, row: Row, hosts: list[str], is_touched: bool = False) -> Response:
        """Keep the aggregate, and tell services and servers of hosts in which zone they are now.

        :param is_touched: the answer shows a change now, which is not kept: only that of a name is.
        """
        self.db.save(row)
        zones = {
            host: aggregate.document['metadata'][ZONE]
            for aggregate in self.db.find('aggregate')
            if aggregate.document['metadata'].get(ZONE)
            for host in aggregate.document['hosts']
        }
        for host in hosts:
            host_contents.move(self.db, host, zones.get(host, compute_hosts.DEFAULT_ZONE))
        if is_touched:
            row.document['updated'] = self.now
        return self._answer_with(row)

    def _answer_with(self, row: Row, view: str = 'show') -> Response:
        return self.answer({'aggregate': self.maker(FIELDS, view)(self, row)})


def _without_host(id: str, host: str) -> Fault:
    return Fault(404, f'Cannot remove host {host} in aggregate {id}')


def _refusal(status: int, action: str, aggregate: Row, reason: str) -> Fault:
    """The reason why an aggregate cannot be changed."""
    return Fault(status, f'Cannot {_WORDS[action]} {aggregate.id}. Reason: {reason}.')
