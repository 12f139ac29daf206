"""Runs the original's own tests of its managers with this library in its place.

``python -m evidence.dependents.original_tests OUT MODULE ...`` runs modules of tests inside
the environment, and writes what came of each test.
"""

from __future__ import annotations

import fnmatch
import importlib
import json
import pathlib
import sys
import traceback
import unittest
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

MODULES = 'unit/v2/test_*.py'
PACKAGE = 'novaclient.tests'

_WORDS = 'checks the words of an error, which are those of this library'
_ENCODING = 'wants braces in a URL as they are; on the wire they are encoded there, too'

EXCLUDED = {
    '*.test_shell.*': 'tests of the command line, which is another one here',
    '*.v2.test_availability_zone*': 'imports the command line, which is another one here',
    '*.v2.test_servers.*.test_filter_servers_unlocked': _WORDS,
    '*.test_create_server_with_host_pre_274_fails': _WORDS,
    '*.test_create_server_with_host_and_hypervisor_hostname_pre_274_fails': _WORDS,
    '*.test_create_server_with_hypervisor_hostname_pre_274_fails': _WORDS,
    '*.test_create_server_with_hostname_pre_290_fails': _WORDS,
    '*.test_create_server_boot_from_volume_with_volume_type_pre_267': _WORDS,
    '*.HypervisorsV288Test.test_hypervisor_statistics': _WORDS,
    '*.v2.test_hypervisors.*.test_hypervisor_search_detailed': _WORDS,
    '*.v2.test_assisted_volume_snapshots.*.test_delete_snap': _ENCODING,
}
"""Patterns of tests that are left out, each with the reason."""


class Result(NamedTuple):
    """The result of a test.

    :param name: the test.
    :param outcome: ``passed``, ``skipped`` or the last line of the failure.
    """

    name: str
    outcome: str

    @property
    def is_passed(self) -> bool:
        """Whether the test passed."""
        return self.outcome == 'passed'


def names(folder: pathlib.Path) -> list[str]:
    """The modules with tests of managers."""
    paths = sorted(folder.glob(MODULES))
    return [f'{PACKAGE}.unit.v2.{path.stem}' for path in paths if path.stem != 'test_shell']


class Collected(unittest.TestResult):
    """Notes what came of each test."""

    def __init__(self) -> None:
        super().__init__()
        self.results: list[Result] = []

    def note(self, test: Any, outcome: str) -> None:
        """Add a test."""
        self.results.append(Result(test.id(), outcome))

    def addSuccess(self, test: Any) -> None:
        """It passed."""
        self.note(test, 'passed')

    def addSkip(self, test: Any, reason: str | None = None, details: Any = None) -> None:
        """It was skipped."""
        self.note(test, 'skipped')

    def addError(self, test: Any, err: Any = None, details: Any = None) -> None:
        """It failed; ``testtools`` says why in details, ``unittest`` in an error."""
        self.note(test, last_line(err, details))

    def addFailure(self, test: Any, err: Any = None, details: Any = None) -> None:
        """It failed in an assertion."""
        self.note(test, last_line(err, details))


def last_line(err: Any, details: Any) -> str:
    """The last line of a failure."""
    if details:
        texts = [details[key].as_text() for key in details if key.startswith('traceback')]
        lines = [line for text in texts for line in text.splitlines() if line.strip()]
    else:
        lines = traceback.format_exception_only(err[0], err[1])
    return lines[-1].strip() if lines else 'failed'


def results_of(modules: Iterable[str]) -> list[Result]:
    """Return the results of modules' tests; one that cannot be imported fails as a whole."""
    collected = Collected()
    for name in modules:
        try:
            module = importlib.import_module(name)
        except Exception as error:
            collected.results.append(Result(name, f'{type(error).__name__}: {error}'))
            continue
        unittest.TestLoader().loadTestsFromModule(module).run(collected)
    return collected.results


def main(out: str, *modules: str) -> int:
    """Run modules of tests; the exit status."""
    from evidence.dependents import alias

    alias.install()
    pathlib.Path(out).write_text(json.dumps(results_of(modules)))
    return 0


def counted(results: list[Result], excluded: Iterable[str] = EXCLUDED) -> list[Result]:
    """The tests that count: those that are not left out for a reason.

    :param excluded: patterns of those that are left out.
    """
    return [
        result
        for result in results
        if result.outcome != 'skipped'
        and not any(fnmatch.fnmatch(result.name, pattern) for pattern in excluded)
    ]


def groups(results: list[Result]) -> list[tuple[str, int, str]]:
    """Failures alike: their line, how many there are, one of them."""
    failed = [result for result in results if not result.is_passed]
    counts = Counter(result.outcome[:120] for result in failed)
    example = {result.outcome[:120]: result.name for result in failed}
    return [(line, count, example[line]) for line, count in counts.most_common()]


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
