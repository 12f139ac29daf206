"""Versions that answers, documents and refusals state, and that are not so."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from functional_tests.trust.faults import roles
from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole

_STANDARD = 'OpenStack-API-Version'
_LEGACY = ('X-OpenStack-Nova-API-Version', 'X-OpenStack-Ironic-API-Version')
_OF_RESOURCES = frozenset({roles.READ, roles.PAGE, roles.LOOK, roles.WRITE})
_DOCUMENTS = frozenset({roles.DOCUMENT})
_SERVICES = {'/v2.1': 'compute', '/baremetal': 'baremetal', '/placement': 'placement'}

TEXTS: Mapping[str, str | None] = {
    'none': None,
    'an older one': '2.1',
    'a newer one': '2.999',
    'another major one': '3.0',
    'latest': 'latest',
    'nothing': '',
    'a word': 'spam',
    'other digits': '\u0662.\u0661',
    'a sign': '+2.1',
    'three parts': '2.1.1',
    'many digits': '2.' + '9' * 5000,
    'blanks': ' 2 . 1 ',
    'escapes': '2.1\udc9b2J',
}


def _service_of(exchange: Exchange) -> str:
    found = re.match(r'/[^/]+', exchange.target)
    return _SERVICES.get(found[0] if found else '', 'compute')


def _stated(version: str | None) -> Callable[[Exchange], Reply]:
    """An answer that states a version in all headers that state one."""

    def reply(exchange: Exchange) -> Reply:
        standard = None if version is None else f'{_service_of(exchange)} {version}'
        return whole(
            exchange.answer(headers=((_STANDARD, standard), *((name, version) for name in _LEGACY)))
        )

    return reply


_HEADERS: Mapping[str, str] = {
    'another service': 'spam 2.1',
    'all services': 'compute 2.1, baremetal 1.1, placement 1.0',
    'no service': '2.53',
    'two of its own': 'compute 2.1, compute 2.90, baremetal 1.1, baremetal 1.2',
    'commas': ',,,,',
}

_RANGES: Mapping[str, tuple[Any, Any]] = {
    'the other way round': ('2.50', '2.10'),
    'below ours': ('1.0', '1.0'),
    'above ours': ('2.900', '2.999'),
    'of another major': ('3.0', '3.9'),
    'of everything': ('0.0', '999.999'),
    'of nothing': ('', ''),
    'of null': (None, None),
    'of numbers': (2.1, 2.9),
    'of lists': (['2.1'], {'2': 9}),
    'of words': ('latest', 'latest'),
    'of other digits': ('\u0662.\u0661', '\u0662.\u0669'),
    'of many digits': ('2.1', '2.' + '9' * 5000),
    'below zero': ('-2.1', '-2.9'),
    'of escapes': ('2.1\x1b[2J', '2.9‮'),
    'of blanks': (' 2.1 ', '\t2.9\n'),
}


def _in_documents(change: Callable[[dict[str, Any]], None]) -> Callable[[Exchange], Reply]:
    """A version document in which each entry is changed."""

    def visit(value: Any) -> None:
        if isinstance(value, dict):
            if 'links' in value and 'id' in value:
                change(value)
            for each in list(value.values()):
                visit(each)
        if isinstance(value, list):
            for each in value:
                visit(each)

    def reply(exchange: Exchange) -> Reply:
        document = copy.deepcopy(exchange.document)
        visit(document)
        return whole(exchange.json_answer(document))

    return reply


def _ranged(start: Any, end: Any) -> Callable[[dict[str, Any]], None]:
    def change(entry: dict[str, Any]) -> None:
        entry['min_version'], entry['max_version'], entry['version'] = start, end, end

    return change


_ENTRIES: Mapping[str, dict[str, Any]] = {
    'links elsewhere': {'links': [{'rel': 'self', 'href': 'http://nowhere.invalid/v2.1/'}]},
    'links to a file': {'links': [{'rel': 'self', 'href': 'file:///etc/passwd'}]},
    'links that are none': {
        'links': [None, 1, {'href': None}, {'rel': 'self', 'href': 'http://[x'}]
    },
    'links of null': {'links': None},
    'a malformed status': {'status': 'SPAM'},
    'a status of null': {'status': None},
    'a hostile status': {'status': '\x1b[2J'},
    'an id that is none': {'id': 'spam'},
    'an id of null': {'id': None},
    'an id of a list': {'id': [2, 1]},
    'an id of many digits': {'id': 'v2.' + '9' * 5000},
    'a hostile date': {'updated': '\x1b[2J'},
}
_REFUSALS: Mapping[str, dict[str, str]] = {
    'no versions': {},
    'what was asked for': {'min': '1.0', 'max': '9.9'},
    'a range below ours': {'min': '0.1', 'max': '0.9'},
    'a range above ours': {'min': '2.900', 'max': '2.999'},
    'a range the other way round': {'min': '2.50', 'max': '2.10'},
    'words': {'min': 'spam', 'max': 'spam'},
    'many digits': {'min': '2.1', 'max': '2.' + '9' * 5000},
    'escapes': {'min': '\udc9b2J', 'max': '\udc9b2J'},
    'an older range': {'min': '2.1', 'max': '2.30'},
}


def _refused(start: str | None, end: str | None) -> Callable[[Exchange], Reply]:
    """A 406 that tells a range in the ways of all services."""

    def reply(exchange: Exchange) -> Reply:
        headers: list[tuple[str, str | None]] = []
        for stem in ('OpenStack-API', 'X-OpenStack-Nova-API', 'X-OpenStack-Ironic-API'):
            headers += [(f'{stem}-Minimum-Version', start), (f'{stem}-Maximum-Version', end)]
        error = {'status': 406, 'title': 'No', 'detail': 'Version is not supported.'}
        body = {'errors': [{**error, 'min_version': start, 'max_version': end}]}
        return whole(exchange.json_answer(body, status=406, headers=headers))

    return reply


def kinds() -> Iterator[Kind]:
    """Every kind of this sort."""
    for name, text in TEXTS.items():
        yield Kind(f'answer in version: {name}', _stated(text), _OF_RESOURCES)
    for name, text in _HEADERS.items():
        yield Kind(
            f'answer in version of {name}',
            lambda exchange, text=text: whole(exchange.answer(headers=((_STANDARD, text),))),  # type: ignore[misc]
            _OF_RESOURCES,
        )
    for name, pair in _RANGES.items():
        yield Kind(
            f'document with a range {name}',
            _in_documents(_ranged(*pair)),
            _DOCUMENTS,
            changes_content=True,
            is_believable=True,
        )
    for name, values in _ENTRIES.items():
        yield Kind(
            f'document with {name}',
            _in_documents(lambda entry, values=values: entry.update(values)),  # type: ignore[misc]
            _DOCUMENTS,
            changes_content=True,
            is_believable=True,
        )
    for name, texts in _REFUSALS.items():
        yield Kind(
            f'406 with {name}',
            _refused(texts.get('min'), texts.get('max')),
            is_carried_out=False,
            is_believable=True,
        )
