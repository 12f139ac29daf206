"""One try ends in its time, and takes no more than it may, over either transport."""

from __future__ import annotations

import gzip
import time
import tracemalloc
import zlib
from collections.abc import Sequence

import pytest

from novaclient_mv.wire import bounds, broken_answers
from novaclient_mv.wire.direct import content_codings
from novaclient_mv.wire.transport import WireRequest
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud
from unit_tests.wire import both_transports
from unit_tests.wire.both_transports import KINDS
from unit_tests.wire.raw_server import RawServer, Step, answer, drip_server

HEAD = b'HTTP/1.1 200 OK\r\n'
CHUNKS = HEAD + b'Transfer-Encoding: chunked\r\n\r\n'
MANY = 100
"""Drops that come in many times the time of a try, after which the answer is there."""

DRIPS: dict[str, tuple[bytes, Sequence[bytes]]] = {
    'status line': (b'HTTP/1.1 200 ', [*[b'O'] * MANY, b'\r\nContent-Length: 0\r\n\r\n']),
    'header': (HEAD, [b'X-Drop: y\r\n'] * 90 + [b'Content-Length: 0\r\n\r\n']),
    'body': (HEAD + b'Content-Length: %d\r\n\r\n' % MANY, [b' '] * MANY),
    'body until the end': (HEAD + b'\r\n', [b' '] * MANY),
    'chunks': (CHUNKS, [*[b'1\r\n \r\n'] * MANY, b'0\r\n\r\n']),
    'trailer': (CHUNKS + b'0\r\n', [*[b'X-Drop: y\r\n'] * 90, b'\r\n']),
}


def one_line(text: str) -> str:
    (line,) = text.splitlines()
    return line


@pytest.mark.parametrize('method', ['GET', 'DELETE'])
@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('place', DRIPS)
def test_answer_that_comes_in_drops_is_given_up_in_time(place: str, kind: str, method: str) -> None:
    with (
        drip_server(*DRIPS[place]) as server,
        both_transports.transport(kind, timeout=0.15) as carrier,
    ):
        result = both_transports.sent(carrier, WireRequest(method, server.url, {}), server.port)
    text = 'The request to http://127.0.0.1:PORT/ timed out.'
    assert result == ('CloudError', text, True, True)


@pytest.mark.parametrize('kind', KINDS)
def test_interim_answers_in_drops_are_given_up_in_time(kind: str) -> None:
    drops = [b'HTTP/1.1 100 Continue\r\n\r\n'] * 9
    with (
        drip_server(b'', drops, pause=0.05) as server,
        both_transports.transport(kind, timeout=0.1) as carrier,
    ):
        result = both_transports.sent(carrier, WireRequest('GET', server.url, {}), server.port)
    assert result[1] == 'The request to http://127.0.0.1:PORT/ timed out.'


@pytest.mark.parametrize('method', ['GET', 'POST'])
@pytest.mark.parametrize('place', ['header', 'body'])
def test_login_in_drops_is_given_up_in_time(nova: Nova, place: str, method: str) -> None:
    """Both the version document before a login and the answer to it."""
    begun, drops = DRIPS[place]
    with drip_server(begun, drops) as server:
        path = '/v3' if method == 'POST' else ''
        words = ('--timeout', '0.1', '--os-auth-url', server.url + path, 'server-list')
        login = {f'OS_{name}': 'demo' for name in ('USERNAME', 'PASSWORD', 'PROJECT_NAME')}
        domains = {'OS_USER_DOMAIN_NAME': 'Default', 'OS_PROJECT_DOMAIN_NAME': 'Default'}
        result = nova(*words, env={**login, **domains})
    assert result.status == 7
    assert 'timed out' in one_line(result.err)


@pytest.mark.parametrize('kind', KINDS)
def test_time_is_that_of_a_try_and_not_of_a_transport(kind: str) -> None:
    with (
        RawServer(Step(answer())) as server,
        both_transports.transport(kind, timeout=0.15) as carrier,
    ):
        for _ in range(4):
            assert carrier.send(WireRequest('GET', server.url, {})).status == 200
            time.sleep(0.05)


def test_deadline_tells_what_is_left() -> None:
    now = [10.0]
    deadline = bounds.Deadline(4, lambda: now[0])
    assert deadline.remaining() == 4
    shares = deadline.shares(3)
    assert next(shares) == pytest.approx(4 / 3)
    now[0] = 12
    assert (next(shares), next(shares)) == (1, 2)
    now[0] = 14
    for late in (deadline.remaining, lambda: next(deadline.shares(2))):
        with pytest.raises(TimeoutError, match='timed out'):
            late()
    assert bounds.Deadline(None).remaining() is None
    assert list(bounds.Deadline(None).shares(2)) == [None, None]


class Recorder:
    """A connection that notes what is sent, and how long each step may take."""

    def __init__(self, now: list[float]) -> None:
        self.now = now
        self.steps: list[tuple[float | None, int]] = []
        self.seconds: float | None = None

    def settimeout(self, seconds: float | None) -> None:
        self.seconds = seconds

    def sendall(self, content: bytes | memoryview) -> None:
        self.steps.append((self.seconds, len(content)))
        self.now[0] += 1

    def recv(self, most: int) -> bytes:
        self.now[0] += 1
        return bytes(most)


def test_each_step_has_what_is_left_of_the_time() -> None:
    now = [0.0]
    connection = Recorder(now)
    deadline = bounds.Deadline(4, lambda: now[0])
    bounds.send(connection, bytes(40_000), deadline)
    assert connection.steps == [(4, 16384), (3, 16384), (2, 7232)]
    receive = bounds.receiver(connection, deadline)
    assert (receive(3), connection.seconds) == (bytes(3), 1)
    with pytest.raises(TimeoutError):
        receive(3)


