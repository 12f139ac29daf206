"""The versions at which a command line is accepted, and the words for one that is not."""

from __future__ import annotations

from typing import Any, NamedTuple

from novaclient_mv import api_versions, exceptions
from novaclient_mv.api_versions import APIVersion, VersionRange
from novaclient_mv.cli import releases, suggestions, tokens, tree
from novaclient_mv.cli.commands import Command
from novaclient_mv.cli.globals import GlobalTable


class Need(NamedTuple):
    """Part of a command line, and the versions that have it."""

    part: str
    ranges: tuple[VersionRange, ...]

    def __str__(self) -> str:
        return ' or '.join(releases.describe_need(each) for each in self.ranges)


def epochs(command: Command) -> list[VersionRange]:
    """The ranges of versions between two breakpoints of a command, ascending, up to the client's
    newest.
    """
    newest = command.service.client_range.end
    starts = {api_versions.NO_MICROVERSION}
    ranges = [variant.range for variant in api_versions.variants_of(command.function)]
    ranges += [each.range for each, _ in tree.every_argument(command)]
    for each in ranges:
        starts.add(each.start)
        if not each.is_open:
            starts.add(api_versions.next_version(each.end))
    ordered = sorted(start for start in starts if start <= newest)
    ends = [api_versions.previous_version(start) for start in ordered[1:]] + [newest]
    return [VersionRange(start, end) for start, end in zip(ordered, ends, strict=True)]


def merged(ranges: list[VersionRange]) -> tuple[VersionRange, ...]:
    """Ranges with those that adjoin or overlap made one; a last one that reaches the newest is
    open.
    """
    result: list[VersionRange] = []
    for each in sorted(ranges, key=lambda every: every.start):
        if result and (
            result[-1].is_open or each.start <= api_versions.next_version(result[-1].end)
        ):
            result[-1] = VersionRange(result[-1].start, max(result[-1].end, each.end))
        else:
            result.append(each)
    newest = api_versions.API_MAX_VERSION
    return tuple(VersionRange(each.start) if each.end >= newest else each for each in result)


def _is_long(flag: str) -> bool:
    return flag.startswith('--')


