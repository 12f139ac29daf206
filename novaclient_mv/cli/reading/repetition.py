"""Options that are typed twice, of which the last one counts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import tree
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.read import Invocation
from novaclient_mv.cli.reading.tokenizer import Token
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.clouds.global_option import OUTPUT

_SEVERAL = '...]'
"""The end of the metavar of an option that takes several values."""

_OF_CLOUDS = ('--os-cloud', '--os-region-name')
"""Options of all commands that take several values."""


def tell(invocation: Invocation, typed: Sequence[Token]) -> None:
    """Tell that of an option typed repeatedly, not in an alias or view, the last value counts."""
    if invocation.line is not None and not invocation.options.get('quiet'):
        for line in lines(invocation.line, typed):
            invocation.environment.stderr.tell(line)


def lines(line: CommandLine, typed: Sequence[Token]) -> Iterator[str]:
    """A line for each option that is typed several times and keeps one value; it may be secret."""
    values: dict[str, list[Sequence[str]]] = {}
    advice: dict[str, str] = {}
    words = [_spelt_out(line, word) for word in typed]
    for place, word in enumerate(words):
        argument = tree.options_by_flag(line.command).get(word.flag)
        name = _name(line, word.flag, argument)
        if name is None:
            continue
        values.setdefault(name, []).append(_value(words, place, argument))
        metavar = '' if argument is None else str(argument.options.get('metavar'))
        if _SEVERAL in metavar or name in _OF_CLOUDS:
            advice[name] = f'; several are given as {name} A,B'
    for name, of_option in values.items():
        if any(value != of_option[-1] for value in of_option):
            times = 'twice' if len(of_option) == 2 else f'{len(of_option)} times'
            yield f'{name} is given {times}: the last one counts{advice.get(name, "")}'


def _spelt_out(line: CommandLine, word: Token) -> Token:
    """A word with the full flag of its option, where it is one."""
    if not word.flag:
        return word
    try:
        return line.with_tokens([word]).tokens[0]
    except errors.CommandError:
        return word


def _name(line: CommandLine, flag: str, argument: Argument | None) -> str | None:
    """The name of an option that keeps its last value; ``None`` for others."""
    if argument is not None:
        is_kept = argument.takes_value and argument.options.get('action') in (None, 'store')
        return argument.name if is_kept else None
    option = line.table.by_flag.get(flag)
    if option is None or option.kind != 'value' or option.section == OUTPUT:
        # A format is overridden, and nothing of what was asked for is lost.
        return None
    return option.flags[0]


def _value(words: Sequence[Token], place: int, argument: Argument | None) -> Sequence[str]:
    """The value of an option, as it is typed: in its own word, or in those behind it."""
    own = words[place].value
    if own is not None:
        return [own]
    behind = itertools.takewhile(lambda word: not word.flag, words[place + 1 :])
    takes_many = argument is not None and argument.options.get('nargs') in ('+', '*')
    return [word.text for word in itertools.islice(behind, None if takes_many else 1)]
