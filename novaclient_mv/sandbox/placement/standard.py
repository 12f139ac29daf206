"""The names of resource classes and traits that every cloud has."""

from __future__ import annotations

import functools
import json
import os

_DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), 'data')


@functools.cache
def classes() -> tuple[str, ...]:
    """The standard resource classes."""
    return _names('placement', 'resource_classes.json')


@functools.cache
def traits() -> tuple[str, ...]:
    """The standard traits."""
    return _names('traits.json')


def _names(*path: str) -> tuple[str, ...]:
    with open(os.path.join(_DATA, *path), encoding='utf-8') as file:
        return tuple(json.load(file))
