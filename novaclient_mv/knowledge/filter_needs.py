"""List filters of a command line that are restricted to some users or versions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypedDict

from novaclient_mv.knowledge import spans
from novaclient_mv.knowledge.spans import SpanForm
from novaclient_mv.services import Service, epochs
from novaclient_mv.services.filters import Filter
from novaclient_mv.versions import VersionRange


class FilterForm(TypedDict):
    """The JSON form of :class:`FilterNeed`.

    ``open`` are the versions at which everybody may use it, ``role`` who may at all others that
    have it, and ``otherwise`` what the cloud does: it is ``ignored``, or the list ``refused``.
    """

    part: str
    open: list[SpanForm]
    role: str
    otherwise: str


class FilterNeed(NamedTuple):
    """A filter in a command line, with the option that it is."""

    part: str
    filter: Filter
    service: Service

    def __str__(self) -> str:
        return self.filter.who

    @property
    def open_ranges(self) -> tuple[VersionRange, ...]:
        """The versions at which everybody may use it."""
        ranges = self.filter.open_ranges
        return epochs.merged(ranges, self.service) if ranges else ()

    def as_mapping(self) -> FilterForm:
        return {
            'part': self.part,
            'open': spans.as_mappings(self.open_ranges, self.service),
            'role': self.filter.role,
            'otherwise': self.filter.otherwise,
        }


class FiltersForm(TypedDict, total=False):
    """The key ``filters`` of a JSON form; absent without filters."""

    filters: list[FilterForm]


def as_mappings(filters: Sequence[FilterNeed]) -> FiltersForm:
    """Filters as a part of the JSON form of what has them."""
    return {'filters': [need.as_mapping() for need in filters]} if filters else {}


def open_to_everybody(
    ranges: Sequence[VersionRange], filters: Iterable[FilterNeed]
) -> tuple[VersionRange, ...]:
    """The versions of some ranges at which everybody may use all of some filters."""
    return spans.intersection([ranges, *(need.open_ranges for need in filters)])


def described(
    ranges: Sequence[VersionRange], filters: Sequence[FilterNeed], service: Service
) -> str:
    """The versions of a command line in words, with those that take an administrator."""
    whole = _in_words(ranges, service)
    opened = open_to_everybody(ranges, filters)
    if not filters or opened == tuple(ranges):
        return whole
    if not opened:
        return f'{whole}, for an administrator'
    return f'{_in_words(opened, service)}; for an administrator {whole}'


def _in_words(ranges: Sequence[VersionRange], service: Service) -> str:
    return ' and '.join(map(service.releases.describe_need, ranges)) or 'none'
