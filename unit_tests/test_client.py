"""Tests of the library: clients, their versions, sessions and managers."""

from __future__ import annotations

import copy
import os
import pathlib
import types
from typing import Any

import pytest
from keystoneauth1 import exceptions as ks_exceptions

from novaclient_mv import api_versions, base, client, exceptions
from novaclient_mv.v2 import client as v2_client
from unit_tests import processes, records
from unit_tests.newest import BEYOND, NEWEST
from unit_tests.scripted import ScriptedCloud

ROOT = pathlib.Path(__file__).parents[1]


def connect(cloud: ScriptedCloud, version: Any = '2.53', **options: Any) -> Any:
    """A client with the credentials of a scripted cloud."""
    return client.Client(version, **{**cloud.credentials(), **options})


def session_of(cloud: ScriptedCloud) -> Any:
    """A keystoneauth1 session on a scripted cloud."""
    from keystoneauth1 import session
    from keystoneauth1.identity import v3

    return session.Session(v3.Password(**cloud.credentials()))


# -- making a client ---------------------------------------------------------


def test_client_with_a_session_and_an_auth_of_its_own(cloud: ScriptedCloud) -> None:
    from keystoneauth1 import session

    with_auth = session_of(cloud)
    library = client.Client('2.9', session=session.Session(), auth=with_auth.auth)
    assert list(library.servers.list()) == []


def test_client_with_a_token(cloud: ScriptedCloud) -> None:
    cloud.keystone.tokens.add('given')
    library = connect(cloud, auth_token='given', password=None)
    assert list(library.servers.list()) == []
    sent = next(each for each in cloud.requests if each.method == 'POST')
    assert sent.body['auth']['identity']['methods'] == ['token']


def test_client_with_an_endpoint_and_a_region(cloud: ScriptedCloud) -> None:
    library = connect(cloud, endpoint_override=f'{cloud.url}/v2.1')
    assert list(library.servers.list()) == []
    for interface in ('internal', 'internalURL'):
        assert list(connect(cloud, endpoint_type=interface).servers.list()) == []
    with pytest.raises(exceptions.CloudError, match='Nowhere'):
        connect(cloud, region_name='Nowhere').servers.list()


@pytest.mark.parametrize('version', ['2.1', '2.90', NEWEST, api_versions.APIVersion('2.9')])
def test_plain_version_is_taken(cloud: ScriptedCloud, version: Any) -> None:
    library = connect(cloud, version)
    assert library.api_version == api_versions.get_api_version(version)


@pytest.mark.parametrize(
    'version', ['latest', '2.latest', BEYOND, '3.0', '1.1', '', 'spam', '2.01', '2.-1', ' 2']
)
def test_other_versions_are_refused(cloud: ScriptedCloud, version: Any) -> None:
    with pytest.raises(exceptions.UnsupportedVersion):
        connect(cloud, version)
    library = connect(cloud)
    with pytest.raises(exceptions.UnsupportedVersion):
        library.with_version(version)
    assert not cloud.requests


