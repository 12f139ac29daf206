"""Runs the installed ``nova-mv`` as a process, and says which cloud it meets there."""

from __future__ import annotations

import io
import json
import os
import pathlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from novaclient_mv import api_versions, shell
from novaclient_mv.clouds import environment

SANDBOX = 'sandbox'
VERSIONS = ('2.latest', '2.1', 'None')
"""Versions that every command is tried at: the newest, the first, and no microversion."""

Reaches = Callable[[str], bool]
"""Says whether the version of a test is a given one or a later one."""

TIMEOUT = 600.0
_POLL = 0.25
_CLOUD_FILES = ('OS_CLIENT_CONFIG_FILE', 'OS_CLIENT_SECURE_FILE', 'OS_CLIENT_VENDOR_FILE')
_FOREIGN = ('OS_', 'NOVA')


class Result(NamedTuple):
    """The result of a command line: output, messages, exit status."""

    out: str
    err: str
    status: int

    @property
    def lines(self) -> list[str]:
        """The lines of the output."""
        return self.out.splitlines()

    def checked(self) -> Result:
        """This result, which must be a success."""
        assert self.status == 0, f'exit status {self.status}: {self.err}'
        return self

    @property
    def data(self) -> Any:
        """The output, read as JSON."""
        return json.loads(self.checked().out)

    @property
    def table(self) -> list[list[str]]:
        """The cells of a printed table, titles first."""
        rows = [line for line in self.checked().lines if line.startswith('|')]
        return [[cell.strip() for cell in row.strip('|').split('|')] for row in rows]


def program() -> list[str]:
    """The command of the running interpreter's environment."""
    script = pathlib.Path(sys.executable).with_name('nova-mv')
    # Without -P the working folder would be importable, and hide what is installed.
    return [str(script)] if script.exists() else [sys.executable, '-P', '-m', 'novaclient_mv']


def variables(home: pathlib.Path) -> dict[str, str]:
    """The environment of a process: no cloud but the one under test, and folders of its own.

    :param home: an empty folder for cache and state.
    """
    found = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(_FOREIGN) and name != 'XDG_STATE_HOME'
    }
    found.update(
        OS_CLOUD=os.environ.get('OS_CLOUD') or SANDBOX,
        XDG_CACHE_HOME=str(home / 'cache'),
        XDG_STATE_HOME=str(home / 'state'),
    )
    if found['OS_CLOUD'] == SANDBOX:
        # A cloud file of the user's may define a cloud of this name.
        found.update(HOME=str(home), XDG_CONFIG_HOME=str(home), XDG_CONFIG_DIRS=str(home))
    else:
        found.update({name: os.environ[name] for name in _CLOUD_FILES if name in os.environ})
    return found


