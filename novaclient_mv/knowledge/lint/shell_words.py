"""Words and simple commands of a shell script, and the reader of words."""

from __future__ import annotations

import dataclasses
import re
from typing import NamedTuple

from novaclient_mv.knowledge.lint.comments import Ignoring
from novaclient_mv.knowledge.lint.fragments import Fragment

MOST_NESTING = 40
"""Scripts that nest deeper are read up to there."""

_PLAIN = re.compile(r'[^\s\\\'"$`|&;<>(){]+')
_PLAIN_QUOTED = re.compile(r'[^\\"$`{]+')
_TEMPLATE = re.compile(r'\$?\{\{|\{%')
_TEMPLATE_ENDS = {'{{': '}}', '{%': '%}'}
_NAME = r'([A-Za-z_]\w*)'
_VARIABLE = re.compile(rf'\${_NAME}', re.ASCII)
_BRACED = re.compile(rf'\$\{{{_NAME}(?::?[-?][^{{}}$`\'"\\]*)?\}}', re.ASCII)
_LIST = re.compile(rf'\$\{{{_NAME}\[[@*]\]\}}', re.ASCII)
_SPECIAL = re.compile(r'\$[0-9@*#?$!-]', re.ASCII)
_ANSI = re.compile(r"\$'((?:[^'\\]|\\.)*)'?", re.DOTALL)
_PARENTHESIS = re.compile('[()]')
_CONTINUED = re.compile(r'\\\r?\n')


class Part(NamedTuple):
    """A part of a word: text, a variable, or something unknown before a run.

    :param text: as it is written.
    :param is_quoted: whether it is in quotes, where its value stays one word.
    :param is_list: whether it may be several words even there.
    """

    text: str
    fragment: Fragment
    variable: str | None = None
    is_known: bool = True
    is_quoted: bool = False
    is_list: bool = False


class Word(NamedTuple):
    """A word of a command in its parts, with the offsets of its start and of what follows it."""

    parts: tuple[Part, ...]
    offset: int
    end: int

    @property
    def literal(self) -> str | None:
        """Its text; ``None`` if some of it is unknown before a run."""
        if all(part.is_known and part.variable is None for part in self.parts):
            return ''.join(part.text for part in self.parts)
        return None

    @property
    def bare(self) -> str | None:
        """Its text if nothing of it is quoted, as in reserved words."""
        return None if any(part.is_quoted for part in self.parts) else self.literal


class Assignment(NamedTuple):
    """A variable that is set: to one word, those of an array, or ``None`` for an unknown value."""

    name: str
    values: tuple[Word, ...] | None
    offset: int
    is_array: bool = False


class Document(NamedTuple):
    """A here-document or a here-string; nothing is substituted in a literal one."""

    fragment: Fragment
    is_literal: bool


@dataclasses.dataclass
class SimpleCommand:
    """A command in a script.

    :param level: the number of blocks, substitutions and conditions around it.
    :param feeds: the command that reads its output.
    """

    offset: int
    level: int
    words: list[Word] = dataclasses.field(default_factory=list)
    assignments: list[Assignment] = dataclasses.field(default_factory=list)
    documents: list[Document] = dataclasses.field(default_factory=list)
    feeds: SimpleCommand | None = None

    def feed(self, command: SimpleCommand) -> None:
        """Note the command that reads its output."""
        self.feeds = command


class Commands(NamedTuple):
    """The commands of a script in their order, the names of its functions, the offsets behind which
    it nests too deeply to be read, and the comments by which findings are ignored.
    """

    commands: list[SimpleCommand]
    functions: set[str]
    unread: list[int]
    comments: list[Ignoring]


