"""Speed of the sandbox, many clients at once, a server that is killed, states of older releases.

Speed is counted in time of the processor, the best of several tries, so that other programs on the
computer do not decide.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from novaclient_mv.sandbox.pytest_plugin import SandboxCloud
from novaclient_mv.sandbox.state import database
from unit_tests import processes
from unit_tests.patience import PATIENCE
from unit_tests.sandbox.caller import Caller, password_login

ROOT = Path(__file__).parents[2]

# -- speed, in processor time; of a processor that is shared even that varies, so the best counts

ATTEMPTS = 20

FIRST_GET = """
import sys, time
before = time.process_time()
from novaclient_mv import sandbox
application = sandbox.application(sys.argv[1])
statuses = []
environ = {'REQUEST_METHOD': 'GET', 'PATH_INFO': sys.argv[2], 'HTTP_HOST': 'cloud.example'}
environ['HTTP_X_AUTH_TOKEN'] = sys.argv[3]
environ['wsgi.url_scheme'] = 'http'
application(environ, lambda status, headers: statuses.append(status))
print(statuses[0][:3], time.process_time() - before)
"""


@pytest.mark.slow
def test_first_answer_comes_within_60_ms_of_the_import(tmp_path: Path) -> None:
    path = tmp_path / 'sandbox.db'
    # The clock is the true one: the token must be valid in the other process.
    cloud = Caller(path, None)
    cloud.now = time.time()
    cloud.login('admin')
    found: list[float] = []
    while not found or (min(found) > 0.060 and len(found) < ATTEMPTS):
        done = processes.python(
            '-c',
            FIRST_GET,
            str(path),
            '/v2.1/flavors',
            cloud.token or '',
            env={'PYTHONPATH': str(ROOT)},
            check=True,
        )
        status, seconds = done.stdout.split()
        assert status == '200'
        found.append(float(seconds))
    assert min(found) <= 0.060, found


@pytest.fixture(scope='module')
def big(tmp_path_factory: pytest.TempPathFactory) -> Caller:
    """A cloud of 10,000 seeded servers."""
    cloud = Caller(tmp_path_factory.mktemp('big') / 'sandbox.db')
    cloud.application.seed_servers(10_000)
    return cloud


def pages(cloud: Caller, path: str) -> Iterator[tuple[list[str], float]]:
    """The ids of each page, and the seconds that the cloud took for it."""
    marker = ''
    while True:
        environ = {
            'REQUEST_METHOD': 'GET',
            'PATH_INFO': path,
            'QUERY_STRING': f'limit=1000&name=^server-{marker}',
            'HTTP_HOST': 'cloud.example',
            'HTTP_X_AUTH_TOKEN': cloud.token,
            'HTTP_OPENSTACK_API_VERSION': 'compute 2.90',
            'wsgi.url_scheme': 'http',
        }
        before = time.process_time()
        answer = b''.join(cloud.application(environ, lambda *_: None))
        seconds = time.process_time() - before
        ids = [each['id'] for each in json.loads(answer)['servers']]
        if not ids:
            return
        yield ids, seconds
        marker = f'&marker={ids[-1]}'


@pytest.mark.slow
@pytest.mark.parametrize(
    ('path', 'least'), [('/v2.1/servers', 20_000), ('/v2.1/servers/detail', 10_000)]
)
def test_ten_thousand_servers_come_in_full_pages_and_fast(
    big: Caller, path: str, least: int
) -> None:
    rates: list[float] = []
    while not rates or (max(rates) < least and len(rates) < ATTEMPTS):
        found = list(pages(big, path))
        assert [len(ids) for ids, _ in found] == [1000] * 10
        assert len({id for ids, _ in found for id in ids}) == 10_000
        rates.append(1000 / min(seconds for _, seconds in found))
    assert max(rates) >= least, rates


# -- many clients at once

CLIENTS, WRITES = 64, 4


class Client:
    """A client over HTTP with a connection and a login of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = requests.Session()
        body = password_login('admin', 'admin')
        answer = self.http.post(f'{url}/identity/v3/auth/tokens', json=body, timeout=PATIENCE)
        assert answer.status_code == 201, answer.text
        self.http.headers['X-Auth-Token'] = answer.headers['X-Subject-Token']
        self.http.headers['OpenStack-API-Version'] = 'compute 2.53'

    def create(self, name: str) -> int:
        """Create a keypair."""
        body = {'keypair': {'name': name, 'public_key': KEY}}
        return self.http.post(
            f'{self.url}/v2.1/os-keypairs', json=body, timeout=PATIENCE
        ).status_code

    def names(self) -> set[str]:
        """The names of all keypairs."""
        answer = self.http.get(f'{self.url}/v2.1/os-keypairs', timeout=PATIENCE)
        assert answer.status_code == 200, answer.text
        return {each['keypair']['name'] for each in answer.json()['keypairs']}


KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA test'


