"""Lists of servers: their order and their pages."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import cells
from novaclient_mv.sandbox.compute.servers import server_filters, server_states
from novaclient_mv.sandbox.compute.servers.server_filters import LISTS
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController

# Sort keys that are columns: the database sorts by them, and finds the page's beginning.
_COLUMNS = {'created_at': 'created', 'display_name': 'name', 'uuid': 'id', 'project_id': 'project'}
# Sort keys that say where servers are.
_WHEREABOUTS = frozenset(('host', 'node'))
_PAGES = frozenset(('limit', 'marker', 'sort_key', 'sort_dir'))


class ServerList:
    """One list of servers, as a request asks for it.

    :param operation: ``index`` or ``detail``: what the policy calls it.
    """

    def __init__(self, handler: ComputeController, operation: str) -> None:
        self.handler = handler
        self.request = handler.req
        # Servers whose cell is down.
        self.unknown: list[Row] = []
        values = LISTS.values(handler)
        names = {name for name, _ in self.request.query}
        if any(name.startswith('_') for name in names) and handler.may(server_filters.ALL):
            raise Fault(400, 'A filter begins with an underscore.')
        texts = {row.name: read for row, read in values.items()}
        # No filters, order or pages.
        self.is_plain = {*texts} <= {'all_tenants'} and not names & _PAGES
        self.all_tenants = texts.get('all_tenants', [False])[-1]
        if self.all_tenants:
            handler.permit(f'os_compute_api:servers:{operation}:get_all_tenants')
        self.fits = LISTS.test(
            {
                row: read
                for row, read in values.items()
                # Without all_tenants it is the caller's own project, whatever is asked for.
                if self.all_tenants or row.name not in ('project_id', 'tenant_id')
            }
        )
        statuses = texts.get('status', [])
        is_known = any(server_states.vm_states_of(status) for status in statuses)
        if statuses and not is_known and handler.matches('2.38'):
            raise Fault(400, 'Invalid status value')
        # Someone who polls for changes wants to hear of deletions.
        polls = 'deleted' not in names and 'changes-since' in names
        shows_deleted = polls or texts.get('deleted', [False])[-1]
        # Soft-deleted servers are neither deleted nor alive.
        self.shows_soft_deleted = shows_deleted or any(texts.get('soft_deleted', ()))
        # Among other statuses it finds nothing.
        if {*statuses} == {'DELETED'}:
            if not handler.context.is_admin:
                raise Fault(403, 'Only administrators may list deleted instances')
            shows_deleted = True
        self.deleted: bool | None = None if shows_deleted else False

    def page(self) -> tuple[list[Row], str | None]:
        """The page's servers, settled, and the marker of the next page where there may be one."""
        limit = LISTS.length(self.request)
        self._require_sortable()
        page = list(itertools.islice(self._ordered(self._marker()), limit))
        marker = page[-1].id if page and len(page) == limit else None
        if self.is_plain and self.handler.matches('2.69'):
            page += self.unknown
        return page, marker

    def _require_sortable(self) -> None:
        for key in sorted(_WHEREABOUTS & {*self.request.parameters('sort_key')}):
            if not self.handler.context.is_admin:
                raise Fault(403, f'Only administrators can sort servers by {key}')

    def _order(self) -> list[tuple[str, str]]:
        """Return the keys and directions of sorting."""
        keys = self.request.parameters('sort_key') or ['created_at']
        ways = self.request.parameters('sort_dir') or ['desc']
        if not set(ways) <= {'asc', 'desc'}:
            raise Fault(
                400, "Invalid input received: Unknown sort direction, must be 'desc' or 'asc'"
            )
        for place in reversed(range(len(keys))):
            if keys[place] in server_filters.UNSORTED:
                del keys[place], ways[place : place + 1]
        if not keys:
            return [('created_at', 'desc')]
        if 'uuid' not in keys:
            # Nova adds this key and its direction before it fills up the directions: where a second
            # key has none of its own, it gets this one.
            keys, ways = [*keys, 'uuid'], [*ways, 'asc']
        if len(ways) > len(keys):
            raise Fault(400, 'Invalid input received: Sort direction size exceeds sort key size')
        ways += ways[:1] * (len(keys) - len(ways))
        return list(zip(keys, ways, strict=True))

    def _ordered(self, marker: Row | None) -> Iterator[Row]:
        order = self._order()
        (key, way), *others = order
        if others in ([], [('uuid', 'asc')]) and (column := _COLUMNS.get(key)):
            yield from self._rows(column, way != 'asc', marker)
            return
        rows = list(self._rows('created', True, None))
        if marker is not None and all(row.number != marker.number for row in rows):
            # It is not among the servers that are asked for, but it has its place between them.
            clocks.settle(marker.document, self.handler.now)
            rows.append(marker)
        # The last key is sorted by first; sorting keeps the order of equals.
        for key, way in reversed(order):
            rows.sort(key=_sort_key(key), reverse=way != 'asc')
        if marker is not None:
            rows = rows[[row.number for row in rows].index(marker.number) + 1 :]
        yield from rows

    def _marker(self) -> Row | None:
        id = self.request.parameter('marker')
        if not id:
            return None
        # A server of any project will do, even one that has been deleted meanwhile.
        row = self.handler.db.get('server', id, even_deleted=True)
        if row is None:
            raise Fault(400, f'marker [{id}] not found')
        return row

    def _rows(self, order: str, descending: bool, after: Row | None) -> Iterator[Row]:
        project = None if self.all_tenants else self.handler.context.project_id
        now = self.handler.now
        rows = self.handler.db.find(
            'server',
            project=project,
            deleted=self.deleted,
            order=order,
            descending=descending,
            after=after,
        )
        some_down = cells.any_is_down(self.request)
        for row in rows:
            clocks.settle(row.document, now)
            if row.deleted is not None and row.deleted <= now:
                _mark_deleted(row)
            if some_down and cells.is_down(self.request, row.document['host']):
                self.unknown.append(row)
            elif (
                self.shows_soft_deleted or row.document['vm_state'] != 'soft-delete'
            ) and self.fits(row):
                yield row


def _mark_deleted(row: Row) -> None:
    """Change a server's row to a deleted one."""
    row.document.update(
        vm_state='deleted',
        task_state=None,
        power_state=server_states.NO_STATE,
        terminated=row.deleted,
        updated=row.deleted,
        addresses={},
        tags=[],
        metadata={},
        fault=None,
    )


def _sort_key(name: str) -> Callable[[Row], Any]:
    value: Callable[[Row], Any] = server_filters.SORTED[name]

    def key(row: Row) -> tuple[bool, Any]:
        sorted_by = value(row)
        return (sorted_by is not None, sorted_by if sorted_by is not None else 0)

    return key
