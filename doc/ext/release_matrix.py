"""Features of the command line and the releases of a service that have them, as a table."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from docutils import nodes

from novaclient_mv.knowledge import capabilities
from novaclient_mv.knowledge.capabilities import Feature, Offer
from novaclient_mv.services import Service
from novaclient_mv.versions import APIVersion, VersionRange

AT_NEWEST, AT_OLDER, NOWHERE = '●', '○', '·'
"""Marks: at the newest version of a release, at an older one only, at none."""


class Column(NamedTuple):
    """Releases in a row that have the same versions."""

    releases: tuple[Offer, ...]

    @property
    def newest(self) -> APIVersion:
        """The newest version that they have."""
        return self.releases[0].range.end

    @property
    def title(self) -> str:
        """``Xena to Yoga (2.90)``."""
        first, last = self.releases[0].name, self.releases[-1].name
        return f'{first if first == last else f"{first} to {last}"} ({self.newest})'

    def mark(self, feature: Feature) -> str:
        """Whether clouds of these releases have a feature."""
        if any(self.newest in span for span in feature.ranges):
            return AT_NEWEST
        return AT_OLDER if self.releases[0].has(feature.ranges, feature.service) else NOWHERE


def columns(service: Service) -> list[Column]:
    """The releases of a service, the oldest first; those that have the same versions are one."""
    return [
        Column(tuple(alike))
        for _, alike in itertools.groupby(
            capabilities.of_releases(service), lambda release: release.range
        )
    ]


def rows(service: Service) -> list[tuple[str, ...]]:
    """A row for each command and option that not every version has: the feature, its versions, and
    a mark for each column.
    """
    releases = columns(service)
    return [
        (
            feature.text,
            ', '.join(versions_of(span, service) for span in feature.ranges),
            *(column.mark(feature) for column in releases),
        )
        for feature in capabilities.declared(service)
    ]


def versions_of(span: VersionRange, service: Service) -> str:
    """``from 2.90``, ``to 2.56``, ``2.19 to 2.36``, ``2.19``."""
    if span.is_open:
        return f'from {span.start}'
    if span.start <= service.first:
        return f'to {span.end}'
    return str(span.start) if span.start == span.end else f'{span.start} to {span.end}'


def table(service: Service) -> nodes.table:
    """The rows below the releases."""
    titles = ('Feature', 'Versions', *(column.title for column in columns(service)))
    group = nodes.tgroup(cols=len(titles))
    # Widths are shares of 100.
    for width in (28, 12, *itertools.repeat(60 // len(titles), len(titles) - 2)):
        group += nodes.colspec(colwidth=width)
    group += nodes.thead('', _row(titles, is_feature_literal=False))
    group += nodes.tbody('', *(_row(cells, is_feature_literal=True) for cells in rows(service)))
    return nodes.table('', group, classes=['release-matrix', 'colwidths-auto'])


def _row(cells: Sequence[str], is_feature_literal: bool) -> nodes.row:
    feature = nodes.literal if is_feature_literal else nodes.inline
    first = nodes.paragraph('', '', feature('', cells[0]))
    return nodes.row('', nodes.entry('', first), *_entries(cells[1:]))


def _entries(cells: Iterable[str]) -> Iterable[nodes.entry]:
    return (nodes.entry('', nodes.paragraph('', cell)) for cell in cells)
