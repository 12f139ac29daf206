"""Connections that do not come about, break, stall, drip or never end."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from functional_tests.trust.faults.exchange import Exchange, Kind, Reply

_HASTE = ('--timeout', '0.3')
"""Of a run that meets what takes no end."""
_SMALL = ('--max-body', '1MiB', '--timeout', '5')
_HEAD = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
_CHUNKED = _HEAD + b'Transfer-Encoding: chunked\r\n\r\n'

_STARTS = {
    'at once': 0.0,
    'in the status line': 0.02,
    'in the head': 0.3,
    'in the body': 0.8,
    'before the last byte': 0.999,
}
"""Where an answer ends, as a part of its bytes."""
_ENDLESS: dict[str, tuple[bytes, bytes]] = {
    'headers': (_HEAD, b'X-More: ' + b'a' * 500 + b'\r\n'),
    'header': (_HEAD + b'X-More: ', b'a' * 4096),
    'status line': (b'HTTP/1.1 200 ', b'a' * 4096),
    'body': (_HEAD + b'\r\n[', b' ' * 65536),
    'chunks': (_CHUNKED, b'10000\r\n' + b' ' * 65536 + b'\r\n'),
    'empty lines': (b'', b'\r\n' * 100),
    'chunk extension': (_CHUNKED + b'5;', b'a' * 4096),
    'trailers': (_CHUNKED + b'2\r\n{}\r\n0\r\n', b'X-Late: a\r\n' * 50),
    'interim answers': (b'', b'HTTP/1.1 102 Processing\r\n\r\n' * 10),
    'lengths': (_HEAD, b'Content-Length: 2\r\n'),
}
"""The beginning of each, and the bytes that follow again and again."""


def _cut(part: float, end: str) -> Callable[[Exchange], Reply]:
    def reply(exchange: Exchange) -> Reply:
        answer = exchange.answer()
        return Reply((answer[: int(len(answer) * part)],), end)

    return reply


def _dripped(first: bytes, again: bytes) -> Callable[[Exchange], Reply]:
    def pieces() -> Iterator[bytes]:
        yield first
        for octet in itertools.cycle(again):
            yield bytes([octet])

    return lambda exchange: Reply(pieces(), 'close', 0.02)


def _endless(first: bytes, again: bytes) -> Callable[[Exchange], Reply]:
    return lambda exchange: Reply(itertools.chain([first], itertools.repeat(again)), 'close')


def kinds() -> Iterator[Kind]:
    """Every kind of this sort."""
    yield Kind('connection refused', lambda exchange: Reply(()), is_refused=True)
    for end in ('reset', 'close'):
        yield Kind(
            f'{end} before the request',
            lambda exchange, end=end: Reply((), end),  # type: ignore[misc]
            is_carried_out=False,
        )
        for place, part in _STARTS.items():
            yield Kind(f'{end} {place}', _cut(part, end))
    for place, part in _STARTS.items():
        yield Kind(f'stalled {place}', _cut(part, 'stall'), words=_HASTE)
    for what, (first, again) in _ENDLESS.items():
        yield Kind(f'endless {what}', _endless(first, again), words=_SMALL)
        yield Kind(f'dripped {what}', _dripped(first, again), words=_HASTE)
