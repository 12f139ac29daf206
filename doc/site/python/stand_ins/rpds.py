"""Stands for the package rpds, which is made of Rust, where there is no build of it: referencing
needs its three kinds of collections that do not change.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

_Key = TypeVar('_Key', bound=Hashable)
_Value = TypeVar('_Value')


class HashTrieMap(dict[_Key, _Value]):
    """A mapping; what changes it makes another one."""

    @classmethod
    def convert(cls, value: Mapping[_Key, _Value]) -> HashTrieMap[_Key, _Value]:
        """Return a mapping as one of these."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: _Key, value: _Value) -> HashTrieMap[_Key, _Value]:
        """Return one that has a value more."""
        return HashTrieMap({**self, key: value})

    def update(self, *args: Any, **kwargs: Any) -> HashTrieMap[_Key, _Value]:  # type: ignore[override]
        """Return one that has more values."""
        return HashTrieMap({**self, **dict(*args, **kwargs)})

    def remove(self, key: _Key) -> HashTrieMap[_Key, _Value]:
        """Return one that lacks a key.

        :raises KeyError: it is not there.
        """
        changed = HashTrieMap(self)
        del changed[key]
        return changed

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset[_Key]):
    """A set; what changes it makes another one."""

    def insert(self, value: _Key) -> HashTrieSet[_Key]:
        """Return one that has a value more."""
        return HashTrieSet(self | {value})

    def update(self, *values: Iterable[_Key]) -> HashTrieSet[_Key]:
        """Return one that has more values."""
        return HashTrieSet(self.union(*values))


class List(tuple[_Value, ...]):
    """A list; what changes it makes another one."""

    __slots__ = ()

    def __new__(cls, values: Iterable[_Value] = ()) -> List[_Value]:
        return super().__new__(cls, values)

    def push_front(self, value: _Value) -> List[_Value]:
        """Return one that begins with a value."""
        return List((value, *self))

    def drop_first(self) -> List[_Value]:
        """Return one without the first value."""
        return List(self[1:])
