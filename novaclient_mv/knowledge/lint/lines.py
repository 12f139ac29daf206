"""The parts of a call's command line, each with its versions and its place in the script."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import read
from novaclient_mv.cli.reading.window import CommandLine, Need
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.knowledge import needs as shapes
from novaclient_mv.knowledge.command_lines import Occurrence, Parts
from novaclient_mv.knowledge.lint import findings
from novaclient_mv.knowledge.lint.calls import Call
from novaclient_mv.knowledge.lint.variables import UNKNOWN, Token
from novaclient_mv.services import SERVICES, Service, epochs
from novaclient_mv.versions import VersionRange

_IN_PLACE = 'unknown'
"""Stands in a command line for a word that only a run can tell."""

_LIKELY = (
    *('x', '1', '00000000-0000-4000-8000-000000000000', '10.0.0.1', '2001:db8::1', 'true'),
    *('2026-01-01', '2026-01-01T00:00:00', '00:00:5e:00:53:01', '/x'),
)
"""What may stand where a part of a value is unknown; one that some version takes will do."""

COMMAND, OPTION, VALUE, LEFT_OVER = 'command', 'option', 'value', 'left over'


_Part = tuple[str, str, Sequence[VersionRange], int]
"""Kind, name, versions and place of a part."""


class PlacedNeed(NamedTuple):
    """A part of a command line, the versions that have it, and where it stands.

    :param kind: ``command``, ``option`` or ``value``; ``left over`` for words without an option,
        and for what is left out.
    """

    kind: str
    need: Need
    offset: int


class Mistake(NamedTuple):
    """What no version of a client takes.

    :param code: as findings have it.
    """

    code: str
    message: str
    command: str | None
    offset: int
    service: Service


@dataclasses.dataclass
class ReadLine:
    """A call's command line, as far as it is known.

    :param command: the command's canonical name; ``None`` where it is unknown.
    :param windows: the versions that take the line.
    :param refusal: why no version takes it, where its words are all known.
    :param offset: the place of the word that is refused, or of the command.
    """

    command: str | None
    service: Service
    needs: list[PlacedNeed]
    mistakes: list[Mistake]
    windows: tuple[VersionRange, ...] = ()
    refusal: str | None = None
    offset: int = 0


def read_line(call: Call) -> ReadLine | None:
    """What a call's command line needs; ``None`` where it names no command, or an unknown one."""
    words = list(call.words)
    while words:
        place = _place_of_command(words)
        if place is None:
            return None
        if not words[place].is_blank:
            break
        # Only options may stand before a command, so this was some, if a command follows.
        if len(words) <= place + 1 or not _is_command(words[place + 1]):
            return None
        del words[place]
    return _Line(call, words).read() if words else None


def _is_command(token: Token) -> bool:
    from novaclient_mv.cli.reading import commands

    if not token.is_known:
        return False
    try:
        commands.find(token.text)
    except errors.Error:
        return False
    return True


def _text(token: Token) -> str:
    return token.text.replace(UNKNOWN, _IN_PLACE)


def _place_of_command(words: Sequence[Token]) -> int | None:
    """Where a command's name stands among the words of a line."""
    texts = [_text(token) for token in words]
    for count in range(1, len(texts) + 1):
        if read.take_apart(texts[:count]).name is not None:
            return count - 1
    return None


