"""Tables of the use of versions: a bar for each row, the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from novaclient_mv.cli.running import results
from novaclient_mv.knowledge.usage.counts import BELOW, NONE

_TITLES = {
    'versions': 'Version',
    'user_agents': 'User Agent',
    'projects': 'Project',
    'users': 'User',
    'addresses': 'Address',
    'operations': 'Operation',
    'hours': 'Hour',
}
_WIDTH_OF_BAR = 20
_MOST_HOURS = 48
_MOST_PROGRAMS = 3


def rows(mapping: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Dimension, value and count, of all requests and of those below a version."""
    for dimension in _TITLES:
        for value, count in mapping[dimension].items():
            yield dimension, value, count
    below = mapping['below']
    for dimension in BELOW if below is not None else ():
        for value, count in below[dimension].items():
            yield f'below.{dimension}', value, count


def tables(mapping: Mapping[str, Any], most: int) -> Iterator[results.Shown]:
    """Yield the tables for a reader; for a coming minimum, the versions and users below it.

    :param most: how many rows a table has, those of versions and times aside.
    """
    mapping = _with_names(mapping)
    below = mapping['below']
    if below is not None:
        yield results.Text(_refusals(mapping, most))
    yield results.Text(_heading(mapping))
    if below is None:
        for dimension in _TITLES:
            yield from _table(dimension, mapping[dimension], mapping['requests'], most)
        return
    yield from _table('versions', mapping['versions'], mapping['requests'], most)
    yield results.Text(f'Below {below["version"]}: {_requests(below["requests"])}.')
    for dimension in BELOW:
        yield from _table(dimension, below[dimension], below['requests'], most)


def _with_names(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    """The counts with names of projects for their ids; with both where a name is ambiguous."""
    names: Mapping[str, str] = mapping.get('names', {}).get('projects', {})
    frequent = Counter(names.values())

    def label(id: str) -> str:
        name = names.get(id, id)
        return f'{name} ({id})' if frequent[name] > 1 else name

    def labelled(counts: Mapping[str, int]) -> dict[str, int]:
        return {label(id): count for id, count in counts.items()}

    below = mapping['below']
    if below is not None:
        below = {**below, 'projects': labelled(below['projects'])}
    return {**mapping, 'projects': labelled(mapping['projects']), 'below': below}


def _refusals(mapping: Mapping[str, Any], most: int) -> str:
    """The requests that a raised minimum would refuse: how many, whose, by which programs."""
    below = mapping['below']
    count, total = below['requests'], mapping['requests']
    before = f'Raising the minimum to {below["version"]} would refuse'
    if not count:
        return f'{before} none of the requests.'
    lines = [f'{before} {count} of {_requests(total)} ({100 * count / total:.1f} %).']
    if below['projects']:
        lines.append(f'Projects: {_listed(below["projects"], most)}.')
    if below['user_agents']:
        lines.append(f'Programs: {_listed(below["user_agents"], _MOST_PROGRAMS)}.')
    else:
        lines.append('Programs: the logs do not tell them.')
    bare = mapping['versions'].get(NONE, 0)
    if bare:
        lines.append(f'{bare} of them, without a version, would get the new minimum instead.')
    return '\n'.join(lines)


def _listed(counts: Mapping[str, int], most: int) -> str:
    """The most frequent values in words, and how many more there are."""
    values = [f'{value} ({count})' for value, count in counts.items()]
    more = [f'{len(values) - most} more'] if len(values) > most else []
    return ', '.join([*values[:most], *more])


def _heading(mapping: Mapping[str, Any]) -> str:
    lines = [_requests(mapping['requests'])]
    if mapping['first'] is not None:
        lines[0] += f' from {mapping["first"]} to {mapping["last"]}'
    if mapping['without_version']:
        lines.append(f'{mapping["without_version"]} of the requests are in lines without a version')
    for key, phrase in (
        ('unmatched', 'tell no request'),
        ('repeated', 'tell a request once more'),
        ('other_services', 'tell requests to other services'),
    ):
        if mapping[key]:
            lines.append(f'{mapping[key]} of the lines {phrase}')
    return '\n'.join(f'{line}.' for line in lines)


def _requests(count: int) -> str:
    return '1 request' if count == 1 else f'{count} requests'


def _table(
    dimension: str, counts: Mapping[str, int], requests: int, most: int
) -> Iterator[results.Shown]:
    title = _TITLES[dimension]
    if dimension == 'hours' and len(counts) > _MOST_HOURS:
        title, counts = 'Day', _by_day(counts)
    if not counts:
        return
    listed = list(counts.items())
    if dimension not in ('versions', 'hours'):
        listed = listed[:most]
    highest = max(counts.values())
    cells: list[tuple[str, int | str, str, str]] = [
        (
            *(value, count, f'{100 * count / requests:.1f} %'),
            '#' * max(1, round(_WIDTH_OF_BAR * count / highest)),
        )
        for value, count in listed
    ]
    if len(listed) < len(counts):
        rest = sum(counts.values()) - sum(count for _, count in listed)
        cells.append(
            (f'{len(counts) - len(listed)} more', rest, f'{100 * rest / requests:.1f} %', '')
        )
    yield results.Rows((title, 'Requests', 'Share', 'Bar'), cells)


def _by_day(hours: Mapping[str, int]) -> dict[str, int]:
    days: Counter[str] = Counter()
    for hour, count in hours.items():
        days[hour.partition('T')[0]] += count
    return days
