"""A cloud is a value: opened when it is needed, and several side by side."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import services
from novaclient_mv.cli.reading import read
from novaclient_mv.cli.running import execution
from novaclient_mv.clouds.cloud import Cloud
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.logins.cached_login import Entries
from novaclient_mv.clouds.logins.login import RememberedRanges
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.settings import Settings
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange
from novaclient_mv.wire.advertised_versions import AdvertisedVersions
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud
from unit_tests.source import PACKAGE, inside, paths, text_of

StartCloud = Callable[..., ScriptedCloud]


def surroundings(nova: Nova, cloud: ScriptedCloud | None = None) -> Environment:
    return Environment(
        nova.variables(cloud, {}),
        stdout=io.StringIO(),
        stderr=io.StringIO(),
        clock=nova.clock.clock(),
        cwd=str(nova.home),
    )


def test_version_of_a_run_is_negotiated_in_one_place() -> None:
    """Other callers store nothing, send nothing, or narrow the chosen version."""
    calling = {inside(file) for file in paths(PACKAGE) if 'service.negotiate(' in text_of(file)}
    judging = {'knowledge.capabilities', 'knowledge.preflight', 'program.commands.version_pin'}
    judging.add('clouds.several_programs')
    judging.add('program.commands.parts.cloud_versions')
    narrowing = {'cli.running.line_version', 'cli.running.several_clouds'}
    assert calling == {'clouds.version_choice', 'resources.client', *judging, *narrowing}


def test_two_clouds_of_two_ages_answer_side_by_side(nova: Nova, start_cloud: StartCloud) -> None:
    old, new = start_cloud(maximum='2.53'), start_cloud(maximum='2.90')
    nova.cloud_file(f'clouds: {{old: {old.entry()}, new: {new.entry()}}}')
    environment = surroundings(nova)
    invocation = read.read(['server-list'], environment)
    outcomes = [execution.execute(invocation, Cloud(environment, name)) for name in ('old', 'new')]
    for outcome in outcomes:
        outcome.consume(lambda part: None)
    assert [str(each.version) for each in outcomes] == ['2.53', '2.90']
    assert [(each.error, each.status) for each in outcomes] == [(None, 0), (None, 0)]


def test_error_of_one_cloud_is_in_its_outcome(nova: Nova, start_cloud: StartCloud) -> None:
    old, new = start_cloud(maximum='2.53'), start_cloud(maximum='2.90')
    nova.cloud_file(f'clouds: {{old: {old.entry()}, new: {new.entry()}}}')
    environment = surroundings(nova)
    invocation = read.read(['server-list', '--os-compute-api-version', '2.80'], environment)
    outcomes = [execution.execute(invocation, Cloud(environment, name)) for name in ('old', 'new')]
    assert [each.status for each in outcomes] == [3, 0]
    assert '2.1 to 2.53' in str(outcomes[0].error)


def test_nothing_is_sent_or_loaded_before_a_cloud_is_used(nova: Nova, cloud: ScriptedCloud) -> None:
    value = Cloud(surroundings(nova, cloud))
    assert (value.name, value.timings()) == (None, [])
    assert cloud.wire() == []
    assert value.range(services.COMPUTE)[0] is not None
    assert cloud.wire() != []


class Connection:
    """A connection that serves a range, and notes at which version it is asked for it."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.known_versions = AdvertisedVersions(service)
        self.offered: VersionRange | None = VersionRange.parse('1.1..1.50')
        self.asked: list[str] = []
        self.version = service.unversioned

    def at(self, version: APIVersion) -> Connection:
        self.version = version
        return self

    def base_url(self) -> str:
        return 'http://h/v1'

    def server_range(self) -> VersionRange | None:
        self.asked.append(str(self.version))
        return self.offered


class Login:
    """A login and its cache with a remembered range, which notes what it is to keep."""

    def __init__(self, connection: Connection, remembered: Any) -> None:
        self.made = connection
        self.kept: list[str] = []
        self._range = None
        if remembered is not None:
            (offered,) = remembered
            self._range = '' if offered is None else f'{offered.start}..{offered.end}'
        self.ranges = RememberedRanges(Entries(self, 'key'))  # type: ignore[arg-type]
        self.key_of = self.now = lambda *parts: 0.0

    def connection(self, *values: object) -> Connection:
        return self.made

    def keep_token(self) -> None:
        self.kept.append('token')

    def read(self, *entry: object) -> str | None:
        return self._range

    def write(self, kind: str, name: str, text: str, until: float) -> None:
        self.kept.append(text)

    def drop(self, *entry: str) -> None:
        self.kept.append('forgotten')


