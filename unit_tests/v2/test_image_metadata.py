"""Metadata of images that the Compute API passed on up to 2.38."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2 import exchange

PATH = '/images/i/metadata'


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with an image that has one key."""
    made = start_cloud(maximum=NEWEST)
    made.on('GET', PATH, {'metadata': {'a': '1'}})
    made.on('GET', f'{PATH}/a', {'meta': {'a': '1'}})
    made.on('PUT', f'{PATH}/a', exchange.echo('meta'))
    for method in ('POST', 'PUT'):
        made.on(method, PATH, exchange.echo('metadata'))
    made.on('DELETE', f'{PATH}/*', status=204)
    return made


LINES: list[tuple[str, list[str], list[Any], dict[str, str]]] = [
    ('image-meta-list i', [f'GET {PATH}'], [], {'a': '1'}),
    ('image-meta-show i a', [f'GET {PATH}/a'], [], {'a': '1'}),
    (
        'image-meta-set i b=2 c=x=y',
        [f'POST {PATH}'],
        [{'metadata': {'b': '2', 'c': 'x=y'}}],
        {'b': '2', 'c': 'x=y'},
    ),
    ('image-meta-update i a 3', [f'PUT {PATH}/a'], [{'meta': {'a': '3'}}], {'a': '3'}),
    ('image-meta-replace i b=2', [f'PUT {PATH}'], [{'metadata': {'b': '2'}}], {'b': '2'}),
    ('image-meta-replace i', [f'PUT {PATH}'], [{'metadata': {}}], {}),
]


@pytest.mark.parametrize('version', ['2.0', '2.1', '2.38'])
@pytest.mark.parametrize(('line', 'requests', 'bodies', 'shown'), LINES)
def test_command_makes_its_request_and_shows_what_is_there(
    nova: Nova,
    cloud: ScriptedCloud,
    line: str,
    requests: list[str],
    bodies: list[Any],
    shown: dict[str, str],
    version: str,
) -> None:
    result = nova(*line.split(), version=version, cloud=cloud)
    assert result.status == 0, result.err
    assert exchange.sent(cloud) == requests
    assert exchange.bodies(cloud) == bodies
    assert exchange.properties(result) == shown


def test_keys_are_deleted_one_by_one(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('image-meta-delete', 'i', 'a', 'b/c', version='2.38', cloud=cloud)
    assert result.status == 0
    assert exchange.writes(cloud) == [f'DELETE {PATH}/a', f'DELETE {PATH}/b/c']
