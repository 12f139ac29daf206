"""Runs with kept files in every state, and healthy ones afterwards."""

from __future__ import annotations

import functools
import itertools
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from functional_tests.trust.caches.states import STATES
from functional_tests.trust.frame import Outcome, Part, Trial
from functional_tests.trust.judging import Run, problems
from unit_tests.nova import NOON, Nova
from unit_tests.scripted import ScriptedCloud

LIST = ('server-list', '-f', 'value', '-c', 'name')
SHORTCUTS = ('alias-set', 'st', '--', 'server-list', '--status', 'ERROR')
USER_FILES = {
    'shortcuts.json': (SHORTCUTS, ('alias-list',), ('alias-delete', 'st')),
    'pins': (
        ('--os-cloud', 'one', 'version-pin', '2.53'),
        ('--os-cloud', 'one', 'config-show'),
        ('--os-cloud', 'one', 'version-pin', '--remove'),
    ),
}
"""Files of a user, each with the lines that write, read and remove what is in it."""
SAMPLE = ('a pipe',)


class _User:
    """A user whose runs are judged, and a scripted cloud.

    :ivar problems: of all runs.
    """

    def __init__(self, home: Path, cloud: ScriptedCloud) -> None:
        home.mkdir()
        self.nova, self.cloud = Nova(home), cloud
        self.problems: list[str] = []

    def run(self, *words: str, statuses: tuple[int, ...] = (0,), meets_cloud: bool = False) -> None:
        """Run a line, with which nothing is to be wrong."""
        done = self.nova(*words, cloud=self.cloud if meets_cloud else None)
        self.problems += problems(Run(words, done.out, done.err, done.status))
        if statuses and done.status not in statuses:
            self.problems.append(f'{" ".join(words)} ended with {done.status}: {done.err}')

    def list_servers(self) -> None:
        """List the servers of the cloud."""
        self.run(*LIST, meets_cloud=True)

    def kept(self, pattern: str) -> list[Path]:
        """The kept files whose names fit."""
        return [*(self.nova.home / '.cache' / 'nova-mv').glob(pattern)]


def _cache(user: _User, kind: str, state: str) -> None:
    """A kept file in any state changes nothing but the time that a run takes."""
    user.list_servers()
    (path,) = user.kept(f'{kind}*')
    STATES[state](path)
    # Once as it is, once with the clock set back, and then at noon again.
    for now in (NOON, NOON - 86_400, NOON):
        user.nova.clock.time = now
        user.list_servers()
    user.run('cache-clear')
    user.list_servers()


def _cache_of_all(user: _User) -> None:
    """A kept file that others may write is not trusted."""
    user.list_servers()
    before = len(user.cloud.requests)
    for path in user.kept('*'):
        path.chmod(0o666)
    user.list_servers()
    asked = user.cloud.requests[before:]
    if not any(request.path.endswith('/auth/tokens') for request in asked):
        user.problems.append('it trusted a token that others may write')


def _user_file(user: _User, name: str, state: str) -> None:
    """A file of the user's is used, or refused in a line."""
    write, read, remove = USER_FILES[name]
    user.nova.cloud_file('clouds: {one: {auth: {auth_url: "http://127.0.0.1:9/"}}}')
    path = user.nova.home / '.config' / 'nova-mv' / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('')
    user.run(*write, statuses=(0, 2))
    STATES[state](path)
    for words in (read, write, read, remove):
        user.run(*words, statuses=())


def _sandbox(user: _User, state: str) -> None:
    """The state of the sandbox is used, or refused in a line."""
    words = ('--os-cloud', 'sandbox', *LIST)
    user.run(*words)
    STATES[state](user.nova.home / '.local' / 'state' / 'nova-mv' / 'sandbox.sqlite')
    for line in (words, ('sandbox-reset',), words):
        user.run(*line, statuses=())


def _two_at_once(user: _User, state: str) -> None:
    """Two runs at once do what one does."""
    user.list_servers()
    for path in user.kept('[tw]*'):
        STATES[state](path)
    threads = [threading.Thread(target=user.list_servers) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _trials(folder: Path, seed: int, is_sample: bool) -> Iterator[Trial]:
    names = [
        name
        for name in (SAMPLE if is_sample else STATES)
        # Only root may give files to others.
        if 'stranger' not in name or os.geteuid() == 0
    ]
    tried: list[tuple[str, Callable[[_User], None]]] = [('cache written by all', _cache_of_all)]
    for state in names:
        for kind in ('token', 'way', 'range', 'key'):
            tried.append((f'{kind}, {state}', functools.partial(_cache, kind=kind, state=state)))
        for name in USER_FILES:
            tried.append(
                (f'{name}, {state}', functools.partial(_user_file, name=name, state=state))
            )
        tried.append((f'sandbox, {state}', functools.partial(_sandbox, state=state)))
        tried.append((f'two at once, {state}', functools.partial(_two_at_once, state=state)))
    numbers = itertools.count()
    for title, trial in tried:
        yield Trial(title, functools.partial(_outcome, folder, numbers, trial))


def _outcome(folder: Path, numbers: Iterator[int], trial: Callable[[_User], None]) -> Outcome:
    with ScriptedCloud() as cloud:
        user = _User(folder / str(next(numbers)), cloud)
        trial(user)
    return Outcome(user.problems)


PART = Part(1000, _trials, patience=30)
