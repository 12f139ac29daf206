"""Versions of releases: the table that ships with the package."""

from __future__ import annotations

import pytest

from novaclient_mv import api_versions, services
from novaclient_mv.api_versions import APIVersion
from novaclient_mv.services import SERVICES, Service

releases = services.COMPUTE.releases


def every_version() -> list[APIVersion]:
    last = int(api_versions.API_MAX_VERSION.ver_minor)
    return [APIVersion(f'2.{minor}') for minor in range(1, last + 1)]


def test_every_version_of_the_client_has_a_release() -> None:
    assert [str(each) for each in every_version() if not releases.introduced(each)] == []


def test_releases_come_in_the_order_of_the_alphabet_but_for_its_turn() -> None:
    names = list(dict.fromkeys(releases.introduced(each) for each in every_version()))
    assert names[:3] == ['Kilo', 'Liberty', 'Mitaka']
    turn = names.index('Antelope')
    assert names[:turn] == sorted(names[:turn])
    assert names[turn:] == sorted(names[turn:])


@pytest.mark.parametrize(
    ('version', 'release'),
    [
        *(('2.3', 'Kilo'), ('2.12', 'Liberty'), ('2.25', 'Mitaka'), ('2.38', 'Newton')),
        *(('2.42', 'Ocata'), ('2.53', 'Pike'), ('2.60', 'Queens'), ('2.65', 'Rocky')),
        *(('2.72', 'Stein'), ('2.79', 'Train'), ('2.87', 'Ussuri'), ('2.90', 'Xena')),
    ],
)
def test_the_newest_version_of_a_release_names_it(version: str, release: str) -> None:
    assert releases.release_of_cloud(APIVersion(version)) == release
    assert releases.introduced(APIVersion(version)) == release
    assert releases.with_release(APIVersion(version)) == f'{version} ({release})'


def test_what_is_not_known_is_left_out() -> None:
    assert releases.introduced(APIVersion('2.999')) == ''
    assert releases.with_release(APIVersion('2.999')) == '2.999'
    assert releases.release_of_cloud(APIVersion('2.54')) == ''


@pytest.mark.parametrize(
    ('name', 'newest'),
    [
        ('pike', '2.53'),
        ('Pike', '2.53'),
        ('2026.1', '2.103'),
        ('gazpacho', '2.103'),
        ('2026.1 Gazpacho', '2.103'),
        ('nosuch', None),
        ('', None),
    ],
)
def test_newest_version_of_a_release_is_found_by_any_of_its_names(
    name: str, newest: str | None
) -> None:
    assert releases.newest_of(name) == newest


def test_every_release_is_named_and_has_a_newest_version() -> None:
    assert releases.names()[0] == 'Kilo'
    assert None not in [releases.newest_of(name) for name in releases.names()]


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_releases_are_known_by_number_and_by_name(service: Service) -> None:
    newest_of = service.releases.newest_of
    assert newest_of('antelope') == newest_of('2023.1') is not None
    assert newest_of(' Caracal ') == newest_of('2024.1') is not None
    assert newest_of('nosuch') is None
