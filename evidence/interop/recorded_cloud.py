"""A served sandbox that notes what is written to it, and goes back to an earlier state."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import sqlite3
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import server
from novaclient_mv.sandbox.pytest_plugin import Clock

_HEADER = 'HTTP_OPENSTACK_API_VERSION'
_BAREMETAL_HEADER = 'HTTP_X_OPENSTACK_IRONIC_API_VERSION'
_READS = ('GET', 'HEAD', 'OPTIONS')
_NAME = re.compile(r'\{([\w.-]+)\}')
_ID = re.compile(r'[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}')


class Write(NamedTuple):
    """A request that changes something, with ids of what the line itself made as ``<new>``.

    :param status: of the answer.
    """

    method: str
    path: str
    body: Any
    status: int


class Request(NamedTuple):
    """Any request but one to Identity.

    :param version: the one that its header names; nothing without one.
    """

    method: str
    path: str
    version: str | None


class RecordedCloud:
    """A sandbox on a port of this process.

    :param folder: an empty folder for its state.
    :param options: as of ``sandbox.application``.
    """

    def __init__(self, folder: pathlib.Path, **options: Any) -> None:
        self.clock = Clock(time.time())
        # Whoever waits asks again and again, without sleeping.
        self.step = 1.0
        self.path = folder / 'state'
        self.writes: list[Write] = []
        self.requests: list[Request] = []
        self._options = options
        self._named: dict[str, str] = {}
        self._times: dict[str, float] = {}
        self._ids: dict[str, frozenset[str]] = {}
        self._known: frozenset[str] = frozenset()
        self._application = sandbox.application(self.path, self.clock, **options)
        self._server = server.Server(self)
        self._server.start()

    @property
    def settings(self) -> dict[str, str]:
        """The variables of a login as administrator."""
        found = sandbox.settings(self._server.url)
        return {f'OS_{name.upper()}': value for name, value in found.items()}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request, and note it."""
        length = int(environ.get('CONTENT_LENGTH') or 0)
        sent = environ['wsgi.input'].read(length)
        statuses: list[str] = []

        def started(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            statuses.append(status)
            return start_response(status, headers, *more)

        self.clock.advance(self.step)
        answer = self._application({**environ, 'wsgi.input': io.BytesIO(sent)}, started)
        method, path = environ['REQUEST_METHOD'], environ['PATH_INFO']
        if not path.startswith('/identity/'):
            named = environ.get(_HEADER) or environ.get(_BAREMETAL_HEADER)
            self.requests.append(Request(method, path, named.split()[-1] if named else None))
        if method not in _READS and not path.startswith('/identity/'):
            body = json.loads(self._masked(sent.decode())) if sent else None
            status = int(statuses[0].split()[0])
            self.writes.append(Write(method, self._masked(path), body, status))
        return answer

    def _masked(self, text: str) -> str:
        return _ID.sub(lambda id: id[0] if id[0] in self._known else '<new>', text)

    def save(self, name: str) -> None:
        """Keep the state and the time under a name."""
        shutil.copy(self.path, self._copy(name))
        with contextlib.closing(sqlite3.connect(self.path)) as state:
            rows = state.execute('SELECT name, id, document FROM thing').fetchall()
        self._named.update({str(name): str(id) for name, id, _ in rows})
        texts = ' '.join(f'{id} {document}' for _, id, document in rows)
        self._times[name] = self.clock.time
        self._ids[name] = frozenset(match[0] for match in _ID.finditer(texts))

    def offer(self, **options: Any) -> None:
        """Offer other versions from now on.

        :param options: as of ``sandbox.application``, over those of this cloud.
        """
        self._application = sandbox.application(
            self.path, self.clock, **{**self._options, **options}
        )

    def restore(self, name: str) -> None:
        """Go back to the state of this name, at its time, without writes."""
        shutil.copy(self._copy(name), f'{self.path}.new')
        os.replace(f'{self.path}.new', self.path)
        self.clock.time = self._times[name]
        self._known = self._ids[name]
        self.writes, self.requests = [], []

    def with_ids(self, word: str) -> str:
        """Return a word with ids for names in braces."""
        return _NAME.sub(lambda name: self._named.get(name[1], name[0]), word)

    def _copy(self, name: str) -> pathlib.Path:
        return self.path.with_name(f'{name}.saved')

    def close(self) -> None:
        """Stop serving."""
        self._server.stop()