@pytest.mark.parametrize(
    ('arguments', 'keywords'),
    [
        ((2,), {}),
        (('2',), {}),
        (('2.1',), {}),
        (('2.1', 'user', 'password', 'project'), {}),
        (('2.1',), {'auth_token': 'token'}),
        (('2.1',), {'endpoint_override': 'http://127.0.0.1:1/v2.1'}),
    ],
)
def test_what_is_lacking_is_told_by_the_first_request(
    arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> None:
    """mistral-extra 12 makes ``Client(2)`` to look at its methods."""
    library = client.Client(*arguments, **keywords)
    assert callable(library.servers.list)
    with pytest.raises(ks_exceptions.EndpointNotFound, match='No auth_url') as caught:
        library.servers.list()
    assert isinstance(caught.value, exceptions.LoginError)


def test_text_that_is_no_url_is_told_by_the_first_request() -> None:
    library = client.Client('2.1', 'user', 'password', 'project', 'nonsense')
    with pytest.raises(ks_exceptions.EndpointNotFound, match='nonsense is not the URL'):
        library.servers.list()


def test_inner_client_may_have_no_version(cloud: ScriptedCloud) -> None:
    library = v2_client.Client(api_version=None, session=session_of(cloud), direct_use=False)
    assert str(library.api_version) == '2.0'
    assert list(library.servers.list()) == []
    assert cloud.versions_sent() == [(None, None)]


def test_inner_client_takes_a_version_as_a_text(cloud: ScriptedCloud) -> None:
    made = v2_client.Client(api_version='2.5', session=session_of(cloud), direct_use=False)
    made.servers.list()
    assert made.api_version == api_versions.APIVersion('2.5')
    assert cloud.versions_sent() == [('compute 2.5', '2.5')]


def test_with_version_is_a_copy_that_shares_the_login(cloud: ScriptedCloud) -> None:
    library = connect(cloud, '2.53')
    other = library.with_version('2.9')
    assert (str(library.api_version), str(other.api_version)) == ('2.53', '2.9')
    library.servers.list()
    other.servers.list()
    library.servers.list()
    assert [each[1] for each in cloud.versions_sent()] == ['2.53', '2.9', '2.53']
    assert cloud.wire().count('POST /v3/auth/tokens') == 1
    assert other.servers.api is other


def test_no_version_is_refused(cloud: ScriptedCloud) -> None:
    nothing: Any = None
    with pytest.raises(exceptions.UnsupportedVersion):
        connect(cloud, nothing)
    with pytest.raises(TypeError, match='not None'):
        connect(cloud).with_version(nothing)
    assert not cloud.requests


def test_context_leaves_a_session_of_the_program_open(cloud: ScriptedCloud) -> None:
    session = session_of(cloud)
    with client.Client('2.9', session=session) as library:
        library.servers.list()
    assert list(library.servers.list()) == []
    assert cloud.wire().count('POST /v3/auth/tokens') == 1
    closed: list[str] = []
    for connection in (object(), types.SimpleNamespace(close=lambda: closed.append('once'))):
        library.client = connection
        with library:
            pass
    assert closed == ['once']


def test_ids_that_a_client_was_given(cloud: ScriptedCloud) -> None:
    library = connect(cloud)
    before = len(cloud.requests)
    assert (library.project_id, library.user_id) == (None, None)
    other = client.Client('2.1', session=library.client.session, project_id='p', user_id='u')
    older = client.Client('2.1', session=library.client.session, tenant_id='t')
    assert (other.project_id, other.user_id, older.project_id) == ('p', 'u', 't')
    assert len(cloud.requests) == before


def test_timings(cloud: ScriptedCloud) -> None:
    library = connect(cloud, timings=True)
    library.servers.list()
    with pytest.raises(exceptions.NotFound):
        library.servers.get('missing')
    rows = [(call, 0 < begin <= end) for call, begin, end in library.get_timings()]
    assert rows == [('GET /servers/detail', True), ('GET /servers/missing', True)]
    library.reset_timings()
    assert library.get_timings() == []


# -- results -----------------------------------------------------------------


def test_request_ids_are_on_every_result(cloud: ScriptedCloud) -> None:
    records.add_server(cloud, records.server(1))
    path = f'/servers/{records.server_id(1)}'
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1)]})
    cloud.on('DELETE', path, None, 204)
    cloud.on('POST', f'{path}/action', None, 202)
    cloud.on('PUT', path, {'server': records.server(1, 'new')})
    cloud.on('GET', f'{path}/tags', {'tags': ['a']})
    cloud.on('PUT', f'{path}/tags', {'tags': ['b']})
    cloud.on('GET', '/flavors/1/os-extra_specs', {'extra_specs': {'a': 'b'}})
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    servers = connect(cloud).servers
    one = records.server_id(1)
    results = [
        *(servers.get(one), servers.list(), servers.update(one, name='new')),
        *servers.iterate(),
        *(servers.delete(one), servers.start(one), servers.lock(one), servers.tag_list(one)),
        *(servers.set_tags(one, ['b']), connect(cloud).flavors.get('1').get_keys()),
    ]
    for each in results:
        assert len(each.request_ids) == 1, each
        assert each.request_ids[0].startswith('req-')
    assert len({each.request_ids[0] for each in results}) == len(results)