CACHED = VersionRange.parse('1.1..1.30')


def of_login(nova: Nova, service: Service, remembered: Any) -> tuple[Cloud, Connection, Login]:
    """A cloud with a login and a connection of the test."""
    cloud, connection = Cloud(surroundings(nova)), Connection(service)
    login = Login(connection, remembered)
    cloud.__dict__['login'] = login
    return cloud, connection, login


def test_range_that_answers_advertise_is_asked_for_where_nothing_is_known(nova: Nova) -> None:
    version = services.BAREMETAL.version('1.20')
    cloud, connection, _ = of_login(nova, services.BAREMETAL, None)
    assert cloud.range(services.BAREMETAL) == (services.BAREMETAL.range, True)
    assert cloud.range(services.BAREMETAL, True) == (connection.offered, False)
    assert cloud.range(services.BAREMETAL, True, version) == (connection.offered, False)
    assert connection.asked == ['1.0', '1.20']
    cloud, connection, _ = of_login(nova, services.BAREMETAL, (CACHED,))
    assert cloud.range(services.BAREMETAL) == (CACHED, True)
    assert (connection.known_versions.offered, connection.asked) == (CACHED, [])
    connection.known_versions.is_fresh = True
    connection.known_versions.offered = None
    assert cloud.range(services.BAREMETAL, True) == (None, False)


@pytest.mark.parametrize('remembered', [CACHED, None])
def test_range_of_a_document_is_read_once(nova: Nova, remembered: VersionRange | None) -> None:
    cloud, connection, login = of_login(nova, services.PLACEMENT, (remembered,))
    assert cloud.range(services.PLACEMENT) == (remembered, True)
    assert connection.known_versions.is_known
    assert cloud.range(services.PLACEMENT, is_fresh=True) == (connection.offered, False)
    assert not connection.known_versions.is_known
    assert cloud.range(services.PLACEMENT) == (connection.offered, True)
    assert (connection.asked, login.kept) == (['1.0'], ['1.1..1.50'])


def test_news_is_kept_once_and_what_is_outdated_forgotten(nova: Nova) -> None:
    cloud, connection, login = of_login(nova, services.BAREMETAL, None)
    cloud.keep()
    assert login.kept == []
    cloud._is_open = True
    connection = cloud.connection(services.BAREMETAL, services.BAREMETAL.unversioned)  # type: ignore[assignment]
    state = connection.known_versions
    state.offered, state.is_news = CACHED, True
    cloud.keep()
    state.is_outdated = True
    cloud.keep()
    cloud.keep()
    assert login.kept == ['token', '1.1..1.30', 'token', 'forgotten', 'token']


SETTINGS: dict[str, Any] = {
    'endpoint_override': 'http://h/v1',
    'service_type': 'kind',
    'service_name': 'second',
    'endpoint_type': 'internalURL',
    'os_region_name': 'two',
}


@pytest.mark.parametrize('name', [None, 'sandbox'])
def test_connection_is_made_of_the_settings(
    nova: Nova, cloud: ScriptedCloud, name: str | None
) -> None:
    environment = surroundings(nova, cloud)
    settings = Settings({**SETTINGS, 'os_cloud': name}, OptionTable(), environment)
    warned: list[str] = []
    opened = Cloud(environment, settings=settings, warn=warned.append)
    connection = opened.connection(services.BAREMETAL, services.BAREMETAL.unversioned)
    connection.warn('line')
    assert warned == ['line']
    assert connection.service is services.BAREMETAL
    assert (connection.sleep, connection.monotonic) == (
        environment.clock.sleep,
        environment.clock.monotonic,
    )
    assert connection.completes_url
    assert connection.additional_headers['User-Agent'].startswith('nova-mv/')
    told = (connection.endpoint_override, connection.service_type, connection.service_name)
    assert (*told, connection.interface, connection.region_name) == (
        *('http://h/v1', 'kind', 'second', 'internal', 'two'),
    )
