"""The parts of a call's command line, each with its versions and its place in the script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from novaclient_mv import errors
from novaclient_mv.cli.reading import commands, line_refusals, option_flags, read, tokenizer
from novaclient_mv.cli.reading.window import CommandLine, Need
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge import spans
from novaclient_mv.knowledge.command_lines import Occurrence, Parts
from novaclient_mv.knowledge.lint import call_lines, findings
from novaclient_mv.knowledge.lint.call_lines import Mistake, PlacedFilter, PlacedNeed, ReadLine
from novaclient_mv.knowledge.lint.client_calls import NOVA_MV, ClientCall
from novaclient_mv.knowledge.lint.variables import UNKNOWN, Token
from novaclient_mv.knowledge.openstack import multiword_commands
from novaclient_mv.services import SERVICES, Service, epochs
from novaclient_mv.versions import VersionRange

_IN_PLACE = 'unknown'
"""Stands in a command line for a word that only a run can tell."""

_LIKELY = (
    *('x', '1', '00000000-0000-4000-8000-000000000000', '10.0.0.1', '2001:db8::1', 'true'),
    *('2026-01-01', '2026-01-01T00:00:00', '00:00:5e:00:53:01', '/x'),
)
"""Substitutes for an unknown part of a value; one that some version takes will do."""

COMMAND, OPTION, VALUE, LEFT_OVER = 'command', 'option', 'value', 'left over'


_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")

MOST_WORDS, MOST_OPTIONS = 5000, 500
"""Calls with more are not judged: to parse options takes time with the square of their number."""

_MOST_SUGGESTIONS = 50
"""Names may be suggested for so many unknown ones."""

_Part = tuple[str, str, Sequence[VersionRange], int]
"""Kind, name, versions and place of a part."""


class LineReader:
    """Reads the calls of scripts; those that repeat are read once."""

    def __init__(self) -> None:
        self._lines: dict[tuple[object, ...], ReadLine | None] = {}
        self._suggestions = _MOST_SUGGESTIONS

    def read(self, call: ClientCall) -> ReadLine | None:
        """The requirements of a call; ``None`` if it certainly has no command."""
        key = (
            call.program,
            call.is_open,
            tuple((token.text, token.is_many) for token in call.words),
        )
        if key not in self._lines:
            words = [token._replace(offset=at) for at, token in enumerate(call.words)]
            apart = _with_our_names(words) if call.program == NOVA_MV else [words]
            several = [self._read(line, call.is_open) for line in apart]
            self._lines[key] = call_lines.together(several)
        line = self._lines[key]
        return None if line is None else line.at([token.offset for token in call.words])

    def _read(self, words: list[Token], is_open: bool) -> ReadLine | None:
        if len(words) > MOST_WORDS:
            return _unread(f'it has more than {MOST_WORDS} words')
        if sum(token.text.startswith('-') for token in words) > MOST_OPTIONS:
            return _unread(f'it has more than {MOST_OPTIONS} options')
        place = _place_of_command(words)
        if place is None and not is_open and all(token.is_known for token in words):
            return None
        if place is not None and words[place].is_blank:
            # Only options may stand before a command, so this was some, if a command follows.
            del words[place]
            try:
                commands.find(words[place].text if words[place:] else '')
            except errors.Error:
                place = None
        if place is None or not words[place].is_known:
            return _unread('only a run tells its command')
        return _Line(words, place, is_open, self._message).read()

    def _message(self, error: errors.UnknownName) -> str:
        """The message for an unknown name; only the first ones have suggestions."""
        self._suggestions -= 1
        return error.without_candidates if self._suggestions < 0 else str(error)


def _unread(reason: str) -> ReadLine:
    return ReadLine(None, SERVICES[0], [], [], unread=reason)


def _text(token: Token) -> str:
    return token.text.replace(UNKNOWN, _IN_PLACE)


def _place_of_command(words: Sequence[Token]) -> int | None:
    """The index of the command's name among the words of a line."""
    tokens = read.split(list(map(_text, words)))
    if tokens.name is None:
        return None
    return tokens.before + (_text(words[tokens.before]) == '--')


