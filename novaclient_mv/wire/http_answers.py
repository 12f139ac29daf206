"""Reads answers of HTTP/1.1 from a connection.

Own code, as to load ``http.client`` takes longer than a command may: it loads packages for mail and
TLS. It reads what that would read, and fails where it would fail.
"""

from __future__ import annotations

from typing import BinaryIO

from novaclient_mv.wire.headers import Headers

_LONGEST_LINE = 65536
_MOST_HEADERS = 100
_LINES_TO_SKIP = 100

_CONTINUE = 100
_WITHOUT_BODY = (204, 304)

_PRINTABLE = frozenset(map(chr, range(ord('!'), 0x7F)))


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
        content = self._stream.read(count)
        if len(content) < count:
            raise CutAnswer(f'{count - len(content)} bytes are missing')
        return content

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
            while _line(self._stream) not in (b'\r\n', b'\n', b''):
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
    line = _line(stream).decode('latin-1')
    if not line:
        raise NoAnswer('nothing came')
    version, _, rest = line.strip().partition(' ')
    words = rest.split(None, 1)
    try:
        status = int(words[0]) if words else 0
    except ValueError as error:
        raise OddAnswer('a status that is no number') from error
    if not version.startswith('HTTP/1.') and version != 'HTTP/0.9':
        raise OddAnswer('another protocol')
    if not 100 <= status <= 999:
        raise OddAnswer('a status that there is not')
    return version, status


def _lines(stream: BinaryIO) -> list[str]:
    """The lines of a head, without their ends."""
    lines: list[str] = []
    while (line := _line(stream)) not in (b'\r\n', b'\n', b''):
        lines.append(line.decode('latin-1'))
        if len(lines) > _MOST_HEADERS:
            raise CutAnswer('too many headers')
    return lines
