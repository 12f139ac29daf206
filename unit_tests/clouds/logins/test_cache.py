"""Tests of what is kept between commands, and of how it is kept."""

from __future__ import annotations

import errno
import json
import os
import pathlib
import threading
from concurrent import futures
from typing import Any

import pytest

from novaclient_mv.clouds.logins import cache
from unit_tests.nova import NOON, Nova
from unit_tests.scripted import SECRET, ScriptedCloud

LIST = ('server-list', '-f', 'value', '-c', 'name')


def logins(cloud: ScriptedCloud) -> int:
    return cloud.wire().count('POST /v3/auth/tokens')


def files(nova: Nova) -> list[pathlib.Path]:
    folder = nova.home / '.cache' / 'nova-mv'
    return sorted(folder.iterdir()) if folder.exists() else []


def kept(nova: Nova, kind: str) -> list[pathlib.Path]:
    return [each for each in files(nova) if each.name.startswith(f'{kind}-')]


@pytest.mark.parametrize(
    ('words', 'env'),
    [
        (('--no-cache',), {}),
        ((), {'OS_CACHE': '0'}),
        ((), {'OS_CACHE': 'false'}),
        ((), {'OS_CACHE': 'No'}),
        (('--no-cache', '--os-cache'), {}),
    ],
)
def test_cache_can_be_turned_off(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], env: dict[str, str]
) -> None:
    for _ in range(2):
        assert nova(*LIST, *words, cloud=cloud, env=env).status == 0
    assert logins(cloud) == 2
    assert files(nova) == []


def test_option_turns_the_cache_on_against_the_environment(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    for _ in range(2):
        nova(*LIST, '--os-cache', cloud=cloud, env={'OS_CACHE': '0'})
    assert logins(cloud) == 1


def test_wrong_password_is_refused_although_a_token_is_kept(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    nova(*LIST, cloud=cloud)
    assert nova(*LIST, cloud=cloud, env={'OS_PASSWORD': 'wrong'}).status == 4
    assert nova(*LIST, cloud=cloud).status == 0
    assert logins(cloud) == 2


def test_files_can_be_read_by_their_owner_only(nova: Nova, cloud: ScriptedCloud) -> None:
    folder = nova.home / '.cache' / 'nova-mv'
    folder.mkdir(parents=True, mode=0o755)
    os.umask(os.umask(0))
    nova(*LIST, cloud=cloud)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {each.stat().st_mode & 0o777 for each in files(nova)} == {0o600}
    assert sorted(each.name.split('-')[0] for each in files(nova)) == [
        *('key', 'range', 'token', 'way')
    ]


def test_nothing_secret_is_in_names_and_only_the_state_in_the_token_file(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    nova(*LIST, cloud=cloud)
    for each in files(nova):
        assert SECRET not in each.name
        assert 'demo' not in each.name
        assert SECRET.encode() not in each.read_bytes()
    (token,) = kept(nova, 'token')
    content = json.loads(token.read_text())
    assert set(content) == {'until', 'value'}
    assert set(json.loads(content['value'])) == {'auth_token', 'body'}
    (found,) = kept(nova, 'range')
    assert json.loads(found.read_text()) == {'until': NOON + 3600, 'value': '2.1..2.53'}
    (way,) = kept(nova, 'way')
    content = json.loads(way.read_text())
    assert content['value']['headers'] == {'X-Auth-Token': 'token-1'}
    assert set(content['value']) == {
        *('headers', 'project_id', 'user_id', 'endpoints', 'authorities', 'token')
    }


def test_cache_clear_forgets_everything(nova: Nova, cloud: ScriptedCloud) -> None:
    nova(*LIST, cloud=cloud)
    # A process that was killed while it wrote.
    (nova.home / '.cache' / 'nova-mv' / 'key.1234.abcd').write_bytes(b'x')
    result = nova('cache-clear', '-f', 'json')
    assert json.loads(result.out) == {'removed': 3}
    assert files(nova) == []
    assert json.loads(nova('cache-clear', '-f', 'json').out) == {'removed': 0}
    nova(*LIST, cloud=cloud)
    assert logins(cloud) == 2


@pytest.mark.parametrize('auth_type', ['token', 'v3token'])
def test_given_token_is_not_kept(nova: Nova, cloud: ScriptedCloud, auth_type: str) -> None:
    cloud.keystone.tokens.add('given')
    env = {'OS_AUTH_TYPE': auth_type, 'OS_TOKEN': 'given'}
    for _ in range(2):
        assert nova(*LIST, cloud=cloud, env=env).status == 0
    assert logins(cloud) == 2
    assert files(nova) == []


def test_concurrent_writers_leave_a_whole_file(tmp_path: pathlib.Path) -> None:
    folder = str(tmp_path / 'cache')
    start = threading.Barrier(8)
    found: list[Any] = []

    def write(number: int) -> None:
        own = cache.Cache(folder, lambda: 0)
        start.wait()
        for _ in range(30):
            own.write('token', 'same', str(number) * 5000, 10)
            found.append(own.read('token', 'same'))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert {str(number) * 5000 for number in range(8)} >= set(found)
    assert None not in found
    assert os.listdir(folder) == ['token-same.json']


def test_runs_that_begin_at_once_agree_on_a_key(tmp_path: pathlib.Path) -> None:
    for count in range(20):
        start = threading.Barrier(4)

        def key(folder: str, start: threading.Barrier = start) -> str:
            start.wait()
            return cache.Cache(folder, lambda: 0.0).key_of({})

        with futures.ThreadPoolExecutor(4) as pool:
            folder = tmp_path / str(count)
            assert len(set(pool.map(key, [str(folder)] * 4))) == 1
        assert os.listdir(folder) == ['key']


@pytest.mark.parametrize('is_known', [True, False])
def test_key_is_kept_where_there_are_no_hard_links(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, is_known: bool
) -> None:
    def link(source: str, target: str) -> None:
        raise OSError(errno.EPERM, 'Operation not permitted')

    if is_known:
        monkeypatch.setattr(os, 'link', link)
    else:
        monkeypatch.delattr(os, 'link')
    keys = {cache.Cache(str(tmp_path), lambda: 0.0).key_of({}) for _ in range(2)}
    assert len(keys) == 1
    assert os.listdir(tmp_path) == ['key']


def test_folder_that_cannot_be_written_keeps_nothing(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'file').write_text('')
    own = cache.Cache(str(tmp_path / 'file' / 'below'), lambda: 0)
    own.write('token', 'key', 'value', 10)
    own.drop('token', 'key')
    assert own.read('token', 'key') is None
    assert own.clear() == 0
    assert own.key_of({}) != own.key_of({})
