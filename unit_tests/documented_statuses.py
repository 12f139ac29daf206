"""Compares the exit status of a run with those that the reference has for its command."""

from __future__ import annotations

import functools
import importlib
import pathlib
import sys
from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, read
from novaclient_mv.errors import ExitStatus

EVER = frozenset({ExitStatus.INTERRUPTED, ExitStatus.CLOSED_PIPE})
"""Statuses that any run may end with, which the reference says once."""
FOLDER = pathlib.Path(__file__).parents[1] / 'doc' / 'ext'


def is_documented(argv: Sequence[str], status: int) -> bool:
    """Whether the command of a line may end with a status; a line without a command of ours may
    end in any way.
    """
    name = read.split(argv).name
    return name is None or status in EVER or status in _statuses_of(name)


@functools.cache
def _statuses_of(name: str) -> frozenset[int]:
    try:
        command = commands.find(name)
    except errors.Error:
        return frozenset(ExitStatus)
    if not command.is_ours:
        return frozenset(ExitStatus)
    if str(FOLDER) not in sys.path:
        sys.path.append(str(FOLDER))
    command_statuses = importlib.import_module('command_statuses')
    return frozenset(int(status) for status, _ in command_statuses.statuses_of(command))
