"""Puts variables, outputs of commands and names of files in place of what stands for them."""

from __future__ import annotations

import glob
import re
from collections.abc import Callable, Mapping

from page_terminal.grammar import Piece, Word

_VARIABLE = re.compile(r'\$(?:\{(\w+|[?#@])(?::-([^}]*))?\}|([A-Za-z_]\w*|[0-9?#@$]))')
_PATTERN = re.compile(r'[*?[]')


class Expansion:
    """What words stand for.

    :param variables: of the shell.
    :param status: that of the last command, for ``$?``.
    :param output: runs a line and returns its output, for ``$(...)``.
    """

    def __init__(
        self, variables: Mapping[str, str], status: int, output: Callable[[str], str]
    ) -> None:
        self._variables = variables
        self._status = status
        self._output = output

    def text(self, word: Word) -> str:
        """Return a word as one text, as in an assignment."""
        return ''.join(self._value(piece) for piece in word)

    def words(self, word: Word) -> list[str]:
        """Return the words that one stands for; what is not quoted is split at blanks."""
        found: list[str] = []
        current, pattern, is_there = '', '', False

        def end() -> None:
            nonlocal current, pattern, is_there
            if is_there:
                found.extend(_files(pattern) or [current])
            current, pattern, is_there = '', '', False

        for number, piece in enumerate(word):
            value = self._value(piece, is_first=number == 0)
            if piece.quote not in ('', '$'):
                current, pattern, is_there = current + value, pattern + glob.escape(value), True
                continue
            parts = re.split(r'(\s+)', value) if piece.quote or '$' in piece.text else [value]
            for part in parts:
                if part.isspace():
                    end()
                elif part:
                    current, pattern, is_there = current + part, pattern + part, True
        end()
        return found

    def _value(self, piece: Piece, is_first: bool = True) -> str:
        if piece.quote == "'":
            return piece.text
        if piece.quote.endswith('$'):
            return self._output(piece.text).rstrip('\n')
        text = piece.text
        if not piece.quote and is_first and re.match(r'~(/|$)', text):
            text = self._variables.get('HOME', '~') + text[1:]
        return _VARIABLE.sub(self._variable, text)

    def _variable(self, match: re.Match[str]) -> str:
        name = match[1] or match[3]
        specials = {'?': str(self._status), '$': '1'}
        return specials.get(name) or self._variables.get(name) or match[2] or ''


def _files(pattern: str) -> list[str]:
    return sorted(glob.glob(pattern)) if _PATTERN.search(pattern) else []
