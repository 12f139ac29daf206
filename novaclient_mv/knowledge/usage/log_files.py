"""Reads logs in blocks of whole lines: plain, or compressed as their first bytes say."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import stat
import zlib
from collections.abc import Iterator
from typing import IO, BinaryIO, cast

from novaclient_mv import errors

BLOCK_SIZE = 1 << 18
"""Bytes per read; of the sizes tried, the fastest."""

_LONGEST_LINE = 1 << 20
"""Most bytes of a line; a longer one is not a line, and is split."""

_GZIP, _BZIP2, _XZ, _ZSTD = b'\x1f\x8b', b'BZh', b'\xfd7zXZ\x00', b'\x28\xb5\x2f\xfd'
_LONGEST_MAGIC = len(_XZ)

INSTALL = 'pip install "nova-mv[zstd]"'


class Damaged(Exception):
    """A log cannot be read to its end; what comes before was read."""


@contextlib.contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """Open a log; see :func:`decompressed`."""
    try:
        file = open(os.path.expanduser(path), 'rb')  # noqa: SIM115 - what follows is no part of it
    except OSError as error:
        raise errors.CommandError(f'Cannot read {path}: {error.strerror}.') from error
    except ValueError as error:
        raise errors.CommandError(f'{path!r} is not a valid file name.') from error
    with file:
        yield decompressed(file, path)


def is_regular(path: str) -> bool:
    """Whether a log is a regular file, which can be read twice and by other processes."""
    try:
        return stat.S_ISREG(os.stat(os.path.expanduser(path)).st_mode)
    except (OSError, ValueError):
        return False


def check(path: str) -> None:
    """Raise what :func:`opened` would, without reading from a pipe."""
    name = os.path.expanduser(path)
    is_pipe = '\0' not in name and os.path.exists(name) and not os.path.isdir(name)
    if is_regular(path) or not is_pipe:
        with opened(path):
            pass


def decompressed(file: BinaryIO, name: str) -> IO[bytes]:
    """A stream, decompressed if its first bytes say that it is compressed."""
    stream: io.BufferedReader
    if isinstance(file, io.BufferedReader):
        stream = file
    else:
        stream = io.BufferedReader(cast(io.RawIOBase, file), BLOCK_SIZE)
    try:
        start = stream.peek(_LONGEST_MAGIC)[:_LONGEST_MAGIC]
    except OSError as error:
        raise errors.CommandError(f'Cannot read {name}: {error.strerror}.') from error
    if start.startswith(_GZIP):
        return cast(IO[bytes], gzip.GzipFile(fileobj=stream))
    if start.startswith(_BZIP2):
        import bz2

        return cast(IO[bytes], bz2.BZ2File(stream))
    if start.startswith(_XZ):
        import lzma

        return cast(IO[bytes], lzma.LZMAFile(stream))
    if start.startswith(_ZSTD):
        return _zstd(stream, name)
    return stream


def _zstd(stream: io.BufferedReader, name: str) -> IO[bytes]:
    import importlib

    for module in ('compression.zstd', 'backports.zstd'):
        try:
            zstd = importlib.import_module(module)
        except ImportError:
            continue
        return cast(IO[bytes], zstd.ZstdFile(stream))
    raise errors.Error(
        f'{name} is compressed with zstd, which this Python cannot decompress: {INSTALL}'
    )


def blocks(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a stream, in blocks that end where a line ends, without the last line end.

    :raises Damaged: a compressed stream is incomplete or corrupt; the line that is cut is omitted.
    """
    # Of one read, what comes before the damage would be lost together with it.
    read = getattr(stream, 'read1', stream.read)
    rest: list[bytes] = []
    length = 0
    while True:
        try:
            piece = read(BLOCK_SIZE)
        except (EOFError, OSError, zlib.error) as error:
            raise Damaged(_reason(error)) from error
        except Exception as error:
            # Errors of lzma and of zstd have no base in common.
            if type(error).__name__ in ('LZMAError', 'ZstdError'):
                raise Damaged(_reason(error)) from error
            raise
        if not piece:
            break
        end = piece.rfind(b'\n')
        if end < 0 and length + len(piece) < _LONGEST_LINE:
            rest.append(piece)
            length += len(piece)
            continue
        if end < 0:
            end = len(piece)
        yield b''.join((*rest, piece[:end]))
        rest = [piece[end + 1 :]]
        length = len(rest[0])
    if length:
        yield b''.join(rest)


class FirstLines:
    """The first lines of a log in blocks; all lines where ``most`` is ``None``."""

    def __init__(self, blocks: Iterator[bytes], most: int | None) -> None:
        self._blocks = blocks
        self._most = most
        self.is_cut = False

    def __iter__(self) -> Iterator[bytes]:
        if self._most is None:
            yield from self._blocks
            return
        rest = self._most
        for block in self._blocks:
            count = block.count(b'\n') + 1
            self.is_cut = count > rest
            if self.is_cut:
                yield from [b'\n'.join(block.split(b'\n', rest)[:rest])] * bool(rest)
                return
            rest -= count
            yield block


def _reason(error: Exception) -> str:
    if isinstance(error, EOFError):
        return 'it ends too early'
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return f'it is damaged ({error})'
