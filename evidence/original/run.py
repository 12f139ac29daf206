"""Runs the original's functional tests inside their environment.

``python -m evidence.original.run OUT [PATTERN]`` writes what came of each test of the
modules whose names below the package match. With ``NOVA_MV_ALIAS`` this library answers for
``novaclient``; without it, the original does.
"""

from __future__ import annotations

import fnmatch
import importlib
import json
import pathlib
import pkgutil
import sys
import time
import types
from collections.abc import Callable, Collection
from typing import Any

from evidence.dependents import alias, original_tests

PACKAGE = 'novaclient.tests.functional'
_SHELL = 'novaclient.v2.shell'
_PATIENCE = 120
_LOOK = 0.2


def wait(
    look: Callable[[str], Any], thing: str, doing: str | None, ends: Collection[str], **_: Any
) -> None:
    """Wait for a state, as the tests have the original's command line do.

    :param look: how one looks.
    :param doing: what goes on, in a word for people.
    :param ends: states that end it, in small letters.
    """
    end = time.monotonic() + _PATIENCE
    while (state := look(thing).status.lower()) not in ends:
        assert state != 'error', f'{thing}: {doing}'
        assert time.monotonic() < end, f'{thing}: {state}'
        time.sleep(_LOOK)


def put_in_place() -> None:
    """Have this library in the original's place, if it is to be there."""
    alias.install()
    if any(isinstance(finder, alias.Finder) for finder in sys.meta_path):
        # Of the original's module of commands, which is its program, the tests use one function.
        shell = types.ModuleType(_SHELL)
        shell._poll_for_status = wait  # type: ignore[attr-defined]
        sys.modules[_SHELL] = shell
        importlib.import_module('novaclient.v2').shell = shell  # type: ignore[attr-defined]


def names(pattern: str) -> list[str]:
    """The modules of tests whose names match."""
    package = importlib.import_module(PACKAGE)
    found = (module.name for module in pkgutil.walk_packages(package.__path__, f'{PACKAGE}.'))
    tests = (name for name in found if name.rpartition('.')[2].startswith('test_'))
    return [name for name in tests if fnmatch.fnmatch(name, f'{PACKAGE}.{pattern}')]


def main(out: str, pattern: str = '*') -> int:
    """Run modules of tests; the exit status."""
    put_in_place()
    results = original_tests.results_of(names(pattern))
    pathlib.Path(out).write_text(json.dumps(results))
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
