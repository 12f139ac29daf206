"""Runs command lines the way a user does, in this process, and gives what came out."""

from __future__ import annotations

import io
import pathlib
import threading
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from novaclient_mv import shell
from novaclient_mv.clouds import environment
from unit_tests import documented_statuses, scripted

SANDBOX = 'sandbox'
NOON = 1_767_268_800.0  # 2026-01-01T12:00:00Z


class Result(NamedTuple):
    """The result of a command line: output, messages, exit status."""

    out: str
    err: str
    status: int

    @property
    def lines(self) -> list[str]:
        """The lines of the output."""
        return self.out.splitlines()

    @property
    def message(self) -> str:
        """The one line of messages; there must be no more, and no traceback."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith('nova-mv: ')
        return lines[0]


class TestClock:
    """A clock that stands still until it is moved; to sleep moves it, and takes no time."""

    __test__ = False

    def __init__(self, start: float = NOON) -> None:
        self.time = start
        self.sleeps: list[float] = []
        self._lock = threading.Lock()

    def now(self) -> float:
        """Seconds since the epoch."""
        return self.time

    def sleep(self, seconds: float) -> None:
        """Let time pass, and record that it did."""
        with self._lock:
            self.sleeps.append(seconds)
            self.time += seconds

    advance = sleep

    def clock(self) -> environment.Clock:
        """This clock, as a run takes it."""
        return environment.Clock(self.now, self.sleep, self.now)


class Stream(io.StringIO):
    """A text stream that may claim to be a terminal."""

    def __init__(self, is_terminal: bool = False) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        """Whether it claims to be a terminal."""
        return self._is_terminal


class Nova:
    """A user with a home of their own, a clock, and no settings but those that a test gives.

    Cache, sandbox state and cloud files live below ``home``, so that several calls of one test
    share them.

    :param home: an empty folder.
    """

    def __init__(self, home: pathlib.Path) -> None:
        self.home = home
        self.clock = TestClock()

    def variables(
        self, cloud: scripted.ScriptedCloud | str | None, given: Mapping[str, str]
    ) -> dict[str, str]:
        """The environment variables of a call."""
        found = {
            'HOME': str(self.home),
            'XDG_CACHE_HOME': f'{self.home}/.cache',
            'XDG_CONFIG_HOME': f'{self.home}/.config',
            'XDG_CONFIG_DIRS': f'{self.home}/etc',
            'XDG_STATE_HOME': f'{self.home}/.local/state',
        }
        if isinstance(cloud, scripted.ScriptedCloud):
            found |= cloud.environ()
        elif cloud is not None:
            found['OS_CLOUD'] = cloud
        return {**found, **given}

    def argv(self, words: Sequence[str], version: str | None) -> list[str]:
        """The words after the program's name."""
        options = [] if version is None else ['--os-compute-api-version', version]
        return [*options, *words]

    def __call__(
        self,
        *words: str,
        version: str | None = None,
        cloud: scripted.ScriptedCloud | str | None = None,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b'',
        is_terminal: bool = False,
        is_mixed: bool = False,
    ) -> Result:
        """Run one command line.

        :param words: the command and its arguments, as after ``nova-mv``; global options too.
        :param version: value of ``--os-compute-api-version``, put before the words.
        :param cloud: a scripted cloud, the name of a cloud (``sandbox`` is built in), or none.
        :param env: further environment variables; they win over the cloud's.
        :param is_terminal: whether output and messages go to a terminal.
        :param is_mixed: whether messages stand among the output, in the order of their coming.
        """
        out = Stream(is_terminal)
        err = out if is_mixed else Stream(is_terminal)
        surroundings = environment.Environment(
            variables=self.variables(cloud, env or {}),
            stdin=io.BytesIO(stdin),
            stdout=out,
            stderr=err,
            clock=self.clock.clock(),
            cwd=str(self.home),
        )
        argv = self.argv(words, version)
        status = int(shell.run(argv, surroundings))
        # The reference has the statuses that occur; each test that runs a command is a test of it.
        assert documented_statuses.is_documented(argv, status), (status, argv, err.getvalue())
        return Result(out.getvalue(), '' if is_mixed else err.getvalue(), status)

    def cloud_file(self, text: str) -> pathlib.Path:
        """Write a ``clouds.yaml`` where runs find it."""
        folder = self.home / '.config' / 'openstack'
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / 'clouds.yaml'
        file.write_text(text, encoding='utf-8')
        return file
