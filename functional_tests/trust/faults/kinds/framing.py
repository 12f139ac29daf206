"""Answers whose framing is broken, unusual or packed."""

from __future__ import annotations

import functools
import gzip
import zlib
from collections.abc import Callable, Iterator

from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole

_SMALL = ('--max-body', '1MiB')


def _chunked(exchange: Exchange, end: bytes = b'0\r\n\r\n', coding: str = 'chunked') -> bytes:
    """The healthy answer in chunks of seven bytes."""
    body = exchange.body
    pieces = (body[start : start + 7] for start in range(0, len(body), 7))
    head = exchange.answer(body=b'', headers=(('Transfer-Encoding', coding),), length=False)
    return head + b''.join(b'%x\r\n%s\r\n' % (len(each), each) for each in pieces) + end


def _packed(exchange: Exchange, body: bytes, coding: str = 'gzip') -> bytes:
    return exchange.answer(body=body, headers=(('Content-Encoding', coding),))


def _with_head(exchange: Exchange, *lines: str, length: bool = True) -> bytes:
    """The healthy answer with further lines in its head."""
    head, _, body = exchange.answer(length=length).partition(b'\r\n\r\n')
    return b'\r\n'.join([head, *(line.encode('latin-1') for line in lines), b'', body])


def _status_line(line: bytes) -> Callable[[Exchange], bytes]:
    return lambda exchange: line + b'\r\n' + exchange.answer().partition(b'\r\n')[2]


@functools.cache
def _bomb(octets: int, fill: bytes = b' ') -> bytes:
    return gzip.compress(fill * octets, 1)


_OLD = 'as HTTP/1.0'
HARMLESS: dict[str, Callable[[Exchange], bytes]] = {
    'in chunks': _chunked,
    'in chunks with trailers': lambda e: _chunked(e, b'0\r\nX-Late: 1\r\n\r\n'),
    'in chunks with extensions': lambda e: _chunked(e, b'0;a=b\r\n\r\n'),
    'packed by gzip': lambda e: _packed(e, gzip.compress(e.body)),
    'packed by deflate': lambda e: _packed(e, zlib.compress(e.body), 'deflate'),
    _OLD: lambda e: e.answer().replace(b'HTTP/1.1', b'HTTP/1.0', 1),
    'with a status that has no reason': lambda e: (
        b'HTTP/1.1 %d \r\n%s' % (e.status, e.answer().partition(b'\r\n')[2])
    ),
    'with an early hint': lambda e: b'HTTP/1.1 103 Go\r\nLink: </a>\r\n\r\n' + e.answer(),
    'with ten interim answers': lambda e: b'HTTP/1.1 102 Go\r\n\r\n' * 10 + e.answer(),
    'with 100 Continue': lambda e: b'HTTP/1.1 100 Continue\r\n\r\n' + e.answer(),
    'with headers in small letters': lambda e: e.answer().replace(b'Content', b'content'),
}
"""Liberties of a cloud that must not change a run."""

