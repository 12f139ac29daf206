"""The state's file: seeding, several processes, damage, reset."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from novaclient_mv import sandbox
from novaclient_mv.sandbox.state import connections, database, rows
from unit_tests.patience import PATIENCE
from unit_tests.sandbox.caller import Caller

WORKER = """
import json, sys
from unit_tests.sandbox.caller import Caller
cloud = Caller(sys.argv[1])
cloud.lift_quotas()
made = []
for number in range(int(sys.argv[2])):
    made.append(cloud.boot(name=f'w{sys.argv[3]}-{number}'))
print(json.dumps(made))
"""


def _processes(path: Path, count: int, each: int) -> list[subprocess.Popen[str]]:
    return [
        subprocess.Popen(
            [sys.executable, '-c', WORKER, str(path), str(each), str(number)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(count)
    ]


def test_four_processes_start_at_once_and_lose_nothing(path: Path) -> None:
    made: list[str] = []
    for process in _processes(path, 4, 5):
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        made += json.loads(out)
    assert len(set(made)) == 20
    cloud = Caller(path)
    listed = cloud('GET', '/v2.1/servers').body['servers']
    # Seeded once, whoever came first.
    assert len(listed) == 20 + 3
    ports = cloud('GET', '/network/v2.0/ports').body['ports']
    addresses = [port['fixed_ips'][0]['ip_address'] for port in ports]
    assert len(set(addresses)) == len(addresses)


def _seed_once(session: rows.Session) -> None:
    session.insert('flavor', 'only', {})


def test_new_state_is_no_foreign_file_to_a_process_that_comes_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process fills the file between two reads of the one that looks what it is."""
    first, second = (
        database.Database(tmp_path / 'state.db', lambda: 1.0, _seed_once) for _ in range(2)
    )

    def fill(statement: str) -> None:
        if 'sqlite_master' in statement:
            with contextlib.suppress(database.StateError):
                first.session().close()

    def traced(*arguments: Any, **options: Any) -> sqlite3.Connection:
        monkeypatch.setattr(sqlite3, 'connect', connect)
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.set_trace_callback(fill)
        return connection

    connect: Any = sqlite3.connect
    monkeypatch.setattr(sqlite3, 'connect', traced)
    monkeypatch.setattr(database, 'BUSY_SECONDS', 0.0)
    with second.session() as session:
        assert session.get('flavor', 'only') is not None


@pytest.mark.parametrize(
    'content', [b'a text', b'SQLite format 3\0' + b'\xff' * 4000, b'x' * 72 + b'nvmv']
)
def test_file_that_was_never_a_state_is_not_removed_when_a_user_names_it(
    path: Path, content: bytes
) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(database.StateError, match="another program's file"):
        sandbox.reset(path, is_named=True)
    assert path.read_bytes() == content


def test_damaged_state_is_removed_when_a_user_names_it(cloud: Caller, path: Path) -> None:
    assert cloud('GET', '/v2.1/servers').status == 200
    path.write_bytes(path.read_bytes()[:100] + b'\xff' * 9000)
    sandbox.reset(path, is_named=True)
    assert Caller(path)('GET', '/v2.1/servers').status == 200


