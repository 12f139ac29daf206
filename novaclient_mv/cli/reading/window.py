"""The versions at which a command line is accepted, and the words for one that is not."""

from __future__ import annotations

import functools
from collections.abc import Container, Iterable, Sequence
from typing import Any

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import tokenizer, tree
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
    """The ranges of versions between two breakpoints of a command, ascending, up to the client's
    newest.
    """
    ranges = [variant.range for variant in versions.variants_of(command.function)]
    ranges += [span for _, span in tree.every_argument(command)]
    return epochs_of.between(ranges, command.service)


class CommandLine:
    """The words around a command's name, tried with the parsers of several versions.

    :param around: the whole command line without the command's name.
    :param version: the version that the user named, if one was.
    :raises UnknownName: an option that no version of the command has.
    :raises CommandError: the beginning of an option that may mean several.
    """

    def __init__(
        self,
        command: Command,
        around: Sequence[Token],
        table: OptionTable,
        version: APIVersion | None = None,
    ) -> None:
        self.command = command
        self.table = table
        self._ranges = _ranges_by_flag(command, table)
        words_of_version = (self._spelt_out(word, version) for word in around)
        self.tokens = tuple(_joined(word, self.command, table) for word in words_of_version)
        self._parsed: dict[VersionRange, tree.Parsed | tree.UsageError] = {}
        self._parses: tree.Parses = {}
        self._filled: dict[str, Any] = {}

    @functools.cached_property
    def epochs(self) -> list[VersionRange]:
        """The epochs of the command, ascending."""
        return epochs(self.command)

    @property
    def called(self) -> str:
        """The name that the command was called by, where it is not its own."""
        return str(self._filled.get('called', ''))

    @property
    def service(self) -> Service:
        """The service of the command."""
        return self.command.service

    @functools.cached_property
    def flags(self) -> tuple[str, ...]:
        """The options that are given, each once."""
        return tuple(dict.fromkeys(word.flag for word in self.tokens if word.flag in self._ranges))

    @property
    def repeats_options(self) -> bool:
        """Whether an option stands in it more than once."""
        own = tree.options_by_flag(self.command)
        meant = (own.get(word.flag) or self.table.by_flag.get(word.flag) for word in self.tokens)
        dests = [option.dest for option in meant if option is not None]
        return len({*dests}) < len(dests)

    def _epoch_of(self, version: APIVersion) -> VersionRange:
        return next((epoch for epoch in self.epochs if version in epoch), None) or self.epochs[-1]

    def parse_at(self, version: APIVersion) -> tree.Parsed:
        """Parse with the parser of a version; parsers of one epoch are the same.

        :raises UsageError: that version does not take it.
        """
        epoch = self._epoch_of(version)
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
        """Parse some of the words with the parser of a version.

        :param optional: names of arguments that may be missing, or lack their value.
        :raises UsageError: that version does not take them.
        """
        return tree.parse(self.command, version, texts, self.table, optional, self._parses)

    def arguments_at(self, version: APIVersion) -> Args:
        """The command's arguments at a version, as a copy that may be filled in.

        :raises UsageError: that version does not take them.
        """
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
        """Whether a version takes this command line."""
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
        """The newest version that takes this command line.

        :raises CommandError: none does.
        """
        for epoch in reversed(self.epochs):
            if self.accepts(epoch.start):
                return epoch.end
        raise self.refusal(self.epochs[-1].end)

    # -- spelling of options -----------------------------------------------------

    def unknown(self, word: Token) -> errors.UnknownName | None:
        """Return an error for an option that no version of the command has."""
        try:
            self._spelt_out(word, None)
        except errors.UnknownName as error:
            return error
        except errors.CommandError:
            # The beginning of several.
            return None
        return None

    def _spelt_out(self, word: Token, version: APIVersion | None) -> Token:
        """An option by its full flag, where it was abbreviated or has underscores."""
        if not word.flag or word.flag in self._ranges:
            return word
        if not word.flag.startswith('--'):
            raise self._unknown(word.text.partition('=')[0])
        dashed = word.flag.replace('_', '-')
        if not dashed.strip('-'):
            raise self._unknown(word.flag)
        if dashed in self._ranges:
            return word.spelt(dashed)
        return word.spelt(self._meant(word.flag, dashed, version))

    def _meant(self, flag: str, dashed: str, version: APIVersion | None) -> str:
        every = tree.every_argument(self.command)
        own = [(argument, span) for argument, span in every if not argument.yields]
        here = [argument for argument, span in own if version is not None and version in span]
        # The command's own options come first: after the command, a beginning that only one of them
        # has is that one, whatever global options there are.
        for candidates in (
            {name: argument.flags for argument, _ in own for name in argument.flags},
            {name: argument.flags for argument, _ in own for name in argument.hidden_flags},
            {name: option.flags for option in self.table.resolve(dashed) for name in option.flags},
            {name: argument.flags for argument, _ in every for name in argument.flags},
        ):
            meant = {flags: name for name, flags in candidates.items() if name.startswith(dashed)}
            if len(meant) > 1:
                # At a named version only its own options count.
                meant = {
                    flags: meant[flags] for argument in here if (flags := argument.flags) in meant
                } or meant
            if len(meant) == 1:
                return next(iter(meant.values()))
            if meant:
                options = ', '.join(sorted(meant.values()))
                raise errors.CommandError(f'{flag} may mean {options}.')
        raise self._unknown(flag)

    def _unknown(self, flag: str) -> errors.UnknownName:
        own = [
            argument.name if argument.is_positional else name
            for argument, _ in tree.every_argument(self.command)
            if not argument.is_hidden
            for name in argument.flags
        ]
        every = self.table.visible_flags
        return tokenizer.unknown_option(flag, lambda: (*own, *every()), self.command.name)

    # -- global options ------------------------------------------------------------

    def options(self) -> dict[str, Any]:
        """The global options that are given, unchecked; known before any parser is built.

        One that stands where the value of another option is missing is not given.
        """
        tokens = tokenizer.Tokens(self.command.name, self.tokens)
        return tokens.options(self.table, self._flags_with_value())

    def _flags_with_value(self) -> set[str]:
        """The flags that need a value, of the command and of all commands."""
        own = {
            flag: argument.needs_value
            for flag, argument in tree.options_by_flag(self.command).items()
        }
        every = {flag: option.takes_word for flag, option in self.table.by_flag.items()}
        return {flag for flag, takes_value in (every | own).items() if takes_value}

    # -- words for a refusal -------------------------------------------------------

    def _need(self, part: str, ranges: Iterable[VersionRange]) -> Need:
        return Need(part, epochs_of.merged(ranges, self.service), self.service)

    def needs(self, version: APIVersion) -> list[Need]:
        """The parts of the command line that a version lacks: the command itself, or options."""
        served = [variant.range for variant in versions.variants_of(self.command.function)]
        if not any(version in span for span in served):
            return [self._need(self.command.name, served)]
        return [
            self._need(flag, self._ranges[flag])
            for flag in self.flags
            if not any(version in span for span in self._ranges[flag])
        ]

    def reason(self, version: APIVersion) -> str:
        """Why a version does not take this command line, as the end of a sentence."""
        needs = self.needs(version)
        if needs:
            return f': {"; ".join(f"{need.part} needs {need}" for need in needs)}'
        try:
            self.parse_at(version)
        except tree.UsageError as error:
            text = str(error).rstrip('.')
            return f', where {text[:1].lower()}{text[1:]}'
        return ''

    def refusal(self, version: APIVersion, ending: str = '') -> errors.CommandError:
        """The error for a version that does not take this command line.

        :param ending: who asked for the version, or what the cloud offers, as the end of a
            sentence.
        """
        windows = self.windows()
        needs = self.needs(version)
        if not windows:
            return self._never(version)
        if not needs:
            try:
                self.parse_at(version)
            except tree.UsageError as error:
                usage = error
            # Every version refuses it for the same reason, or only some take such a value.
            needs = [Need('This value', windows, self.service)]
            message = f'{str(usage).rstrip(".")}; that needs API version {needs[0]}{ending}.'
            return errors.OutsideVersion(message, windows[-1], windows)
        parts = [f'{need.part} needs API version {need}' for need in needs]
        advice = self._advice(needs, version)
        return errors.OutsideVersion(f'{"; ".join(parts)}{ending}.{advice}', windows[-1], windows)

    def _advice(self, needs: Sequence[Need], version: APIVersion) -> str:
        """Sentences on what to use in place of parts that ended below a version."""
        from novaclient_mv.cli.reading import replacements

        name = self.command.name
        ended = (need.part for need in needs if need.ranges[-1].end < version)
        instead = (
            replacements.of_command(name) if part == name else replacements.of_option(name, part)
            for part in ended
        )
        return ''.join(f' Use {text} instead.' for text in dict.fromkeys(instead) if text)

    def _never(self, version: APIVersion) -> errors.CommandError:
        """The error for a command line that no version takes."""
        present = [self._need(flag, self._ranges[flag]) for flag in self.flags]
        for at, one in enumerate(present):
            for other in present[at + 1 :]:
                if not any(a.overlaps(b) for a in one.ranges for b in other.ranges):
                    return errors.OutsideVersion(
                        f'{one.part} and {other.part} never exist together: {one.part} needs API '
                        f'version {one}, {other.part} needs {other}.'
                    )
        # No version explains it: it is wrong where all its options exist, newest version first.
        common = [epoch for epoch in self.epochs if not self.needs(epoch.start)]
        try:
            self.parse_at((common or self.epochs)[-1].start)
        except tree.UsageError as error:
            return error
        return errors.CommandError(f'{self.command.name} does not take this command line.')


def _joined(word: Token, command: Command, table: OptionTable) -> Token:
    """An option whose value never stands in the next word, with the value that it has without."""
    if not word.flag or word.value is not None:
        return word
    option = table.by_flag.get(word.flag)
    if option is not None and option.without_value is not None:
        value = option.without_value
        return Token(f'{word.flag}={value}', word.flag, value)
    for argument in tree.declared_arguments(command):
        if argument.is_joined and word.flag in argument.flags:
            value = str(argument.options['const'])
            return Token(f'{word.flag}={value}', word.flag, value)
    return word


Ranges = tuple[VersionRange, ...]


def _ranges_by_flag(command: Command, table: OptionTable) -> dict[str, Ranges]:
    own = _own_ranges_by_flag(command)
    of_all = {flag: (*own.get(flag, ()), versions.EVERY_VERSION) for flag in table.by_flag}
    return {**own, **of_all}


@functools.cache
def _own_ranges_by_flag(command: Command) -> dict[str, Ranges]:
    ranges: dict[str, Ranges] = {}
    for argument, span in tree.every_argument(command):
        for flag in (*argument.flags, *argument.hidden_flags):
            if flag.startswith('-'):
                ranges[flag] = (*ranges.get(flag, ()), span)
    return ranges
