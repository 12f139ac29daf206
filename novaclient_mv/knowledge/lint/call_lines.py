"""The command line of a call as it is read: its parts with their versions and places."""

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
    """A part of a command line, the versions that have it, and where it stands.

    :param kind: ``command``, ``option`` or ``value``; ``left over`` for words without an option,
        and for what is left out.
    """

    kind: str
    need: Need
    offset: int


class PlacedFilter(NamedTuple):
    """A filter of a list that not everybody has at every version, and where it stands."""

    need: FilterNeed
    offset: int


class Mistake(NamedTuple):
    """An error at every version of a client.

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
    :param unread: why it cannot be judged, where it cannot.
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
        """Return a copy with its words at other places.

        :param offsets: the place of each word, whose number stands for its place here.
        """
        return dataclasses.replace(
            self,
            needs=[need._replace(offset=offsets[need.offset]) for need in self.needs],
            mistakes=[
                mistake._replace(offset=offsets[mistake.offset]) for mistake in self.mistakes
            ],
            offset=offsets[self.offset] if offsets else 0,
            filters=tuple(
                placed._replace(offset=offsets[placed.offset]) for placed in self.filters
            ),
        )


def together(several: Sequence[ReadLine | None]) -> ReadLine | None:
    """Return the lines that the words of one call are, as one."""
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