def test_state_is_only_for_its_owner(cloud: Caller, path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_reader_does_not_wait_for_a_change_under_way(cloud: Caller) -> None:
    with cloud.application.database.session() as session:
        session.begin()
        session.insert('flavor', 'half', {}, name='half')
        assert cloud('GET', '/v2.1/servers').status == 200


def test_list_that_was_not_read_to_its_end_keeps_nobody_out(
    cloud: Caller, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, 'BUSY_SECONDS', 0.0)
    with cloud.application.database.session() as session:
        rows = session.find('flavor')
        next(rows)
    sandbox.reset(path)
    with pytest.raises(sqlite3.ProgrammingError):
        next(rows)


@pytest.fixture
def opened(cloud: Caller, monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """The connections that are opened from now on, when one waits for the cloud's state."""
    cloud.image()
    opened: list[sqlite3.Connection] = []
    connect: Any = sqlite3.connect

    def listed(*arguments: Any, **options: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, 'connect', listed)
    return opened


def test_connection_serves_one_request_after_the_other(
    cloud: Caller, opened: list[sqlite3.Connection]
) -> None:
    cloud.boot()
    threads = [threading.Thread(target=cloud, args=('GET', '/v2.1/servers')) for _ in range(2)]
    for thread in threads:
        thread.start()
        thread.join()
    assert opened == []


def test_child_process_uses_no_connection_of_its_parent(
    cloud: Caller, opened: list[sqlite3.Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, 'getpid', lambda: -1)
    assert cloud('GET', '/v2.1/servers').status == 200
    assert len(opened) == 1


def test_few_files_stay_open_of_many_states(
    tmp_path: Path, opened: list[sqlite3.Connection]
) -> None:
    for number in range(20):
        state = database.Database(tmp_path / f'{number}.db', lambda: 1.0, _seed_once)
        state.session().close()
        state.session().close()
    assert sum(map(_is_open, opened)) == 8


def test_no_connection_is_left_open_at_the_end(
    tmp_path: Path, opened: list[sqlite3.Connection]
) -> None:
    state = database.Database(tmp_path / 'state.db', lambda: 1.0, _seed_once)
    for _ in range(2):
        state.session().close()
    assert sum(map(_is_open, opened)) == 1
    connections.close_idle()
    assert sum(map(_is_open, opened)) == 0


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute('SELECT 1')
    except sqlite3.ProgrammingError:
        return False
    return True


def test_two_requests_at_once_have_a_connection_each(
    cloud: Caller, opened: list[sqlite3.Connection]
) -> None:
    with cloud.application.database.session() as one, cloud.application.database.session() as other:
        assert one.connection is not other.connection
    assert list(map(_is_open, opened)) == [False]


def _rename(new: Path, path: Path) -> None:
    new.rename(path)


def _overwrite(new: Path, path: Path) -> None:
    path.write_bytes(new.read_bytes())


@pytest.mark.parametrize('put', [_rename, _overwrite])
def test_state_that_is_put_in_the_place_of_another_holds_from_the_next_request_on(
    cloud: Caller, tmp_path: Path, path: Path, put: Callable[[Path, Path], None]
) -> None:
    other = Caller(tmp_path / 'other.db')
    other.lift_quotas()
    for turn in range(2):
        cloud.boot(name='mine')
        put(shutil.copy(other.path, tmp_path / 'copy.db'), path)
        cloud.login('admin')
        names = [each['name'] for each in cloud('GET', '/v2.1/servers').body['servers']]
        assert names == ['db-1', 'web-2', 'web-1'], turn
    path.unlink()
    assert cloud('GET', '/v2.1/servers').status == 401
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_refused_request_leaves_no_trace(cloud: Caller) -> None:
    server = {
        'name': 'x',
        'flavorRef': '1',
        'imageRef': cloud.image(),
        'networks': [
            {'uuid': cloud('GET', '/network/v2.0/networks').body['networks'][0]['id']},
            {'uuid': '11111111-2222-3333-4444-555555555555'},
        ],
    }
    before = cloud('GET', '/network/v2.0/ports').body
    assert cloud('POST', '/v2.1/servers', '2.90', {'server': server}).status == 400
    assert cloud('GET', '/network/v2.0/ports').body == before


@pytest.mark.parametrize(
    ('content', 'words'),
    [
        (b'this is a text, and no database at all' * 50, 'is damaged, or is not an SQLite file'),
        (b'SQLite format 3\0' + b'\xff' * 4000, 'is damaged, or is not an SQLite file'),
    ],
)
def test_damaged_state_is_named_and_not_overwritten(path: Path, content: bytes, words: str) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    answer = Caller(path, user=None)('GET', '/v2.1/servers')
    assert answer.status == 500
    assert str(path) in answer.message
    assert words in answer.message
    assert path.read_bytes() == content


def test_database_of_another_program_is_refused_and_kept(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute('CREATE TABLE mine (a)')
    answer = Caller(path, user=None)('GET', '/v2.1/servers')
    assert "another program's file" in answer.message
    with pytest.raises(database.StateError, match="another program's file"):
        sandbox.reset(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute('SELECT count(*) FROM mine').fetchone() == (0,)


def test_state_of_a_newer_release_is_refused(cloud: Caller, path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f'PRAGMA user_version = {database.SCHEMA_VERSION + 1}')
    assert 'newer release' in cloud('GET', '/v2.1/servers').message


def test_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / 'file').write_text('')
    path = tmp_path / 'file' / 'state.db'
    assert str(path) in Caller(path, user=None)('GET', '/v2.1/servers').message


def test_reset_seeds_anew_and_forgets_everything(cloud: Caller, path: Path) -> None:
    cloud.boot(name='mine')
    sandbox.reset(path)
    assert cloud('GET', '/v2.1/servers').status == 401
    cloud.login('admin')
    names = [each['name'] for each in cloud('GET', '/v2.1/servers').body['servers']]
    assert names == ['db-1', 'web-2', 'web-1']


def test_reset_while_a_request_is_under_way_does_not_disturb_it(cloud: Caller, path: Path) -> None:
    with cloud.application.database.session() as session:
        rows = session.find('flavor')
        assert next(rows).id == '1'
        rows.close()
        sandbox.reset(path)
    cloud.login('admin')
    assert cloud('GET', '/v2.1/flavors').status == 200


def test_reset_of_a_damaged_file_removes_it(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b'this is a text, and no database at all' * 50)
    sandbox.reset(path)
    assert Caller(path)('GET', '/v2.1/servers').status == 200


def test_ids_of_seeded_things_are_the_same_everywhere(tmp_path: Path) -> None:
    one, other = Caller(tmp_path / 'a.db'), Caller(tmp_path / 'b.db')
    assert one.project == other.project
    assert one('GET', '/v2.1/servers').body == other('GET', '/v2.1/servers').body


def test_writer_who_gets_no_turn_is_told_to_come_again(
    cloud: Caller, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, 'BUSY_SECONDS', 0.01)
    connections.close_idle()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute('BEGIN IMMEDIATE')
        for target, body in (
            ('/v2.1/os-keypairs', {'keypair': {'name': 'k'}}),
            ('/image/v2/images', {'name': 'i'}),
        ):
            answer = cloud('POST', target, body=body)
            assert (answer.status, answer.headers['Retry-After']) == (503, '1')


@pytest.mark.parametrize(('sync', 'level'), [(False, 0), (True, 3)])
def test_changes_are_waited_for_on_the_disk_where_asked(
    tmp_path: Path, sync: bool, level: int
) -> None:
    state = database.Database(tmp_path / 'state.db', lambda: 1.0, lambda session: None, sync)
    other = database.Database(tmp_path / 'state.db', lambda: 1.0, lambda session: None)
    other.session().close()
    for _ in range(2):
        with state.session() as session:
            assert session.connection.execute('PRAGMA synchronous').fetchone() == (level,)