class _Line:
    """A command line on its way from words to needs."""

    def __init__(
        self,
        words: list[Token],
        place: int,
        is_open: bool,
        message: Callable[[errors.UnknownName], str],
    ) -> None:
        self.words = words
        self.name = words[place]
        self.message = message
        self.mistakes: list[Mistake] = []
        self.is_whole = not is_open and all(token.is_known for token in words)

    def read(self) -> ReadLine:
        """The line's requirements and errors."""
        line = self._line()
        if isinstance(line, str):
            return ReadLine(None, SERVICES[0], [], self.mistakes, unread=line)
        if line is None:
            return ReadLine(None, SERVICES[0], [], self.mistakes)
        command = line.command
        around = self._around()
        parts = Parts(line)
        needs = list(self._needs(line, self._options(parts, around)))
        common = spans.intersection([placed.need.ranges for placed in needs])
        windows = epochs.merged(common, command.service) if common else ()
        refusal = None
        if self.is_whole and not line.options().get('help'):
            explained, windows = windows, line.windows()
            if windows != explained:
                # Options alone do not explain it.
                others = [
                    (LEFT_OVER, label, ranges, self._offset_of(label))
                    for label, ranges in parts.left_over()
                ]
                needs = list(self._needs(line, [*self._options(parts, around), *others]))
            if not windows:
                refusal = str(line_refusals.refusal(line, command.service.range.end))
        return ReadLine(
            command.name,
            command.service,
            needs,
            self.mistakes,
            windows,
            refusal,
            self._refused_at(refusal),
            filters=tuple(_filters(parts, around)),
        )

    def _line(self) -> CommandLine | str | None:
        """The line without unknown options, or why it is not judged; ``None`` for a mistake."""
        try:
            try:
                return self._line_of_words()
            except errors.UnknownName as error:
                if error.kind != 'option':
                    raise
                self._drop_unknown_options()
            return self._line_of_words()
        except errors.UnknownName as error:
            is_option = error.kind == 'option'
            code = findings.UNKNOWN_OPTION if is_option else findings.UNKNOWN_COMMAND
            self._note(code, self.message(error), self.name)
        except errors.Error as error:
            if not self.is_whole:
                return 'only a run tells some of its words'
            self._note(findings.CONFLICT, str(error), self.name)
        return None

    def _line_of_words(self) -> CommandLine:
        return read.line_of(list(map(_text, self.words)), Environment(variables={}))

    def _note(self, code: str, message: str, token: Token) -> None:
        command, service = _command_of(self.name.text, code == findings.UNKNOWN_COMMAND)
        self.mistakes.append(Mistake(code, message, command, token.offset, service))

    def _drop_unknown_options(self) -> None:
        """Note the options that the command never has, and continue without them."""
        tokens = read.split(list(map(_text, self.words)))
        unknown = option_flags.unknown_by_flag(tokens, commands.find(tokens.name or ''))
        rest: list[Token] = []
        is_ended = is_behind = has_value = False
        for token in self.words:
            word = tokenizer.token(_text(token))
            is_value, has_value = has_value and not word.flag, False
            is_ended = (is_ended or word.text == '--') and token is not self.name
            is_behind = is_behind or token is self.name
            error = None if is_ended or not word.flag else unknown.get(word.dashed_flag)
            if error is None:
                rest += [] if is_value else [token]
                continue
            # One that begins so may belong to a way to log in; before a command, it has a value.
            is_foreign = word.dashed_flag.startswith('--os-')
            has_value = is_foreign and not is_behind and word.value is None
            if not is_foreign:
                self._note(findings.UNKNOWN_OPTION, self.message(error), token)
        self.is_whole = False
        self.words = rest

    def _around(self) -> list[Token]:
        """The words of the command line without the name of the command."""
        place = self.words.index(self.name)
        before = [token for token in self.words[:place] if token.text != '--']
        return before + self.words[place + 1 :]

    # -- needs -------------------------------------------------------------------------

    def _needs(self, line: CommandLine, parts: Sequence[_Part]) -> Iterator[PlacedNeed]:
        """The command if not all versions have it, and the parts with fewer versions than it."""
        service = line.service
        served = epochs.merged(line.command.ranges, service)
        if served != epochs.merged([VersionRange()], service):
            need = Need(line.command.name, served, service)
            yield PlacedNeed(COMMAND, need, self.name.offset)
        for kind, label, ranges, offset in parts:
            joined = epochs.merged(ranges, service)
            if spans.intersection([joined, served]) != served:
                yield PlacedNeed(kind, Need(label, joined, service), offset)

    def _options(self, parts: Parts, around: Sequence[Token]) -> list[_Part]:
        """The options of a line, and the restricting parts of their values."""
        result: list[_Part] = []
        for occurrence in parts.occurrences:
            flag = occurrence.flag
            option = around[occurrence.places[0]]
            if not option.text.startswith('-'):
                continue
            ranges = [span for _, span in parts.having(flag)]
            result.append((OPTION, flag, ranges, option.offset))
            for value, token in _values(occurrence, around):
                # For what is unknown, a substitute that some version takes.
                candidates = [value.replace(UNKNOWN, text) for text in _LIKELY]
                likely = next((one for one in candidates if parts.accepting(flag, one)), None)
                for form in parts.forms(flag, likely or candidates[0]):
                    result.append((VALUE, f'{flag} {form.text}', form.ranges, token.offset))
        return result

    def _refused_at(self, refusal: str | None) -> int:
        """The offset of the word that no version takes, or of the command if that is unclear."""
        text = refusal or ''
        quoted = {match[1] or match[2] for match in _QUOTED.finditer(text)}
        last = text.rpartition(': ')[2].removesuffix('.')
        for token in self.words:
            if token.text == last or repr(token.text)[1:-1] in quoted:
                return token.offset
        flag = text.partition(' ')[0].rstrip(':')
        options = [token.offset for token in self.words if token.text.partition('=')[0] == flag]
        return (options or [self.name.offset])[0]

    def _offset_of(self, label: str) -> int:
        """The offset of a part other than an option: that of its word, or of the command."""
        alike = [token.offset for token in self.words if token.text == label]
        return (alike or [self.name.offset])[0]


