"""The recorded facts about python-openstackclient are those of the program that is installed."""

from __future__ import annotations

import datetime
import itertools
import json
from collections.abc import Iterator

import pytest

from evidence.interop import compute_lines, record, version_lines
from evidence.interop.every_option import Line
from evidence.interop.measure import Meter
from functional_tests.nova import SANDBOX
from novaclient_mv.knowledge.openstack import lines, table, version_rules
from novaclient_mv.versions import VersionRange

SHARES = 8
"""One of so many lines without bounds is measured a day; those with bounds are measured always."""

EVERY = [line for name in version_lines.commands() for line in version_lines.lines_of(name)]


def is_bounded(line: Line) -> bool:
    """Whether a line is not taken at each version."""
    return any(True for _ in version_rules.bounds(lines.read(line.words)))


def chosen() -> list[Line]:
    """The lines of today."""
    groups = itertools.groupby(sorted(EVERY, key=is_bounded), key=is_bounded)
    by_kind = {kind: list(group) for kind, group in groups}
    first = datetime.datetime.now(datetime.UTC).toordinal() % SHARES
    return [*by_kind[True], *by_kind[False][first::SHARES]]


@pytest.fixture(scope='module')
def meter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Meter]:
    """A runner of lines at versions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv('OS_CLOUD', SANDBOX)
        bench = version_lines.bench(tmp_path_factory.mktemp('bench'))
    yield Meter(bench, version_lines.SERVICE, compute_lines.VALUES)
    bench.close()


def test_declarations_are_those_of_the_program() -> None:
    assert json.dumps(record.declared()) == json.dumps(table.declarations())


@pytest.mark.parametrize('line', chosen(), ids=lambda line: line.text)
def test_versions_are_those_measured(meter: Meter, line: Line) -> None:
    expected = meter.expect(line)
    found = meter.measure(line, expected)
    assert found.span == expected, found.pinned.messages
    typed = lines.read(line.words)
    for end, attempt in found.unpinned.items():
        judged = version_rules.judge(typed, VersionRange(meter.range.start, end))
        assert (judged.reason is None) is attempt.is_taken, f'{end}: {attempt.messages}'
        if attempt.is_taken and not line.option:
            assert judged.version == attempt.version, f'{end}'


def test_newest_versions_of_other_services_are_those_sent(meter: Meter) -> None:
    assert meter.newest_of_others() == version_rules.versions()['services']


def test_lines_without_versions_are_declared() -> None:
    names = {*map(version_lines.name_of, EVERY), *version_lines.commands()}
    unknown = {*version_lines.UNMEASURED, *version_lines.NEVER} - names
    declared = {
        f'{name} {option.name}'
        for name in version_lines.commands()
        for option in table.command(name).options
    }
    assert not unknown - declared
