"""Redirects of every kind, also of what is not redirected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole

STATUSES = (300, 301, 302, 303, 304, 305, 307, 308)
LOCATIONS: Mapping[str, Callable[[Exchange], str | None]] = {
    'itself': lambda e: e.base + e.target,
    'itself, relative': lambda e: e.target,
    'no path': lambda e: e.base,
    'longer and longer': lambda e: f'{e.base}{e.target.partition("?")[0]}/a',
    'another query each time': lambda e: f'{e.base}/a?{e.count}',
    'elsewhere': lambda e: e.elsewhere + e.target,
    'elsewhere, without a scheme': lambda e: e.elsewhere.removeprefix('http:') + e.target,
    'elsewhere, with a user': lambda e: e.elsewhere.replace('http://', 'http://cloud:s3cret@'),
    'elsewhere, behind our host': lambda e: f'{e.base}@{e.elsewhere.partition("//")[2]}/',
    'a backslash': lambda e: e.elsewhere.replace('//', '\\\\') + '/',
    'TLS': lambda e: e.base.replace('http:', 'https:') + e.target,
    'no Location': lambda e: None,
    'an empty Location': lambda e: '',
    'a file': lambda e: 'file:///etc/passwd',
    'a script': lambda e: 'javascript:alert(1)',
    'data': lambda e: 'data:application/json,{}',
    'no URL': lambda e: 'http://[x',
    'no port': lambda e: 'http://a:b/',
    'another letter of the host': lambda e: e.base.replace('127.0.0.1', '127.0.0.1.'),
    'another name of the host': lambda e: e.base.replace('127.0.0.1', 'localhost') + e.target,
    'control characters': lambda e: f'{e.base}/\x1b[2J\x07',
    'no UTF-8': lambda e: f'{e.base}/\udcff',
    '60,000 letters': lambda e: f'{e.base}/{"a" * 60_000}',
    'a query with a token': lambda e: f'{e.elsewhere}/?token=s3cret',
}


def _redirected(
    status: int, location: Callable[[Exchange], str | None]
) -> Callable[[Exchange], Reply]:
    def reply(exchange: Exchange) -> Reply:
        headers = (('Location', location(exchange)), ('Content-Type', 'text/html'))
        return whole(exchange.answer(status=status, headers=headers, body=b'Moved'))

    return reply


def kinds() -> Iterator[Kind]:
    """Every kind of this sort; nothing that is redirected was carried out."""
    for status, (name, location) in product(STATUSES, LOCATIONS.items()):
        yield Kind(
            f'{status} to {name}',
            _redirected(status, location),
            is_carried_out=False,
            # The versions of all services are told there, as by one without microversions.
            is_believable=name == 'no path',
        )
