"""The command line of a call: its parts, each with its versions and its offset in the script."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from novaclient_mv.cli.reading.window import Need
from novaclient_mv.knowledge import spans
from novaclient_mv.knowledge.filter_needs import FilterNeed
from novaclient_mv.services import Service
from novaclient_mv.versions import VersionRange


class PlacedNeed(NamedTuple):
    """A part of a command line: ``command``, ``option``, ``value`` or, else, ``left over``."""

    kind: str
    need: Need
    offset: int


class PlacedFilter(NamedTuple):
    """A list filter that is restricted to some users or versions."""

    need: FilterNeed
    offset: int


class Mistake(NamedTuple):
    """An error at every version; ``code`` is one of findings."""

    code: str
    message: str
    command: str | None
    offset: int
    service: Service


@dataclasses.dataclass
class ReadLine:
    """A call's command line, as far as it is known.

    :param command: the canonical name; ``None`` where it is unknown.
    :param windows: the versions that take the line.
    :param refusal: why no version takes it, if all its words are known.
    :param offset: that of the word that is refused, or of the command.
    :param unread: why it cannot be judged.
    """

    command: str | None
    service: Service
    needs: list[PlacedNeed]
    mistakes: list[Mistake]
    windows: tuple[VersionRange, ...] = ()
    refusal: str | None = None
    offset: int = 0
    unread: str | None = None
    filters: tuple[PlacedFilter, ...] = ()

    def at(self, offsets: Sequence[int]) -> ReadLine:
        """Return a copy with the offset of each word for its index."""
        return dataclasses.replace(
            self,
            needs=[need._replace(offset=offsets[need.offset]) for need in self.needs],
            mistakes=[one._replace(offset=offsets[one.offset]) for one in self.mistakes],
            offset=offsets[self.offset] if offsets else 0,
            filters=tuple(one._replace(offset=offsets[one.offset]) for one in self.filters),
        )


def together(several: Sequence[ReadLine | None]) -> ReadLine | None:
    """Merge the lines that one call stands for."""
    lines = [line for line in several if line is not None]
    if len(lines) < 2:
        return next(iter(lines), None)
    return ReadLine(
        lines[0].command,
        lines[0].service,
        [need for line in lines for need in line.needs],
        [mistake for line in lines for mistake in line.mistakes],
        spans.intersection([line.windows for line in lines]),
        next((line.refusal for line in lines if line.refusal is not None), None),
        lines[0].offset,
        next((line.unread for line in lines if line.unread is not None), None),
        tuple(placed for line in lines for placed in line.filters),
    )
