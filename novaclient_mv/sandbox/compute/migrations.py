"""All migrations of the cloud: the list of moves from host to host."""

from __future__ import annotations

import operator
from typing import Any

from novaclient_mv.sandbox.compute import cells, controller, migration_records
from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.compute.schemas import migrations as schemas
from novaclient_mv.sandbox.http import paging
from novaclient_mv.sandbox.http.declarations import api_version, expected_errors, query_schema
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

# Filters that are compared with a fact of the record.
_FACTS = ('status', 'migration_type', 'source_compute', 'user_id')


class Migrations(controller.ComputeController):
    """``/os-migrations``"""

    rule_of_hosts = 'os_compute_api:os-migrations:index:host'

    @api_version('2.0', '2.58')
    @query_schema(schemas.index, '2.0', '2.58')
    def index(self) -> Response:
        """``GET /os-migrations``"""
        # In the order in which they were noted: the newest first came with pages.
        rows = sorted(self._rows(), key=operator.attrgetter('number'))
        return self.answer({'migrations': self._views(rows)})

    @api_version('2.59')
    @expected_errors(400)
    @query_schema(schemas.index_2_59, '2.59', '2.65')
    @query_schema(schemas.index_2_66, '2.66', '2.79')
    @query_schema(schemas.index_2_80, '2.80')
    def index(self) -> Response:
        """``GET /os-migrations``"""
        rows = paging.changed_between(self.req, self._rows())
        page, is_full = paging.page_of(
            rows, self.req, 'name', 'Marker {} could not be found.', is_empty_none=True
        )
        answer: dict[str, Any] = {'migrations': self._views(page)}
        if is_full:
            answer['migrations_links'] = self.next_links(page[-1].name or '')
        return self.answer(answer)

    def _rows(self) -> list[Row]:
        """Those that the caller may see and the query asks for, the newest first."""
        project = self.req.parameter('project_id')
        server = self.req.parameter('instance_uuid')
        rows = migration_records.all_of(self.db, server, project=project)
        # What a cell that is down knows of is left out.
        return [
            row
            for row in rows
            if self._is_listed(row) and not cells.is_down(self.req, row.document['source_compute'])
        ]

    def _is_listed(self, row: Row) -> bool:
        facts = row.document
        host = self.req.parameter('host')
        if host is not None and host not in (facts['source_compute'], facts['dest_compute']):
            return False
        # No migration is hidden, and only this spelling asks for those.
        if self.req.parameter('hidden', '0') != '0':
            return False
        filters = {name: self.req.parameter(name) for name in _FACTS}
        return all(value in (None, facts[name]) for name, value in filters.items())

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
