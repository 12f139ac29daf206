"""Reads answers of HTTP/1.1 from a connection.

The docstring of this package says why it is our own. It is as strict as h11, by which tests judge
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from novaclient_mv.values import NamedTuple
from novaclient_mv.wire.broken_answers import CutAnswer, LargeAnswer, MalformedAnswer, NoAnswer
from novaclient_mv.wire.direct import content_codings
from novaclient_mv.wire.transport import Headers

_LONGEST_LINE = 65536
_MAX_LINES = 100
"""Lines of a head, and of a trailer."""
_MAX_INTERIM = 10
"""Answers below 200 that are read past."""
_MAX_DIGITS = 20
"""Digits of a length or of the size of a chunk."""
_PIECE = 1 << 18

_SWITCHING_PROTOCOLS = 101
_WITHOUT_BODY = (204, 304)

_PROTOCOL = b'HTTP/1.'
_DIGITS = b'0123456789'
NAME = _DIGITS + b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&'*+-.^_`|~"
_TEXT = bytes({*range(0x20, 0x100), 0x09} - {0x7F})
_HEXADECIMAL = _DIGITS + b'abcdefABCDEF'
_BLANKS = ' \t'


class HttpAnswer(NamedTuple):
    """An answer that came as a whole.

    ``version`` is ``HTTP/1.1`` or an older one; ``headers`` are in the order in which they came,
    and ``by_name``; ``body`` is unpacked. Another answer may come over the connection if it
    ``is_reusable``.
    """

    version: str
    status: int
    reason: str
    headers: list[tuple[str, str]]
    by_name: Headers
    body: bytes
    is_reusable: bool


class _StatusLine(NamedTuple):
    version: str
    status: int
    reason: str


class _Framing(NamedTuple):
    """The framing of a body: chunks, a length, or up to the connection's end."""

    is_chunked: bool
    length: int | None
    ends_connection: bool


def read(receive: Callable[[int], bytes], method: str, max_body: int) -> HttpAnswer:
    """The answer to a request; nothing of it has been read.

    :param receive: brings bytes that came, at most so many; none at the end of the connection.
    :param max_body: how many bytes the body may have, packed or not.
    :raises NoAnswer: nothing came.
    :raises MalformedAnswer: it is not HTTP.
    :raises CutAnswer: what came cannot be taken for a whole.
    :raises LargeAnswer: its body is larger.
    :raises OSError: the connection broke before it began, or took too long.
    """
    incoming = _Incoming(receive)
    line, headers = _head(incoming)
    by_name = Headers(headers)
    framing = _framing(line, by_name)
    if method == 'HEAD' or line.status in _WITHOUT_BODY:
        body, is_ended = b'', True
    else:
        body, is_ended = _body(incoming, framing, max_body)
        body = _unpacked(body, by_name.get('content-encoding', ''), max_body)
    is_reusable = is_ended and not framing.ends_connection and incoming.is_empty
    return HttpAnswer(*line, headers, by_name, body, is_reusable)


