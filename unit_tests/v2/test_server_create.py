"""Tests of what a create sends, at both sides of each version that changes it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2.conftest import Connect

WORDS = ('server-create', 'web', '--flavor', 'm1.tiny', '--image', records.IMAGE)


@pytest.fixture
def new_cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud up to the newest version that creates servers, with what they are made of."""
    catalog = {'image': '/image', 'network': '/network', 'volumev3': '/volume/v3'}
    cloud = start_cloud(maximum=NEWEST, catalog=catalog)
    cloud.on('GET', '/flavors', {'flavors': [{'id': '1', 'name': 'm1.tiny'}]})
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    image = {'id': records.IMAGE, 'name': 'cirros', 'os': 'linux'}
    cloud.on('GET', f'/image/v2/images/{records.IMAGE}', image)
    cloud.on('GET', '/image/v2/images', {'images': [{'id': 'x', 'os': 'other'}, image]})
    cloud.on('GET', '/network/v2.0/networks', {'networks': [{'id': 'net-1', 'name': 'private'}]})
    records.add_server(cloud, records.server(1))
    cloud.on('POST', '/servers', {'server': {'id': records.server_id(1), 'links': []}}, 202)
    return cloud


def sent(cloud: ScriptedCloud) -> dict[str, Any]:
    """The body of the one create."""
    (found,) = [
        each.body
        for each in cloud.requests
        if (each.method, each.path) == ('POST', '/v2.1/servers')
    ]
    return dict(found)


@pytest.fixture
def create(nova: Nova, new_cloud: ScriptedCloud) -> Callable[..., dict[str, Any]]:
    """Creates a server and gives what was sent of it."""

    def run(*words: str, version: str = NEWEST, **options: Any) -> dict[str, Any]:
        result = nova(*WORDS, *words, version=version, cloud=new_cloud, **options)
        assert result.status == 0, result
        return dict(sent(new_cloud)['server'])

    return run


PLAIN = {
    'name': 'web',
    'imageRef': records.IMAGE,
    'flavorRef': '1',
    'min_count': 1,
    'max_count': 1,
}


@pytest.mark.parametrize(
    ('version', 'networks'), [('2.1', {}), ('2.36', {}), ('2.37', {'networks': 'auto'})]
)
def test_least_that_is_sent(
    create: Callable[..., dict[str, Any]], version: str, networks: dict[str, Any]
) -> None:
    assert create(version=version) == PLAIN | networks


CHANGES: list[tuple[str, tuple[str, ...], str, Any]] = [
    ('2.19', ('--description', 'd'), 'description', 'd'),
    ('2.52', ('--tags', 'a,b'), 'tags', ['a', 'b']),
    (
        '2.63',
        ('--trusted-image-certificate-id', 'c', '--trusted-image-certificate-id', 'd'),
        'trusted_image_certificates',
        ['c', 'd'],
    ),
    ('2.74', ('--host', 'h'), 'host', 'h'),
    ('2.74', ('--hypervisor-hostname', 'h'), 'hypervisor_hostname', 'h'),
    ('2.90', ('--hostname', 'h'), 'hostname', 'h'),
    ('2.37', ('--nic', 'none'), 'networks', 'none'),
    ('2.37', ('--nic', 'auto'), 'networks', 'auto'),
    ('2.32', ('--nic', 'net-id=a,tag=t'), 'networks', [{'uuid': 'a', 'tag': 't'}]),
    ('2.42', ('--nic', 'net-id=a,tag=t'), 'networks', [{'uuid': 'a', 'tag': 't'}]),
    ('2.56', ('--file', '/a=-'), 'personality', [{'path': '/a', 'contents': ''}]),
]


@pytest.mark.parametrize(('version', 'words', 'key', 'value'), CHANGES)
def test_option_is_sent_where_it_exists(
    create: Callable[..., dict[str, Any]],
    version: str,
    words: tuple[str, ...],
    key: str,
    value: Any,
) -> None:
    assert create(*words, version=version)[key] == value


