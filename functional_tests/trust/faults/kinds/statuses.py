"""Refusals and errors of every status, with every sort of body and of Retry-After."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from email.utils import formatdate
from itertools import product

from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole

STATUSES = (
    *(300, 304, 400, 401, 402, 403, 404, 405, 408, 409, 410, 411, 412, 413, 414, 415, 417, 418),
    *(421, 422, 423, 424, 425, 426, 428, 431, 451, 499, 500, 501, 502, 503, 504, 505, 507, 508),
    *(511, 520, 599, 600, 999),
)
_WORDS = 'Something is not as it should be.'
_HOSTILE = '\x1b]0;owned\x07\x1b[2J‮evil⁦ \x00 \udc80'
_JSON = (('Content-Type', 'application/json'),)
_HTML = (('Content-Type', 'text/html'),)


def _of(value: object) -> bytes:
    return json.dumps(value).encode()


BODIES: Mapping[str, tuple[tuple[tuple[str, str], ...], bytes]] = {
    'Nova': (_JSON, _of({'badRequest': {'code': 400, 'message': _WORDS}})),
    'Keystone': (_JSON, _of({'error': {'code': 400, 'message': _WORDS, 'title': 'No'}})),
    'Placement': (_JSON, _of({'errors': [{'status': 400, 'detail': _WORDS, 'title': 'No'}]})),
    'Ironic': (_JSON, _of({'error_message': json.dumps({'faultstring': _WORDS})})),
    'Neutron': (_JSON, _of({'NeutronError': {'type': 'No', 'message': _WORDS, 'detail': ''}})),
    'nothing': (_JSON, b''),
    'null': (_JSON, b'null'),
    'a list': (_JSON, b'[[[[]]]]'),
    'a number': (_JSON, b'1e999'),
    'a list for a message': (_JSON, _of({'badRequest': {'code': [], 'message': [{}, [1]]}})),
    'a message of a megabyte': (_JSON, _of({'badRequest': {'message': 'a b ' * (1 << 18)}})),
    'a hostile message': (_JSON, _of({'badRequest': {'code': 400, 'message': _HOSTILE}})),
    'a hostile key': (_JSON, _of({_HOSTILE: {'code': 400, 'message': _HOSTILE, _HOSTILE: 1}})),
    'deep JSON': (_JSON, b'[' * 100_000),
    'half JSON': (_JSON, b'{"badRequest": {"mess'),
    'a page': (
        _HTML,
        b'<html><title>Bad\x1b[2J Gateway</title><body>No</body></html>',
    ),
    'a page of a megabyte': (_HTML, b'<html><body>' + b'<p>No</p>' * 110_000),
    'text': ((('Content-Type', 'text/plain'),), b'No.\r\n\x1b[31mNo.\x07'),
    'another encoding': ((('Content-Type', 'text/plain; charset=utf-16'),), 'Nö'.encode('utf-16')),
    'octets': ((), bytes(range(256)) * 4),
}

_NOW = 1_800_000_000
RETRY_AFTER: Mapping[str, tuple[str, ...]] = {
    **{text or 'empty': (text,) for text in ('', '0', '1', '5', '59', '60', '61', '300', '3600')},
    **{text: (text,) for text in ('86400', '9' * 11, '-1', '+5', '1.5', '1e3', '0x10', 'soon')},
    **{
        text: (text,)
        for text in ('1_000', '\u0661\u0662', 'NaN', 'inf', '5, 10', '5;', 'None', 'null')
    },
    'many digits': ('9' * 5000,),
    'a date to come': (formatdate(_NOW + 7200, usegmt=True),),
    'a date far away': ('Fri, 31 Dec 9999 23:59:59 GMT',),
    'a date gone by': (formatdate(0, usegmt=True),),
    'an old date': ('Sunday, 06-Nov-94 08:49:37 GMT',),
    'a date of C': ('Sun Nov  6 08:49:37 2044',),
    'no date': ('Mon, 99 Foo 20x6 99:99:99 GMT',),
    'a date of no year': ('Mon, 01 Jan 99999 00:00:00 GMT',),
    'hostile': ('\x1b[2J5',),
    'two of them': ('1', '7200'),
}


def _answered(
    status: int, headers: tuple[tuple[str, str], ...], body: bytes
) -> Callable[[Exchange], Reply]:
    return lambda exchange: whole(exchange.answer(status=status, headers=headers, body=body))


def kinds() -> Iterator[Kind]:
    """Every kind of this sort; what refuses did not carry anything out, what failed may have."""
    for status, (name, (headers, body)) in product(STATUSES, BODIES.items()):
        yield Kind(
            f'{status} with {name}',
            _answered(status, headers, body),
            is_carried_out=status >= 500,
        )
    for status, (name, values) in product((413, 429, 503), RETRY_AFTER.items()):
        headers = (*_JSON, *(('Retry-After', value) for value in values))
        yield Kind(
            f'{status} and Retry-After: {name}',
            _answered(status, headers, BODIES['Nova'][1]),
            is_carried_out=status >= 500,
        )
