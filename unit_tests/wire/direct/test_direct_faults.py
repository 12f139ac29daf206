"""The direct transport treats every fault of an answer as a session does."""

from __future__ import annotations

import gzip
import socket
import zlib
from itertools import product

import pytest

from novaclient_mv.wire.transport import WireRequest
from unit_tests import cases
from unit_tests.wire import both_transports
from unit_tests.wire.both_transports import KINDS, Outcome
from unit_tests.wire.raw_server import RawServer, Step, answer

BODY = b'{"thing": {"id": "1"}}'
PACKED = gzip.compress(BODY)
SERVED = answer(BODY)


def chunked(*chunks: bytes, end: bytes = b'0\r\n\r\n', coding: str = 'chunked') -> bytes:
    head = answer(b'', f'Transfer-Encoding: {coding}', length=False)
    return head + b''.join(b'%x\r\n%s\r\n' % (len(each), each) for each in chunks) + end


CUT_SHORT = {
    'nothing': Step(b'', 'close'),
    'reset': Step(b'', 'reset'),
    'another protocol': Step(b'SSH-2.0-OpenSSH_9.6\r\n', 'close'),
    'HTTP/2': Step(b'HTTP/2 200 OK\r\n\r\n', 'close'),
    'status without a number': Step(b'HTTP/1.1 2x0 OK\r\n\r\n', 'close'),
    'status out of range': Step(b'HTTP/1.1 2000 OK\r\n\r\n', 'close'),
    'long status line': Step(b'HTTP/1.1 200 ' + b'a' * 70_000 + b'\r\n\r\n', 'close'),
    'head without an end': Step(SERVED[:60], 'close'),
    'head reset': Step(SERVED[:60], 'reset'),
    'half a body': Step(SERVED[:-5], 'close'),
    'no body': Step(SERVED[: -len(BODY)], 'close'),
    'body reset': Step(SERVED[:-5], 'reset'),
    'half a chunk': Step(chunked(BODY)[:-12], 'close'),
    'chunks without an end': Step(chunked(BODY, end=b''), 'close'),
    'chunk of no number': Step(chunked(end=b'zz\r\n{}\r\n'), 'close'),
    'more headers than allowed': Step(answer(BODY, *(f'X-{n}: 1' for n in range(120))), 'close'),
    'long header': Step(answer(BODY, f'X: {"a" * 70_000}'), 'close'),
    'huge length': Step(answer(BODY, f'Content-Length: {10**30}', length=False), 'close'),
    'huge chunk': Step(chunked(end=b'f' * 30 + b'\r\n{}\r\n'), 'close'),
    'two lengths': Step(answer(BODY, 'Content-Length: 5')),
    'no gzip': Step(answer(b'spam', 'Content-Encoding: gzip')),
    'no deflate': Step(answer(b'spam', 'Content-Encoding: deflate')),
    'half of gzip': Step(answer(PACKED[:-12], 'Content-Encoding: gzip')),
    'no JSON': Step(answer(b'<html>')),
    'redirect to no URL': Step(answer(b'', 'Location: http://[x', status='301 Moved')),
    'redirect in no UTF-8': Step(answer(b'', 'Location: http://\xff', status='301 Moved')),
    'redirect to no port': Step(answer(b'', 'Location: http://a:b', status='302 Moved')),
    'redirect elsewhere': Step(answer(b'', 'Location: http://a/b', status='302 Moved')),
    'redirect to nowhere': Step(answer(b'', 'Location: ', status='302 Moved')),
    'two chunkings': Step(chunked(BODY, coding='chunked, chunked'), 'close'),
    'chunks of something': Step(chunked(BODY, coding='identity, chunked'), 'close'),
    'odd length': Step(answer(BODY, 'Content-Length: many', length=False), 'close'),
    'length of many digits': Step(
        answer(BODY, 'Content-Length: ' + '9' * 5000, length=False), 'close'
    ),
    'length below zero': Step(answer(BODY, 'Content-Length: -1', length=False), 'close'),
    'header without a name': Step(answer(BODY, 'spam'), 'close'),
    'early hints': Step(b'HTTP/1.1 103 Early Hints\r\n\r\n', 'close'),
    'early hints without an end': Step(b'HTTP/1.1 103 Early Hints\r\nLink', 'close'),
    'eleven interim answers': Step(b'HTTP/1.1 103 Go\r\n\r\n' * 11 + SERVED),
    'another protocol now': Step(b'HTTP/1.1 101 Switching\r\nUpgrade: tls\r\n\r\n' + SERVED),
    'status with a sign': Step(SERVED.replace(b'200', b'+200')),
    'length with a blank before its colon': Step(SERVED.replace(b'Length:', b'Length :')),
    'length beside chunks': Step(
        chunked(BODY).replace(b'Transfer', b'Content-Length: 22\r\nTransfer')
    ),
    'other bytes behind a chunk': Step(chunked(BODY).replace(b'}}\r\n', b'}}xx')),
    'chunk of many digits': Step(chunked(end=b'f' * 15_000 + b'\r\n{}\r\n'), 'close'),
    'trailer without an end': Step(chunked(BODY, end=b'0\r\nX-Late: 1\r\n'), 'close'),
    'trailer of many lines': Step(chunked(BODY, end=b'0\r\n' + b'X: y\r\n' * 101 + b'\r\n')),
    'server error': Step(answer(b'{}', status='503 Busy')),
}

