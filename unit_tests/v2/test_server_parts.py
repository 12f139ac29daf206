"""Metadata, passwords, diagnostics and topology of servers, and the way in with ssh."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, StartCloud
from unit_tests.v2 import exchange
from unit_tests.v2.conftest import Connect

ADDRESSES = {
    'private': [
        {'addr': '10.0.0.3', 'version': 4, 'OS-EXT-IPS:type': 'fixed'},
        {'addr': 'fd00::3', 'version': 6, 'OS-EXT-IPS:type': 'fixed'},
        {'addr': '192.0.2.3', 'version': 4, 'OS-EXT-IPS:type': 'floating'},
    ]
}
WEB = records.server(1, 'web', addresses=ADDRESSES)
ID = WEB['id']


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    records.add_server(cloud, WEB)
    place = f'/servers/{ID}'
    cloud.on('POST', f'{place}/metadata', exchange.echo('metadata', old='1'))
    cloud.on('PUT', f'{place}/metadata/*', exchange.echo('meta'))
    cloud.on('DELETE', f'{place}/metadata/*', status=204)
    cloud.on('GET', f'{place}/metadata', {'metadata': {'a': '1'}})
    cloud.on('GET', f'{place}/metadata/a', {'meta': {'a': '1'}})
    cloud.on('GET', f'{place}/os-server-password', {'password': 'c2VjcmV0'})
    cloud.on('DELETE', f'{place}/os-server-password', status=204)
    return cloud


# -- metadata --


def test_metadata_is_set_in_one_request(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('meta', 'web', 'set', 'b=2=3', 'a=', cloud=cloud) == ('', '', 0)
    assert exchange.writes(cloud) == [f'POST /servers/{ID}/metadata']
    assert exchange.bodies(cloud) == [{'metadata': {'b': '2=3', 'a': ''}}]


@pytest.mark.parametrize('words', [('a', 'c', 'b'), ('a=1', 'c=', 'b')])
def test_metadata_is_deleted_in_reverse_order(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    assert nova('server-meta', 'web', 'delete', *words, cloud=cloud) == ('', '', 0)
    assert exchange.writes(cloud) == [f'DELETE /servers/{ID}/metadata/{key}' for key in 'cba']


def test_all_keys_are_tried_though_one_is_missing(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.answer_next('DELETE', f'/servers/{ID}/metadata/b', 'status:404')
    result = nova('meta', ID, 'delete', 'a', 'b', 'c', cloud=cloud)
    assert result.status == 8
    assert '1 of 3 failed' in result.err
    assert len(exchange.writes(cloud)) == 3


@pytest.mark.parametrize('words', [('set', 'a'), ('set', 'a=1', '=2'), ('delete', '=1')])
def test_metadata_without_key_or_value_is_refused(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    assert nova('meta', 'web', *words, cloud=cloud).status == 2
    assert exchange.writes(cloud) == []


def test_all_metadata_is_deleted_in_one_request(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('PUT', f'/servers/{ID}/metadata', exchange.echo('metadata'))
    assert nova('server-meta', 'web', 'delete', '--all', cloud=cloud) == ('', '', 0)
    assert exchange.writes(cloud) == [f'PUT /servers/{ID}/metadata']
    assert exchange.bodies(cloud) == [{'metadata': {}}]


@pytest.mark.parametrize(
    'words', [('set', '--all'), ('delete',), ('delete', '--all', 'a'), ('set', 'a=1', '--all')]
)
def test_all_metadata_or_some_keys_are_named(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    assert nova('server-meta', 'web', *words, cloud=cloud).status == 2
    assert cloud.requests == []


def test_metadata_of_the_library(connect: Connect, cloud: ScriptedCloud) -> None:
    servers = connect(cloud, '2.1').servers
    assert servers.list_meta(ID) == {'metadata': {'a': '1'}}
    assert servers.get_meta(ID, 'a') == {'meta': {'a': '1'}}
    assert servers.set_meta(ID, {'b': '2'}).to_dict() == {'b': '2', 'old': '1'}
    assert servers.set_meta_item(ID, 'c d', '3').to_dict() == {'meta': {'c d': '3'}}
    servers.delete_meta(ID, ['b', 'a'])
    assert exchange.writes(cloud) == [
        f'POST /servers/{ID}/metadata',
        f'PUT /servers/{ID}/metadata/c d',
        f'DELETE /servers/{ID}/metadata/b',
        f'DELETE /servers/{ID}/metadata/a',
    ]
    assert exchange.bodies(cloud)[1] == {'meta': {'c d': '3'}}


# -- passwords --


def test_password_is_shown_encrypted_without_a_key(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('get-password', 'web', cloud=cloud) == ('c2VjcmV0\n', '', 0)


def test_key_that_is_not_there_is_an_error(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('get-password', 'web', '/nowhere/id_rsa', cloud=cloud)
    assert (result.out, result.status) == ('', 1)
    assert 'Cannot read /nowhere/id_rsa' in result.err


def test_server_without_a_password_needs_no_key(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', f'/servers/{ID}/os-server-password', {'password': ''})
    assert nova('get-password', 'web', '/nowhere/id_rsa', cloud=cloud) == ('\n', '', 0)


def test_password_is_cleared(nova: Nova, cloud: ScriptedCloud) -> None:
    assert nova('clear-password', 'web', cloud=cloud) == ('', '', 0)
    assert exchange.writes(cloud) == [f'DELETE /servers/{ID}/os-server-password']


# -- diagnostics and topology --


def test_diagnostics_are_shown_in_the_hypervisors_names_up_to_2_47(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', f'/servers/{ID}/diagnostics', {'vda_read': 262144, 'cpu0_time': 17})
    result = nova('diagnostics', 'web', version='2.47', cloud=cloud)
    assert exchange.table(result)[1:] == [['cpu0_time', '17'], ['vda_read', '262144']]
    found = json.loads(nova('diagnostics', ID, '-f', 'json', version='2.47', cloud=cloud).out)
    assert found['extra'] == {'vda_read': 262144, 'cpu0_time': 17}
    assert found['state'] is None


def test_diagnostics_have_one_form_from_2_48(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', f'/servers/{ID}/diagnostics', {'state': 'running', 'uptime': None})
    result = nova('diagnostics', 'web', version='2.48', cloud=cloud)
    assert exchange.properties(result) == {'state': 'running', 'uptime': '-'}
    result = nova('diagnostics', 'web', '-c', 'state', '-f', 'value', version='2.48', cloud=cloud)
    assert result.out == 'running\n'


def test_diagnostics_of_the_library_are_a_response_and_its_body(
    connect: Connect, cloud: ScriptedCloud
) -> None:
    cloud.on('GET', f'/servers/{ID}/diagnostics', {'state': 'running'})
    answer, body = connect(cloud, '2.48').servers.get(ID).diagnostics()
    assert (answer.status_code, answer.json(), body) == (200, body, {'state': 'running'})


def test_userdata_is_encoded(connect: Connect, cloud: ScriptedCloud) -> None:
    assert connect(cloud, '2.1').servers.transform_userdata('#!/bin/sh') == 'IyEvYmluL3No'


# -- ssh --


@pytest.fixture
def ssh(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A program ssh that writes its words to a file, and ends with the status in another."""
    folder = tmp_path / 'bin'
    folder.mkdir()
    program = folder / 'ssh'
    program.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" > {folder}/words\nexit $(cat {folder}/status)\n'
    )
    program.chmod(0o755)
    (folder / 'status').write_text('0')
    monkeypatch.setenv('PATH', f'{folder}:/usr/bin:/bin')
    return folder


