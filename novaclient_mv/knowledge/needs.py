"""Requirements of a command line or a call: the versions that take it, and what restricts them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, NotRequired, TypedDict

from novaclient_mv.cli.reading.window import Need
from novaclient_mv.knowledge import filter_needs, spans
from novaclient_mv.knowledge.filter_needs import FilterForm, FilterNeed
from novaclient_mv.knowledge.spans import SpanForm
from novaclient_mv.services import Service, epochs
from novaclient_mv.versions import APIVersion, VersionRange


class NeedForm(TypedDict):
    """The JSON form of a part and the versions that have it."""

    part: str
    ranges: list[SpanForm]


class RequirementsForm(TypedDict):
    """The JSON form of :class:`Requirements`; ``highest`` is ``None`` where there is no end.

    Without windows, ``lowest`` is ``None`` as well.
    """

    command: str
    windows: list[SpanForm]
    needs: list[NeedForm]
    lowest: str | None
    lowest_set_by: list[str]
    highest: str | None
    highest_set_by: list[str]
    conflict: str | None
    service: str
    missing: list[str]
    filters: NotRequired[list[FilterForm]]


class Requirements(NamedTuple):
    """The requirements of a command line, or of a call of the library.

    :param command: the command's canonical name, or ``Class.method`` of a call.
    :param windows: the ranges of versions that take it, ascending; none where it never works.
    :param needs: its parts that not every version has.
    :param conflict: a sentence that says why no version takes it; ``None`` where one does.
    :param filters: filters of a list in it that not everybody has at all of these versions.
    :param missing: what the windows insist on and the command line lacks, as its usage has it.
    """

    command: str
    service: Service
    windows: tuple[VersionRange, ...]
    needs: tuple[Need, ...]
    conflict: str | None = None
    missing: tuple[str, ...] = ()
    filters: tuple[FilterNeed, ...] = ()

    @property
    def lowest(self) -> APIVersion | None:
        """The lowest version that takes it; ``None`` where none does."""
        return self.windows[0].start if self.windows else None

    @property
    def highest(self) -> APIVersion | None:
        """The highest version that takes it; ``None`` where there is no end, or no version."""
        return None if not self.windows or self.windows[-1].is_open else self.windows[-1].end

    @property
    def lowest_set_by(self) -> list[str]:
        """The parts that keep it from working below its lowest version."""
        if self.lowest in (None, self.service.first):
            return []
        return self._setting(lambda span: span.start == self.lowest)

    @property
    def highest_set_by(self) -> list[str]:
        """The parts that keep it from working above its highest version."""
        if self.highest is None:
            return []
        return self._setting(lambda span: span.end == self.highest)

    def _setting(self, sets: Callable[[VersionRange], bool]) -> list[str]:
        """The parts that set a bound. Where the command does, its parts begin or end with it."""
        setting = [need.part for need in self.needs if any(map(sets, need.ranges))]
        return [self.command] if self.command in setting else setting

    def as_mapping(self) -> RequirementsForm:
        """The JSON form."""
        lowest, highest = self.lowest, self.highest
        return {
            'command': self.command,
            'windows': spans.as_mappings(self.windows, self.service),
            'needs': [
                {'part': need.part, 'ranges': spans.as_mappings(need.ranges, self.service)}
                for need in self.needs
            ],
            'lowest': None if lowest is None else str(lowest),
            'lowest_set_by': self.lowest_set_by,
            'highest': None if highest is None else str(highest),
            'highest_set_by': self.highest_set_by,
            'conflict': self.conflict,
            'service': self.service.name,
            'missing': list(self.missing),
            **filter_needs.as_mappings(self.filters),
        }


Part = tuple[str, Sequence[VersionRange]]
"""The name of a part, and the versions that have it."""


def restricting(whole: Part, parts: Iterable[Part], service: Service) -> tuple[Need, ...]:
    """The parts that restrict the versions: the whole, and its parts with fewer versions.

    :param whole: the command, or the method.
    :param parts: its parts; of one that is repeated, the versions of all occurrences count.
    """
    name, served = whole[0], epochs.merged(whole[1], service)
    ranges_of: dict[str, tuple[VersionRange, ...]] = {}
    for part, ranges in parts:
        joined = epochs.merged(ranges, service)
        ranges_of[part] = (
            spans.intersection([ranges_of[part], joined]) if part in ranges_of else joined
        )
    needs = [
        Need(part, ranges, service)
        for part, ranges in ranges_of.items()
        if spans.intersection([ranges, served]) != served
    ]
    if served != epochs.merged([VersionRange()], service):
        needs.insert(0, Need(name, served, service))
    return tuple(needs)


def together(several: Sequence[Requirements]) -> Requirements:
    """The requirements of several lines that are run at one version."""
    first, *rest = several
    if not rest:
        return first
    needs = tuple(dict.fromkeys(need for line in several for need in line.needs))
    windows = spans.intersection([line.windows for line in several])
    conflicts = [line.conflict for line in several if line.conflict is not None]
    if not windows and not conflicts:
        conflicts = [conflict_among(needs) or 'No version takes all of its lines.']
    return Requirements(
        ', '.join(dict.fromkeys(line.command for line in several)),
        first.service,
        windows,
        needs,
        next(iter(conflicts), None),
        tuple(dict.fromkeys(name for line in several for name in line.missing)),
        tuple(dict.fromkeys(need for line in several for need in line.filters)),
    )


def conflict_among(needs: Sequence[Need]) -> str | None:
    """A sentence on the fewest parts that no version has together; ``None`` where one has all."""
    if spans.intersection([need.ranges for need in needs]):
        return None
    for pair in itertools.combinations(needs, 2):
        if not spans.intersection([need.ranges for need in pair]):
            return _never_together(pair)
    together = list(needs)
    for need in needs:
        rest = [other for other in together if other is not need]
        if not spans.intersection([other.ranges for other in rest]):
            together = rest
    return _never_together(together)


def _never_together(needs: Sequence[Need]) -> str:
    names = [need.part for need in needs]
    joined = f'{", ".join(names[:-1])} and {names[-1]}'
    first, *others = needs
    reasons = [f'{first.part} needs API version {first}']
    reasons += [f'{need.part} needs {need}' for need in others]
    return f'{joined} never exist together: {", ".join(reasons)}.'
