"""Replays all recorded exchanges, and counts what of them is compared.

``python -m functional_tests.contract.recorded_figures`` prints the figures, and what the scenes
were made from.
"""

from __future__ import annotations

import collections
import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from functional_tests.contract import (
    facts,
    recorded_answers,
    recorded_cloud,
    recorded_exceptions,
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
        self.cloud.application.database.path = str(self.path)
        self.cloud.now = START
        return self.cloud


def replay(found: Iterable[Exchange], folder: Path) -> dict[int, recorded_replay.Outcome]:
    """Replay every recorded test on a cloud of its own; number of an exchange to what came of it.

    :param folder: where the states lie.
    """
    copies = Copies(folder)
    groups: dict[str, list[Exchange]] = {}
    for each in found:
        groups.setdefault(each.record['test'], []).append(each)
    outcomes: dict[int, recorded_replay.Outcome] = {}
    for group in groups.values():
        running = recorded_replay.Replay(copies.fresh())
        for number, record in group:
            leniency = recorded_exceptions.leniency_for(record)
            outcomes[number] = running.outcome(record, leniency)
    return outcomes


def is_compared(
    outcome: recorded_replay.Outcome, place: str, value: Any, *, by_value: bool = True
) -> bool:
    """Whether a value of a recorded answer is compared, or at least its kind."""
    keys = {shapes.key_of(place[:end]) for end in _ends(place)}
    if place in outcome.taken or keys & outcome.leniency.keys:
        return False
    return not (by_value and shapes.is_by_kind(place, value))


def _ends(place: str) -> list[int]:
    return [at for at, letter in enumerate(place) if letter == '.' and at] + [len(place)]


class Figures(NamedTuple):
    """The number of recorded exchanges that the replay proves.

    :param exchanges: that were replayed.
    :param same: of these, came out as recorded.
    :param compared: values of these that are compared.
    :param by_kind: values that are others in each cloud, of which the kind is compared.
    :param taken: values that had to be taken from the answer, and are not compared.
    :param left_out: values that are not compared for another reason.
    """

    exchanges: int
    same: int
    compared: int
    by_kind: int
    taken: int
    left_out: int

    def __str__(self) -> str:
        return '\n'.join(f'{name:12}{number:8,}' for name, number in self._asdict().items())


def figures(found: Iterable[Exchange], outcomes: dict[int, recorded_replay.Outcome]) -> Figures:
    """Count what was compared in the exchanges that came out as recorded."""
    counts: collections.Counter[str] = collections.Counter()
    for number, record in found:
        outcome = outcomes[number]
        counts['exchanges'] += 1
        if outcome.differences:
            continue
        counts['same'] += 1
        if record['response'] is None:
            continue
        for place, value in recorded_answers.leaves(record['response']):
            if place in outcome.taken:
                counts['taken'] += 1
            elif is_compared(outcome, place, value):
                counts['compared'] += 1
            elif is_compared(outcome, place, value, by_value=False):
                counts['by_kind'] += 1
            else:
                counts['left_out'] += 1
    return Figures(*(counts[name] for name in Figures._fields))


def taken_by_operation(
    found: Iterable[Exchange], outcomes: dict[int, recorded_replay.Outcome]
) -> dict[str, collections.Counter[str]]:
    """Return the keys taken from answers, with their number, by operation."""
    listed: dict[str, collections.Counter[str]] = {}
    for number, record in found:
        keys = [shapes.key_of(place) for place in outcomes[number].taken]
        if keys:
            counter = listed.setdefault(str(record['operation']), collections.Counter())
            counter.update(keys)
    return dict(sorted(listed.items()))


def report(found: Iterable[Exchange], outcomes: dict[int, recorded_replay.Outcome]) -> str:
    """The figures and the list, as they are printed."""
    lines = [str(figures(found, outcomes)), '', 'Taken from answers:']
    for operation, keys in taken_by_operation(found, outcomes).items():
        shown = ', '.join(f'{key} {count}' for key, count in sorted(keys.items()))
        lines.append(f'  {operation}: {shown}')
    return '\n'.join(lines) + '\n'


def main() -> None:
    """Print the figures and the list."""
    found = exchanges()
    with tempfile.TemporaryDirectory() as folder:
        outcomes = replay(found, Path(folder))
    sys.stdout.write(report(found, outcomes))


if __name__ == '__main__':
    main()
