"""Commands after malformed answers: of writes, reads and logins, cold and warm."""

from __future__ import annotations

import errno
import json
import os
from typing import Any

import pytest
import requests
from keystoneauth1 import noauth
from keystoneauth1 import session as ks_session

import novaclient_mv
from novaclient_mv import errors
from novaclient_mv.wire import bounds
from novaclient_mv.wire.logins import keystone
from novaclient_mv.wire.transport import WireRequest
from unit_tests import records
from unit_tests.nova import Nova, Result
from unit_tests.patience import PATIENCE
from unit_tests.scripted import ScriptedCloud
from unit_tests.wire import both_transports
from unit_tests.wire.both_transports import KINDS
from unit_tests.wire.direct.test_direct_faults import CUT_SHORT
from unit_tests.wire.raw_server import RawServer, Seen, Step, answer

SERVER = records.server_id(1)
VOLUME = 'c99d7632-bd66-4be9-aed5-3dd14b223a76'
ATTACHMENT = json.dumps({'volumeAttachment': {'id': VOLUME, 'volumeId': VOLUME}}).encode()
CONFLICT = answer(b'{"conflictingRequest": {"code": 409, "message": "No."}}', status='409 Conflict')
WRITES = {
    'server-delete': ('server-delete', SERVER),
    'volume-attach': ('volume-attach', SERVER, VOLUME),
    'server-create': ('server-create', 'web', '--flavor', '1', '--boot-volume', VOLUME),
}
# These are answers to a write, whatever they say, or come before it was sent.
OTHERS = {name for name in CUT_SHORT if name.startswith(('redirect', 'no JSON'))}


class Compute(RawServer):
    """A Nova that answers reads, and each write with a given step."""

    def take(self, request: Seen) -> Step:
        """A document for a read, and the step for a write."""
        if not request.line.startswith('GET'):
            return super().take(request)
        path = request.line.partition(' ')[2]
        body: dict[str, Any] = {'version': {'id': 'v2.1', 'version': '2.53', 'min_version': '2.1'}}
        if '/servers/' in path:
            body = {'server': records.server(1, image=''), 'servers': []}
        if '/flavors/' in path:
            body = {'flavor': records.flavor()}
        return Step(answer(json.dumps(body).encode()))

    @property
    def writes(self) -> list[str]:
        """Return the lines of writes."""
        return [line for line in self.lines if not line.startswith('GET')]


def run(nova: Nova, cloud: ScriptedCloud, server: RawServer, *words: str) -> Result:
    """Run a command on a cloud whose Compute is another server."""
    cloud._others['compute'] = f'{server.url}/v2.1'
    return nova(*words, version='2.53', cloud=cloud)


def one_line(result: Result) -> str:
    (line,) = result.err.splitlines()
    assert 'unexpected' not in line
    return line


@pytest.mark.parametrize(
    ('command', 'state'),
    [('server-create', 'cold'), ('server-delete', 'cold'), *((name, 'warm') for name in WRITES)],
)
def test_write_whose_answer_is_none_may_have_been_carried_out(
    nova: Nova, cloud: ScriptedCloud, command: str, state: str
) -> None:
    steps = {name: step for name, step in CUT_SHORT.items() if name not in OTHERS}
    with Compute() as server:
        assert run(nova, cloud, server, 'server-list').status == 0
        for name, step in steps.items():
            if state == 'cold':
                nova('cache-clear')
            server.steps, server.seen = [step], []
            result = run(nova, cloud, server, *WRITES[command])
            assert result.status == 7, name
            assert 'may have been carried out' in one_line(result), name
            assert len(server.writes) == 1, name
    logins = cloud.wire().count('POST /v3/auth/tokens')
    assert logins == (1 if state == 'warm' else 1 + len(steps))


@pytest.mark.parametrize('state', ['cold', 'warm'])
@pytest.mark.parametrize('count', [1, 10])
def test_early_hints_are_no_answer(
    nova: Nova, cloud: ScriptedCloud, state: str, count: int
) -> None:
    hints = b'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n' * count
    with Compute(Step(hints + CONFLICT)) as server:
        if state == 'warm':
            assert run(nova, cloud, server, 'server-list').status == 0
        refused = run(nova, cloud, server, 'server-delete', SERVER)
    assert refused.status == 6
    assert 'No.' in one_line(refused)
    with Compute(Step(hints + answer(ATTACHMENT))) as server:
        assert run(nova, cloud, server, *WRITES['volume-attach']).status == 0


