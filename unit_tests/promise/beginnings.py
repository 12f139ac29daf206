"""Reads from the declarations which beginnings of options stand for them: scripts may use any.

A line of the record has the shortest one of a flag, and the longer ones that mean another option
or none. Options of all commands stand under ``*``, and under a command where they differ there;
those that differ if a version is named stand under the command and that version.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.reading.words import Word
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.versions import APIVersion
from unit_tests.promise import declared

FILE = declared.FOLDER / 'beginnings.txt'
EVERY, AT, HELP = '*', ' at ', '--help'
_NOT = ', not '

Record = dict[str, dict[str, str]]
"""Commands, with a version where one is named, to flags and their beginnings."""


class _Line(CommandLine):
    """The options of a command, by their beginnings."""

    def meant(self, flag: str, version: APIVersion | None = None) -> str | None:
        """The whole flag that one stands for; ``None`` where it is nobody's or several options'."""
        try:
            return self._spelt_out(Word(flag, flag), version).flag
        except errors.CommandError:
            return None


def read() -> Record:
    """The beginnings of all options of all commands."""
    table = OptionTable()
    everywhere = {flag: _before_command(flag, table) for flag in filter(_is_long, table.by_flag)}
    found = {EVERY: everywhere}
    for command in commands.our_commands():
        found |= of_command(command, everywhere, table)
    return found


def _is_long(flag: str) -> bool:
    return flag.startswith('--')


def _beginnings(flag: str) -> Iterator[str]:
    """The beginnings of a flag, the shortest one first, without the flag itself."""
    return (flag[:length] for length in range(3, len(flag)))


def _text(flag: str, is_meant: Callable[[str], bool]) -> str:
    """The shortest beginning that stands for a flag, and the longer ones that do not."""
    stand = [text for text in _beginnings(flag) if is_meant(text)]
    shortest = stand[0] if stand else flag
    others = [text for text in _beginnings(flag) if len(text) > len(shortest) and text not in stand]
    return f'{shortest}{_NOT}{" ".join(others)}' if others else shortest


def _before_command(flag: str, table: OptionTable) -> str:
    option = table.by_flag[flag]
    return _text(flag, lambda text: table.resolve(text) == [option])


def of_command(command: Command, everywhere: dict[str, str], table: OptionTable) -> Record:
    """The lines of one command: what its options make different, and ``--help`` in any case."""
    own = {
        flag: argument.flags
        for argument, _ in tree.every_argument(command)
        for flag in filter(_is_long, (*argument.flags, *argument.hidden_flags))
    }
    met = {text for flag in own for text in (*_beginnings(flag), flag)}
    options: dict[str | None, object] = {
        flag: table.by_flag[flag] for flag in everywhere if not met.isdisjoint(_beginnings(flag))
    }
    options.update(own)
    flags = [flag for flag in options if flag is not None]
    meant = functools.cache(_Line(command, (), table).meant)

    def is_meant(flag: str, version: APIVersion | None, text: str) -> bool:
        # A version only tells apart what several may mean.
        spelt = meant(text) or (None if version is None else meant(text, version))
        return options.get(spelt) == options[flag]

    def by_flag(version: APIVersion | None) -> dict[str, str]:
        return {flag: _text(flag, functools.partial(is_meant, flag, version)) for flag in flags}

    unversioned = by_flag(None)
    differing = {flag: text for flag, text in unversioned.items() if everywhere.get(flag) != text}
    found = {command.name: {HELP: everywhere[HELP], **differing}}
    for name, (service, version) in declared.VERSIONS.items():
        if service == command.service:
            at = by_flag(version)
            found[f'{command.name}{AT}{name}'] = {
                flag: text for flag, text in at.items() if text != unversioned[flag]
            }
    return found


def broken(before: Record, after: Record) -> list[str]:
    """The beginnings that stood for an option before and do not after."""
    found = []
    for name in sorted(before.keys() | after.keys()):
        if name.partition(AT)[0] not in before:
            continue
        old, new = _in_force(before, name), _in_force(after, name)
        for flag, text in old.items():
            now = new.get(flag)
            if now is None or not _holds(text, now):
                found.append(f'{name} / {flag}: {text} is now {now}')
    return found


def _in_force(record: Record, name: str) -> dict[str, str]:
    command = name.partition(AT)[0]
    return {**record.get(EVERY, {}), **record.get(command, {}), **record.get(name, {})}


def _holds(before: str, after: str) -> bool:
    old, _, old_others = before.partition(_NOT)
    new, _, new_others = after.partition(_NOT)
    return old.startswith(new) and {*new_others.split()} <= {*old_others.split()}


def recorded() -> Record:
    """The record."""
    found: Record = {}
    for line in FILE.read_text(encoding='utf-8').splitlines():
        place, _, text = line.partition(': ')
        name, _, flag = place.partition(' / ')
        found.setdefault(name, {})[flag] = json.loads(text)
    return found


def record() -> None:
    """Write the record."""
    lines = [
        f'{name} / {flag}: {json.dumps(text)}\n'
        for name, flags in read().items()
        for flag, text in flags.items()
    ]
    FILE.write_text(''.join(lines), encoding='utf-8')