@pytest.mark.slow
def test_64_clients_over_http_lose_no_write(tmp_path: Path) -> None:
    cloud = SandboxCloud(tmp_path / 'sandbox.db')
    raise_quota(cloud)
    url = cloud.url
    problems: queue.Queue[object] = queue.Queue()
    at_once = threading.Barrier(CLIENTS, timeout=PATIENCE)

    def work(number: int) -> None:
        try:
            client = Client(url)
            at_once.wait()
            for turn in range(WRITES):
                name = f'key-{number}-{turn}'
                assert client.create(name) == 201
                # What a client has written it sees.
                assert name in client.names()
        except Exception as error:
            problems.put(repr(error))

    threads = [threading.Thread(target=work, args=(each,), daemon=True) for each in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    try:
        assert [problems.get() for _ in range(problems.qsize())] == []
        assert len(Client(url).names()) == CLIENTS * WRITES
    finally:
        cloud.close()


def raise_quota(cloud: SandboxCloud) -> None:
    """Allow a user more keypairs than the usual 100."""
    compute = {'service_type': 'compute'}
    session = cloud.session()
    project = session.get_project_id()
    session.put(
        f'/os-quota-sets/{project}',
        json={'quota_set': {'key_pairs': -1, 'force': True}},
        endpoint_filter=compute,
        raise_exc=False,
    )


# -- a server that is killed

SERVE = """
import sys
from novaclient_mv import sandbox
sandbox.serve(sys.argv[1], port=0, ready=lambda url: print(url, flush=True))
"""


@pytest.mark.slow
@pytest.mark.parametrize('acknowledged', [1, 25])
def test_what_was_acknowledged_outlives_kill_9(tmp_path: Path, acknowledged: int) -> None:
    path = tmp_path / 'sandbox.db'
    process = subprocess.Popen(
        [sys.executable, '-c', SERVE, str(path)],
        env={'PYTHONPATH': str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    done: list[str] = []
    enough = threading.Event()

    def write(client: Client, letter: str) -> None:
        try:
            for number in range(1000):
                name = f'{letter}{number}'
                if client.create(name) == 201:
                    done.append(name)
                if len(done) >= acknowledged:
                    enough.set()
        except requests.RequestException:
            pass

    try:
        url = process.stdout.readline().strip()
        writers = [threading.Thread(target=write, args=(Client(url), letter)) for letter in 'abcd']
        for writer in writers:
            writer.start()
        assert enough.wait(timeout=PATIENCE)
        os.kill(process.pid, signal.SIGKILL)
    finally:
        process.kill()
        process.communicate()
    for writer in writers:
        writer.join(timeout=PATIENCE)
    cloud = Caller(path, None)
    cloud.now = time.time()
    cloud.login('admin')
    found = cloud('GET', '/v2.1/os-keypairs', '2.34').body['keypairs']
    assert {each['keypair']['name'] for each in found} >= set(done)
    # Of what was under way, at most one write of each client is there too.
    assert len(found) <= len(done) + 4
    connection = sqlite3.connect(path)
    assert connection.execute('PRAGMA integrity_check').fetchall() == [('ok',)]
    connection.close()
    assert cloud('DELETE', f'/v2.1/os-keypairs/{done[0]}', '2.2').status == 204


# -- states of older releases


@pytest.fixture
def next_schema(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes this release one whose schema is newer by some statements."""

    def become(*statements: str) -> None:
        migrations = (*database.MIGRATIONS, statements)
        monkeypatch.setattr(database, 'MIGRATIONS', migrations)
        monkeypatch.setattr(database, 'SCHEMA_VERSION', len(migrations))

    return become


def schema_of(path: Path) -> tuple[int, set[str]]:
    """The version of a state's schema, and its columns."""
    connection = sqlite3.connect(path)
    (version,) = connection.execute('PRAGMA user_version').fetchone()
    columns = {row[1] for row in connection.execute('PRAGMA table_info(thing)')}
    connection.close()
    return version, columns


COLUMN = 'ALTER TABLE thing ADD COLUMN mood TEXT'


def test_state_of_an_older_release_is_brought_up_to_date_and_kept(
    cloud: Caller, path: Path, next_schema: Any
) -> None:
    id = cloud.boot(name='kept')
    before, _ = schema_of(path)
    next_schema(COLUMN, "UPDATE thing SET mood = 'good' WHERE kind = 'server'")
    assert cloud.server(id)['name'] == 'kept'
    version, columns = schema_of(path)
    assert (version, 'mood' in columns) == (before + 1, True)
    connection = sqlite3.connect(path)
    (count,) = connection.execute("SELECT count(*) FROM thing WHERE mood = 'good'").fetchone()
    connection.close()
    assert count == 5


def test_migrations_run_once_though_many_open_the_state_at_once(
    cloud: Caller, path: Path, next_schema: Any
) -> None:
    id = cloud.boot(name='kept')
    # A second time it would fail.
    next_schema(COLUMN)
    statuses: list[int] = []

    def look() -> None:
        statuses.append(cloud('GET', f'/v2.1/servers/{id}').status)

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    assert statuses == [200] * 8


def test_migration_that_fails_changes_nothing_and_can_be_tried_again(
    cloud: Caller, path: Path, next_schema: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = cloud.boot(name='kept')
    before = schema_of(path)
    next_schema(COLUMN, 'ALTER TABLE nosuch ADD COLUMN mood TEXT')
    answer = cloud('GET', f'/v2.1/servers/{id}')
    assert (answer.status, 'nosuch' in answer.message) == (500, True)
    assert schema_of(path) == before
    monkeypatch.undo()
    next_schema(COLUMN)
    assert cloud.server(id)['name'] == 'kept'