WHOLE = {
    'length': SERVED,
    'until the end': answer(BODY, length=False),
    'chunks': chunked(BODY[:5], BODY[5:]),
    'trailer': chunked(BODY, end=b'0\r\nX-Late: 1\r\n\r\n'),
    'gzip': answer(PACKED, 'Content-Encoding: gzip'),
    'GZIP': answer(PACKED, 'Content-Encoding: X-GZip'),
    'gzip in chunks': chunked(PACKED[:9], PACKED[9:]).replace(
        b'Transfer', b'Content-Encoding: gzip\r\nTransfer'
    ),
    'two members of gzip': answer(
        gzip.compress(BODY[:4]) + gzip.compress(BODY[4:]), 'Content-Encoding: gzip'
    ),
    'gzip and more': answer(PACKED + b'spam', 'Content-Encoding: gzip'),
    'deflate': answer(zlib.compress(BODY), 'Content-Encoding: deflate'),
    'bare deflate': answer(zlib.compress(BODY)[2:-4], 'Content-Encoding: deflate'),
    'gzip in gzip': answer(gzip.compress(PACKED), 'Content-Encoding: gzip, gzip'),
    'unknown coding': answer(BODY, 'Content-Encoding: identity'),
    'nothing packed': answer(b'', 'Content-Encoding: gzip'),
    'continued': b'HTTP/1.1 100 Continue\r\n\r\n' + SERVED,
    'early hints': b'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n' + SERVED,
    'ten interim answers': b'HTTP/1.1 103 Go\r\n\r\n' * 10 + SERVED,
    'trailer of two lines': chunked(BODY, end=b'0\r\nX-Late: 1\r\nX-Later: 2\r\n\r\n'),
    'no content': answer(status='204 No Content', length=False),
    'no content with a body': answer(BODY, status='204 No Content'),
    'not modified': answer(status='304 Not Modified', length=False),
    'length twice': answer(BODY, f'Content-Length: {len(BODY)}'),
    'more than its length': SERVED + b'spam',
    'repeated headers': answer(BODY, 'X-Many: 1', 'x-many: 2', 'X-MANY: 3'),
    'folded header': answer(BODY, 'X-Long: 1\r\n  2'),
    'header beyond ASCII': answer(BODY, 'X-Name: \xe9'),
    'HTTP/1.0': SERVED.replace(b'HTTP/1.1', b'HTTP/1.0'),
    'no reason': SERVED.replace(b' OK', b''),
    'bare newlines': SERVED.replace(b'\r\n', b'\n'),
}


