"""Builds the parser of one command at one version."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.clouds.options import OptionTable

GLOBAL = 'global '
"""The prefix of names of global options in a parser's result."""


class Refusal(Exception):
    """A refusal of words, with the names of arguments that are missing or lack their value."""


class _Formatter(argparse.HelpFormatter):
    """Has a width, so that argparse does not import what asks the terminal for one."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)

    def _set_color(self, *_: object, **__: object) -> None:
        """From Python 3.14 on, argparse would import what knows colours."""


class _Parser(argparse.ArgumentParser):
    """Raises where argparse would print and exit; ``names`` are ours, by argparse's."""

    def __init__(self, name: str) -> None:
        super().__init__(name, allow_abbrev=False, add_help=False, formatter_class=_Formatter)
        self.names: dict[str, str] = {}

    def error(self, message: str) -> NoReturn:
        missing = [self.names[name] for name in _missing(message) if name in self.names]
        raise Refusal(_reworded(message, self.prog), missing)

    def _match_arguments_partial(
        self, actions: Sequence[argparse.Action], arg_strings_pattern: str
    ) -> list[int]:
        counts = super()._match_arguments_partial(actions, arg_strings_pattern)
        # One that may be empty is not, as long as its words may stand after an option.
        while 'O' in arg_strings_pattern and counts and not counts[-1]:
            counts.pop()
        return counts

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> object:
        is_value = action.option_strings or (action.nargs is None and len(arg_strings) == 1)
        if not is_value or '--' not in arg_strings:
            return super()._get_values(action, arg_strings)
        # Up to Python 3.12 argparse drops the value of --option=--, and that of a positional behind
        # another --, as if it stood alone.
        values = [self._get_value(action, text) for text in arg_strings]
        for value in values:
            self._check_value(action, value)
        return values[0] if action.nargs in (None, '?') else values


_REQUIRED = 'the following arguments are required: '


def _missing(message: str) -> list[str]:
    """The arguments that are missing, or lack their value, as argparse calls them."""
    rest = message.removeprefix(_REQUIRED)
    if rest != message:
        return rest.split(', ')
    match = re.fullmatch(r'argument (-\S+): expected (?:at least )?one argument', message)
    return [match[1]] if match else []


def _reworded(message: str, command: str) -> str:
    for start in (_REQUIRED, 'one of the arguments '):
        if message.startswith(start):
            missing = message.removeprefix(start).removesuffix(' is required')
            return f'{command} requires {missing}.'
    match = re.match(r'argument (\S+): (.*)', message, re.DOTALL)
    if match:
        flags, rest = match[1].split('/') if match[1].startswith('-') else [match[1]], match[2]
        flag = next((spelling for spelling in flags if spelling.startswith('--')), flags[0])
        if rest.startswith('expected'):
            return f'{flag} needs a value.'
        return f'{flag}: {rest}.'
    return f'{message[:1].upper()}{message[1:]}.'


def build(
    name: str, declared: list[Argument], table: OptionTable, tokens: Iterable[str]
) -> argparse.ArgumentParser:
    """A parser for a command and the global options in some words: all of them take too long."""
    parser = _Parser(name)
    groups: dict[str, Any] = {}
    for argument in declared:
        target: Any = parser
        if argument.group:
            if argument.group not in groups:
                groups[argument.group] = parser.add_mutually_exclusive_group()
            target = groups[argument.group]
        options = dict(argument.options)
        if not argument.is_positional:
            options['dest'] = argument.dest
        action = target.add_argument(*argument.flags, *argument.hidden_flags, **options)
        # One that may be empty is listed among the missing where others before it are.
        if argument.options.get('nargs') != '*':
            own = '/'.join(action.option_strings) or action.metavar or action.dest
            parser.names[own] = argument.name
    # The value of a short one may stand in the same word.
    flags = {flag for token in tokens for flag in (token.partition('=')[0], token[:2])}
    for option in table.options:
        if flags.isdisjoint(option.flags):
            continue
        options = {'dest': GLOBAL + option.dest, 'default': argparse.SUPPRESS}
        if option.kind == 'switch':
            options['action'] = 'store_true'
        else:
            options.update(action='append' if option.kind == 'list' else 'store')
            options.update(choices=option.choices, type=option.type, metavar=option.metavar)
        parser.add_argument(*option.flags, **options)
    return parser
