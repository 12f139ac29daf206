"""The two clouds that are compared: the sandbox of this checkout, and a running service."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from evidence.differential import asking
from functional_tests.drawn_requests.service import Caller, wait_for
from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import server
from novaclient_mv.sandbox.state import rows, tokens

VARIABLE = 'NOVA_MV_DIFFERENTIAL_'
"""Prefix of the environment variables that hold the commands of the running services, as
``NOVA_MV_DIFFERENTIAL_PLACEMENT``: ``{port}`` stands for the port, SIGTERM ends it.
"""
_YEAR = 365 * 86400.0


class MovedClock:
    """The clock of the sandbox: it runs, and can leap."""

    def __init__(self) -> None:
        self.leapt = 0.0

    def __call__(self) -> float:
        return time.time() + self.leapt


class Sandbox:
    """The sandbox over HTTP, in a thread of this process.

    :param prefix: the path of the service that is compared.
    :param contents: what a new state contains.
    :param callers: who have a token.
    :param prepare: changes a new state.
    """

    def __init__(
        self,
        prefix: str,
        contents: Mapping[str, Any],
        callers: Iterable[Caller],
        prepare: Callable[[rows.Session], None],
        **options: Any,
    ) -> None:
        self.prefix = prefix
        self.clock = MovedClock()
        self._folder = tempfile.TemporaryDirectory(prefix='differential-', dir=_memory())
        self._state = Path(self._folder.name, 'new.db')
        self._number = 0
        self._options = {'seed': contents, **options}
        self._callers = tuple(callers)
        self._prepare(prepare)
        self._application = self._opened()
        self._server = server.Server(self._call)
        self._server.start()
        self.base = self._server.url + prefix
        self.connection = asking.Connection(self._server.port)

    def reset(self) -> None:
        """Begin with a new state."""
        self._application = self._opened()

    def close(self) -> None:
        """Stop it."""
        self.connection.close()
        self._server.stop()
        self._folder.cleanup()

    def sql(self) -> Any:
        """A session on the state, for what no request tells."""
        return self._application.database.session()

    def _call(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        return self._application(environ, start_response)

    def _prepare(self, prepare: Callable[[rows.Session], None]) -> None:
        application = sandbox.application(self._state, self.clock, **self._options)
        with application.database.session() as session:
            session.begin()
            for caller in self._callers:
                _add_token(session, caller)
            prepare(session)
            session.commit()

    def _opened(self) -> Any:
        self._number += 1
        path = self._state.with_name(f'{self._number}.db')
        for suffix in ('', '-wal', '-shm'):
            source = Path(f'{self._state}{suffix}')
            if source.exists():
                shutil.copy(source, f'{path}{suffix}')
        return sandbox.application(path, self.clock, **self._options)


def _add_token(session: rows.Session, caller: Caller) -> None:
    facts = {
        'methods': ['password'],
        'user_id': caller.user,
        'user_name': caller.user,
        'project_id': caller.project,
        'project_name': caller.project,
        'roles': list(caller.roles),
        'issued': session.now,
        'expires': session.now + _YEAR,
    }
    session.insert('token', tokens.digest(caller.token), facts, deleted=facts['expires'])


class Running:
    """A running service.

    :param service: whose command the environment names.
    :raises LookupError: it does not.
    """

    prefix = ''

    def __init__(self, service: str) -> None:
        self.port = _free_port()
        command = command_of(service)
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the cloud
        self._process = subprocess.Popen(
            shlex.split(command.replace('{port}', str(self.port))),
            stdout=self._log,
            stderr=self._log,
            stdin=subprocess.DEVNULL,
        )
        self.base = f'http://127.0.0.1:{self.port}'
        self.connection = asking.Connection(self.port)
        try:
            wait_for(self._answers, f'{command} does not answer')
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop it."""
        self.connection.close()
        self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(20)
        self._process.kill()
        self._process.wait()
        self._log.close()

    def _answers(self) -> bool:
        if self._process.poll() is not None:
            self._log.seek(0)
            raise RuntimeError(self._log.read().decode()[-2000:])
        try:
            return self.connection.ask('GET', '/').status < 500
        except OSError:
            return False


def command_of(service: str) -> str:
    """The command of a running service.

    :raises LookupError: the environment does not name it; the message says how it would.
    """
    name = VARIABLE + service.upper()
    command = os.environ.get(name)
    if not command:
        raise LookupError(f'{name} does not name the command of a running service.')
    return command


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return int(probe.getsockname()[1])


def _memory() -> str | None:
    return '/dev/shm' if os.access('/dev/shm', os.W_OK) else None
