"""Finds the function of a command by its name; imports the one module that holds it."""

from __future__ import annotations

import functools
import importlib
import itertools
import os
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import novaclient_mv
from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import aliases
from novaclient_mv.services import SERVICES, Service, entry_points, registry
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import VersionRange

ENTRY_POINTS = 'novaclient_mv.commands'
_MOST_WORDS = 6
"""No name of a command has more words behind its first."""


class Command(NamedTuple):
    """A command: its canonical name, its function, and the service that it speaks to."""

    name: str
    function: Callable[..., Any]
    service: Service

    @property
    def ranges(self) -> list[VersionRange]:
        """The versions of each of its variants."""
        return [variant.range for variant in versions.variants_of(self.function)]

    @property
    def is_ours(self) -> bool:
        """Whether this package has it."""
        return self.function.__module__.startswith('novaclient_mv.')

    @property
    def summary(self) -> str:
        """The first sentence of its help."""
        text = (self.function.__doc__ or '').strip()
        return ' '.join(text.split('\n\n')[0].split())


def find(name: str) -> Command:
    """The command of a name, canonical or python-novaclient's.

    Other packages' services and commands are looked for only when the name is not ours.

    :raises Error: another package has it, and cannot be imported.
    """
    in_a_service = _find_in(SERVICES, name) or _find_outside(name)
    if in_a_service is not None:
        return in_a_service
    for command in outside_commands(name):
        return command
    raise _unknown(name, lambda: close_to(name))


def _unknown(name: str, candidates: Callable[[], list[str]]) -> errors.UnknownName:
    from novaclient_mv.cli.reading import name_suggestions

    sentence = name_suggestions.sentence(name)
    return errors.UnknownName(
        'command', name, candidates, ending=f' {sentence}' if sentence else ''
    )


def multiword_command(name: str, following: Sequence[str]) -> errors.UnknownName | None:
    """The refusal of a multiword command; ``None`` where the words make no command."""
    for count in range(min(len(following), _MOST_WORDS), 0, -1):
        words = (name, *following[:count])
        for prefix in ('', *(service.prefix for service in SERVICES if service.prefix)):
            command = _find_in(SERVICES, prefix + '-'.join(words))
            # Without its prefix a name may mean others as well: none of them is run.
            if command is not None and (not prefix or len(close_to('-'.join(words))) == 1):
                return errors.UnknownName('command', ' '.join(words), [command.name])
    return None


def longer_name(name: str, following: Sequence[str]) -> str | None:
    """A suggestion where the words after a command may belong to its name."""
    longer = None if '-' in name else multiword_command(name, following)
    return None if longer is None else f'Did you mean {longer.candidates[0]}?'


def misspelt_multiword_command(name: str, following: Sequence[str]) -> errors.UnknownName | None:
    """The refusal of a misspelt multiword command; ``None`` where the words resemble none."""
    # Ids and values of other kinds are no words of a name.
    verbal = [*itertools.takewhile(str.isalpha, following[:_MOST_WORDS])]
    for count in range(len(verbal), 0, -1):
        words = (name, *verbal[:count])
        close = close_to('-'.join(words), is_joined=True)
        if close:
            return errors.UnknownName('command', ' '.join(words), close)
    return None


def service_of(name: str, services: Iterable[Service] = SERVICES) -> Service | None:
    """The service that a command of this name speaks to: that of the longest prefix."""
    canonical = aliases.ALIASES.get(name, name)
    having = [service for service in services if canonical.startswith(service.prefix)]
    return max(having, key=lambda service: len(service.prefix), default=None)


def _find_in(services: Iterable[Service], name: str) -> Command | None:
    service = service_of(name, services)
    if service is None or '_' in name:
        return None
    canonical = aliases.ALIASES.get(name, name)
    bare = canonical.removeprefix(service.prefix)
    for package in service.command_packages:
        module_name = _module_of(bare, _modules(package))
        if module_name is not None:
            module = importlib.import_module(f'{package}.{module_name}')
            function = getattr(module, f'do_{bare.replace("-", "_")}', None)
            if function is not None:
                return Command(canonical, function, service)
    return None


