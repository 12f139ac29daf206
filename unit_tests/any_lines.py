"""Makes a command line that is accepted for any command, from what the command declares."""

from __future__ import annotations

import itertools
import pathlib
from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import declarations, tree, types, window
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.read import Ask, read
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.versions import APIVersion

ID = '1be26c0b-03f2-4d2e-ae87-c02d7f33c123'
FILE = 'anything.json'
"""A file that is to lie in the working folder of a run."""
MOVES = 'moves.json'
"""Another one, with what placement takes."""
_TAKE_MOVES = ('placement-allocation-set-many', 'placement-reshape')
CONTENT = f'{{"nodes": [{{"driver": "fake", "ports": [{{"address": "{ID}"}}]}}]}}'
_VALUES = (
    *(ID, '1', 'key=value', '10.0.0.1', 'true', '/things', 'POST', FILE, '[]', '{}', '80'),
    *(
        '2026-01-01',
        'tcp',
        'public',
        '10.0.0.0/24',
        'net-id=auto',
        'CUSTOM_ONE',
        'present',
        f'rp={ID},VCPU=1',
        'VCPU=1',
    ),
)
_OF_FILES = {'ObjectList': '[]', 'ObjectValue': '{}'}
"""Values of types that read a file, where they are no names of one."""
_FURTHER = {
    'aggregate-update': ('--name', 'one'),
    'image-meta-replace': ('key=value',),
    'quota-class-update': ('--instances', '1'),
    'quota-update': ('--instances', '1'),
    'server-password-set': ('--password-file', FILE),
    'server-update': ('--name', 'one'),
}
"""Arguments that make a line a change, though it is accepted without them."""
_NAMED = {'method': 'POST', 'user': ID, 'tenant': ID, 'project': ID, 'metadata': 'key=value'}


def line_of(command: Command, environment: Environment) -> list[str]:
    """Words that the newest versions of a command accept, the version named before them.

    :raises LookupError: none were come upon.
    """
    version = newest(command)
    arguments = tree.arguments_at(command, version) or []
    needed = [argument for argument in arguments if _is_needed(argument)]
    optional = [argument for argument in arguments if argument not in needed]
    before = [command.service.version_option, str(version), command.name]
    for more in itertools.chain(
        [()], *(itertools.combinations(_options(optional), count) for count in (1, 2))
    ):
        words = _filled([*needed, *more])
        line = [*before, *(words or ()), *_FURTHER.get(command.name, ())]
        if words is not None and _is_taken(line, environment):
            return [
                MOVES if word == FILE and command.name in _TAKE_MOVES else word for word in line
            ]
    raise LookupError(command.name)


def newest(command: Command) -> APIVersion:
    """The newest version that has a command."""
    return next(
        epoch.end
        for epoch in reversed(window.epochs(command))
        if tree.arguments_at(command, epoch.start) is not None
    )


def _is_needed(argument: Argument) -> bool:
    if argument.is_positional:
        return argument.options.get('nargs') not in ('?', '*')
    return bool(argument.options.get('required'))


def _options(arguments: Sequence[Argument]) -> list[Argument]:
    passive = ('wait', 'wait_timeout', 'dry_run', 'all_tenants', 'strict')
    return [argument for argument in arguments if argument.dest not in passive]


def _filled(arguments: Sequence[Argument]) -> list[str] | None:
    """Words for some arguments, with a value of its own type for each."""
    filled = [_words(argument) for argument in arguments]
    return [word for words in filled for word in words] if all(filled) else None


def _words(argument: Argument) -> list[str]:
    """Words that give an argument a value; none where no value is known that its type takes."""
    flag = [] if argument.is_positional else [argument.name]
    if not argument.takes_value:
        return flag
    count = argument.options.get('nargs')
    value = _value(argument)
    return [] if value is None else [*flag, *([value] * (count if isinstance(count, int) else 1))]


def _value(argument: Argument) -> str | None:
    kind: object = argument.options.get('type', str)
    choices = argument.options.get('choices') or getattr(kind, 'words', ())
    if choices:
        return str(next(iter(choices)))
    if isinstance(kind, type) and issubclass(kind, types.File):
        return str(_OF_FILES.get(kind.__name__, FILE))
    named = (_NAMED[argument.dest],) if argument.dest in _NAMED else ()
    values: tuple[str, ...] = (*named, *_VALUES)
    for value in values:
        try:
            kind(value)  # type: ignore[operator]
        except Exception:
            continue
        return value
    return None


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
