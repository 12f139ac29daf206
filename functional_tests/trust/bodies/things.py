"""Things that earlier answers of a sandbox named, for requests that are to meet it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from functional_tests.drawn_requests.drawing import Draw

_MOST = 30
_IDS, _NAMES = ('id', 'uuid'), ('name', 'hostname')
_MAPS = frozenset(('metadata', 'extra_spec', 'propertie', 'inventorie'))
_REFERENCE = re.compile(r'(?:^|_)(?:id|uuid|ref)$|Ref$|Id$')
_PLACEHOLDER = re.compile(r'\{([a-z_ ]+)(?::[^{}]*)?\}')


class Things:
    """Ids and names by the kind of what has them; the newest of each kind."""

    def __init__(self) -> None:
        self._ids: dict[str, list[str]] = {}
        self._names: dict[str, list[str]] = {}

    def learn(self, value: Any, kind: str = 'thing') -> None:
        """Take in the ids and names of an answer, in order of its keys."""
        if isinstance(value, list):
            for inner in value[:_MOST]:
                self.learn(inner, kind)
        elif isinstance(value, str):
            _keep(self._ids, kind, value)
        elif isinstance(value, dict):
            for key, inner in value.items():
                if kind in _MAPS or key in _IDS:
                    _keep(self._ids, kind, key if kind in _MAPS else inner)
                elif key in _NAMES:
                    _keep(self._names, kind, inner)
                elif isinstance(inner, (list, dict)):
                    self.learn(inner, kind_of(key))

    def one(self, draw: Draw, kind: str) -> str:
        """The name of something of a kind, or of anything where nothing of it is known."""
        table = self._names if draw.chance(0.1) else self._ids
        names = table.get(kind) or self._names.get(kind) or self._ids.get(kind)
        return draw.one_of(names or draw.one_of([*self._ids.values(), ['nosuch']]))

    def filled(self, value: Any, draw: Draw) -> Any:
        """A value with names in the place of ``{kind}`` and ``{kind:number}``."""
        if isinstance(value, str) and value.startswith('{generation:'):
            return draw.number(0, 4)
        if isinstance(value, str):
            return _PLACEHOLDER.sub(lambda found: self.one(draw, kind_of(found[1])), value)
        if isinstance(value, list):
            return [self.filled(inner, draw) for inner in value]
        if isinstance(value, dict):
            return {self.filled(key, draw): self.filled(own, draw) for key, own in value.items()}
        return value


def kind_of(name: str) -> str:
    """The kind that a key, or the segment of a path, names: ``server_group``, say."""
    return name.removeprefix('os-').replace('-', '_').removesuffix('s')


def _keep(table: dict[str, list[str]], kind: str, name: Any) -> None:
    names = table.setdefault(kind, [])
    if isinstance(name, str) and 0 < len(name) < 100 and name not in names:
        names.append(name)
        del names[:-_MOST]
    if not names:
        del table[kind]


class References(Mapping[str, Callable[[Draw], Any]]):
    """Makers of values by key, among them of every key that names something."""

    def __init__(self, things: Things, known: Mapping[str, Callable[[Draw], Any]]) -> None:
        self.things, self.known = things, known

    def __getitem__(self, key: str) -> Callable[[Draw], Any]:
        if key in self.known:
            return self.known[key]
        found = _REFERENCE.search(key)
        if found is None:
            raise KeyError(key)
        kind = kind_of(key[: found.start()].lower()) or 'thing'
        return lambda draw: self.things.one(draw, kind)

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)
