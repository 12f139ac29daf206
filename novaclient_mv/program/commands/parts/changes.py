"""Changes between versions as texts."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from novaclient_mv import resources
from novaclient_mv.cli.running import results
from novaclient_mv.knowledge import changelog
from novaclient_mv.knowledge.changelog import Change, Group
from novaclient_mv.knowledge.option_changes import OptionChange
from novaclient_mv.services import Service


def by_version(
    rows: Sequence[Change], service: Service, width: int, has_summaries: bool = True
) -> str:
    """The changes by version, as a text; empty where nothing changes."""
    parts = []
    for version, of_version in itertools.groupby(rows, lambda row: row.version):
        lines = headed(service.releases.with_release(version))
        summary = changelog.summary_of(service, version) if has_summaries else ''
        lines += textwrap.wrap(summary, width)
        parts.append('\n'.join([*lines, *_lines(changelog.grouped(of_version, summary), width)]))
    return '\n\n'.join(parts)


def _lines(groups: Iterable[Group], width: int) -> Iterator[str]:
    """The changes of a version, a paragraph for each place."""
    for group in groups:
        if group.operation is None:
            yield f'  {group.text}'
            continue
        text = f'{group.operation}: {group.text}'
        if group.commands:
            text += f' ({", ".join(group.commands)})'
        yield from indented(text, width)


def views(
    row_class: type[resources.Resource], forms: Sequence[Mapping[str, Any]], text: str
) -> results.Views:
    """Rows for machines, and a text for a reader."""
    rows = [row_class(None, {**form}, loaded=True) for form in forms]
    changes_text = results.Text(text or 'Nothing changes.', is_own=True)
    return results.Views(results.Table(row_class, rows), changes_text)


def headed(heading: str) -> list[str]:
    """The first lines of a part of a text."""
    return [heading, '-' * len(heading)]


def indented(text: str, width: int) -> list[str]:
    """The lines of a paragraph."""
    return textwrap.wrap(
        text, width, initial_indent='  ', subsequent_indent='    ', break_on_hyphens=False
    )


def of_options(rows: Sequence[OptionChange]) -> Iterator[str]:
    """Changes of options as lines of a text, by service and version."""
    groups = itertools.groupby(rows, lambda row: (row.service.name, row.version))
    for place, (_, group) in enumerate(groups):
        several = list(group)
        yield from ([''] if place else [])
        yield from headed(several[0].service.releases.with_release(several[0].version))
        yield from (f'  {row}' for row in several)
