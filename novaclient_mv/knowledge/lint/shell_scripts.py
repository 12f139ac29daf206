"""Reads the simple commands of any shell script, without running it."""

from __future__ import annotations

import re
from typing import NamedTuple

from novaclient_mv.knowledge.lint.comments import Comments, Ignoring
from novaclient_mv.knowledge.lint.fragments import Fragment, joined
from novaclient_mv.knowledge.lint.shell_words import (
    MOST_NESTING,
    Assignment,
    Commands,
    Document,
    Part,
    SimpleCommand,
    Word,
    WordReader,
)

_BLANK = re.compile(r'(?:[ \t\f\v]|\\\r?\n|\r(?=\n|$))+')
_COMMENT = re.compile(r'#[^\n]*')
_PROCESS = re.compile(r'[<>]\(')
_REDIRECTION = re.compile(r'(?:\d+|\{\w+\})?(<<<|<<-?|<>|<&|>&|>>|>\||<|>)|(&>>?)', re.ASCII)
_OPERATOR = re.compile(r';;&|;;|;&|;|&&|&|\|\||\|&|\||\n')
_EMPTY_PARENTHESES = re.compile(r'[ \t]*\([ \t]*\)')
_ASSIGNMENT = re.compile(r'([A-Za-z_]\w*)(\[[^]]{0,200}\])?(\+?)=', re.ASCII)

_OPENING = ('if', 'while', 'until', '{')
_CLOSING = ('fi', 'done', '}')
_BETWEEN = ('then', 'elif', 'else', 'do', '!', 'time', 'coproc')
_DECLARING = ('export', 'declare', 'local', 'readonly', 'typeset')


class _Pending(NamedTuple):
    """A here-document, whose text follows the current line."""

    command: SimpleCommand
    delimiter: str
    is_indented: bool
    is_literal: bool


class _Frame:
    """The state of a reader inside a list of commands."""

    def __init__(self, comments: Comments) -> None:
        self.comments = comments
        self.command: SimpleCommand | None = None
        self.feeding: SimpleCommand | None = None
        self.blocks = 0
        self.cases = 0
        self.is_conditional = False
        self.in_pattern = False
        self.in_header = False
        self.in_case_header = False


def commands_of(fragment: Fragment) -> Commands:
    """Return the commands of a script."""
    reader = _Reader(fragment)
    reader.read()
    ordered = sorted(reader.commands, key=lambda command: command.offset)
    return Commands(ordered, reader.functions, reader.unread, reader.ignoring)


def substitutions_of(fragment: Fragment) -> Commands:
    """Return the commands that are substituted in a text, as in a here-document."""
    reader = _Reader(fragment)
    reader.quoted_text()
    return Commands(reader.commands, reader.functions, reader.unread, reader.ignoring)


