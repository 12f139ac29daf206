"""Reads the plainest command lines without a parser, which takes longer to load and to make than
most of what needs no cloud: words, and global options that are spelt out.
"""

from __future__ import annotations

from typing import Any

from novaclient_mv.cli.reading.declarations import Args, Argument
from novaclient_mv.clouds.options import GlobalOption, OptionTable

_DEFAULTS = {'store': None, 'append': None, 'store_true': False, 'store_false': True}
"""What an option that is not given is, by its action."""


def parse(
    declared: list[Argument], tokens: list[str], table: OptionTable
) -> tuple[Args, dict[str, Any]] | None:
    """The arguments of a line, and its global options; ``None`` where only a parser can tell.

    :param declared: the arguments of the command.
    :param tokens: what stands around its name.
    """
    taken_apart = _apart(tokens, table)
    if taken_apart is None:
        return None
    words, values = taken_apart
    args = _arguments(declared, words)
    return None if args is None else (args, values)


def _apart(tokens: list[str], table: OptionTable) -> tuple[list[str], dict[str, Any]] | None:
    """The words of a line, which stand together, and its global options."""
    words: list[str] = []
    values: dict[str, Any] = {}
    place, end_of_words = 0, None
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if not token.startswith('-'):
            if end_of_words not in (None, place - 1):
                return None
            words.append(token)
            end_of_words = place
            continue
        flag, sign, value = token.partition('=')
        option = table.by_flag.get(flag)
        if option is None or (sign and not flag.startswith('--')):
            return None
        if option.takes_value and not sign:
            value = tokens[place] if place < len(tokens) else '-'
            place += 1
            if value.startswith('-'):
                return None
        if not _take(option, value if option.takes_value or sign else None, values):
            return None
    return words, values


def _take(option: GlobalOption, value: str | None, values: dict[str, Any]) -> bool:
    """Note an option that is given; whether its value is one as it stands."""
    if value is None:
        values[option.dest] = True
        return True
    if not option.takes_value or option.type or (option.choices and value not in option.choices):
        return False
    if option.kind == 'list':
        values.setdefault(option.dest, []).append(value)
    else:
        values[option.dest] = value
    return True


def _arguments(declared: list[Argument], words: list[str]) -> Args | None:
    """What words give a command that takes any number of them, or none at all."""
    values: dict[str, Any] = {}
    for argument in declared:
        options = argument.options
        if argument.is_positional:
            if options.get('nargs') != '*' or options.keys() - {'metavar', 'nargs'}:
                return None
            values[argument.flags[0]], words = words, []
            continue
        action = options.get('action', 'store')
        default = options.get('default', _DEFAULTS.get(action))
        # A text is taken for one that was typed.
        if action not in _DEFAULTS or options.get('required') or isinstance(default, str):
            return None
        values.setdefault(argument.dest, default)
    return None if words else Args(**values)
