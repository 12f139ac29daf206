"""Lists: checks of their arguments, order, pages and the link to the next one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from novaclient_mv.sandbox.baremetal import ironic_versions, kinds, refusals
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.wsgi import Request

Facts = dict[str, Any]

LONGEST = 1000
PAGING: dict[str, Any] = {
    'marker': kinds.uuid, 'limit': kinds.integer, 'sort_key': kinds.string,
    'sort_dir': kinds.string,
}  # fmt: skip
VIEW: dict[str, Any] = {'fields': kinds.strings, 'detail': kinds.boolean}
_STRUCTURED = (
    'candidate_nodes', 'clean_step', 'deploy_step', 'driver_info', 'driver_internal_info', 'extra',
    'instance_info', 'internal_info', 'local_link_connection', 'network_data', 'properties',
    'raid_config', 'service_step', 'steps', 'actions', 'conditions', 'target_raid_config', 'traits',
    'drivers', 'alive',
)  # fmt: skip


class Page(NamedTuple):
    """Some of a list, and where the rest is."""

    items: list[Facts]
    next_url: str | None


class Query(NamedTuple):
    """The arguments of a list, and its fields.

    :param arguments: arguments, each of its kind.
    :param fields: all fields of an item, with the minor version of each.
    :param minor: the request's minor version.
    :param key: the field that markers name.
    :param short: the fields of a list that names none.
    :param sorts_by_node: whether a list may be sorted by the nodes of its items.
    :param path: of the list below ``/v1``, by default as it was asked for.
    :param narrowed: what the address of the rest tells first of what narrows the list.
    :param details_since: the minor version that has ``detail``.
    """

    arguments: Mapping[str, Any]
    fields: Mapping[str, int]
    minor: float
    key: str
    short: Sequence[str] = ()
    sorts_by_node: bool = False
    path: str = ''
    narrowed: str = ''
    details_since: int = 43

    def check(self) -> None:
        """Refuse fields that are too new, details that fields contradict, a wrong page or order.

        :raises Refused: 400 or 406.
        """
        names = self.arguments.get('fields')
        if names is not None:
            check_field_versions(names, self.fields, self.minor)
        if self.minor < self.fields.get(self._sort_key, 1):
            raise refusals.too_new()
        detail = self.arguments.get('detail')
        if detail is not None and self.minor < self.details_since:
            raise Refused(400, f'Invalid query parameter ?detail={detail} received.')
        if detail and self.arguments.get('fields') is not None:
            raise Refused(400, 'Can not specify ?detail=True and fields in the same request.')
        limit = self.arguments.get('limit')
        if limit is not None and limit <= 0:
            raise Refused(400, 'Limit must be positive')
        direction = self._direction
        if direction not in ('asc', 'desc'):
            words = "Acceptable values are 'asc' or 'desc'"
            raise Refused(400, f'Invalid sort direction: {direction}. {words}')
        if self._sort_key in _STRUCTURED:
            words = f'The sort_key value {self._sort_key} is an invalid field for sorting'
            raise Refused(400, words)

    def page(
        self,
        request: Request,
        items: Sequence[Facts],
        marked: Facts | None,
        is_ordered: bool = True,
    ) -> Page:
        """The page that is asked for.

        :param items: the whole list, in the order that it has by itself.
        :param marked: the item that the marker names, which may not be one of the list.
        :param is_ordered: whether an order is looked at.
        """
        if is_ordered:
            self._check_column()
        ordered = self._ordered(items) if is_ordered else items
        start = 0
        if marked is not None:
            start = self._after(ordered, marked)
        limit = min(self.arguments.get('limit') or LONGEST, LONGEST)
        page = list(ordered[start : start + limit])
        # The service does not look for more where a page is full.
        if len(page) < limit:
            return Page(page, None)
        return Page(page, self._next_url(request, limit, str(page[-1][self.key])))

    @property
    def _sort_key(self) -> str:
        return self.arguments.get('sort_key') or 'id'

    @property
    def _direction(self) -> str:
        direction: str | None = self.arguments.get('sort_dir')
        return 'asc' if direction is None else direction

    def _check_column(self) -> None:
        """Refuse an order by what the rows of a list do not have."""
        key = self._sort_key
        is_foreign = key in UNSORTED or (key == 'node_uuid' and not self.sorts_by_node)
        if key != 'id' and (key not in self.fields or is_foreign):
            raise Refused(400, f'The sort_key value "{key}" is an invalid field for sorting')

    def _ordered(self, items: Sequence[Facts]) -> Sequence[Facts]:
        is_reversed = self._direction == 'desc'
        if self._sort_key == 'id':
            return items[::-1] if is_reversed else items
        ordered = sorted(items, key=lambda item: _rank(item[self._sort_key]))
        return ordered[::-1] if is_reversed else ordered

    def _after(self, ordered: Sequence[Facts], marked: Facts) -> int:
        """The place of the first item behind the marked one."""
        for number, item in enumerate(ordered):
            if item[self.key] == marked[self.key]:
                return number + 1
        key = 'created_at' if self._sort_key == 'id' else self._sort_key
        place = _rank(marked[key])
        if self._direction == 'desc':
            return sum(_rank(item[key]) > place for item in ordered)
        return sum(_rank(item[key]) < place for item in ordered)

    def _next_url(self, request: Request, limit: int, marker: str) -> str:
        """The address of the rest; the service mostly leaves out what narrows the list."""
        sort_key, detail = self.arguments.get('sort_key'), self.arguments.get('detail')
        fields = self.arguments.get('fields')
        fields = self.short if fields is None else fields
        pairs = {'filters': self.narrowed} if self.narrowed else {}
        pairs |= {'sort_key': 'id' if sort_key is None else sort_key, 'sort_dir': self._direction}
        if detail is not None:
            pairs['detail'] = str(detail)
        if fields and not detail:
            pairs['fields'] = ','.join(fields)
        pairs |= {'limit': str(limit), 'marker': marker}
        query = '&'.join(f'{name}={value}' for name, value in pairs.items())
        path = self.path or request.path.removeprefix('/v1').strip('/')
        return f'{ironic_versions.base_of(request)}/v1/{path}?{query}'


UNSORTED = (
    'links', 'ports', 'nodes', 'states', 'portgroups', 'volume', 'conductor', 'chassis_uuid',
    'portgroup_uuid', 'allocation_uuid',
)  # fmt: skip
"""Fields that no list is sorted by, whatever they hold."""


def check_field_versions(names: Iterable[str], fields: Mapping[str, int], minor: float) -> None:
    """Refuse fields that are too new, and any below 1.8.

    :raises Refused: 406.
    """
    if minor < 8 or any(minor < fields.get(name, 1) for name in names):
        raise refusals.too_new()


def _rank(value: Any) -> tuple[bool, str | float]:
    """A place in an order in which nothing comes before everything."""
    if isinstance(value, (bool, int, float)):
        return True, value
    return value is not None, '' if value is None else str(value)


def same(value: Any, text: str) -> bool:
    """Whether a field has the value that a query names."""
    if isinstance(value, (dict, list)):
        return json.dumps(value) == text
    return value is not None and str(value) == text