class WordReader:
    """Reads the words of a text; quotes that are not closed end with it.

    :param nesting: the number of readers around this one.
    :ivar unread: the offsets behind which the text nests too deeply to be read.
    """

    def __init__(self, fragment: Fragment, nesting: int = 0) -> None:
        self.fragment = fragment
        self.text = fragment.text
        self.at = 0
        self.nesting = nesting
        self.unread: list[int] = []
        self._unclosed: set[str] = set()

    def substitution(self) -> None:
        """Read the commands of ``$(...)`` behind its parenthesis, up to the closing one."""
        raise NotImplementedError

    def inner_script(self, fragment: Fragment) -> None:
        """Read the commands between backticks."""
        raise NotImplementedError

    def word(self) -> Word:
        """Read a word, which begins here."""
        start = self.at
        parts: list[Part] = []
        while self.at < len(self.text) and not self._ends_word():
            self._piece(parts, False)
        return Word(tuple(parts), self.fragment.offset(start), self.fragment.end(self.at))

    def quoted_text(self) -> None:
        """Read a text in which only variables and substitutions mean something."""
        while self.at < len(self.text):
            self._piece([], True)

    def _ends_word(self) -> bool:
        sign = self.text[self.at]
        # A sign that no pattern of plain text takes would not let the reader go on.
        return sign.isspace() or sign in '|&;<>()'

    def _add(self, parts: list[Part], start: int, end: int, is_quoted: bool) -> None:
        part = self.fragment.part(start, end)
        parts.append(Part(part.text, part, is_quoted=is_quoted))

    def _add_unknown(
        self, parts: list[Part], start: int, is_quoted: bool, is_list: bool = False
    ) -> None:
        part = self.fragment.part(start, self.at)
        parts.append(Part(part.text, part, None, False, is_quoted, is_list))

    def _piece(self, parts: list[Part], is_quoted: bool) -> None:
        """Read one piece of a word, at least a character."""
        start, sign = self.at, self.text[self.at]
        template_end = self._end_of_template() if sign in '{$' else None
        if template_end is not None:
            self.at = template_end
            self._add_unknown(parts, start, is_quoted)
        elif sign == '\\':
            self._escape(parts, is_quoted)
        elif sign == "'" and not is_quoted:
            end = self.text.find("'", start + 1)
            end = len(self.text) if end < 0 else end
            self._add(parts, start + 1, end, True)
            self.at = min(end + 1, len(self.text))
        elif sign == '"' and not is_quoted:
            self._double_quoted(parts)
        elif sign == '$':
            self._dollar(parts, is_quoted)
        elif sign == '`':
            self._backticks(parts, is_quoted)
        else:
            plain = (_PLAIN_QUOTED if is_quoted else _PLAIN).match(self.text, start)
            self.at = start + 1 if plain is None else plain.end()
            self._add(parts, start, self.at, is_quoted)

    def _end_of_template(self) -> int | None:
        """The end of a template, as in ``{{ ... }}``, that begins here."""
        begun = _TEMPLATE.match(self.text, self.at)
        if begun is None:
            return None
        end = _TEMPLATE_ENDS[begun[0][-2:]]
        place = -1 if end in self._unclosed else self.text.find(end, begun.end())
        if place < 0:
            # Nor do those behind it end.
            self._unclosed.add(end)
            return None
        return place + len(end)

    def give_up(self) -> None:
        """Read nothing more: it nests too deeply."""
        self.unread.append(self.fragment.offset(self.at))
        self.at = len(self.text)

    def _escape(self, parts: list[Part], is_quoted: bool) -> None:
        continued = _CONTINUED.match(self.text, self.at)
        if continued is not None:
            self.at = continued.end()
            return
        start = self.at
        self.at = min(start + 2, len(self.text))
        behind = self.text[start + 1 : self.at]
        is_escape = bool(behind) and (not is_quoted or behind in '$`"\\')
        self._add(parts, start + is_escape, self.at, True)

    def _double_quoted(self, parts: list[Part]) -> None:
        self.at += 1
        # Between two quotes with nothing in them stands a word all the same.
        self._add(parts, self.at, self.at, True)
        while self.at < len(self.text) and self.text[self.at] != '"':
            self._piece(parts, True)
        self.at = min(self.at + 1, len(self.text))

    def _dollar(self, parts: list[Part], is_quoted: bool) -> None:
        start = self.at
        for pattern in (_VARIABLE, _BRACED, _LIST):
            match = pattern.match(self.text, start)
            if match is not None:
                self.at = match.end()
                part = self.fragment.part(start, self.at)
                is_list = pattern is _LIST
                parts.append(Part(part.text, part, match[1], True, is_quoted, is_list))
                return
        special = _SPECIAL.match(self.text, start)
        ansi = None if is_quoted else _ANSI.match(self.text, start)
        if special is not None:
            self.at = special.end()
            self._add_unknown(parts, start, is_quoted, special[0] in ('$@', '$*'))
        elif ansi is not None:
            self.at = ansi.end()
            if '\\' in ansi[1]:
                self._add_unknown(parts, start, True)
            else:
                self._add(parts, *ansi.span(1), True)
        elif self.begins_arithmetic(start + 1):
            self.at += 3
            self.arithmetic()
            self._add_unknown(parts, start, is_quoted)
        elif self.text.startswith('$(', start):
            self.at += 2
            self.substitution()
            self._add_unknown(parts, start, is_quoted)
        elif self.text.startswith('${', start):
            self.at += 2
            self._rest_of_braces(is_quoted)
            self._add_unknown(parts, start, is_quoted, is_list='[@]' in self.text[start : self.at])
        else:
            self.at += 1
            if not (self.text.startswith('"', self.at) and not is_quoted):
                self._add(parts, start, self.at, is_quoted)

    def _rest_of_braces(self, is_quoted: bool) -> None:
        """Skip ``${...}`` behind its brace; commands that are substituted in it count."""
        meaning = '$`\\"' if is_quoted else '$`\\"\''
        self.nesting += 1
        while self.at < len(self.text) and self.text[self.at] != '}':
            if self.nesting > MOST_NESTING:
                self.give_up()
            elif self.text[self.at] in meaning:
                self._piece([], False)
            else:
                self.at += 1
        self.nesting -= 1
        self.at = min(self.at + 1, len(self.text))

    def arithmetic(self) -> None:
        """Skip arithmetic behind its opening parentheses, but for commands substituted in it."""
        depth = 2
        self.nesting += 1
        while self.at < len(self.text) and depth:
            sign = self.text[self.at]
            if self.nesting > MOST_NESTING:
                self.give_up()
            elif sign in '$`':
                self._piece([], True)
            else:
                depth += {'(': 1, ')': -1}.get(sign, 0)
                self.at += 1
        self.nesting -= 1

    def begins_arithmetic(self, place: int) -> bool:
        """Whether two parentheses begin arithmetic, and not a group in another one."""
        if not self.text.startswith('((', place):
            return False
        depth = 0
        for match in _PARENTHESIS.finditer(self.text, place):
            depth += 1 if match[0] == '(' else -1
            if depth == 0:
                return self.text[match.start() - 1] == ')'
        return True

    def _backticks(self, parts: list[Part], is_quoted: bool) -> None:
        start = self.at
        end, escapes = start + 1, []
        while end < len(self.text) and self.text[end] != '`':
            if self.text[end] == '\\' and self.text[end + 1 : end + 2] in ('`', '\\', '$'):
                escapes.append(end - start - 1)
                end += 1
            end += 1
        end = min(end, len(self.text))
        self.at = min(end + 1, len(self.text))
        self.inner_script(self.fragment.part(start + 1, end).without(escapes))
        self._add_unknown(parts, start, is_quoted)
