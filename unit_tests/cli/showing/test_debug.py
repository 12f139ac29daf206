"""Tests that what ``--debug`` shows is safe to paste."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

import pytest

from novaclient_mv.wire import masking
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

HIDDEN = 'h1dden'


@pytest.mark.parametrize(
    'text',
    [
        '-H "X-Auth-Token: h1dden"',
        'X-Subject-Token: h1dden Vary: X-Auth-Token',
        '-H "Authorization: Basic h1dden"',
        'Authorization: Bearer h1dden',
        'Set-Cookie: session=h1dden',
        '{"password": "h1dden"}',
        '{"auth": {"identity": {"password": {"user": {"password": "h1dd\\"h1dden"}}}}}',
        '{"auth": {"identity": {"token": {"id": "h1dden"}}}}',
        '{"application_credential": {"id": "x", "secret": "h1dden"}}',
        '{"totp": {"user": {"passcode": "h1dden"}}}',
        '{"server": {"adminPass": "h1dden"}}',
        '{"server": {"user_data":"h1dden"}}',
        '{"server": {"OS-EXT-SRV-ATTR:user_data": "h1dden"}}',
        '{"changePassword": {"adminPass": "h1dden"}}',
        '{"rescue": {"adminPass": "h1dden"}}',
        '{"keypair": {"private_key": "-----BEGIN\\nh1dden\\n"}}',
        '{"personality": [{"path": "/a", "contents": "h1dden"}]}',
        '{"console": {"type": "novnc", "url": "http://c/vnc_auto.html?token=h1dden"}}',
        '{"remote_console": {"url": "http://c/vnc.html?path=%3Ftoken%3Dh1dden"}}',
        '{"url": "https://c:6080/?a=b&token=h1dden&title=web"}',
        'GET http://n/v2.1/os-console-auth-tokens/h1dden',
        'http://admin:h1dden@keystone.example/v3',
        'https://object.example/image?temp_url_sig=1&signature=h1dden',
    ],
)
def test_secret_is_masked(text: str) -> None:
    assert HIDDEN not in masking.masked(text)
    assert '***' in masking.masked(text)


@pytest.mark.parametrize(
    'text',
    [
        '{"server": {"name": "web", "key_name": "mine", "id": "1"}}',
        'GET http://nova.example:8774/v2.1/servers/detail?name=web',
        'X-OpenStack-Request-ID: req-1',
        '{"keypair": {"public_key": "ssh-rsa AAAA"}}',
    ],
)
def test_what_is_no_secret_is_shown(text: str) -> None:
    assert masking.masked(text) == text


@pytest.fixture
def new_cloud(start_cloud: Callable[..., ScriptedCloud]) -> ScriptedCloud:
    """A cloud that creates servers and keypairs."""
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    records.add_server(cloud, records.server(1, image=''))
    created = {'id': records.server_id(1), 'adminPass': 'adm1n'}
    cloud.on('POST', '/servers', {'server': created}, 202)
    cloud.on(
        'POST',
        '/os-keypairs',
        {'keypair': {'name': 'mine', 'private_key': 'BEGIN pr1vate', 'fingerprint': 'f'}},
    )
    return cloud


def test_command_line_with_secrets_is_safe_to_paste(nova: Nova, new_cloud: ScriptedCloud) -> None:
    file = nova.home / 'data'
    file.write_bytes(b'topsecret')
    words = (
        *('--debug', 'server-create', 'web', '--flavor', '1', '--boot-volume', 'v'),
        *('--user-data', str(file), '--admin-pass', 'g1ven'),
    )
    result = nova(*words, cloud=new_cloud)
    assert result.status == 0
    for secret in ('secret', 'token-1', 'adm1n', 'g1ven', 'dG9wc2VjcmV0', 'topsecret'):
        assert secret not in result.err, secret
    # What helps to find a fault is there.
    for told in ('POST', '/v2.1/servers', f'compute {NEWEST}', 'req-0000', '"flavorRef": "1"'):
        assert told in result.err, told
    assert 'adm1n' in result.out


def test_secret_of_a_line_is_masked_wherever_it_was_sent(
    nova: Nova, new_cloud: ScriptedCloud
) -> None:
    words = ('--block-device-mapping', 'x_password=S3cret', '--debug', '--timings')
    result = nova('server-create', 'web', '--flavor', '1', *words, cloud=new_cloud)
    assert '"volume_id": "***"' in result.err
    assert 'S3cret' not in result.err
    listed = nova('server-list', '--name', 'password=S3 cr"et', *words[2:], cloud=new_cloud)
    assert 'name=password%3D***' in listed.err
    assert 'S3' not in listed.err
    assert '22et' not in listed.err


def test_private_key_is_shown_in_the_output_only(nova: Nova, new_cloud: ScriptedCloud) -> None:
    result = nova('keypair-create', 'mine', '--debug', version='2.53', cloud=new_cloud)
    assert 'pr1vate' in result.out
    assert 'pr1vate' not in result.err


def test_file_in_a_server_is_masked(nova: Nova, new_cloud: ScriptedCloud) -> None:
    file = nova.home / 'motd'
    file.write_bytes(b'topsecret')
    words = ('server-create', 'web', '--flavor', '1', '--boot-volume', 'v', '--debug')
    result = nova(*words, '--file', f'/etc/motd={file}', version='2.53', cloud=new_cloud)
    assert '/etc/motd' in result.err
    assert 'dG9wc2VjcmV0' not in result.err


def test_refused_login_is_masked(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('--debug', 'server-list', cloud=cloud, env={'OS_PASSWORD': 'wr0ng'})
    assert result.status == 4
    assert 'wr0ng' not in result.err


def test_output_is_the_same_with_debug(nova: Nova, cloud: ScriptedCloud) -> None:
    plain = nova('server-list', '-f', 'json', cloud=cloud)
    debugged = nova('server-list', '-f', 'json', '--debug', cloud=cloud)
    assert plain.out == debugged.out
    assert json.loads(debugged.out) == []


def test_logging_is_as_before_after_a_run(nova: Nova, cloud: ScriptedCloud) -> None:
    loggers = [logging.getLogger(name) for name in ('keystoneauth', 'novaclient_mv')]
    nova('server-list', cloud=cloud)
    before = [(each.level, len(each.handlers)) for each in loggers]
    nova('--debug', 'server-list', cloud=cloud)
    assert [(each.level, len(each.handlers)) for each in loggers] == before
    assert 'DEBUG' not in nova('server-list', cloud=cloud).err


def test_debug_escapes_what_acts_on_a_terminal(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', b'{"servers": [], "x": "\x1b[2J\xe2\x80\xae"}')
    result = nova('--debug', 'server-list', cloud=cloud, is_terminal=True)
    assert not set(result.err) & set('\x1b\u202e')
