"""Filters that a cloud ignores for a login: applied here where rows tell enough, else told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, TypeVar

from novaclient_mv.compat.request_ids import collected
from novaclient_mv.resources.listing import Listing
from novaclient_mv.resources.manager import Api, Manager
from novaclient_mv.resources.resource import Resource
from novaclient_mv.services.filters import IGNORED, Filter, Row, Test
from novaclient_mv.wire import filter_notices

R = TypeVar('R', bound=Resource)


def _unusable(api: Api, declared: Mapping[str, Filter], query: Mapping[str, Any]) -> list[Filter]:
    """The filters of a query that the cloud ignores for this login.

    Where its roles are unknown, only those that nobody has at the version. Nothing is sent for it
    but a login, where there is none yet.
    """
    filters = [declared[name] for name, value in query.items() if name in declared and value]
    version, client = api.api_version, api.client
    ignorable = [filter for filter in filters if filter.otherwise == IGNORED]
    # Roles are of no interest where nobody needs one.
    if all(filter.is_usable(version, ()) for filter in ignorable):
        return []
    from novaclient_mv.wire.connection import Connection

    facts = client.access.token_facts() if isinstance(client, Connection) else None
    roles = None if facts is None else facts.roles
    return [filter for filter in ignorable if not filter.is_usable(version, roles)]


def check(
    api: Api, declared: Mapping[str, Filter], query: Mapping[str, Any], has_whole_rows: bool = True
) -> Test | None:
    """Return the test that rows must pass in place of the cloud's filter; ``None`` where it
    filters, or nothing can be done here. Warn of filters without effect.

    :param api: the manager of the list.
    :param declared: the filters of the list that not everybody has at every version.
    :param has_whole_rows: whether rows have all their fields.
    :raises FilterUnavailable: there are such filters, and they are not wanted.
    """
    ignored = _unusable(api, declared, query)
    if not ignored:
        return None
    notices = _notices_of(api.client)
    if notices.is_strict:
        notices.refuse(ignored)
    here = [
        filter
        for filter in ignored
        if has_whole_rows
        and not isinstance(query[filter.name], list)
        and filter.is_shown(api.api_version)
    ]
    notices.tell([filter for filter in ignored if filter not in here])
    tests = [(filter, test(str(query[filter.name]))) for filter in here if (test := filter.test)]
    if not tests:
        return None

    def passes(row: Row) -> bool:
        return all(_passes(filter, test, row) for filter, test in tests)

    def _passes(filter: Filter, test: Test, row: Row) -> bool:
        try:
            return test(row)
        except KeyError:
            # A cloud may hide what others show.
            notices.tell([filter])
            return True

    return passes


def _notices_of(client: object) -> filter_notices.FilterNotices:
    """Return a connection's warnings of ignored filters."""
    from novaclient_mv.wire.connection import Connection

    present: filter_notices.FilterNotices | None = getattr(client, 'filter_notices', None)
    if present is not None:
        return present
    if isinstance(client, Connection):
        return client.shared.filter_notices()
    return filter_notices.FilterNotices()


def listing(
    manager: Manager[R],
    declared: Mapping[str, Filter],
    operation: str,
    plural: str,
    query: Mapping[str, Any],
    limit: int | None,
    has_whole_rows: bool = True,
    unfiltered: Listing[R] | None = None,
) -> Listing[R]:
    """A list by pages, whose rows are filtered here where the cloud does not do it.

    The first page of such a list is all of it, since of a page of the cloud nothing may be left.

    :param declared: as of :func:`check`, which is asked when the list is.
    :param unfiltered: how the list is asked for where nothing is filtered here.
    """
    usual = unfiltered or manager._listing(operation, plural, query=query, limit=limit)

    def test() -> Test | None:
        return check(manager, declared, query, has_whole_rows)

    def pages(passes: Test) -> Iterator[R]:
        return manager._pages(operation, plural, query=query, limit=limit, passes=passes)

    def first_page() -> list[R]:
        passes = test()
        return usual.first_page() if passes is None else collected(pages(passes))

    def start() -> Iterator[R]:
        passes = test()
        return usual.pages() if passes is None else pages(passes)

    # The check waits for the first row, and makes no call of a page longer.
    return Listing(first_page, lambda: chain.from_iterable(begin() for begin in (start,)))


def unfiltered(
    manager: Manager[R], declared: Mapping[str, Filter], query: Mapping[str, Any], usual: Listing[R]
) -> Listing[R]:
    """Return a list none of whose filters can be applied here; warn of ignored ones.

    :param declared: as of :func:`check`, which is asked when the list is.
    """

    def first_page() -> list[R]:
        check(manager, declared, query)
        return usual.first_page()

    def every_page() -> Iterator[R]:
        check(manager, declared, query)
        yield from usual.pages()

    return Listing(first_page, every_page)
