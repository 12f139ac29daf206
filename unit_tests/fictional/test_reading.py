"""Command lines for fictional services: parser, window, refusals, and whose version counts."""

from __future__ import annotations

import json

import pytest

from novaclient_mv.cli.reading import read
from novaclient_mv.clouds.environment import Environment
from unit_tests.fictional.clouds import Depot, Orchestra
from unit_tests.fictional.depot import DEPOT
from unit_tests.fictional.orchestra import ORCHESTRA
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud


def invocation(*argv: str, **variables: str) -> read.Invocation:
    return read.read(argv, Environment(variables=variables))


def window(*argv: str) -> list[str]:
    return [f'{each.start}..{each.end}' for each in invocation(*argv).window]


# -- parser and window --


@pytest.mark.parametrize(
    ('line', 'expected'),
    [
        ('orchestra-player-list', ['1.0..1.latest']),
        ('orchestra-player-list --detail', ['1.0..1.latest']),
        ('orchestra-player-list --desk 1', ['1.7..1.latest']),
        ('orchestra-player-list --rank 1', ['1.0..1.20']),
        ('orchestra-player-list --rank 1 --desk 1', ['1.7..1.20']),
        ('orchestra-player-create x --part 3', ['1.0..1.9']),
        ('orchestra-player-create x --part horn', ['1.10..1.latest']),
        ('orchestra-player-create x', ['1.0..1.latest']),
        ('orchestra-player-tune x', ['1.3..1.latest']),
        ('orchestra-player-tune x y', ['1.12..1.latest']),
        ('depot-crate-list --detail', ['2.0..2.latest']),
        ('depot-crate-list --aisle 1 --shelf 1', ['2.7..2.20']),
        ('depot-crate-list --sort weight', ['2.30..2.latest']),
        ('depot-crate-list --sort label', ['2.0..2.latest']),
    ],
)
def test_the_window_is_one_of_the_service(line: str, expected: list[str]) -> None:
    assert window(*line.split()) == expected
    name = line.partition('-')[0]
    assert {each.service for each in invocation(*line.split()).window} == {name}


def test_an_invocation_knows_its_service_and_version() -> None:
    found = invocation('orchestra-player-list', '--os-orchestra-api-version', '1.5')
    assert found.service == ORCHESTRA
    assert found.requested.version == ORCHESTRA.version('1.5')
    assert found.requested.version.service == 'orchestra'
    default = invocation('depot-crate-list').requested
    assert (default.version, default.is_named) == (DEPOT.latest, False)


@pytest.mark.parametrize(
    'line',
    [
        '--os-orchestra-api-version 1.5 orchestra-player-list',
        '--os-orchestra-api-version=1.5 orchestra-player-list',
        '--os_orchestra_api_version 1.5 orchestra-player-list',
        '--os-orch 1.5 orchestra-player-list',
        'orchestra-player-list --os-orchestra-api-version 1.5',
        'orchestra-player-list --os-orch=1.5',
    ],
)
def test_the_version_option_stands_anywhere_and_may_be_short(line: str) -> None:
    assert str(invocation(*line.split()).requested) == '1.5 (--os-orchestra-api-version)'


# -- refusals --


@pytest.mark.parametrize(
    ('line', 'expected'),
    [
        (
            '--os-orchestra-api-version 1.5 orchestra-player-list --desk 1',
            '--desk needs API version 1.7 or later; --os-orchestra-api-version named 1.5.',
        ),
        (
            '--os-orchestra-api-version 1.21 orchestra-player-list --rank 1',
            '--rank needs API version 1.20 or earlier; --os-orchestra-api-version named 1.21.',
        ),
        (
            '--os-orchestra-api-version 1.2 orchestra-player-tune x',
            'orchestra-player-tune needs API version 1.3 or later; --os-orchestra-api-version '
            'named 1.2.',
        ),
        (
            '--os-depot-api-version 2.5 depot-crate-list --aisle 1',
            '--aisle needs API version 2.7 or later; --os-depot-api-version named 2.5.',
        ),
    ],
)
def test_a_refusal_names_the_option_of_the_service_and_no_release(
    nova: Nova, cloud: ScriptedCloud, line: str, expected: str
) -> None:
    result = nova(*line.split(), cloud=cloud)
    assert (result.status, result.out, result.err) == (2, '', f'nova-mv: {expected}\n')
    assert cloud.wire() == []


