"""Finds the function of a command by its name; imports the one module that holds it."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from novaclient_mv import exceptions
from novaclient_mv.cli import aliases
from novaclient_mv.services import SERVICES, Service

ENTRY_POINTS = 'novaclient_mv.commands'


class Command(NamedTuple):
    """A command: its canonical name, its function, and the service that it speaks to."""

    name: str
    function: Callable[..., Any]
    service: Service

    @property
    def summary(self) -> str:
        """The first sentence of its help."""
        text = (self.function.__doc__ or '').strip()
        return text.split('\n\n')[0].replace('\n', ' ')


def find(name: str) -> Command:
    """The command of a name, canonical or python-novaclient's.

    Third parties' commands are looked for only when the name is not ours.

    :raises UnknownName: there is none.
    """
    canonical = aliases.ALIASES.get(name, name)
    service = _service_of(canonical)
    module_name = _module_of(canonical.removeprefix(service.prefix), _modules(service))
    if module_name and '_' not in name:
        module = importlib.import_module(f'{service.commands_package}.{module_name}')
        function = getattr(module, function_name(canonical.removeprefix(service.prefix)), None)
        if function is not None:
            return Command(canonical, function, service)
    for command in outside_commands():
        if command.name == name:
            return command
    raise exceptions.UnknownName('command', name, close_to(name))


def function_name(name: str) -> str:
    """Name of the function of a command."""
    return 'do_' + name.replace('-', '_')


def default_service(name: str) -> Service:
    """The service that a command of this name speaks to."""
    return _service_of(aliases.ALIASES.get(name, name))


def _service_of(name: str) -> Service:
    return max(
        (each for each in SERVICES if name.startswith(each.prefix)),
        key=lambda each: len(each.prefix),
    )


def _modules(service: Service) -> list[str]:
    package = importlib.import_module(service.commands_package)
    return [
        entry.removesuffix('.py')
        for folder in package.__path__
        for entry in sorted(os.listdir(folder))
        if entry.endswith('.py') and not entry.startswith('_')
    ]


def _module_of(name: str, modules: list[str]) -> str | None:
    """The module named by the longest run of whole words that a command starts with."""
    words = name.split('-')
    for count in range(len(words), 0, -1):
        module = '_'.join(words[:count])
        if module in modules:
            return module
    return None


def our_commands() -> Iterator[Command]:
    """Every command of this package, in order of names; imports all command modules."""
    found = []
    for service in SERVICES:
        for module_name in _modules(service):
            module = importlib.import_module(f'{service.commands_package}.{module_name}')
            for attribute, function in vars(module).items():
                if attribute.startswith('do_') and function.__module__ == module.__name__:
                    name = service.prefix + attribute[3:].replace('_', '-')
                    found.append(Command(name, function, service))
    yield from sorted(found, key=lambda each: each.name)


def outside_commands() -> Iterator[Command]:
    """Commands of other packages, from the entry points ``novaclient_mv.commands``.

    An entry point names a function and stands under the command's name.
    """
    if not _has_outside():
        return
    from stevedore import extension

    manager: extension.ExtensionManager[Any] = extension.ExtensionManager(
        ENTRY_POINTS, on_load_failure_callback=_ignore_failure
    )
    for each in manager:
        yield Command(each.name.replace('_', '-'), each.plugin, SERVICES[0])


def _ignore_failure(manager: Any, entry_point: Any, error: BaseException) -> None:
    """A package that cannot be imported must not take our own commands with it."""
    import logging

    logging.getLogger('novaclient_mv').warning(
        'The command %s cannot be loaded: %s', entry_point.name, error
    )


def _has_outside() -> bool:
    """Whether any installed package declares commands; far cheaper than scanning with stevedore."""
    needle = f'[{ENTRY_POINTS}]'.encode()
    for folder in dict.fromkeys(sys.path):
        try:
            names = os.listdir(folder or '.')
        except OSError:
            continue
        for name in names:
            if name.endswith(('.dist-info', '.egg-info')):
                try:
                    with open(os.path.join(folder, name, 'entry_points.txt'), 'rb') as file:
                        if needle in file.read():
                            return True
                except OSError:
                    continue
    return False


def every_command() -> list[Command]:
    """Our commands and those of other packages; ours win where names are the same."""
    ours = list(our_commands())
    known = {each.name for each in ours} | set(aliases.ALIASES)
    return ours + [each for each in outside_commands() if each.name not in known]


def close_to(name: str) -> list[str]:
    """Names of commands that are close to a mistyped one."""
    from novaclient_mv.cli import suggestions

    names = [each.name for each in our_commands()]
    return suggestions.close_names(name, [*names, *aliases.ALIASES])
