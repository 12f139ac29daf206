"""Views: options of a command that a user keeps under a name, put into the lines that name it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import (
    columns,
    commands,
    declarations,
    name_suggestions,
    tokenizer,
    tree,
)
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.tokenizer import Token, Tokens
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds import shortcuts
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.clouds.global_option import OUTPUT
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.clouds.shortcuts import Shortcuts
from novaclient_mv.values import NamedTuple

_OF_ONE_LINE = ('view', 'show_availability')
"""Destinations of options of the output that no view has."""


class KeptOption(NamedTuple):
    """An option of a view: its words, and what it excludes of the line."""

    words: tuple[str, ...]
    dest: str
    group: str | None = None


def check_command(command: Command) -> None:
    """Refuse a command whose output has no columns."""
    writes = declarations.declared(command.function, 'writes')
    if writes or columns.fields_of(command.function) is None:
        raise errors.CommandError(
            f'{command.name} has no views: they are of commands that show rows or a record.'
        )


def kept_options(line: CommandLine) -> list[KeptOption]:
    """The options of a line, each with its values."""
    return [_option(line, texts) for texts in _divided(line)]


def applied(
    tokens: Tokens, command: Command, table: OptionTable, environment: Environment
) -> Tokens:
    """The tokens of a line, with the options of the view that it names.

    Options that the line gives, or that exclude one of these, win over those of the view.
    """
    own = Shortcuts(environment)
    name = str(tokens.options(table)['view'])
    views = own.views().get(command.name, {})
    if name not in views:
        close = name_suggestions.close_names(name, views)
        raise errors.UnknownName('view', name, close, owner=command.name)
    texts = shortcuts.words_of(views[name], f'View {name} of {command.name} in {own.file}')
    try:
        view_options = kept_options(CommandLine(command, [*map(tokenizer.token, texts)], table))
    except errors.CommandError as error:
        error.hint = f'View {name} of {command.name} in {own.file} has it.'
        raise
    winning = [*_options_given(command, tokens.around, table)]
    dests = {dest for dest, _ in winning}
    groups = {group for _, group in winning if group is not None}
    added = [
        tokenizer.token(text)
        for option in view_options
        if option.dest not in dests and option.group not in groups
        for text in option.words
    ]
    around, before = tokens.around, tokens.before
    # What follows the option of the view is no value of the last one that it adds.
    place = next(place for place, word in enumerate(around) if word.dashed_flag == '--view')
    return tokens._replace(
        around=(*around[:place], *added, *around[place:]),
        before=before + len(added) if place < before else before,
    )


def expanded_words(texts: Sequence[str], environment: Environment) -> Sequence[str]:
    """The words of a nested line, with the options of the view that it names."""
    table = OptionTable()
    tokens = tokenizer.tokenize(texts, table)
    if tokens.name is None or 'view' not in tokens.options(table):
        return texts
    try:
        command = commands.find(tokens.name)
    except errors.UnknownName:
        return texts
    with_view = applied(tokens, command, table, environment)
    around = [word.text for word in with_view.around]
    return (*around[: with_view.before], command.name, *around[with_view.before :])


def _options_given(
    command: Command, around: Sequence[Token], table: OptionTable
) -> Iterator[tuple[str, str | None]]:
    """Destination and group of each option of a line; those that nobody knows are left out."""
    by_flag = tree.options_by_flag(command)
    for word in around:
        if not word.flag:
            continue
        try:
            flag = CommandLine(command, [word], table).tokens[0].flag
        except errors.CommandError:
            # It is refused, or is that of an auth type, when the line is parsed.
            continue
        if flag in by_flag:
            yield by_flag[flag].dest, by_flag[flag].group
        else:
            yield table.by_flag[flag].dest, None


def _divided(line: CommandLine) -> Iterator[list[Token]]:
    """Yield the words of each option of a line."""
    by_flag = tree.options_by_flag(line.command)
    current: list[Token] = []
    minimum = most = 0
    for word in line.tokens:
        if not word.flag:
            if len(current) > most or not current:
                raise errors.CommandError(
                    f'{word.text!r} is not an option: a view holds options only.'
                )
            current.append(word)
            continue
        if current:
            yield _with_values(current, minimum)
        current = [word]
        minimum, most = (0, 0) if word.value is not None else _values_of(word.flag, by_flag, line)
    if current:
        yield _with_values(current, minimum)


def _values_of(flag: str, by_flag: Mapping[str, Argument], line: CommandLine) -> tuple[int, int]:
    """The least and the greatest number of words that an option takes."""
    argument = by_flag.get(flag)
    if argument is None:
        count = int(line.table.by_flag[flag].takes_value)
        return count, count
    if not argument.takes_value or argument.is_joined:
        return 0, 0
    nargs = argument.options.get('nargs')
    if isinstance(nargs, int):
        return nargs, nargs
    counts = {'+': (1, len(line.tokens)), '*': (0, len(line.tokens)), '?': (0, 1)}
    return counts.get(str(nargs), (1, 1))


def _with_values(option: list[Token], minimum: int) -> list[Token]:
    if len(option) - 1 < minimum:
        raise errors.CommandError(f'{option[0].flag} needs a value.')
    return option


def _option(line: CommandLine, option: Sequence[Token]) -> KeptOption:
    flag = option[0].flag
    argument = tree.options_by_flag(line.command).get(flag)
    texts = tuple(word.text for word in option)
    if argument is not None:
        return KeptOption(texts, argument.dest, argument.group)
    of_all = line.table.by_flag[flag]
    if of_all.section != OUTPUT or of_all.dest in _OF_ONE_LINE:
        raise errors.CommandError(
            f'{flag} belongs to a run: a view holds options of the command, and of what it shows.'
        )
    return KeptOption(texts, of_all.dest)
