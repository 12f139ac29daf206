"""Answers shells: what a line's words complete to, in the form that the script of a shell reads."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from novaclient_mv import errors
from novaclient_mv.cli.completing import bash_lines, candidates, typed_line
from novaclient_mv.cli.completing.candidates import Answer
from novaclient_mv.cli.completing.remembered_names import RememberedNames
from novaclient_mv.cli.reading.tokenizer import Tokens
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.services import Service
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
    tokens = bash_lines.split(line)
    completion = _answer(tokens.words[1:], environment)
    insertions = (bash_lines.insertion(word, tokens, replaced) for word, _ in completion.candidates)
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