@pytest.mark.parametrize('name', [name for name in CUT_SHORT if name not in OTHERS])
def test_read_whose_answer_is_none_is_an_error_of_one_line(
    nova: Nova, cloud: ScriptedCloud, name: str
) -> None:
    with RawServer(CUT_SHORT[name]) as server:
        result = run(nova, cloud, server, 'server-list')
    assert (result.status, result.out) == (7, '')
    one_line(result)


# -- sessions of programs


@pytest.mark.parametrize('status', [101, 102, 103, 199])
def test_status_below_200_of_a_session_that_is_brought_is_a_broken_answer(status: int) -> None:
    brought = ks_session.Session(auth=noauth.NoAuth(endpoint='http://a.example'))

    def answered(*_: object, **__: object) -> requests.Response:
        response = requests.Response()
        response.status_code, response._content = status, b''
        return response

    brought.request = answered  # type: ignore[method-assign]
    carrier = keystone.KeystoneTransport(brought)
    with pytest.raises(
        errors.CloudError, match=f'broke off .* status {status} is not that of an answer'
    ) as caught:
        carrier.send(WireRequest('DELETE', 'http://a.example/v2.1/servers/1', {}))
    assert caught.value.may_be_sent


def test_stream_of_our_session_is_read_by_the_program() -> None:
    from novaclient_mv.wire import sessions

    content = b'a' * 5000
    with RawServer(Step(answer(content), 'close')) as server:
        session = sessions.open_session(max_body=100, timeout=PATIENCE)
        with session.get(server.url, authenticated=False, stream=True) as response:
            assert b''.join(response.iter_content(1000)) == content
        with pytest.raises(Exception, match='more than 100 bytes'):
            session.get(server.url, authenticated=False)


# -- connections


@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('code', [errno.EPIPE, errno.ECONNRESET, errno.EPROTOTYPE, errno.EIO])
def test_answer_that_came_before_all_was_sent_is_read(
    kind: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cloud closed its end meanwhile, so that sending fails; other faults are errors."""
    send = bounds.send

    def failing(*words: Any) -> None:
        send(*words)
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(bounds, 'send', failing)
    with (
        RawServer(Step(answer(b'{}', status='413 Too large'), 'close')) as server,
        both_transports.transport(kind) as carrier,
    ):
        result = both_transports.sent(carrier, WireRequest('DELETE', server.url, {}), server.port)
    assert result[0] == ('CloudError' if code == errno.EIO else 413)


# -- who asks


@pytest.mark.parametrize('state', ['cold', 'warm'])
def test_user_agent_begins_with_program_and_version_over_every_way(
    nova: Nova, cloud: ScriptedCloud, state: str
) -> None:
    cloud._others.update(image='/image', network='/network', **{'block-storage': '/volume'})
    cloud.on('GET', '/image/v2/images*', {'images': []})
    cloud.on('GET', '/network/v2.0/networks*', {'networks': []})
    for _ in range(1 if state == 'cold' else 2):
        cloud.requests.clear()
        for command in ('server-list', 'image-list', 'network-list'):
            nova(command, cloud=cloud)
    agents = {str(request.headers['User-Agent']) for request in cloud.requests}
    start = f'nova-mv/{novaclient_mv.__version__}'
    assert {agent.partition(' ')[0] for agent in agents} == {start}
    assert ('POST /v3/auth/tokens' in cloud.wire()) is (state == 'cold')
    assert any('/image' in line for line in cloud.wire())
    assert start in agents or state == 'cold'


def test_user_agent_of_a_session_that_is_brought_is_its_own(cloud: ScriptedCloud) -> None:
    from keystoneauth1.identity import v3

    from novaclient_mv import client

    brought = ks_session.Session(v3.Password(**cloud.credentials()), app_name='theirs')
    assert list(client.Client('2.53', session=brought).servers.list()) == []
    agents = {str(request.headers['User-Agent']) for request in cloud.requests}
    assert all(agent.startswith('theirs ') for agent in agents)
