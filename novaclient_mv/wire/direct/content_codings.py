"""Unpacks bodies that are packed, in time and memory that grow with them and no faster."""

from __future__ import annotations

from novaclient_mv.wire.broken_answers import LargeAnswer

ASKED_FOR = 'gzip'
"""As ``Accept-Encoding``; what is packed otherwise all the same is unpacked where it can be."""

_GZIP, _ZLIB, _BARE = 16 + 15, 15, -15
"""zlib's window bits for each format of packed data."""

_MAGIC = b'\x1f\x8b'
_MOST_IN_A_ROW = 5
_KINDS = frozenset({'gzip', 'x-gzip', 'deflate'})
_FIRST_PIECE, _LARGEST_PIECE = 512, 1 << 16
_MOST_MEMBERS = 100_000
"""Of a gzip stream; each takes time, however little is in it, and packed ones take no room."""


def unpacked(body: bytes, codings: str, most: int) -> bytes:
    """A body as it was before it was packed; as it is, where a coding is not known.

    :param codings: the header ``Content-Encoding``, first what was applied first.
    :param most: how many octets it may have, at each step.
    :raises ValueError: it is not packed in this way.
    :raises LargeAnswer: it is larger.
    """
    names = [name.strip().lower() for name in codings.split(',')]
    if not body or _KINDS.isdisjoint(names):
        return body
    if len(names) > _MOST_IN_A_ROW or not _KINDS.issuperset(names):
        raise ValueError(f'unknown codings: {codings}')
    import zlib

    try:
        for name in reversed(names):
            body = _deflated(body, most) if name == 'deflate' else _gzipped(body, most)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    return body


def _gzipped(body: bytes, most: int) -> bytes:
    """The members of a gzip stream, one after the other; what follows them is no part of it."""
    content, place = bytearray(), 0
    for _ in range(_MOST_MEMBERS):
        place = _unpack(body, place, _GZIP, content, most)
        if body[place : place + len(_MAGIC)] != _MAGIC:
            return bytes(content)
    raise ValueError(f'more than {_MOST_MEMBERS} gzip members')


def _deflated(body: bytes, most: int) -> bytes:
    """Data of zlib; many servers leave the wrapping out."""
    import zlib

    content = bytearray()
    try:
        _unpack(body, 0, _ZLIB, content, most)
    except zlib.error:
        content.clear()
        _unpack(body, 0, _BARE, content, most)
    return bytes(content)


def _unpack(body: bytes, place: int, wrapping: int, content: bytearray, most: int) -> int:
    """Unpack what begins at a place.

    :param content: gets what was packed.
    :returns: the place behind it.
    :raises ValueError: it is cut.
    :raises LargeAnswer: there is more than there may be.
    """
    import zlib

    stream, size = zlib.decompressobj(wrapping), _FIRST_PIECE
    while not stream.eof:
        piece = body[place : place + size]
        if not piece:
            raise ValueError('packed data without their end')
        content += stream.decompress(piece, most + 1 - len(content))
        if len(content) > most:
            raise LargeAnswer(most)
        place += len(piece)
        # What is left over of a piece is copied: many short members take short pieces.
        size = min(2 * size, _LARGEST_PIECE)
    return place - len(stream.unused_data)
