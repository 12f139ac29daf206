"""A command line inside another one: which words belong to which, where ``--`` is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, declarations, tokenizer, tree, types
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.tokenizer import PROGRAMS, Token, Tokens
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.options import OptionTable

F = TypeVar('F', bound=Callable[..., Any])

_Flags = Mapping[str, bool]
"""Flags, with whether the next word is their value."""

_FOREIGN = 'foreign'


def judges_command_line(func: F) -> F:
    """Declare that a command is given another one, behind ``--`` where options may be of both."""
    func.__dict__['judges_command_line'] = True
    return func


def takes_foreign_line(func: F) -> F:
    """Declare that a command is given a line of another program, which has all words from its
    first on, or stands in one word.
    """
    func.__dict__['judges_command_line'] = _FOREIGN
    return func


def keeps_line(names: int, is_of_first: bool = False) -> Callable[[F], F]:
    """Declare that a command keeps another line, which has all words behind its first ones.

    :param names: the number of these.
    :param is_of_first: whether the first of them is the command of the other line.
    """

    def decorate(func: F) -> F:
        func.__dict__['keeps_line'] = names, is_of_first
        return takes_foreign_line(func)

    return decorate


def kept_words(command: Command, texts: Sequence[str]) -> list[str] | None:
    """The words of the line that a command keeps; ``None`` where there are none, or not yet."""
    names, is_of_first = declarations.declared(command.function, 'keeps_line', (0, False))
    operands = [text for text in texts if text != '--']
    if not names or len(operands) < names or any(text.startswith('-') for text in operands[:names]):
        return None
    return [*operands[: int(is_of_first)], *operands[names:]]


def judged_words(
    line: CommandLine | None, operands: Sequence[str], environment: Environment
) -> Sequence[str]:
    """The words of the line that a command judges, with those of its alias and its view.

    :param line: the line of that command; ``operands`` are the words which it was given.
    """
    from novaclient_mv.cli.reading import user_aliases, views

    typed = tokenizer.nested(() if line is None else line.tokens, operands)
    return views.expanded_words(user_aliases.expanded_words(typed, environment), environment)


def divided(
    tokens: Tokens, command: Command, table: OptionTable, environment: Environment
) -> Tokens:
    """The words with ``--`` before the inner line; an option is whose it can be."""
    behind = tokens.around[tokens.before :]

    def is_alias(name: str) -> bool:
        from novaclient_mv.cli.reading import user_aliases

        return user_aliases.is_alias(name, environment)

    division = Division(command, table, is_alias)
    if any(word.text == '--' for word in behind) and not division.is_foreign:
        return tokens
    for word in behind:
        if word.text == '--' and not division.inner:
            return tokens
        division.take(word)
    if not division.inner:
        return tokens
    before = tokens.around[: tokens.before]
    parted = (*before, *division.own, Token('--'), *(Token(word.text) for word in division.inner))
    return tokens._replace(around=parted)


class Division:
    """Assigns the words of a line to one of two commands, in order.

    :ivar own: its words, ``inner`` those of the other line.
    :ivar awaits_value: the next word is the value of an option of its own.
    """

    def __init__(
        self, command: Command, table: OptionTable, is_alias: Callable[[str], bool]
    ) -> None:
        self.command = command
        self._is_alias = is_alias
        self.own: list[Token] = []
        self.inner: list[Token] = []
        self._own_flags = {
            **{flag: option.takes_word for flag, option in table.by_flag.items()},
            **_flags_of(command),
        }
        self._optional_truths = {
            flag
            for argument, _ in tree.every_argument(command)
            if argument.options.get('type') is types.boolean
            and argument.options.get('nargs') == '?'
            for flag in argument.flags
        }
        self.is_foreign = declarations.declared(command.function, 'judges_command_line') == _FOREIGN
        self._inner_command: Command | None = None
        self._inner_flags: _Flags = {}
        self.awaits_value = False
        self._may_have_truth = False

    def take(self, word: Token) -> None:
        """Assign a word to the outer or the inner command."""
        if self.is_foreign and self.inner and not self.inner[0].text.strip().count(' '):
            self.inner.append(word)
            return
        awaits_value, self.awaits_value = self.awaits_value, False
        awaits_value |= self._may_have_truth and types.is_boolean(word.text)
        self._may_have_truth = False
        if not word.flag:
            (self.own if awaits_value else self.inner).append(word)
            if self.is_foreign:
                return
            if not awaits_value and self._inner_command is None and word.text not in PROGRAMS:
                self._set_inner_command(word.text)
            return
        own = _matching_flags(word.dashed_flag, self._own_flags)
        inner = _matching_flags(word.dashed_flag, self._inner_flags)
        if (own and inner) and not (own == [word.dashed_flag]) ^ (inner == [word.dashed_flag]):
            raise self._ambiguous(word)
        if inner == [word.dashed_flag] or not own:
            # Of two commands, the one that was named last refuses an unknown option.
            (self.own if self._inner_command is None else self.inner).append(word)
            return
        self.own.append(word)
        self.awaits_value = word.value is None and any(self._own_flags[flag] for flag in own)
        self._may_have_truth = word.value is None and not self._optional_truths.isdisjoint(own)

    def _set_inner_command(self, name: str) -> None:
        try:
            self._inner_command = commands.find(name)
        except errors.UnknownName:
            if '-' in name and not self._is_alias(name):
                raise
            # A multiword command, where it has a meaning, and an alias take all tokens that
            # follow.
            self.is_foreign = True
            return
        self._inner_flags = _flags_of(self._inner_command)

    def _ambiguous(self, word: Token) -> errors.CommandError:
        inner = self._inner_command
        assert inner is not None
        return errors.CommandError(
            f'{word.flag} may be an option of {self.command.name} or of {inner.name}: put the '
            f'command line behind "--", as in "nova-mv {self.command.name} -- {inner.name} '
            f'{word.flag} ...".'
        )


def _matching_flags(flag: str, flags: _Flags) -> list[str]:
    """Return the flag itself if it is defined, or the flags that it abbreviates."""
    if flag in flags:
        return [flag]
    if not flag.startswith('--'):
        return []
    return [full for full in flags if full.startswith(flag)]


def _flags_of(command: Command) -> dict[str, bool]:
    return {
        flag: argument.needs_value
        for flag, argument in tree.options_by_flag(command).items()
        if not argument.yields
    }
