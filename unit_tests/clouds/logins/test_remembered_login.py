"""Tests of runs that use the cached access of an earlier one, and of what needs a session."""

from __future__ import annotations

import io
import json
import pathlib
import types
from collections.abc import Callable
from typing import Any

import pytest

import novaclient_mv
from novaclient_mv import client as library
from novaclient_mv import shell
from novaclient_mv.clouds import environment
from novaclient_mv.clouds.logins import cached_access
from novaclient_mv.clouds.logins.remembered_login import RememberedLogin
from novaclient_mv.wire.direct import direct_transport
from novaclient_mv.wire.logins.access import EndpointFilter
from novaclient_mv.wire.logins.token_facts import TokenFacts
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest
from unit_tests import records, scripted_services
from unit_tests.clouds.test_tls_options import HAS_TLS_OPTIONS
from unit_tests.nova import NOON, Nova
from unit_tests.scripted import REGION, SECRET, Request, ScriptedCloud

LIST = ('server-list', '-f', 'value', '-c', 'name')
DIRECT = f'nova-mv/{novaclient_mv.__version__}'
START = Callable[..., ScriptedCloud]


def logins(cloud: ScriptedCloud) -> int:
    """Return the number of logins."""
    return cloud.wire().count('POST /v3/auth/tokens')


def agent(cloud: ScriptedCloud) -> str:
    """Return the User-Agent of the last request."""
    return str(cloud.requests[-1].headers['User-Agent'])


def server_of(request: Request) -> dict[str, Any]:
    """The server that a request names."""
    return {'server': records.server(id=request.path.rpartition('/')[2])}


def access_files(nova: Nova) -> list[pathlib.Path]:
    """The files of cached accesses."""
    return sorted((nova.home / '.cache' / 'nova-mv').glob('way-*'))


def cached(nova: Nova) -> Any:
    """Return the stored form of the one login."""
    (file,) = access_files(nova)
    return json.loads(file.read_text())


def forget_accesses(nova: Nova) -> None:
    """Leave the tokens alone."""
    for file in access_files(nova):
        file.unlink()


@pytest.fixture
def warm(nova: Nova, cloud: ScriptedCloud) -> ScriptedCloud:
    """A cloud with one server, which an earlier run listed."""
    cloud.on('GET', '/servers/detail', {'servers': [records.server()]})
    assert nova(*LIST, cloud=cloud).lines == ['web1']
    cloud.requests.clear()
    return cloud


# -- cached access -----------------------------------------------------------------


def test_second_run_uses_the_access_of_the_first(nova: Nova, warm: ScriptedCloud) -> None:
    assert nova(*LIST, cloud=warm) == ('web1\n', '', 0)
    assert warm.wire() == ['GET /v2.1/servers/detail']
    assert agent(warm) == DIRECT
    assert warm.requests[0].headers['X-Auth-Token'] == 'token-1'


