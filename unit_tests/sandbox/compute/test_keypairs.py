"""Keypairs and the keys in them."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from novaclient_mv.sandbox.compute import ssh_keys
from unit_tests.sandbox.caller import Caller

PATH = '/v2.1/os-keypairs'


def _create(cloud: Caller, version: str, **keys: Any) -> Any:
    return cloud('POST', PATH, version, {'keypair': {'name': 'k', **keys}})


def _import(cloud: Caller, name: str, version: str = '2.10', **keys: Any) -> None:
    _, public = ssh_keys.generate()
    body = {'keypair': {'name': name, 'public_key': public, **keys}}
    assert cloud('POST', PATH, version, body).status == 201


def test_keys_are_only_imported_from_2_92(cloud: Caller) -> None:
    assert 'private_key' in _create(cloud, '2.91').body['keypair']
    assert "'public_key' is a required property" in _create(cloud, '2.92').message


def test_names_may_have_more_characters_from_2_92(cloud: Caller) -> None:
    _, public = ssh_keys.generate()
    for version, status in (('2.91', 400), ('2.92', 201)):
        answer = _create(cloud, version, name='me@host.example', public_key=public)
        assert answer.status == status


def test_second_keypair_of_a_name_conflicts(cloud: Caller) -> None:
    _create(cloud, '2.2')
    answer = _create(cloud, '2.2')
    assert (answer.status, answer.message) == (409, "Key pair 'k' already exists.")


def test_keypairs_of_others_are_for_administrators_from_2_10(cloud: Caller) -> None:
    demo = cloud.other('demo')
    _import(demo, 'mine')
    user = demo('GET', f'{PATH}/mine').body['keypair']['user_id']
    query = f'?user_id={user}'
    assert cloud('GET', f'{PATH}{query}', '2.9').body['keypairs'] == []
    assert len(cloud('GET', f'{PATH}{query}', '2.10').body['keypairs']) == 1
    assert cloud('GET', f'{PATH}/mine{query}', '2.10').status == 200
    _import(cloud, 'given', user_id=user)
    assert demo('GET', f'{PATH}/given').status == 200
    other = cloud('GET', f'{PATH}?user_id=', '2.10')
    assert other.status == 200
    assert demo('GET', f'{PATH}?user_id=someone', '2.10').status == 403
    assert _create(demo, '2.10', user_id='someone').status == 403
    assert cloud('DELETE', f'{PATH}/mine{query}', '2.10').status == 204


def test_list_has_pages_from_2_35(cloud: Caller) -> None:
    for name in ('c', 'a', 'b'):
        _import(cloud, name)
    assert len(cloud('GET', f'{PATH}?limit=1', '2.34').body['keypairs']) == 3
    body = cloud('GET', f'{PATH}?limit=2', '2.35').body
    assert [each['keypair']['name'] for each in body['keypairs']] == ['a', 'b']
    assert body['keypairs_links'][0]['href'].endswith('?limit=2&marker=b')
    assert cloud('GET', f'{PATH}?marker=zz', '2.35').message == 'Marker zz could not be found.'


def test_fingerprint_is_the_md5_of_the_key(cloud: Caller) -> None:
    keypair = _create(cloud, '2.2').body['keypair']
    blob = base64.b64decode(keypair['public_key'].split()[1])
    digest = hashlib.md5(blob).hexdigest()
    assert keypair['fingerprint'].replace(':', '') == digest


def _line(kind: str, *parts: bytes) -> str:
    strings = [kind.encode(), *parts]
    blob = b''.join(len(each).to_bytes(4, 'big') + each for each in strings)
    return f'{kind} {base64.b64encode(blob).decode()}'


ODD, BIG = b'\x01\x00\x01', b'\0' + b'\xff' * 128


@pytest.mark.parametrize(
    ('line', 'status'),
    [
        (_line('ssh-rsa', ODD, BIG), 201),
        (_line('ssh-rsa', ODD, BIG) + ' me and my host\n', 201),
        (_line('ssh-rsa', b'\2', BIG), 400),
        (_line('ssh-ed25519', b'x' * 32), 201),
        (_line('ssh-ed25519', b'x' * 31), 400),
        (_line('ssh-dss', BIG, ODD, ODD, ODD), 201),
        (_line('ecdsa-sha2-nistp256', b'nistp384', b'\4' + b'x' * 64), 400),
    ],
)
def test_body_of_an_ssh_key_is_what_its_type_says(cloud: Caller, line: str, status: int) -> None:
    assert _create(cloud, '2.92', public_key=line).status == status


@pytest.mark.skipif(shutil.which('ssh-keygen') is None, reason='ssh-keygen is not here')
def test_generated_key_is_one_that_ssh_reads(cloud: Caller, tmp_path: Path) -> None:
    keypair = _create(cloud, '2.2').body['keypair']
    file = tmp_path / 'key'
    file.touch(0o600)
    file.write_text(keypair['private_key'])
    command = ['ssh-keygen', '-y', '-f', str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split()[:2] == keypair['public_key'].split()[:2]


@pytest.mark.skipif(shutil.which('openssl') is None, reason='openssl is not here')
def test_certificate_is_made_where_none_is_given(cloud: Caller) -> None:
    keypair = _create(cloud, '2.2', type='x509').body['keypair']
    assert keypair['public_key'].startswith('-----BEGIN CERTIFICATE-----')
    assert keypair['private_key'].startswith('-----BEGIN')
    shown = cloud('GET', f'{PATH}/k', '2.2').body['keypair']
    assert shown['type'] == 'x509'
