"""Replays all recorded exchanges, and counts what of them is compared.

``python -m functional_tests.contract.recorded_figures`` prints the figures.
"""

from __future__ import annotations

import collections
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from functional_tests.contract import (
    facts,
    recorded_cloud,
    recorded_exceptions,
    recorded_names,
    recorded_replay,
    shapes,
)
from novaclient_mv.sandbox.state import clocks

# Just before the records were made: their queries name moments.
START = clocks.moment('2026-11-21T04:00:00Z')


class Exchange(NamedTuple):
    """One recorded exchange, with its place in the file."""

    number: int
    record: dict[str, Any]

    def __str__(self) -> str:
        return f'{self.record["operation"]} {self.record["microversion"]} #{self.number}'


def exchanges() -> list[Exchange]:
    """All recorded exchanges; none where there are no facts."""
    if not facts.is_present():
        return []
    records = facts.lines('nova-api/transcripts.jsonl')
    return [Exchange(number, record) for number, record in enumerate(records)]


class Copies:
    """The recorded cloud, as new as often as it is wanted.

    :param folder: where its states lie.
    """

    def __init__(self, folder: Path) -> None:
        self.made, self.path = folder / 'made.db', folder / 'state.db'
        self.cloud = recorded_cloud.RecordedCloud(self.made)

    def fresh(self) -> recorded_cloud.RecordedCloud:
        """The cloud, with nothing in it of what was replayed on it."""
        self.path.unlink(missing_ok=True)
        shutil.copy(self.made, self.path)
        self.cloud.begin(self.path, START)
        return self.cloud


def replay(found: Iterable[Exchange], folder: Path) -> dict[int, recorded_replay.Outcome]:
    """Replay every recorded test on a cloud of its own; number of an exchange to what came of it.

    :param folder: where the states lie.
    """
    copies = Copies(folder)
    outcomes: dict[int, recorded_replay.Outcome] = {}
    for group in by_test(found):
        running = recorded_replay.Replay(copies.fresh(), [each.record for each in group])
        for number, record in group:
            leniency = recorded_exceptions.leniency_for(record)
            outcomes[number] = running.outcome(record, leniency)
    return outcomes


def by_test(found: Iterable[Exchange]) -> list[list[Exchange]]:
    """The exchanges of each test."""
    groups: dict[str, list[Exchange]] = {}
    for each in found:
        groups.setdefault(each.record['test'], []).append(each)
    return list(groups.values())


def compared_again(
    group: list[Exchange],
    outcomes: dict[int, recorded_replay.Outcome],
    names: recorded_names.Names,
) -> Iterator[tuple[int, list[str]]]:
    """Compare the answers of a replayed test with other records of it.

    :param names: of the test as it was recorded.
    """
    for number, record in group:
        outcome = outcomes[number]
        assert outcome.answer is not None
        for pair in outcome.bound:
            names.name(*pair)
        found = recorded_replay.differences(record, outcome.answer, names, outcome.leniency)
        yield number, list(found)


class Figures(NamedTuple):
    """The number of recorded exchanges that the replay proves.

    :param exchanges: that were replayed.
    :param same: of these, came out as recorded.
    :param compared: values of these that are compared.
    :param by_form: values that chance makes, of which the form is compared, and the order of
        moments.
    :param by_kind: values of which the kind is compared.
    :param left_out: values that are not compared for another reason.
    """

    exchanges: int
    same: int
    compared: int
    by_form: int
    by_kind: int
    left_out: int

    def __str__(self) -> str:
        return '\n'.join(f'{name:12}{number:8,}' for name, number in self._asdict().items())


def figures(found: Iterable[Exchange], outcomes: dict[int, recorded_replay.Outcome]) -> Figures:
    """Count what was compared in the exchanges that came out as recorded."""
    counts: collections.Counter[str] = collections.Counter()
    for group in by_test(found):
        names = recorded_names.Names(each.record for each in group)
        for number, record in group:
            outcome = outcomes[number]
            counts['exchanges'] += 1
            if outcome.differences:
                continue
            counts['same'] += 1
            if record['response'] is None:
                continue
            counts.update(
                shapes.category(place, value, outcome.leniency, names).value
                for place, value in shapes.leaves(record['response'])
            )
    return Figures(*(counts[name] for name in Figures._fields))


def main() -> None:
    """Print the figures."""
    found = exchanges()
    with tempfile.TemporaryDirectory() as folder:
        outcomes = replay(found, Path(folder))
    sys.stdout.write(f'{figures(found, outcomes)}\n')


if __name__ == '__main__':
    main()
