"""The flags of a command line: the versions that have each, and their spelling."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import commands, tokenizer, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.tokenizer import Token, Tokens
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import SERVICES, registry
from novaclient_mv.versions import APIVersion, VersionRange

Ranges = tuple[VersionRange, ...]


def ranges_by_flag(command: Command, table: OptionTable) -> dict[str, Ranges]:
    """The versions that have each flag of a command, and of all commands."""
    own = _own_ranges_by_flag(command)
    of_all = {flag: (*own.get(flag, ()), versions.EVERY_VERSION) for flag in table.by_flag}
    return {**own, **of_all}


@functools.cache
def _own_ranges_by_flag(command: Command) -> dict[str, Ranges]:
    ranges: dict[str, Ranges] = {}
    for argument, span in tree.every_argument(command):
        for flag in (*argument.flags, *argument.hidden_flags):
            if flag.startswith('-'):
                ranges[flag] = (*ranges.get(flag, ()), span)
    return ranges


def unknown(word: Token, command: Command, table: OptionTable) -> errors.UnknownName | None:
    """Return an error for an option that no version of the command has."""
    try:
        spelt_out(word, command, table)
    except errors.UnknownName as error:
        return error
    except errors.CommandError:
        # The beginning of several.
        return None
    return None


def unknown_by_flag(tokens: Tokens, command: Command) -> dict[str, errors.UnknownName]:
    """Errors for options that no command has in this place, by flags with dashes."""
    faults = [fault for fault in tokens.faults if isinstance(fault, errors.UnknownName)]
    outside = [] if command.service in SERVICES else [command.service]
    # Others may bring options of the second kind.
    tables = [OptionTable(outside), OptionTable(registry.outside())]
    by_flag = {fault.name: fault for fault in faults}
    for flag, token in {token.dashed_flag: token for token in tokens.around if token.flag}.items():
        fault = unknown(token, command, tables[flag.startswith('--os-')])
        if fault is not None:
            by_flag.setdefault(flag, fault)
    return by_flag


def spelt_out(
    word: Token, command: Command, table: OptionTable, version: APIVersion | None = None
) -> Token:
    """An option by its full flag, where it was abbreviated or has underscores."""
    own = _own_ranges_by_flag(command)
    if not word.flag or word.flag in own or word.flag in table.by_flag:
        return word
    if not word.flag.startswith('--'):
        raise _unknown(word.text.partition('=')[0], command, table)
    dashed = word.flag.replace('_', '-')
    if not dashed.strip('-'):
        raise _unknown(word.flag, command, table)
    if dashed in own or dashed in table.by_flag:
        return word.spelt(dashed)
    return word.spelt(_meant(word.flag, dashed, command, table, version))


def _meant(
    flag: str, dashed: str, command: Command, table: OptionTable, version: APIVersion | None
) -> str:
    every = tree.every_argument(command)
    own = [(argument, span) for argument, span in every if not argument.yields]
    here = [argument for argument, span in own if version is not None and version in span]
    # The command's own options come first: after the command, a beginning that only one of them
    # has is that one, whatever global options there are.
    for candidates in (
        {name: argument.flags for argument, _ in own for name in argument.flags},
        {name: argument.flags for argument, _ in own for name in argument.hidden_flags},
        {name: option.flags for option in table.resolve(dashed) for name in option.flags},
        {name: argument.flags for argument, _ in every for name in argument.flags},
    ):
        meant = {flags: name for name, flags in candidates.items() if name.startswith(dashed)}
        if len(meant) > 1:
            # At a named version only its own options count.
            meant = {
                flags: meant[flags] for argument in here if (flags := argument.flags) in meant
            } or meant
        if len(meant) == 1:
            return next(iter(meant.values()))
        if meant:
            options = ', '.join(sorted(meant.values()))
            raise errors.CommandError(f'{flag} may mean {options}.')
    raise _unknown(flag, command, table)


def _unknown(flag: str, command: Command, table: OptionTable) -> errors.UnknownName:
    own = [
        argument.name if argument.is_positional else name
        for argument, _ in tree.every_argument(command)
        if not argument.is_hidden
        for name in argument.flags
    ]
    every = table.visible_flags
    return tokenizer.unknown_option(flag, lambda: (*own, *every()), command.name)


def joined(word: Token, command: Command, table: OptionTable) -> Token:
    """An option whose value is never the next word, with its default value."""
    if not word.flag or word.value is not None:
        return word
    option = table.by_flag.get(word.flag)
    if option is not None and option.without_value is not None:
        value = option.without_value
        return Token(f'{word.flag}={value}', word.flag, value)
    for argument in tree.declared_arguments(command):
        if argument.is_joined and word.flag in argument.flags:
            value = str(argument.options['const'])
            return Token(f'{word.flag}={value}', word.flag, value)
    return word


def with_value(command: Command, table: OptionTable) -> set[str]:
    """The flags that need a value, of the command and of all commands."""
    own = {flag: argument.needs_value for flag, argument in tree.options_by_flag(command).items()}
    every = {flag: option.takes_word for flag, option in table.by_flag.items()}
    return {flag for flag, takes_value in (every | own).items() if takes_value}


def is_repeated(tokens: Sequence[Token], command: Command, table: OptionTable) -> bool:
    own = tree.options_by_flag(command)
    options = (own.get(token.flag) or table.by_flag.get(token.flag) for token in tokens)
    dests = [option.dest for option in options if option is not None]
    return len({*dests}) < len(dests)


def misplaced(fault: errors.CommandError, name: str | None) -> errors.CommandError:
    """The error for an option before the command: that of an option which belongs behind it."""
    if name is None or not isinstance(fault, errors.UnknownName):
        return fault
    try:
        command = commands.find(name)
    except errors.UnknownName:
        return fault
    if unknown(tokenizer.token(fault.name), command, OptionTable()) is not None:
        return fault
    return errors.UnknownName(
        *('option', fault.name), (), ' before the command', f' Give it behind {command.name}.'
    )
