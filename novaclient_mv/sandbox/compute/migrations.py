"""All migrations of the cloud: the list of moves from host to host."""

from __future__ import annotations

import operator
from typing import Any

from novaclient_mv.sandbox.compute import cells, controller, migration_records
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.lists import Lists, changes, once, pages, parameter
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row


def host_fact(name: str) -> controller.Value:
    """A value that says where a server is: null for those whom a rule refuses it."""
    return lambda view, row: row.document[name] if view.may(view.rule_of_hosts) else None


def _number(view: Any, row: Row) -> int:
    return int(row.id)


# What the lists of the cloud and of one server have in common.
# fmt: off
SHARED_FIELDS = (
    Field('id', _number),
    Field('created_at', lambda view, row: clocks.iso_micro(row.created)),
    Field('updated_at', lambda view, row: clocks.iso_micro(row.document['updated'])),
    Field('status', 'status'),
    *[
        Field(name, host_fact(name))
        for name in (
            'source_compute', 'source_node', 'dest_compute', 'dest_node', 'dest_host',
        )
    ],
    Field('uuid', 'uuid', '2.59..'),
    Field('user_id', 'user_id', '2.80..'),
    Field('project_id', lambda view, row: row.project, '2.80..'),
)
FIELDS = (
    *SHARED_FIELDS,
    Field('instance_uuid', lambda view, row: row.parent),
    Field('old_instance_type_id', 'old_instance_type_id'),
    Field('new_instance_type_id', 'new_instance_type_id'),
    Field('migration_type', 'migration_type', '2.23..'),
)
# fmt: on

_ONCE = once(schema_parts.TEXT)
LISTS = Lists(
    parameter('status'),
    parameter('migration_type'),
    parameter('source_compute'),
    parameter('instance_uuid', field=lambda row: row.parent),
    parameter(
        'host',
        field=lambda row: (row.document['source_compute'], row.document['dest_compute']),
        test=lambda hosts, names: names[-1] in hosts,
    ),
    # No migration is hidden, and only this spelling asks for those.
    parameter('hidden', field=lambda row: '0'),
    parameter('user_id', '2.80', form=_ONCE),
    parameter('project_id', '2.80', field=lambda row: row.project, form=_ONCE),
    *pages('2.59', once),
    *changes('2.59', once),
    closed='2.59',
    name=lambda row: row.name,
)


class Migrations(controller.ComputeController):
    """``/os-migrations``"""

    rule_of_hosts = 'os_compute_api:os-migrations:index:host'

    @query_schema(LISTS.schema)
    def index(self) -> Response:
        # An empty marker is none.
        self.req.query = [pair for pair in self.req.query if pair != ('marker', '')]
        page = LISTS.page(self, self._rows())
        answer: dict[str, Any] = {'migrations': self._views(page.items)}
        if page.is_full:
            answer['migrations_links'] = self.next_links(page.marker)
        return self.answer(answer)

    def _rows(self) -> list[Row]:
        """Migrations of cells that are up, the newest first; below 2.59 in order of creation."""
        rows = [
            row
            for row in migration_records.all_of(self.db)
            if not cells.is_down(self.req, row.document['source_compute'])
        ]
        return rows if self.matches('2.59') else sorted(rows, key=operator.attrgetter('number'))

    def _views(self, rows: list[Row]) -> list[dict[str, Any]]:
        make = self.maker(FIELDS)
        views = []
        for row in rows:
            migration = make(self, row)
            if self.matches('2.23') and is_in_progress(row):
                migration['links'] = self.links(f'/servers/{row.parent}/migrations/{row.id}')
            views.append(migration)
        return views


def is_in_progress(row: Row) -> bool:
    """Whether it is a live migration that has not ended: those can be looked at and stopped."""
    facts = row.document
    return (
        facts['migration_type'] == migration_records.LIVE
        and facts['status'] in migration_records.IN_PROGRESS
    )
