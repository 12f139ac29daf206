"""Tests of keypairs, at both sides of each version that changes them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.v2.conftest import Connect

PUBLIC = 'ssh-ed25519 AAAA demo'
KEYPAIR = {'name': 'mine', 'fingerprint': 'f', 'public_key': PUBLIC, 'user_id': 'user-1'}


@pytest.fixture
def new_cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud up to the newest version with one keypair."""
    cloud = start_cloud(maximum=NEWEST)
    row = {'keypair': {**KEYPAIR, 'type': 'ssh'}}
    cloud.on('GET', '/os-keypairs', {'keypairs': [row]})
    cloud.on('GET', '/os-keypairs/mine', row)
    cloud.on('POST', '/os-keypairs', {'keypair': {**KEYPAIR, 'private_key': 'BEGIN'}})
    cloud.on('DELETE', '/os-keypairs/mine', None, 204)
    return cloud


@pytest.mark.parametrize(
    ('version', 'words', 'body'),
    [
        ('2.1', (), {'name': 'mine'}),
        ('2.2', (), {'name': 'mine', 'type': 'ssh'}),
        ('2.2', ('--key-type', 'x509'), {'name': 'mine', 'type': 'x509'}),
        ('2.10', ('--user', 'u'), {'name': 'mine', 'type': 'ssh', 'user_id': 'u'}),
        ('2.91', (), {'name': 'mine', 'type': 'ssh'}),
        ('2.92', ('--pub-key', '-'), {'name': 'mine', 'type': 'ssh', 'public_key': PUBLIC}),
        ('2.1', ('--pub-key', '-'), {'name': 'mine', 'public_key': PUBLIC}),
    ],
)
def test_create_on_the_wire(
    nova: Nova, new_cloud: ScriptedCloud, version: str, words: tuple[str, ...], body: dict[str, Any]
) -> None:
    result = nova(
        'keypair-create', 'mine', *words, version=version, cloud=new_cloud, stdin=PUBLIC.encode()
    )
    assert result.status == 0, result
    assert new_cloud.requests[-1].body == {'keypair': body}


def test_pair_that_the_cloud_makes_steps_down_to_2_91(nova: Nova, new_cloud: ScriptedCloud) -> None:
    result = nova('keypair-create', 'mine', cloud=new_cloud)
    assert (result.status, result.out) == (0, 'BEGIN\n')
    assert '2.91' in result.err
    assert new_cloud.requests[-1].headers['OpenStack-API-Version'] == 'compute 2.91'


def test_import_prints_nothing_for_a_reader_and_the_record_for_programs(
    nova: Nova, new_cloud: ScriptedCloud
) -> None:
    new_cloud.on('POST', '/os-keypairs', {'keypair': KEYPAIR})
    words = ('keypair-create', 'mine', '--pub-key', '-')
    assert nova(*words, cloud=new_cloud, stdin=PUBLIC.encode()).out == ''
    shown = nova(*words, '-f', 'json', cloud=new_cloud, stdin=PUBLIC.encode()).out
    assert json.loads(shown)['fingerprint'] == 'f'


def test_owner_on_the_wire(nova: Nova, new_cloud: ScriptedCloud) -> None:
    for words in (('keypair-list',), ('keypair-show', 'mine'), ('keypair-delete', 'mine')):
        assert nova(*words, '--user', 'u', cloud=new_cloud).status == 0
        assert ('user_id', 'u') in new_cloud.requests[-1].query
        assert nova(*words, '--user', 'u', version='2.9', cloud=new_cloud).status == 2


def test_name_is_quoted_in_paths(nova: Nova, new_cloud: ScriptedCloud) -> None:
    new_cloud.on('DELETE', '/os-keypairs/a/b ü?', None, 204)
    assert nova('keypair-delete', 'a/b ü?', cloud=new_cloud).status == 0


def test_library(new_cloud: ScriptedCloud, connect: Connect) -> None:
    library = connect(new_cloud, '2.1')
    keypair = library.keypairs.get('mine')
    assert (keypair.id, keypair.name, keypair.public_key) == ('mine', 'mine', PUBLIC)
    assert [each.id for each in library.keypairs.list()] == ['mine']
    keypair.delete()
    assert new_cloud.wire()[-1] == 'DELETE /v2.1/os-keypairs/mine'
    with pytest.raises(TypeError):
        connect(new_cloud, '2.92').keypairs.create('mine')
