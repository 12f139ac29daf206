"""Unpacks bodies that are packed."""

from __future__ import annotations

ASKED_FOR = 'gzip'
"""As ``Accept-Encoding``; what is packed otherwise all the same is unpacked where it can be."""

_GZIP, _ZLIB, _BARE = 16 + 15, 15, -15
"""How zlib names the wrappings of packed data."""

_MOST_IN_A_ROW = 5
_KINDS = frozenset({'gzip', 'x-gzip', 'deflate'})


def unpacked(body: bytes, codings: str) -> bytes:
    """A body as it was before it was packed; as it is, where a coding is not known.

    :param codings: the header ``Content-Encoding``, first what was applied first.
    :raises ValueError: it is not packed in this way.
    """
    names = [name.strip().lower() for name in codings.split(',')]
    if not body or _KINDS.isdisjoint(names):
        return body
    if len(names) > _MOST_IN_A_ROW or not _KINDS.issuperset(names):
        raise ValueError(f'unknown codings: {codings}')
    import zlib

    try:
        for name in reversed(names):
            body = _deflated(body) if name == 'deflate' else _gzipped(body)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    return body


def _gzipped(body: bytes) -> bytes:
    """The members of a gzip stream, one after the other; what follows them is no part of it."""
    import zlib

    parts: list[bytes] = []
    while body:
        member = zlib.decompressobj(_GZIP)
        try:
            parts.append(member.decompress(body))
        except zlib.error:
            if not parts:
                raise
            break
        body = member.unused_data
    return b''.join(parts)


def _deflated(body: bytes) -> bytes:
    """Data of zlib; many servers leave the wrapping out."""
    import zlib

    try:
        return zlib.decompressobj(_ZLIB).decompress(body)
    except zlib.error:
        return zlib.decompressobj(_BARE).decompress(body)
