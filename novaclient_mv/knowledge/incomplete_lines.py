"""Arguments that a command line lacks at every version that has the rest of it."""

from __future__ import annotations

from typing import NamedTuple

from novaclient_mv.cli.reading import tree
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.services import epochs
from novaclient_mv.versions import VersionRange


class Incomplete(NamedTuple):
    """The fewest missing arguments and values of a command line, and the versions that take it with
    these.
    """

    windows: tuple[VersionRange, ...]
    missing: tuple[str, ...]


def of_line(line: CommandLine) -> Incomplete | None:
    """Return the missing arguments; ``None`` if there are none, or no version takes the rest."""
    lacking = {epoch: names for epoch in line.epochs if (names := _lacking(line, epoch))}
    if not lacking:
        return None
    fewest = min(map(len, lacking.values()))
    missing = [names for names in lacking.values() if len(names) == fewest][-1]
    alike = [epoch for epoch, names in lacking.items() if set(names) == set(missing)]
    return Incomplete(epochs.merged(alike, line.service), missing)


def _lacking(line: CommandLine, epoch: VersionRange) -> tuple[str, ...]:
    """The arguments and values that a line lacks in an epoch; none if it has other errors."""
    texts = [word.text for word in line.tokens]
    missing: list[str] = []
    while True:
        try:
            line.parse(texts, epoch.start, missing)
        except tree.UsageError as error:
            further = [name for name in error.missing if name not in missing]
            if not further:
                return ()
            missing += further
        else:
            return tuple(missing)
