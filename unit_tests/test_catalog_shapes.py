"""Things of other services are found by name, whatever shape the URLs of the catalog have."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv.clouds import sandbox_states
from novaclient_mv.sandbox.identity import catalog
from novaclient_mv.wire import supporting_services
from unit_tests.nova import Nova

HEX = 'c0ffee00' * 4
WHOLE = [shape for shape in catalog.SHAPES if not catalog.SHAPES[shape].only]
PROJECT = 'a' * 32

Run = Callable[..., Any]


@pytest.fixture
def make(make_sandbox_cloud: Callable[..., Any], nova: Nova) -> Callable[..., Run]:
    """Makes a cloud of a shape; what it returns runs command lines there as an administrator."""

    def make_cloud(shape: str, **environ: str) -> Run:
        cloud = make_sandbox_cloud(catalog=shape)
        session, base = cloud.session(), 'http://sandbox.invalid'
        for name in ('data', HEX):
            session.post(f'{base}/volume/v3/volumes', json={'volume': {'name': name, 'size': 1}})
            networks = session.get(f'{base}/network/v2.0/networks').json()['networks']
            port = {'name': name, 'network_id': networks[0]['id']}
            session.post(f'{base}/network/v2.0/ports', json={'port': port})
            project = {'name': f'p-{name}' if name != HEX else HEX}
            session.post(f'{base}/identity/v3/projects', json={'project': project})
        cloud.clock.advance(60)
        env = {**cloud.environ, **environ}

        def run(*words: str, status: int = 0) -> Any:
            result = nova(*words, env=env)
            assert result.status == status, (words, result)
            return result

        return run

    return make_cloud


def test_names_of_the_shapes_are_those_that_help_tells() -> None:
    assert tuple(catalog.SHAPES) == sandbox_states.CATALOGS


@pytest.mark.parametrize('shape', WHOLE)
def test_names_are_found_in_every_catalog(make: Callable[..., Run], shape: str) -> None:
    run = make(shape)
    for name in ('data', HEX):
        run('server-volume-attach', 'web-1', name)
        run('server-interface-attach', 'web-1', '--port-id', name)
        run('quota-show', '--tenant', f'p-{name}' if name != HEX else HEX)
    boot = ('--flavor', 'm1.tiny', '--image', 'cirros', '--nic', 'net-name=private')
    run('server-create', 'vm', *boot)
    for command in ('baremetal-node-list', 'placement-resource-class-list', 'server-list'):
        assert json.loads(run(command, '-f', 'json').out)


@pytest.mark.parametrize(
    ('words', 'kind'),
    [
        (('server-volume-attach', 'web-1', 'data'), 'block-storage'),
        (('server-interface-attach', 'web-1', '--port-id', 'data'), 'network'),
        (('server-create', 'x', '--flavor', 'm1.tiny', '--image', 'cirros'), 'image'),
    ],
)
def test_service_that_the_catalog_lacks_is_told(
    make: Callable[..., Run], words: tuple[str, ...], kind: str
) -> None:
    told = make('compute-only')(*words, status=7).err
    assert f'cannot be looked up: The service catalog has no public endpoint for {kind}' in told


def test_image_by_id_needs_no_image_service(make: Callable[..., Run]) -> None:
    id = json.loads(make('default')('server-show', 'web-1', '-f', 'json').out)['image']['id']
    run = make('compute-only')
    created = run('server-create', 'x', '--flavor', 'm1.tiny', '--image', id, '--nic', 'none')
    assert id in created.out


@pytest.mark.parametrize('key', ['{}_endpoint_override', '{}_endpoint'])
def test_urls_of_a_cloud_file_act_where_the_catalog_has_none(
    make_sandbox_cloud: Callable[..., Any], nova: Nova, key: str, tmp_path: pathlib.Path
) -> None:
    cloud = make_sandbox_cloud(catalog='compute-only')
    auth = {name.removeprefix('OS_').lower(): value for name, value in cloud.environ.items()}
    region = auth.pop('region_name')
    paths = {'image': '/image', 'network': '/network', 'identity': '/identity'}
    for volume in ('volumev3', 'block_storage'):
        cloud.session().post(
            'http://sandbox.invalid/volume/v3/volumes', json={'volume': {'name': volume, 'size': 1}}
        )
        cloud.clock.advance(60)
        paths = {**paths, volume: '/volume/v3/%(project_id)s'}
        own = {key.format(name): cloud.url + path for name, path in paths.items()}
        definition = {'auth': auth, 'region_name': region, **own}
        file = tmp_path / 'clouds.yaml'
        file.write_text(json.dumps({'clouds': {'c': definition}}), encoding='utf-8')
        env = {'OS_CLIENT_CONFIG_FILE': str(file), 'OS_CLOUD': 'c'}
        lines = (
            ('server-volume-attach', 'web-1', volume),
            ('server-create', 'x', '--flavor', 'm1.tiny', '--image', 'cirros', '--nic', 'none'),
            ('server-list', '--tenant', 'demo'),
        )
        for line in lines:
            result = nova(*line, env=env)
            assert (result.status, result.err) == (0, ''), (line, result)
        del paths[volume]


@pytest.mark.parametrize(
    ('url', 'base'),
    [
        ('http://h', 'http://h/v3'),
        ('http://v3:8776/', 'http://v3:8776/v3'),
        ('http://h/v3', 'http://h/v3'),
        ('http://h/v2/', 'http://h/v2'),
        (f'http://h/v3/{PROJECT}', f'http://h/v3/{PROJECT}'),
        ('http://h/v2/mine/', 'http://h/v2/mine'),
        (f'http://h/volume/{PROJECT}', f'http://h/volume/v3/{PROJECT}'),
        ('http://h/gateway/v1/volume', 'http://h/gateway/v1/volume/v3'),
        ('http://h/v1/volume/v3', 'http://h/v1/volume/v3'),
    ],
)
def test_version_and_project_of_block_storage_are_those_of_the_catalog(url: str, base: str) -> None:
    assert supporting_services.BLOCK_STORAGE.base(url, 'mine') == base


@pytest.mark.parametrize('service', ['image', 'network', 'identity', 'of-another-package'])
@pytest.mark.parametrize('path', ['', '/x', '/v1/x', '/v2/' + PROJECT])
@pytest.mark.parametrize('ending', ['', '/', '/v2', '/v2.0/', '/v3'])
def test_operations_of_others_name_the_version(service: str, path: str, ending: str) -> None:
    found = supporting_services.of_type(service).base(f'http://h{path}{ending}', 'mine')
    assert found == f'http://h{path}'