def test_portal_in_front_of_documents_costs_no_login_where_a_version_is_named(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    for path in ('/v2.1', '/'):
        cloud.on('GET', path, scripted_services.Answer(200, '<html>Portal</html>'))
    for _ in range(2):
        cloud.requests.clear()
        assert nova(*LIST, version='2.50', cloud=cloud).status == 0
    assert cloud.wire()[-1] == 'GET /v2.1/servers/detail'
    assert not [line for line in cloud.wire() if '/v3' in line]


def test_access_has_what_was_used_as_the_login_told_it(nova: Nova, start_cloud: START) -> None:
    cloud = start_cloud('/v2.1/PROJECT')
    nova(*LIST, cloud=cloud)
    value = cached(nova)['value']
    assert value['endpoints'] == [
        [['compute', 'public', REGION, None], f'{cloud.url}/v2.1/{scripted_services.PROJECT}']
    ]
    assert (value['project_id'], value['user_id']) == (scripted_services.PROJECT, 'user-1')
    assert value['token']['project']['name'] == value['token']['user']['name'] == 'demo'
    assert value['token']['roles'] == [{'name': 'member'}]
    assert pathlib.Path(value['authorities']).is_file()


def test_access_ends_a_minute_before_the_token(nova: Nova, warm: ScriptedCloud) -> None:
    (token,) = (nova.home / '.cache' / 'nova-mv').glob('token-*')
    assert cached(nova)['until'] == json.loads(token.read_text())['until'] > NOON
    nova.clock.time = cached(nova)['until'] - 1
    assert nova(*LIST, cloud=warm).status == 0
    assert logins(warm) == 0
    nova.clock.advance(1)
    assert nova(*LIST, cloud=warm).status == 0
    assert logins(warm) == 1


def test_endpoint_that_was_not_used_before_is_added(nova: Nova, start_cloud: START) -> None:
    cloud = start_cloud(catalog={'image': '/image'})
    cloud.on('GET', '/image/v2/images', {'images': [{'id': records.IMAGE, 'name': 'cirros'}]})
    nova(*LIST, cloud=cloud)
    for count in (1, 2):
        before = len(cloud.requests)
        assert nova(*LIST, '--image', 'cirros', cloud=cloud).status == 0
        assert logins(cloud) == 1
        assert cloud.wire()[before:] == [*('GET /image/v2/images', 'GET /v2.1/servers/detail')]
        assert (agent(cloud) == DIRECT) == (count == 2)
    assert {wanted[0] for wanted, _ in cached(nova)['value']['endpoints']} == {'compute', 'image'}
    nova(*LIST, cloud=cloud)
    assert agent(cloud) == DIRECT


def test_each_cloud_has_an_access_of_its_own(nova: Nova, start_cloud: START) -> None:
    clouds = {name: start_cloud() for name in ('a', 'b')}
    for name, cloud in clouds.items():
        cloud.on('GET', '/servers/detail', {'servers': [records.server(name=f'of-{name}')]})
    entries = ', '.join(f'{name}: {cloud.entry()}' for name, cloud in clouds.items())
    nova.cloud_file(f'clouds: {{{entries}}}')
    for _ in range(2):
        for cloud in clouds.values():
            cloud.requests.clear()
        result = nova(*LIST, cloud='a,b')
        assert sorted(result.lines) == ['a of-a', 'b of-b'], result
    assert [cloud.wire() for cloud in clouds.values()] == [['GET /v2.1/servers/detail']] * 2
    assert [agent(cloud) for cloud in clouds.values()] == [DIRECT] * 2
    assert len(access_files(nova)) == 2


# -- runs that need a session ------------------------------------------------


@pytest.mark.parametrize(
    ('words', 'env'),
    [
        (('--debug',), {}),
        (('--timings',), {}),
        (('--collect-timing',), {}),
        (('--no-cache',), {}),
        ((), {'OS_CACHE': '0'}),
        ((), {'http_proxy': 'http://proxy.invalid'}),
        ((), {'HTTPS_PROXY': 'http://proxy.invalid'}),
        ((), {'all_proxy': 'http://proxy.invalid'}),
    ],
)
def test_run_that_needs_a_session_has_one(
    nova: Nova, warm: ScriptedCloud, words: tuple[str, ...], env: dict[str, str]
) -> None:
    assert nova(*LIST, *words, cloud=warm, env=env).status == 0
    assert 'keystoneauth1' in agent(warm)
    before = cached(nova)
    assert nova(*LIST, cloud=warm).status == 0
    assert agent(warm) == DIRECT
    assert cached(nova) == before


@pytest.mark.skipif(not HAS_TLS_OPTIONS, reason='keystoneauth1 below 5.17 has no TLS options')
@pytest.mark.parametrize('words', [('--tls-ciphers', 'HIGH'), ('--tls-min-version', '1.2')])
def test_run_with_other_tls_has_a_session_and_a_login_of_its_own(
    nova: Nova, warm: ScriptedCloud, words: tuple[str, ...]
) -> None:
    for _ in range(2):
        assert nova(*LIST, *words, cloud=warm).status == 0
        assert 'keystoneauth1' in agent(warm)
    assert logins(warm) == 1
    assert nova(*LIST, cloud=warm).status == 0
    assert (logins(warm), agent(warm)) == (1, DIRECT)


def test_session_of_a_test_carries_all_requests(nova: Nova, warm: ScriptedCloud) -> None:
    sessions: list[Any] = []
    out = io.StringIO()
    surroundings = environment.Environment(
        nova.variables(warm, {}),
        stdout=out,
        stderr=out,
        clock=nova.clock.clock(),
        transport=sessions.append,
    )
    assert shell.run(LIST, surroundings) == 0
    assert (len(sessions), agent(warm) == DIRECT) == (1, False)


def test_what_wraps_the_transport_sees_the_requests_of_a_warm_run(
    nova: Nova, warm: ScriptedCloud
) -> None:
    requests: list[WireRequest] = []

    class Recorder:
        def __init__(self, inner: Transport) -> None:
            self.inner = inner

        def send(self, request: WireRequest) -> WireAnswer:
            requests.append(request)
            return self.inner.send(request)

        def close(self) -> None:
            self.inner.close()

    surroundings = environment.Environment(
        nova.variables(warm, {}), stdout=io.StringIO(), clock=nova.clock.clock(), wrap=Recorder
    )
    assert shell.run(LIST, surroundings) == 0
    assert [request.url for request in requests] == [f'{warm.url}/v2.1/servers/detail']
    assert agent(warm) == DIRECT


def test_dry_run_says_the_same_with_and_without_a_login(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('server-stop', records.server_id(1), '--dry-run')
    cloud.on('GET', f'/servers/{records.server_id(1)}', {'server': records.server()})
    cold, warm = (nova(*words, cloud=cloud) for _ in range(2))
    both = [
        [line for line in result.lines if not line.startswith('User-Agent')]
        for result in (cold, warm)
    ]
    assert both[0] == both[1] != []
    assert (cold.status, cold.err) == (warm.status, warm.err) == (0, '')
    assert agent(cloud) == DIRECT


def test_direct_transport_is_made_of_the_settings(
    nova: Nova, warm: ScriptedCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments: list[tuple[Any, ...]] = []
    transport = direct_transport.DirectTransport

    def seen(*values: Any) -> Transport:
        arguments.append(values)
        return transport(*values)

    monkeypatch.setattr(direct_transport, 'DirectTransport', seen)
    words = ('--timeout', '7', '--max-body', '3MiB')
    assert nova(*words, *LIST, cloud=warm).lines == ['web1']
    (values,) = arguments
    assert values[:4] == (7.0, True, None, cached(nova)['value']['authorities'])
    assert values[4]['OS_AUTH_URL'] == f'{warm.url}/v3'
    assert values[5:] == (3 << 20,)
    # Another check of certificates is another login, which is remembered by itself.
    for _ in range(2):
        nova('--insecure', *words, *LIST, cloud=warm)
    assert [each[1] for each in arguments[1:]] == [False]


class Accessible:
    """A login over a session, with an answer of its own to each question."""

    is_remembered = True
    access = property(lambda self: self)

    def __getattr__(self, name: str) -> Callable[..., str]:
        return lambda *values: f'{name} of the login'


def test_login_over_a_session_answers_once_there_is_one() -> None:
    endpoint_filter = EndpointFilter('compute', 'public', None, None)
    facts = TokenFacts(None, None, None, True, ('member',))
    headers = {'X-Auth-Token': 't'}
    remembered = cached_access.CachedAccess(
        headers, 'p', 'u', {endpoint_filter: 'http://c'}, None, facts
    )

    def answers(login: RememberedLogin) -> list[object]:
        questions = (login.project_id, login.user_id, login.token_facts, login.headers)
        return [*(question() for question in questions), login.endpoint('compute', 'public', None)]

    names = ('project_id', 'user_id', 'token_facts', 'headers', 'endpoint')
    of_session = [f'{name} of the login' for name in names]
    stored = types.SimpleNamespace(access=remembered, lend_token=lambda login: None)
    direct: Any = object()
    opened = RememberedLogin(stored, direct, Accessible)  # type: ignore[arg-type]
    assert answers(opened) == ['p', 'u', facts, headers, 'http://c']
    assert opened.is_sessionless
    opened.open()
    assert answers(opened) == of_session
    assert answers(RememberedLogin(stored, None, Accessible)) == of_session  # type: ignore[arg-type]
    unknown = RememberedLogin(stored, direct, Accessible)  # type: ignore[arg-type]
    assert unknown.endpoint('image', 'public', None) == 'endpoint of the login'
    assert str(unknown.places(['compute'])) == 'places of the login'


def test_unusual_url_is_left_to_a_session(nova: Nova, start_cloud: START) -> None:
    cloud = start_cloud()
    cloud.compute_path = cloud.url.replace('//', '//user:password@') + '/v2.1'
    for _ in range(2):
        assert nova(*LIST, cloud=cloud).status == 0
    assert logins(cloud) == 1
    assert 'keystoneauth1' in agent(cloud)


def test_library_never_leaves_its_session(nova: Nova, warm: ScriptedCloud) -> None:
    client = library.Client('2.1', 'demo', SECRET, 'demo', f'{warm.url}/v3')
    assert [server.name for server in client.servers.list()] == ['web1']
    assert 'keystoneauth1' in agent(warm)
    assert type(client.client.transport).__module__ == 'novaclient_mv.wire.logins.keystone'


def test_one_file_takes_up_the_direct_transport() -> None:
    """Nothing that a program imports reaches it."""
    package = pathlib.Path(novaclient_mv.__file__).parent
    files = {
        file.relative_to(package).as_posix()
        for file in package.rglob('*.py')
        if 'DirectTransport' in file.read_text()
    }
    assert files == {'wire/direct/direct_transport.py', 'clouds/logins/transports.py'}


# -- tokens that are refused -------------------------------------------------


def test_token_that_is_refused_brings_one_login(nova: Nova, warm: ScriptedCloud) -> None:
    warm.expire()
    assert nova(*LIST, cloud=warm).lines == ['web1']
    assert warm.wire() == [
        'GET /v2.1/servers/detail',
        'GET /v3',
        'POST /v3/auth/tokens',
        'GET /v2.1/servers/detail',
    ]
    assert nova(*LIST, cloud=warm).lines == ['web1']
    assert (logins(warm), agent(warm)) == (1, DIRECT)


def test_login_that_is_refused_is_tried_once_for_many(nova: Nova, warm: ScriptedCloud) -> None:
    ids = [records.server_id(number) for number in range(1, 31)]
    warm.on('GET', '/servers/*', server_of)
    warm.expire()
    warm.keystone._is_right = lambda method, given: False  # type: ignore[method-assign]
    result = nova('server-delete', *ids, cloud=warm)
    assert (result.status, logins(warm)) == (4, 1)
    assert result.err.count('The login was refused') == len(ids)


def test_other_token_than_that_of_the_access_is_not_mixed_with_it(
    nova: Nova, start_cloud: START
) -> None:
    cloud = start_cloud(catalog={'image': '/image'})
    cloud.on('GET', '/image/v2/images', {'images': [{'id': records.IMAGE, 'name': 'cirros'}]})
    nova(*LIST, cloud=cloud)
    (file,) = access_files(nova)
    content = file.read_text()
    cloud.expire()
    forget_accesses(nova)
    nova(*LIST, cloud=cloud)
    # As if two runs had written, one the access and the other the token.
    file.write_text(content)
    cloud.expire()
    assert nova(*LIST, '--image', 'cirros', cloud=cloud).status == 0
    assert logins(cloud) == 3
