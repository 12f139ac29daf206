"""Two records of the same calls: what a program would notice."""

from __future__ import annotations

from typing import Any, NamedTuple

from functional_tests import comparison

Record = dict[str, dict[str, Any]]


CRASHES = ('AttributeError', 'IndexError', 'KeyError', 'RecursionError')
"""Mistakes of python-novaclient itself, where it shows them; nobody needs them again."""

AT_LEAST = 'at least'
"""The key of names that have to be there; there may be more."""


class Noticed(NamedTuple):
    """A call that comes out otherwise than with python-novaclient."""

    label: str
    aspect: str
    original: Any
    ours: Any

    def __str__(self) -> str:
        return (
            f'{self.label}: {self.aspect}\n    original {self.original}\n    ours     {self.ours}'
        )


class Tally(NamedTuple):
    """The calls of a program, with the original and with this library.

    :param labels: the calls that were made with the original.
    :param working: those of them that gave a value.
    :param differences: what a program would notice.
    """

    labels: list[str]
    working: list[str]
    differences: list[Noticed]

    @property
    def different(self) -> set[str]:
        """The labels of calls that differ."""
        return {difference.label for difference in self.differences}

    @property
    def same(self) -> int:
        """The number of equal calls."""
        return len(self.labels) - len(self.different)

    @property
    def working_same(self) -> int:
        """The number of equal calls among those that work with the original."""
        return len(set(self.working) - self.different)


def compare(original: Record, ours: Record, *, requests: bool = True) -> Tally:
    """Compare the records of a program.

    :param requests: whether what is sent has to be the same.
    """
    labels = list(original)
    differences: list[Noticed] = []
    for label in labels:
        outcome = ours.get(label)
        if outcome is None:
            differences.append(Noticed(label, 'not reached', original[label], None))
        elif difference := noticed(label, original[label], outcome, requests=requests):
            differences.append(difference)
    working = [label for label in labels if 'value' in original[label]]
    return Tally(labels, working, differences)


def noticed(
    label: str, original: dict[str, Any], ours: dict[str, Any], *, requests: bool
) -> Noticed | None:
    """The first difference that a program would notice."""
    if original.get('error') in CRASHES and 'value' in ours:
        return None
    if ('error' in original) != ('error' in ours):
        return Noticed(label, 'outcome', _outcome(original), _outcome(ours))
    if 'error' in original:
        missing = [kind for kind in original['caught'] if kind not in ours['caught']]
        if missing:
            return Noticed(label, 'caught', missing, ours['caught'])
        if original['code'] != ours['code']:
            return Noticed(label, 'code', original['code'], ours['code'])
    elif difference := _unequal(label, 'value', original['value'], ours['value']):
        return difference
    return _unequal(label, 'requests', _counted(original), _counted(ours)) if requests else None


def _unequal(label: str, aspect: str, original: Any, ours: Any) -> Noticed | None:
    """The first place where two values differ."""
    found = next(comparison.unequal(_named(original, ours), original), None)
    return found and Noticed(label, f'{aspect} {found.where}', found.theirs, found.ours)


def _named(original: Any, ours: Any) -> Any:
    """Our value; where names have to be there, those of them that are."""
    if isinstance(original, dict) and isinstance(ours, dict):
        if AT_LEAST in original:
            there = ours.get(AT_LEAST, '').split()
            names = [name for name in original[AT_LEAST].split() if name in there]
            return {**original, AT_LEAST: ' '.join(names)}
        return {key: _named(original.get(key), value) for key, value in ours.items()}
    if isinstance(original, list) and isinstance(ours, list) and len(original) == len(ours):
        return list(map(_named, original, ours))
    return ours


def _counted(outcome: dict[str, Any]) -> list[Any]:
    """The requests that have to be the same; of a call that fails, what was written."""
    sent: list[Any] = outcome.get('requests', [])
    return [line for line in sent if line[0] != 'GET'] if 'error' in outcome else sent


def _outcome(outcome: dict[str, Any]) -> Any:
    """The value, or the error in short."""
    if 'error' in outcome:
        return f'{outcome["error"]}: {outcome["message"]}'
    return outcome['value']
