"""Usage: how long a project's servers ran, and how large they were."""

from __future__ import annotations

import builtins
import datetime
from collections.abc import Callable, Mapping
from typing import Any

from novaclient_mv import errors, resources, versions
from novaclient_mv.resources import Time, field, pages
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer, Request

Moment = datetime.datetime | str

_SUMS = ('total_hours', 'total_local_gb_usage', 'total_memory_mb_usage', 'total_vcpus_usage')


def _two_decimals(value: float | None) -> str:
    return '' if value is None else f'{value:.2f}'


def _server_count(usage: Mapping[str, Any]) -> int | None:
    servers = usage.get('server_usages')
    return None if servers is None else len(servers)


class ServerUsage(resources.Resource):
    """The use of one server in a period."""

    repr_keys = ('instance_id',)
    tenant_id: str = field('Tenant ID', key='project_id')
    instance_id: str = field('Server ID')
    name: str = field()
    state: str = field()
    flavor: str = field()
    memory_mb: int = field('RAM MiB')
    vcpus: int = field('VCPUs')
    local_gb: int = field('Disk GiB')
    hours: float = field(cell=_two_decimals)
    uptime: int = field('Uptime Seconds')
    started_at: Time = field()
    ended_at: Time | None = field()


class Usage(resources.Resource):
    """The use of a project in a period."""

    tenant_id: str = field('Tenant ID', key='project_id')
    _server_count: int = field('Servers', path=_server_count)
    total_memory_mb_usage: float = field('RAM MiB-Hours', cell=_two_decimals)
    total_vcpus_usage: float = field('CPU Hours', cell=_two_decimals)
    total_local_gb_usage: float = field('Disk GiB-Hours', cell=_two_decimals)
    total_hours: float = field(cell=_two_decimals)
    start: Time = field()
    stop: Time = field()
    server_usages: list[dict[str, Any]] = field(
        shape=resources.known(*(name for one in ServerUsage.fields for name in one.uses))
    )

    def __repr__(self) -> str:
        return '<ComputeUsage>'

    @property
    def is_nothing(self) -> bool:
        """Whether nothing was used, as by a project that the cloud does not know."""
        return self._info.keys() <= {'tenant_id'}

    def servers(self) -> builtins.list[ServerUsage]:
        """Return the use of each server, if the answer has it."""
        rows = self._info.get('server_usages') or ()
        return [ServerUsage(self.manager, row, loaded=True) for row in rows]

    def get(self) -> None:
        """Ask the cloud for this project's usage in this period again.

        ``GET /os-simple-tenant-usage/{id}``
        """
        self.set_loaded(True)
        period = (datetime.datetime.fromisoformat(text) for text in (self.start, self.stop))
        new = self.manager.get(self.tenant_id, *period)
        self._add_details(new._info)
        self.append_request_ids(new)


