"""The client of any service in the library: how it gets its version, and what goes on the wire."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from novaclient_mv import errors
from unit_tests.fictional.clouds import ORCHESTRA_HEADER, Depot, Orchestra
from unit_tests.fictional.depot.client import Client as DepotClient
from unit_tests.fictional.orchestra.client import Client
from unit_tests.scripted import ScriptedCloud


@pytest.fixture
def client(cloud: ScriptedCloud) -> Callable[..., Client]:
    """A client of the orchestra where nobody logs in."""

    def made(version: str | None = None, **options: object) -> Client:
        place = f'{cloud.url}/orchestra/v1'
        return Client(version, endpoint_override=place, **options)  # type: ignore[arg-type]

    return made


@pytest.mark.parametrize(
    ('maximum', 'used'), [('1.24', '1.24'), ('1.30', '1.24'), ('1.15', '1.15')]
)
def test_without_a_version_the_newest_of_both_is_chosen_once(
    cloud: ScriptedCloud, client: Callable[..., Client], maximum: str, used: str
) -> None:
    orchestra = Orchestra(cloud, maximum=maximum)
    made = client()
    assert [player.name for player in made.players.list(desk='first')] == ['Clara']
    made.players.list()
    assert str(made.api_version) == used
    assert orchestra.wire == ['1.24 GET /', *[f'{used} GET /players'] * 2]


def test_without_a_version_a_service_without_microversions_is_spoken_to_without_one(
    cloud: ScriptedCloud, client: Callable[..., Client], caplog: pytest.LogCaptureFixture
) -> None:
    orchestra = Orchestra(cloud, minimum=None)
    with caplog.at_level(logging.WARNING):
        made = client()
        made.players.list()
        made.players.list()
    assert orchestra.wire == ['1.24 GET /', '- GET /players', '- GET /players']
    assert caplog.messages == ['orchestra: this cloud has no microversions and speaks 1.0 only']
    with pytest.raises(errors.UnsupportedAttribute):
        made.players.list(desk='first')


def test_no_version_is_sent_at_the_one_that_stands_for_none(
    cloud: ScriptedCloud, orchestra: Orchestra, client: Callable[..., Client]
) -> None:
    client('1.0').players.list()
    assert orchestra.wire == ['- GET /players']
    assert orchestra.requests[0].headers[ORCHESTRA_HEADER] is None


@pytest.mark.parametrize('version', ['1.20', '1.2'])
def test_a_named_version_that_is_refused_is_an_error_with_the_range(
    cloud: ScriptedCloud, client: Callable[..., Client], version: str
) -> None:
    orchestra = Orchestra(cloud, minimum='1.3', maximum='1.15')
    with pytest.raises(errors.NotAcceptable) as caught:
        client(version).players.list()
    assert str(caught.value.server_range) == '1.3 to 1.15'
    assert orchestra.wire == [f'{version} GET /players']


def test_a_named_version_without_microversions_is_an_error(
    cloud: ScriptedCloud, client: Callable[..., Client]
) -> None:
    Orchestra(cloud, minimum=None)
    with pytest.raises(errors.VersionNotOffered) as caught:
        client('1.7').players.list()
    assert caught.value.offered is None
    with pytest.raises(errors.VersionNotOffered):
        client('1.7').players.create('Robert', 3)


@pytest.mark.parametrize('version', ['spam', '1.l33t', '1.2.3.4.5', '2.1', '1.99', '', '1.01'])
def test_a_version_that_is_none_or_not_spoken_is_refused_at_once(
    cloud: ScriptedCloud, orchestra: Orchestra, client: Callable[..., Client], version: str
) -> None:
    with pytest.raises(errors.UnsupportedVersion):
        client(version)
    assert orchestra.wire == []


@pytest.mark.parametrize('version', ['latest', '1.latest'])
def test_latest_is_left_to_a_service_that_takes_it(
    cloud: ScriptedCloud, client: Callable[..., Client], version: str
) -> None:
    orchestra = Orchestra(cloud, maximum='1.40')
    made = client(version)
    made.players.list()
    assert orchestra.wire == ['1.24 GET /', 'latest GET /players']
    assert made.client.known_versions.used == '1.40'


def test_latest_is_a_number_where_the_service_does_not_take_it(cloud: ScriptedCloud) -> None:
    depot = Depot(cloud, maximum='2.40')
    made = DepotClient('latest', endpoint_override=f'{cloud.url}/depot/v2')
    assert [crate.id for crate in made.crates.list()] == ['c1']
    assert depot.wire == ['- GET /', 'depot 2.40 GET /crates']


def test_a_failure_to_choose_is_not_remembered(
    cloud: ScriptedCloud, client: Callable[..., Client]
) -> None:
    orchestra = Orchestra(cloud, maximum='1.15')
    made = client(connect_retries=0)
    cloud.answer_next('GET', '/orchestra/v1/', 'reset')
    with pytest.raises(errors.CloudError):
        made.players.list()
    made.players.list()
    assert orchestra.wire == ['1.24 GET /', '1.24 GET /', '1.15 GET /players']
