"""Pins: one line a cloud in a file of the user, heeded where nothing else names a version."""

from __future__ import annotations

import pathlib
import stat

import pytest

from novaclient_mv import errors
from novaclient_mv.clouds import requested_versions, settings
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.pins import Pins
from novaclient_mv.services import COMPUTE, SERVICES, Service
from unit_tests.nova import Nova


@pytest.fixture
def surroundings(tmp_path: pathlib.Path) -> Environment:
    return Environment(variables={'HOME': str(tmp_path), 'OS_CLOUD': 'a'}, cwd=str(tmp_path))


def text_of(environment: Environment) -> str:
    return pathlib.Path(Pins(environment).file).read_text(encoding='utf-8')


def text(pins: Pins, cloud: str, service: Service) -> str | None:
    pin = pins.find(cloud, service)
    return None if pin is None else pin.text


@pytest.mark.parametrize('name', ['a b', '#a', 'a%20b', 'ü', 'https://x:5000/v3', 'a=1', 'x\ny'])
def test_any_name_of_a_cloud_is_found_again(surroundings: Environment, name: str) -> None:
    pins = Pins(surroundings)
    pins.set('a', COMPUTE, '2.1')
    pins.set(name, COMPUTE, '2.53')
    assert [text(pins, 'a', COMPUTE), text(pins, name, COMPUTE)] == ['2.1', '2.53']


def test_only_the_owner_can_read_a_new_file_and_a_mode_stays(surroundings: Environment) -> None:
    pins = Pins(surroundings)
    pins.set('a', COMPUTE, '2.53')
    path = pathlib.Path(pins.file)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    pins.set('a', COMPUTE, '2.54')
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert [entry.name for entry in path.parent.iterdir()] == ['pins']


def test_a_file_that_cannot_be_written_leaves_the_old_one(surroundings: Environment) -> None:
    pins = Pins(surroundings)
    pins.set('a', COMPUTE, '2.53')
    pathlib.Path(pins.file).unlink()
    pathlib.Path(pins.file).mkdir()
    with pytest.raises(errors.Error, match='pins cannot be read'):
        pins.set('a', COMPUTE, '2.54')
    pathlib.Path(pins.file).rmdir()
    pathlib.Path(pins.file).parent.rmdir()
    pathlib.Path(pins.file).parent.write_text('')
    with pytest.raises(errors.CommandError, match='cannot be written'):
        pins.set('a', COMPUTE, '2.54')


@pytest.mark.parametrize('content', [b'a\n', b'a 2.53\n', b'a compute=2.53 x\n', b'\xff\n'])
def test_a_broken_file_is_refused_by_its_name(surroundings: Environment, content: bytes) -> None:
    pins = Pins(surroundings)
    pathlib.Path(pins.file).parent.mkdir(parents=True)
    pathlib.Path(pins.file).write_bytes(content)
    with pytest.raises(errors.InvalidVersion, match=r'The pin file .*/pins cannot be read'):
        pins.find('a', COMPUTE)


@pytest.mark.parametrize('service', SERVICES, ids=lambda service: service.name)
def test_option_variable_cloud_file_pin_and_default_follow_each_other(
    surroundings: Environment, service: Service, tmp_path: pathlib.Path
) -> None:
    major = service.range.start.ver_major
    asked = {place: f'{major}.{place}' for place in (2, 3, 4, 5)}
    clouds = tmp_path / 'clouds.yaml'
    key = service.cloud_file_keys[0]
    clouds.write_text(f"clouds: {{a: {{{key}: '{asked[3]}'}}}}")
    surroundings.variables = {**surroundings.variables, service.version_variable: asked[4]}
    Pins(surroundings).set('a', service, asked[2])
    chosen = settings.of_cloud(surroundings, None)
    chosen.options[service.version_dest] = asked[5]
    assert requested_versions.requested(chosen, service).text == asked[5]
    del chosen.options[service.version_dest]
    assert requested_versions.requested(chosen, service).text == asked[4]
    del surroundings.variables[service.version_variable]
    assert requested_versions.requested(chosen, service).text == asked[3]
    clouds.write_text('clouds: {a: {}}')
    chosen = settings.of_cloud(surroundings, None)
    requested = requested_versions.requested(chosen, service)
    assert (requested.text, requested.is_named) == (asked[2], True)
    assert requested.origin == f'the pin of cloud a in {Pins(surroundings).file}'
    Pins(surroundings).remove('a', service)
    assert requested_versions.requested(chosen, service).is_default


def test_a_refusal_names_the_pin(nova: Nova) -> None:
    assert nova('version-pin', '2.53', cloud='sandbox').status == 0
    result = nova('server-create', '--hostname', 'x', '--flavor', '1', 'web', cloud='sandbox')
    assert result.status == 2
    assert '--hostname needs API version 2.90' in result.err
    assert 'the pin of cloud sandbox in' in result.err
    assert result.err.rstrip().endswith('pins named 2.53.')