# -- size


@pytest.mark.parametrize('state', ['cold', 'warm'])
def test_larger_answer_is_not_taken(nova: Nova, cloud: ScriptedCloud, state: str) -> None:
    path = '/servers/1/action'
    big = {'servers': [{'id': str(number), 'name': 'x' * 80} for number in range(100)]}
    if state == 'warm':
        assert nova('server-list', cloud=cloud).status == 0
    cloud.on('GET', '/servers/detail', big)
    for words in (['--max-body', '7KiB', 'server-list'], ['server-list', '--max-body=7000']):
        refused = nova(*words, cloud=cloud)
        size = '7KiB' if '7KiB' in words else '7000 bytes'
        url = f'{cloud.url}/v2.1/servers/detail'
        text = f'nova-mv: The answer of {url} is larger than {size}: see --max-body.'
        assert (refused.status, refused.out) == (7, '')
        assert one_line(refused.err).startswith(text)
    # What will not come smaller is not asked for again.
    assert cloud.wire().count('GET /v2.1/servers/detail') == 2 + (state == 'warm')
    assert nova('--max-body', '70k', 'server-list', cloud=cloud).status == 0
    assert not [line for line in cloud.wire() if path in line]


def test_larger_answer_to_a_write_leaves_it_uncertain(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('POST', '/os-keypairs', {'keypair': {'name': 'a', 'public_key': 'x' * 9000}})
    words = ('--max-body', '8KiB', 'keypair-create', 'a')
    result = nova(*words, version='2.2', cloud=cloud)
    assert result.status == 7
    assert 'may have been carried out' in one_line(result.err)
    assert cloud.wire().count('POST /v2.1/os-keypairs') == 1


def test_size_may_stand_in_a_cloud_file(nova: Nova, cloud: ScriptedCloud) -> None:
    login = cloud.credentials()
    auth = ', '.join(f'{name}: {value}' for name, value in login.items())
    entries = {'small': '1 KiB', 'usual': '2000000', 'odd': 'much'}
    nova.cloud_file(
        'clouds:\n'
        + ''.join(
            f'  {name}: {{max_body: {size}, auth: {{{auth}}}}}\n' for name, size in entries.items()
        )
    )
    results = {name: nova('--os-cloud', name, 'server-list') for name in entries}
    assert {name: result.status for name, result in results.items()} == {
        'small': 7,
        'usual': 0,
        'odd': 2,
    }
    assert 'larger than 1KiB: see --max-body' in results['small'].err
    assert "'much' is not a size above zero, as in 256MiB" in one_line(results['odd'].err)
    shown = nova('--os-cloud', 'small', 'config-show', '-f', 'value')
    assert 'max_body 1 KiB' in shown.out


@pytest.mark.parametrize('kind', KINDS)
def test_bomb_is_not_unpacked(kind: str) -> None:
    bomb = gzip.compress(gzip.compress(bytes(1 << 26)))
    with (
        RawServer(Step(answer(bomb, 'Content-Encoding: gzip, gzip'))) as server,
        both_transports.transport(kind, max_body=1 << 20) as carrier,
    ):
        tracemalloc.start()
        result = both_transports.sent(carrier, WireRequest('DELETE', server.url, {}), server.port)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    text = 'The answer of http://127.0.0.1:PORT/ is larger than 1MiB: see --max-body.'
    assert result == ('CloudError', text, False, True)
    assert peak < 1 << 23


# -- what is packed


@pytest.mark.parametrize('coding', ['gzip', 'deflate', 'bare deflate'])
def test_as_much_is_unpacked_as_there_may_be(coding: str) -> None:
    content = bytes(range(256)) * 400
    body = gzip.compress(content) if coding == 'gzip' else zlib.compress(content)
    if coding == 'bare deflate':
        body = body[2:-4]
    name = coding.split()[-1]
    assert content_codings.unpacked(body, name, len(content)) == content
    with pytest.raises(broken_answers.LargeAnswer):
        content_codings.unpacked(body, name, len(content) - 1)
    with pytest.raises(ValueError, match='without their end'):
        content_codings.unpacked(body[:-9], name, len(content))


def test_second_member_is_no_rest_that_may_be_left_out() -> None:
    first, second = gzip.compress(b'a'), gzip.compress(bytes(3000) + b'b')
    assert content_codings.unpacked(first + second, 'gzip', 9999) == b'a' + bytes(3000) + b'b'
    assert content_codings.unpacked(first + b'\0\0', 'gzip', 9999) == b'a'
    for broken in (second[:-1], second[:9], second[:12] + b'x' + second[13:]):
        with pytest.raises(ValueError, match=r'without their end|Error -3'):
            content_codings.unpacked(first + broken, 'gzip', 9999)


def test_many_short_members_take_time_as_one_long_one_does() -> None:
    body = gzip.compress(b'') * 100_000
    begin = time.process_time()
    assert content_codings.unpacked(body, 'gzip', 1) == b''
    assert time.process_time() - begin < 2


def test_members_that_take_no_room_are_counted() -> None:
    body = gzip.compress(gzip.compress(b'') * 100_001)
    with pytest.raises(ValueError, match='100000 gzip members'):
        content_codings.unpacked(body, 'gzip, gzip', 1 << 28)


def test_many_short_chunks_take_memory_as_one_long_one_does() -> None:
    from novaclient_mv.wire.direct import http_answers

    stream = CHUNKS + b'1\r\na\r\n' * 20_000 + b'0\r\n\r\n'
    parts = iter([stream])
    tracemalloc.start()
    read = http_answers.read(lambda most: next(parts, b''), 'GET', 1 << 20)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert read.body == b'a' * 20_000
    assert peak < 3 * len(stream)
