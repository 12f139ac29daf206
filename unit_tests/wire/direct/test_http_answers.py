"""The reader of answers, judged by h11; and when another answer may come over a connection."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import NamedTuple

import h11
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv.wire import broken_answers
from novaclient_mv.wire.direct import http_answers

OK = b'HTTP/1.1 200 OK\r\n'
SERVED = OK + b'Content-Length: 3\r\n\r\nabc'
CHUNKED = OK + b'Transfer-Encoding: chunked\r\n\r\n'
LIMIT = 1000


class Read(NamedTuple):
    """The result of reading a stream; only ``fault`` where that is no answer."""

    status: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b''
    is_reusable: bool = False
    fault: str = ''


def pieces(stream: bytes, size: int) -> Callable[[int], bytes]:
    """Brings a stream, so many octets at once, and then its end."""
    left = bytearray(stream)

    def receive(most: int) -> bytes:
        piece = bytes(left[: min(size, most)])
        del left[: len(piece)]
        return piece

    return receive


def ours(stream: bytes, method: str = 'GET', size: int = 1 << 16) -> Read:
    try:
        answer = http_answers.read(pieces(stream, size), method, LIMIT)
    except broken_answers.BrokenAnswer as error:
        return Read(fault=f'{type(error).__name__}: {error}')
    return Read(answer.status, compared(answer.headers), answer.body, answer.is_reusable)


def theirs(stream: bytes, method: str = 'GET') -> Read:
    """Return h11's result."""
    connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=1 << 20)
    connection.send(h11.Request(method=method, target='/', headers=[('Host', 'a')]))
    connection.send(h11.EndOfMessage())
    body, response, has_ended = bytearray(), None, False
    try:
        connection.receive_data(stream)
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA:
                has_ended = True
                connection.receive_data(b'')
            elif isinstance(event, h11.Response):
                response = event
            elif isinstance(event, h11.Data):
                body += event.data
            elif isinstance(event, h11.EndOfMessage):
                break
            elif not isinstance(event, h11.InformationalResponse):
                return Read(fault=str(event))
    except h11.RemoteProtocolError as error:
        return Read(fault=str(error))
    assert response is not None
    is_kept = connection.states == {h11.CLIENT: h11.DONE, h11.SERVER: h11.DONE}
    is_reusable = is_kept and not has_ended and not connection.trailing_data[0]
    headers = [(name.decode(), value.decode('latin-1')) for name, value in response.headers]
    return Read(response.status_code, compared(headers), bytes(body), is_reusable)


