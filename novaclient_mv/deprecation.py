"""Old names that programs may use: they keep working, with a ``DeprecationWarning``."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def warn(old: str, new: str, depth: int = 3) -> None:
    """Warn that a name is another one now.

    :param depth: which frame uses the old name; 3 is the caller of the one that calls this.
    """
    warnings.warn(f'{old} is deprecated: use {new}.', DeprecationWarning, depth)


def renamed(old: str, new: str, depth: int = 4) -> Any:
    """Return what has a new name, and warn of the old one.

    :param new: as ``package.module.name``.
    """
    warn(old, new, depth)
    where, _, name = new.rpartition('.')
    return getattr(importlib.import_module(where), name)


def names(module: str, new_names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module in which names were renamed.

    :param module: its ``__name__``.
    :param new_names: old names to new ones, as ``package.module.name``.
    """

    def attribute(name: str) -> Any:
        if name not in new_names:
            raise AttributeError(f'module {module!r} has no attribute {name!r}')
        return renamed(f'{module}.{name}', new_names[name])

    return attribute