class _Line:
    """A command line on its way from words to needs."""

    def __init__(self, call: Call, words: list[Token]) -> None:
        self.words = words
        self.name = words[_place_of_command(words) or 0]
        self.mistakes: list[Mistake] = []
        self.is_whole = not call.is_open and all(token.is_known for token in words)

    def read(self) -> ReadLine | None:
        line = self._line()
        if line is None:
            return ReadLine(None, SERVICES[0], [], self.mistakes) if self.mistakes else None
        command = line.command
        around = self._around()
        parts = Parts(line)
        needs = list(self._needs(line, self._options(parts, around)))
        common = shapes.intersection([placed.need.ranges for placed in needs])
        windows = epochs.merged(common, command.service) if common else ()
        refusal = None
        if self.is_whole and not line.options().get('help'):
            explained, windows = windows, line.windows()
            if windows != explained:
                # Options alone do not explain it.
                needs = list(self._needs(line, [*self._options(parts, around), *self._rest(parts)]))
            if not windows:
                refusal = str(line.refusal(command.service.range.end))
        return ReadLine(
            command.name,
            command.service,
            needs,
            self.mistakes,
            windows,
            refusal,
            self._refused_at(refusal),
        )

    def _line(self) -> CommandLine | None:
        """The line, without the options that its command never has."""
        while True:
            try:
                return read.line_of(list(map(_text, self.words)), Environment(variables={}))
            except errors.UnknownName as error:
                place = self._place_of_option(error.name)
                if place is None:
                    self._note(findings.UNKNOWN_COMMAND, str(error), self.name)
                    return None
                is_before = place + 1 < self.words.index(self.name)
                token = self.words.pop(place)
                if is_before and '=' not in token.text:
                    # Before a command, the word behind such an option is its value.
                    self.words.pop(place)
                self.is_whole = False
                # One that begins so may belong to a way to log in.
                if not token.text.replace('_', '-').startswith('--os-'):
                    self._note(findings.UNKNOWN_OPTION, str(error), token)
            except errors.Error as error:
                if self.is_whole:
                    self._note(findings.CONFLICT, str(error), self.name)
                return None

    def _note(self, code: str, message: str, token: Token) -> None:
        command, service = _command_of(self.name.text)
        self.mistakes.append(Mistake(code, message, command, token.offset, service))

    def _place_of_option(self, name: str) -> int | None:
        flag = name.replace('_', '-')
        for place, token in enumerate(self.words):
            text = token.text.replace(UNKNOWN, _IN_PLACE).partition('=')[0].replace('_', '-')
            is_short = not flag.startswith('--') and text.startswith(flag)
            if name.startswith('-') and (text == flag or is_short):
                return place
        return None

    def _around(self) -> list[Token]:
        """The words of a line as those of the command line are counted: without the name."""
        place = self.words.index(self.name)
        before = [token for token in self.words[:place] if token.text != '--']
        return before + self.words[place + 1 :]

    # -- needs -------------------------------------------------------------------------

    def _needs(self, line: CommandLine, parts: Sequence[_Part]) -> Iterator[PlacedNeed]:
        """The parts that not every version has which has the command."""
        service = line.service
        served = epochs.merged(
            [variant.range for variant in versions.variants_of(line.command.function)], service
        )
        if served != epochs.merged([VersionRange()], service):
            need = Need(line.command.name, served, service)
            yield PlacedNeed(COMMAND, need, self.name.offset)
        for kind, label, ranges, offset in parts:
            joined = epochs.merged(ranges, service)
            if shapes.intersection([joined, served]) != served:
                yield PlacedNeed(kind, Need(label, joined, service), offset)

    def _options(self, parts: Parts, around: Sequence[Token]) -> list[_Part]:
        """The options of a line, and what in their values restricts them."""
        result: list[_Part] = []
        for occurrence in parts.occurrences:
            flag = occurrence.flag
            option = around[occurrence.places[0]]
            if not option.text.startswith('-'):
                continue
            ranges = [span for _, span in parts.having(flag)]
            result.append((OPTION, flag, ranges, option.offset))
            for value, token in _values(occurrence, around):
                for form in parts.forms(flag, _likely(value, parts, flag)):
                    result.append((VALUE, f'{flag} {form.text}', form.ranges, token.offset))
        return result

    def _rest(self, parts: Parts) -> Iterator[_Part]:
        """What some versions refuse besides options."""
        for label, ranges in parts.left_over():
            yield LEFT_OVER, label, ranges, self._offset_of(label)

    def _refused_at(self, refusal: str | None) -> int:
        """Where the word stands that no version takes; the command where it is not clear."""
        text = refusal or ''
        for token in self.words:
            if repr(token.text) in text or text.endswith(f': {token.text}.'):
                return token.offset
        flag = text.partition(' ')[0].rstrip(':')
        options = [token.offset for token in self.words if token.text.partition('=')[0] == flag]
        return (options or [self.name.offset])[0]

    def _offset_of(self, label: str) -> int:
        """Where a part stands that is no option: its word, or the command where it is left out."""
        alike = [token.offset for token in self.words if token.text == label]
        return (alike or [self.name.offset])[0]


def _values(occurrence: Occurrence, around: Sequence[Token]) -> Iterator[tuple[str, Token]]:
    """The values of an option that are known, at least in part, and the words that hold them."""
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


def _likely(value: str, parts: Parts, flag: str) -> str:
    """A value with something that some version takes where it is unknown."""
    if UNKNOWN not in value:
        return value
    candidates = [value.replace(UNKNOWN, text) for text in _LIKELY]
    return next((text for text in candidates if parts.accepting(flag, text)), candidates[0])


def _command_of(name: str) -> tuple[str, Service]:
    """The canonical name of a command, or the one that was typed, and its service."""
    from novaclient_mv.cli.reading import commands

    try:
        command = commands.find(name)
    except errors.Error:
        return name, commands.service_of(name) or SERVICES[0]
    return command.name, command.service