BROKEN: dict[str, Callable[[Exchange], bytes]] = {
    'no HTTP': lambda e: b'SSH-2.0-OpenSSH_9.6\r\n',
    'TLS': lambda e: b'\x15\x03\x01\x00\x02\x02\x46',
    'zeros': lambda e: bytes(2000),
    'HTTP/2': _status_line(b'HTTP/2 200 OK'),
    'HTTP/0.9': lambda e: e.body,
    'status without a number': _status_line(b'HTTP/1.1 2x0 OK'),
    'status of four digits': _status_line(b'HTTP/1.1 2000 OK'),
    'status with a sign': _status_line(b'HTTP/1.1 +200 OK'),
    'status below zero': _status_line(b'HTTP/1.1 -20 OK'),
    'status in other digits': _status_line('HTTP/1.1 ٢٠٠ OK'.encode()),
    'status zero': _status_line(b'HTTP/1.1 000 OK'),
    'two lengths': lambda e: _with_head(e, 'Content-Length: 5'),
    'no length that is a number': lambda e: _with_head(e, 'Content-Length: many', length=False),
    'length below zero': lambda e: _with_head(e, 'Content-Length: -1', length=False),
    'length of 5,000 digits': lambda e: _with_head(
        e, f'Content-Length: {"9" * 5000}', length=False
    ),
    'length too long': lambda e: _with_head(e, f'Content-Length: {len(e.body) + 5}', length=False),
    'length of an exabyte': lambda e: _with_head(e, f'Content-Length: {1 << 60}', length=False),
    'length beside chunks': lambda e: _chunked(e).replace(
        b'Transfer', b'Content-Length: 2\r\nTransfer'
    ),
    'chunk without a number': lambda e: _chunked(e, b'zz\r\n{}\r\n'),
    'chunk below zero': lambda e: _chunked(e, b'-5\r\n{}\r\n'),
    'huge chunk': lambda e: _chunked(e, b'f' * 30 + b'\r\n{}\r\n'),
    'chunk of many digits': lambda e: _chunked(e, b'f' * 15_000 + b'\r\n'),
    'half a chunk': lambda e: _chunked(e, b'20\r\nhalf'),
    'no last chunk': lambda e: _chunked(e, b''),
    'trailer without an end': lambda e: _chunked(e, b'0\r\nX-Late: 1\r\n'),
    'trailer of many lines': lambda e: _chunked(e, b'0\r\n' + b'X: y\r\n' * 200 + b'\r\n'),
    'chunks of chunks': lambda e: _chunked(e, coding='chunked, chunked'),
    'chunks of something': lambda e: _chunked(e, coding='identity, chunked'),
    'unknown transfer coding': lambda e: _chunked(e, coding='br'),
    'header without a colon': lambda e: _with_head(e, 'spam'),
    'header without a name': lambda e: _with_head(e, ': spam'),
    'header of 70,000 letters': lambda e: _with_head(e, f'X: {"a" * 70_000}'),
    '200 headers': lambda e: _with_head(e, *(f'X-{number}: 1' for number in range(200))),
    'header with a NUL': lambda e: _with_head(e, 'X: \x00'),
    'no gzip': lambda e: _packed(e, b'spam'),
    'half of gzip': lambda e: _packed(e, gzip.compress(b'{"a": "' + b'b' * 99 + b'"}')[:-12]),
    'gzip with another checksum': lambda e: _packed(e, gzip.compress(e.body)[:-8] + bytes(8)),
    'no deflate': lambda e: _packed(e, b'spam', 'deflate'),
    'unknown content coding': lambda e: _packed(e, b'spam', 'br'),
    'eleven interim answers': lambda e: b'HTTP/1.1 103 Go\r\n\r\n' * 11 + e.answer(),
    'interim answer that is cut': lambda e: b'HTTP/1.1 103 Go\r\nLink',
    **{
        f'{status} in place of an answer': lambda e, status=status: (  # type: ignore[misc]
            b'HTTP/1.1 %d Go\r\n\r\n' % status
        )
        for status in (100, 101, 102, 103, 104, 199)
    },
    '101 before an answer': lambda e: b'HTTP/1.1 101 Go\r\nUpgrade: tls\r\n\r\n' + e.answer(),
}

TOO_LARGE: dict[str, Callable[[Exchange], bytes]] = {
    'two megabytes of blanks': lambda e: e.answer(body=b' ' * (2 << 20)),
    'two megabytes in a text': lambda e: e.answer(body=b'{"a": "%s"}' % (b'b' * (2 << 20))),
    'gzip of 50 megabytes': lambda e: _packed(e, _bomb(50 << 20)),
    'gzip of 50 megabytes in gzip': lambda e: _packed(
        e, gzip.compress(_bomb(50 << 20)), 'gzip, gzip'
    ),
    'gzip of a list of 3,000,000': lambda e: _packed(e, _bomb(3_000_000, b'1,')),
    'deflate of 50 megabytes': lambda e: _packed(e, zlib.compress(bytes(50 << 20), 1), 'deflate'),
}
"""More than a run takes, which says so by ``--max-body``."""


def _replied(make: Callable[[Exchange], bytes], end: str) -> Callable[[Exchange], Reply]:
    return lambda exchange: whole(make(exchange), end)


def kinds() -> Iterator[Kind]:
    """Every kind of this sort."""
    for name, make in HARMLESS.items():
        # A connection that is closed unannounced may take the next request with it.
        end = 'close' if name == _OLD else 'keep'
        yield Kind(f'harmless: {name}', _replied(make, end))
    yield Kind(
        'harmless: without a length',
        lambda exchange: whole(exchange.answer(length=False), 'close'),
    )
    for name, make in BROKEN.items():
        yield Kind(name, _replied(make, 'close'))
    for name, make in TOO_LARGE.items():
        yield Kind(name, _replied(make, 'close'), words=_SMALL)
