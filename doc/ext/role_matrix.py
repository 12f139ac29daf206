"""Commands and the role that each needs by a service's defaults, by release, as a table."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from docutils import nodes

from novaclient_mv.knowledge import reached_operations
from novaclient_mv.policies import judgement
from novaclient_mv.policies.answers import Caller
from novaclient_mv.policies.facts import Policies, Release
from novaclient_mv.policies.requests import Request
from novaclient_mv.services import Service, policy_releases

NOWHERE = '·'
"""The mark of a release that lacks a command, or of whose rules for it nothing is known."""

Cells = tuple[str, ...]


@functools.cache
def roles(service: Service) -> dict[str, Cells]:
    """Command to the role that it needs at each release, the oldest first."""
    policies = policy_releases.policies_of(service)
    if policies is None:
        return {}
    return {
        command: tuple(_role(uses, release, policies, service) for release in policies.releases)
        for command, uses in reached_operations.uses_of(service).items()
    }


def _role(
    uses: Mapping[str, reached_operations.Use],
    release: Release,
    policies: Policies,
    service: Service,
) -> str:
    """The role that all is done with that a command does without options: its writes, if it has
    any.
    """
    offered = policy_releases.named(release.name, service).range or service.range
    there = [
        (operation, shared.end)
        for operation, use in uses.items()
        if not use.is_lookup
        for span in use.ranges
        if not (shared := span.intersect(offered)).is_empty
    ]
    newest = max((end for _, end in there), default=service.first)
    current = [Request(operation, newest) for operation, end in there if end == newest]
    asked = [each for each in current if not each.operation.startswith('GET ')] or current
    judged = judgement.judge(asked, Caller(()), release, policies)
    return judgement.least_role(judged.needs) or NOWHERE


def columns(service: Service) -> list[tuple[Release, ...]]:
    """The releases of a service; those at which every command needs what it did are one."""
    policies = policy_releases.policies_of(service)
    together: list[list[int]] = []
    for place in range(len(policies.releases) if policies else 0):
        if together and all(row[place] == row[place - 1] for row in roles(service).values()):
            together[-1].append(place)
        else:
            together.append([place])
    return [tuple(policies.releases[place] for place in alike) for alike in together]


def title(releases: Sequence[Release]) -> str:
    """``Ussuri to Zed``, and ``Antelope (2023.1)`` of one alone."""
    first, last = releases[0], releases[-1]
    if first == last:
        return f'{first} ({first.number})' if first.number else str(first)
    return f'{first} to {last}'


def rows(service: Service) -> list[tuple[list[str], Cells]]:
    """Commands that need the same everywhere, and the roles by column: those that changed first."""
    policies = policy_releases.policies_of(service)
    starts = [policies.releases.index(alike[0]) for alike in columns(service)]
    groups: dict[Cells, list[str]] = {}
    for command, by_release in roles(service).items():
        cells = tuple(by_release[start] for start in starts)
        if set(cells) != {NOWHERE}:
            groups.setdefault(cells, []).append(command)
    return [
        (sorted(commands), cells)
        for cells, commands in sorted(
            groups.items(), key=lambda item: (len({*item[0]} - {NOWHERE}) == 1, -len(item[1]))
        )
    ]


def table(service: Service) -> nodes.table:
    """The rows below the releases."""
    titles = [title(alike) for alike in columns(service)]
    group = nodes.tgroup(cols=len(titles) + 1)
    # Widths are shares of 100.
    for width in (40, *(60 // len(titles) for _ in titles)):
        group += nodes.colspec(colwidth=width)
    group += nodes.thead('', nodes.row('', *_entries(['Commands', *titles])))
    group += nodes.tbody(
        '',
        *(
            nodes.row('', nodes.entry('', _names(commands)), *_entries(cells))
            for commands, cells in rows(service)
        ),
    )
    return nodes.table('', group, classes=['role-matrix', 'colwidths-auto'])


def _names(commands: Sequence[str]) -> nodes.paragraph:
    paragraph = nodes.paragraph()
    for place, command in enumerate(commands):
        if place:
            paragraph += nodes.Text(', ')
        paragraph += nodes.literal('', command)
    return paragraph


def _entries(cells: Sequence[str]) -> Iterator[nodes.entry]:
    return (nodes.entry('', nodes.paragraph('', cell)) for cell in cells)
