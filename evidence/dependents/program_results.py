"""Results of programs' own tests with this library in place of python-novaclient."""

from __future__ import annotations

import json
import pathlib
import subprocess
from typing import NamedTuple

from evidence.dependents import alias, measuring, original_tests, own_tests, run_tests
from evidence.dependents.original_tests import Result


class Outcome(NamedTuple):
    """The tests that pass with python-novaclient.

    :param total: how many were run.
    :param passing: the names of those that pass.
    :param differences: those that do not pass with this library, with what is said instead.
    """

    total: int
    passing: list[str]
    differences: dict[str, str]

    @property
    def same(self) -> int:
        """The number of tests that pass with both."""
        return len(self.passing) - len(self.differences)


def outcome(original: list[Result], ours: list[Result]) -> Outcome:
    """Compare two runs of the same tests; those left out for a reason do not count."""
    counted = original_tests.counted(original, own_tests.EXCLUDED)
    passing = [result.name for result in counted if result.is_passed]
    said = {result.name: result.outcome for result in ours}
    passed = {result.name for result in ours if result.is_passed}
    differences = {name: said.get(name, 'not run') for name in passing if name not in passed}
    return Outcome(len(counted), passing, differences)


def is_installed(tests: own_tests.OwnTests) -> bool:
    """Whether a program is there, and what its tests import."""
    environment = measuring.interpreter(tests.environment).parents[1]
    return measuring.is_installed(tests.installed) and (environment / own_tests.INSTALLED).exists()


def results(
    tests: own_tests.OwnTests, home: pathlib.Path, package: str | None = None
) -> list[Result]:
    """Return the results of a program's tests.

    :param home: an empty folder.
    :param package: what answers for ``novaclient``; python-novaclient itself without it.
    """
    home.mkdir(parents=True)
    out = home / 'results.json'
    settings = measuring.variables(home, measuring.modules(tests.installed.folder))
    if package:
        settings[alias.ALIAS] = package
    if tests.settings:
        settings[run_tests.DJANGO] = tests.settings
    done = subprocess.run(
        [
            *(measuring.interpreter(tests.environment), '-m', run_tests.__name__, out),
            *tests.modules,
        ],
        env=settings,
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding='utf-8',
        errors='replace',
        timeout=measuring.TIMEOUT,
    )
    if not out.exists():
        raise RuntimeError(f'{tests}: {done.stderr[-2000:]}')
    return [Result(*result) for result in json.loads(out.read_text())]


def compared(tests: own_tests.OwnTests, home: pathlib.Path) -> Outcome:
    """A program's tests, with the original and with this library."""
    folder = home / tests.program
    return outcome(
        results(tests, folder / 'original'), results(tests, folder / 'ours', measuring.OURS)
    )
