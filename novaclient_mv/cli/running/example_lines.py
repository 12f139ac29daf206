"""Example values for the arguments that a command requires and a line lacks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import tree, types, window
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.tokenizer import Token
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.versions import APIVersion

ID = '1be26c0b-03f2-4d2e-ae87-c02d7f33c123'
STDIN = '-'
CONTENT = f'{{"nodes": [{{"driver": "fake", "ports": [{{"address": "{ID}"}}]}}]}}'
"""The content of files that are read."""
_VALUES = (
    *(ID, '1', 'key=value', '10.0.0.1', 'true', '/things', 'POST', '[]', '{}', '80'),
    *('2026-01-01', 'tcp', 'public', '10.0.0.0/24', 'net-id=auto', 'CUSTOM_ONE', 'present'),
    *(f'rp={ID},VCPU=1', 'VCPU=1'),
)
_OF_FILES = {'ObjectList': '[]', 'ObjectValue': '{}'}
"""Values of types that read a file, where they are no names of one."""
_NAMED = {'method': 'POST', 'user': ID, 'tenant': ID, 'project': ID, 'metadata': 'key=value'}
_FURTHER = {
    'aggregate-update': ('--name', 'one'),
    'image-meta-replace': ('key=value',),
    'quota-class-update': ('--instances', '1'),
    'quota-update': ('--instances', '1'),
    'server-update': ('--name', 'one'),
}
"""Arguments that make a line a change, though it is accepted without them."""
_PASSIVE = ('wait', 'wait_timeout', 'dry_run', 'all_tenants', 'strict')


def bare_lines(command: Command, version: APIVersion, file: str = STDIN) -> Iterator[list[str]]:
    """Words that a version of a command may accept, with no more options than it needs."""
    arguments = tree.arguments_at(command, version) or []
    needed = [argument for argument in arguments if argument.is_needed]
    optional = [
        argument
        for argument in arguments
        if argument not in needed and argument.dest not in _PASSIVE
    ]
    further = _FURTHER.get(command.name, ())
    for more in itertools.chain(
        [()], *(itertools.combinations(optional, count) for count in (1, 2))
    ):
        words = words_for([*needed, *more], file)
        if words is not None:
            yield [*words, *further]


def newest(command: Command) -> APIVersion:
    """The newest version that has a command."""
    return next(
        epoch.end
        for epoch in reversed(window.epochs(command))
        if tree.arguments_at(command, epoch.start) is not None
    )


def bare_line(command: Command, version: APIVersion) -> CommandLine | None:
    """A command line that a version accepts; ``None`` where none was found."""
    for words in bare_lines(command, version):
        line = CommandLine(command, [Token(text) for text in words], OptionTable())
        if _is_taken(line, version):
            return line
    return None


def _is_taken(line: CommandLine, version: APIVersion) -> bool:
    """Whether a version accepts a line, and the command its arguments together."""
    try:
        tree.check(line.command, line.arguments_at(version))
    except errors.Error:
        return False
    return True


def completed(line: CommandLine, missing: Iterable[str], version: APIVersion) -> CommandLine:
    """A command line with words for the arguments that it lacks."""
    arguments = tree.arguments_at(line.command, version) or []
    lacking = [argument for argument in arguments if argument.name in missing]
    words = [*line.tokens, *map(Token, words_for(lacking) or ())]
    return CommandLine(line.command, words, line.table)


def words_for(arguments: Sequence[Argument], file: str = STDIN) -> list[str] | None:
    """Words for some arguments, with a value of its own type for each."""
    words = [_words(argument, file) for argument in arguments]
    return [word for group in words for word in group] if all(words) else None


def _words(argument: Argument, file: str) -> list[str]:
    """Words that give an argument a value; none where no value is known that its type takes."""
    flag = [] if argument.is_positional else [argument.name]
    if not argument.takes_value:
        return flag
    count = argument.options.get('nargs')
    value = _value(argument, file)
    return [] if value is None else [*flag, *([value] * (count if isinstance(count, int) else 1))]


def _value(argument: Argument, file: str) -> str | None:
    kind: object = argument.options.get('type', str)
    choices = argument.options.get('choices') or getattr(kind, 'words', ())
    if choices:
        return str(next(iter(choices)))
    if isinstance(kind, type) and issubclass(kind, types.File):
        return str(_OF_FILES.get(kind.__name__, file))
    named = (_NAMED[argument.dest],) if argument.dest in _NAMED else ()
    values: tuple[str, ...] = (*named, *_VALUES, file)
    for value in values:
        try:
            kind(value)  # type: ignore[operator]
        except Exception:
            continue
        return value
    return None
