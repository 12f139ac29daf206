"""Lists whose links to further pages loop, lead elsewhere or nowhere."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from functional_tests.trust.faults import roles
from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole

_OF_LISTS = frozenset({roles.READ, roles.PAGE})
_NEXT: Mapping[str, Callable[[Exchange], Any]] = {
    'itself': lambda e: e.base + e.target,
    'the first page': lambda e: e.base + e.target.partition('?')[0],
    'no marker': lambda e: f'{e.base}{e.target.partition("?")[0]}?limit=2',
    'a marker that is none': lambda e: f'{e.base}{e.target.partition("?")[0]}?marker=spam',
    'another marker each time': lambda e: f'{e.base}{e.target.partition("?")[0]}?marker=m{e.count}',
    'another limit each time': lambda e: (
        f'{e.base}{e.target.partition("?")[0]}?limit={e.count + 3}'
    ),
    'elsewhere': lambda e: e.elsewhere + e.target,
    'another scheme': lambda e: 'file:///etc/passwd?marker=a',
    'a path': lambda e: '?marker=a',
    'no URL': lambda e: 'http://[x',
    'nothing': lambda e: '',
    'null': lambda e: None,
    'a number': lambda e: 7,
    'a list': lambda e: ['http://a'],
    'escapes': lambda e: 'http://a/?marker=\x1b[2J\ud800',
    'a long query': lambda e: 'http://a/?marker=' + 'a' * 100_000,
    'a query with a token': lambda e: 'http://a/?marker=a&token=s3cret',
}


def _with_next(link: Any, rows: str, document: Any) -> Any:
    """A document that links to a next page in the ways of all services.

    :param rows: ``same``, ``no`` rows, or ``null`` rows.
    """
    if not isinstance(document, dict):
        return document
    changed: dict[str, Any] = copy.deepcopy(document)
    for key, value in document.items():
        if isinstance(value, list) and not key.endswith('_links'):
            if rows != 'same':
                changed[key] = [] if rows == 'no' else [None, None]
            changed[f'{key}_links'] = [{'rel': 'next', 'href': link}]
    changed['next'] = link
    return changed


def kinds() -> Iterator[Kind]:
    """Every kind of this sort."""
    for name, make in _NEXT.items():
        for rows in ('same', 'no', 'null'):

            def reply(
                exchange: Exchange,
                make: Callable[[Exchange], Any] = make,
                rows: str = rows,
            ) -> Reply:
                return whole(
                    exchange.json_answer(_with_next(make(exchange), rows, exchange.document))
                )

            yield Kind(
                f'next page of {rows} rows is {name}', reply, _OF_LISTS, changes_content=True
            )
