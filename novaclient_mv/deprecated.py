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


def names(module: str, renamed: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module in which names were renamed.

    :param module: its ``__name__``.
    :param renamed: old names to new ones, as ``package.module.name``.
    """

    def attribute(name: str) -> Any:
        if name not in renamed:
            raise AttributeError(f'module {module!r} has no attribute {name!r}')
        warn(f'{module}.{name}', renamed[name])
        where, _, new = renamed[name].rpartition('.')
        return getattr(importlib.import_module(where), new)

    return attribute