class _Incoming:
    """A connection's bytes, read by line or by number."""

    def __init__(self, receive: Callable[[int], bytes]) -> None:
        self._receive = receive
        self._unread = bytearray()
        self._has_begun = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing came beyond what was read."""
        return not self._unread

    def piece(self, max_size: int) -> bytes:
        """Some of what comes next; nothing at the end of the connection."""
        return self._unread_part(max_size) or self._received(max_size)

    def line(self) -> bytes:
        """The next line with its end; what there is of it at the end of the connection."""
        scanned = 0
        while not (end := self._unread.find(b'\n', scanned) + 1):
            scanned = len(self._unread)
            if scanned > _LONGEST_LINE or not (piece := self._received(_LONGEST_LINE)):
                end = scanned
                break
            self._unread += piece
        if end > _LONGEST_LINE:
            raise CutAnswer('a line without an end')
        return self._unread_part(end)

    def _unread_part(self, max_size: int) -> bytes:
        part = bytes(self._unread[:max_size])
        del self._unread[:max_size]
        return part

    def _received(self, max_size: int) -> bytes:
        try:
            piece = self._receive(max_size)
        except OSError as error:
            # A TimeoutError with a reason is the network's.
            is_late = isinstance(error, TimeoutError) and not error.strerror
            if is_late or not self._has_begun:
                raise
            raise CutAnswer('the connection broke') from error
        self._has_begun = self._has_begun or bool(piece)
        return piece


# -- the head


def _head(incoming: _Incoming) -> tuple[_StatusLine, list[tuple[str, str]]]:
    """The head of the answer, behind those that only say that it will come."""
    for count in range(_MAX_INTERIM + 1):
        line = _status_line(incoming.line(), is_first=not count)
        headers = _headers(_lines(incoming))
        if line.status >= 200:
            return line, headers
        if line.status == _SWITCHING_PROTOCOLS:
            raise CutAnswer('another protocol, which was not asked for')
    raise CutAnswer(f'more than {_MAX_INTERIM} answers below 200')


def _status_line(line: bytes, is_first: bool) -> _StatusLine:
    """Version, status and reason."""
    if not line and is_first:
        raise NoAnswer('nothing came')
    if not line.startswith(_PROTOCOL[: len(line)]) or (is_first and line in (b'\n', b'\r\n')):
        raise MalformedAnswer('another protocol')
    version, _, rest = _text(_without_line_end(line)).partition(' ')
    status, _, reason = rest.partition(' ')
    minor = version[len(_PROTOCOL) :]
    # The digits of other alphabets are none here: the text is in Latin-1.
    if len(minor) != 1 or not _consists_of(minor, _DIGITS):
        raise CutAnswer('a malformed version')
    if len(status) != 3 or not _consists_of(status, _DIGITS) or status < '100':
        raise CutAnswer('a malformed status')
    return _StatusLine(version, int(status), reason)


def _lines(incoming: _Incoming) -> list[str]:
    """The lines of a head, or of a trailer, up to the empty one behind them."""
    lines: list[bytes] = []
    while line := _without_line_end(incoming.line()):
        if len(lines) == _MAX_LINES:
            raise CutAnswer(f'more than {_MAX_LINES} headers')
        lines.append(line)
    # Of all lines together, which is cheaper.
    _check_text(b''.join(lines))
    return [line.decode('latin-1') for line in lines]


def _without_line_end(line: bytes) -> bytes:
    """A line without its end."""
    if not line.endswith(b'\n'):
        raise CutAnswer('a line that is cut')
    return line[:-1].removesuffix(b'\r')


def _text(line: bytes) -> str:
    _check_text(line)
    return line.decode('latin-1')


def _check_text(content: bytes) -> None:
    if content.translate(None, _TEXT):
        raise CutAnswer('a control character')


def _headers(lines: list[str]) -> list[tuple[str, str]]:
    headers: list[tuple[str, str]] = []
    for line in lines:
        if line[0] in _BLANKS:
            if not headers:
                raise CutAnswer('a header that goes on before it begins')
            name, value = headers.pop()
            headers.append((name, f'{value} {line.strip(_BLANKS)}'.strip(_BLANKS)))
            continue
        name, colon, value = line.partition(':')
        if not colon or not name:
            raise CutAnswer('a malformed header')
        headers.append((name, value.strip(_BLANKS)))
    if not _consists_of(''.join([name for name, _ in headers]), NAME):
        raise CutAnswer('a malformed header')
    return headers


def _consists_of(text: str, characters: bytes) -> bool:
    return not text.encode('latin-1').translate(None, characters)


# -- the body


def _framing(line: _StatusLine, headers: Headers) -> _Framing:
    """Return the framing of a body."""
    ends_connection = line.version < 'HTTP/1.1' or 'close' in _words(headers, 'connection')
    length = _length(headers)
    if 'transfer-encoding' not in headers:
        return _Framing(False, length, ends_connection)
    if _words(headers, 'transfer-encoding') != ['chunked']:
        raise CutAnswer('an unknown transfer coding')
    if length is not None and not ends_connection:
        raise CutAnswer('a length beside chunks')
    return _Framing(True, None, ends_connection)


def _words(headers: Headers, name: str) -> list[str]:
    return [word.strip(_BLANKS).lower() for word in headers.get(name, '').split(',')]


def _length(headers: Headers) -> int | None:
    """Return a body's length; ``None`` for one that ends with the connection."""
    if 'content-length' not in headers:
        return None
    lengths = set(_words(headers, 'content-length'))
    digits = lengths.pop()
    if lengths:
        raise CutAnswer('two lengths')
    if not 0 < len(digits) <= _MAX_DIGITS or not _consists_of(digits, _DIGITS):
        raise CutAnswer('a malformed length')
    return int(digits)


def _body(incoming: _Incoming, framing: _Framing, max_size: int) -> tuple[bytes, bool]:
    """The whole body, as it is packed, and whether anything may come behind it."""
    body = bytearray()
    if framing.is_chunked:
        while size := _size_of_chunk(incoming):
            _take(incoming, body, size, max_size)
            if b''.join(_exactly(incoming, 2)) != b'\r\n':
                raise CutAnswer('a chunk of another length')
        _headers(_lines(incoming))
    elif framing.length is not None:
        _take(incoming, body, framing.length, max_size)
    else:
        while piece := incoming.piece(_PIECE):
            body += piece
            if len(body) > max_size:
                raise LargeAnswer(max_size)
    return bytes(body), framing.is_chunked or framing.length is not None


def _take(incoming: _Incoming, body: bytearray, count: int, max_size: int) -> None:
    """Add so many bytes to a body, with memory for what came, not for what is announced."""
    if len(body) + count > max_size:
        raise LargeAnswer(max_size)
    for piece in _exactly(incoming, count):
        body += piece


def _exactly(incoming: _Incoming, count: int) -> Iterator[bytes]:
    """So many bytes, in pieces."""
    while count:
        piece = incoming.piece(min(count, _PIECE))
        if not piece:
            raise CutAnswer('a body that is cut')
        count -= len(piece)
        yield piece


def _size_of_chunk(incoming: _Incoming) -> int:
    line = incoming.line()
    size, mark, _ = _text(line.removesuffix(b'\r\n')).partition(';')
    if not mark:
        size = size.rstrip(_BLANKS)
    is_size = 0 < len(size) <= _MAX_DIGITS and _consists_of(size, _HEXADECIMAL)
    if not is_size or not line.endswith(b'\r\n'):
        raise CutAnswer('a chunk without its size')
    return int(size, 16)


def _unpacked(body: bytes, codings: str, max_size: int) -> bytes:
    try:
        return content_codings.unpacked(body, codings, max_size)
    except ValueError as error:
        raise CutAnswer('it cannot be unpacked') from error
