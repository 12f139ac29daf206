"""``version-list --service``: the versions that the endpoints of a service speak."""

from __future__ import annotations

import json

import pytest

from novaclient_mv.services import registry
from unit_tests.fictional.clouds import Depot, Orchestra
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

KEYS = ('id', 'status', 'min_version', 'max_version', 'shared', 'service_type', 'url')


def told(nova: Nova, cloud: ScriptedCloud, *words: str) -> list[list[str]]:
    """Return the rows of endpoints, with URLs without the host."""
    result = nova('version-list', *words, '-f', 'json', cloud=cloud)
    assert (result.status, result.err) == (0, ''), result
    rows = [[each[key] for key in KEYS] for each in json.loads(result.out)]
    return [[*row[:-1], row[-1].removeprefix(cloud.url)] for row in rows]


def test_a_document_tells_the_versions_of_an_endpoint(nova: Nova, cloud: ScriptedCloud) -> None:
    Depot(cloud, maximum='2.90')
    expected = ['v2.0', 'CURRENT', '2.1', '2.90', '2.1 to 2.60', 'depot', '/depot/v2']
    assert told(nova, cloud, '--service', 'depot') == [expected]


@pytest.mark.parametrize(
    ('minimum', 'maximum', 'expected'),
    [
        ('1.1', '1.15', ['1.1', '1.15', '1.1 to 1.15']),
        ('1.1', '1.24', ['1.1', '1.24', '1.1 to 1.24']),
        ('1.30', '1.40', ['1.30', '1.40', None]),
        (None, '', ['', '', '1.0']),
    ],
)
@pytest.mark.parametrize('name', ['orchestra', 'orchestrav1'])
def test_a_refusal_tells_the_versions_of_an_endpoint(
    nova: Nova,
    cloud: ScriptedCloud,
    minimum: str | None,
    maximum: str,
    expected: list[str | None],
    name: str,
) -> None:
    orchestra = Orchestra(cloud, minimum=minimum, maximum=maximum)
    place = ['orchestra', '/orchestra/v1']
    assert told(nova, cloud, '--service', name) == [['v1', '', *expected, *place]]
    assert orchestra.wire == ['1.24 GET /']


def test_a_service_that_is_not_there_is_refused_before_a_login(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    result = nova('version-list', '--service', 'orchestre', cloud=cloud)
    assert (result.status, result.err) == (
        2,
        "nova-mv: --service: 'orchestre' is not one of the services "
        f'{", ".join(each.name for each in registry.every())}.\n',
    )
    assert cloud.wire() == []


def test_a_service_that_the_cloud_lacks_is_said(nova: Nova, cloud: ScriptedCloud) -> None:
    del cloud._others['depot']
    result = nova('version-list', '--service', 'depot', cloud=cloud)
    assert (result.status, result.err.count('\n')) == (7, 1)
    assert 'depot' in result.err
