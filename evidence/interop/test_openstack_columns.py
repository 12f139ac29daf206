"""Columns that python-openstackclient shows: each is shown here under its name there, or told as
lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from evidence.interop import common_lines, compute_lines, every_option
from functional_tests.nova import SANDBOX
from novaclient_mv import services
from novaclient_mv.knowledge.openstack import table, translation

WIDE = ('', '--long', '--all-projects', '--diagnostics', '--topology', '--usage')
"""Options that change the columns."""

FURTHER = {
    'server list': (
        *('Project ID', 'User ID', 'Created At', 'Security Groups', 'Task State', 'Power State'),
        *('Image ID', 'Flavor ID', 'Availability Zone', 'Host', 'Properties'),
        *('project_id', 'user_id', 'created_at', 'image_id', 'flavor_id', 'host'),
    )
}
"""Columns that are shown only where they are chosen."""

PASSING = ('Updated At', 'uptime', 'url')
"""Columns whose values are others each time."""

FAILING = {
    'compute agent create': 'No cloud has it.',
    'compute agent list': 'No cloud has it.',
    'console connection show': 'It needs the token of a console.',
    'limits show': 'Theirs sends a parameter that the cloud refuses.',
    'server add share': 'Theirs needs the service of shares.',
    'server migration show': 'Theirs takes the one id for the other.',
    'server share show': 'Theirs needs the service of shares.',
}
"""Lines that show nothing, and why."""


@pytest.fixture(scope='module')
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[every_option.Bench]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv('OS_CLOUD', SANDBOX)
        folder = tmp_path_factory.mktemp('bench')
        for name, text in compute_lines.FILES.items():
            (folder / name).write_text(text, encoding='utf-8')
        found = every_option.Bench(
            folder, services.COMPUTE.name, compute_lines.SETUP, **compute_lines.SANDBOX
        )
        yield found
        found.close()


def test_columns_are_shown_or_told_as_lost(bench: every_option.Bench) -> None:
    wrong, failing = [], set()
    for line in lines():
        look = Look(bench, line)
        row = look.theirs()
        if row is None:
            failing.add(line.command.name)
            continue
        keys: set[str] = set()
        for name in (*row, *FURTHER.get(line.command.name, ())):
            ours, problem = look.column(name, row.get(name))
            keys |= ours.keys() if name in row else set()
            if problem:
                wrong.append(f'{line.text} -c {name!r}: {problem}')
        if line.option == '--long' and (hidden := keys - look.titles()):
            wrong.append(f'{line.text} does not show: {hidden}')
    assert not wrong, '\n'.join(wrong)
    assert failing == FAILING.keys()


def lines() -> Iterator[every_option.Line]:
    """Lines of the commands that show something and have an equivalent."""
    facts = {'compute': compute_lines, 'common': common_lines}
    for name, group in table.groups().items():
        if group not in facts:
            continue
        command, values = table.command(name), facts[group].VALUES
        has_lines = 'none' not in (command.rule or {'none': ''})
        if command.output and has_lines and values.words.get(name, '') is not None:
            yield from (
                line for line in every_option.lines_of(command, values) if line.option in WIDE
            )


class Look:
    """The columns of a line, there and here."""

    def __init__(self, bench: every_option.Bench, line: every_option.Line) -> None:
        facts = common_lines if line.command.group == 'common' else compute_lines
        self.bench = bench
        self.name = line.command.name
        self.is_read = self.name.split()[-1] in {'list', 'show'}
        self.state = bench.state(facts.VALUES.lines_before(line))
        self.version = line.version(services.COMPUTE.range.end)
        ids = [bench.cloud.with_ids(word) for word in line.words]
        self.words = [bench.pin, str(self.version), *ids]

    def theirs(self) -> dict[str, Any] | None:
        """The columns that the line has there, with values of the first row; none if it fails."""
        self.bench.cloud.restore(self.state)
        status, out, _ = self.bench.theirs.run([*self.words, '-f', 'json'])
        return None if status else first_row(out)

    def column(self, name: str, value: Any) -> tuple[dict[str, Any], str]:
        """The first row with a column here, and the difference to the value there.

        :param value: the value there.
        """
        found = translation.translate([*self.words, '-c', name, '-f', 'json'], self.version)
        if not found.lines:
            return {}, '' if (found.missing or '').startswith(f'-c {name}: ') else 'untold'
        if not self.is_read:
            self.bench.cloud.restore(self.state)
        done = self.bench.here(found.lines[0])
        if done.status:
            return {}, done.err
        row = first_row(done.out) or {}
        ours = next(iter(row.values()), None)
        is_told = any(warning.startswith(f'-c {name}: ') for warning in found.warnings)
        is_same_thing = self.is_read and self.name != 'versions show'
        if not row:
            return {}, 'nothing is shown'
        if is_same_thing and not is_told and name not in PASSING and is_plain(ours, value):
            return row, '' if ours == value else f'{ours!r} for {value!r}'
        return row, ''

    def titles(self) -> set[str]:
        """The columns of the table of the line here."""
        found = translation.translate(self.words, self.version)
        done = self.bench.here([*found.lines[0], '-f', 'csv'])
        return {*done.checked().lines[0].split(',')}


def is_plain(*values: Any) -> bool:
    """Whether all values are texts, booleans or whole numbers."""
    return all(isinstance(value, str | int) for value in values)


def first_row(out: str) -> dict[str, Any] | None:
    """The first row of a list, or the one thing that is shown."""
    shown = json.loads(out)
    row: dict[str, Any] = shown[0] if isinstance(shown, list) else shown
    return row