@pytest.mark.parametrize(
    ('words', 'expected'),
    [
        (('web',), ['-4', '-p', '22', 'root@192.0.2.3']),
        (('web', '--private'), ['-4', '-p', '22', 'root@10.0.0.3']),
        (('web', '--address-type', 'fixed'), ['-4', '-p', '22', 'root@10.0.0.3']),
        (('web', '--address_type', 'fixed'), ['-4', '-p', '22', 'root@10.0.0.3']),
        (
            ('web', '--ipv6', '--address-type', 'fixed', '--login', 'me', '--port', '2222'),
            ['-6', '-p', '2222', 'me@fd00::3'],
        ),
        (
            ('me@web', '-i', '~/k', '--network', 'private', '--extra-opts', '-o "A B" uptime'),
            ['-4', '-p', '22', '-i', '~/k', 'me@192.0.2.3', '-o', 'A B', 'uptime'],
        ),
    ],
)
def test_ssh_is_run_with_the_address_that_was_chosen(
    nova: Nova, cloud: ScriptedCloud, ssh: pathlib.Path, words: tuple[str, ...], expected: list[str]
) -> None:
    assert nova('ssh', *words, cloud=cloud) == ('', '', 0)
    assert (ssh / 'words').read_text().splitlines() == expected


def test_failure_of_ssh_is_told(nova: Nova, cloud: ScriptedCloud, ssh: pathlib.Path) -> None:
    (ssh / 'status').write_text('255')
    result = nova('ssh', 'web', cloud=cloud)
    assert result.status == 1
    assert 'ssh ended with status 255' in result.err


