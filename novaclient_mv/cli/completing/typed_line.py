"""Reads a command line up to the cursor: which option or argument the last word belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import commands, declarations, tokenizer, tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.clouds.global_option import GlobalOption
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import SERVICES, Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion

Expand = Callable[[tokenizer.Tokens], Sequence[str] | None]
"""Tells the words of a line with those that its alias stands for, if it begins with one."""

VersionOf = Callable[[Service, Mapping[str, Any]], APIVersion]
"""Tells the version of a service at which a line with some global options would run."""


class Expected(NamedTuple):
    """The option or positional argument whose value is typed.

    :param command: the name of the command that has it; empty for a global option.
    :param name: its flag, or the metavar of a positional.
    """

    command: str
    name: str
    dest: str
    metavar: str
    type: Any
    choices: tuple[str, ...]


class TypedLine(NamedTuple):
    """A line whose last word is being typed.

    :param text: the value that is typed, which stands behind ``prefix`` in the last word, as
        behind ``--format=``.
    :param options: global options that are complete, by their names.
    :param flags: the options that were given, ``operands`` the words that are none and no values;
        without a command the words apart that may make one.
    :param expected: ``None`` where only an option may follow, or the name of a command.
    :param takes_option: whether an option may be at the cursor, and no value of one.
    """

    text: str
    prefix: str
    table: OptionTable
    options: dict[str, Any]
    command: Command | None = None
    arguments: tuple[Argument, ...] = ()
    flags: tuple[str, ...] = ()
    operands: tuple[str, ...] = ()
    expected: Expected | None = None
    takes_option: bool = True


def read(
    texts: Sequence[str], version_of: VersionOf, expand: Expand = lambda tokens: None
) -> TypedLine | None:
    """Read the words behind the program's name; ``None`` where nothing can be completed."""
    *before, current = texts
    tokens = tokenizer.tokenize(before, OptionTable())
    command = None
    if tokens.name is not None:
        try:
            command = commands.find(tokens.name)
        except errors.Error:
            own_words = expand(tokens)
            if own_words is None:
                return _apart(tokens, current)
            return read([*own_words, current], version_of)
    outside = [] if command is None or command.service in SERVICES else [command.service]
    line = _Line(command, OptionTable(outside), version_of, current, expand)
    for word in tokens.around[: tokens.before]:
        line.take(word)
    line.begin_command(tokens.options(line.table))
    behind = tokens.around[tokens.before :]
    if command is not None and declarations.declared(command.function, 'keeps_line'):
        from novaclient_mv.cli.reading import nested_command_lines

        inner = nested_command_lines.kept_words(command, [word.text for word in behind])
        if inner is not None:
            return line.read_inner([*inner, current])
    if line.judges_line and not any(word.text == '--' for word in behind):
        return line.read_judged(behind)
    for place, word in enumerate(behind):
        if word.text == '--' and line.takes_line:
            return line.read_inner([*(word.text for word in behind[place + 1 :]), current])
        line.take(word)
    return line.at_cursor()


def _apart(tokens: tokenizer.Tokens, current: str) -> TypedLine | None:
    """The line of a multiword command; ``None`` where an option is among its words."""
    behind = tokens.around[tokens.before :]
    if tokens.name is None or current.startswith('-') or any(word.flag for word in behind):
        return None
    table = OptionTable()
    operands = (tokens.name, *(word.text for word in behind))
    return TypedLine(current, '', table, tokens.options(table), operands=operands)


