"""Answers that would take all memory, with the limits that a run has by default."""

from __future__ import annotations

import functools
import gzip
import itertools
import zlib
from collections.abc import Callable, Iterator

from functional_tests.trust.faults.exchange import Exchange, Kind, Reply, whole

_HEAD = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
_MIB = 1 << 20


@functools.cache
def _packed(unit: bytes, octets: int) -> bytes:
    """A long body of the same again and again, packed without being in memory."""
    packer = zlib.compressobj(1, wbits=31)
    piece = unit * (_MIB // len(unit))
    pieces = [packer.compress(piece) for _ in range(octets // _MIB)]
    return b''.join([*pieces, packer.flush()])


_BODIES: dict[str, Callable[[], bytes]] = {
    'four gigabytes of blanks': lambda: _packed(b' ', 4 << 30),
    '250 megabytes of lists': lambda: _packed(b'[],', 250 * _MIB),
    '250 megabytes of an open list': lambda: _packed(b'[', 250 * _MIB),
    '250 megabytes of numbers': lambda: _packed(b'1,', 250 * _MIB),
    '250 megabytes of a word': lambda: _packed(b'a', 250 * _MIB),
}


def _answer(body: bytes, coding: str = 'gzip') -> bytes:
    lines = f'Content-Encoding: {coding}\r\nContent-Length: {len(body)}\r\n\r\n'
    return _HEAD + lines.encode() + body


def kinds() -> Iterator[Kind]:
    """Every kind of this sort."""
    for name, make in _BODIES.items():

        def reply(exchange: Exchange, make: Callable[[], bytes] = make) -> Reply:
            return whole(_answer(make()), 'close')

        yield Kind(f'bomb of {name}', reply)
    yield Kind(
        'bomb in a bomb',
        lambda exchange: whole(
            _answer(gzip.compress(_packed(b' ', 1 << 30), 1), 'gzip, gzip'), 'close'
        ),
    )
    endless = itertools.repeat(b' ' * 65536)
    yield Kind(
        'body without an end', lambda exchange: Reply(itertools.chain([_HEAD + b'\r\n'], endless))
    )
