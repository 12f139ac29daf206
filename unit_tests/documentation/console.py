"""Takes console blocks apart: command lines, what each prints, and what needs a shell."""

from __future__ import annotations

import re
import shlex
from typing import NamedTuple

PROMPT = '$ '


class Command(NamedTuple):
    """A command line of a page, and the output that the page shows below it."""

    line: str
    output: str


def commands(text: str) -> list[Command]:
    """The commands of a block with prompts, in order; a backslash continues a line."""
    found: list[Command] = []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(PROMPT):
            command = line.removeprefix(PROMPT)
            while command.endswith('\\'):
                command = f'{command[:-1].rstrip()} {next(lines).strip()}'
            found.append(Command(command, ''))
        else:
            assert found, f'output before the first command: {line}'
            found[-1] = found[-1]._replace(output=f'{found[-1].output}{line}\n')
    return found


def needs_shell(line: str) -> bool:
    """Whether a line has variables, pipes, redirections and the like."""
    if re.search(r'[$`]', re.sub(r"'[^']*'", '', line)):
        return True
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    return any(set(token) <= set('();<>|&') for token in lexer)


def steps(line: str) -> list[list[str]]:
    """The words of each command of a line such as ``one && two``; comments are left out."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars='&')
    lexer.whitespace_split = True
    found: list[list[str]] = [[]]
    for token in lexer:
        if token == '&&':
            found.append([])
        else:
            found[-1].append(token)
    return [words for words in found if words]


def program(words: list[str]) -> str:
    """The program that is run: the first word that sets no variable, without its folder."""
    names = [word for word in words if not re.match(r'\w+=', word)]
    return names[0].rpartition('/')[2] if names else ''


def matches(shown: str, text: str) -> bool:
    """Whether a text is as a page shows it.

    ``...`` stands for anything within a line; a line of nothing else for any number of lines.
    """
    pattern = ''
    for line in shown.splitlines():
        if line.strip() == '...':
            pattern += r'(?:[^\n]*\n)*?'
        else:
            pattern += '[^\n]*?'.join(re.escape(part) for part in line.split('...')) + r'\n'
    # Blanks at the ends of lines are not seen on a page.
    seen = re.sub(r' +$', '', text, flags=re.MULTILINE)
    return re.fullmatch(pattern, seen) is not None


def is_excerpt(shown: str, source: str) -> bool:
    """Whether lines stand together in a source, however far indented; ``...`` as in ``matches``."""
    lines = [line.strip() for line in shown.splitlines() if line.strip()]
    rest = [line.strip() for line in source.splitlines() if line.strip()]
    starts = range(len(rest))
    return any(_starts_with(rest[start:], lines) for start in starts)


def _starts_with(rest: list[str], lines: list[str]) -> bool:
    for number, line in enumerate(lines):
        if line == '...':
            following = lines[number + 1 :]
            return any(_starts_with(rest[skip:], following) for skip in range(len(rest) + 1))
        if not rest or rest[0] != line:
            return False
        rest = rest[1:]
    return True
