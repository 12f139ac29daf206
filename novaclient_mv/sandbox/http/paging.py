"""Pages: limit, marker and the link to the next page."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from novaclient_mv.sandbox.http.wsgi import MOST_DIGITS, Fault, Request, quoted
from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row

LONGEST = 1000

T = TypeVar('T')


def limit_of(request: Request) -> int:
    """Return the length of a page: never more than 1,000."""
    text = request.parameter('limit')
    if text is None:
        return LONGEST
    # Below 2.1 no schema has looked at the queries of servers.
    try:
        number = _whole(text)
    except ValueError:
        raise Fault(400, 'Invalid input received: limit must be an integer') from None
    if number < 0:
        raise Fault(400, 'Invalid input received: limit must be >= 0')
    return min(number, LONGEST)


def _whole(text: str) -> int:
    # No list is as long as a number that cannot be read.
    return sys.maxsize if text.isdecimal() and len(text) > MOST_DIGITS else int(text)


def page_of(
    items: Sequence[T],
    request: Request,
    key: str,
    missing: str = 'marker [{}] not found',
    is_empty_none: bool = False,
) -> tuple[list[T], bool]:
    """The page that a request asks for, and whether it is full, which is when a next link is due.

    :param key: attribute that markers name.
    :param missing: how the operation words a marker that is not there.
    :param is_empty_none: the operation takes an empty marker for none.
    """
    limit = limit_of(request)
    marker = request.parameter('marker')
    start = 0
    if marker is not None and (marker or not is_empty_none):
        for number, item in enumerate(items):
            if getattr(item, key) == marker:
                start = number + 1
                break
        else:
            raise Fault(400, missing.format(marker))
    page = list(items[start : start + limit])
    return page, bool(page) and len(page) == limit


def changed_between(request: Request, rows: Iterable[Row]) -> list[Row]:
    """The resources whose last change lies between the moments that a query names.

    :raises Fault: 400 where the moments are the wrong way round, even if there is nothing.
    """
    since, before = request.parameter('changes-since'), request.parameter('changes-before')
    earliest = 0.0 if since is None else clocks.moment(since)
    latest = math.inf if before is None else clocks.moment(before)
    if earliest > latest:
        raise Fault(400, 'The value of changes-since must be less than or equal to changes-before.')
    return [row for row in rows if earliest <= row.document['updated'] <= latest]


def slice_of(items: Sequence[T], request: Request) -> list[T]:
    """The part that limit and offset ask for, where lists have no markers."""
    start = _whole(request.parameter('offset') or '0')
    # A limit of 0 is none here, unlike where lists have markers.
    return list(items[start : start + (limit_of(request) or LONGEST)])


def next_links(request: Request, marker: str, project: str = '') -> list[dict[str, Any]]:
    """The link to the page behind a marker: the same query with another marker.

    :param project: what the path of the link starts with besides.

    Nova keeps one value of each parameter, the last as texts are sorted, in order of their names,
    and puts a marker that was not there before at the end.
    """
    pairs = dict(sorted(request.query))
    pairs['marker'] = marker
    # The path of the request itself, project id included.
    url = f'{request.host_url}{request.prefix}{project}{quoted(request.path)}'
    return [{'rel': 'next', 'href': f'{url}?{urlencode(pairs)}'}]
