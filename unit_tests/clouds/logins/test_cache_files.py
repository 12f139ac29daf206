"""Tests of cache files that hold, or are, anything: they are ignored, and healed."""

from __future__ import annotations

import gc
import json
import os
import pathlib
import threading
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv.clouds.logins import cache
from unit_tests import cases
from unit_tests.nova import NOON, Nova
from unit_tests.patience import PATIENCE
from unit_tests.scripted import ScriptedCloud

LIST = ('server-list', '-f', 'value', '-c', 'name')
LATER = NOON + 1000


def file_of(nova: Nova, kind: str) -> pathlib.Path:
    """The one cache file of a kind."""
    folder = nova.home / '.cache' / 'nova-mv'
    (file,) = [each for each in folder.iterdir() if each.name.startswith(kind)]
    return file


def only_file_of(nova: Nova, kind: str) -> pathlib.Path:
    """The one cache file of a kind; where there is a way, the token would not be read."""
    if kind == 'token':
        for way in (nova.home / '.cache' / 'nova-mv').glob('way-*'):
            way.unlink()
    return file_of(nova, kind)


def list_in_time(nova: Nova, cloud: ScriptedCloud) -> None:
    """A list that succeeds, and does not hang."""
    results: list[Any] = []
    run = threading.Thread(target=lambda: results.append(nova(*LIST, cloud=cloud)), daemon=True)
    run.start()
    run.join(PATIENCE)
    assert results, 'the command hangs'
    assert (results[0].status, results[0].err) == (0, '')


def be_folder(path: pathlib.Path) -> None:
    path.mkdir()
    (path / 'inside').write_text('')


def be_huge(path: pathlib.Path) -> None:
    with path.open('wb') as file:
        file.truncate(1 << 36)


def lead_to_a_device(path: pathlib.Path) -> None:
    path.symlink_to('/dev/zero')


def lead_to_an_entry(path: pathlib.Path) -> None:
    """Plant a link to an entry, as another process of this user may have been made to do."""
    other = path.parent / f'other-{path.name}'
    other.write_text('{"until": 1e99, "value": ["planted"]}')
    path.symlink_to(other)


PLACES: dict[str, Callable[[pathlib.Path], None]] = {
    'fifo': os.mkfifo,
    'folder': be_folder,
    'huge': be_huge,
    'device': lead_to_a_device,
    'link': lead_to_an_entry,
    'dangling': lambda path: path.symlink_to('nowhere'),
}


@pytest.mark.parametrize('kind', ['way', 'token', 'range', 'key'])
@pytest.mark.parametrize('place', PLACES)
def test_what_is_no_file_is_ignored_and_replaced(
    nova: Nova, cloud: ScriptedCloud, kind: str, place: str
) -> None:
    list_in_time(nova, cloud)
    path = only_file_of(nova, kind)
    path.unlink()
    PLACES[place](path)
    list_in_time(nova, cloud)
    before = len(cloud.requests)
    list_in_time(nova, cloud)
    assert len(cloud.requests) == before + 1
    assert (path.is_file(), path.is_symlink()) == (True, False)


@pytest.mark.parametrize('place', PLACES)
def test_what_is_no_file_is_cleared(nova: Nova, cloud: ScriptedCloud, place: str) -> None:
    list_in_time(nova, cloud)
    path = file_of(nova, 'token')
    path.unlink()
    PLACES[place](path)
    cache.Cache(str(path.parent), lambda: NOON).clear()
    assert not os.path.lexists(path)


ODD: tuple[Any, ...] = (
    None,
    5,
    1.5,
    True,
    '',
    'x',
    [],
    [1],
    {},
    {'a': 1},
    '2.1..',
    '2.9..2.1',
    '..',
)


BROKEN = (
    *('[' * 100_000 + ']' * 100_000, '{"until": NaN, "value": "x"}', '\x00\xff', '', '{'),
    *('{"until": 1e300}', '{"until": 1e300, "value": "{}"}', '{"until": 1e300, "value": "[1]"}'),
    *('{"until": 1e300, "value": "2.9..2.1..3"}', '{"until": 1e300, "value": "l33t..2.9"}'),
)


def is_trusted(path: pathlib.Path) -> bool:
    """Whether an entry in a folder is read; it is written first."""
    own = cache.Cache(str(path.parent), lambda: NOON)
    return bool(own.read('range', 'a') == 'value')


def test_a_file_that_others_may_write_is_not_read(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / 'cache'
    for mode in range(0o1000):
        folder.mkdir(exist_ok=True)
        folder.chmod(mode | 0o700)
        cache.Cache(str(folder), lambda: NOON).write('range', 'a', 'value', NOON + 1)
        assert folder.stat().st_mode & 0o777 == 0o700, 'the rights of others are withdrawn'
        (path,) = folder.iterdir()
        assert path.stat().st_mode & 0o777 == 0o600
        path.chmod(mode | 0o400)
        is_writable_by_others = mode & 0o020 or mode & 0o002
        assert is_trusted(path) is (not is_writable_by_others), oct(mode)
    path.chmod(0o600)
    assert is_trusted(path)
    status = os.lstat(path)
    monkeypatch.setattr(os, 'getuid', lambda: status.st_uid + 1)
    assert not is_trusted(path)
    cache.Cache(str(folder), lambda: NOON).write('range', 'a', 'other', NOON + 1)
    monkeypatch.undo()
    assert is_trusted(path), 'nothing is written to the folder of another user'


@pytest.mark.parametrize('kind', ['way', 'token', 'range'])
@cases.one_test_of('value', [*ODD, BROKEN], lambda value: repr(value)[:20])
def test_entry_of_another_type_is_ignored_and_healed(
    nova: Nova, cloud: ScriptedCloud, kind: str, value: Any
) -> None:
    list_in_time(nova, cloud)
    path = file_of(nova, kind)
    odd = ({'until': LATER, 'value': value}, {'until': value, 'value': value}, value)
    if value is BROKEN:
        # What is collected at the bottom of a deep text has no room to warn.
        gc.collect()
    for text in value if value is BROKEN else map(json.dumps, odd):
        path.write_text(text, encoding='latin-1')
        assert only_file_of(nova, kind) == path
        list_in_time(nova, cloud)


def changed(state: Any, place: tuple[Any, ...], value: Any) -> Any:
    """The state of a login with another value in one place."""
    inner = state
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return state


@cases.one_test_of(
    'place',
    [
        ('auth_token',),
        ('body',),
        ('body', 'token'),
        *(('body', 'token', key) for key in ('expires_at', 'catalog', 'user', 'project')),
        ('body', 'token', 'catalog', 1),
        *(('body', 'token', 'catalog', 1, key) for key in ('type', 'endpoints')),
        *(
            ('body', 'token', 'catalog', 1, 'endpoints', 0, key)
            for key in ('url', 'interface', 'region', 'region_id')
        ),
    ],
)
def test_login_with_anything_inside_is_ignored_and_healed(
    nova: Nova, cloud: ScriptedCloud, place: tuple[Any, ...]
) -> None:
    list_in_time(nova, cloud)
    path = file_of(nova, 'token')
    good = json.loads(path.read_text())
    for value in (5, [1], {'a': 1}, [[]]):
        state = json.dumps(changed(json.loads(good['value']), place, value))
        path.write_text(json.dumps({**good, 'value': state}))
        assert only_file_of(nova, 'token') == path
        list_in_time(nova, cloud)
