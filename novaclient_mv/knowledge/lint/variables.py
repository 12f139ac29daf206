"""Values of a script's variables, as known without a run, and words with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from novaclient_mv.knowledge.lint.fragments import Fragment
from novaclient_mv.knowledge.lint.shell_words import Assignment, Part, SimpleCommand, Word

UNKNOWN = '\ufffc'
"""Stands in a text for what is unknown before a run."""

_LONGEST, _DEEPEST, _SHARE = 20_000, 50, 8
"""Values are taken for unknown beyond this length, this depth of variables in variables, and this
multiple of the script's length in all.
"""

_SUBSTITUTION = re.compile(r'\$\(|`|[<>]\(|\$\{')

_SETTING = ('read', 'mapfile', 'readarray', 'getopts', 'unset', 'printf', 'local')
"""Commands whose words name variables that they set."""


class Token(NamedTuple):
    """A word as a command gets it.

    :param text: with :data:`UNKNOWN` for unknown parts.
    :param is_many: whether it may be several words, or none.
    :param offset: where the word begins in the file.
    :param source: the text of the word as it is written, without its quotes.
    """

    text: str
    is_many: bool
    offset: int
    source: Fragment

    @property
    def is_known(self) -> bool:
        """Whether all of it is known."""
        return UNKNOWN not in self.text and not self.is_many

    @property
    def is_blank(self) -> bool:
        """Whether nothing of it is known."""
        return UNKNOWN in self.text and not self.text.strip(UNKNOWN)


class Variables:
    """The variables of a script; the value of one that is set more than once is unknown.

    :param around: those of the script that starts this one.
    :param length: the length of the script.
    """

    def __init__(
        self,
        commands: Iterable[SimpleCommand],
        around: Variables | None = None,
        length: int = _LONGEST,
    ) -> None:
        self._around = around
        self._depth = 0
        self._rest = _SHARE * length + _LONGEST
        self._set: dict[str, list[Assignment]] = {}
        self._texts: dict[str, list[str] | None] = {}
        for command in commands:
            for assignment in _assignments_of(command):
                self._set.setdefault(assignment.name, []).append(assignment)

    def values(self, name: str) -> list[str] | None:
        """The value of a variable: one word, or those of an array; ``None`` if it is unknown."""
        if name not in self._set:
            return None if self._around is None else self._around.values(name)
        if name not in self._texts:
            # One that is made of itself is not known either.
            self._texts[name] = None
            self._depth += 1
            if self._depth <= _DEEPEST:
                self._texts[name] = self._values(self._set[name])
            self._depth -= 1
        return self._texts[name]

    def _values(self, assignments: Sequence[Assignment]) -> list[str] | None:
        if len(assignments) != 1 or assignments[0].values is None:
            return None
        if not assignments[0].is_array:
            texts = [self.text_of(word) for word in assignments[0].values]
        else:
            tokens = self.tokens(assignments[0].values)
            texts = [token.text if token.is_known else None for token in tokens]
        present = [text for text in texts if text is not None]
        if len(present) < len(texts) or sum(map(len, present)) > _LONGEST:
            return None
        return present

    def text_of(self, word: Word) -> str | None:
        """The text of a word that is not split at blanks; ``None`` if it is unknown."""
        texts = [self._text(part) for part in word.parts]
        return None if UNKNOWN in ''.join(texts) else ''.join(texts)

    def _text(self, part: Part) -> str:
        if part.variable is None:
            return part.text if part.is_known else UNKNOWN
        values = self._spent(part.variable)
        return UNKNOWN if values is None else ' '.join(values)

    def _spent(self, name: str) -> list[str] | None:
        """The value of a variable in a word, which counts against the limit of all values."""
        values = self.values(name) if self._rest > 0 else None
        self._rest -= sum(map(len, values or ())) + len(values or ())
        return values

    def tokens(self, words: Iterable[Word]) -> list[Token]:
        """The words that a command gets."""
        return [token for word in words for token in self._tokens(word)]

    def _tokens(self, word: Word) -> list[Token]:
        fields: list[list[str]] = []
        is_many = False
        is_begun = False
        for part in word.parts:
            pieces = self._fields(part)
            is_many = is_many or ((part.is_list or not part.is_quoted) and pieces is None)
            for place, piece in enumerate([UNKNOWN] if pieces is None else pieces):
                if place or not is_begun:
                    fields.append([])
                fields[-1].append(piece)
                is_begun = True
        source = _source(word)
        return [Token(''.join(field), is_many, word.offset, source) for field in fields]

    def _fields(self, part: Part) -> list[str] | None:
        """The words that a part expands to; ``None`` if they are unknown."""
        if part.variable is None:
            return [part.text] if part.is_known else None
        values = self._spent(part.variable)
        if values is None or part.is_list:
            return values
        if part.is_quoted:
            return [' '.join(values[:1])]
        return ' '.join(values).split()


def _assignments_of(command: SimpleCommand) -> Iterator[Assignment]:
    """The variables that a command sets for later ones; without a value where it is unknown."""
    first = command.words[0] if command.words else None
    for assignment in command.assignments:
        # Before a command, a variable is set for that command alone.
        if first is None or (first.bare is not None and first.offset <= assignment.offset):
            yield assignment
    if first is not None and first.bare in _SETTING:
        for word in command.words[1:]:
            if word.literal:
                yield Assignment(word.literal, None, word.offset)


def _source(word: Word) -> Fragment:
    """A word's text as it is written, without its quotes; substitutions are unknown in it."""
    texts: list[str] = []
    offsets: list[int] = []
    for part in word.parts:
        is_read = part.is_known or not _SUBSTITUTION.match(part.text)
        text = part.text if is_read else UNKNOWN
        texts.append(text)
        offsets += (part.fragment.offset(place) for place in range(len(text)))
    return Fragment(''.join(texts), offsets, word.offset)