class UsageManager(resources.ManagerWithFind[Usage]):
    """Usage of projects."""

    kind = 'usage'
    resource_class = Usage
    usage_prefix = 'os-simple-tenant-usage'

    @versions.parameters(marker='2.40..', limit='2.40..')
    def list(  # type: ignore[override]
        self,
        start: Moment,
        end: Moment,
        detailed: bool = False,
        marker: str | None = None,
        limit: int | None = None,
    ) -> builtins.list[Usage]:
        """The usage of every project that had servers (administrators), one page as the cloud cuts
        it.

        :param start: first moment, a ``datetime`` or an ISO 8601 text; ``end`` the last.
        :param detailed: with every server.
        :param marker: id of the server before the first (from 2.40).
        :param limit: number of servers (from 2.40).
        :raises Forbidden: other projects' usage is for administrators.

        ``GET /os-simple-tenant-usage``
        """
        flag = None if detailed is None else int(bool(detailed))
        query = [*_query(start, end, marker, limit), ('detailed', flag)]
        return self._read_list('GET /os-simple-tenant-usage', 'tenant_usages', query=query)

    iterate = resources.every_row(list)

    @versions.parameters(marker='2.40..', limit='2.40..')
    def get(
        self,
        tenant_id: str,
        start: Moment,
        end: Moment,
        marker: str | None = None,
        limit: int | None = None,
    ) -> Usage:
        """The usage of a project, one page of its servers as the cloud cuts it; without any fields
        when it had no servers.

        :param start: first moment, a ``datetime`` or an ISO 8601 text; ``end`` the last.
        :param marker: id of the server before the first (from 2.40).
        :param limit: number of servers (from 2.40).
        :raises Forbidden: another project's usage is for administrators.

        ``GET /os-simple-tenant-usage/{id}``
        """
        query = _query(start, end, marker, limit)
        return self._show(
            'GET /os-simple-tenant-usage/{id}', 'tenant_usage', tenant_id, query=query
        )

    @versions.wraps('2.0', '2.39')
    def everything(self, start: Moment, end: Moment) -> builtins.list[Usage]:
        """The usage of every project that had servers, with all its servers (administrators).

        ``GET /os-simple-tenant-usage``
        """
        return self.list(start, end, detailed=True)

    @versions.newest
    @versions.wraps('2.40')
    def everything(self, start: Moment, end: Moment) -> builtins.list[Usage]:
        """The usage of every project that had servers, with all its servers (administrators), from
        all pages.

        ``GET /os-simple-tenant-usage``
        """

        def page(marker: str | None) -> _Page:
            query = [*_query(start, end, marker, None), ('detailed', 1)]
            answer = self.send('GET /os-simple-tenant-usage', query=query)
            usages = list(self._rows(answers.member(answer, 'tenant_usages', list), answer))
            return usages, pages.next_query(answer, 'tenant_usages')

        return resources.collected(_merged(page))

    @versions.wraps('2.0', '2.39')
    def of_project(self, tenant_id: str, start: Moment, end: Moment) -> Usage:
        """The usage of a project, with all its servers: ``GET /os-simple-tenant-usage/{id}``."""
        return self.get(tenant_id, start, end)

    @versions.newest
    @versions.wraps('2.40')
    def of_project(self, tenant_id: str, start: Moment, end: Moment) -> Usage:
        """The usage of a project, with all its servers, from all pages.

        ``GET /os-simple-tenant-usage/{id}``
        """

        came: list[Usage] = []

        def page(marker: str | None) -> _Page:
            answer = self.send(
                'GET /os-simple-tenant-usage/{id}',
                *(tenant_id,),
                query=_query(start, end, marker, None),
            )
            usages = list(self._rows([self._wrapped(answer, 'tenant_usage')], answer))
            came.extend(usages)
            return usages, pages.next_query(answer, 'tenant_usage')

        merged = _merged(page)
        return (merged or came)[0]

    def carry_out(self, request: Request) -> Answer:
        """Send a request; colons of moments are sent in the query unchanged, as python-novaclient
        sends them.
        """
        return super().carry_out(request._replace(unquoted=':'))


_Page = tuple[list[Usage], list[tuple[str, str]]]
"""The usages of a page, and the query of the link to the next one."""


def _query(
    start: Moment, end: Moment, marker: str | None, limit: int | None
) -> list[tuple[str, Any]]:
    return [
        ('start', _text(start)),
        ('end', _text(end)),
        ('limit', limit or None),
        ('marker', marker or None),
    ]


def _text(moment: Moment) -> str:
    return moment if isinstance(moment, str) else str(moment.isoformat())


def _merged(page_after: Callable[[str | None], _Page]) -> list[Usage]:
    """The usages of all pages, one for each project; a page is a number of servers, and a project
    can continue in the next one.
    """
    by_project: dict[str, Usage] = {}
    earlier: set[str] = set()
    try:
        _read_pages(page_after, by_project, earlier)
    except errors.Error as error:
        if by_project:
            error.rows_before = len(by_project)
            error.hint = (
                f'{len(earlier)} server{"s" * (len(earlier) > 1)} had come. Sums of some of the '
                'servers would be too small, and are not shown.'
            )
        raise
    return list(by_project.values())


def _read_pages(
    page_after: Callable[[str | None], _Page], by_project: dict[str, Usage], earlier: set[str]
) -> None:
    """Add the usages of all pages to those of their projects, and the ids of their servers."""
    marker, is_linked = None, False
    while True:
        page, link = page_after(marker)
        usages = [usage for usage in page if usage._info.get('server_usages')]
        servers = [server['instance_id'] for usage in usages for server in usage.server_usages]
        # Behind a marker, its own server stands only where the cloud does not heed it.
        if earlier.intersection(servers) and (is_linked or marker in servers):
            raise answers.about_answer(
                'A page of usages brought nothing new; the list cannot be completed.'
            )
        # Servers stand by project: without a link, the last one may not be the last of the page.
        if not servers or earlier.intersection(servers):
            return
        earlier.update(servers)
        is_linked = bool(link)
        marker = dict(link).get('marker') or servers[-1]
        for usage in usages:
            merged = by_project.setdefault(usage.tenant_id, usage)
            if merged is not usage:
                _add(merged, usage)


def _add(usage: Usage, more: Usage) -> None:
    for name in _SUMS:
        usage.set_info(name, usage._info.get(name, 0) + more._info.get(name, 0))
    usage.set_info('server_usages', usage.server_usages + more.server_usages)
    usage.append_request_ids(more)