def _find_outside(name: str) -> Command | None:
    try:
        return _find_in(registry.outside(), name)
    except errors.Error:
        raise
    except Exception as error:
        raise errors.Error(f'The command {name} cannot be loaded: {error}.') from error


def _modules(package: str) -> list[str]:
    top, *rest = package.split('.')
    if top == 'novaclient_mv':
        # Most commands are in one package of several, and only that one is imported.
        folders = [os.path.join(*novaclient_mv.__path__, *rest)]
    else:
        folders = [*importlib.import_module(package).__path__]
    return [
        module for folder in folders for module in _modules_in(folder, os.stat(folder).st_mtime_ns)
    ]


@functools.cache
def _modules_in(folder: str, changed: int) -> tuple[str, ...]:
    """The modules of a folder, as of its last change."""
    return tuple(
        entry.removesuffix('.py')
        for entry in sorted(os.listdir(folder))
        if entry.endswith('.py') and not entry.startswith('_')
    )


def _module_of(name: str, modules: list[str]) -> str | None:
    """The module named by the longest run of whole words that a command starts with."""
    words = name.split('-')
    for count in range(len(words), 0, -1):
        module = '_'.join(words[:count])
        if module in modules:
            return module
    return None


def commands_of(services: Iterable[Service]) -> Iterator[Command]:
    """Every command of some services, in order of names; imports all their command modules."""
    commands = [command for service in services for command in _commands_of(service)]
    yield from sorted(commands, key=lambda command: command.name)


def _commands_of(service: Service) -> Iterator[Command]:
    packages = service.command_packages
    names = [f'{package}.{module}' for package in packages for module in _modules(package)]
    for module in map(importlib.import_module, names):
        for attribute, function in vars(module).items():
            if attribute.startswith('do_') and function.__module__ == module.__name__:
                name = service.prefix + attribute[3:].replace('_', '-')
                yield Command(name, function, service)


def our_commands() -> Iterator[Command]:
    return commands_of(SERVICES)


def commands_of_others(services: Iterable[Service] | None = None) -> list[Command]:
    """Commands of other packages' services, by name; broken ones are left out with a warning."""
    commands: list[Command] = []
    for service in registry.outside() if services is None else services:
        try:
            commands += _commands_of(service)
        except Exception as error:
            words = entry_points.words_of(error)
            entry_points.warn(f'The commands of {service.name} cannot be loaded: {words}')
    return sorted(commands, key=lambda command: command.name)


def outside_commands(only: str | None = None) -> Iterator[Command]:
    """Commands of other packages, from the entry points ``novaclient_mv.commands``.

    An entry point names a function and stands under the command's name; anything else is left out,
    with a warning.

    :param only: the name of the one command that is wanted; no other is imported.
    """

    def is_wanted(name: str) -> bool:
        return only is None or name.replace('_', '-') == only

    for name, function in entry_points.load(ENTRY_POINTS, is_wanted):
        if not isinstance(function, types.FunctionType):
            entry_points.warn(f'The command of the entry point {name} is left out: no function.')
            continue
        command = name.replace('_', '-')
        yield Command(command, function, service_of(command, registry.every()) or SERVICES[0])


def every_command() -> list[Command]:
    """All commands, ours before those of other packages of the same name."""
    by_name: dict[str, Command] = {command.name: command for command in our_commands()}
    for command in (*commands_of_others(), *outside_commands()):
        if command.name not in aliases.ALIASES:
            by_name.setdefault(command.name, command)
    return list(by_name.values())


def close_to(name: str, is_joined: bool = False) -> list[str]:
    """Names of commands that may be meant by another one."""
    from novaclient_mv.cli.reading import index_file, name_suggestions

    ours = index_file.read() or our_commands()
    outside = registry.outside()
    names = [row[0] for row in (*ours, *commands_of_others(outside))]
    prefixes = [service.prefix for service in (*SERVICES, *outside) if service.prefix]
    return name_suggestions.commands(name, names, aliases.ALIASES, prefixes, is_joined)
