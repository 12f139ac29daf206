"""The password that a guest leaves for the owner of its key."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from novaclient_mv import crypto
from unit_tests.sandbox.caller import Caller


def rsa_key(folder: Path) -> tuple[str, str]:
    """The file of a new private key, and the line of its public one."""
    file = folder / 'key'
    words = ('ssh-keygen', '-q', '-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', '', '-f', str(file))
    try:
        subprocess.run(words, check=True)
    except OSError:
        pytest.skip('there is no ssh-keygen to make a key')
    return str(file), file.with_suffix('.pub').read_text()


def left(cloud: Caller, id: str) -> str:
    found = cloud('GET', f'/v2.1/servers/{id}/os-server-password').body['password']
    assert isinstance(found, str)
    return found


def test_owner_of_an_rsa_key_reads_the_password_of_a_new_server(
    cloud: Caller, tmp_path: Path
) -> None:
    private, public = rsa_key(tmp_path)
    body = {'keypair': {'name': 'mine', 'type': 'ssh', 'public_key': public}}
    assert cloud('POST', '/v2.1/os-keypairs', '2.2', body).status == 201
    id = cloud.boot(key_name='mine', adminPass='Grüße')
    assert left(cloud, id) == ''
    cloud.now += 5
    assert crypto.decrypt_password(private, left(cloud, id)) == 'Grüße'
    assert cloud('DELETE', f'/v2.1/servers/{id}/os-server-password').status == 204
    assert left(cloud, id) == ''


def test_without_an_rsa_key_none_is_left(cloud: Caller) -> None:
    # The sandbox makes keys of another kind.
    cloud('POST', '/v2.1/os-keypairs', '2.91', {'keypair': {'name': 'other'}})
    servers = [cloud.boot(), cloud.boot(key_name='other')]
    cloud.now += 5
    assert [left(cloud, id) for id in servers] == ['', '']
