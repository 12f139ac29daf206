"""Documents that hold something else than they should: everywhere, in one place, or as a whole."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole

_DEEP = '[' * 400 + ']' * 400
VALUES: Mapping[str, Any] = {
    'null': None,
    'true': True,
    'zero': 0,
    'minus one': -1,
    'a fraction': 0.1,
    'an absurd number': 10**30,
    'more than a double': 1e308,
    'an empty text': '',
    'a word': 'spam',
    'a number in a text': '12',
    'an empty list': [],
    'a list': [None, 1, 'a', {}],
    'an empty mapping': {},
    'a mapping': {'': {'a': [None]}},
    'deep lists': json.loads(_DEEP),
    'a date of no year': '0000-99-99T99:99:99Z',
    'a date far away': '9999-12-31T23:59:59Z',
    'a URL': 'http://[x',
}
TEXTS: Mapping[str, str] = {
    'escape sequences': '\x1b]0;owned\x07\x1b[2J\x1b[31m',
    'controls of C1': 'a\x9b2Jb\x85c\x90d',
    'letters that turn text around': 'a\u202eb\u2066c\u200fd\u061ce',
    'lone surrogates': 'a\ud800b\udfffc',
    'NUL': 'a\x00b',
    'all controls': ''.join(map(chr, (*range(32), 127))),
    'lines': 'a\r\nb\nc\rd\u2028e\u2029f\x0bg\x0ch',
    'a long text': 'ab ' * 100_000,
    'a long word': 'x' * 300_000,
    'combining marks': 'e' + '\u0301' * 5000,
    'wide letters': '\u5bbd' * 500 + '\U0001f468\u200d\U0001f469\u200d\U0001f467',
    'markup': '</td><script>alert(1)</script>&amp;=cmd|"\'`$(id)`;{%s}%n{0}',
    'a formula': '=HYPERLINK("http://nowhere.invalid","a")',
    'a path': '../../../../etc/passwd\\..',
    'letters outside planes': '\ufffe\uffff\U0010ffff\ufdd0\ufeff',
    'tags': '\U000e0061\U000e0062\u180e\u200b\u2060',
}
Change = Callable[[dict[Any, Any] | list[Any], Any], None]


def _put(value: Any) -> Change:
    def change(holder: dict[Any, Any] | list[Any], key: Any) -> None:
        holder[key] = copy.deepcopy(value)

    return change


def _remove(holder: dict[Any, Any] | list[Any], key: Any) -> None:
    del holder[key]


def _in_text(text: str) -> Change:
    """Puts a text behind texts, and in place of keys that only name something."""

    def change(holder: dict[Any, Any] | list[Any], key: Any) -> None:
        if isinstance(holder[key], str):
            holder[key] += text

    return change


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each holder and key of a document."""
    if isinstance(value, dict):
        for key in list(value):
            yield value, key
            yield from _places(value[key])
    if isinstance(value, list):
        for number in range(len(value)):
            yield value, number
            yield from _places(value[number])


def _changed(change: Change, where: str) -> Callable[[Exchange], Reply]:
    """A document with a change.

    :param where: ``one`` place, ``leaves``: all values that hold no others, or ``key``: one key,
        wherever it stands.
    """

    def reply(exchange: Exchange) -> Reply:
        document = copy.deepcopy(exchange.document)
        places = list(_places(document))
        if where == 'leaves':
            chosen = [each for each in places if not isinstance(each[0][each[1]], dict | list)]
        else:
            chosen = [exchange.chance.choice(places)] if places else []
            if where == 'key' and chosen:
                chosen = [each for each in places if each[1] == chosen[0][1]]
        # What stands deeper is changed first, as it may go with what holds it.
        for holder, key in reversed(chosen):
            change(holder, key)
        return whole(exchange.json_answer(document))

    return reply


WHOLE: Mapping[str, bytes] = {
    'nothing': b'',
    'null': b'null',
    'a number': b'1',
    'a text': b'"spam"',
    'true': b'true',
    'a list': b'[]',
    'a list of lists': b'[[], [null]]',
    'a mapping': b'{}',
    'NaN': b'NaN',
    'infinity': b'{"a": -Infinity}',
    'a number of 5,000 digits': b'9' * 5000,
    'a fraction of 5,000 digits': b'{"a": 0.' + b'9' * 5000 + b'}',
    'an exponent of many digits': b'1e' + b'9' * 5000,
    'a page': b'<html><title>Welcome</title></html>',
    'text': b'OK',
    'deep lists': b'[' * 200_000 + b']' * 200_000,
    'deep mappings': b'{"a":' * 200_000 + b'1' + b'}' * 200_000,
    'half of a document': b'{"servers": [{"id": "a',
    'a comma too many': b'{"servers": [],}',
    'single quotes': b"{'servers': []}",
    'zeros': bytes(500),
    'octets': bytes(range(256)),
    'half a surrogate': b'{"a": "\\ud800", "\\udc00": 1}',
    'XML': b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><servers/>',
}
_RECODED: Mapping[str, Callable[[bytes], bytes]] = {
    'UTF-16': lambda body: body.decode('utf-8', 'replace').encode('utf-16'),
    'UTF-32': lambda body: body.decode('utf-8', 'replace').encode('utf-32'),
    'UTF-8 with a mark': lambda body: b'\xef\xbb\xbf' + body,
    'UTF-7': lambda body: body.decode('utf-8', 'replace').encode('utf-7'),
    'no UTF-8': lambda body: body.replace(b'"', b'"\xff\xfe', 3),
    'octets too long': lambda body: body.replace(b'a', b'\xc1\xa1'),
    'surrogates in UTF-8': lambda body: body.replace(b'a', b'\xed\xa0\x80'),
    'two documents': lambda body: body + body,
    'spam behind': lambda body: body + b' spam',
    'lines before': lambda body: b'\r\n\t ' * 100 + body,
    'keys twice': lambda body: body.replace(b'{', b'{"id": null, "name": [], ', 2),
    'another case of keys': lambda body: body.swapcase(),
}


def kinds() -> Iterator[Kind]:
    """Every kind of this sort."""
    for where in ('one', 'key'):
        yield _kind(f'{where} missing', _changed(_remove, where))
        for name, value in VALUES.items():
            yield _kind(f'{where} is {name}', _changed(_put(value), where))
    for name, value in VALUES.items():
        yield _kind(f'leaves are {name}', _changed(_put(value), 'leaves'))
    for name, text in TEXTS.items():
        yield _kind(f'texts with {name}', _changed(_in_text(text), 'leaves'))
        yield _kind(f'one with {name}', _changed(_put(text), 'one'))
    for name, body in WHOLE.items():
        yield _kind(
            f'document: {name}',
            lambda exchange, body=body: whole(exchange.answer(body=body)),  # type: ignore[misc]
        )
    for name, recode in _RECODED.items():
        yield _kind(
            f'document in {name}',
            lambda exchange, recode=recode: whole(exchange.answer(body=recode(exchange.body))),  # type: ignore[misc]
        )


def _kind(name: str, reply: Callable[[Exchange], Reply]) -> Kind:
    return Kind(name, reply, changes_content=True, is_believable=True)
