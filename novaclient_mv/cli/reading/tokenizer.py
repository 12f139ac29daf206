"""Splits a command line into tokens: options with their values, the command, its operands."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.clouds.global_option import GlobalOption
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.values import NamedTuple

PROGRAMS = ('nova-mv', 'nova')
"""Programs whose name may stand before a command line, where people paste one: it is left out."""

OPENSTACK = 'openstack'
"""The program whose lines are understood as it takes them."""

_NUMBER = r'-\d+$|-\d*\.\d+$'


class Token(NamedTuple):
    """One word of a command line: an option with its flag, or anything else with none.

    ``value`` is the text after ``=``, or right behind a short flag.
    """

    text: str
    flag: str = ''
    value: str | None = None

    @property
    def dashed_flag(self) -> str:
        return self.flag.replace('_', '-')

    def spelt(self, flag: str) -> Token:
        behind = '' if self.value is None else f'={self.value}'
        return Token(flag + behind, flag, self.value)


class Tokens(NamedTuple):
    """A command line split into tokens.

    ``name`` is the command, ``None`` without one; ``around`` are the tokens before and
    after it, global options before it spelt out; ``faults`` are the errors before the command;
    ``before`` counts the tokens before it.
    """

    name: str | None
    around: tuple[Token, ...]
    faults: tuple[errors.CommandError, ...] = ()
    before: int = 0

    @property
    def fault(self) -> errors.CommandError | None:
        """Return the first error before the command."""
        return self.faults[0] if self.faults else None

    def following(self) -> list[str]:
        """The words right behind the command, up to the first option."""
        behind = self.around[self.before :]
        return [word.text for word in itertools.takewhile(lambda word: not word.flag, behind)]

    def options(self, table: OptionTable, with_value: Container[str] = ()) -> dict[str, Any]:
        """The global options, as texts; for what must be known before a parser can be built.

        An abbreviated one counts only with ``--os-``, as commands have no options of that kind.

        :param with_value: flags that need a value. An option that stands where their value should
            be is not counted: the parser refuses such a command line, whatever it says there.
        """
        values: dict[str, Any] = {}
        for place, word in enumerate(self.around):
            before = self.around[place - 1] if place else None
            if before is not None and before.value is None and before.flag in with_value:
                continue
            option = _option_of(word.flag, table)
            if option is None:
                continue
            if not option.takes_value:
                values[option.dest] = True
                continue
            value = option.without_value if word.value is None else word.value
            if value is None:
                behind = self.around[place + 1 : place + 2]
                if not behind or behind[0].flag or behind[0].text == '--':
                    continue
                value = behind[0].text
            if option.kind == 'list':
                values.setdefault(option.dest, []).append(value)
            else:
                values[option.dest] = value
        return values


def _option_of(flag: str, table: OptionTable) -> GlobalOption | None:
    if not flag:
        return None
    option = table.by_flag.get(flag)
    if option is None and flag.startswith(('--os-', '--os_')):
        meant = table.resolve(flag.replace('_', '-'))
        option = meant[0] if len(meant) == 1 else None
    return option


def token(text: str) -> Token:
    """Classify a word the way argparse does: an option begins with a dash and is not a number."""
    if (
        len(text) < 2
        or text[0] != '-'
        or text == '--'
        or (text[1] in '.0123456789' and re.match(_NUMBER, text, re.ASCII))
        or ' ' in text.partition('=')[0]
    ):
        return Token(text)
    flag, sign, value = text.partition('=')
    if not flag.startswith('--') and len(flag) > 2:
        return Token(text, flag[:2], text[2:])
    return Token(text, flag, value if sign else None)


def behind_separator(words: Sequence[Token]) -> tuple[str, ...] | None:
    """The words behind the first ``--``, as they were typed; ``None`` without one."""
    for place, current in enumerate(words):
        if current.text == '--':
            return tuple(following.text for following in words[place + 1 :])
    return None


def nested(own: Sequence[Token], operands: Sequence[str]) -> tuple[str, ...]:
    """The words of the command line that another one is about: its operands, behind ``--``."""
    behind = behind_separator(own) or ()
    count = sum(text != '--' for text in operands) - sum(text != '--' for text in behind)
    if count:
        raise errors.CommandError(
            f'{" ".join(operands[:count])} precedes "--"; the whole command line belongs behind it.'
        )
    return behind


def tokenize(argv: Sequence[str], table: OptionTable) -> Tokens:
    """Split a command line in one pass; errors are collected in ``faults``, since options after
    them may set the format in which errors are reported.
    """
    name: str | None = None
    has_program = False
    around: list[Token] = []
    is_ended = False
    before = 0
    awaits_value: str | None = None
    faults: list[errors.CommandError] = []
    for text in argv:
        current = Token(text) if is_ended else token(text)
        if name is not None:
            is_ended = is_ended or text == '--'
            around.append(current)
        elif awaits_value is not None and not current.flag and text != '--':
            awaits_value = None
            around.append(current)
        elif awaits_value is not None:
            faults.append(errors.CommandError(f'{awaits_value} needs a value.'))
            awaits_value = None
            around.append(current)
        elif text == '--' and not is_ended:
            is_ended = True
        elif not has_program and not is_ended and text in PROGRAMS:
            has_program = True
        elif not current.flag:
            name, is_ended, before = text, False, len(around)
        else:
            try:
                current, takes_value = _before_command(current, table)
            except errors.CommandError as error:
                takes_value = False
                faults.append(error)
            around.append(current)
            awaits_value = current.flag if takes_value and current.value is None else None
    if awaits_value is not None:
        faults.append(errors.CommandError(f'{awaits_value} needs a value.'))
    return Tokens(name, tuple(around), tuple(faults), before)


def unknown_option(
    flag: str, known: Callable[[], Iterable[str]], command: str = ''
) -> errors.UnknownName:
    """The error for an option that does not exist."""
    from novaclient_mv.cli.reading import name_suggestions

    sentence = name_suggestions.sentence(flag)
    ending = f' {sentence}' if sentence else ''

    def candidates() -> list[str]:
        return name_suggestions.flags(flag, [*known()])

    return errors.UnknownName('option', flag, candidates, ending=ending, owner=command)


def _before_command(current: Token, table: OptionTable) -> tuple[Token, bool]:
    """An option before the command, spelt out, and whether it takes a value."""
    is_short = not current.flag.startswith('--')
    dashed = current.flag if is_short else current.flag.replace('_', '-')
    meant = table.resolve(dashed)
    if len(meant) > 1:
        options = ', '.join(option.flags[0] for option in meant)
        raise errors.CommandError(f'{dashed} may mean {options}.')
    if not meant:
        if not dashed.startswith('--os-'):
            raise unknown_option(dashed, table.visible_flags)
        # Only the auth type, or another package's service, may have it.
        return current, True
    option = meant[0]
    if not is_short:
        current = current.spelt(next(flag for flag in option.flags if flag.startswith(dashed)))
    return current, option.takes_word