def test_missing_ssh_is_told(
    nova: Nova, cloud: ScriptedCloud, ssh: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv('PATH', str(ssh / 'none'))
    result = nova('ssh', 'web', cloud=cloud)
    assert result.status == 1
    assert 'Cannot run ssh' in result.err


@pytest.mark.parametrize(
    ('words', 'reason'),
    [
        (('web', '--ipv6'), 'no floating IPv6 address'),
        (('web', '--network', 'public'), "not on the network 'public'; it is on private"),
    ],
)
def test_server_without_such_an_address_is_not_found(
    nova: Nova, cloud: ScriptedCloud, ssh: pathlib.Path, words: tuple[str, ...], reason: str
) -> None:
    result = nova('ssh', *words, cloud=cloud)
    assert result.status == 5
    assert reason in result.err
    assert not (ssh / 'words').exists()


def test_network_must_be_chosen_where_there_are_several(
    nova: Nova, cloud: ScriptedCloud, ssh: pathlib.Path
) -> None:
    def two_networks(request: Request) -> Any:
        return {'server': {**WEB, 'addresses': {**ADDRESSES, 'other': []}}}

    cloud.on('GET', f'/servers/{ID}', two_networks)
    result = nova('ssh', 'web', cloud=cloud)
    assert result.status == 5
    assert 'choose with --network: other, private' in result.err
    assert not (ssh / 'words').exists()


@pytest.mark.parametrize('version', ['2.0', NEWEST])
def test_metadata_is_listed_shown_and_replaced(
    nova: Nova, cloud: ScriptedCloud, version: str
) -> None:
    cloud.on('PUT', f'/servers/{ID}/metadata', exchange.echo('metadata'))
    listed = nova('server-metadata-list', 'web', '-f', 'json', version=version, cloud=cloud)
    assert json.loads(listed.out) == {'a': '1'}
    shown = nova('server-metadata-show', 'web', 'a', version=version, cloud=cloud)
    assert exchange.properties(shown) == {'a': '1'}
    words = ('server-metadata-replace', 'web', 'b=2=3', 'c=')
    replaced = nova(*words, version=version, cloud=cloud)
    assert exchange.properties(replaced) == {'b': '2=3', 'c': ''}
    assert exchange.writes(cloud) == [f'PUT /servers/{ID}/metadata']
    assert nova('server-metadata-show', 'web', 'none', version=version, cloud=cloud).status == 5
    words = ('server-metadata-update', 'web', 'a b', '2')
    assert exchange.properties(nova(*words, version=version, cloud=cloud)) == {'a b': '2'}
    assert exchange.bodies(cloud)[-1] == {'meta': {'a b': '2'}}


@pytest.mark.parametrize('version', ['2.0', NEWEST])
def test_addresses_are_listed_for_each_network_or_one(
    nova: Nova, cloud: ScriptedCloud, version: str
) -> None:
    private = [{'addr': '10.0.0.3', 'version': 4}, {'addr': 'fd00::3', 'version': 6}]
    public = [{'addr': '192.0.2.3', 'version': 4}]
    both = {'addresses': {'public': public, 'my net': private}}
    cloud.on('GET', f'/servers/{ID}/ips', both)
    cloud.on('GET', f'/servers/{ID}/ips/my net', {'my net': private})
    listed = nova('server-ip-list', 'web', version=version, cloud=cloud)
    assert exchange.table(listed) == [
        ['Network', 'Address', 'Version'],
        ['my net', '10.0.0.3', '4'],
        ['my net', 'fd00::3', '6'],
        ['public', '192.0.2.3', '4'],
    ]
    words = ('server-ip-show', 'web', 'my net', '-f', 'json')
    shown = json.loads(nova(*words, version=version, cloud=cloud).out)
    assert shown[0] == {'network': 'my net', 'address': '10.0.0.3', 'version': 4}
    assert len(shown) == 2
    assert nova('server-ip-show', 'web', 'none', version=version, cloud=cloud).status == 5


@pytest.mark.parametrize('version', ['2.0', NEWEST])
def test_network_settings_are_handed_over_again(
    nova: Nova, cloud: ScriptedCloud, version: str
) -> None:
    cloud.on('POST', f'/servers/{ID}/action', status=202)
    result = nova('server-inject-network-info', 'web', version=version, cloud=cloud)
    assert result == ('', '', 0)
    assert exchange.bodies(cloud) == [{'injectNetworkInfo': None}]


@pytest.mark.parametrize('version', ['2.0', NEWEST])
def test_partitions_and_addresses_for_access_are_changed(
    nova: Nova, cloud: ScriptedCloud, version: str
) -> None:
    cloud.on('PUT', f'/servers/{ID}', {'server': WEB})
    options = ('--disk-config', 'manual', '--access-ip-v4', '10.0.0.9', '--access-ip-v6', 'fd00::9')
    assert nova('server-update', 'web', *options, version=version, cloud=cloud).status == 0
    assert exchange.bodies(cloud) == [
        {
            'server': {
                'OS-DCF:diskConfig': 'MANUAL',
                'accessIPv4': '10.0.0.9',
                'accessIPv6': 'fd00::9',
            }
        }
    ]


@pytest.mark.parametrize(
    'words', [('--access-ip-v4', 'fd00::9'), ('--access-ip-v6', '10.0.0.9'), ('--access-ip-v4', '')]
)
def test_address_of_the_other_family_is_refused(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    assert nova('server-update', 'web', *words, cloud=cloud).status == 2
    assert cloud.requests == []


@pytest.mark.parametrize('version', ['2.0', NEWEST])
def test_resize_chooses_the_partitions(nova: Nova, cloud: ScriptedCloud, version: str) -> None:
    cloud.on('GET', '/flavors/2', {'flavor': records.flavor('m1.small', '2')})
    cloud.on('POST', f'/servers/{ID}/action', status=202)
    words = ('server-resize', 'web', '2', '--disk-config', 'auto')
    assert nova(*words, version=version, cloud=cloud).status == 0
    assert exchange.bodies(cloud) == [{'resize': {'flavorRef': '2', 'OS-DCF:diskConfig': 'AUTO'}}]
