"""The history of a server: what was done with it, when, by whom, and how it went."""

from __future__ import annotations

import hashlib
from typing import Any

from novaclient_mv.sandbox.compute import cells, controller
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.lists import Lists, changes, once, pages
from novaclient_mv.sandbox.compute.servers import server_history
from novaclient_mv.sandbox.http.declarations import api_version, query_schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

Event = dict[str, Any]


def _events(view: Any, row: Row) -> list[dict[str, Any]]:
    return [view.event(row, event) for event in row.document['events']]


def _finish(view: Any, event: Event) -> str | None:
    return clocks.iso_micro(event['finish']) if event['finish'] <= view.now else None


def _result(view: Any, event: Event) -> str | None:
    return str(event['result']) if event['finish'] <= view.now else None


def _details(view: Any, event: Event) -> str | None:
    return event.get('details') if event['finish'] <= view.now else None


def _traceback(view: Any, event: Event) -> str | None:
    details = _details(view, event)
    return f'nova.exception.NoValidHost: {details}\n' if details else None


def _host_id(view: Any, event: Event) -> str:
    text = f'{event["project"]}{event["host"]}'
    return hashlib.sha224(text.encode()).hexdigest() if event['host'] else ''


EVENTS = 'os_compute_api:os-instance-actions:events'

# fmt: off
FIELDS = (
    Field('action', 'action'),
    Field('instance_uuid', lambda view, row: row.parent),
    Field('request_id', lambda view, row: row.name),
    Field('user_id', 'user_id'),
    Field('project_id', 'project_id'),
    Field('start_time', lambda view, row: clocks.iso_micro(row.created)),
    Field('message', 'message'),
    Field('updated_at', lambda view, row: clocks.iso_micro(row.document['updated']), '2.58..'),
    # Everyone sees the events from 2.51.
    Field('events', _events, admin='..2.50', views=('show',), rule=EVENTS),
)
EVENT_FIELDS = (
    Field('event', lambda view, event: event['event']),
    Field('start_time', lambda view, event: clocks.iso_micro(event['start'])),
    Field('finish_time', _finish),
    Field('result', _result),
    Field('traceback', _traceback, admin='2.0..', rule=EVENTS),
    Field('host', lambda view, event: event['host'] or '', '2.62..', admin='2.62..',
          rule=EVENTS),
    Field('hostId', _host_id, '2.62..'),
    Field('details', _details, '2.84..', admin='2.84..', rule=f'{EVENTS}:details'),
)
# fmt: on


LISTS = Lists(
    *pages('2.58', once), *changes('2.58', once), closed='2.58', name=lambda row: row.name
)


class InstanceActions(controller.ComputeController):
    """``/servers/{server_id}/os-instance-actions``"""

    # Variants differ in what becomes of deleted servers.

    @api_version('2.1', '2.20')
    def index(self, server_id: str) -> Response:
        self.find_server(server_id)
        return self._listed(self._rows(server_id))

    @api_version('2.21')
    @query_schema(LISTS.schema, '2.21')
    def index(self, server_id: str) -> Response:
        self._require_server(server_id)
        if LISTS.has_pages(self) and LISTS.length(self.req) == 0:
            # Nobody looks for a marker then.
            return self._listed([])
        page = LISTS.page(self, self._rows(server_id))
        return self._listed(page.items, page.marker if page.is_full else None)

    @api_version('2.1', '2.20')
    def show(self, server_id: str, id: str) -> Response:
        self.find_server(server_id)
        return self._one(server_id, id)

    @api_version('2.21')
    def show(self, server_id: str, id: str) -> Response:
        self._require_server(server_id)
        return self._one(server_id, id)

    def _require_server(self, id: str) -> None:
        """Deleted servers have a history too."""
        project = self.own_project
        row = self.db.get('server', id, project, even_deleted=True)
        if row is None:
            raise Fault(404, f'Instance {id} could not be found.')
        cells.require_reachable(self.req, row.document['host'])
        self.permit_on(row)

    def _rows(self, server_id: str) -> list[Row]:
        """The actions of a server, the newest first."""
        rows = list(self.db.find(server_history.KIND, parent=server_id, descending=True))
        for row in rows:
            self._settle(row)
        return rows

    def _settle(self, row: Row) -> None:
        """An action changes when an event of it ends."""
        ends = [event['finish'] for event in row.document['events']]
        row.document['updated'] = max([row.created, *[end for end in ends if end <= self.now]])

    def _listed(self, rows: list[Row], marker: str | None = None) -> Response:
        make = self.maker(FIELDS, 'list')
        answer: dict[str, Any] = {'instanceActions': [make(self, row) for row in rows]}
        if marker is not None:
            answer['links'] = self.next_links(marker)
        return self.answer(answer)

    def _one(self, server_id: str, id: str) -> Response:
        row = self.db.get(server_history.KIND, f'{server_id}/{id}')
        if row is None:
            raise Fault(404, f'Action {id} not found')
        self._settle(row)
        return self.answer({'instanceAction': self.maker(FIELDS)(self, row)})

    def event(self, row: Row, event: Event) -> dict[str, Any]:
        """One event of an action, as the caller may see it."""
        event = {**event, 'project': row.document['project_id']}
        return {
            field.key: field.value(self, event)
            for field in EVENT_FIELDS
            if callable(field.value)
            and field.is_shown(self.api_version, self.refusing(EVENT_FIELDS), 'show')
        }
