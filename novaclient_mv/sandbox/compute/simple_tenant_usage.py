"""Use of projects over a stretch of time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from novaclient_mv.sandbox.compute import cells, controller
from novaclient_mv.sandbox.compute.lists import Lists, pages, parameter
from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

_PERIOD = (parameter('start', test=None), parameter('end', test=None), *pages('2.40'))
_ONE = Lists(*_PERIOD, closed='2.75')
_ALL = Lists(*_PERIOD, parameter('detailed', test=None), closed='2.75')
_FORMATS = ('%Y-%m-%dT%H:%M:%S', '%Y-%m-%dT%H:%M:%S.%f', '%Y-%m-%d %H:%M:%S.%f')


class SimpleTenantUsage(controller.ComputeController):
    """``/os-simple-tenant-usage``"""

    asks_itself = True

    @query_schema(_ALL.schema)
    def index(self) -> Response:
        self.ask()
        start, end = self._period()
        rows, links = self._page('tenant_usages', self._servers(None, start, end))
        is_detailed = self.req.parameter('detailed', '0') == '1'
        by_project: dict[str, list[Row]] = {}
        for row in rows:
            by_project.setdefault(row.project or '', []).append(row)
        usages = [self._usage(servers, start, end) for servers in by_project.values()]
        if not is_detailed:
            for usage in usages:
                del usage['server_usages']
        return self.answer({'tenant_usages': usages, **links})

    @query_schema(_ONE.schema)
    def show(self, id: str) -> Response:
        self.ask(id)
        start, end = self._period()
        rows, links = self._page('tenant_usage', self._servers(id, start, end))
        usage = self._usage(rows, start, end) if rows else {}
        return self.answer({'tenant_usage': usage, **links})

    def _period(self) -> tuple[float, float]:
        start, end = self._moment('start'), self._moment('end')
        until = self.now if end is None else end
        if until < self.now if start is None else until <= start:
            raise Fault(400, 'Invalid start time. The start time cannot occur after the end time.')
        return (self.now if start is None else start), until

    def _moment(self, name: str) -> float | None:
        text = self.req.parameter(name)
        if not text:
            return None
        for form in _FORMATS:
            try:
                return datetime.strptime(text, form).replace(tzinfo=UTC).timestamp()
            except ValueError:
                continue
        raise Fault(400, 'Invalid datetime string: Datetime is in invalid format')

    def _servers(self, project: str | None, start: float, end: float) -> list[Row]:
        """Servers that were there in the period, in the order of projects and ids.

        Those that have gone by now count too.
        """
        cells.require_all(self.req)
        servers = []
        for row in self.db.find('server', project=project, deleted=None):
            clocks.settle(row.document, self.now)
            launched = row.document['launched']
            is_gone = row.deleted is not None and row.deleted <= start
            if launched is not None and launched < end and not is_gone:
                servers.append(row)
        return sorted(servers, key=_place)

    def _page(self, name: str, rows: list[Row]) -> tuple[list[Row], dict[str, Any]]:
        # Any server has a place in the order, whatever its project, and whenever it was there.
        marker = self.db.get('server', self.req.parameter('marker') or '', even_deleted=True)
        if marker is not None and all(row.id != marker.id for row in rows):
            rows = sorted([*rows, marker], key=_place)
        page = _ONE.page(self, rows)
        return page.items, {f'{name}_links': self.next_links(page.marker)} if page.is_full else {}

    def _usage(self, rows: list[Row], start: float, end: float) -> dict[str, Any]:
        """The sum of servers of one project."""
        servers = [self._server(row, start, end) for row in rows]
        return {
            'tenant_id': rows[0].project,
            'start': clocks.iso_micro(start),
            'stop': clocks.iso_micro(end),
            'total_hours': sum(server['hours'] for server in servers),
            'total_vcpus_usage': sum(server['vcpus'] * server['hours'] for server in servers),
            'total_memory_mb_usage': sum(
                server['memory_mb'] * server['hours'] for server in servers
            ),
            'total_local_gb_usage': sum(server['local_gb'] * server['hours'] for server in servers),
            'server_usages': servers,
        }

    def _server(self, row: Row, start: float, end: float) -> dict[str, Any]:
        facts = row.document
        gone = row.deleted if row.deleted is not None and row.deleted <= self.now else None
        until = min(end, self.now if gone is None else gone)
        # Nova counts below zero before a period has begun, which its own schema forbids.
        seconds = max(0.0, until - max(start, facts['launched']))
        flavor = facts['flavor']
        return {
            'instance_id': row.id,
            'name': row.name,
            'tenant_id': row.project,
            'hours': seconds / 3600,
            'flavor': flavor['original_name'],
            'vcpus': flavor['vcpus'],
            'memory_mb': flavor['ram'],
            'local_gb': flavor['disk'] + flavor['ephemeral'],
            'started_at': clocks.iso_micro(facts['launched']),
            'ended_at': clocks.iso_micro(gone),
            'state': facts['vm_state'] if gone is None else 'terminated',
            'uptime': int((self.now if gone is None else gone) - facts['launched']),
        }


def _place(row: Row) -> tuple[str, str]:
    return row.project or '', row.id
