"""Tests of ``client.from_cloud``: a program is to a cloud what a command line is."""

from __future__ import annotations

import logging
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import client, exceptions
from unit_tests import processes
from unit_tests.newest import BEYOND, NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import PROJECT, SECRET, ScriptedCloud

KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

StartCloud = Callable[..., ScriptedCloud]

FILE = """
clouds:
  prod:
    auth: {{auth_url: {url}/v3, username: demo, password: {secret}, project_name: demo,
           user_domain_name: Default, project_domain_name: Default}}
    {more}
"""


class Program:
    """A program in a home of its own, which names clouds of its ``clouds.yaml``."""

    def __init__(self, nova: Nova, cloud: ScriptedCloud) -> None:
        self.nova, self.cloud = nova, cloud
        self.describe()

    def describe(self, more: str = 'region_name: RegionOne', secret: str = SECRET) -> None:
        """Write the file of the cloud ``prod``."""
        self.nova.cloud_file(FILE.format(url=self.cloud.url, more=more, secret=secret))

    def open(self, version: Any = None, name: str | None = 'prod', **settings: Any) -> Any:
        """A client of the cloud."""
        variables = {**self.nova.variables(None, {}), **settings.pop('env', {})}
        return client.from_cloud(name, version, variables=variables, **settings)

    def sent(self) -> list[str]:
        """Return the requests since the last call."""
        sent = self.cloud.wire()
        self.cloud.requests.clear()
        return sent


@pytest.fixture
def program(nova: Nova, start_cloud: StartCloud, monkeypatch: pytest.MonkeyPatch) -> Program:
    monkeypatch.chdir(nova.home)
    return Program(nova, start_cloud(maximum='2.90'))


FIRST = ['GET /v3', 'POST /v3/auth/tokens', 'GET /v2.1/']
LIST = 'GET /v2.1/servers/detail'


# -- the version -------------------------------------------------------------


@pytest.mark.parametrize(
    ('version', 'chosen'), [(None, '2.90'), ('2.latest', '2.90'), ('latest', '2.90'), ('2.60',) * 2]
)
def test_version_is_negotiated_before_the_client_is_there(
    program: Program, version: str | None, chosen: str
) -> None:
    library = program.open(version)
    assert program.sent() == FIRST
    assert str(library.api_version) == chosen
    assert list(library.servers.list()) == []
    assert program.cloud.versions_sent() == [(f'compute {chosen}', chosen)]


def test_version_that_the_cloud_lacks_is_refused_with_values(program: Program) -> None:
    with pytest.raises(exceptions.VersionNotOffered) as caught:
        program.open('2.91')
    refusal = caught.value
    assert (str(refusal.needed), str(refusal.offered)) == ('2.91', '2.1 to 2.90')
    assert str(refusal.client_range).endswith(f'to {NEWEST}')
    assert 'API version 2.91 (from_cloud) is not available' in str(refusal)


def test_version_beyond_ours_is_told_as_a_value(program: Program) -> None:
    for make in (program.open, program.open().with_version):
        with pytest.raises(exceptions.VersionNotSpoken) as caught:
            make(BEYOND)
        assert str(caught.value.needed) == BEYOND


def test_refusals_of_methods_tell_what_the_cloud_offers(program: Program) -> None:
    older = program.open('2.60').with_version('2.22')
    flavor = older.flavors.resource_class(older.flavors, {'id': '1'}, loaded=True)
    for call in (
        lambda: older.servers.create('web', None, '1', hostname='web'),
        lambda: older.servers.tag_list('1'),
        lambda: flavor.update('description'),
        lambda: older.hypervisors.search('host', detailed=True),
    ):
        with pytest.raises((AttributeError, exceptions.VersionNotFoundForAPIMethod)) as caught:
            call()
        assert str(caught.value.offered) == '2.1 to 2.90'
    with pytest.raises(exceptions.MethodEnded) as ended:
        older.with_version('2.88').hypervisor_stats.statistics()
    assert (str(ended.value.needed), str(ended.value.offered)) == ('2.0 to 2.87', '2.1 to 2.90')
    # Nobody asked the cloud.
    library = client.Client('2.60', session=older.client.session)
    with pytest.raises(exceptions.UnsupportedAttribute) as caught:
        library.servers.create('web', None, '1', hostname='web')
    assert caught.value.offered is None


