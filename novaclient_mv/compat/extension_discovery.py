"""Extensions of the library that other packages bring, found by name."""

from __future__ import annotations

import importlib
import pkgutil
import types
from collections.abc import Iterator

from novaclient_mv.resources.extensions import Extension
from novaclient_mv.services import entry_points

GROUP = 'novaclient.extension'
SUFFIX = '_python_novaclient_ext'
"""The ending of names of modules that are extensions by themselves."""


def discover_extensions(*args: object, **kwargs: object) -> list[Extension]:
    """The extensions of all installed packages, for ``Client(extensions=...)``.

    They are the modules whose names end in ``_python_novaclient_ext``, and those of the entry
    points ``novaclient.extension``. Commands of other packages need none: they are found by their
    own entry points.

    :param args: the version, and whether only extensions of the package itself are wanted, of which
        there are none: both are taken for programs that pass them.
    """
    return [Extension(name, module) for name, module in (*_by_name(), *_by_entry_point())]


def _by_name() -> Iterator[tuple[str, types.ModuleType]]:
    for module in pkgutil.iter_modules():
        if module.name.endswith(SUFFIX):
            yield module.name, importlib.import_module(module.name)


def _by_entry_point() -> Iterator[tuple[str, types.ModuleType]]:
    for name, module in entry_points.load(GROUP):
        if isinstance(module, types.ModuleType):
            yield name, module