def test_request_id_is_on_errors(cloud: ScriptedCloud) -> None:
    with pytest.raises(exceptions.NotFound) as caught:
        connect(cloud).servers.get(records.server_id(1))
    assert caught.value.request_id is not None
    assert caught.value.request_id in str(caught.value)
    assert (caught.value.code, caught.value.http_status) == (404, 404)


# -- what is imported --------------------------------------------------------


def in_process(program: str, cloud: ScriptedCloud, *words: str) -> str:
    """Return the output of a program run with the library at hand."""
    done = processes.python(
        '-c', program, cloud.url, *words, env={'PATH': os.environ['PATH'], 'PYTHONPATH': str(ROOT)}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


PROGRAM = """
import sys
from novaclient_mv import client
library = client.Client(
    '2.53', username='demo', password='secret', project_name='demo', user_domain_name='Default',
    project_domain_name='Default', auth_url=sys.argv[1] + '/v3')
exec(sys.argv[2])
loaded = {name.removeprefix('novaclient_mv.v2.') for name in sys.modules}
managers = {place[0] for place in client.v2_client.Client.MANAGERS.values()}
print(*sorted(loaded & managers))
print(*sorted(name for name in sys.modules if name.startswith('novaclient_mv.cli.')))
"""


def test_vars_has_all_managers_but_a_call_loads_its_own_only(cloud: ScriptedCloud) -> None:
    """salt 3004 looks for managers in ``__dict__`` and puts those of extensions there."""
    from novaclient_mv.resources import client as clients

    library = connect(cloud)
    assert list(library.servers.list()) == []
    assert {'servers', 'flavors'} & set(clients.own(library)) == {'servers'}
    dir(library)
    assert 'flavors' not in clients.own(library)
    servers = library.servers
    managers = {name for name, one in vars(library).items() if isinstance(one, base.Manager)}
    assert {'servers', 'flavors', 'keypairs', 'quotas', 'usage'} <= managers
    assert vars(library)['servers'] is servers
    library.flavors = servers
    assert library.flavors is vars(library)['flavors'] is servers


def test_copy_of_a_client_has_managers_of_its_own(cloud: ScriptedCloud) -> None:
    library = connect(cloud)
    assert list(library.servers.list()) == []
    copied = copy.copy(library)
    copied.api_version = api_versions.APIVersion('2.9')
    assert copied.servers.api is copied
    assert (copied.servers.api_version, library.servers.api_version) == (
        copied.api_version,
        library.api_version,
    )
    assert copied.api_version != library.api_version


def test_attributes_of_a_client_can_be_those_of_another(cloud: ScriptedCloud) -> None:
    library, other = connect(cloud), connect(cloud, '2.9')
    library.__dict__ = other.__dict__
    other.colour = 'red'
    assert (library.colour, library.api_version) == ('red', other.api_version)
    assert library.servers is other.servers


@pytest.mark.parametrize(
    ('call', 'loaded'),
    [
        ('pass', ''),
        ('import copy; copy.copy(library)', ''),
        ('library.keypairs.list()', 'keypairs'),
        ('library.availability_zones', 'availability_zones'),
        ('library.servers.list()', 'servers'),
    ],
)
def test_managers_load_when_they_are_used(cloud: ScriptedCloud, call: str, loaded: str) -> None:
    cloud.on('GET', '/os-keypairs', {'keypairs': []})
    assert in_process(PROGRAM, cloud, call) == f'{loaded}\n\n'


# -- resources ---------------------------------------------------------------
