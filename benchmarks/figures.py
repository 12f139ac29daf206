"""Results of runs: medians, ratios pair by pair, and figures above their goals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import cases


class Run(NamedTuple):
    """The cost of one process: seconds, seconds, bytes and a number."""

    processor: float
    clock: float
    memory: int
    requests: int


class Pair(NamedTuple):
    """Two runs that followed each other; the other program's is missing where there is none."""

    other: Run | None
    ours: Run


class Verdict(NamedTuple):
    """A figure beside its goal."""

    figure: str
    goal: float
    reached: float

    @property
    def is_within(self) -> bool:
        """Whether the goal is reached."""
        return self.reached <= self.goal

    @property
    def is_far(self) -> bool:
        """Whether it is missed by more than machines differ."""
        return self.reached > self.goal * cases.TOLERANCE


def median(values: Iterable[float]) -> float:
    """The middle value; the ``statistics`` module would only make this process larger."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def ratio(pairs: Sequence[Pair], figure: str) -> float:
    """The median of the ratios of each pair, which evens out a machine whose speed changes."""
    return median(
        getattr(pair.ours, figure) / getattr(pair.other, figure) for pair in pairs if pair.other
    )


def reached(pairs: Sequence[Pair], figure: str) -> float:
    """Return the value of a figure of the table of goals."""
    if figure in cases.RATIOS:
        return round(ratio(pairs, figure), 3)
    if figure == cases.MEGABYTES:
        return round(median(pair.ours.memory for pair in pairs) / 1e6, 1)
    # Every run must do with so few, not the half of them.
    return max(pair.ours.requests for pair in pairs)


def verdicts(pairs: Sequence[Pair], goals: Mapping[str, float]) -> list[Verdict]:
    """Each figure that has a goal, beside it."""
    return [Verdict(figure, goal, reached(pairs, figure)) for figure, goal in goals.items()]


class Summary(NamedTuple):
    """The result of a case."""

    case: cases.Case
    pairs: list[Pair]
    verdicts: list[Verdict]

    def medians(self) -> dict[str, dict[str, float]]:
        """The medians of each figure of each side."""
        sides = {
            'other': [pair.other for pair in self.pairs if pair.other],
            'ours': [pair.ours for pair in self.pairs],
        }
        return {
            side: {
                figure: round(median(getattr(run, figure) for run in runs), 4)
                for figure in Run._fields
            }
            for side, runs in sides.items()
            if runs
        }

    def document(self) -> dict[str, Any]:
        """All figures, for ``--json``."""
        return {
            'case': self.case.name,
            'runs': len(self.pairs),
            **self.medians(),
            'pairs': [
                round(pair.ours.processor / pair.other.processor, 3)
                for pair in self.pairs
                if pair.other
            ],
            'goals': [
                {**verdict._asdict(), 'is_within': verdict.is_within, 'is_far': verdict.is_far}
                for verdict in self.verdicts
            ],
        }


def summary(case: cases.Case, pairs: list[Pair]) -> Summary:
    """Return the result of a case's runs."""
    return Summary(case, pairs, verdicts(pairs, case.goals))


def failures(summaries: Iterable[Summary]) -> list[str]:
    """Return lines about figures above their goal by more than a tenth."""
    return [
        f'{result.case.title}: {verdict.figure} {verdict.reached:g}, goal {verdict.goal:g}'
        for result in summaries
        for verdict in result.verdicts
        if verdict.is_far
    ]


# -- the table ---------------------------------------------------------------

COLUMNS = '{:<42} {:<9}  {:>9}  {:>9}  {:>7}  {:>6}  {}'


def header() -> str:
    """The titles of the table."""
    return COLUMNS.format('case', 'figure', 'nova', 'nova-mv', 'reached', 'goal', '').rstrip()


def lines(result: Summary) -> list[str]:
    """The lines of a case: one for each figure that has a goal."""
    medians = result.medians()
    table = []
    title = result.case.title
    for verdict in result.verdicts:
        values = [
            _written(verdict.figure, medians[side]) if side in medians else '-'
            for side in ('other', 'ours')
        ]
        word = 'ok' if verdict.is_within else 'ABOVE' if verdict.is_far else 'above'
        row = (title, verdict.figure, *values, f'{verdict.reached:g}', f'{verdict.goal:g}', word)
        table.append(COLUMNS.format(*row).rstrip())
        title = ''
    return table


def _written(figure: str, medians: Mapping[str, float]) -> str:
    """A median with its unit."""
    if figure == cases.REQUESTS:
        return f'{medians[figure]:.0f}'
    if figure in (cases.MEMORY, cases.MEGABYTES):
        return f'{medians[cases.MEMORY] / 1e6:.1f} MB'
    return f'{medians[figure] * 1000:.0f} ms'
