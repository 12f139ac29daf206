"""Services of the cloud: what runs on which host, and whether it takes work."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import (
    cells,
    compute_hosts,
    controller,
    host_contents,
    service_states,
)
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.lists import Lists, parameter
from novaclient_mv.sandbox.compute.schemas import services as schemas
from novaclient_mv.sandbox.http import formats, schema_parts
from novaclient_mv.sandbox.http.declarations import api_version, query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row


def _status(view: Any, row: Row) -> str:
    return 'disabled' if row.document['disabled'] else 'enabled'


def _state(view: Any, row: Row) -> str:
    return 'up' if service_states.is_up(row, view.now) else 'down'


def _reported(view: Any, row: Row) -> str | None:
    return clocks.iso_micro(service_states.last_report(row, view.now))


# Views: show, and what an update by host and binary answers, where only what was set is shown.
_ALWAYS = ('show', 'enable', 'disable', 'disable_log_reason', 'force_down')
FIELDS = (
    Field('id', lambda view, row: row.number, '..2.52', views=('show',)),
    Field('id', lambda view, row: row.id, '2.53..', views=('show',)),
    Field('binary', 'binary', views=_ALWAYS),
    Field('host', 'host', views=_ALWAYS),
    Field('zone', 'zone', views=('show',)),
    Field('status', _status, views=('show', 'enable', 'disable', 'disable_log_reason')),
    Field('state', _state, views=('show',)),
    Field('updated_at', _reported, views=('show',)),
    Field('disabled_reason', 'disabled_reason', views=('show', 'disable_log_reason')),
    Field('forced_down', 'forced_down', '2.11..', views=('show', 'force_down')),
)
# All that is known of a service whose cell is down (from 2.69).
UNKNOWN_FIELDS = (
    Field('binary', 'binary'),
    Field('host', 'host'),
    Field('status', lambda view, row: cells.UNKNOWN),
)


def _same_or_all(value: str, names: list[str]) -> bool:
    # An empty name filters nothing.
    return names[-1] in ('', value)


LISTS = Lists(
    parameter('host', test=_same_or_all), parameter('binary', test=_same_or_all), closed='2.75'
)


class Services(controller.ComputeController):
    """``/os-services``"""

    asks_itself = True

    @query_schema(LISTS.schema)
    def index(self) -> Response:
        self.ask()
        show, show_unknown = self.maker(FIELDS), self.maker(UNKNOWN_FIELDS)
        up_or_down, unknown = [], []
        for row in LISTS.narrowed(self, self.db.find('service', order='number')):
            facts = row.document
            if not cells.is_down(self.req, facts['host']):
                up_or_down.append(show(self, row))
            elif self.matches('2.69') and facts['binary'] == 'nova-compute':
                unknown.append(show_unknown(self, row))
        return self.answer({'services': [*up_or_down, *unknown]})

    @api_version('2.0', '2.10')
    @schema(schemas.update)
    def update(self, id: str, body: dict[str, Any]) -> Response:
        return self._act(id, body, ('enable', 'disable', 'disable-log-reason'))

    @api_version('2.11', '2.52')
    @schema(schemas.update_2_11)
    def update(self, id: str, body: dict[str, Any]) -> Response:
        return self._act(id, body, ('enable', 'disable', 'disable-log-reason', 'force-down'))

    @api_version('2.53')
    @schema(schemas.update_2_53)
    def update(self, id: str, body: dict[str, Any]) -> Response:
        self.ask()
        row = self._by_uuid(id)
        _require_compute(row.document['binary'])
        status, reason = body.get('status'), body.get('disabled_reason')
        if status is None and 'forced_down' not in body:
            raise Fault(400, 'Neither status nor forced_down is given.')
        if reason is not None and status == 'enabled':
            raise Fault(400, "Specifying 'disabled_reason' with status 'enabled' is invalid.")
        if status is not None:
            row.document.update(disabled=status == 'disabled', disabled_reason=reason)
        if 'forced_down' in body:
            row.document['forced_down'] = schema_parts.is_true(body['forced_down'])
        self.db.save(row)
        return self.answer({'service': self.maker(FIELDS)(self, row)})

    @api_version('2.0', '2.52')
    @success(204)
    def delete(self, id: str) -> Response:
        self.ask()
        number = controller.whole_number(id)
        rows = [row for row in self.db.find('service') if row.number == number]
        if not rows:
            raise Fault(404, f'Service {id} not found.')
        return self._delete(rows[0])

    @api_version('2.53')
    @success(204)
    def delete(self, id: str) -> Response:
        self.ask()
        return self._delete(self._by_uuid(id))

    def _by_uuid(self, id: str) -> Row:
        if not formats.matches('uuid', id):
            raise Fault(400, f'Invalid uuid {id}')
        return self.find('service', id, called='Service')

    def _act(self, action: str, body: dict[str, Any], actions: tuple[str, ...]) -> Response:
        """An update of old: by host and binary, and one thing at a time."""
        self.ask()
        if action not in actions:
            raise Fault(404, 'Unknown action')
        needed = _NEEDED.get(action)
        if needed is not None and needed not in body:
            raise Fault(400, f'Missing {needed} field')
        host, binary = body['host'], body['binary']
        _require_compute(binary)
        row = self._by_host(host, binary)
        facts = row.document
        if action == 'force-down':
            facts['forced_down'] = schema_parts.is_true(body['forced_down'])
        else:
            reason = body['disabled_reason'] if action == 'disable-log-reason' else None
            facts.update(disabled=action != 'enable', disabled_reason=reason)
        self.db.save(row)
        view = action.replace('-', '_')
        return self.answer({'service': self.maker(FIELDS, view)(self, row)})

    def _by_host(self, host: str, binary: str) -> Row:
        for row in self.db.find('service', name=binary):
            if row.document['host'] == host:
                return row
        raise compute_hosts.unmapped(host)

    def _delete(self, row: Row) -> Response:
        facts = row.document
        if facts['binary'] == 'nova-compute' and host_contents.has_servers(self.db, facts['host']):
            raise Fault(409, f'Host {facts["host"]} of the service is hosting instances.')
        for aggregate in self.db.find('aggregate'):
            if facts['host'] in aggregate.document['hosts']:
                aggregate.document['hosts'].remove(facts['host'])
                self.db.save(aggregate)
        self.db.remove(row)
        return self.answer()


# What an action of old takes besides host and binary.
_NEEDED = {'disable-log-reason': 'disabled_reason', 'force-down': 'forced_down'}


def _require_compute(binary: str) -> None:
    if binary != 'nova-compute':
        raise Fault(400, f'A {binary} service cannot be updated, only nova-compute.')
