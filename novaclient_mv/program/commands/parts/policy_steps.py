"""Changes of policies, and findings on a policy file, as texts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from novaclient_mv.policies.facts import Policies
from novaclient_mv.policies.overrides import GONE, RENAMED, SAME, WIDER
from novaclient_mv.program.commands.parts.changes import headed, indented

Row = Mapping[str, object]

_KINDS: Mapping[str, str] = {
    GONE: 'Gone: these rules do not exist any more, and their overrides have no effect',
    RENAMED: 'Renamed: these names are deprecated',
    SAME: 'Same as the default: these overrides can be removed',
    WIDER: 'Less restrictive than the default',
}


def by_release(rows: Sequence[Row], policies: Policies, width: int) -> str:
    """The changes of each release, those of the same roles together; empty without any.

    :param width: columns of a line.
    """
    parts = []
    for release, of_release in itertools.groupby(rows, lambda row: row['release']):
        number = policies.release(str(release)).number
        lines = headed(f'{release} ({number})' if number else str(release))
        by_step: dict[str, list[Row]] = {}
        for row in sorted(of_release, key=lambda row: (row['from'] is None, row['to'] is None)):
            step = f'{row["from"]} -> {row["to"]}'
            if row['from'] is None or row['to'] is None:
                step = f'new: {row["to"]}' if row['from'] is None else f'gone: {row["from"]}'
            by_step.setdefault(step, []).append(row)
        for step, alike in by_step.items():
            lines.append(step)
            lines += [line for row in alike for line in _lines(row, '', width)]
        parts.append('\n'.join(lines))
    return '\n\n'.join(parts)


def by_kind(rows: Sequence[Row], width: int) -> str:
    """The findings about the overrides, by kind; empty without any.

    :param width: columns of a line.
    """
    parts = []
    for kind, alike in itertools.groupby(rows, lambda row: row['kind']):
        lines = headed(_KINDS[str(kind)])
        for row in alike:
            lines += _lines(row, f' ({_roles(row)})', width)
        parts.append('\n'.join(lines))
    return '\n\n'.join(parts)


def _roles(row: Row) -> str:
    if row['kind'] == GONE:
        return f'since {row["release"]}, was {row["from"]}'
    is_of_operators = row['kind'] == WIDER and row['from'] == 'nobody'
    role = "a role of the operator's" if is_of_operators else row['from']
    return f'{role}, by default {row["to"]}'


def _lines(row: Row, roles: str, width: int) -> Iterator[str]:
    text = f'{row["rule"]}{roles}'
    if row['operation']:
        text += f': {row["operation"]}'
    commands = row['commands']
    if isinstance(commands, list) and commands:
        text += f' ({", ".join(commands)})'
    yield from indented(text, width)
