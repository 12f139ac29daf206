"""JSON Patch documents of changes to the Bare Metal API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv.resources.manager import Value

Path = str | tuple[str, ...]
"""A field, or a field and the key below it: ``name``, ``('extra', 'rack')``."""


def of(changed: Mapping[Path, Value], removed: Iterable[Path] = ()) -> list[dict[str, Any]]:
    """The document that sets some values and removes others.

    ``add`` sets a value whether or not there was one.

    :param changed: a field, or a field and a key below it, to the new value.
    :param removed: fields, or keys below them.
    """
    return [
        *({'op': 'add', 'path': pointer(path), 'value': value} for path, value in changed.items()),
        *({'op': 'remove', 'path': pointer(path)} for path in removed),
    ]


def pointer(path: Path) -> str:
    """The JSON Pointer to a value; a slash or tilde in a key is part of the key."""
    parts = (path,) if isinstance(path, str) else path
    return ''.join('/' + part.replace('~', '~0').replace('/', '~1') for part in parts)
