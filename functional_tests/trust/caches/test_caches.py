"""Runs with kept files in every state, and healthy ones afterwards."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from functional_tests.trust.caches.states import STATES
from functional_tests.trust.judging import Run, problems
from unit_tests.nova import NOON, Nova
from unit_tests.scripted import ScriptedCloud

LIST = ('server-list', '-f', 'value', '-c', 'name')
SECONDS = 30


@pytest.fixture(autouse=True)
def _no_hang() -> Iterator[None]:
    """A run that hangs, as over a pipe, fails."""
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)


@pytest.fixture
def nova(tmp_path: Path) -> Nova:
    """A user with a home of their own."""
    home = tmp_path / 'home'
    home.mkdir()
    return Nova(home)


@pytest.fixture
def cloud() -> Iterator[ScriptedCloud]:
    """A scripted cloud."""
    with ScriptedCloud() as cloud:
        yield cloud


QUICK = ('a pipe',)
PARAMETERS = [
    each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in STATES
]


@pytest.fixture(params=PARAMETERS)
def state(request: pytest.FixtureRequest) -> str:
    """The name of a state."""
    if 'stranger' in request.param and os.geteuid() != 0:
        pytest.skip('only root may give files to others')
    return str(request.param)


def judged(nova: Nova, *words: str, cloud: ScriptedCloud | str | None = None) -> int:
    """The status of a run, with which nothing is wrong."""
    done = nova(*words, cloud=cloud)
    assert problems(Run(words, done.out, done.err, done.status)) == []
    return done.status


@pytest.mark.parametrize('kind', ['token', 'way', 'range', 'key'])
def test_cache_in_any_state_changes_nothing_but_the_time(
    nova: Nova, cloud: ScriptedCloud, kind: str, state: str
) -> None:
    assert judged(nova, *LIST, cloud=cloud) == 0
    folder = nova.home / '.cache' / 'nova-mv'
    (path,) = folder.glob(f'{kind}*')
    STATES[state](path)
    # Once as it is, once with the clock set back, and then at noon again.
    for now in (NOON, NOON - 86_400, NOON):
        nova.clock.time = now
        assert judged(nova, *LIST, cloud=cloud) == 0
    assert judged(nova, 'cache-clear') == 0
    assert judged(nova, *LIST, cloud=cloud) == 0


def test_cache_that_others_may_write_is_not_trusted(nova: Nova, cloud: ScriptedCloud) -> None:
    judged(nova, *LIST, cloud=cloud)
    before = len(cloud.requests)
    for path in (nova.home / '.cache' / 'nova-mv').iterdir():
        path.chmod(0o666)
    judged(nova, *LIST, cloud=cloud)
    assert any(request.path.endswith('/auth/tokens') for request in cloud.requests[before:])


SHORTCUTS = ('alias-set', 'st', '--', 'server-list', '--status', 'ERROR')


@pytest.mark.parametrize(
    ('name', 'write', 'read', 'remove'),
    [
        ('shortcuts.json', SHORTCUTS, ('alias-list',), ('alias-delete', 'st')),
        ('pins', ('--os-cloud', 'one', 'version-pin', '2.53'),
         ('--os-cloud', 'one', 'config-show'), ('--os-cloud', 'one', 'version-pin', '--remove')),
    ],
)  # fmt: skip
def test_file_of_a_user_in_any_state_is_used_or_refused_in_a_line(
    nova: Nova, name: str, write: tuple[str, ...], read: tuple[str, ...],
    remove: tuple[str, ...], state: str,
) -> None:  # fmt: skip
    nova.cloud_file('clouds: {one: {auth: {auth_url: "http://127.0.0.1:9/"}}}')
    path = nova.home / '.config' / 'nova-mv' / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('')
    assert judged(nova, *write) in (0, 2)
    STATES[state](path)
    for words in (read, write, read, remove):
        judged(nova, *words)


def test_state_of_the_sandbox_in_any_state_is_used_or_refused_in_a_line(
    nova: Nova, state: str
) -> None:
    words = ('--os-cloud', 'sandbox', *LIST)
    assert judged(nova, *words) == 0
    STATES[state](nova.home / '.local' / 'state' / 'nova-mv' / 'sandbox.sqlite')
    judged(nova, *words)
    judged(nova, 'sandbox-reset')
    judged(nova, *words)


def test_two_at_once_in_any_state_do_what_one_does(
    nova: Nova, cloud: ScriptedCloud, state: str
) -> None:
    judged(nova, *LIST, cloud=cloud)
    for path in (nova.home / '.cache' / 'nova-mv').glob('[tw]*'):
        STATES[state](path)
    statuses: list[int] = []

    def look() -> None:
        statuses.append(nova(*LIST, cloud=cloud).status)

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [0, 0]
