"""Takes lines of a shell apart: lists, pipelines, commands, words, redirections.

Functions, ``while`` and ``(...)`` are left out, and a line that has them is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_OPERATORS = (';;', '&&', '||', '>>', ';', '|', '<', '>', '&', '(', ')', '\n')
_BLANKS = ' \t'
_ASSIGNMENT = re.compile(r'[A-Za-z_]\w*=')
_REFUSED = frozenset(('function', 'select', 'until', 'while', '{', '!'))
_ENDS_OF_PARTS = frozenset(('then', 'elif', 'else', 'fi', 'do', 'done', 'esac', 'in'))


class LineError(ValueError):
    """A line that cannot be read."""


class Unfinished(LineError):
    """A line that goes on in the next one."""


@dataclass(frozen=True)
class Piece:
    """A part of a word that is quoted in one way."""

    text: str
    quote: str = ''
    """``'``, ``"`` or nothing; ``$`` for the line of a ``$(...)``, ``"$`` inside double quotes."""


Word = tuple[Piece, ...]


@dataclass
class Redirection:
    """Where a stream goes to, or the input comes from."""

    stream: str
    """``0``, ``1``, ``2``, or ``12`` for both outputs."""
    is_appended: bool
    target: Word
    """A file, or ``&1``."""


@dataclass
class Command:
    """A program with its words."""

    assignments: list[tuple[str, Word]] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    redirections: list[Redirection] = field(default_factory=list)
    compound: If | Case | For | None = None


@dataclass
class If:
    """Lists of which one is run."""

    branches: list[tuple[list[Pipeline], list[Pipeline]]]
    """Conditions with what is run if one is met; that of ``else`` has none."""


@dataclass
class Case:
    """Lists of which one is run: that whose pattern is like a word."""

    word: Word
    clauses: list[tuple[list[Word], list[Pipeline]]]


@dataclass
class For:
    """A list that is run for each word."""

    name: str
    words: list[Word]
    body: list[Pipeline]


@dataclass
class Pipeline:
    """Commands, each of which reads what the one before it writes."""

    condition: str
    """``&&`` or ``||`` after the pipeline before, or nothing."""
    commands: list[Command] = field(default_factory=list)
    is_in_background: bool = False


