"""Processes that write to one state at once, and are killed in the middle of it."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import time
import traceback
import uuid
from pathlib import Path
from typing import Any, NamedTuple

from functional_tests.trust.bodies.state import START, logged_in
from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import in_process
from novaclient_mv.sandbox.state import connections

_LONGEST = 0.012
"""Seconds after which a writer is killed at the latest, once it has begun its first write."""


class Kills(NamedTuple):
    """The fate of the writes of processes that were killed.

    :ivar lost: names that were acknowledged, and are not there; or were acknowledged to be gone.
    :ivar broken: what SQLite says of the file, where it does not say ``ok``.
    :ivar midway: kills that left a journal, which the next one to open the file rolled back.
    """

    kills: int
    acknowledged: int
    lost: tuple[str, ...]
    broken: tuple[str, ...]
    midway: int


def kill(path: Path, count: int, seed: int, sync: bool = False) -> Kills:
    """Start writers in pairs, and kill them at any moment.

    :param path: of the state.
    :param count: of processes that are killed.
    """
    chance = random.Random(seed)
    token = logged_in(path)['admin']
    there: set[str] = set()
    lost: list[str] = []
    broken: list[str] = []
    acknowledged = midway = 0
    for _ in range(-(-count // 2)):
        # What is open here must not be shared with a child.
        connections.close_idle()
        writers = [_Writer(path, token, sync) for _ in range(2)]
        for writer in writers:
            writer.first_line()
        for writer in writers:
            time.sleep(chance.uniform(0, _LONGEST * (4 if sync else 1)))
            writer.kill()
        midway += Path(f'{path}-journal').exists()
        lines = [line for writer in writers for line in writer.lines()]
        acknowledged += len(lines)
        there |= {line[1:] for line in lines if line[0] == '+'}
        there -= {line[1:] for line in lines if line[0] == '-'}
        names, verdict = _state(path)
        if verdict != 'ok':
            broken.append(verdict)
        # A write that was under way may be there, or a removal done, of which nobody was told.
        under_way = {writer.under_way for writer in writers}
        lost.extend(there - names - under_way)
        lost.extend(names - there - under_way)
        there = names
    return Kills(2 * -(-count // 2), acknowledged, tuple(lost), tuple(broken), midway)


def at_once(path: Path, writers: int, writes: int, sync: bool = False) -> tuple[int, list[str]]:
    """Let processes write at once.

    :returns: the number of writes that are there, and what the writers had to complain of.
    """
    token = logged_in(path)['admin']
    connections.close_idle()
    started = [_Writer(path, token, sync, writes) for _ in range(writers)]
    complaints = [each.complaint for each in started if each.complaint or each.wait()]
    names, verdict = _state(path)
    if verdict != 'ok':
        complaints.append(verdict)
    return len(names), [each for each in complaints if each]


class _Writer:
    """A process that writes, and tells of each write once it is acknowledged.

    :param writes: how many; without end by default, with a removal for each third.
    """

    def __init__(self, path: Path, token: str, sync: bool, writes: int | None = None) -> None:
        self.complaint = ''
        self._read: list[str] = []
        reading, writing = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(reading)
            try:
                _write(path, token, sync, writing, writes)
            except BaseException:
                os.write(writing, f'!{traceback.format_exc()[-300:]!r}\n'.encode())
            finally:
                os._exit(0)
        os.close(writing)
        self._stream = os.fdopen(reading)

    def first_line(self) -> None:
        """Wait until it writes."""
        self._read.append(self._stream.readline().rstrip('\n'))

    def kill(self) -> None:
        """Kill it."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    def wait(self) -> bool:
        """Wait for its end; whether it complained of anything."""
        wrong = [line for line in self._all() if line.startswith('!')]
        os.waitpid(self.process, 0)
        self.complaint = ' '.join(wrong)
        return bool(wrong)

    def lines(self) -> list[str]:
        """Names that were acknowledged, with ``+`` or ``-`` before each name."""
        return [line for line in self._all() if line[:1] in ('+', '-')]

    def _all(self) -> list[str]:
        if not self._stream.closed:
            with self._stream:
                self._read += self._stream.read().split('\n')
        return self._read

    @property
    def under_way(self) -> str:
        """The name that it had announced last, whatever became of it."""
        announced = [line[1:] for line in self._all() if line[:1] == '?']
        return announced[-1] if announced else ''


def _write(path: Path, token: str, sync: bool, out: int, writes: int | None) -> None:
    cloud = sandbox.application(path, lambda: START, sync=sync)
    number = 0
    while writes is None or number < writes:
        number += 1
        name = uuid.uuid4().hex
        os.write(out, f'?{name}\n'.encode())
        made = send(cloud, token, 'POST', '/image/v2/images', {'name': name})
        os.write(out, f'+{name}\n'.encode())
        if writes is None and number % 3 == 0:
            os.write(out, f'?{name}\n'.encode())
            send(cloud, token, 'DELETE', f'/image/v2/images/{made["id"]}')
            os.write(out, f'-{name}\n'.encode())


def send(cloud: Any, token: str, method: str, path: str, body: Any = None, tries: int = 20) -> Any:
    """The decoded answer to a request.

    :raises RuntimeError: it is an error.
    """
    content = b'' if body is None else json.dumps(body).encode()
    headers = [('X-Auth-Token', token), ('Content-Type', 'application/json')]
    url = f'{sandbox.BASE_URL}{path}'
    status, _, answer = in_process.call(cloud, method, url, headers, content)
    if status.startswith('503') and tries > 1:
        # Others had the state for half a minute; nothing was done.
        return send(cloud, token, method, path, body, tries - 1)
    if not status.startswith('2'):
        raise RuntimeError(f'{status}: {answer!r}')
    return json.loads(answer) if answer else None


def _state(path: Path) -> tuple[set[str], str]:
    """The names that were written and are there, and what SQLite says of the file."""
    connection = sqlite3.connect(path)
    try:
        ((verdict,),) = connection.execute('PRAGMA integrity_check').fetchall()[:1]
        rows = connection.execute(
            "SELECT name FROM thing WHERE kind = 'image' AND deleted IS NULL AND length(name) = 32"
        ).fetchall()
    finally:
        connection.close()
    return {name for (name,) in rows}, str(verdict)
