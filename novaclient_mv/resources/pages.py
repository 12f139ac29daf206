"""Reads lists page by page: by the link to the next page, or by offset."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from novaclient_mv import errors
from novaclient_mv.resources.passed_pages import Marker, PassedPages, Rows
from novaclient_mv.wire import answers
from novaclient_mv.wire.request import Answer, Query

SHORT_PAGE = 10
"""Lists by offset do not say whether there is more. A page with fewer rows than any cloud would
cut pages to is the last one.
"""


def id_of(row: Mapping[str, Any]) -> Hashable:
    """Return the usual key of a row."""
    return row.get('id')


def value_of(key: str) -> Marker:
    """Return the function that reads a row's key."""
    return lambda row: row.get(key)


def by_link(
    send: Callable[[Query], Answer],
    plural: str,
    query: Mapping[str, Any],
    limit: int | None = None,
    marker_of: Marker = id_of,
    passes: Callable[[dict[str, Any]], bool] | None = None,
) -> Iterator[tuple[Rows, Answer]]:
    """The rows of each page, over as many pages as the cloud makes of them, or the first ``limit``
    rows.

    Of the link to the next page only the query is used, on our own endpoint. What was asked for
    and is not in it is asked for again: Ironic leaves filters out of its links.

    :param passes: tells the rows that are wanted; the limit counts those, and pages are as long as
        the cloud makes them.
    :raises CloudError: a page that brings nothing new, or a link that leads nowhere.
    """
    current: Query = {**query, 'limit': limit if passes is None else None}
    count = 0
    passed = PassedPages(marker_of)
    while True:
        answer = send(current)
        rows = answers.member(answer, plural, list)
        fresh = _new_rows(rows, passed, answer)
        if passes is not None:
            fresh = _passing(fresh, passes, answer)
        if limit is not None:
            fresh = fresh[: limit - count]
            count += len(fresh)
        yield fresh, answer
        if count == limit:
            return
        following = next_query(answer, plural)
        if not following:
            return
        if not rows or not passed.is_new_link(following):
            raise nothing_new(answer)
        current = [*following, *_left_out(query, following)]
        # A page is let go before the next is asked for, so that no two stand in memory.
        del answer, rows, fresh


def _left_out(
    query: Mapping[str, Any], following: list[tuple[str, str]]
) -> Iterator[tuple[str, Any]]:
    """The parameters of a query that the link to the next page does not have."""
    names = {name for name, _ in following}
    return ((name, query[name]) for name in sorted(query) if name not in names)


def by_offset(
    send: Callable[[int | None, int | None], Answer],
    plural: str,
    limit: int | None,
    offset: int | None,
    marker_of: Marker = id_of,
) -> Iterator[tuple[Rows, Answer]]:
    """The rows of each page after the first ``offset`` rows, or ``limit`` of them.

    :param send: asks for a page by its limit and offset.
    :raises CloudError: a page that brings nothing new.
    """
    start, count = offset or 0, 0
    passed = PassedPages(marker_of)
    while True:
        remaining = None if limit is None else limit - count
        answer = send(remaining, start or None)
        rows = answers.member(answer, plural, list)
        fresh = _new_rows(rows, passed, answer)[:remaining]
        count += len(fresh)
        yield fresh, answer
        if len(rows) < SHORT_PAGE or count == limit:
            return
        start += len(rows)
        del answer, rows, fresh


def _new_rows(rows: list[Any], passed: PassedPages, answer: Answer) -> Rows:
    """The rows of a page that no earlier page had; a page that has only such is an error."""
    answers.objects(answer, rows)
    try:
        fresh = passed.new_rows(rows)
    except answers.MALFORMED as error:
        from novaclient_mv.wire import mistakes

        mistakes.check(error)
        raise answers.malformed(answer, error) from error
    if rows and not fresh:
        raise nothing_new(answer)
    return fresh


def _passing(rows: Rows, passes: Callable[[dict[str, Any]], bool], answer: Answer) -> Rows:
    try:
        return [row for row in rows if passes(row)]
    except answers.MALFORMED as error:
        from novaclient_mv.wire import mistakes

        mistakes.check(error)
        raise answers.malformed(answer, error) from error


def nothing_new(answer: Answer) -> errors.CloudError:
    """The error for a page that leads to no other."""
    return answers.unreadable(
        f'{answer.url} brought a page with nothing new; the list cannot be completed',
        *(answer.request, answer.url, answer.request_id),
    )


def next_query(answer: Answer, plural: str | None) -> list[tuple[str, str]]:
    """The query of the link to the next page; empty without such a link.

    :param plural: the key of the rows, which that of the links begins with; ``None`` where it is
        not known.
    :raises CloudError: the link has no query.
    """
    # The image service names its next page itself, as Ironic does; lists of instance actions call
    # their links only ``links``, where Keystone has an object.
    body = answer.body
    if body.get('next'):
        return _query_of(body['next'], answer)
    names = links_of(body) if plural is None else (f'{plural}_links', 'links')
    links = next(filter(None, map(body.get, names)), None)
    if isinstance(links, Mapping) and links.get('next'):
        return _query_of(links['next'], answer)
    for link in links if isinstance(links, list) else ():
        if isinstance(link, Mapping) and link.get('rel') == 'next':
            return _query_of(link.get('href'), answer)
    return []


def links_of(body: Mapping[str, Any]) -> list[str]:
    """The keys of a list's links to its pages."""
    return [name for name in body if name == 'links' or name.endswith('_links')]


def whole(pages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The bodies of the pages of a list as one, without links to pages."""
    merged: dict[str, Any] = {}
    for page in pages:
        left_out = {'next', *links_of(page)}
        _add(merged, {name: value for name, value in page.items() if name not in left_out})
    return merged


def _add(merged: dict[str, Any], page: Mapping[str, Any]) -> None:
    """Add the rows of a page; what stands beside them is that of the first page, and totals are
    the sums of the pages', as those of a project's usage are.
    """
    for name, value in page.items():
        before = merged.get(name)
        if isinstance(before, list) and isinstance(value, list):
            merged[name] = [*before, *value]
        elif isinstance(before, dict) and isinstance(value, Mapping):
            _add(before, value)
        elif name not in merged:
            merged[name] = copy.deepcopy(value)
        elif name.startswith('total_') and isinstance(before, float | int):
            merged[name] = before + value


def _query_of(link: object, answer: Answer) -> list[tuple[str, str]]:
    # The rest of the link is not looked at, so that it may be anything.
    text = link.partition('#')[0].partition('?')[2] if isinstance(link, str) else ''
    query = parse_qsl(text, keep_blank_values=True, errors='surrogateescape')
    if not query:
        raise answers.unreadable(
            f'{answer.url} has more pages, but its link to the next one, {link!r}, has no query; '
            'the list cannot be completed',
            *(answer.request, answer.url, answer.request_id),
        )
    return query
