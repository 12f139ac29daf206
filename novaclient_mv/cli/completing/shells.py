"""Answers shells: what a line's words complete to, in the form that the script of a shell reads."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.completing import candidates, typed_line
from novaclient_mv.cli.completing.candidates import Answer
from novaclient_mv.cli.completing.remembered_names import RememberedNames
from novaclient_mv.cli.reading.tokenizer import Tokens
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.services import Service
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion

BASH = 'bash'

_WORDS, _FILES = 'words', 'files'
"""First lines of answers: words follow, or the shell is to complete the name of a file."""


def answer(shell: str, texts: Sequence[str], environment: Environment) -> str:
    """The answer to the script of a shell, a line each; the first one says of what kind it is.

    :param texts: the words behind the program's name up to the cursor, the last of which may be
        empty; of bash its line up to there, and the end of that which it would replace.
    """
    lines = _for_bash(texts, environment) if shell == BASH else _described(texts, environment)
    return ''.join(f'{line}\n' for line in lines)


def words_of_input(environment: Environment) -> tuple[str, ...]:
    """The words that the input has, each ended by a zero byte."""
    stream = environment.stdin or (None if sys.stdin is None else sys.stdin.buffer)
    content = b'' if stream is None else stream.read()
    return tuple(content.decode('utf-8', 'surrogateescape').split('\0')[:-1])


def _described(texts: Sequence[str], environment: Environment) -> list[str]:
    """Words, with what they are behind a tab."""
    completion = _answer(texts, environment)
    lines = [
        f'{word}\t{description}' if description.isprintable() and description else word
        for word, description in completion.candidates
    ]
    return [_kind(completion), *lines]


def _for_bash(texts: Sequence[str], environment: Environment) -> list[str]:
    """Words as bash puts them where the cursor is."""
    line, replaced = (*texts, '', '')[:2]
    tokens = split(line)
    completion = _answer(tokens.words[1:], environment)
    insertions = (insertion(word, tokens, replaced) for word, _ in completion.candidates)
    return [_kind(completion), *(text for text in insertions if text is not None)]


def _kind(completion: Answer) -> str:
    return _FILES if completion.takes_file else _WORDS


def _answer(texts: Sequence[str], environment: Environment) -> Answer:
    remembered: list[RememberedNames] = []

    def names_with(options: Mapping[str, Any]) -> RememberedNames:
        """Names by the cloud of some options: an inner line may have others."""
        for names in remembered:
            if names.options == options:
                return names
        remembered.append(RememberedNames(environment, options))
        return remembered[-1]

    def version_of(service: Service, options: Mapping[str, Any]) -> APIVersion:
        return names_with(options).version(service)

    def expand(tokens: Tokens) -> list[str] | None:
        from novaclient_mv.cli.reading import user_aliases

        try:
            return user_aliases.expanded(tokens, environment)
        except errors.CommandError:
            return None

    line = typed_line.read(texts or [''], version_of, expand)
    if line is None:
        return Answer()
    return candidates.of(line, names_with(line.options))


_ACTS_IN_QUOTES = frozenset('\'"`$\\!')
_QUOTES = '\'"'


class BashLine(NamedTuple):
    """A line of bash up to the cursor.

    :param words: its words, without quotes; the last one is being typed, and may be empty.
    :param quote: the quotation mark in which the cursor stands, if it stands in one.
    """

    words: tuple[str, ...]
    quote: str = ''


def split(text: str) -> BashLine:
    """Split a line into words; nothing is expanded."""
    words: list[str] = []
    current: str | None = None
    quote = ''
    letters = iter(text)
    for letter in letters:
        if quote:
            if letter == quote:
                quote = ''
            elif letter == '\\' and quote == '"':
                following = next(letters, '')
                current = (current or '') + (
                    following if following in '"\\$`' else '\\' + following
                )
            else:
                current = (current or '') + letter
        elif letter.isspace():
            if current is not None:
                words.append(current)
            current = None
        elif letter in _QUOTES:
            quote, current = letter, current or ''
        else:
            plain = next(letters, '') if letter == '\\' else letter
            current = (current or '') + plain
    return BashLine((*words, current or ''), quote)


def insertion(word: str, line: BashLine, replaced: str) -> str | None:
    """The text by which bash replaces a word to complete it; ``None`` where it cannot be typed."""
    end = replaced if line.quote else split(replaced).words[-1]
    if not line.words[-1].endswith(end):
        return None
    rest = word[len(line.words[-1]) - len(end) :]
    if line.quote:
        return None if _ACTS_IN_QUOTES.intersection(rest) else rest
    return re.sub(r'([^\w./,+@%=:^-])', r'\\\1', rest)
