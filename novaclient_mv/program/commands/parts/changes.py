"""Changes between versions as a text, those of one version and place together."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from novaclient_mv.knowledge import changelog
from novaclient_mv.knowledge.changelog import Change, Group
from novaclient_mv.knowledge.option_changes import OptionChange
from novaclient_mv.services import Service


def by_version(
    rows: Sequence[Change], service: Service, width: int, has_summaries: bool = True
) -> str:
    """The changes by version, as a text; empty where nothing changes.

    :param rows: those of one version beside each other.
    :param width: columns of a line.
    :param has_summaries: whether what each version is about stands before its changes.
    """
    parts = []
    for version, of_version in itertools.groupby(rows, lambda row: row.version):
        heading = service.releases.with_release(version)
        lines = [heading, '-' * len(heading)]
        summary = changelog.summary_of(service, version) if has_summaries else ''
        lines += textwrap.wrap(summary, width)
        parts.append('\n'.join([*lines, *_lines(changelog.grouped(of_version, summary), width)]))
    return '\n\n'.join(parts)


def _lines(groups: Iterable[Group], width: int) -> Iterator[str]:
    """The changes of a version, those of one place in one line each."""
    for group in groups:
        if group.operation is None:
            yield f'  {group.text}'
            continue
        text = f'{group.operation}: {group.text}'
        if group.commands:
            text += f' ({", ".join(group.commands)})'
        yield from textwrap.wrap(
            text, width, initial_indent='  ', subsequent_indent='    ', break_on_hyphens=False
        )


def of_options(rows: Sequence[OptionChange]) -> Iterator[str]:
    """Changes of options as lines of a text, by service and version."""
    groups = itertools.groupby(rows, lambda row: (row.service.name, row.version))
    for place, (_, group) in enumerate(groups):
        several = list(group)
        heading = several[0].service.releases.with_release(several[0].version)
        yield from ([''] if place else [])
        yield from (heading, '-' * len(heading))
        yield from (f'  {row}' for row in several)