@dataclass
class _Reader:
    """Reads a text letter by letter."""

    text: str
    place: int = 0
    ended_by: str = ''

    def pipelines(self, until: tuple[str, ...] = ()) -> list[Pipeline]:
        """Return all pipelines up to the end of the text, or to a word that ends them."""
        found = [Pipeline('', [Command()])]
        while (token := self._token()) is not None:
            pipeline = found[-1]
            if not isinstance(token, str):
                name = _keyword(pipeline.commands[-1], token)
                if name in until:
                    self.ended_by = name
                    return _ended(found)
                self._add(pipeline.commands[-1], token, name)
            elif token == ';;' and token in until:
                self.ended_by = token
                return _ended(found)
            elif token in ('<', '>', '>>'):
                self._redirect(pipeline.commands[-1], '0' if token == '<' else '1', token)
            elif token[0] in '12' or token in ('&>', '&>>'):
                stream = '12' if token[0] == '&' else token[0]
                self._redirect(pipeline.commands[-1], stream, token[1:])
            elif token == '|':
                _require_command(pipeline, token)
                pipeline.commands.append(Command())
            elif token in ('(', ')'):
                raise LineError(f'"{token}" is not understood here.')
            else:
                self._end(found, token)
        if until:
            raise Unfinished(f'"{until[-1]}" is missing.')
        return _ended(found)

    def _add(self, command: Command, token: Word, name: str) -> None:
        parts = {'if': self._if, 'case': self._case, 'for': self._for}
        if name in parts:
            command.compound = parts[name]()
        elif name in _REFUSED or name in _ENDS_OF_PARTS:
            raise LineError(f'"{name}" is not understood here: this shell is a small one.')
        elif command.compound is not None:
            raise LineError('Something stands behind the end of a part.')
        else:
            _add_word(command, token)

    def _if(self) -> If:
        branches: list[tuple[list[Pipeline], list[Pipeline]]] = []
        while True:
            condition = self.pipelines(('then',))
            branches.append((condition, self.pipelines(('elif', 'else', 'fi'))))
            if self.ended_by == 'else':
                branches.append(([], self.pipelines(('fi',))))
            if self.ended_by == 'fi':
                return If(branches)

    def _case(self) -> Case:
        word = self._required_word()
        self._require('in')
        clauses: list[tuple[list[Word], list[Pipeline]]] = []
        while True:
            patterns: list[Word] = []
            while (token := self._token()) not in (')', None):
                if not isinstance(token, str) and token is not None:
                    if not patterns and _plain_text(token) == 'esac':
                        return Case(word, clauses)
                    patterns.append(token)
            if token is None:
                raise Unfinished('"esac" is missing.')
            clauses.append((patterns, self.pipelines((';;', 'esac'))))
            if self.ended_by == 'esac':
                return Case(word, clauses)

    def _for(self) -> For:
        name = _plain_text(self._required_word())
        self._require('in')
        words: list[Word] = []
        while (token := self._token()) not in (';', '\n', None):
            if not isinstance(token, str) and token is not None:
                words.append(token)
        self._require('do')
        return For(name, words, self.pipelines(('done',)))

    def _require(self, name: str) -> None:
        word = self._required_word()
        if _plain_text(word) != name:
            raise LineError(f'"{name}" is missing.')

    def _required_word(self) -> Word:
        token = self._token()
        while token == '\n':
            token = self._token()
        if token is None:
            raise Unfinished('The line goes on.')
        if isinstance(token, str):
            raise LineError(f'"{token}" is not understood here.')
        return token

    def _end(self, found: list[Pipeline], token: str) -> None:
        last = found[-1]
        if token == '\n' and _is_empty(last.commands[-1]):
            return
        _require_command(last, token)
        last.is_in_background = token == '&'
        found.append(Pipeline(token if token in ('&&', '||') else '', [Command()]))

    def _redirect(self, command: Command, stream: str, operator: str) -> None:
        target = self._token()
        if target == '&' and stream != '0':
            target = self._token()
            if not isinstance(target, str) and target is not None:
                target = (Piece('&'), *target)
        if target is None or isinstance(target, str):
            raise LineError(f'"{operator}" needs the name of a file.')
        command.redirections.append(Redirection(stream, operator == '>>', target))

    def _token(self) -> Word | str | None:
        """Return the next operator or word; ``None`` at the end."""
        text = self.text
        while self.place < len(text) and text[self.place] in _BLANKS:
            self.place += 1
        if self.place >= len(text):
            return None
        if text[self.place] == '#':
            end = text.find('\n', self.place)
            self.place = len(text) if end < 0 else end
            return self._token()
        if text.startswith('\\\n', self.place):
            self.place += 2
            return self._token()
        if match := re.compile(r'[12]>>?|&>>?').match(text, self.place):
            self.place = match.end()
            return match[0]
        for operator in _OPERATORS:
            if text.startswith(operator, self.place):
                self.place += len(operator)
                return operator
        return self._word()

    def _word(self) -> Word:
        pieces: list[Piece] = []
        text = self.text
        while self.place < len(text):
            letter = text[self.place]
            if letter in _BLANKS or letter in '\n;|<>&()':
                break
            self._piece(letter, pieces)
        return tuple(pieces)

    def _piece(self, letter: str, pieces: list[Piece]) -> None:
        text = self.text
        if letter == "'":
            end = text.find("'", self.place + 1)
            if end < 0:
                raise Unfinished('A quote is not closed.')
            pieces.append(Piece(text[self.place + 1 : end], "'"))
            self.place = end + 1
        elif letter == '"':
            self.place += 1
            self._quoted(pieces)
        elif letter == '\\':
            if self.place + 1 >= len(text):
                raise Unfinished('A backslash continues the line.')
            if text[self.place + 1] != '\n':
                pieces.append(Piece(text[self.place + 1], "'"))
            self.place += 2
        elif text.startswith('$(', self.place):
            pieces.append(Piece(self._inner_line(), '$'))
        elif letter == '`':
            raise LineError('Write $(...) instead of backquotes.')
        else:
            end = re.compile(r"""(?:\$\{[^}]*\}|\$(?!\()|[^\s;|<>&()'"\\`$])+""").match(
                text, self.place
            )
            if end is None:
                raise LineError(f'"{text[self.place :]}" is not understood here.')
            pieces.append(Piece(end[0]))
            self.place = end.end()

    def _quoted(self, pieces: list[Piece]) -> None:
        """Read what stands in double quotes, up to behind the last one."""
        text, plain = self.text, ''
        pieces.append(Piece('', '"'))
        while self.place < len(text) and text[self.place] != '"':
            letter = text[self.place]
            if letter == '\\' and text[self.place + 1 : self.place + 2] in ('"', '\\', '$', '`'):
                pieces += (Piece(plain, '"'), Piece(text[self.place + 1], "'"))
                plain = ''
                self.place += 2
            elif text.startswith('$(', self.place):
                pieces.append(Piece(plain, '"'))
                plain = ''
                pieces.append(Piece(self._inner_line(), '"$'))
            else:
                plain += letter
                self.place += 1
        if self.place >= len(text):
            raise Unfinished('A quote is not closed.')
        self.place += 1
        pieces.append(Piece(plain, '"'))

    def _inner_line(self) -> str:
        """Return the line inside ``$(...)``, and go behind it."""
        begin = self.place + 2
        depth, quote = 1, ''
        for place in range(begin, len(self.text)):
            letter = self.text[place]
            if quote:
                quote = '' if letter == quote else quote
            elif letter in '\'"':
                quote = letter
            else:
                depth += {'(': 1, ')': -1}.get(letter, 0)
            if not depth:
                self.place = place + 1
                return self.text[begin:place]
        raise Unfinished('"$(" is not closed.')


def _add_word(command: Command, word: Word) -> None:
    first = word[0] if word else Piece('')
    if not command.words and not first.quote and (match := _ASSIGNMENT.match(first.text)):
        value = (Piece(first.text[match.end() :]), *word[1:])
        command.assignments.append((match[0][:-1], value))
        return
    command.words.append(word)


def _is_empty(command: Command) -> bool:
    parts = (command.words, command.assignments, command.redirections, command.compound)
    return not any(parts)


def _plain_text(word: Word) -> str:
    """Return a word that is not quoted, and nothing for others."""
    return word[0].text if len(word) == 1 and not word[0].quote else ''


def _keyword(command: Command, word: Word) -> str:
    """Return a word where a command begins, which may be a word of the shell itself."""
    begins = not (command.words or command.assignments or command.compound)
    return _plain_text(word) if begins else ''


def _require_command(pipeline: Pipeline, token: str) -> None:
    if _is_empty(pipeline.commands[-1]):
        raise LineError(f'There is no command before "{token}".')


def _ended(found: list[Pipeline]) -> list[Pipeline]:
    last = found[-1]
    if not _is_empty(last.commands[-1]):
        return found
    if last.condition or len(last.commands) > 1:
        raise Unfinished('The line goes on.')
    return found[:-1]


def pipelines(text: str) -> list[Pipeline]:
    """The pipelines of a line, or of several, in order.

    :raises Unfinished: more lines are needed.
    :raises LineError: it cannot be read.
    """
    return _Reader(text).pipelines()
