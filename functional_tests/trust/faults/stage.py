"""A cloud, a user and what both are to be like when a run begins."""

from __future__ import annotations

import os
import pathlib
import shutil
import sqlite3
import time
from typing import NamedTuple, Self

from functional_tests.trust.faults import families
from functional_tests.trust.faults.front import PASSWORD, Front, Plan, Stranger
from novaclient_mv import sandbox
from novaclient_mv.sandbox.state import connections
from unit_tests.nova import Nova, Result, TestClock

_COLUMNS = 'kind, id, project, parent, name, created, updated, deleted, document'


class Snapshot(NamedTuple):
    """A state of the cloud, and the files that earlier runs left the user."""

    state: bytes
    files: dict[str, bytes]


class Stage:
    """The sandbox behind a front, and a user of it.

    :param folder: an empty one, best in memory.
    """

    def __init__(self, folder: pathlib.Path) -> None:
        self.home = folder / 'home'
        self.home.mkdir()
        self.nova = Nova(self.home)
        # keystoneauth1 asks the clock of the machine whether a token has ended.
        self.nova.clock = TestClock(time.time())
        self.path = folder / 'state'
        self._start = self.nova.clock.time
        self.stranger = Stranger()
        application = sandbox.application(
            self.path, lambda: self.nova.clock.time, seed=families.SEED
        )
        self.front = Front(application, self.stranger.url)
        self.variables = {
            f'OS_{name.upper()}': value for name, value in sandbox.settings(self.front.url).items()
        }
        self.variables['OS_PASSWORD'] = PASSWORD
        for line in families.SETUP:
            done = self.run(tuple(line.split()))
            assert done.status == 0, (line, done)
        shutil.rmtree(self.home / '.cache')
        self.template = self.snapshot()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.front.close()
        self.stranger.close()
        connections.close_idle()

    def run(self, words: tuple[str, ...], plan: Plan | None = None) -> Result:
        """Run a command line."""
        self.front.begin(plan)
        self.stranger.heard.clear()
        self.nova.clock.sleeps.clear()
        return self.nova(*words, env=self.variables)

    def snapshot(self) -> Snapshot:
        """The state of the cloud and the files of the user."""
        connections.close_idle()
        return Snapshot(self.path.read_bytes(), self.files())

    def files(self) -> dict[str, bytes]:
        """The files of the user, by their paths."""
        return {
            str(path.relative_to(self.home)): path.read_bytes()
            for path in sorted(self.home.rglob('*'))
            if path.is_file()
        }

    def restore(self, snapshot: Snapshot, seconds: float = 0) -> None:
        """Bring back what stood, so many seconds after the beginning."""
        self.restore_state(snapshot)
        shutil.rmtree(self.home)
        for name, content in snapshot.files.items():
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.write_bytes(content)
            path.chmod(0o600)
        self.home.mkdir(exist_ok=True)
        self.nova.clock.time = self._start + seconds

    def restore_state(self, snapshot: Snapshot, keeps_tokens: bool = False) -> None:
        """Bring back the state of the cloud.

        :param keeps_tokens: those that were issued since stay valid.
        """
        self.front.end_connections()
        connections.close_idle()
        new = self.path.with_suffix('.new')
        new.write_bytes(snapshot.state)
        if keeps_tokens:
            with sqlite3.connect(new) as restored:
                restored.execute('ATTACH ? AS old', (str(self.path),))
                restored.execute(
                    f'INSERT OR IGNORE INTO thing ({_COLUMNS}) '
                    f"SELECT {_COLUMNS} FROM old.thing WHERE kind = 'token'"
                )
            restored.close()
        os.replace(new, self.path)
        for suffix in ('-wal', '-shm', '-journal'):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
