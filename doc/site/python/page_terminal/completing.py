"""What the tab key completes: programs, what ``nova-mv complete`` tells, variables, files."""

from __future__ import annotations

import glob
import io
import os
import re
import shlex
from collections.abc import Iterable
from typing import NamedTuple

from page_terminal.shell import Shell, Streams

_WORD_BEGINS = re.compile(r'(?:[^\s|;&<>\'"\\]|\\.|\'[^\']*\'?|"(?:[^"\\]|\\.)*"?)*$')
_ENDS = ('|', '||', '&&', ';', '&')
_OPEN_ENDS = ('=', '/', ',')


class Choice(NamedTuple):
    """A word that may stand where the cursor is."""

    text: str
    description: str = ''


class Completion(NamedTuple):
    """Words that may stand in place of the one that is being typed."""

    start: int
    """Where that one begins."""
    choices: list[Choice]

    def insertions(self) -> list[tuple[str, str, str]]:
        """Return what would be typed for each, as it is shown, and what it is."""
        found = []
        for choice in self.choices:
            end = '' if choice.text.endswith(_OPEN_ENDS) else ' '
            found.append((_quoted(choice.text) + end, choice.text, choice.description))
        return found


def complete(shell: Shell, text: str) -> Completion:
    """Return what completes a line.

    :param text: the line up to the cursor.
    """
    match = _WORD_BEGINS.search(text)
    start = match.start() if match else len(text)
    typed = _split(text[start:])
    current = typed[0] if typed else ''
    words = _command_before(text[:start])
    if current.startswith('$'):
        names = sorted({**shell.exported, **shell.own})
        return Completion(start, _that_begin(current, (Choice(f'${name}') for name in names)))
    if text[:start].rstrip().endswith(('<', '>')):
        return Completion(start, _files(current))
    if not words:
        programs = (Choice(name) for name in sorted(shell.programs) if name != '.')
        return Completion(start, _that_begin(current, programs))
    if words[0] == 'nova-mv':
        return Completion(start, _of_nova(shell, [*words[1:], current]))
    if words[0] == 'release':
        names = ['newest', 'pike', 'train', 'wallaby', 'zed', '2023.2']
        return Completion(start, _that_begin(current, map(Choice, names)))
    return Completion(start, _files(current))


def _split(text: str) -> list[str]:
    for end in ('', "'", '"', '\\'):
        try:
            return shlex.split(text + end)
        except ValueError:
            continue
    return [text]


def _command_before(text: str) -> list[str]:
    """Return the words of the command that is being typed."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ''
    words: list[str] = []
    try:
        for token in lexer:
            if token in _ENDS:
                words = []
            elif words or not re.match(r'\w+=', token):
                words.append(token)
    except ValueError:
        return words
    return words


def _that_begin(current: str, choices: Iterable[Choice]) -> list[Choice]:
    return [choice for choice in choices if choice.text.startswith(current)]


def _of_nova(shell: Shell, words: list[str]) -> list[Choice]:
    output = io.StringIO()
    line = ['complete', '--', *words]
    streams = Streams(io.BytesIO(), output, io.StringIO())
    shell.programs['nova-mv'](line, {**shell.exported}, streams)
    kind, *lines = output.getvalue().splitlines() or ['words']
    if kind == 'files':
        prefix, equals, rest = words[-1].partition('=')
        if equals and prefix.startswith('--'):
            return [Choice(f'{prefix}={file.text}') for file in _files(rest)]
        return _files(words[-1])
    rows = (each.partition('\t') for each in lines)
    return [Choice(word, description) for word, _, description in rows]


def _files(current: str) -> list[Choice]:
    found = sorted(glob.glob(f'{glob.escape(current)}*'))
    return [Choice(f'{name}/' if os.path.isdir(name) else name) for name in found]


def _quoted(text: str) -> str:
    if text.startswith('$') or re.fullmatch(r'[\w@%+=:,./~-]+', text):
        return text
    return shlex.quote(text)
