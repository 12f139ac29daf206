"""Keypairs that ssh-keygen generates: what is sent, and what becomes of the private key."""

from __future__ import annotations

import json
import pathlib
import stat

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud, fault
from unit_tests.v2 import exchange

PUBLIC = 'ssh-ed25519 AAAA'
PRIVATE = 'BEGIN\nEND\n'
SCRIPT = """#!/bin/sh
for file; do :; done
printf 'BEGIN\\nEND\\n' > "$file"
printf 'ssh-ed25519 AAAA \\n' > "$file.pub"
"""


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud = start_cloud(maximum=NEWEST)
    keypair = {'name': 'mine', 'fingerprint': 'f', 'public_key': PUBLIC, 'user_id': 'user-1'}
    cloud.on('POST', '/os-keypairs', {'keypair': keypair})
    return cloud


@pytest.fixture(autouse=True)
def keygen(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A program ssh-keygen that is quick, and generates the same key each time."""
    program = tmp_path / 'bin' / 'ssh-keygen'
    program.parent.mkdir()
    program.write_text(SCRIPT)
    program.chmod(0o755)
    monkeypatch.setenv('PATH', f'{program.parent}:/usr/bin:/bin')
    return program


@pytest.mark.parametrize(
    ('version', 'words', 'more'),
    [
        ('2.1', (), {}),
        ('2.2', (), {'type': 'ssh'}),
        ('2.10', ('--user', 'u'), {'type': 'ssh', 'user_id': 'u'}),
        (NEWEST, ('--key-type', 'x509'), {'type': 'x509'}),
    ],
)
def test_public_key_alone_is_sent(
    nova: Nova, cloud: ScriptedCloud, version: str, words: tuple[str, ...], more: dict[str, str]
) -> None:
    result = nova('keypair-generate', 'mine', *words, version=version, cloud=cloud)
    assert (result.status, result.out) == (0, f'{PRIVATE}\n')
    expected = {'name': 'mine', 'public_key': PUBLIC, **more}
    assert cloud.requests[-1].body == {'keypair': expected}


def test_private_key_is_kept_in_a_file_of_its_owner(
    nova: Nova, cloud: ScriptedCloud, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / 'key'
    words = ('keypair-generate', 'mine', '--private-key', str(file), '-f', 'json')
    result = nova(*words, cloud=cloud)
    assert json.loads(result.out)['fingerprint'] == 'f'
    assert file.read_text() == PRIVATE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    file.write_text('older')
    assert nova(*words, cloud=cloud).status == 0
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == (PRIVATE, 0o600)


@pytest.mark.parametrize('words', [(), ('--dry-run',)])
def test_file_is_as_it_was_where_nothing_was_imported(
    nova: Nova, cloud: ScriptedCloud, tmp_path: pathlib.Path, words: tuple[str, ...]
) -> None:
    cloud.on('POST', '/os-keypairs', lambda request: fault(409, 'there is one'))
    old = tmp_path / 'old'
    old.write_text('older')
    for file in (old, tmp_path / 'new'):
        result = nova('keypair-generate', 'mine', '--private-key', str(file), *words, cloud=cloud)
        assert result.status == (0 if words else 6)
    assert old.read_text() == 'older'
    assert {each.name for each in tmp_path.iterdir() if each.is_file()} == {'old'}


@pytest.mark.parametrize(
    ('script', 'said'),
    [('#!/bin/sh\necho no >&2\nexit 3\n', 'ended with status 3: no'), (None, 'Cannot run')],
)
def test_failure_of_ssh_keygen_is_told_before_anything_is_sent(
    nova: Nova,
    cloud: ScriptedCloud,
    keygen: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    script: str | None,
    said: str,
) -> None:
    keygen.write_text(script or '')
    if script is None:
        monkeypatch.setenv('PATH', str(keygen.parent / 'none'))
    result = nova('keypair-generate', 'mine', cloud=cloud)
    assert (result.status, said in result.err) == (1, True)
    assert not exchange.writes(cloud)


def test_file_that_cannot_be_written_is_told(
    nova: Nova, cloud: ScriptedCloud, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / 'none' / 'key'
    result = nova('keypair-generate', 'mine', '--private-key', str(file), cloud=cloud)
    assert (result.status, 'No such file' in result.err) == (2, True)
    assert not exchange.writes(cloud)


def test_question_who_may_leaves_the_file_alone(
    nova: Nova, cloud: ScriptedCloud, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / 'key'
    file.write_text('older')
    line = f'keypair-generate mine --private-key {file}'
    assert nova('can-i', *line.split(), cloud=cloud).status == 0
    assert (file.read_text(), exchange.writes(cloud)) == ('older', [])
