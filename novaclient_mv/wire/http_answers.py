"""Reads answers of HTTP/1.1 from a connection.

Own code, since ``http.client`` loads packages for mail and TLS: with it, a command whose login is
remembered took 64 ms of processor time, and takes 54 without. It reads what that would read, and
fails where it would fail.
"""

from __future__ import annotations

from typing import BinaryIO

from novaclient_mv.wire.headers import Headers

_LONGEST_LINE = 65536
_MOST_HEADERS = 100
_PIECE = 1 << 20

_BLANK = (b'\r\n', b'\n', b'')

_CONTINUE = 100
_WITHOUT_BODY = (204, 304)

_NAME = frozenset(map(chr, range(ord('!'), 0x7F))) - {':'}


class OddAnswer(Exception):
    """What came is not HTTP, or more of it than anybody sends."""


class NoAnswer(Exception):
    """The connection ended before an answer began."""


class CutAnswer(Exception):
    """An answer began, and what came of it cannot be taken for a whole."""


class HttpAnswer:
    """The head of an answer, and its body when it is read.

    :param stream: what comes over the connection; nothing of the answer has been read.
    :param method: of the request.
    :raises NoAnswer: nothing came.
    :raises OddAnswer: it is not HTTP.
    :raises CutAnswer: its length is not known.
    """

    def __init__(self, stream: BinaryIO, method: str) -> None:
        self._stream = stream
        version, self.status = _status(stream)
        while self.status == _CONTINUE:
            _lines(stream)
            version, self.status = _status(stream)
        self.headers = Headers(_headers(_lines(stream)))
        self._is_chunked = 'chunked' in _words(self.headers, 'transfer-encoding')
        self._length = None if self._is_chunked else _length(self.headers)
        if self.status in _WITHOUT_BODY or self.status < 200 or method == 'HEAD':
            self._length = 0
        self._is_bare = method == 'HEAD'
        self.ends_connection = (
            _says_close(version, self.headers)
            or self.status < 200
            or (self._length is None and not self._is_chunked)
        )

    def body(self) -> bytes:
        """The whole body, as it is packed.

        :raises CutAnswer: it is not whole.
        """
        if self._is_bare:
            return b''
        if self._is_chunked:
            return b''.join(iter(self._chunk, b''))
        if self._length is None:
            return self._stream.read()
        return self._exactly(self._length)

    def _exactly(self, count: int) -> bytes:
        pieces: list[bytes] = []
        # Memory is taken for what came, not for what is announced.
        while count and (piece := self._stream.read(min(count, _PIECE))):
            pieces.append(piece)
            count -= len(piece)
        if count:
            raise CutAnswer(f'{count} bytes are missing')
        return b''.join(pieces)

    def _chunk(self) -> bytes:
        """The next chunk; nothing at the end, after which the trailer is read, too."""
        line = _line(self._stream)
        try:
            count = int(line.partition(b';')[0], 16)
        except ValueError as error:
            raise CutAnswer('a chunk without its size') from error
        if count < 0:
            raise CutAnswer('a chunk of less than nothing')
        if not count:
            while _line(self._stream) not in _BLANK:
                pass
            return b''
        chunk = self._exactly(count)
        self._exactly(2)
        return chunk


def _line(stream: BinaryIO) -> bytes:
    line = stream.readline(_LONGEST_LINE + 1)
    if len(line) > _LONGEST_LINE:
        raise OddAnswer('a line without an end')
    return line


def _status(stream: BinaryIO) -> tuple[str, int]:
    """Version and status of the first line."""
    line = _line(stream)
    if not line:
        raise NoAnswer('nothing came')
    version, status = (*line.decode('latin-1').split(None, 2), '', '')[:2]
    try:
        number = int(status)
    except ValueError as error:
        raise OddAnswer('a status that is no number') from error
    if not version.startswith(('HTTP/1.', 'HTTP/0.9')) or not 100 <= number <= 999:
        raise OddAnswer('another protocol')
    return version, number


def _lines(stream: BinaryIO) -> list[str]:
    """The lines of a head."""
    lines: list[bytes] = []
    while (line := _line(stream)) not in _BLANK:
        lines.append(line)
        if len(lines) >= _MOST_HEADERS:
            raise CutAnswer('too many headers')
    return b''.join(lines).decode('latin-1').replace('\r\n', '\n').replace('\r', '\n').split('\n')


def _headers(lines: list[str]) -> list[tuple[str, str]]:
    """Names and values, up to a line that is no header."""
    headers: list[tuple[str, str]] = []
    is_open = False
    for line in lines:
        if line.startswith((' ', '\t')):
            # What goes on from the line before stands on one line here.
            if is_open:
                name, value = headers.pop()
                headers.append((name, f'{value} {line.strip()}'))
            continue
        name, colon, value = line.partition(':')
        if line.startswith('From ') or (colon and not name):
            is_open = False
            continue
        if not colon or not _NAME.issuperset(name):
            break
        headers.append((name, value.strip(' \t')))
        is_open = True
    return headers


def _words(headers: Headers, name: str) -> list[str]:
    """What a header lists."""
    return [word.strip().lower() for word in headers.get(name, '').split(',')]


def _length(headers: Headers) -> int | None:
    """How long the body is; ``None`` for one that goes on until the connection ends."""
    words = _words(headers, 'content-length')
    try:
        lengths = {int(word) for word in words}
    except ValueError:
        return None
    if len(lengths) > 1:
        raise CutAnswer('several lengths')
    length = lengths.pop()
    return length if length >= 0 else None


def _says_close(version: str, headers: Headers) -> bool:
    """Whether the connection is to be closed after the answer."""
    options = headers.get('connection', '').lower()
    if version not in ('HTTP/1.0', 'HTTP/0.9'):
        return 'close' in options
    return 'keep-alive' not in options
