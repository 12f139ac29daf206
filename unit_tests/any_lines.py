"""Makes a command line that is accepted for any command, from what the command declares."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.read import Ask, read
from novaclient_mv.cli.running import example_lines
from novaclient_mv.cli.running.example_lines import CONTENT, ID, newest
from novaclient_mv.clouds.environment import Environment

__all__ = ['CONTENT', 'FILE', 'ID', 'MOVES', 'line_of', 'needs_a_cloud', 'newest', 'write_file']

FILE = 'anything.json'
"""A file that is to lie in the working folder of a run."""
MOVES = 'moves.json'
"""Another one, with what placement takes."""
_TAKE_MOVES = ('placement-allocation-set-many', 'placement-reshape')
_FURTHER = {'server-password-set': ('--password-file', FILE)}


def line_of(command: Command, environment: Environment) -> list[str]:
    """Words that the newest versions of a command accept, the version named before them.

    :raises LookupError: none were come upon.
    """
    version = newest(command)
    file = MOVES if command.name in _TAKE_MOVES else FILE
    for words in example_lines.bare_lines(command, version, file):
        line = [command.service.version_option, str(version), command.name]
        line += [*words, *_FURTHER.get(command.name, ())]
        if _is_taken(line, environment):
            return line
    raise LookupError(command.name)


def _is_taken(line: Sequence[str], environment: Environment) -> bool:
    try:
        return read(line, environment).ask is Ask.RUN
    except errors.Error:
        return False


def needs_a_cloud(command: Command) -> bool:
    """Whether a command asks a service for anything."""
    return not declarations.declared(command.function, 'is_offline')


def write_file(folder: pathlib.Path) -> None:
    """Write the file that the lines may name."""
    (folder / FILE).write_text(CONTENT, encoding='utf-8')
    (folder / MOVES).write_text('{"inventories": {}, "allocations": {}}', encoding='utf-8')