def _filters(parts: Parts, around: Sequence[Token]) -> Iterator[PlacedFilter]:
    """The restricted filters of a line, each option once."""
    places = {occurrence.flag: occurrence.places[0] for occurrence in reversed(parts.occurrences)}
    for need in parts.filters():
        option = around[places[need.part]]
        if option.text.startswith('-'):
            yield PlacedFilter(need, option.offset)


def _values(occurrence: Occurrence, around: Sequence[Token]) -> Iterator[tuple[str, Token]]:
    """The values of an option that are known at least in part, with their words."""
    places = occurrence.places[1:] or occurrence.places
    for value, place in zip(occurrence.values, places, strict=False):
        token = around[place]
        if token.is_known:
            yield value, token
        elif not token.is_blank:
            text = token.text
            written = text if len(occurrence.places) > 1 else text.partition('=')[2]
            if written.strip(UNKNOWN):
                yield written, token


def _command_of(name: str, is_unknown: bool) -> tuple[str, Service]:
    """The canonical name of a command, or the one that was typed, and its service."""
    if is_unknown:
        return name, commands.service_of(name) or SERVICES[0]
    try:
        command = commands.find(name)
    except errors.Error:
        return name, commands.service_of(name) or SERVICES[0]
    return command.name, command.service


def _with_our_names(tokens: Sequence[Token]) -> list[list[Token]]:
    """Our words for a line of ``openstack``, new ones placed at its first; others as they are."""
    by_text = {token.text: token for token in reversed(tokens)}
    return [
        [by_text.get(text, tokens[0])._replace(text=text) for text in line]
        for line in _our_lines([token.text for token in tokens])
    ] or [list(tokens)]


def _our_lines(texts: list[str]) -> list[list[str]]:
    """Return our lines for a multiword command; none for a name of ours."""
    tokens = read.split(texts)
    if tokens.name is None or '-' in tokens.name:
        return []
    try:
        commands.find(tokens.name)
    except errors.UnknownName:
        try:
            meaning = next(multiword_commands.meanings(tokens), None)
        except errors.CommandError:
            return []
        return [] if meaning is None else meaning.lines
    except errors.Error:
        return []
    return []