@pytest.mark.parametrize(
    ('option', 'command', 'text', 'expected'),
    [
        ('orchestra', 'orchestra-player-list', '1.50', 'is not a version that this client speaks'),
        ('orchestra', 'orchestra-player-list', '1.x', 'is not an API version'),
        ('orchestra', 'orchestra-player-list', '2.5', 'is not an API version'),
        ('depot', 'depot-crate-list', '2.61', 'is not a version that this client speaks'),
        ('depot', 'depot-crate-list', '1.5', 'is not an API version'),
    ],
)
def test_a_version_is_checked_by_its_own_service(
    nova: Nova, option: str, command: str, text: str, expected: str
) -> None:
    service = {'orchestra': ORCHESTRA, 'depot': DEPOT}[option]
    result = nova(service.version_option, text, command)
    assert result.status == 2
    assert f'{text!r} (from {service.version_option}) {expected}' in result.err
    spoken = service.range
    assert f'valid are {spoken.start} to {spoken.end}, {service.latest}' in result.err


# -- whose version, whose endpoint --


def test_the_version_of_one_service_does_not_touch_another(
    nova: Nova, cloud: ScriptedCloud, orchestra: Orchestra, depot: Depot
) -> None:
    for version in ('2.5', '9.9'):
        result = nova('orchestra-player-list', version=version, cloud=cloud)
        assert (result.status, result.err) == (0, '')
    assert orchestra.wire == ['1.24 GET /players'] * 2
    for line in ('server-list', 'depot-crate-list'):
        for version in ('1.5', '9.9'):
            result = nova('--os-orchestra-api-version', version, line, cloud=cloud)
            assert (result.status, result.err) == (0, ''), result
    assert cloud.versions_sent() == [('compute 2.53', '2.53')] * 2
    assert depot.wire == ['- GET /', 'depot 2.60 GET /crates', 'depot 2.60 GET /crates']


def test_variable_and_cloud_file_name_a_version_of_their_service(
    nova: Nova, cloud: ScriptedCloud, orchestra: Orchestra
) -> None:
    line = ('orchestra-player-list', '--desk', '1')
    env = {'OS_ORCHESTRA_API_VERSION': '1.5', 'OS_COMPUTE_API_VERSION': '2.1'}
    result = nova(*line, cloud=cloud, env=env)
    assert result.status == 2
    assert 'OS_ORCHESTRA_API_VERSION named 1.5' in result.err
    nova.cloud_file(
        'clouds: {mine: {orchestra_api_version: 1.6, compute_api_version: 2.7, auth: {}}}'
    )
    result = nova(*line, cloud='mine')
    assert result.status == 2
    assert 'named 1.6' in result.err
    assert 'orchestra_api_version of cloud mine' in result.err
    assert orchestra.wire == []


def test_settings_of_the_compute_endpoint_do_not_move_another_service(
    nova: Nova, cloud: ScriptedCloud, orchestra: Orchestra
) -> None:
    nowhere = 'http://127.0.0.1:9/v2.1'
    env = {'NOVACLIENT_ENDPOINT_OVERRIDE': nowhere, 'NOVA_SERVICE_NAME': 'nova'}
    assert nova('orchestra-player-list', cloud=cloud, env=env).status == 0
    settings = cloud.environ()
    auth = {
        name.removeprefix('OS_').lower(): settings[name]
        for name in settings
        if name not in ('OS_AUTH_TYPE', 'OS_REGION_NAME')
    }
    keys = {'compute_endpoint_override': nowhere, 'compute_service_type': 'computev9'}
    nova.cloud_file(json.dumps({'clouds': {'mine': {'auth': auth, **keys}}}))
    assert nova('orchestra-player-list', cloud='mine').status == 0
    keys = {'orchestra_endpoint_override': f'{cloud.url}/orchestra/v1'}
    nova.cloud_file(json.dumps({'clouds': {'mine': {'auth': auth, **keys}}}))
    assert nova('server-list', cloud='mine').status == 0
    assert orchestra.wire == ['1.24 GET /players'] * 2
