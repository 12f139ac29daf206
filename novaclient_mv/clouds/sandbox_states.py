"""The file of a sandbox's state: in process, or of a served one."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from novaclient_mv import errors

if TYPE_CHECKING:
    import sqlite3

    from novaclient_mv.clouds.environment import Environment

HOST = '127.0.0.1'
PORT = 8774
ANY_PORT = 'any'
CATALOGS = (
    *('default', 'versions', 'no-versions', 'projects', 'projects-without-versions'),
    *('block-storage', 'old-types', 'path', 'path-without-versions', 'slashes', 'compute-only'),
)
"""Shapes that its service catalog may have; help needs them, and nothing of the sandbox."""

_SUFFIX = '.sqlite'


def in_process(environment: Environment) -> str:
    """The state of ``--os-cloud sandbox``."""
    return os.path.join(environment.state_folder, f'sandbox{_SUFFIX}')


def named(environment: Environment, path: str) -> str:
    """The state that a user names, as an absolute path."""
    return os.path.abspath(os.path.join(environment.cwd or '', os.path.expanduser(path)))


def existing(environment: Environment) -> list[str]:
    """The existing states: the one in process, then those of served sandboxes."""
    import glob

    served = sorted(glob.glob(os.path.join(glob.escape(_folder(environment)), f'*{_SUFFIX}')))
    return [path for path in (in_process(environment), *served) if os.path.exists(path)]


@contextlib.contextmanager
def served(
    environment: Environment, host: str = HOST, port: int = PORT, versions: str | None = None
) -> Iterator[str]:
    """The state of a sandbox that is served; it is this one's while the block lasts.

    The same host, port and versions lead to the same state again. Where any port will do, several
    may be served at once: each takes the first state that no other one has.

    :param versions: what was asked for besides the usual range, as in ``2.1-2.53``.
    """
    if (host, port, versions) == (HOST, PORT, None):
        yield in_process(environment)
        return
    words = [*([] if host == HOST else [_plain(host)]), str(port or ANY_PORT)]
    base = os.path.join(_folder(environment), '-'.join([*words, *([versions] if versions else [])]))
    if port:
        yield base + _SUFFIX
        return
    os.makedirs(_folder(environment), mode=0o700, exist_ok=True)
    for number in itertools.count(1):
        path = base if number == 1 else f'{base}-{number}'
        lock = _locked(f'{path}.lock')
        if lock is not None:
            with contextlib.closing(lock):
                yield path + _SUFFIX
            return


def _folder(environment: Environment) -> str:
    return os.path.join(environment.state_folder, 'sandbox-served')


def _plain(host: str) -> str:
    """A host as a part of a file's name."""
    return re.sub(r'[^0-9A-Za-z.-]', '_', host)


def _locked(path: str) -> sqlite3.Connection | None:
    """A lock of SQLite, which ends with the process; ``None`` where another process has it."""
    import sqlite3

    connection = None
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None)
        connection.execute('BEGIN EXCLUSIVE')
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        if 'locked' in str(error):
            return None
        raise errors.Error(f'Cannot lock {path}: {error}.') from error
    return connection
