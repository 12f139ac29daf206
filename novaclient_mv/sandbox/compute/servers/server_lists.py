"""Lists of servers: their order and their pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from novaclient_mv.sandbox.compute import cells
from novaclient_mv.sandbox.compute.schemas import servers
from novaclient_mv.sandbox.compute.servers import server_filters, server_states
from novaclient_mv.sandbox.http import paging
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

# Sort keys that are columns: the database sorts by them, and finds the page's beginning.
_COLUMNS = {'created_at': 'created', 'display_name': 'name', 'uuid': 'id', 'project_id': 'project'}
# Sort keys that say where servers are.
_WHEREABOUTS = frozenset(('host', 'node'))
# Columns of old that may be named up to 2.74, and change nothing.
_UNSORTED = frozenset(servers.OLD_SORT_KEYS)


class ServerList(server_filters.Filters):
    """One list of servers, as a request asks for it."""

    def page(self) -> tuple[list[Row], str | None]:
        """The page's servers, settled, and the marker of the next page where there may be one."""
        if self.is_impossible:
            return [], None
        limit = paging.limit_of(self.request)
        self._require_sortable()
        if self._is_flavor_missing():
            return [], None
        page: list[Row] = []
        rows = self._ordered(self._marker())
        if limit:
            for row in rows:
                page.append(row)
                if len(page) == limit:
                    break
        marker = page[-1].id if page and len(page) == limit else None
        if self.is_plain and self.handler.matches('2.69'):
            page += self.unknown
        return page, marker

    def _require_sortable(self) -> None:
        for key in sorted(_WHEREABOUTS & {*self.request.parameters('sort_key')}):
            if not self.is_admin:
                raise Fault(403, f'Only administrators can sort servers by {key}')

    def _is_flavor_missing(self) -> bool:
        """Whether a flavor is asked for that there is not: then markers are not looked at."""
        flavor = self.request.parameter('flavor')
        return flavor is not None and self.handler.db.get('flavor', flavor) is None

    def _order(self) -> list[tuple[str, str]]:
        """Return the keys and directions of sorting."""
        keys = self.request.parameters('sort_key') or ['created_at']
        ways = self.request.parameters('sort_dir') or ['desc']
        if not set(ways) <= {'asc', 'desc'}:
            raise Fault(
                400, "Invalid input received: Unknown sort direction, must be 'desc' or 'asc'"
            )
        for place in reversed(range(len(keys))):
            if keys[place] in _UNSORTED:
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
        tests, some_down = self.tests, cells.any_is_down(self.request)
        for row in rows:
            clocks.settle(row.document, now)
            if row.deleted is not None and row.deleted <= now:
                _mark_deleted(row)
            if some_down and cells.is_down(self.request, row.document['host']):
                self.unknown.append(row)
            elif not tests or all(test(row) for test in tests):
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
    value: Callable[[Row], Any] = server_filters.VALUES.get(name) or (lambda row: None)

    def key(row: Row) -> tuple[bool, Any]:
        sorted_by = value(row)
        return (sorted_by is not None, sorted_by if sorted_by is not None else 0)

    return key
