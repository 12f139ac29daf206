"""Keypairs: made by the cloud, imported, listed, shown and deleted."""

from __future__ import annotations

import base64
import hashlib
import pathlib

from functional_tests.nova import Nova, Reaches
from functional_tests.things import Things, public_key, unique


def fingerprint(key: str) -> str:
    """The MD5 fingerprint of a public key."""
    digest = hashlib.md5(base64.b64decode(key.split()[1])).hexdigest()
    return ':'.join(digest[at : at + 2] for at in range(0, 32, 2))


def test_cloud_makes_a_keypair_and_tells_its_private_key_once(
    user: Nova, things: Things, version: str, reaches: Reaches
) -> None:
    name = unique('key')
    things.keypairs.append(name)
    made = user('keypair-create', name, version=version).checked()
    assert made.lines[0].startswith('-----BEGIN ')
    assert 'PRIVATE KEY-----' in made.lines[0]
    assert made.out.rstrip().splitlines()[-1].startswith('-----END ')
    # From 2.92 the cloud makes no keys; a version that was not named steps down, and says so.
    assert ('using API version 2.91' in made.err) is reaches('2.92')
    shown = user.json('keypair-show', name, version=version)
    assert shown['private_key'] is None
    assert shown['fingerprint'] == fingerprint(shown['public_key'])


def test_imported_keypair_is_listed_shown_and_deleted(
    user: Nova, things: Things, version: str, reaches: Reaches, tmp_path: pathlib.Path
) -> None:
    key, name = public_key(), unique('key')
    file = tmp_path / 'id.pub'
    file.write_text(key + '\n')
    things.keypairs.append(name)
    made = user('keypair-create', name, '--pub-key', str(file), version=version).checked()
    assert made.out == ''

    shown = user.json('keypair-show', name, version=version)
    assert (shown['name'], shown['fingerprint']) == (name, fingerprint(key))
    assert shown['public_key'].strip() == key
    assert shown['type'] == ('ssh' if reaches('2.2') else None)
    listed = {each['name']: each for each in user.json('keypair-list', version=version)}
    assert listed[name]['fingerprint'] == fingerprint(key)

    things.keypairs.remove(name)
    user('keypair-delete', name, version=version).checked()
    gone = user('keypair-show', name, version=version)
    assert (gone.out, gone.status) == ('', 5)


def test_public_key_is_read_from_the_input(user: Nova, things: Things, version: str) -> None:
    name = things.import_keypair(version=version)
    assert user.json('keypair-show', name, version=version)['name'] == name
