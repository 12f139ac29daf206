"""The options of 1.0 that beginnings stood for, computed from the names that it had.

A line of the record has the options of a command, those of all commands under ``*``::

    server-delete: --all-tenants(--all-tenant) --where? --dry-run

Flags of one option have a ``/`` between them, hidden ones stand in brackets. The beginnings of one
with ``?`` are those of any other option that begins so. The record is written once for a release,
by ``python -m unit_tests.promise.beginnings``: an option that came later may not take a beginning
from a recorded one.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, option_flags, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.tokenizer import Token
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.versions import APIVersion
from unit_tests.promise import declared

FILE = declared.FOLDER / 'names_of_1.0.txt'
EVERY = '*'


class Names(NamedTuple):
    """The long flags of an option, shown and hidden ones, and whether its beginnings yield."""

    flags: tuple[str, ...]
    hidden_flags: tuple[str, ...] = ()
    yields: bool = False

    def __str__(self) -> str:
        hidden = f'({"/".join(self.hidden_flags)})' if self.hidden_flags else ''
        return f'{"/".join(self.flags)}{hidden}{"?" if self.yields else ""}'

    @classmethod
    def parse(cls, text: str) -> Names:
        """Read what ``str`` makes of it."""
        shown, _, hidden = text.rstrip('?').rstrip(')').partition('(')
        flags = (tuple(filter(None, each.split('/'))) for each in (shown, hidden))
        return cls(*flags, yields=text.endswith('?'))


Record = Mapping[str, Collection[Names]]
"""The options of each command, by its name."""


def names() -> Record:
    """The options of all commands as they are now."""
    every = [
        Names(_long(option.flags), yields=option.is_hidden or not option.is_abbreviated)
        for option in OptionTable().options
    ]
    return {EVERY: every, **{each.name: names_of(each) for each in commands.our_commands()}}


def names_of(command: Command) -> Collection[Names]:
    """The options of a command, those of all its variants."""
    return dict.fromkeys(
        Names(_long(argument.flags), _long(argument.hidden_flags), argument.yields)
        for argument, _ in tree.every_argument(command)
        if not argument.is_positional
    )


def _long(flags: Iterable[str]) -> tuple[str, ...]:
    return tuple(flag for flag in flags if flag.startswith('--'))


def meant(
    text: str, own: Collection[Names], every: Collection[Names], here: Collection[str]
) -> Names | None:
    """The option that a flag or its beginning stands for: the first of these that alone begins so.

    It is one of the command's own by a flag, by a hidden one, one of all commands, or one that
    yields. A whole flag is that of its option.

    :param here: flags of the version that is named; of several options its own one is meant.
    """
    for names in (*own, *every):
        if text in names.flags or text in names.hidden_flags:
            return names
    firm = [names for names in own if not names.yields]
    for candidates in (
        [(names.flags, names) for names in firm],
        [(names.hidden_flags, names) for names in firm],
        [(names.flags, names) for names in every if not names.yields],
        [(names.flags, names) for names in own],
    ):
        found = {
            names.flags: names
            for flags, names in candidates
            if any(flag.startswith(text) for flag in flags)
        }
        if len(found) > 1:
            of_version = {flags: found[flags] for flags in found if not here.isdisjoint(flags)}
            found = of_version or found
        if found:
            return next(iter(found.values())) if len(found) == 1 else None
    return None


def broken(record: Record, those: Iterable[Command]) -> Iterator[str]:
    """The beginnings that stood for an option of the record, and now mean another one or none."""
    table = OptionTable()
    every = record[EVERY]
    for text in sorted(_beginnings(every)):
        was = meant(text, (), every, frozenset())
        now = table.resolve(text)
        if was and now != [table.by_flag.get(was.flags[0])]:
            yield f'{text} meant {was}, now {", ".join(each.flags[0] for each in now)}'
    for command in those:
        if command.name in record:
            yield from _broken_of(command, record[command.name], every, table)


def _broken_of(
    command: Command, own: Collection[Names], every: Collection[Names], table: OptionTable
) -> Iterator[str]:
    line = _Line(command, (), table)
    options: dict[str, object] = {
        **table.by_flag,
        **{flag: one.flags for flag, one in tree.options_by_flag(command).items()},
    }
    # Of the options of all commands, the command's own can only change what begins like these.
    begun = {text for flag in tree.options_by_flag(command) for text in _cut(flag)}
    for text in sorted(_beginnings(own) | (begun & _beginnings(every))):
        for name, version in _versions(command):
            here = _here(name, command)
            was = meant(text, own, every, frozenset()) or meant(text, own, every, here)
            now = line.meant(text, version)
            of = table.by_flag if was in every else options
            if was and (now is None or options[now] != of.get(was.flags[0])):
                yield f'{command.name} at {name or "any"}: {text} meant {was}, now {now}'


def _beginnings(those: Iterable[Names]) -> set[str]:
    flags = (flag for names in those for flag in (*names.flags, *names.hidden_flags))
    return {text for flag in flags for text in _cut(flag)}


def _cut(flag: str) -> Iterator[str]:
    """The beginnings of a flag, the flag itself as well."""
    return (flag[:length] for length in range(3, len(flag) + 1))


def _versions(command: Command) -> Iterator[tuple[str, APIVersion | None]]:
    yield '', None
    for name, (service, version) in declared.VERSIONS.items():
        if service == command.service:
            yield name, version


def _here(name: str, command: Command) -> frozenset[str]:
    return _flags_at(name).get(command.name, frozenset()) if name else frozenset()


@functools.cache
def _flags_at(name: str) -> dict[str, frozenset[str]]:
    """The flags of each command at a version, of the record that is named so."""
    found: dict[str, set[str]] = {}
    for place in declared.recorded(name):
        command, _, argument = place.partition(' / arguments / ')
        found.setdefault(command, set()).add(argument)
    return {command: frozenset(flags) for command, flags in found.items()}


class _Line(CommandLine):
    """The options of a command, by their beginnings."""

    def meant(self, flag: str, version: APIVersion | None = None) -> str | None:
        """The whole flag that one stands for; ``None`` where it is nobody's or several options'."""
        for named in (None, version):
            try:
                token = Token(flag, flag)
                return option_flags.spelt_out(token, self.command, self.table, named).flag
            except errors.CommandError:
                continue
        return None


def recorded() -> Record:
    """The record."""
    lines = [line.partition(':') for line in FILE.read_text(encoding='utf-8').splitlines()]
    return {name: [*map(Names.parse, text.split())] for name, _, text in lines}


def record() -> None:
    """Write the record."""
    lines = [f'{name}: {" ".join(map(str, those))}'.rstrip() for name, those in names().items()]
    FILE.write_text('\n'.join(lines) + '\n', encoding='utf-8')


if __name__ == '__main__':
    record()