class LeapingClock:
    """A clock that goes as time does, and leaps where somebody sleeps: waiting takes no time."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._lock = threading.Lock()

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time() + self._ahead

    def monotonic(self) -> float:
        """Seconds since some moment."""
        return time.monotonic() + self._ahead

    def sleep(self, seconds: float) -> None:
        """Leap."""
        with self._lock:
            self._ahead += seconds

    def clock(self) -> environment.Clock:
        """This clock, as a run takes it."""
        return environment.Clock(self.now, self.sleep, self.monotonic)


class Nova:
    """A user who runs command lines against the cloud under test.

    :param home: an empty folder for cache and state.
    """

    clock = environment.Clock()

    def __init__(self, home: pathlib.Path) -> None:
        self.home = home
        self.variables = variables(home)
        self.is_sandbox = self.variables['OS_CLOUD'] == SANDBOX
        self.cwd = str(home) if self.is_sandbox else os.getcwd()

    def argv(self, words: tuple[str, ...], version: str | None) -> list[str]:
        """The words after the program's name."""
        return [*([] if version is None else ['--os-compute-api-version', version]), *words]

    def __call__(
        self,
        *words: str,
        version: str | None = None,
        env: Mapping[str, str] | None = None,
        stdin: str = '',
    ) -> Result:
        """Run one command line.

        :param words: the command and its arguments, as after ``nova-mv``; global options too.
        :param version: value of ``--os-compute-api-version``, put before the words.
        :param env: further environment variables.
        """
        done = subprocess.run(
            [*program(), *self.argv(words, version)],
            env={**self.variables, **(env or {})},
            cwd=self.cwd,
            input=stdin,
            capture_output=True,
            encoding='utf-8',
            timeout=TIMEOUT,
        )
        assert '--debug' in words or 'Traceback' not in done.stderr, done.stderr
        return self._served(Result(done.stdout, done.stderr, done.returncode))

    def _served(self, result: Result) -> Result:
        """A result; the test is skipped where the cloud is too old for it."""
        if result.status == 3 and not self.is_sandbox:
            pytest.skip(result.err.strip())
        return result

    def start(self, *words: str, version: str | None = None, **more: Any) -> subprocess.Popen[str]:
        """Start a command line without waiting for its end."""
        streams = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE}
        options = {**streams, 'stderr': subprocess.PIPE, **more}
        return subprocess.Popen(
            [*program(), *self.argv(words, version)],
            env=self.variables,
            cwd=self.cwd,
            encoding='utf-8',
            **options,
        )

    def json(self, *words: str, version: str | None = None, **more: Any) -> Any:
        """Return the JSON output of a command line that must succeed."""
        return self('-f', 'json', *words, version=version, **more).data

    def if_possible(self, *words: str, version: str | None = None, **more: Any) -> Result:
        """Run a command line that not every cloud can serve; skip the test where the cloud refuses,
        with its own words.
        """
        result = self(*words, version=version, **more)
        if result.status == 4 or (result.status == 1 and 'HTTP 4' in result.err):
            pytest.skip(result.err.strip())
        return result.checked()

    def shared_versions(self) -> api_versions.VersionRange:
        """Return the range of this client and the cloud; 2.0 without microversions."""
        for found in self.json('version-list'):
            if found['status'] == 'CURRENT' and found['max_version']:
                offered = api_versions.VersionRange(found['min_version'], found['max_version'])
                return offered.intersect(api_versions.CLIENT_RANGE)
        return api_versions.VersionRange('2.0', '2.0')

    def until(self, is_so: Callable[[], Any], what: str) -> Any:
        """Ask again and again until something is so; give what was found.

        :param what: what is waited for, in words.
        """
        end = self.clock.monotonic() + TIMEOUT
        while not (found := is_so()):
            assert self.clock.monotonic() < end, f'{what}: not after {TIMEOUT:.0f} seconds'
            self.clock.sleep(_POLL)
        return found


class Inside(Nova):
    """A user whose command lines run in this process: for tests of hundreds of them.

    :param home: a folder for cache and state.
    :param clock: the time of the runs, and of the sandbox that they meet.
    """

    def __init__(self, home: pathlib.Path, clock: environment.Clock | None = None) -> None:
        super().__init__(home)
        self.clock = clock or self.clock

    def make_room(self) -> Inside:
        """Raise the quotas of a sandbox: servers count until their deletion is done, so that many
        tests would meet them. Other clouds stay as they are.
        """
        if self.is_sandbox:
            project = self.json('server-list', '--limit', '1')[0]['project_id']
            room = ('--instances', '100', '--cores', '200', '--ram', '-1')
            self('quota-update', project, *room).checked()
        return self

    def __call__(
        self,
        *words: str,
        version: str | None = None,
        env: Mapping[str, str] | None = None,
        stdin: str = '',
    ) -> Result:
        """Run one command line, as a process would."""
        out, err = io.StringIO(), io.StringIO()
        surroundings = environment.Environment(
            variables={**self.variables, **(env or {})},
            stdin=io.BytesIO(stdin.encode()),
            stdout=out,
            stderr=err,
            clock=self.clock,
            cwd=self.cwd,
        )
        status = shell.run(self.argv(words, version), surroundings)
        return self._served(Result(out.getvalue(), err.getvalue(), int(status)))