def outcomes(operation: str, *steps: Step, **options: object) -> list[Outcome]:
    """Return the outcomes of an operation over each transport."""
    found = []
    for kind in KINDS:
        with RawServer(*steps) as server, both_transports.transport(kind) as carrier:
            found.append(both_transports.outcome(carrier, server, operation, **options))
    return found


@cases.one_test_of(
    'name, operation', product(CUT_SHORT, ['GET /things', 'POST /things', 'DELETE /things'])
)
def test_answer_that_fails_always_is_told_as_by_a_session(name: str, operation: str) -> None:
    session, direct = outcomes(operation, CUT_SHORT[name])
    assert direct == session
    assert operation.startswith('GET') or len(direct.seen) == 1


@cases.one_test_of('name, operation', product(CUT_SHORT, ['GET /things', 'PUT /things']))
def test_answer_that_fails_once_is_told_as_by_a_session(name: str, operation: str) -> None:
    session, direct = outcomes(operation, CUT_SHORT[name], Step(SERVED))
    assert direct == session
    assert operation.startswith('GET') or len(direct.seen) == 1


@pytest.mark.parametrize('operation', ['GET /things', 'POST /things', 'DELETE /things'])
@pytest.mark.parametrize(
    'content',
    [b'', SERVED[:60], SERVED[:-5], chunked(BODY)[:-12]],
    ids=['no', 'head', 'body', 'in'],
)
def test_answer_that_takes_too_long_is_told_as_by_a_session(content: bytes, operation: str) -> None:
    found = []
    for kind in KINDS:
        with (
            RawServer(Step(content, 'stall')) as server,
            both_transports.transport(kind, timeout=0.05) as carrier,
        ):
            found.append(
                both_transports.outcome(carrier, server, operation, connect_retries=0)._replace(
                    seen=()
                )
            )
    session, direct = found
    assert direct == session
    expected = 'CloudError' if operation.startswith('GET') else 'WriteUncertain'
    assert direct.kind == expected


@cases.one_test_of('name, method', product(WHOLE, ['GET', 'HEAD', 'POST', 'DELETE']))
def test_answer_is_read_as_by_a_session(name: str, method: str) -> None:
    found = []
    for kind in KINDS:
        with (
            RawServer(Step(WHOLE[name], 'close')) as server,
            both_transports.transport(kind) as carrier,
        ):
            request = WireRequest(method, f'{server.url}/v2.1/things?a=b', {'Accept': 'x'})
            found.append(both_transports.sent(carrier, request, server.port))
    assert found[1] == found[0]
    assert isinstance(found[1][0], int), found


def test_connection_that_is_refused_is_told_as_by_a_session() -> None:
    with RawServer(Step(b'')) as server:
        pass
    found = [outcome_without_server(kind, server) for kind in KINDS]
    assert found[0] == found[1]
    assert 'refused the connection' in found[1].value[0]
    assert found[1].slept == (0.5, 1.0, 2.0)


def outcome_without_server(kind: str, server: RawServer) -> Outcome:
    with both_transports.transport(kind) as carrier:
        # Nothing was sent, so that a write is tried again, too.
        return both_transports.outcome(carrier, server, 'POST /things')


@pytest.mark.parametrize(
    'error',
    [
        socket.gaierror(-2, 'Name or service not known'),
        TimeoutError('timed out'),
        TimeoutError(110, 'Connection timed out'),
        OSError(113, 'No route to host'),
        PermissionError(13, 'Permission denied'),
    ],
    ids=lambda error: type(error).__name__ + str(error.errno),
)
def test_connection_that_does_not_come_about_is_told_as_by_a_session(
    error: OSError, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*words: object) -> None:
        raise error

    # The network of the tests has no such faults.
    if isinstance(error, socket.gaierror):
        monkeypatch.setattr(socket, 'getaddrinfo', refuse)
    else:
        monkeypatch.setattr(socket.socket, 'connect', refuse)
    found = []
    for kind in KINDS:
        with both_transports.transport(kind) as carrier:
            request = WireRequest('POST', 'http://cloud.example/v2.1/things', {}, b'{}')
            found.append(both_transports.sent(carrier, request, 0))
    assert found[1] == found[0]
    assert found[1][3] is False
