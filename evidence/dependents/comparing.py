"""Two records of the same calls: what a program would notice."""

from __future__ import annotations

from typing import Any, NamedTuple

Record = dict[str, dict[str, Any]]


CRASHES = ('AttributeError', 'IndexError', 'KeyError', 'RecursionError')
"""Mistakes of python-novaclient itself, where it shows them; nobody needs them again."""

AT_LEAST = 'at least'
"""The key of names that have to be there; there may be more."""


class Difference(NamedTuple):
    """A call that comes out otherwise than with python-novaclient."""

    label: str
    aspect: str
    original: Any
    ours: Any

    def __str__(self) -> str:
        return (
            f'{self.label}: {self.aspect}\n    original {self.original}\n    ours     {self.ours}'
        )


class Comparison(NamedTuple):
    """The calls of a program, with the original and with this library.

    :param labels: the calls that were made with the original.
    :param working: those of them that gave a value.
    :param differences: what a program would notice.
    """

    labels: list[str]
    working: list[str]
    differences: list[Difference]

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


def compare(original: Record, ours: Record, *, requests: bool = True) -> Comparison:
    """Compare the records of a program.

    :param requests: whether what is sent has to be the same.
    """
    labels = list(original)
    differences: list[Difference] = []
    for label in labels:
        outcome = ours.get(label)
        if outcome is None:
            differences.append(Difference(label, 'not reached', original[label], None))
        elif difference := noticed(label, original[label], outcome, requests=requests):
            differences.append(difference)
    working = [label for label in labels if 'value' in original[label]]
    return Comparison(labels, working, differences)


def noticed(
    label: str, original: dict[str, Any], ours: dict[str, Any], *, requests: bool
) -> Difference | None:
    """The first difference that a program would notice."""
    if original.get('error') in CRASHES and 'value' in ours:
        return None
    if ('error' in original) != ('error' in ours):
        return Difference(label, 'outcome', _outcome(original), _outcome(ours))
    if 'error' in original:
        missing = [kind for kind in original['caught'] if kind not in ours['caught']]
        if missing:
            return Difference(label, 'caught', missing, ours['caught'])
        if original['code'] != ours['code']:
            return Difference(label, 'code', original['code'], ours['code'])
    elif not _is_same(original['value'], ours['value']):
        return Difference(label, 'value', *apart(original['value'], ours['value']))
    if requests and (sent := _counted(original)) != _counted(ours):
        return Difference(label, 'requests', *apart(sent, _counted(ours)))
    return None


def _is_same(original: Any, ours: Any) -> bool:
    """Whether two values are equal; of names, whether all are there."""
    if isinstance(original, dict) and isinstance(ours, dict):
        if AT_LEAST in original:
            return not _lacking(original, ours)
        return original.keys() == ours.keys() and all(
            _is_same(original[key], ours[key]) for key in original
        )
    if isinstance(original, list) and isinstance(ours, list):
        return len(original) == len(ours) and all(map(_is_same, original, ours))
    return bool(original == ours)


def _lacking(original: dict[str, Any], ours: dict[str, Any]) -> list[str]:
    """The names that are not there."""
    return sorted(set(original[AT_LEAST].split()) - set(ours.get(AT_LEAST, '').split()))


def _counted(outcome: dict[str, Any]) -> list[Any]:
    """The requests that have to be the same; of a call that fails, what was written."""
    sent: list[Any] = outcome.get('requests', [])
    return [line for line in sent if line[0] != 'GET'] if 'error' in outcome else sent


def _outcome(outcome: dict[str, Any]) -> Any:
    """The value, or the error in short."""
    if 'error' in outcome:
        return f'{outcome["error"]}: {outcome["message"]}'
    return outcome['value']


def apart(original: Any, ours: Any, path: str = '') -> tuple[str, str]:
    """Where two values come apart, with the path there."""
    if isinstance(original, dict) and isinstance(ours, dict):
        for key in [*original, *ours]:
            if key not in original or key not in ours or original[key] != ours[key]:
                if key == AT_LEAST:
                    return f'{path} {_lacking(original, ours)}', f'{path} lacks them'
                return apart(
                    original.get(key, 'missing'), ours.get(key, 'missing'), f'{path}.{key}'
                )
    if isinstance(original, list) and isinstance(ours, list) and len(original) == len(ours):
        for place, (one, other) in enumerate(zip(original, ours, strict=True)):
            if one != other:
                return apart(one, other, f'{path}[{place}]')
    return f'{path} {original}', f'{path} {ours}'
