"""A command line, and the versions that accept it."""

from __future__ import annotations

import functools
from collections.abc import Container, Iterable, Sequence
from typing import Any

from novaclient_mv import versions
from novaclient_mv.cli.reading import option_flags, tokenizer, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.declarations import Args
from novaclient_mv.cli.reading.tokenizer import Token
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import Service
from novaclient_mv.services import epochs as epochs_of
from novaclient_mv.values import NamedTuple
from novaclient_mv.versions import APIVersion, VersionRange


class Need(NamedTuple):
    """Part of a command line, and the versions that have it."""

    part: str
    ranges: tuple[VersionRange, ...]
    service: Service

    def __str__(self) -> str:
        return ' or '.join(self.service.releases.describe_need(span) for span in self.ranges)


def epochs(command: Command) -> list[VersionRange]:
    """The ranges between two breakpoints of a command, ascending, up to the client's newest."""
    ranges = [variant.range for variant in versions.variants_of(command.function)]
    ranges += [span for _, span in tree.every_argument(command)]
    return epochs_of.between(ranges, command.service)


class CommandLine:
    """The words around a command's name, tried with the parsers of several versions."""

    def __init__(
        self,
        command: Command,
        around: Sequence[Token],
        table: OptionTable,
        version: APIVersion | None = None,
    ) -> None:
        self.command = command
        self.table = table
        self.service = command.service
        self.ranges = option_flags.ranges_by_flag(command, table)
        """The versions that have each flag."""
        spelt = (option_flags.spelt_out(token, command, table, version) for token in around)
        self.tokens = tuple(option_flags.joined(token, command, table) for token in spelt)
        self._parsed: dict[VersionRange, tree.Parsed | tree.UsageError] = {}
        self._parses: tree.Parses = {}
        self._filled: dict[str, Any] = {}

    @functools.cached_property
    def epochs(self) -> list[VersionRange]:
        return epochs(self.command)

    @property
    def called(self) -> str:
        """The name that the command was called by, where it is not its own."""
        return str(self._filled.get('called', ''))

    @functools.cached_property
    def flags(self) -> tuple[str, ...]:
        """The options that are given, each once."""
        return tuple(dict.fromkeys(word.flag for word in self.tokens if word.flag in self.ranges))

    def parse_at(self, version: APIVersion) -> tree.Parsed:
        """Parse with the parser of a version; parsers of one epoch are the same."""
        epoch = next((epoch for epoch in self.epochs if version in epoch), self.epochs[-1])
        parsed = self._parsed.get(epoch)
        if parsed is None:
            texts = [word.text for word in self.tokens]
            try:
                parsed = self.parse(texts, epoch.start)
            except tree.UsageError as error:
                parsed = error
            self._parsed[epoch] = parsed
        if isinstance(parsed, tree.UsageError):
            raise parsed
        return parsed

    def parse(
        self, texts: list[str], version: APIVersion, optional: Container[str] = ()
    ) -> tree.Parsed:
        """Parse some of the words with the parser of a version."""
        return tree.parse(self.command, version, texts, self.table, optional, self._parses)

    def arguments_at(self, version: APIVersion) -> Args:
        """The command's arguments at a version, as a copy that may be filled in."""
        return Args(**{**vars(self.parse_at(version).args), **self._filled})

    def filled(self, **values: object) -> CommandLine:
        """Return a copy of the line in which arguments have other values, whatever its words."""
        import copy

        line = copy.copy(self)
        line._filled = {**self._filled, **values}
        return line

    def with_tokens(self, words: Iterable[Token]) -> CommandLine:
        """Return a line of the same command with other words."""
        line = CommandLine(self.command, [*words], self.table)
        line._filled = self._filled
        return line

    def accepts(self, version: APIVersion) -> bool:
        try:
            self.parse_at(version)
        except tree.UsageError:
            return False
        return True

    def windows(self) -> tuple[VersionRange, ...]:
        """The ranges of versions that take this command line, ascending."""
        return epochs_of.merged(
            [epoch for epoch in self.epochs if self.accepts(epoch.start)], self.service
        )

    def newest(self) -> APIVersion:
        """The newest version that takes this command line."""
        for epoch in reversed(self.epochs):
            if self.accepts(epoch.start):
                return epoch.end
        refused = self._parsed[self.epochs[-1]]
        assert isinstance(refused, tree.UsageError)
        raise refused

    def options(self) -> dict[str, Any]:
        """The unchecked global options that are given, without those in a missing value's place."""
        tokens = tokenizer.Tokens(self.command.name, self.tokens)
        return tokens.options(self.table, option_flags.with_value(self.command, self.table))
