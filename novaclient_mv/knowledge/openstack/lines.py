"""Parses ``openstack`` lines as that program does, abbreviations and global options included."""

from __future__ import annotations

import argparse
import functools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

from novaclient_mv import errors
from novaclient_mv.cli.reading import name_suggestions
from novaclient_mv.cli.reading.tokenizer import OPENSTACK
from novaclient_mv.knowledge.openstack import table
from novaclient_mv.knowledge.openstack.table import OpenStackCommand, Option

_TYPES: dict[str, type[int | float]] = {'int': int, 'float': float}


class Occurrence(NamedTuple):
    """An option in a line, as ``--format``, with its values; a flag has none."""

    option: str
    values: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        """Its value; empty for a flag."""
        return ' '.join(self.values)


class OpenstackLine(NamedTuple):
    """A command line.

    :param options: the command's own options in their order; of those that count once, the last.
    :param positionals: values by the name of the positional, as in ``<server>``.
    :param output: options for output.
    :param settings: global options.
    """

    command: OpenStackCommand
    options: tuple[Occurrence, ...]
    positionals: dict[str, tuple[str, ...]]
    output: tuple[Occurrence, ...]
    settings: tuple[Occurrence, ...]

    def values(self, name: str) -> tuple[str, ...]:
        """The values of an option or positional; an empty text for a flag that is given."""
        if name in self.positionals:
            return self.positionals[name]
        return tuple(occurrence.value for occurrence in self.options if occurrence.option == name)

    def has(self, name: str) -> bool:
        """Whether an option or a positional is given."""
        return bool(self.values(name))

    @property
    def pin(self) -> str | None:
        """The version that the line names for its service, as it is written."""
        option = self.command.service.version_option
        named = (setting.value for setting in self.settings if setting.option == option)
        return next(named, None)


def read(words: Sequence[str]) -> OpenstackLine:
    """Parse a command line, with the program's name or without."""
    bare = list(words[1:] if words and words[0] == OPENSTACK else words)
    before, rest = _global_parser().parse_known_args(bare)
    settings = _last_of_each(before.occurrences or (), None)
    name, arguments = command_of(rest)
    command = table.command(name)
    namespace = _parser(name).parse_args(arguments)
    output = {option.name for option in command.output}
    occurrences = _last_of_each(getattr(namespace, 'occurrences', None) or (), command)
    positionals: dict[str, list[str]] = {}
    for occurrence in occurrences:
        if occurrence.option.startswith('<'):
            positionals.setdefault(occurrence.option, []).extend(occurrence.values)
    return OpenstackLine(
        command,
        tuple(o for o in occurrences if o.option[0] != '<' and o.option not in output),
        {dest: tuple(values) for dest, values in positionals.items()},
        tuple(o for o in occurrences if o.option in output),
        settings,
    )


def command_of(words: Sequence[str]) -> tuple[str, list[str]]:
    """The name of a line's command, and the words after it."""
    leading = next((n for n, word in enumerate(words) if word.startswith('-')), len(words))
    names = table.groups()
    for length in range(leading, 0, -1):
        spelled = ' '.join(words[:length])
        if spelled in names:
            return spelled, list(words[length:])
        abbreviated = [
            name
            for name in names
            if len(parts := name.split()) == length and all(map(str.startswith, parts, words))
        ]
        if len(abbreviated) == 1:
            return abbreviated[0], list(words[length:])
    leading_words = words[:leading]
    raise errors.UnknownName(
        'command', ' '.join([OPENSTACK, *leading_words]), lambda: _alike(leading_words, names)
    )


def _alike(words: Sequence[str], names: Iterable[str]) -> list[str]:
    """Names that begin with the words, or that are similar to them or the first of them."""
    begun = table.begun_by(words) if words else []
    if begun:
        return begun
    for length in range(len(words), 0, -1):
        dashed = ['-'.join(name.split()) for name in names if len(name.split()) == length]
        alike = name_suggestions.close_names('-'.join(words[:length]), dashed)
        if alike:
            return [name.replace('-', ' ') for name in alike]
    return []


def _last_of_each(
    occurrences: Sequence[Occurrence], command: OpenStackCommand | None
) -> tuple[Occurrence, ...]:
    """Occurrences without those that a later one of the same option overrides."""
    options = (*command.options, *command.output) if command else ()
    many = {option.name for option in options if option.many or not option.flags}
    last = {occurrence.option: number for number, occurrence in enumerate(occurrences)}
    return tuple(
        occurrence
        for number, occurrence in enumerate(occurrences)
        if occurrence.option in many or last[occurrence.option] == number
    )


class _Record(argparse.Action):
    """Records the occurrences of an option."""

    def __init__(self, *, option: Option, **settings: Any) -> None:
        super().__init__(**settings)
        self.option = option

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        several = isinstance(values, list)
        texts = tuple(values) if several else () if values is None else (values,)
        for value in texts:
            if self.option.form and '=' not in value:
                parser.error(f'argument {self.option.name}: {value} has no form {self.option.form}')
            try:
                _TYPES.get(self.option.type or '', str)(value)
            except ValueError:
                parser.error(
                    f'argument {self.option.name}: invalid {self.option.type} value: {value!r}'
                )
        if texts or option_string:
            before = getattr(namespace, self.dest) or ()
            setattr(namespace, self.dest, (*before, Occurrence(self.option.name, texts)))


class _Parser(argparse.ArgumentParser):
    """A parser that raises its errors."""

    def error(self, message: str) -> NoReturn:
        raise errors.CommandError(f'{self.prog}: {message}')


def _add(parser: argparse.ArgumentParser, options: Sequence[Option]) -> None:
    targets: dict[int | None, argparse._ActionsContainer] = {None: parser}
    for option in options:
        if option.exclusive not in targets:
            group = parser.add_mutually_exclusive_group(required=option.one_of)
            targets[option.exclusive] = group
        target = targets[option.exclusive]
        settings: dict[str, Any] = {'action': _Record, 'option': option, 'dest': 'occurrences'}
        if option.flags:
            settings['required'] = option.required
        target.add_argument(
            *option.flags,
            **settings,
            nargs=option.nargs,
            choices=option.choices,
            metavar=option.name,
            # Without values it counts as not given, beside an option that excludes it.
            default=[] if option.nargs == '*' else None,
        )


@functools.cache
def _parser(name: str) -> argparse.ArgumentParser:
    parser = _Parser(prog=f'{OPENSTACK} {name}', add_help=False)
    command = table.command(name)
    _add(parser, (*command.options, *command.output))
    return parser


@functools.cache
def _global_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog=OPENSTACK, add_help=False)
    _add(parser, table.global_options())
    return parser