def compared(headers: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Headers without what may differ: h11 names a length once, keeps the blanks before a fold, and
    writes codings in small letters.
    """
    return tuple(
        (name.lower(), ' '.join(value.split()).lower())
        for name, value in headers
        if name.lower() != 'content-length'
    )


DIFFERENCES = {
    # An endless row of them would keep a command for ever.
    'CutAnswer: more than 10 answers below 200': b'HTTP/1.1 103 Go\r\n\r\n' * 11 + SERVED,
    'CutAnswer: more than 100 headers': OK + b'X: y\r\n' * 101 + b'\r\n',
    'CutAnswer: a line without an end': OK + b'X: ' + b'y' * 65536 + b'\r\n\r\n',
    'LargeAnswer: more than 1000 bytes': OK + b'\r\n' + b'a' * 1001,
    # Who is before us may have taken the length for the end, so that an answer is left over.
    'CutAnswer: a length beside chunks': OK
    + b'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
    'MalformedAnswer: another protocol': SERVED.replace(b'1.1', b'2.0'),
    # Headers are shown, as by --debug.
    'CutAnswer: a control character': OK + b'X: \x1b[2J\r\nContent-Length: 0\r\n\r\n',
}
"""Streams that only h11 accepts: the reason, and an example."""


@pytest.mark.parametrize('fault', DIFFERENCES)
def test_answer_that_is_refused_on_purpose_is_one_to_h11(fault: str) -> None:
    assert ours(DIFFERENCES[fault]).fault == fault
    assert theirs(DIFFERENCES[fault]).fault == ''


STATUS_LINES = (
    *(
        b'HTTP/1.1 200 OK',
        b'HTTP/1.1 200',
        b'HTTP/1.1 200 ',
        b'HTTP/1.0 200 OK',
        b'HTTP/1.1 204 No',
    ),
    *(
        b'HTTP/1.1 304 No',
        b'HTTP/1.1 404 No',
        b'HTTP/1.1 +200 OK',
        b'HTTP/1.1 2_00',
        b'HTTP/1.1 0x5',
    ),
    *(b'HTTP/1.1  200', b'HTTP/1.1 2000', b'HTTP/1.1 20', b'HTTP/1.1 099 No', b'HTTP/1.11 200 OK'),
    *(b'HTTP/1.1 \xb2\xb3\xb9 OK', b'HTTP/1.1 101 Go', b'HTTP/1.1 600 What', b'http/1.1 200 OK'),
    *(b'HTTP/1.7 200 OK', b' HTTP/1.1 200 OK', b'', b'HTTP/1.1\t200 OK', b'HTTP/1. 200 OK'),
)
HEADERS = (
    *(b'Content-Length: 3', b'Content-Length: 03', b'Content-Length: 5', b'Content-Length: x'),
    *(b'Content-Length: +3', b'Content-Length: 3, 3', b'Content-Length: 3, 4', b'Content-Length:'),
    *(b'Content-Length : 3', b'Content-Length: 0x3', b'Content-Length: 3 3', b'Content-Length: -1'),
    *(b'Content-Length: \xb3', b'Content-Length: 3,', b'Content-Length: 1_0', b'content-length:3'),
    *(b'Transfer-Encoding: chunked', b'Transfer-Encoding: CHUNKED', b'Transfer-Encoding: gzip'),
    *(b'Transfer-Encoding: gzip, chunked', b'Transfer-Encoding:', b'Transfer-Encoding : chunked'),
    *(b'Connection: close', b'Connection: close, TE', b'Connection: keep-alive', b'Connection: TE'),
    *(b'Connection: closed', b'X-A: b', b'X-A:', b' folded', b'\tfolded', b'spam', b': nameless'),
    *(
        b'From me',
        b'X B: c',
        b'X-\xe9: b',
        b'X-A: \xe9',
        b'X-A: a\rb',
        b'X-A: \x00',
        b'X: a  ',
        b'()',
    ),
)
BODIES = (
    *(
        b'',
        b'abc',
        b'ab',
        b'abcde',
        b'3\r\nabc\r\n0\r\n\r\n',
        b'3\r\nabc\r\n0\r\nX: y\r\nZ: y\r\n\r\n',
    ),
    *(
        b'3;a=b\r\nabc\r\n0\r\n\r\n',
        b'3 \r\nabc\r\n0;\r\n\r\n',
        b'3\r\nabc0\r\n\r\n',
        b'3\r\nabcd\r\n',
    ),
    *(b'3\r\nabc\n0\r\n\r\n', b'3\nabc\r\n0\r\n\r\n', b'+3\r\nabc\r\n0\r\n\r\n', b'0x3\r\nabc\r\n'),
    *(b'3\r\nabc\r\n0\r\n', b'3\r\nabc\r\n0\r\nspam\r\n\r\n', b'3\r\nabc\r\n0\r\n\r\nHTTP/1.1'),
    *(
        b'3\r\nabc\r\n0\r\nX : y\r\n\r\n',
        b'\xb3\r\nabc\r\n',
        b'003\r\nabc\r\n00\r\n\n',
        b'-1\r\n\r\n',
    ),
    b'f' * 15_000 + b'\r\nabc',
)
INTERIM = st.lists(st.sampled_from([b'HTTP/1.1 100 Go\r\n\r\n', b'HTTP/1.1 103 A\r\nX: y\r\n\r\n']))
EDITS = st.lists(
    st.tuples(
        st.integers(0, 200),
        st.integers(0, 3),
        st.sampled_from(
            [b'', b'\r', b'\n', b'\r\n', b' ', b':', b',', b'0', b'_', b'\xb2', b'\xff']
        ),
    ),
    max_size=2,
)


@st.composite
def streams(draw: st.DrawFn) -> bytes:
    """Draw an answer of a server: parts of answers, broken here and there, and cut."""
    end = draw(st.sampled_from([b'\r\n', b'\r\n', b'\n']))
    head = [
        draw(st.sampled_from(STATUS_LINES)),
        *draw(st.lists(st.sampled_from(HEADERS), max_size=3)),
    ]
    stream = b''.join([*draw(INTERIM)[:2], *(line + end for line in head), end])
    stream += draw(st.sampled_from(BODIES))
    for place, count, text in draw(EDITS):
        stream = stream[:place] + text + stream[place + count :]
    return stream[: draw(st.none() | st.integers(0, 200))]


@settings(max_examples=100, deadline=None)
@given(streams(), st.sampled_from(['GET', 'HEAD', 'DELETE']), st.sampled_from([1, 7, 1 << 16]))
def test_answers_are_those_that_h11_takes_for_answers(
    stream: bytes, method: str, size: int
) -> None:
    found, judged = ours(stream, method, size), theirs(stream, method)
    if found.fault in DIFFERENCES:
        return
    assert bool(found.fault) == bool(judged.fault), (found, judged)
    if found.fault:
        judged = judged._replace(fault=found.fault)
    elif size < len(stream):
        # What comes later is not known when the answer is there.
        judged = judged._replace(is_reusable=found.is_reusable)
    assert found == judged


def in_pieces(stream: bytes, cuts: list[int], method: str) -> Read:
    """Return what is read of a stream that comes in pieces."""
    places = [0, *sorted(cut % (len(stream) + 1) for cut in cuts), len(stream)]
    left = [stream[start:end] for start, end in itertools.pairwise(places) if start < end]

    def receive(most: int) -> bytes:
        piece = left.pop(0) if left else b''
        if len(piece) > most:
            left.insert(0, piece[most:])
        return piece[:most]

    try:
        answer = http_answers.read(receive, method, LIMIT)
    except broken_answers.BrokenAnswer as error:
        return Read(fault=f'{type(error).__name__}: {error}')
    # What comes later is not known when the answer is there.
    return Read(answer.status, tuple(answer.headers), answer.body)


@settings(max_examples=100, deadline=None)
@given(
    streams() | st.sampled_from([SERVED, CHUNKED + b'3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n']),
    st.sampled_from(['GET', 'HEAD']),
    st.lists(st.integers(0, 10_000), max_size=4),
)
def test_answer_is_the_same_wherever_the_network_splits_it(
    stream: bytes, method: str, cuts: list[int]
) -> None:
    assert in_pieces(stream, cuts, method) == in_pieces(stream, [], method)


def test_each_part_of_an_answer_is_taken_as_h11_takes_it() -> None:
    heads = [b'\r\nX-First: 1\r\n'.join(pair) for pair in itertools.product(STATUS_LINES, HEADERS)]
    whole = [head + b'\r\n\r\n3\r\nabc\r\n0\r\n\r\n' for head in heads]
    for stream in (*whole, *(CHUNKED + body for body in BODIES)):
        found, judged = ours(stream), theirs(stream)
        if found.fault not in DIFFERENCES:
            assert bool(found.fault) == bool(judged.fault), stream
            assert found._replace(fault='') == judged._replace(fault=''), stream


@pytest.mark.parametrize('stream', [SERVED, CHUNKED + b'3\r\nabc\r\n0\r\nX: y\r\n\r\n'])
def test_answer_that_is_cut_anywhere_is_none(stream: bytes) -> None:
    assert ours(stream).body == b'abc'
    faults = {ours(stream[:end]).fault.partition(':')[0] for end in range(len(stream))}
    assert faults == {'NoAnswer', 'CutAnswer'}


# -- bounds


@pytest.mark.parametrize('count', [0, 10, 11])
@pytest.mark.parametrize('status', [b'100', b'102', b'103', b'199'])
def test_ten_answers_below_200_are_read_past(status: bytes, count: int) -> None:
    found = ours(b'HTTP/1.1 %b Go\r\nX: y\r\n\r\n' % status * count + SERVED)
    assert (found.status, found.body) == ((200, b'abc') if count <= 10 else (0, b''))
    assert found.is_reusable is (count <= 10)


@pytest.mark.parametrize('count', [100, 101])
def test_head_and_trailer_have_at_most_100_lines(count: int) -> None:
    lines = b''.join(b'X-%d: y\r\n' % number for number in range(count))
    head = ours(OK + lines.replace(b'X-0: y', b'Content-Length: 0') + b'\r\n')
    trailer = ours(CHUNKED + b'0\r\n' + lines + b'\r\n')
    folded = ours(CHUNKED + b'0\r\nX: y\r\n' + b' z\r\n' * (count - 1) + b'\r\n')
    assert [bool(found.fault) for found in (head, trailer, folded)] == [count > 100] * 3


def test_line_has_at_most_65536_bytes() -> None:
    for name, is_fine in ((b'X' * 65532, True), (b'X' * 65533, False)):
        found = ours(OK + name + b':y\r\nContent-Length: 0\r\n\r\n')
        assert bool(found.fault) is not is_fine


@pytest.mark.parametrize('count', [LIMIT, LIMIT + 1])
def test_body_has_at_most_so_many_bytes(count: int) -> None:
    body = b'a' * count
    for stream in (
        OK + b'Content-Length: %d\r\n\r\n' % count + body,
        CHUNKED + b'%x\r\n' % count + body + b'\r\n0\r\n\r\n',
        CHUNKED + b'1\r\na\r\n' * count + b'0\r\n\r\n',
        OK + b'\r\n' + body,
    ):
        found = ours(stream)
        assert found.body == (body if count <= LIMIT else b'')
        assert found.fault == ('' if count <= LIMIT else 'LargeAnswer: more than 1000 bytes')


# -- connections


# -- connections that break


@pytest.mark.parametrize('error', [ConnectionResetError(104, 'reset'), TimeoutError(110, 'lost')])
def test_connection_that_breaks_within_an_answer_cuts_it(error: OSError) -> None:
    for begun, kind in ((b'', type(error)), (b'HTTP/1.1', broken_answers.CutAnswer)):
        receive = pieces(begun, 8)

        def broken(most: int, receive: Callable[[int], bytes] = receive) -> bytes:
            if piece := receive(most):
                return piece
            raise error

        with pytest.raises(kind):
            http_answers.read(broken, 'GET', LIMIT)


def test_answer_that_takes_too_long_is_not_a_cut_one() -> None:
    def late(most: int) -> bytes:
        if most == 3:
            raise TimeoutError('timed out')
        return OK + b'Content-Length: 3\r\n\r\n'

    with pytest.raises(TimeoutError, match='timed out'):
        http_answers.read(late, 'GET', LIMIT)
