"""Figures by class, and the differences, those that are seen most first."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from evidence.differential.session import told
from functional_tests.comparison import CLASSES, Answer, Difference
from functional_tests.drawn_requests.service import Step

_NAMED = 6
_COUNTED = ('status', 'shape', 'values', 'words', 'headers')


@dataclass
class Group:
    """Differences of one cause, with the session that the first was seen in.

    :ivar operations: how often they were seen in which operation.
    """

    difference: Difference
    session: Sequence[Step]
    operations: Counter[str] = field(default_factory=Counter)
    shortest: Sequence[Step] = ()

    @property
    def key(self) -> tuple[str, str]:
        """Class and place: differences of one cause share them."""
        return self.difference.kind, self.difference.where

    @property
    def count(self) -> int:
        """The number of times that they were seen."""
        return self.operations.total()


@dataclass
class Report:
    """The results of a run.

    :ivar compared: how many pairs were compared in a class.
    :ivar differing: how many of these differ.
    :ivar unsettled: steps after which the running service did not come to rest.
    """

    compared: Counter[str] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    groups: dict[tuple[str, str], Group] = field(default_factory=dict)
    valid: int = 0
    crashes: int = 0
    seconds: float = 0.0
    unsettled: list[str] = field(default_factory=list)

    def add(
        self,
        session: Sequence[Step],
        answers: tuple[Answer, Answer],
        differences: Iterable[Difference],
    ) -> None:
        """Count the pair of a session's last step."""
        ours, theirs = answers
        found = list(differences)
        kinds = {difference.kind for difference in found}
        self.compared['status'] += 1
        self.valid += theirs.status < 400
        self.crashes += ours.status == 500 != theirs.status
        if ours.status == theirs.status:
            self.compared['shape'] += 1
            self.compared['headers'] += 1
            self.compared['values'] += 1
            self.compared['words'] += theirs.status >= 400
        for kind in kinds:
            self.differing[kind] += 1
        for difference in found:
            group = Group(difference, tuple(session))
            self.groups.setdefault(group.key, group).operations[session[-1].operation] += 1

    def ranked(self) -> list[Group]:
        """The groups, those seen most first, statuses before all."""
        return sorted(
            self.groups.values(),
            key=lambda group: (CLASSES.index(group.difference.kind), -group.count),
        )

    def figures(self) -> Iterator[str]:
        """Figures by class."""
        pairs = self.compared['status']
        speed = pairs / self.seconds if self.seconds else 0
        share = 100 * self.valid / pairs if pairs else 0
        yield f'{pairs} pairs, {share:.0f} % of them valid, {speed:.0f} a second'
        for kind in _COUNTED:
            compared, differing = self.compared[kind], self.differing[kind]
            percent = 100 * (compared - differing) / compared if compared else 100.0
            yield f'{kind:8} {percent:7.2f} %  {differing} of {compared} differ'
        yield f'order    {self.differing["order"]} lists in another order (not counted as values)'
        yield f'crashes  {self.crashes} (500 of the sandbox alone)'
        if self.unsettled:
            yield f'not compared: {len(self.unsettled)} (the running service did not come to rest)'

    def lines(self, most: int) -> Iterator[str]:
        """The figures, then the differences.

        :param most: how many groups are shown.
        """
        yield from self.figures()
        ranked = self.ranked()
        yield from (f'unsettled: {line[:300]}' for line in self.unsettled)
        yield f'{len(ranked)} groups of differences'
        for group in ranked[:most]:
            yield ''
            yield from told_group(group)


def told_group(group: Group) -> Iterator[str]:
    """A group of differences with an example."""
    difference = group.difference
    yield f'[{difference.kind}] {group.count} x {difference.where}'
    named = group.operations.most_common(_NAMED)
    more = len(group.operations) - len(named)
    yield (
        '  in '
        + ', '.join(f'{name} ({count})' for name, count in named)
        + (f' and {more} more' if more else '')
    )
    for step in group.shortest or group.session[-1:]:
        yield f'    {told(step)[:400]}'
    if not group.shortest:
        spoiled = group.session[-1].spoiled
        yield f'    (step {len(group.session)} of its session; spoiled: {spoiled or "nothing"})'
    yield f'  sandbox: {_short(difference.ours)}'
    yield f'  service: {_short(difference.theirs)}'


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return repr(text)[1:-1][:700]
