"""Command lines that are saved for later, taken from the words of the command that saves them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import name_suggestions, tree, types
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.tokenizer import Token, behind_separator
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.shortcuts import Lines
from novaclient_mv.wire import secret_values

_NAME = r'[A-Za-z0-9][\w.-]{0,63}'


def behind(own: Sequence[Token], operands: Sequence[str]) -> tuple[str, ...]:
    """The words of the saved line as typed, with every ``--``; ``own`` are the command's."""
    texts = behind_separator(own) or ()
    more = sum(text != '--' for text in texts) - sum(text != '--' for text in operands)
    return texts[max(more, 0) :]


def check_name(kind: str, name: str) -> None:
    """Refuse a name that cannot be typed as one word everywhere.

    :raises CommandError: it begins with no letter or digit of ASCII, or has other signs than
        letters, digits, ``-``, ``_`` and ``.``.
    """
    if re.fullmatch(_NAME, name, re.ASCII) is None:
        raise errors.CommandError(
            f'{name!r} is not a valid name of a{"n" * (kind[0] == "a")} {kind}, which has letters, '
            'digits, "-", "_" and "." only.'
        )


def without(lines: Lines, names: Sequence[str], kind: str, owner: str = '') -> Lines:
    """Lines but for those of some names."""
    for name in names:
        if name not in lines:
            raise errors.UnknownName(
                kind, name, name_suggestions.close_names(name, lines), owner=owner
            )
    return {name: line for name, line in lines.items() if name not in names}


def check_secrets(line: CommandLine) -> None:
    """Refuse a line that holds a secret."""
    own = tree.options_by_flag(line.command)
    for flag in line.flags:
        option = own.get(flag) or line.table.by_flag[flag]
        is_of_a_file = isinstance(option, Argument) and _is_file(option.options.get('type'))
        if option.takes_value and not is_of_a_file and secret_values.is_secret(option.dest):
            raise errors.CommandError(f'{flag} is a secret, which is not kept here.')


def arguments(line: CommandLine) -> Args:
    """The arguments of a line that may lack some, at the newest version that takes the others."""
    needed = [
        argument.name for argument, _ in tree.every_argument(line.command) if argument.is_needed
    ]
    texts = [word.text for word in line.tokens]
    refusal: tree.UsageError | None = None
    for epoch in reversed(line.epochs):
        try:
            return tree.parse(line.command, epoch.start, texts, line.table, needed).args
        except tree.UsageError as error:
            refusal = refusal or error
    raise refusal or tree.UsageError(f'{line.command.name} has no versions.')


def _is_file(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, types.File)