class _Line:
    """Reads a line token by token."""

    def __init__(
        self,
        command: Command | None,
        table: OptionTable,
        version_of: VersionOf,
        current: str,
        expand: Expand,
    ) -> None:
        self.command = command
        self._expand = expand
        self.table = table
        self._version_of = version_of
        self._current = current
        self._options: dict[str, Any] = {}
        self._arguments: list[Argument] = []
        self._by_flag: dict[str, Argument] = {}
        self._flags: list[str] = []
        self._awaiting: Argument | GlobalOption | None = None
        self._operands: list[str] = []
        self._is_ended = False

    def begin_command(self, options: dict[str, Any]) -> None:
        """Take the arguments that the command has at the version that the line would run at."""
        self._options = options
        if self.command is None:
            return
        self._arguments = _arguments(self.command, self._version_of(self.command.service, options))
        self._by_flag = {
            flag: argument
            for argument in self._arguments
            for flag in (*argument.flags, *argument.hidden_flags)
            if flag.startswith('-')
        }

    @property
    def takes_line(self) -> bool:
        """Whether another command line may begin here, behind ``--``."""
        if self.command is None or self._awaiting is not None:
            return False
        takes_line = declarations.declared(self.command.function, 'takes_command_line')
        return bool(takes_line) or self.judges_line

    def read_judged(self, behind: Sequence[tokenizer.Token]) -> TypedLine | None:
        """The line behind the command; an option without ``--`` before it may be one of either."""
        from novaclient_mv.cli.reading import nested_command_lines

        assert self.command is not None
        division = nested_command_lines.Division(
            self.command,
            self.table,
            lambda name: self._expand(tokenizer.Tokens(name, ())) is not None,
        )
        try:
            for word in behind:
                division.take(word)
        except errors.CommandError:
            return None
        for word in division.own:
            self.take(word)
        own = self.at_cursor()
        if division.awaits_value or own.prefix:
            return own
        inner = self.read_inner([*(word.text for word in division.inner), self._current])
        if not self._current.startswith('-'):
            return inner
        if inner is None or not inner.takes_option:
            return own if inner is None else inner
        options = [argument for argument in own.arguments if not argument.is_positional]
        return inner._replace(
            arguments=(*inner.arguments, *options), flags=(*inner.flags, *own.flags)
        )

    def read_inner(self, texts: Sequence[str]) -> TypedLine | None:
        """The other command line, for which the global options of this one hold as well."""
        outer = self._options

        def version_of(service: Service, options: Mapping[str, Any]) -> APIVersion:
            return self._version_of(service, {**outer, **options})

        line = read(texts, version_of, self._expand)
        return None if line is None else line._replace(options={**outer, **line.options})

    @property
    def judges_line(self) -> bool:
        """Whether the command is given another one, which may stand without ``--``."""
        function = None if self.command is None else self.command.function
        return (
            function is not None and declarations.declared(function, 'judges_command_line') is True
        )

    def take(self, word: tokenizer.Token) -> None:
        """Take a word that is complete."""
        if self._is_ended or not word.flag:
            if word.text == '--' and not self._is_ended:
                self._is_ended, self._awaiting = True, None
            elif self._awaiting is None:
                self._operands.append(word.text)
            elif not self._takes_several(self._awaiting):
                self._awaiting = None
            return
        option = self._option(word.dashed_flag)
        self._awaiting = None
        if option is None:
            return
        self._flags.extend(option.flags)
        if isinstance(option, Argument):
            takes_word = option.takes_value and not option.is_joined
        else:
            takes_word = option.takes_word
        if takes_word and word.value is None:
            self._awaiting = option

    def at_cursor(self) -> TypedLine:
        prefix, text, expected = '', self._current, None
        is_value = self._awaiting is not None
        if is_value and self._takes_several(self._awaiting) and text.startswith('-'):
            is_value = False
        if is_value:
            expected = self._expected(self._awaiting)
        elif text.startswith('-') and not self._is_ended:
            flag, sign, value = text.partition('=')
            option = self._option(flag.replace('_', '-')) if sign else None
            if option is not None and option.takes_value:
                is_value, prefix, text = True, flag + sign, value
                expected = self._expected(option)
        elif self.command is not None:
            expected = self._expected(self._operand())
        return TypedLine(
            text,
            prefix,
            self.table,
            self._options,
            self.command,
            tuple(self._arguments),
            tuple(self._flags),
            tuple(self._operands),
            expected,
            not is_value and not self._is_ended,
        )

    def _operand(self) -> Argument | None:
        """The positional argument that the next word is, if there is one."""
        count = len(self._operands)
        for argument in self._arguments:
            if argument.is_positional:
                nargs = argument.options.get('nargs')
                most = nargs if isinstance(nargs, int) else 1
                if nargs in ('*', '+') or count < most:
                    return argument
                count -= most
        return None

    def _option(self, flag: str) -> Argument | GlobalOption | None:
        """The option of a flag, or of its beginning."""
        if flag in self._by_flag:
            return self._by_flag[flag]
        globals_ = self.table.resolve(flag)
        if flag in self.table.by_flag or not flag.startswith('--'):
            return globals_[0] if globals_ else None
        own = {
            id(argument): argument
            for full, argument in self._by_flag.items()
            if full.startswith(flag)
        }
        meant: list[Argument | GlobalOption] = [*own.values(), *globals_]
        return meant[0] if len(meant) == 1 else None

    @staticmethod
    def _takes_several(option: Argument | GlobalOption | None) -> bool:
        return isinstance(option, Argument) and option.options.get('nargs') in ('*', '+')

    def _expected(self, option: Argument | GlobalOption | None) -> Expected | None:
        if option is None:
            return None
        if isinstance(option, GlobalOption):
            choices = option.choices or ()
            return Expected(
                '', option.flags[0], option.dest, option.metavar or '', option.type, choices
            )
        assert self.command is not None
        options = option.options
        return Expected(
            self.command.name,
            option.name,
            option.dest,
            str(options.get('metavar') or ''),
            options.get('type'),
            tuple(map(str, options.get('choices') or ())),
        )


def _arguments(command: Command, version: APIVersion) -> list[Argument]:
    """The arguments of a command at a version; those of its newest one where it has ended."""
    arguments = tree.arguments_at(command, version)
    if arguments is None:
        newest = versions.variants_of(command.function)[-1].range.end
        arguments = tree.arguments_at(command, newest) or []
    return [argument for argument in arguments if not argument.is_hidden]