class _Reader(WordReader):
    """Reads lists of commands."""

    def __init__(self, fragment: Fragment, nesting: int = 0) -> None:
        super().__init__(fragment, nesting)
        self.commands: list[SimpleCommand] = []
        self.functions: set[str] = set()
        self.pending: list[_Pending] = []
        self.ignoring: list[Ignoring] = []

    def substitution(self) -> None:
        self.nesting += 1
        if self.nesting > MOST_NESTING:
            self.give_up()
        else:
            self.read(')')
        self.nesting -= 1

    def inner_script(self, fragment: Fragment) -> None:
        inner = _Reader(fragment, self.nesting + 1)
        if self.nesting < MOST_NESTING:
            inner.read()
        else:
            inner.give_up()
        self.commands += inner.commands
        self.functions |= inner.functions
        self.unread += inner.unread
        self.ignoring += inner.ignoring

    def read(self, closing: str = '') -> None:
        """Read commands up to a closing parenthesis, or to the end of the text."""
        frame = _Frame(Comments(self.fragment, self.ignoring))
        while self.at < len(self.text):
            blank = _BLANK.match(self.text, self.at) or _COMMENT.match(self.text, self.at)
            if blank is not None:
                self.at = blank.end()
                frame.comments.add(blank[0], blank.start())
                continue
            frame.comments.pass_sign(self.at)
            if self.text[self.at] == ')':
                self.at += 1
                if frame.in_pattern:
                    frame.in_pattern = False
                elif closing:
                    break
            elif self.text[self.at] == '(':
                self._parenthesis(frame)
            elif not (self._redirected(frame) or self._operated(frame)):
                self._take_word(frame)
        self._end(frame)
        frame.comments.end(self.at)

    # -- what ends commands ------------------------------------------------------------

    def _end(self, frame: _Frame) -> None:
        command, frame.command = frame.command, None
        if command is not None:
            self.commands.append(command)

    def _operated(self, frame: _Frame) -> bool:
        match = _OPERATOR.match(self.text, self.at)
        if match is None:
            return False
        self.at = match.end()
        operator = match[0]
        if operator == '\n':
            self._read_documents()
        if frame.in_pattern:
            return True
        frame.in_header = False
        before = frame.command
        self._end(frame)
        if operator in ('|', '|&'):
            frame.feeding = before
        elif operator != '\n' or before is not None:
            frame.feeding = None
        if operator in ('&&', '||'):
            frame.is_conditional = True
        elif operator not in ('|', '|&') and (operator != '\n' or before is not None):
            frame.is_conditional = False
        if operator in (';;', ';&', ';;&') and frame.cases:
            frame.in_pattern = True
        return True

    def _parenthesis(self, frame: _Frame) -> None:
        """A group of commands, arithmetic, or the parenthesis before a pattern."""
        is_arithmetic = self.begins_arithmetic(self.at)
        self.at += 2 if is_arithmetic else 1
        if is_arithmetic:
            self.arithmetic()
        elif not frame.in_pattern:
            self._end(frame)
            self.substitution()

    # -- redirections and here-documents -----------------------------------------------

    def _redirected(self, frame: _Frame) -> bool:
        if _PROCESS.match(self.text, self.at):
            start = self.at
            self.at += 2
            self.substitution()
            part = self.fragment.part(start, self.at)
            command = self._command(frame, start)
            unknown = Part(part.text, part, None, False, True)
            command.words.append(Word((unknown,), part.start, part.end(len(part.text))))
            return True
        match = _REDIRECTION.match(self.text, self.at)
        if match is None:
            return False
        start = self.at
        self.at = match.end()
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        if self.at >= len(self.text) or self._ends_word():
            return True
        target = self.word()
        if match[1] in ('<<', '<<-'):
            is_literal = any(part.is_quoted for part in target.parts)
            delimiter = ''.join(part.text for part in target.parts)
            command = self._command(frame, start)
            self.pending.append(_Pending(command, delimiter, match[1] == '<<-', is_literal))
        elif match[1] == '<<<':
            text = joined([part.fragment for part in target.parts])._replace(start=target.offset)
            self._command(frame, start).documents.append(Document(text, True))
        return True

    def _read_documents(self) -> None:
        for pending in self.pending:
            start = end = self.at
            tabs: list[int] = []
            while self.at < len(self.text):
                end = self.at
                line_end = self.text.find('\n', end)
                line_end = len(self.text) if line_end < 0 else line_end
                line = self.text[end:line_end].rstrip('\r')
                self.at = min(line_end + 1, len(self.text))
                if pending.is_indented:
                    indent = len(line) - len(line.lstrip('\t'))
                    tabs += range(end - start, end - start + indent)
                    line = line[indent:]
                if line == pending.delimiter:
                    break
                end = self.at
            body = self.fragment.part(start, end).without(tabs)
            pending.command.documents.append(Document(body, pending.is_literal))
        self.pending.clear()

    # -- words -------------------------------------------------------------------------

    def _command(self, frame: _Frame, start: int) -> SimpleCommand:
        """The command that is being read; a new one begins here."""
        if frame.command is None:
            level = self.nesting + frame.blocks + frame.cases + frame.is_conditional
            frame.command = SimpleCommand(self.fragment.offset(start), level)
            if frame.feeding is not None:
                frame.feeding.feed(frame.command)
                frame.feeding = None
        return frame.command

    def _take_word(self, frame: _Frame) -> None:
        start = self.at
        command = frame.command
        is_first = command is None or not command.words
        declares = command is not None and not is_first and command.words[0].bare in _DECLARING
        if not (frame.in_pattern or frame.in_header or frame.in_case_header) and (
            is_first or declares
        ):
            assignment = self._assignment()
            if assignment is not None:
                self._command(frame, start).assignments.append(assignment)
                return
        word = self.word()
        if self.at == start:  # a sign that begins no word here
            self.at += 1
            return
        if frame.in_case_header:
            if word.bare == 'in':
                frame.in_case_header, frame.in_pattern = False, True
            return
        if frame.in_pattern:
            if word.bare == 'esac':
                self._end_case(frame)
            return
        if frame.in_header:
            return
        if is_first and (frame.command is None) and self._reserved(word, frame):
            return
        self._command(frame, start).words.append(word)

    def _assignment(self) -> Assignment | None:
        match = _ASSIGNMENT.match(self.text, self.at)
        if match is None:
            return None
        offset = self.fragment.offset(self.at)
        self.at = match.end()
        is_partial = bool(match[2] or match[3])
        if self.text.startswith('(', self.at):
            self.at += 1
            values = self._array()
            return Assignment(match[1], None if is_partial else values, offset, True)
        value = self.word()
        return Assignment(match[1], None if is_partial else (value,), offset)

    def _array(self) -> tuple[Word, ...]:
        values = []
        while self.at < len(self.text):
            blank = _BLANK.match(self.text, self.at) or _COMMENT.match(self.text, self.at)
            if blank is not None:
                self.at = blank.end()
            elif self.text[self.at] == ')':
                self.at += 1
                break
            elif self._ends_word():
                self.at += 1
            else:
                values.append(self.word())
        return tuple(values)

    # -- reserved words ----------------------------------------------------------------

    def _reserved(self, word: Word, frame: _Frame) -> bool:
        """Whether a word that begins a command is none of it."""
        name = word.bare
        if name in _OPENING:
            frame.blocks += 1
        elif name in _CLOSING:
            frame.blocks = max(0, frame.blocks - 1)
        elif name in ('for', 'select'):
            frame.blocks += 1
            frame.in_header = True
            self._loop_variable(frame)
        elif name == 'case':
            frame.cases += 1
            frame.in_case_header = True
        elif name == 'esac':
            self._end_case(frame)
        elif name == '[[':
            self._condition()
        elif name == 'function':
            word_behind = self._next_word()
            if word_behind is not None and word_behind.literal:
                self.functions.add(word_behind.literal)
        elif name is not None and (empty := _EMPTY_PARENTHESES.match(self.text, self.at)):
            self.functions.add(name)
            self.at = empty.end()
        else:
            return name in _BETWEEN
        return True

    def _end_case(self, frame: _Frame) -> None:
        frame.cases = max(0, frame.cases - 1)
        frame.in_pattern = False

    def _next_word(self) -> Word | None:
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        if self.at >= len(self.text) or self._ends_word():
            return None
        return self.word()

    def _loop_variable(self, frame: _Frame) -> None:
        start = self.at
        word = self._next_word()
        if word is not None and word.literal:
            variable = Assignment(word.literal, None, word.offset)
            command = SimpleCommand(self.fragment.offset(start), self.nesting + frame.blocks)
            command.assignments.append(variable)
            self.commands.append(command)

    def _condition(self) -> None:
        while self.at < len(self.text):
            word = self._next_word()
            if word is None:
                self.at += 1
            elif word.bare == ']]':
                break
