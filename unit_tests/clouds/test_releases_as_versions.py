"""The name of a release stands for its newest version, wherever a version is named."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from novaclient_mv import client, errors
from novaclient_mv.baremetal.v1.client import Client as BaremetalClient
from novaclient_mv.clouds import requested_versions
from novaclient_mv.services import COMPUTE, SERVICES, Service
from unit_tests.clouds.test_settings import clouds_of
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

OPTION, VARIABLE = '--os-compute-api-version', 'OS_COMPUTE_API_VERSION'


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_each_release_is_its_newest_version_in_any_case_and_by_its_number(service: Service) -> None:
    for row in service.releases.facts['releases']:
        name = row['release']
        for text in (name, *name.split(), name.upper(), name.lower().split()[-1]):
            requested = requested_versions.requested_version(text, OPTION, service)
            assert str(requested.version) == row['max_microversion']
            assert (requested.is_named, requested.is_release) == (True, True)


@pytest.mark.parametrize('text', ['grizzly', 'pik', 'pike xena', '2023.1 Zed', '2099.1', 'release'])
def test_what_is_no_release_is_refused_with_what_is(nova: Nova, text: str) -> None:
    result = nova('server-list', version=text)
    assert (result.status, result.out) == (2, '')
    assert f'{text!r} (from {OPTION}) is not an API version' in result.err
    assert 'or a release, Kilo to' in result.err


def test_a_release_may_stand_wherever_a_version_is_asked_for(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    nova.cloud_file(clouds_of(cloud, 'compute_api_version: Pike'))
    runs: tuple[dict[str, Any], ...] = (
        {'version': 'pike', 'cloud': cloud},
        {'cloud': cloud, 'env': {VARIABLE: 'PIKE'}},
        {'cloud': 'mine'},
    )
    for options in runs:
        result = nova('server-list', **options)
        assert (result.status, result.err) == (0, '')
    nova.cloud_file(clouds_of(cloud))
    assert nova('version-pin', 'pike', '--force', cloud='mine').status == 0
    assert nova('server-list', cloud='mine').status == 0
    file = nova.home / '.config' / 'nova-mv' / 'pins'
    assert file.read_text() == 'mine compute=2.53\n'
    file.write_text('mine compute=ocata\n')
    assert nova('server-list', cloud='mine').status == 0
    assert [sent for sent, _ in cloud.versions_sent()] == [*['compute 2.53'] * 4, 'compute 2.42']


def test_its_version_is_told_on_a_terminal_only(nova: Nova, cloud: ScriptedCloud) -> None:
    line = 'nova-mv: using API version 2.42, the newest of ocata\n'
    for is_terminal in (True, False):
        result = nova('server-list', version='ocata', cloud=cloud, is_terminal=is_terminal)
        assert result.err == (line if is_terminal else '')


def test_a_refusal_has_the_release_and_its_version(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('server-list', version='xena', cloud=cloud)
    assert result.status == 3
    assert f'API version xena (2.90) ({OPTION}) is not available' in result.err
    result = nova('server-create', '--hostname', 'x', '--flavor', '1', 'web', version='pike')
    assert f'{OPTION} named pike (2.53).' in result.err


@pytest.mark.parametrize(
    ('words', 'path', 'version'),
    [
        (('version-usage', 'log', '--below', 'pike'), 'below.version', '2.53'),
        (('version-changes', 'ocata', 'pike', '--query', '[-1]'), 'version', '2.53'),
    ],
)
def test_commands_on_versions_take_releases(
    nova: Nova,
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    path: str,
    version: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'log').write_text('')
    result = nova(*words, '-f', 'json')
    value = json.loads(result.out)
    for key in path.split('.'):
        value = value[key]
    assert (value, result.status) == (version, 0)


def test_clients_of_the_library_take_releases() -> None:
    options: dict[str, Any] = {'session': object(), 'endpoint_override': 'http://a.example/v2.1'}
    compute: Any = client.Client('Pike', **options)
    assert compute.api_version == COMPUTE.version('2.53')
    assert str(BaremetalClient('pike', **options).api_version) == '1.34'
    with pytest.raises(errors.UnsupportedVersion):
        client.Client('grizzly', **options)
