"""Known keys of cloud data, at every depth; unknown keys are moved under ``extra``.

Mappings whose keys are data, as metadata, have no known keys, and are not changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Shape = Callable[[Any], Any]
"""A function that returns a value with its unknown keys moved under ``extra``."""

Tree = dict[str, 'Tree | None']
"""Known keys, each with the known keys of its mapping; ``None``: the whole value is known."""


def known(*keys: str, **below: Shape) -> Shape:
    """Return the shape of a mapping, or of a list of mappings, with these known keys.

    :param below: keys whose values have a shape of their own.
    """
    names = frozenset((*keys, *below))

    def shape(value: object) -> object:
        if isinstance(value, list):
            return [shape(entry) for entry in value]
        if not isinstance(value, dict):
            return value
        if not below and value.keys() <= names:
            return value
        present = {key: value[key] for key in value if key in names}
        present |= {key: of(present[key]) for key, of in below.items() if key in present}
        return present | beyond(value, names)

    return shape


def by_name(of: Shape) -> Shape:
    """The shape of a mapping from names that are data to values of one shape."""
    return lambda value: (
        {name: of(entry) for name, entry in value.items()} if isinstance(value, dict) else value
    )


def beyond(value: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """The unknown entries of a mapping as one value, under its key; empty without any."""
    rest = {key: entry for key, entry in value.items() if key not in names}
    return {rest_key(names): rest} if rest else {}


def rest_key(names: Iterable[str]) -> str:
    """The key for what is unknown: ``unknown`` where the API has an ``extra`` of its own."""
    return 'unknown' if 'extra' in names else 'extra'


def tree(paths: Iterable[str | tuple[str, ...]], links: Iterable[str]) -> Tree:
    """The tree of some places in a mapping.

    :param links: keys that are known at every depth.
    """
    root: Tree = dict.fromkeys(links)
    for path in paths:
        *above, last = (path,) if isinstance(path, str) else path
        place: Tree | None = root
        for name in above:
            place = place.setdefault(name, dict.fromkeys(links)) if place is not None else None
        if place is not None:
            place[last] = None
    return root


def unknown(values: Mapping[str, Any], tree: Tree) -> dict[str, Any]:
    """The part of a mapping that lies outside of a tree, nested as in the mapping.

    A list with an unknown key in any entry is returned whole, so that the position shows.
    """
    rest = {}
    for key, value in values.items():
        if key not in tree:
            rest[key] = value
        elif (below := tree[key]) is not None and (left := _left(value, below)) is not None:
            rest[key] = left
    return rest


def _left(value: object, below: Tree) -> object:
    if isinstance(value, Mapping):
        return unknown(value, below) or None
    if isinstance(value, list):
        return value if any(_left(entry, below) is not None for entry in value) else None
    # What is to have parts has none: nothing of it is shown elsewhere.
    return value