ALWAYS: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (('--min-count', '2'), {'min_count': 2, 'max_count': 2}),
    (('--max-count', '3'), {'min_count': 1, 'max_count': 3}),
    (('--meta', 'a=1', '--meta', 'b=2=3'), {'metadata': {'a': '1', 'b': '2=3'}}),
    (('--key-name', 'mine'), {'key_name': 'mine'}),
    (('--availability-zone', 'z:h'), {'availability_zone': 'z:h'}),
    (('--security-groups', 'a,b'), {'security_groups': [{'name': 'a'}, {'name': 'b'}]}),
    (('--config-drive', 'true'), {'config_drive': True}),
    (('--admin-pass', 'p'), {'adminPass': 'p'}),
    (('--access-ip-v4', '1.2.3.4'), {'accessIPv4': '1.2.3.4'}),
    (('--access-ip-v6', '::1'), {'accessIPv6': '::1'}),
    (('--nic', 'net-name=private'), {'networks': [{'uuid': 'net-1'}]}),
    (('--nic', 'port-id=p', '--nic', 'net-id=n'), {'networks': [{'port': 'p'}, {'uuid': 'n'}]}),
    (
        ('--nic', 'net-id=n,v4-fixed-ip=10.0.0.9'),
        {'networks': [{'uuid': 'n', 'fixed_ip': '10.0.0.9'}]},
    ),
    (
        ('--block-device-mapping', 'vdb=vol::10:1'),
        {
            'block_device_mapping': [
                {
                    'device_name': 'vdb',
                    'volume_id': 'vol',
                    'volume_size': '10',
                    'delete_on_termination': '1',
                }
            ]
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(('words', 'expected'), ALWAYS)
def test_option_is_sent(
    create: Callable[..., dict[str, Any]], words: tuple[str, ...], expected: dict[str, Any]
) -> None:
    found = create(*words, version='2.53')
    assert found == PLAIN | {'networks': 'auto'} | expected


@pytest.mark.parametrize(
    ('status', 'body', 'sentence'),
    [
        (200, {'networks': []}, "There is no network with the name 'private'."),
        (404, {'NeutronError': {'message': 'Gone away.'}}, 'Gone away. (HTTP 404)'),
    ],
)
def test_network_that_is_not_there_is_told_from_a_service_that_refuses(
    nova: Nova, new_cloud: ScriptedCloud, status: int, body: Any, sentence: str
) -> None:
    new_cloud.on('GET', '/network/v2.0/networks', body, status)
    result = nova(*WORDS, '--nic', 'net-name=private', cloud=new_cloud)
    assert (result.status, sentence in result.err) == (exceptions.ExitStatus.NOT_FOUND, True), (
        result
    )
    assert '(HTTP 404)' not in result.err or status == 404


def test_image_comes_first_among_block_devices(create: Callable[..., dict[str, Any]]) -> None:
    found = create('--swap', '512', '--ephemeral', 'size=5')
    first, second, third = found['block_device_mapping_v2']
    assert (first['uuid'], first['boot_index'], first['source_type']) == (
        records.IMAGE,
        0,
        'image',
    )
    assert (second['volume_size'], third['guest_format']) == ('5', 'swap')
    assert found['imageRef'] == records.IMAGE


def test_server_from_a_volume_has_no_image(nova: Nova, new_cloud: ScriptedCloud) -> None:
    words = ('server-create', 'web', '--flavor', '1', '--boot-volume', 'vol')
    assert nova(*words, cloud=new_cloud).status == 0
    server = sent(new_cloud)['server']
    assert server['imageRef'] == ''
    assert server['block_device_mapping_v2'] == [
        {
            'uuid': 'vol',
            'source_type': 'volume',
            'destination_type': 'volume',
            'boot_index': 0,
            'delete_on_termination': False,
        }
    ]


def test_hints_stand_beside_the_server(nova: Nova, new_cloud: ScriptedCloud) -> None:
    words = ('--hint', 'group=g', '--hint', 'other=a', '--hint', 'other=b', '--hint', 'other=c')
    assert nova(*WORDS, *words, cloud=new_cloud).status == 0
    assert sent(new_cloud)['os:scheduler_hints'] == {'group': 'g', 'other': ['a', 'b', 'c']}


def test_user_data_is_sent_in_base64(create: Callable[..., dict[str, Any]]) -> None:
    found = create('--user-data', '-', stdin=b'#cloud-config\n\xff')
    assert base64.b64decode(found['user_data']) == b'#cloud-config\n\xff'


def test_image_by_property(nova: Nova, new_cloud: ScriptedCloud) -> None:
    words = ('server-create', 'web', '--flavor', '1', '--image-with', 'os=linux')
    assert nova(*words, cloud=new_cloud).status == 0
    assert sent(new_cloud)['server']['imageRef'] == records.IMAGE
    result = nova(*words[:-1], 'os=plan9', cloud=new_cloud)
    assert result.status == 5
    assert 'os=plan9' in result.err


def test_certificates_of_the_environment(nova: Nova, new_cloud: ScriptedCloud) -> None:
    env = {'OS_TRUSTED_IMAGE_CERTIFICATE_IDS': 'a,b'}
    assert nova(*WORDS, version='2.63', cloud=new_cloud, env=env).status == 0
    assert sent(new_cloud)['server']['trusted_image_certificates'] == ['a', 'b']


@pytest.mark.parametrize(
    'words',
    [
        ('--min-count', '3', '--max-count', '2'),
        ('--block-device-mapping', 'vda=a', '--boot-volume', 'b'),
        ('--nic', 'auto', '--nic', 'net-id=a'),
        ('--nic', 'none', '--nic', 'auto'),
    ],
)
def test_contradiction_sends_nothing(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    result = nova(*WORDS, *words, cloud=new_cloud)
    assert result.status == 2
    assert 'POST /v2.1/servers' not in new_cloud.wire()


@pytest.mark.parametrize(
    ('words', 'said'),
    [
        (('server-create', 'web', '--image', 'x'), '--flavor'),
        (('server-create', 'web', '--flavor', '1'), '--image'),
    ],
)
def test_what_a_server_needs_is_named(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...], said: str
) -> None:
    result = nova(*words, cloud=new_cloud)
    assert result.status == 2
    assert said in result.err
    assert 'POST /v2.1/servers' not in new_cloud.wire()


def test_reservation_is_shown_instead_of_a_server(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.on('POST', '/servers', {'reservation_id': 'r-1'}, 202)
    result = nova(*WORDS, '--return-reservation-id', '-f', 'json', cloud=new_cloud)
    assert (result.status, result.out) == (0, '{\n  "reservation_id": "r-1"\n}\n')
    assert sent(new_cloud)['server']['return_reservation_id'] is True


# -- the library -------------------------------------------------------------


def test_library_needs_networks_from_2_37(new_cloud: ScriptedCloud, connect: Connect) -> None:
    with pytest.raises(ValueError, match='nics'):
        connect(new_cloud, '2.37').servers.create('web', None, '1')
    connect(new_cloud, '2.36').servers.create('web', None, '1')
    assert 'networks' not in sent(new_cloud)['server']


@pytest.mark.parametrize('version', ['2.0', NEWEST])
@pytest.mark.parametrize('word', ['manual', 'MANUAL'])
def test_partitions_of_the_disk_are_chosen(
    create: Callable[..., dict[str, Any]], version: str, word: str
) -> None:
    server = create('--disk-config', word, version=version)
    assert server['OS-DCF:diskConfig'] == 'MANUAL'


def test_unknown_way_of_partitions_is_refused(nova: Nova, new_cloud: ScriptedCloud) -> None:
    result = nova(*WORDS, '--disk-config', 'some', cloud=new_cloud)
    assert (result.status, new_cloud.requests) == (2, [])
    assert "'some' is neither auto nor manual" in result.err
