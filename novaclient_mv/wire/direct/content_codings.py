"""Unpacks bodies that are packed, in time and memory that grow with them and no faster."""

from __future__ import annotations

from novaclient_mv.wire.broken_answers import LargeAnswer

ASKED_FOR = 'gzip'
"""As ``Accept-Encoding``; what is packed otherwise all the same is unpacked where it can be."""

_GZIP, _ZLIB, _BARE = 16 + 15, 15, -15
"""zlib's window bits for each format of packed data."""

_MAGIC = b'\x1f\x8b'
_MAX_IN_A_ROW = 5
_KINDS = frozenset({'gzip', 'x-gzip', 'deflate'})
_FIRST_PIECE, _LARGEST_PIECE = 512, 1 << 16
_MAX_MEMBERS = 100_000
"""Of a gzip stream; each takes time, however little is in it, and packed ones take no room."""


def unpacked(body: bytes, codings: str, max_size: int) -> bytes:
    """A body as it was before it was packed; as it is, where a coding is not known.

    :param codings: the header ``Content-Encoding``, first what was applied first.
    :param max_size: how many bytes it may have, at each step.
    """
    names = [name.strip().lower() for name in codings.split(',')]
    if not body or _KINDS.isdisjoint(names):
        return body
    if len(names) > _MAX_IN_A_ROW or not _KINDS.issuperset(names):
        raise ValueError(f'unknown codings: {codings}')
    import zlib

    try:
        for name in reversed(names):
            body = _deflated(body, max_size) if name == 'deflate' else _gzipped(body, max_size)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    return body


def _gzipped(body: bytes, max_size: int) -> bytes:
    """The members of a gzip stream, one after the other; what follows them is not part of it."""
    content, index = bytearray(), 0
    for _ in range(_MAX_MEMBERS):
        index = _unpack(body, index, _GZIP, content, max_size)
        if body[index : index + len(_MAGIC)] != _MAGIC:
            return bytes(content)
    raise ValueError(f'more than {_MAX_MEMBERS} gzip members')


def _deflated(body: bytes, max_size: int) -> bytes:
    """Data of zlib; many servers leave the wrapping out."""
    import zlib

    content = bytearray()
    try:
        _unpack(body, 0, _ZLIB, content, max_size)
    except zlib.error:
        content.clear()
        _unpack(body, 0, _BARE, content, max_size)
    return bytes(content)


def _unpack(body: bytes, index: int, wrapping: int, content: bytearray, max_size: int) -> int:
    """Unpack what begins at an index; return the index behind it."""
    import zlib

    stream, size = zlib.decompressobj(wrapping), _FIRST_PIECE
    while not stream.eof:
        piece = body[index : index + size]
        if not piece:
            raise ValueError('packed data without their end')
        content += stream.decompress(piece, max_size + 1 - len(content))
        if len(content) > max_size:
            raise LargeAnswer(max_size)
        index += len(piece)
        # What is left over of a piece is copied: many short members take short pieces.
        size = min(2 * size, _LARGEST_PIECE)
    return index - len(stream.unused_data)
