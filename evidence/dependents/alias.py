"""Gives this library to programs that import ``novaclient``.

The programs stay as they are: :func:`install` puts a finder before all others, if
``NOVA_MV_ALIAS`` names the package that is to answer for ``novaclient``.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import types
from collections.abc import Sequence

ALIAS = 'NOVA_MV_ALIAS'
TESTS = 'NOVA_MV_ORIGINAL_TESTS'

_NAME = 'novaclient'
_TESTS = f'{_NAME}.tests'


def _is_below(name: str, package: str) -> bool:
    """Whether a module is a package or stands in it."""
    return name == package or name.startswith(f'{package}.')


class Loader(importlib.abc.Loader):
    """Gives a module that is imported already, and leaves it as it is.

    :param module: the module.
    """

    def __init__(self, module: types.ModuleType) -> None:
        self.module = module
        self.spec = module.__spec__

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """The module itself."""
        return self.module

    def exec_module(self, module: types.ModuleType) -> None:
        """Give it its own spec back, which the import has replaced."""
        module.__spec__ = self.spec


class Finder(importlib.abc.MetaPathFinder):
    """Finds modules of another package under the name of python-novaclient.

    :param package: the other package.
    :param tests: the folder of python-novaclient's own tests, which are nobody else's.
    """

    def __init__(self, package: str, tests: str | None = None) -> None:
        self.package = package
        self.tests = tests

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """The spec of a module below ``novaclient``; ``None`` leaves others to other finders."""
        if not _is_below(fullname, _NAME):
            return None
        if _is_below(fullname, _TESTS):
            return self._test_spec(fullname)
        name = self.package + fullname.removeprefix(_NAME)
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            raise ModuleNotFoundError(f'No module named {fullname!r}', name=fullname) from None
        is_package = hasattr(module, '__path__')
        return importlib.machinery.ModuleSpec(fullname, Loader(module), is_package=is_package)

    def _test_spec(self, name: str) -> importlib.machinery.ModuleSpec | None:
        """Where the original's tests are; below their package, the usual finders look."""
        if self.tests is None or name != _TESTS:
            return None
        folder = pathlib.Path(self.tests)
        return importlib.util.spec_from_file_location(
            name, folder / '__init__.py', submodule_search_locations=[str(folder)]
        )


def install() -> None:
    """Alias what ``NOVA_MV_ALIAS`` names; nothing without it."""
    package = os.environ.get(ALIAS)
    if package:
        sys.meta_path.insert(0, Finder(package, os.environ.get(TESTS)))
