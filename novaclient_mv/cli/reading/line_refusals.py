"""Why a version does not take a command line, in words and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from novaclient_mv import errors, versions
from novaclient_mv.cli.reading import replacements, tree
from novaclient_mv.cli.reading.window import CommandLine, Need
from novaclient_mv.services import epochs as epochs_of
from novaclient_mv.versions import APIVersion, VersionRange


def _need(line: CommandLine, part: str, ranges: Iterable[VersionRange]) -> Need:
    return Need(part, epochs_of.merged(ranges, line.service), line.service)


def needs(line: CommandLine, version: APIVersion) -> list[Need]:
    """The parts of the command line that a version lacks: the command itself, or options."""
    served = [variant.range for variant in versions.variants_of(line.command.function)]
    if not any(version in span for span in served):
        return [_need(line, line.command.name, served)]
    return [
        _need(line, flag, line.ranges[flag])
        for flag in line.flags
        if not any(version in span for span in line.ranges[flag])
    ]


def reason(line: CommandLine, version: APIVersion) -> str:
    """Why a version does not take this command line, as the end of a sentence."""
    lacking = needs(line, version)
    if lacking:
        return f': {"; ".join(f"{need.part} needs {need}" for need in lacking)}'
    try:
        line.parse_at(version)
    except tree.UsageError as error:
        text = str(error).rstrip('.')
        return f', where {text[:1].lower()}{text[1:]}'
    return ''


def refusal(line: CommandLine, version: APIVersion, ending: str = '') -> errors.CommandError:
    """The error for a version that does not take the line; ``ending`` says who asked for it."""
    windows = line.windows()
    lacking = needs(line, version)
    if not windows:
        return _never(line, version)
    if not lacking:
        try:
            line.parse_at(version)
        except tree.UsageError as error:
            usage = error
        # Every version refuses it for the same reason, or only some take such a value.
        need = Need('This value', windows, line.service)
        message = f'{str(usage).rstrip(".")}; that needs API version {need}{ending}.'
        return errors.OutsideVersion(message, windows[-1], windows)
    parts = [f'{need.part} needs API version {need}' for need in lacking]
    advice = _advice(line, lacking, version)
    return errors.OutsideVersion(f'{"; ".join(parts)}{ending}.{advice}', windows[-1], windows)


def _advice(line: CommandLine, lacking: Sequence[Need], version: APIVersion) -> str:
    """Sentences on what to use in place of parts that ended below a version."""
    name = line.command.name
    ended = (need.part for need in lacking if need.ranges[-1].end < version)
    instead = (
        replacements.of_command(name) if part == name else replacements.of_option(name, part)
        for part in ended
    )
    return ''.join(f' Use {text} instead.' for text in dict.fromkeys(instead) if text)


def _never(line: CommandLine, version: APIVersion) -> errors.CommandError:
    """The error for a command line that no version takes."""
    present = [_need(line, flag, line.ranges[flag]) for flag in line.flags]
    for at, one in enumerate(present):
        for other in present[at + 1 :]:
            if not any(a.overlaps(b) for a in one.ranges for b in other.ranges):
                return errors.OutsideVersion(
                    f'{one.part} and {other.part} never exist together: {one.part} needs API '
                    f'version {one}, {other.part} needs {other}.'
                )
    # No version explains it: it is wrong where all its options exist, newest version first.
    common = [epoch for epoch in line.epochs if not needs(line, epoch.start)]
    try:
        line.parse_at((common or line.epochs)[-1].start)
    except tree.UsageError as error:
        return error
    return errors.CommandError(f'{line.command.name} does not take this command line.')