@pytest.mark.parametrize('version', [2.9, 2, b'2.90'])
def test_number_is_no_version(program: Program, version: Any) -> None:
    """2.90 as a number is 2.9."""
    with pytest.raises(TypeError, match=f'not {version!r}'):
        program.open(version)
    with pytest.raises(TypeError, match=f'not {version!r}'):
        program.open('2.60').with_version(version)


def test_version_of_the_environment_the_file_and_a_pin_count(program: Program) -> None:
    assert str(program.open(env={'OS_COMPUTE_API_VERSION': '2.40'}).api_version) == '2.40'
    program.describe('compute_default_microversion: "2.41"')
    assert str(program.open().api_version) == '2.41'
    assert str(program.open('2.42').api_version) == '2.42'
    program.describe()
    assert program.nova('--os-cloud', 'prod', 'version-pin', '2.43').status == 0
    assert str(program.open().api_version) == '2.43'


# -- what is remembered ------------------------------------------------------


def test_program_and_command_line_share_what_is_remembered(program: Program) -> None:
    program.open().servers.list()
    program.sent()
    assert program.nova('--os-cloud', 'prod', 'server-list').status == 0
    assert program.sent() == [LIST]


def test_program_that_ends_late_does_not_bring_an_old_token_back(program: Program) -> None:
    early = program.open()
    early.servers.list()
    program.cloud.expire()
    program.open().servers.list()
    early.close()
    program.sent()
    program.open().servers.list()
    assert program.sent() == [LIST]


def test_connection_tells_of_the_login_what_its_token_and_catalog_say(program: Program) -> None:
    for _ in range(2):
        access = program.open().client.access
        facts = access.token_facts()
        assert (access.project_id(), access.user_id()) == (facts.project.id, facts.user.id)
        assert facts.project.id == PROJECT
        assert [place.region for place in access.places(['compute'])] == ['RegionOne']


# -- how requests go ---------------------------------------------------------


