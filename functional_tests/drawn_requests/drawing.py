"""Random values: good ones, and bad ones of each kind."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar('T')

MISSING_UUID = '00000000-dead-4bad-8bad-00000000dead'
MALFORMED_VERSIONS = ('x', '1', '2', '', 'v2.1', '2.x', '2.1.1', '-1.0', ' 2.10 ', 'LATEST', '2.01')
BAD_SEGMENTS = (
    MISSING_UUID, 'nosuch', 'x', '0', '-1', 'ABC', 'ü', 'a b', 'x' * 256, 'a.b', '%', 'null',
    MISSING_UUID.replace('-', ''), MISSING_UUID.upper(), 'detail',
)  # fmt: skip
BAD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1.5, 2**31, 10**30, '', ' ', 'x', 'nosuch', 'x' * 256, 'ü', '1',
    '-1',
    'a/b', ' x ', [], ['x'], [1], [None], {}, {'nope': 1}, MISSING_UUID, 'true', 'None', 'a,b',
)  # fmt: skip
BAD_PARAMETERS = (
    '', 'x', '0', '-1', '1', '1.5', 'true', 'nosuch', MISSING_UUID, 'ü', 'x' * 256, 'a,b',
    '99999999999',
)  # fmt: skip
MEDIA_TYPES = ('text/plain', 'application/xml', 'application/json; charset=utf-8', 'x', '')
ACCEPTED_TYPES = (
    'application/xml', 'text/plain', 'text/html', '*/*', 'application/*', '',
    'application/json;q=0.5',
    'text/html, application/json',
)  # fmt: skip
METHODS = ('GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD')
RAW_BODIES = (b'', b'{', b'null', b'[]', b'255', b'"x"', b'{}', b'true', b'\xff', b'{"a":1}{')


class Draw:
    """Draws from a source of chance, which may be Hypothesis'."""

    def __init__(self, source: random.Random) -> None:
        self.random = source

    def chance(self, share: float) -> bool:
        """Whether something is so, in this share of all cases."""
        # What Hypothesis takes for simple, 0, is to stand for the simple case.
        return self.random.random() >= 1 - share

    def one_of(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[self.random.randrange(len(values))]

    def some_of(self, values: Iterable[T], least: int = 0, most: int = 3) -> list[T]:
        """Some different values, in any order."""
        pool = list(values)
        self.random.shuffle(pool)
        return pool[: self.random.randint(least, max(least, min(most, len(pool))))]

    def number(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return self.random.randint(low, high)

    def weighted(self, values: Sequence[T], weights: Sequence[float]) -> T:
        """One of some values, the heavier the oftener."""
        return self.random.choices(values, weights)[0]

    def optional(self, **makers: Callable[[], Any]) -> dict[str, Any]:
        """Some of the keys, each in a third of all cases."""
        return {name: make() for name, make in makers.items() if self.chance(0.33)}

    def ref(self, kind: str) -> str:
        """A placeholder for the id of a resource that an earlier step has made."""
        return f'{{{kind}:{self.number(0, 5)}}}'

    def spoiled(self, value: Any, bad: Sequence[Any] = BAD_VALUES) -> Any:
        """A value with one of its parts replaced, removed or added.

        :param bad: what is put in its place.
        """
        places = list(places_of(value))
        if not places or self.chance(0.06):
            return copy.deepcopy(self.one_of(bad))
        owner, key = self.one_of(places)
        choice = self.random.random()
        if choice < 0.2:
            del owner[key]
        elif choice < 0.35 and isinstance(owner, dict):
            owner[self.one_of(('nope', 'x', 'Name', 'id', 'links', 'ü'))] = copy.deepcopy(
                self.one_of(bad)
            )
        elif choice < 0.42 and isinstance(owner, list):
            owner.extend((owner[key], copy.deepcopy(self.one_of(bad)))[: self.number(1, 2)])
        else:
            owner[key] = copy.deepcopy(self.one_of(bad))
        return value


def places_of(value: Any) -> Iterable[tuple[Any, Any]]:
    """Every part of a value, as its owner and its key there."""
    entries: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        entries = value.items()
    elif isinstance(value, list):
        entries = enumerate(value)
    for key, part in list(entries):
        yield value, key
        yield from places_of(part)
