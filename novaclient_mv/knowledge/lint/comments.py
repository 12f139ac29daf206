"""Comments by which findings are ignored: ``# nova-mv: ignore[code]``."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from novaclient_mv.knowledge.lint.fragments import Fragment

_IGNORE = re.compile(r'#\s*nova-mv:\s*ignore(?:\[([^]\n]*)\]|(?![\w\[-]))')
_LINE_OF_YAML = re.compile(r'^([ \t]*(?:- +)*)((?:[^\n#]|(?<=\S)#)*)(#[^\n]*)?', re.MULTILINE)


class Ignoring(NamedTuple):
    """A comment that ignores findings of some codes, or of all, between two offsets."""

    start: int
    end: int
    codes: frozenset[str] | None

    def ignores(self, offset: int, code: str) -> bool:
        """Whether a finding at a place is ignored."""
        return self.start <= offset <= self.end and (self.codes is None or code in self.codes)


def _codes(comment: str) -> list[frozenset[str] | None]:
    """The codes that a comment ignores, ``None`` for all; an empty list for any other comment."""
    match = _IGNORE.search(comment)
    if match is None:
        return []
    named = match[1]
    return [None if named is None else frozenset(code.strip() for code in named.split(','))]


class Comments:
    """Collects comments: one behind a command is about that, one on its own line about the next."""

    def __init__(self, fragment: Fragment, ignoring: list[Ignoring]) -> None:
        self._fragment = fragment
        self._ignoring = ignoring
        self._begun: int | None = None
        self._waiting: list[frozenset[str] | None] = []
        self._is_continued = False

    def pass_sign(self, place: int) -> None:
        """Take note of a sign that begins a word or an operator, or ends a line."""
        text = self._fragment.text
        if text[place] != '\n':
            self._begun = place if self._begun is None else self._begun
            self._is_continued = text.startswith(('|', '&&'), place)
        elif not self._is_continued:
            self.end(place)

    def add(self, text: str, place: int) -> None:
        """Take note of a comment, or of blanks."""
        for codes in _codes(text):
            if self._begun is None:
                self._waiting.append(codes)
            else:
                self._note(self._begun, place, codes)

    def end(self, place: int) -> None:
        """Take note of the end of a line of commands."""
        if self._begun is not None:
            for codes in self._waiting:
                self._note(self._begun, place, codes)
            self._waiting.clear()
        self._begun = None

    def _note(self, start: int, end: int, codes: frozenset[str] | None) -> None:
        start, end = self._fragment.offset(start), self._fragment.offset(end)
        self._ignoring.append(Ignoring(start, end, codes))


def of_yaml(text: str, scripts: Container[int]) -> Iterator[Ignoring]:
    """The comments of YAML: behind a value about its line, else about the next line's block."""
    waiting: list[frozenset[str] | None] = []
    begun: list[tuple[int, int, frozenset[str] | None]] = []
    for match in _LINE_OF_YAML.finditer(text):
        indent, content, comment = len(match[1].partition('-')[0]), match[2].strip(), match[3] or ''
        if match.start(3) in scripts:
            comment = ''
        if not content:
            waiting += _codes(comment)
            continue
        for start, depth, codes in begun:
            if indent <= depth:
                yield Ignoring(start, match.start() - 1, codes)
        begun = [item for item in begun if indent > item[1]]
        begun += [(match.start(), indent, codes) for codes in waiting]
        waiting.clear()
        yield from (Ignoring(match.start(), match.end(), codes) for codes in _codes(comment))
    yield from (Ignoring(start, len(text), codes) for start, _, codes in begun)