def test_requests_never_go_over_the_direct_transport(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    from keystoneauth1 import session

    from novaclient_mv.wire.direct import direct_transport

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError('the direct transport was made')

    program.open().servers.list()
    monkeypatch.setattr(direct_transport.DirectTransport, '__init__', refuse)
    # A command line would take the remembered way now.
    assert program.nova('--os-cloud', 'prod', 'server-list').status != 0
    library = program.open()
    assert list(library.servers.list()) == []
    assert isinstance(library.client.session, session.Session)
    agent = program.cloud.requests[-1].headers['User-Agent']
    assert agent is not None
    assert 'keystoneauth1' in agent


def test_settings_are_those_of_options(program: Program) -> None:
    with pytest.raises(exceptions.Error, match='Nowhere'):
        program.open(region_name='Nowhere')
    for interface in ('internal', 'adminURL'):
        assert list(program.open(interface=interface).servers.list()) == []
    program.cloud.further_regions = {'East': f'{program.cloud.url}/v2.1/east'}
    program.describe('')
    with pytest.raises(exceptions.NotFound):
        program.open(region_name='East').servers.list()
    library = program.open(endpoint_override=f'{program.cloud.url}/v2.1', timeout=5)
    assert list(library.servers.list()) == []
    program.sent()
    program.open(project_name='other', cache=False)
    login = next(request for request in program.cloud.requests if request.method == 'POST')
    assert login.body['auth']['scope']['project']['name'] == 'other'


def test_unknown_settings_and_services_are_refused(program: Program) -> None:
    with pytest.raises(TypeError, match="'region'"):
        program.open(region='RegionOne')
    with pytest.raises(TypeError, match="'spam'"):
        program.open(service='spam')
    with pytest.raises(exceptions.CommandError, match='spam'):
        program.open(name='spam')
    assert program.sent() == []


def test_warnings_go_to_the_log_and_to_no_stream(
    program: Program, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    library = program.open()
    program.cloud.answer_next('GET', '/servers/detail', 'no-version')
    with caplog.at_level(logging.WARNING, 'novaclient_mv'):
        library.servers.list()
    assert [record.name for record in caplog.records] == ['novaclient_mv']
    assert capfd.readouterr() == ('', '')


def test_nothing_is_written_without_handlers_of_the_program(
    program: Program, tmp_path: pathlib.Path
) -> None:

    text = (
        'import sys\nfrom novaclient_mv import client\n'
        'library = client.from_cloud("prod")\nlibrary.client.warn("to be read")\n'
        'library.servers.list()\n'
    )
    variables = program.nova.variables(None, {'OS_USERNAME': 'other'})
    root = pathlib.Path(__file__).parents[2]
    done = processes.python('-c', text, env={**variables, 'PYTHONPATH': str(root)}, cwd=tmp_path)
    assert (done.stdout, done.stderr, done.returncode) == ('', '', 0)


# -- the sandbox, and other services -----------------------------------------


@pytest.fixture
def sandbox(nova: Nova) -> Callable[..., Any]:
    def open_sandbox(version: str | None = None, **settings: Any) -> Any:
        return client.from_cloud('sandbox', version, variables=nova.variables(None, {}), **settings)

    return open_sandbox


def test_sandbox_is_a_cloud_like_any_other(nova: Nova, sandbox: Callable[..., Any]) -> None:
    from keystoneauth1 import session

    library = sandbox('2.90')
    assert isinstance(library.client.session, session.Session)
    library.keypairs.create('mine', key_type='ssh', public_key=KEY)
    assert nova('keypair-list', '-f', 'value', '-c', 'name', cloud='sandbox').lines == ['mine']


@pytest.mark.parametrize(
    ('service', 'version'), [('baremetal', '1.80'), ('baremetal', None), ('placement', '1.39')]
)
def test_other_services_have_clients_of_theirs(
    sandbox: Callable[..., Any], service: str, version: str | None
) -> None:
    library = sandbox(version, service=service)
    assert library.service.name == service
    assert version in (None, str(library.api_version))
    manager = library.nodes if service == 'baremetal' else library.resource_providers
    assert list(manager.iterate())


def test_version_of_a_service_that_tells_it_by_refusals(sandbox: Callable[..., Any]) -> None:
    assert str(sandbox(service='baremetal').api_version) != '1.1'
    with pytest.raises(exceptions.UnsupportedVersion):
        sandbox('2.90', service='baremetal')


# -- several clouds ----------------------------------------------------------


def test_clients_of_several_clouds_know_the_versions_that_these_share(
    nova: Nova, start_cloud: StartCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(nova.home)
    fleet = {
        'kilo': start_cloud(maximum='2.3'),
        'pike': start_cloud(),
        'far': start_cloud(minimum='2.60', maximum='2.90'),
        'plain': start_cloud('/v2', microversions=False),
    }
    entries = [f'  {name}: {cloud.entry()}\n' for name, cloud in fleet.items()]
    entries.append(
        '  down: {auth: {auth_url: "http://127.0.0.1:9/v3", username: a, password: b}}\n'
    )
    nova.cloud_file('clouds:\n' + ''.join(entries))

    def opened(*names: str, version: str | None = None) -> Any:
        return client.from_clouds(names, version, variables=nova.variables(None, {}))

    with opened('pike', 'kilo') as clouds:
        assert list(clouds) == ['pike', 'kilo']
        assert str(clouds.common_range) == '2.1 to 2.3'
        assert [str(cloud.api_version) for cloud in clouds.values()] == ['2.53', '2.3']
        assert isinstance(clouds['kilo'].servers.list(), list)
        servers = clouds['kilo'].servers
        calls: dict[str, Callable[[], object]] = {
            '2.90 and later': lambda: servers.create('web', None, '1', hostname='web'),
            '2.73 and later': lambda: servers.list(search_opts={'locked': True}),
            '2.26 and later': lambda: servers.tag_list('web'),
        }
        outside = (exceptions.UnsupportedAttribute, exceptions.VersionNotFoundForAPIMethod)
        for needed, call in calls.items():
            with pytest.raises(outside) as refusal:
                call()
            texts = (refusal.value.needs_version, refusal.value.cloud_range)
            assert texts == (needed, '2.1 to 2.3')
    for names, version in ((['pike', 'kilo'], '2.3'), (['pike', 'plain'], '2.0')):
        clouds = opened(*names, version='common')
        assert [str(cloud.api_version) for cloud in clouds.values()] == [version, version]
    assert opened('pike', 'far').common_range is None
    with pytest.raises(exceptions.VersionNotOffered):
        opened('pike', 'far', version='common')
    with pytest.raises(exceptions.SomeFailed) as failed:
        opened('pike', 'kilo', 'down', version='2.53')
    assert list(failed.value.failures) == ['kilo', 'down']
    with pytest.raises(exceptions.VersionNotOffered) as single:
        opened('kilo', version='2.53')
    assert (single.value.needs_version, single.value.cloud_range) == ('2.53', '2.1 to 2.3')
    with pytest.raises(TypeError, match='list of names'):
        client.from_clouds('kilo')
