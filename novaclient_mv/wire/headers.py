"""The headers of an answer, whose names ignore case."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Headers(dict[str, str]):
    """Headers whose names ignore case; they are listed as they came, or, joined, as first came."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self._names: dict[str, str] = {}
        for name, value in pairs:
            key = self._names.setdefault(name.lower(), name)
            before = super().get(key)
            super().__setitem__(key, value if before is None else f'{before}, {value}')

    def __getitem__(self, name: str) -> str:
        return super().__getitem__(self._names[name.lower()])

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._names

    def get(self, name: str, default: Any = None) -> Any:
        return super().get(self._names.get(name.lower(), name), default)
