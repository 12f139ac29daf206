"""Commands as a table has them: all that is declared of them and help reads, without their code.

The table, ``data/command_arguments.json``, has a line for each command, so that one is read without
the others. It belongs to the one of ``index``, and is made and checked like it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn

from novaclient_mv import versions
from novaclient_mv.cli.reading import aliases, declarations, index
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Argument
from novaclient_mv.services import SERVICES
from novaclient_mv.versions import VersionedMethod, VersionRange

_MARKS = ('end', 'writes', 'takes_command_line', 'is_above_pins')
"""Declarations beside the arguments that help, and what reads a line that asks for it, look at."""

_OPTIONS = ('metavar', 'nargs', 'required', 'dest', 'action')
"""Of the keywords for a parser those that say how an argument is written."""


def find(name: str) -> Command | None:
    """One of our commands, by its canonical name or another one, for all but being run; ``None``
    where the table does not have it, or is not of the modules beside it.
    """
    canonical = aliases.ALIASES.get(name, name)
    try:
        line = _line_of(canonical)
        return None if line is None else _command(canonical, *json.loads(line))
    except (OSError, ValueError, TypeError):
        # Without files of its own, as in an archive, the package has its modules all the same.
        return None


def table() -> dict[str, Any]:
    """The table as it is kept, made of the modules: an entry for each command."""
    from novaclient_mv.cli.reading import commands

    return {command.name: _entry(command) for command in commands.our_commands()}


def _file() -> str:
    return index.package_file('data', 'command_arguments.json')


def _line_of(name: str) -> bytes | None:
    """The entry of a command, as the table has it."""
    with open(_file(), 'rb') as stream:
        content = stream.read()
    if not content.startswith(b'{"fingerprint": %d,' % index.fingerprint()):
        return None
    _, key, rest = content.partition(b'\n%s: ' % json.dumps(name).encode())
    return rest.partition(b'\n')[0].rstrip(b',') if key else None


# -- from the modules to the table -----------------------------------------------


def _entry(command: Command) -> list[Any]:
    marks = [name for name in _MARKS if declarations.declared(command.function, name)]
    variants = [
        [
            index.ends(variant.range),
            variant.func.__doc__,
            [_written(argument) for argument in declarations.arguments_of(variant.func)],
        ]
        for variant in versions.variants_of(command.function)
    ]
    return [command.service.name, marks, variants]


def _written(argument: Argument) -> list[Any]:
    options = {name: argument.options[name] for name in _OPTIONS if name in argument.options}
    if not isinstance(options.get('action', ''), str):
        # One of a class of its own takes a value, as any other that is not named.
        del options['action']
    return [
        argument.flags,
        index.ends(argument.range),
        argument.help,
        argument.hidden_flags,
        argument.is_hidden,
        options,
    ]


# -- and back --------------------------------------------------------------------


def _command(name: str, service: str, marks: list[str], variants: list[Any]) -> Command:
    spans = [VersionRange(*bounds) for bounds, _, _ in variants]
    functions = [
        _stand_in(name, text, {'arguments': [_argument(*entry) for entry in arguments]})
        for _, text, arguments in variants
    ]
    newest = functions[-1]
    newest.__dict__.update(dict.fromkeys(marks, True))
    if len(variants) > 1 or not spans[0].is_everything:
        served = zip(spans, functions, strict=True)
        newest = _stand_in(name, newest.__doc__, newest.__dict__)
        newest.__dict__['variants'] = tuple(
            VersionedMethod(name, span.start, span.end, function) for span, function in served
        )
    owner = next(known for known in SERVICES if known.name == service)
    return Command(name, newest, owner)


def _stand_in(name: str, text: str | None, declared: dict[str, Any]) -> Callable[..., Any]:
    """What has the declarations of a function."""

    def stand_in(*_: object) -> NoReturn:
        raise TypeError(f'{name} is known by its declarations alone.')

    stand_in.__doc__ = text
    stand_in.__dict__.update(declared)
    return stand_in


def _argument(
    flags: list[str],
    bounds: index.Ends,
    text: str,
    hidden_flags: list[str],
    is_hidden: bool,
    options: dict[str, Any],
) -> Argument:
    span = VersionRange(*bounds)
    return Argument(tuple(flags), span, text, None, tuple(hidden_flags), is_hidden, options)
