"""Lists: checks of their arguments, order, pages and the link to the next one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from novaclient_mv.sandbox.baremetal import ironic_versions, kinds, refusals
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.wsgi import Request

Facts = dict[str, Any]

LONGEST = 1000
PAGING: dict[str, Any] = {
    'marker': kinds.uuid, 'limit': kinds.limit, 'sort_key': kinds.text,
    'sort_dir': kinds.one_of('asc', 'desc'),
}  # fmt: skip
VIEW: dict[str, Any] = {'fields': kinds.words, 'detail': kinds.flag}
UNTOLD = (
    'links', 'ports', 'nodes', 'states', 'portgroups', 'volume', 'conductor', 'chassis_uuid',
    'portgroup_uuid', 'allocation_uuid',
)  # fmt: skip
"""Fields that are none of a row's own."""
_UNSORTED = frozenset((
    *UNTOLD, 'candidate_nodes', 'clean_step', 'deploy_step', 'driver_info', 'driver_internal_info',
    'extra', 'instance_info', 'internal_info', 'local_link_connection', 'network_data',
    'properties', 'raid_config', 'service_step', 'steps', 'actions', 'conditions',
    'target_raid_config', 'traits', 'drivers', 'alive',
))  # fmt: skip


class Query(NamedTuple):
    """The arguments of a list, and its fields.

    :param arguments: arguments, each of its kind.
    :param fields: all fields of an item, with the minor version of each.
    :param minor: the request's minor version.
    :param path: of the rest below ``/v1``, to which its query is added.
    :param short: the fields of a list that names none.
    :param key: the field that markers name.
    :param unsorted: further fields that no list is sorted by.
    :param details_since: the minor version that has ``detail``.
    """

    arguments: Mapping[str, Any]
    fields: Mapping[str, int]
    minor: float
    path: str
    short: Sequence[str] = ()
    key: str = 'uuid'
    unsorted: Sequence[str] = ()
    details_since: int = 43

    def check(self) -> None:
        """Refuse fields that are too new, details that fields contradict, a wrong order.

        :raises Refused: 400 or 406.
        """
        names, detail = self.arguments.get('fields'), self.arguments.get('detail')
        if names is not None:
            check_field_versions(names, self.fields, self.minor)
        if detail is not None and self.minor < self.details_since:
            raise Refused(400, f'Invalid query parameter ?detail={detail} received.')
        if detail and names is not None:
            raise Refused(400, 'Can not specify ?detail=True and fields in the same request.')
        key = self.arguments.get('sort_key') or 'id'
        if self.minor < self.fields.get(key, 1):
            raise refusals.too_new()
        unsorted = key not in self.fields or key in _UNSORTED or key in self.unsorted
        if key != 'id' and unsorted:
            raise Refused(400, f'The sort_key value "{key}" is an invalid field for sorting')

    def page(self, request: Request, items: Sequence[Facts]) -> tuple[list[Facts], Facts]:
        """The page that is asked for, and the address of the rest below ``next``.

        :param items: the whole list, the oldest first, with the item that the marker names.
        """
        key, marker = self.arguments.get('sort_key') or 'id', self.arguments.get('marker')
        if key != 'id':
            items = sorted(items, key=lambda item: _rank(item[key]))
        if self.arguments.get('sort_dir') == 'desc':
            items = items[::-1]
        places = [place for place, item in enumerate(items, 1) if item[self.key] == marker]
        start, limit = sum(places), min(self.arguments.get('limit') or LONGEST, LONGEST)
        page = list(items[start : start + limit])
        # The service does not look for more where a page is full.
        is_full = len(page) == limit
        return page, {'next': self._next_url(request, limit, page)} if is_full else {}

    def _next_url(self, request: Request, limit: int, page: Sequence[Facts]) -> str:
        """The address of the rest; the service leaves out what narrows the list."""
        argument = self.arguments.get
        detail, fields, sort_key = argument('detail'), argument('fields'), argument('sort_key')
        fields = self.short if fields is None else fields
        pairs = {'sort_key': 'id' if sort_key is None else sort_key}
        pairs['sort_dir'] = argument('sort_dir') or 'asc'
        if detail is not None:
            pairs['detail'] = str(detail)
        if fields and not detail:
            pairs['fields'] = ','.join(fields)
        pairs |= {'limit': str(limit), 'marker': str(page[-1][self.key])}
        query = '&'.join(f'{name}={value}' for name, value in pairs.items())
        return f'{ironic_versions.base_of(request)}/v1/{self.path}{query}'


def check_field_versions(names: Iterable[str], fields: Mapping[str, int], minor: float) -> None:
    """Refuse fields that are too new, and any below 1.8.

    :raises Refused: 406.
    """
    if minor < 8 or any(minor < fields.get(name, 1) for name in names):
        raise refusals.too_new()


def _rank(value: Any) -> tuple[bool, Any]:
    """A place in an order in which nothing comes before everything."""
    return value is not None, value if isinstance(value, (int, float)) else str(value)
