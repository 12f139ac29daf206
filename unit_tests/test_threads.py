"""One client in many threads: what it promises, on the wire."""

from __future__ import annotations

import collections
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent import futures
from typing import Any

import pytest

from novaclient_mv import client
from novaclient_mv.baremetal.v1 import client as baremetal_client
from novaclient_mv.v2 import client as v2_client
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud
from unit_tests.test_client import session_of

THREADS = 32

StartCloud = Callable[..., ScriptedCloud]


@pytest.fixture(autouse=True)
def _eager_switches() -> Iterator[None]:
    """Threads change as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def in_threads(work: Callable[[int], Any]) -> list[Any]:
    """Return the result of each thread; all begin at once."""
    together = threading.Barrier(THREADS)

    def begin(number: int) -> Any:
        together.wait()
        return work(number)

    with futures.ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


@pytest.fixture
def busy_cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud with a server for each thread, which can be renamed."""
    cloud = start_cloud(maximum=NEWEST)
    for number in range(THREADS):
        path = f'/servers/{records.server_id(number)}'
        cloud.on('GET', path, {'server': records.server(number)})
        cloud.on(
            'PUT',
            path,
            lambda request, number=number: {
                'server': records.server(number, request.body['server']['name'])
            },
        )
    cloud.on('GET', '/os-keypairs', {'keypairs': []})
    return cloud


def logins(cloud: ScriptedCloud) -> int:
    return cloud.wire().count('POST /v3/auth/tokens')


def mixed_work(library: v2_client.Client, refuse: Callable[[int, int], None]) -> list[Any]:
    """Reads and writes, at two versions; what each thread sees is its own."""
    older = library.with_version('2.53')

    def work(number: int) -> list[Any]:
        seen = []
        for turn in range(4):
            refuse(number, turn)
            server = library.servers.get(records.server_id(number))
            renamed = older.servers.update(server, name=f'new{number}-{turn}')
            library.keypairs.list()
            seen += [server.name, renamed.name]
        return seen

    return in_threads(work)


def expected_of(number: int) -> list[str]:
    return [name for turn in range(4) for name in (f'web{number}', f'new{number}-{turn}')]


@pytest.mark.parametrize('way', ['session', 'cloud'])
def test_many_threads_share_one_client_and_one_login(
    way: str, busy_cloud: ScriptedCloud, nova: Nova
) -> None:
    if way == 'session':
        library = client.Client(NEWEST, session=session_of(busy_cloud))
    else:
        library = client.from_cloud(
            version=NEWEST, variables=nova.variables(busy_cloud, {'HOME': str(nova.home)})
        )
    seen = mixed_work(library, lambda number, turn: None)
    assert seen == [expected_of(number) for number in range(THREADS)]
    assert logins(busy_cloud) == 1
    versions = collections.Counter(version for version, _ in busy_cloud.versions_sent())
    assert versions == {f'compute {NEWEST}': THREADS * 8, 'compute 2.53': THREADS * 4}


@pytest.mark.parametrize('way', ['session', 'cloud'])
def test_token_that_is_refused_in_the_middle_is_renewed_once(
    way: str, busy_cloud: ScriptedCloud, nova: Nova
) -> None:
    if way == 'session':
        library = client.Client(NEWEST, session=session_of(busy_cloud))
    else:
        library = client.from_cloud(version=NEWEST, variables=nova.variables(busy_cloud, {}))
    library.servers.get(records.server_id(0))

    def refuse(number: int, turn: int) -> None:
        if (number, turn) == (5, 2):
            busy_cloud.expire()

    seen = mixed_work(library, refuse)
    assert seen == [expected_of(number) for number in range(THREADS)]
    assert logins(busy_cloud) == 2
    # Each write was carried out once: one that is refused was not.
    names = [
        request.body['server']['name']
        for request in busy_cloud.requests
        if request.body and 'server' in request.body
    ]
    carried_out = collections.Counter(names)
    assert set(carried_out) == {name for n in range(THREADS) for name in expected_of(n)[1::2]}


def test_refused_token_of_an_earlier_run_is_renewed_once(
    busy_cloud: ScriptedCloud, nova: Nova
) -> None:
    variables = nova.variables(busy_cloud, {})
    client.from_cloud(variables=variables).servers.get(records.server_id(0))
    busy_cloud.expire()
    library = client.from_cloud(variables=variables)
    names = in_threads(lambda number: library.servers.get(records.server_id(number)).name)
    assert names == [f'web{number}' for number in range(THREADS)]
    assert logins(busy_cloud) == 2


def test_managers_that_load_in_all_threads_at_once_are_made_once(
    busy_cloud: ScriptedCloud,
) -> None:
    names = sorted(v2_client.Client.MANAGERS)
    for _ in range(5):
        library = client.Client(NEWEST, session=session_of(busy_cloud))

        def managers(number: int, library: v2_client.Client = library) -> list[int]:
            turned = names[number:] + names[:number]
            made = {name: id(getattr(library, name)) for name in turned}
            return [made[name] for name in names]

        assert len({tuple(made) for made in in_threads(managers)}) == 1


def test_version_is_negotiated_once(make_sandbox_cloud: Callable[..., Any]) -> None:
    session = make_sandbox_cloud(baremetal_maximum='1.70').session()
    asked: list[str] = []
    send = session.request

    def record(url: str, method: str, **options: Any) -> Any:
        asked.append(f'{method} {url}')
        return send(url, method, **options)

    session.request = record
    library = baremetal_client.Client(session=session)
    assert {*in_threads(lambda number: str(library.api_version))} == {'1.70'}
    assert len([request for request in asked if '/baremetal' in request]) == 1


def test_sandbox_in_many_threads(nova: Nova) -> None:
    library = client.from_cloud('sandbox', variables=nova.variables(None, {}))

    def work(number: int) -> list[str]:
        aggregate = library.aggregates.create(f'aggregate-{number}', None)
        names = {row.name for row in library.aggregates.iterate()}
        library.aggregates.delete(aggregate)
        return [name for name in names if name == f'aggregate-{number}']

    assert in_threads(work) == [[f'aggregate-{number}'] for number in range(THREADS)]
    assert list(library.aggregates.iterate()) == []
