"""Wrappers of a transport see each request once, also keystoneauth1's own, over any transport."""

from __future__ import annotations

import io
import logging
import re

import pytest

import novaclient_mv
from novaclient_mv.cli.reading import read
from novaclient_mv.cli.running import execution
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.wire import debugging, timing
from novaclient_mv.wire.transport import WireAnswer, WireRequest
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

ROW = r'^\| ([A-Z]+) http://[^/]+(/\S*) +\| [\d.]+ +\|$'
REQUEST = r'REQ: curl -g -i (?:--\S+ )?-X ([A-Z]+) http://[^/]+(/\S*)'


def seen(pattern: str, text: str) -> list[str]:
    return [' '.join(pair) for pair in re.findall(pattern, text, re.MULTILINE)]


def test_each_request_of_a_session_is_timed_and_logged_once(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    result = nova('--debug', '--timings', 'server-list', version='2.53', cloud=cloud)
    assert result.status == 0
    wire = cloud.wire()
    assert seen(ROW, result.err) == wire
    # keystoneauth1 logs a login in other words, for its body holds a secret.
    assert seen(REQUEST, result.err) == [line for line in wire if not line.startswith('POST')]
    assert result.err.count('Making authentication request to') == 1
    agents = re.findall(r'"User-Agent: ([^"]*)"', result.err)
    start = f'nova-mv/{novaclient_mv.__version__} keystoneauth1/'
    assert all(agent.startswith(start) for agent in agents)


def test_the_certificates_of_a_cloud_are_part_of_the_logged_command(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    result = nova('--debug', '--insecure', 'server-list', cloud=cloud)
    lines = [line for line in result.err.splitlines() if '/servers/detail' in line]
    assert any('REQ: curl -g -i --insecure -X GET' in line for line in lines)


class Canned:
    """A transport that answers every request alike, without a session."""

    def __init__(self, body: bytes = b'{}', kind: str = 'application/json') -> None:
        self.headers = {'content-type': kind, 'x-compute-request-id': 'req-1'}
        self.body = body

    def send(self, request: WireRequest) -> WireAnswer:
        return WireAnswer(200, self.headers, self.body, 1.5)

    def close(self) -> None:
        return


def test_timings_tell_of_any_transport(nova: Nova, cloud: ScriptedCloud) -> None:
    environment = Environment(
        nova.variables(cloud, {}),
        stdout=io.StringIO(),
        clock=nova.clock.clock(),
        cwd=str(nova.home),
        wrap=lambda inner: Canned(b'{"servers": []}'),
    )
    words = ['--timings', '--os-compute-api-version', '2.0', 'server-list']
    invocation = read.read(words, environment)
    opened = Cloud(environment, settings=invocation.settings)
    execution.execute(invocation, opened).consume(lambda part: None)
    timings = [(each.method, each.elapsed.total_seconds()) for each in opened.timings()]
    assert timings[-1] == ('GET', 1.5)
    assert 'GET /v2.1/servers/detail' not in cloud.wire()
    assert Cloud(environment).timings() == []


TOKEN = WireRequest(
    'POST',
    'http://user:h1dden@nova.example/v2.1/servers?token=h1dden',
    {'X-Auth-Token': 'h1dden', 'Accept': 'application/json'},
    b'{"server": {"adminPass": "h1dden"}}',
)


def test_no_secret_reaches_a_logger(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, 'keystoneauth')
    body = b'{"server": {"name": "web", "adminPass": "h1dden"}}'
    debugging.DebuggedTransport(Canned(body)).send(TOKEN)
    assert 'h1dden' not in caplog.text
    assert [record.getMessage().partition(' ')[0] for record in caplog.records] == [
        'REQ:',
        'RESP:',
        'RESP',
        'POST',
    ]
    assert '"name": "web"' in caplog.text


def test_a_body_that_is_no_text_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, 'keystoneauth')
    debugging.DebuggedTransport(Canned(b'\x7fELF', 'application/octet-stream')).send(TOKEN)
    assert 'ELF' not in caplog.text
    assert 'Omitted, Content-Type is set to application/octet-stream.' in caplog.text


def test_wrappers_close_what_they_wrap() -> None:
    class Closing(Canned):
        is_closed = False

        def close(self) -> None:
            self.is_closed = True

    inner = Closing()
    debugging.DebuggedTransport(timing.TimedTransport(inner, [])).close()
    assert inner.is_closed
