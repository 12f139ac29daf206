"""The table of our commands as a file, and whether it is that of the modules beside it.

A built package has the table that was made when it was built. In a checkout it is made when it is
first needed, and again when a module changed.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from typing import Any

from novaclient_mv.services import SERVICES

_READING = ('argument.py', 'declarations.py', 'tree.py', 'index.py', 'aliases.py')
"""Further modules that decide on the options of a command."""

_LOADED_AT = time.time_ns()
_PRIME = 2**61 - 1

Entry = list[Any]
"""One command: its name, then what ``index`` tells of it."""


def read() -> list[Entry] | None:
    """The rows of the table; ``None`` without one, or not one of these modules."""
    try:
        with open(path(), encoding='utf-8') as stream:
            stored = json.load(stream)
        stamp = stored['stamp']
        rows = stored['commands']
        is_current = isinstance(rows, list) and (stamp == 'built' or stamp == _stamp()[0])
    except (OSError, ValueError, KeyError, TypeError):
        # Without files of its own, as in an archive, the package has its modules all the same.
        return None
    return rows if is_current else None


def write(rows: list[Entry]) -> None:
    """Keep the table of a checkout, if its folder may be written and no module changed since this
    process loaded it.
    """
    try:
        stamp, newest = _stamp()
        if newest < _LOADED_AT:
            _replace(stamp, rows)
    except OSError:
        return


def write_built(rows: list[Entry]) -> None:
    """Keep the table of a package that is being built."""
    _replace('built', rows)


def path() -> str:
    return _package_file('data', 'commands.json')


def _replace(stamp: str | int, rows: list[Entry]) -> None:
    from novaclient_mv import user_files

    lines = ',\n'.join(json.dumps(row, ensure_ascii=False) for row in rows)
    content = f'{{"stamp": {json.dumps(stamp)}, "commands": [\n{lines}\n]}}\n'
    user_files.rewrite(path(), lambda: content.encode())


def _stamp() -> tuple[int, int]:
    """Return a stamp of the modules of our commands, and when the newest of them changed.

    The time at which a file's state changed is set by the kernel alone, so that no change of a
    module goes unnoticed, not even one that leaves its length; to read all of them would take
    longer than to show the help that they are read for.
    """
    texts: list[str] = []
    newest = 0
    for name, state in _sources():
        newest = max(newest, state.st_ctime_ns)
        texts.append(f'{name} {state.st_size} {state.st_ctime_ns}')
    # A remainder needs no module, and nobody forges the tables of his own client.
    return int.from_bytes('\n'.join(sorted(texts)).encode(), 'big') % _PRIME, newest


def _sources() -> Iterator[tuple[str, os.stat_result]]:
    here = os.path.dirname(__file__)
    for name in _READING:
        yield name, os.stat(os.path.join(here, name))
    for service in SERVICES:
        for package in service.command_packages:
            yield from _modules(_package_file(*package.split('.')[1:]), package)


def _modules(folder: str, prefix: str) -> Iterator[tuple[str, os.stat_result]]:
    for entry in os.scandir(folder):
        if entry.name.endswith('.py'):
            yield f'{prefix}/{entry.name}', entry.stat()
        elif entry.is_dir() and entry.name != '__pycache__':
            yield from _modules(entry.path, f'{prefix}/{entry.name}')


def _package_file(*names: str) -> str:
    """The path of a file or folder in this package; nothing of it is imported."""
    import novaclient_mv

    return os.path.join(os.path.dirname(novaclient_mv.__file__), *names)
