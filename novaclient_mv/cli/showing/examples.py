"""Examples of commands: lines for a shell, each with what it does."""

from __future__ import annotations

import os
from collections.abc import Sequence

import novaclient_mv
from novaclient_mv import errors
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import VersionRange

_HEADING = '\n== '
_INDENT, _FURTHER = ' ' * 4, ' ' * 8


class Example(NamedTuple):
    """An example: a command line, and a sentence about it."""

    does: str
    line: str


def of_command(name: str) -> list[Example]:
    """The examples of a command; none where it has none."""
    part = f'\n{_text()}'.partition(f'{_HEADING}{name}\n')[2].partition(_HEADING)[0]
    lines = part.strip().split('\n') if part else []
    return [Example(*map(str.strip, pair)) for pair in zip(lines[::2], lines[1::2], strict=True)]


def is_taken(command: Command, line: str, span: VersionRange) -> bool:
    """Whether a command accepts a line at some version of a range."""
    import shlex

    from novaclient_mv.cli.reading import read
    from novaclient_mv.cli.reading.window import CommandLine
    from novaclient_mv.clouds.options import OptionTable

    try:
        words = read.split(shlex.split(line)[1:])
        command_line = CommandLine(command, words.around, OptionTable())
        return any(span.overlaps(window) for window in command_line.windows())
    except errors.CommandError:
        return False


def in_lines(line: str, width: int) -> list[str]:
    """Break a line into several that a shell joins again; options stay beside their values."""
    first, *words = _words(line)
    rows = [_INDENT + first]
    for word in _with_values(words, width - len(_FURTHER) - 2):
        if len(rows[-1]) + len(word) + 3 <= width:
            rows[-1] += f' {word}'
        else:
            rows.append(_FURTHER + word)
    return [f'{row} \\' for row in rows[:-1]] + rows[-1:]


def _with_values(words: Sequence[str], width: int) -> list[str]:
    """The words of a line, each option together with the word behind it, where both have room."""
    together: list[str] = []
    for word in words:
        before = together[-1] if together else ''
        is_value = before.startswith('-') and ' ' not in before and not word.startswith('-')
        if is_value and len(before) + 1 + len(word) <= width:
            together[-1] = f'{before} {word}'
        else:
            together.append(word)
    return together


def _words(line: str) -> list[str]:
    """Split a line at blanks outside of quotes."""
    words: list[str] = []
    for piece in line.split(' '):
        if words and words[-1].count("'") % 2:
            words[-1] += f' {piece}'
        else:
            words.append(piece)
    return words


def _text() -> str:
    path = os.path.join(os.path.dirname(novaclient_mv.__file__), 'data', 'examples.txt')
    try:
        with open(path, encoding='utf-8') as stream:
            return stream.read()
    except OSError:
        # Without files of its own, as in an archive, the package has its modules all the same.
        return ''
