"""Logins and service catalogs that are broken."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from functional_tests.trust.faults import roles
from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole

_LOGIN = frozenset({roles.LOGIN})
_TOKEN_HEADER = 'X-Subject-Token'
_FIELDS = (
    *('catalog', 'expires_at', 'issued_at', 'methods', 'user', 'project', 'roles', 'audit_ids'),
    *('user.id', 'user.name', 'user.domain', 'project.id', 'project.name', 'project.domain'),
)
_ENDPOINT = ('url', 'interface', 'region', 'region_id', 'id')
_VALUES: Mapping[str, Any] = {
    'missing': ...,
    'null': None,
    'a number': 7,
    'a text': 'spam',
    'a list': [None, {}],
    'a mapping': {'': None},
    'a hostile text': '\x1b[2J\u202e\x00\ud800',
    'a long text': 'a' * 200_000,
}
_URLS: Mapping[str, str] = {
    'of another scheme': 'ftp://127.0.0.1/v2.1',
    'of a file': 'file:///etc/passwd',
    'without a host': 'http:///v2.1',
    'without a scheme': '127.0.0.1/v2.1',
    'with a port that is none': 'http://127.0.0.1:99999/v2.1',
    'with blanks': 'http://127.0.0.1 /v2.1',
    'with a user': 'http://cloud:s3cret@127.0.0.1:1/v2.1',
    'with brackets': 'http://[::1/v2.1',
    'with a template': 'http://127.0.0.1:1/v2.1/%(tenant_id)s/$(project_id)s',
    'with lines': 'http://127.0.0.1:1/v2.1\r\nX-Evil: 1',
    'of a closed port': 'http://127.0.0.1:1/v2.1',
    'of no name': 'http://nowhere.invalid/v2.1',
    'in other letters': 'http://b\xfccher.invalid/v2.1',
}
_EXPIRES = (
    *('1970-01-01T00:00:00.000000Z', '9999-12-31T23:59:59.999999Z', '2026-13-45T99:99:99Z'),
    *('2026-01-01', '0001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', 'never', ''),
    *('2030-01-01T00:00:00', '2030-01-01T00:00:00+99:99', '1893456000'),
)


def _set(holder: Any, path: str, value: Any) -> None:
    *parents, last = path.split('.')
    for parent in parents:
        holder = holder[parent]
    if value is ...:
        holder.pop(last, None)
    else:
        holder[last] = copy.deepcopy(value)


def _token_with(change: Callable[[dict[str, Any]], None]) -> Callable[[Exchange], Reply]:
    def reply(exchange: Exchange) -> Reply:
        document = copy.deepcopy(exchange.document)
        change(document['token'])
        return whole(exchange.json_answer(document))

    return reply


def _endpoints_with(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(token: dict[str, Any]) -> None:
        for service in token['catalog']:
            for endpoint in service['endpoints']:
                _set(endpoint, key, value)

    return change


def _services_with(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(token: dict[str, Any]) -> None:
        for service in token['catalog']:
            _set(service, key, value)

    return change


def _field(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda token: _set(token, path, value)


def _unscope(token: dict[str, Any]) -> None:
    del token['project'], token['roles']


def _repeat(token: dict[str, Any]) -> None:
    token['catalog'] = token['catalog'] * 300


_TOKENS: Mapping[str, str | None] = {
    'missing': None,
    'empty': '',
    'of blanks': '   ',
    'in other letters': 't\xf6ken',
    'with escapes': 'a\udc9b2Jb',
    'of 60,000 letters': 'a' * 60_000,
    'that is refused': 'gAAAAAspam',
}


def kinds() -> Iterator[Kind]:
    """Every kind of this sort."""

    def kind(name: str, change: Callable[[dict[str, Any]], None]) -> Kind:
        return Kind(
            f'login with {name}',
            _token_with(change),
            _LOGIN,
            changes_content=True,
            is_believable=True,
        )

    for field in _FIELDS:
        for name, value in _VALUES.items():
            yield kind(f'{field}: {name}', _field(field, value))
    for key in _ENDPOINT:
        for name, value in _VALUES.items():
            yield kind(f'endpoint {key}: {name}', _endpoints_with(key, value))
    for key in ('type', 'name', 'endpoints', 'id'):
        for name, value in _VALUES.items():
            yield kind(f'service {key}: {name}', _services_with(key, value))
    for name, url in _URLS.items():
        yield kind(f'endpoints {name}', _endpoints_with('url', url))
    for text in _EXPIRES:
        yield kind(f'an end of {text or "nothing"}', _field('expires_at', text))
    yield kind('an empty catalog', _field('catalog', []))
    yield kind('no project and no roles', _unscope)
    yield kind('a catalog of thousands', _repeat)
    for name, text in _TOKENS.items():
        yield Kind(
            f'login with a token {name}',
            lambda exchange, text=text: whole(exchange.answer(headers=((_TOKEN_HEADER, text),))),  # type: ignore[misc]
            _LOGIN,
            changes_content=True,
            is_believable=True,
        )
