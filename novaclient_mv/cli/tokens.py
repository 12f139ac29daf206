"""What the words of a command line are before there is a parser: options, and the command."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

from novaclient_mv import exceptions
from novaclient_mv.cli.globals import GlobalOption, GlobalTable

_NUMBER = re.compile(r'-\d+$|-\d*\.\d+$', re.ASCII)


def is_option(token: str) -> bool:
    """Whether a parser takes a token for an option: it begins with a dash, and is no number."""
    return (
        len(token) > 1
        and token[0] == '-'
        and not _NUMBER.match(token)
        and ' ' not in token.partition('=')[0]
    )


def option_tokens(tokens: list[str]) -> list[int]:
    """Places of the tokens that a parser takes for options, as it does: those before ``--``."""
    end = tokens.index('--') if '--' in tokens else len(tokens)
    return [place for place in range(end) if is_option(tokens[place])]


def globals_in(
    tokens: list[str], table: GlobalTable, with_value: Container[str] = ()
) -> dict[str, Any]:
    """The global options among some tokens, unchecked; for what must be known before a parser can
    be built.

    Flags count only where a parser takes a token for an option; an abbreviated one only with
    ``--os-``, as commands have no options of that kind.

    :param with_value: flags that need a value. An option that stands where their value should be is
        not counted: the parser refuses such a command line, whatever it says there.
    """
    found: dict[str, Any] = {}
    for place in option_tokens(tokens):
        if place and tokens[place - 1] in with_value:
            continue
        flag, sign, value = tokens[place].partition('=')
        if not flag.startswith('--') and len(flag) > 2:
            # The value of a short flag may stand right behind it.
            flag, sign, value = flag[:2], '=', tokens[place][2:]
        option = table.by_flag.get(flag)
        if option is None:
            meant = (
                table.resolve(flag.replace('_', '-')) if flag.startswith(('--os-', '--os_')) else []
            )
            if len(meant) != 1:
                continue
            option = meant[0]
        if option.kind == 'switch':
            found[option.dest] = True
            continue
        if not sign:
            if place + 1 >= len(tokens):
                continue
            value = tokens[place + 1]
        if option.kind == 'list':
            found.setdefault(option.dest, []).append(value)
        else:
            found[option.dest] = value
    return found


def check_values(given: dict[str, Any], table: GlobalTable) -> None:
    """Refuse bad values of global options where no parser of a command does it.

    :raises CommandError: a value is none of the choices, or not of the option's type.
    """
    import argparse

    for option in table.options:
        value = given.get(option.dest)
        if not isinstance(value, str):
            continue
        if option.choices and value not in option.choices:
            choices = ', '.join(option.choices)
            raise exceptions.CommandError(f'{option.flags[0]}: {value!r} is none of {choices}.')
        try:
            if option.type:
                option.type(value)
        except argparse.ArgumentTypeError as error:
            raise exceptions.CommandError(f'{option.flags[0]}: {error}.') from error


def split(words: list[str], table: GlobalTable) -> tuple[str | None, list[str]]:
    """The command's name, and the words before and after it; global options before it are spelt
    out, as after it the same beginning may be that of a command's own option.

    :raises UnknownName: an option that is none of the global ones stands before the command.
    """
    words = list(words)
    at = 0
    while at < len(words):
        word = words[at]
        if word == '--' or not word.startswith('-') or word == '-':
            at += word == '--'
            break
        flag, sign, _ = word.partition('=')
        is_short = not flag.startswith('--') and len(flag) > 2
        dashed = flag[:2] if is_short else flag.replace('_', '-')
        option = _global_option(dashed, table)
        takes_value = option is None or option.takes_value
        if option is not None and not is_short:
            full = next(each for each in option.flags if each.startswith(dashed))
            words[at] = full + word.removeprefix(flag)
        if not takes_value or sign or is_short:
            at += 1
            continue
        if at + 1 == len(words) or (option is not None and _ends_value(words[at + 1])):
            raise exceptions.CommandError(f'{flag} needs a value.')
        at += 2
    before = [word for word in words[:at] if word != '--']
    if at >= len(words):
        return None, before
    return words[at], before + words[at + 1 :]


def _ends_value(word: str) -> bool:
    return word == '--' or is_option(word)


def _global_option(flag: str, table: GlobalTable) -> GlobalOption | None:
    """The global option of a flag; ``None`` for one that only an auth type may have."""
    found = table.resolve(flag)
    if len(found) > 1:
        options = ', '.join(option.flags[0] for option in found)
        raise exceptions.CommandError(f'{flag} may mean {options}.')
    if found:
        return found[0]
    if flag.startswith('--os-'):
        return None
    from novaclient_mv.cli import suggestions

    known = [each for each in table.visible_flags() if each.startswith('--')]
    raise exceptions.UnknownName('option', flag, suggestions.close_names(flag, known, most=2))