class CommandLine:
    """The tokens around a command's name, tried with the parsers of several versions.

    :param words: the whole command line without the command's name.
    """

    def __init__(self, command: Command, words: list[str], table: GlobalTable) -> None:
        self.command = command
        self.table = table
        self.tokens = list(words)
        self._tried: dict[VersionRange, tree.Parsed | tree.UsageError] = {}
        self._epochs: list[VersionRange] | None = None

    @property
    def epochs(self) -> list[VersionRange]:
        """The epochs of the command, ascending."""
        if self._epochs is None:
            self._epochs = epochs(self.command)
        return self._epochs

    def parse_at(self, version: APIVersion) -> tree.Parsed:
        """Parse with the parser of a version; parsers of one epoch are the same.

        :raises UsageError: that version does not take it.
        """
        epoch = next((each for each in self.epochs if version in each), None) or self.epochs[-1]
        found = self._tried.get(epoch)
        if found is None:
            try:
                found = tree.parse(self.command, epoch.start, self.tokens, self.table)
            except tree.UsageError as error:
                found = error
            self._tried[epoch] = found
        if isinstance(found, tree.UsageError):
            raise found
        return found

    def accepts(self, version: APIVersion) -> bool:
        """Whether a version takes this command line."""
        try:
            self.parse_at(version)
        except tree.UsageError:
            return False
        return True

    def windows(self) -> tuple[VersionRange, ...]:
        """The ranges of versions that take this command line, ascending."""
        return merged([each for each in self.epochs if self.accepts(each.start)])

    def newest(self) -> APIVersion:
        """The newest version that takes this command line.

        :raises CommandError: none does.
        """
        for epoch in reversed(self.epochs):
            if self.accepts(epoch.start):
                return epoch.end
        raise self.refusal(self.epochs[-1].end)

    # -- spelling of options -----------------------------------------------------

    def complete_options(self, version: APIVersion | None = None) -> None:
        """Spell out abbreviated options and old spellings with underscores.

        :param version: the version that the user named, if one was.
        :raises UnknownName: an option that no version of the command has, or that may mean several.
        """
        known = self._ranges_by_flag()
        for place in tokens.option_tokens(self.tokens):
            flag, sign, value = self.tokens[place].partition('=')
            if flag in known or not flag.startswith('--'):
                self._check_short(flag, known)
                continue
            full = self._spelt_out(flag, known, version)
            self.tokens[place] = full + sign + value
        self._tried.clear()

    def _check_short(self, flag: str, known: dict[str, list[VersionRange]]) -> None:
        if flag in known or flag[:2] in known or flag.startswith('--'):
            return
        raise self._unknown(flag)

    def _spelt_out(
        self, flag: str, known: dict[str, list[VersionRange]], version: APIVersion | None
    ) -> str:
        dashed = flag.replace('_', '-')
        if not dashed.strip('-'):
            raise self._unknown(flag)
        if dashed in known:
            return dashed
        own = tree.every_argument(self.command)
        here = [each for each, versions in own if version is not None and version in versions]
        # The command's own options come first: after the command, a beginning that only one of them
        # has is that one, whatever global options there are.
        for candidates in (
            {name: each.flags for each, _ in own for name in each.flags},
            {name: each.flags for each, _ in own for name in each.hidden_flags},
            {name: each.flags for each in self.table.resolve(dashed) for name in each.flags},
        ):
            meant = {flags: each for each, flags in candidates.items() if each.startswith(dashed)}
            if len(meant) > 1:
                # At a named version only its own options count.
                meant = {
                    flags: meant[flags] for each in here if (flags := each.flags) in meant
                } or meant
            if len(meant) == 1:
                return next(iter(meant.values()))
            if meant:
                options = ', '.join(sorted(meant.values()))
                raise exceptions.CommandError(f'{flag} may mean {options}.')
        raise self._unknown(flag)

    def _unknown(self, flag: str) -> exceptions.UnknownName:
        own = [
            name
            for argument, _ in tree.every_argument(self.command)
            if not argument.is_hidden
            for name in argument.flags
        ]
        close = suggestions.close_names(
            flag, filter(_is_long, own), filter(_is_long, self.table.visible_flags()), most=2
        )
        return exceptions.UnknownName('option', flag, close, f' of {self.command.name}')

    def _ranges_by_flag(self) -> dict[str, list[VersionRange]]:
        found: dict[str, list[VersionRange]] = {}
        for argument, versions in tree.every_argument(self.command):
            for flag in (*argument.flags, *argument.hidden_flags):
                if flag.startswith('-'):
                    found.setdefault(flag, []).append(versions)
        for flag in self.table.by_flag:
            found.setdefault(flag, []).append(api_versions.EVERY_VERSION)
        return found

    def given_globals(self) -> dict[str, Any]:
        """The global options that are given, unchecked; known before any parser is built.

        One that stands where the value of another option is missing is not given.
        """
        return tokens.globals_in(self.tokens, self.table, self._flags_with_value())

    def _flags_with_value(self) -> set[str]:
        """The flags that need a value, of the command and of all commands."""
        own = {
            flag: argument.takes_value and argument.options.get('nargs') not in ('?', '*')
            for argument, _ in tree.every_argument(self.command)
            for flag in (*argument.flags, *argument.hidden_flags)
            if flag.startswith('-')
        }
        every = {flag: option.takes_value for flag, option in self.table.by_flag.items()}
        return {flag for flag, takes_value in (every | own).items() if takes_value}

    # -- words for a refusal -------------------------------------------------------

    def needs(self, version: APIVersion) -> list[Need]:
        """The parts of the command line that a version lacks: the command itself, or options."""
        served = [variant.range for variant in api_versions.variants_of(self.command.function)]
        if not any(version in each for each in served):
            return [Need(self.command.name, merged(served))]
        known = self._ranges_by_flag()
        found: dict[str, Need] = {}
        for place in tokens.option_tokens(self.tokens):
            flag = self.tokens[place].partition('=')[0]
            ranges = known.get(flag)
            if ranges and not any(version in each for each in ranges):
                found[flag] = Need(flag, merged(ranges))
        return list(found.values())

    def reason(self, version: APIVersion) -> str:
        """Why a version does not take this command line, in a few words."""
        needs = self.needs(version)
        if needs:
            return '; '.join(f'{each.part} needs {each}' for each in needs)
        try:
            self.parse_at(version)
        except tree.UsageError as error:
            return f'there {str(error).rstrip(".")}'
        return ''

    def refusal(self, version: APIVersion, ending: str = '') -> exceptions.CommandError:
        """The error for a version that does not take this command line.

        :param ending: who asked for the version, or what the cloud offers, as the end of a
            sentence.
        """
        windows = self.windows()
        needs = self.needs(version)
        if not windows:
            return self._never(version, needs)
        if not needs:
            try:
                self.parse_at(version)
            except tree.UsageError as error:
                usage = error
            # Every version refuses it for the same reason, or only some take such a value.
            needs = [Need('This value', windows)]
            message = f'{str(usage).rstrip(".")}; that needs API version {needs[0]}{ending}.'
            return exceptions.OutsideVersion(message, windows[-1], windows)
        parts = [f'{each.part} needs API version {each}' for each in needs]
        return exceptions.OutsideVersion(f'{"; ".join(parts)}{ending}.', windows[-1], windows)

    def _never(self, version: APIVersion, needs: list[Need]) -> exceptions.CommandError:
        """The error for a command line that no version takes."""
        known = self._ranges_by_flag()
        present = {}
        for place in tokens.option_tokens(self.tokens):
            flag = self.tokens[place].partition('=')[0]
            if flag in known:
                present[flag] = Need(flag, merged(known[flag]))
        pairs = list(present.values())
        for at, one in enumerate(pairs):
            for other in pairs[at + 1 :]:
                if not any(a.overlaps(b) for a in one.ranges for b in other.ranges):
                    return exceptions.OutsideVersion(
                        f'{one.part} and {other.part} never exist together: {one.part} needs API '
                        f'version {one}, {other.part} needs {other}.'
                    )
        # No version explains it: it is wrong where all its options exist, newest version first.
        common = [each for each in self.epochs if not self.needs(each.start)]
        try:
            self.parse_at((common or self.epochs)[-1].start)
        except tree.UsageError as error:
            return error
        return exceptions.CommandError(f'{self.command.name} does not take this command line.')
