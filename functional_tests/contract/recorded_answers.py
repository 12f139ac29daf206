"""Reads recorded answers for the making of scenes, and notes what is taken from them.

What a scene is made from comes out again whatever the sandbox does, so it is not compared. No
scene sees an answer in another way than through these values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from functional_tests.contract import shapes


def leaves(content: Any, at: str = '') -> Iterator[tuple[str, Any]]:
    """The values of an answer with their places; an empty map or list is one."""
    if isinstance(content, dict) and content:
        for key, value in content.items():
            yield from leaves(value, shapes.below(at, key))
    elif isinstance(content, list) and content:
        for number, value in enumerate(content):
            yield from leaves(value, f'{at}[{number}]')
    else:
        yield at, content


class _Part:
    """A map or a list within an answer; it notes the places of the values that it hands out."""

    def __init__(self, content: Any, taken: set[str], at: str) -> None:
        self._content, self._taken, self._at = content, taken, at

    def __len__(self) -> int:
        return len(self._content)

    def plain(self) -> Any:
        """All of it."""
        self._taken.update(place for place, _ in leaves(self._content, self._at))
        return self._content

    def _hand_out(self, value: Any, at: str) -> Any:
        if isinstance(value, dict) and value:
            return AnswerMap(value, self._taken, at)
        if isinstance(value, list) and value:
            return AnswerList(value, self._taken, at)
        self._taken.add(at)
        return value


class AnswerMap(_Part, Mapping[str, Any]):
    """A map of an answer. Which keys it has can be asked without taking a value."""

    def __getitem__(self, key: str) -> Any:
        return self._hand_out(self._content[key], shapes.below(self._at, key))

    def __iter__(self) -> Iterator[str]:
        return iter(self._content)

    def __contains__(self, key: object) -> bool:
        return key in self._content


class AnswerList(_Part, Sequence[Any]):
    """A list of an answer. How long it is can be asked without taking a value."""

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        return self._hand_out(self._content[number], f'{self._at}[{number}]')


class RecordedAnswer:
    """One recorded answer.

    :param content: decoded JSON, or ``None``.
    """

    def __init__(self, content: Any) -> None:
        self._content = content if isinstance(content, dict) else {}
        self.taken: set[str] = set()
        self.map = AnswerMap(self._content, self.taken, '')

    def things(self, plural: str, singular: str = '') -> list[Any]:
        """Return the resources of a list or of an answer about one; empty where it has neither."""
        if plural in self.map:
            return list(self.map[plural])
        return [self.map[singular]] if singular in self.map else []

    def has(self, key: str) -> bool:
        """Whether a key is anywhere; its values count as taken then."""
        found = [place for place, _ in leaves(self._content) if key in _keys(place)]
        self.taken.update(found)
        return bool(found)

    def value_of(self, key: str) -> Any:
        """The first value under a key, wherever it is; ``None`` where there is none."""
        for place, value in leaves(self._content):
            if shapes.key_of(place) == key:
                self.taken.add(place)
                return value
        return None

    def tells(self, part: str) -> bool:
        """Whether a text has a part; such texts count as taken then."""
        found = [
            place
            for place, value in leaves(self._content)
            if isinstance(value, str) and part in value
        ]
        self.taken.update(found)
        return bool(found)


def plain(value: Any) -> Any:
    """A value that was handed out, and all of it if it is a map or list."""
    return value.plain() if isinstance(value, _Part) else value


def _keys(place: str) -> list[str]:
    return [part.partition('[')[0] for part in place.split('.')]
