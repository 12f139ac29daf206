"""Prints the results of the programs: ``python -m evidence.dependents.report [PROGRAM ...]``.

``NOVA_MV_DEPENDENTS`` names the folder that ``install.py`` has filled. Without names, the calls of
the whole library and the original's tests are tried.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile

from evidence.dependents import (
    measuring,
    original_tests,
    own_tests,
    program_results,
    records,
)
from evidence.dependents.live import attachments, creations, methods, signatures
from evidence.dependents.programs import PROGRAMS, Program

TITLE = ('program', 'version', 'calls', 'same', 'work', 'of these same')
OWN_TESTS = ('program', 'version', 'tests', 'pass', 'of these same')
LIVE = (
    *('errors', 'keywords', 'objects', 'resources', 'services'),
    *(f'attachments {version}' for version in attachments.VERSIONS),
    *(f'creations {version}' for version in creations.VERSIONS),
    *(f'methods {version}' for version in methods.VERSIONS),
    *(f'signatures {version}' for version in signatures.VERSIONS),
)
"""The modules with calls of the whole library; those of servers at one version take minutes."""


def compared(program: Program, home: pathlib.Path) -> records.Tally:
    """The calls of a program, with the original and with this library."""
    pair = measuring.both(
        program.environment,
        f'evidence.dependents.drivers.{program.driver}',
        home / program.folder,
        measuring.modules(program.folder),
    )
    return records.compare(*pair, requests=False)


def compared_live(calls: str, home: pathlib.Path) -> records.Tally:
    """Calls of the whole library, with the original and with this library."""
    driver = f'evidence.dependents.live.{calls}'
    pair = measuring.both('services', driver, home / calls.replace(' ', '-'))
    return records.compare(*pair)


def row(name: str, version: str, comparison: records.Tally) -> tuple[str, ...]:
    """A line of the table; differences go to the messages."""
    for difference in comparison.differences:
        sys.stderr.write(f'{name} {difference}\n')
    numbers = (
        len(comparison.labels),
        comparison.same,
        len(comparison.working),
        comparison.working_same,
    )
    return (name, version, *map(str, numbers))


def total(rows: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The last line of a table."""
    columns = list(zip(*rows, strict=True))[2:]
    return ('all', '', *(str(sum(map(int, column))) for column in columns))


def row_of_tests(tests: own_tests.OwnTests, home: pathlib.Path) -> tuple[str, ...]:
    """A line on a program's own tests; differences go to the messages."""
    outcome = program_results.compared(tests, home / 'own-tests')
    for name, reason in outcome.differences.items():
        sys.stderr.write(f'{name}: {reason}\n')
    numbers = (outcome.total, len(outcome.passing), outcome.same)
    return (tests.program, tests.installed.version, *map(str, numbers))


def table(rows: list[tuple[str, ...]], title: tuple[str, ...] = TITLE) -> str:
    """Lines as a table of reStructuredText."""
    # A first cell that is empty would make a line part of the one before.
    cells = [title, *([cell or '-' for cell in row] for row in [*rows, total(rows)])]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rule = '  '.join('=' * width for width in widths)
    lines = [
        '  '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]
    return '\n'.join([rule, lines[0], rule, *lines[1:], rule, '', ''])


def figures(home: pathlib.Path) -> str:
    """Return the results of the original's tests."""
    results = original_tests.counted(measuring.original_results(home / 'tests'))
    for line, count, name in original_tests.groups(results):
        sys.stderr.write(f'{count} {line} ({name})\n')
    passed = sum(result.is_passed for result in results)
    return f"python-novaclient's tests of managers: {passed} of {len(results)}\n"


def main(*words: str) -> int:
    """Try programs, and print tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument('names', nargs='*', metavar='PROGRAM')
    arguments = parser.parse_args(words)
    names = arguments.names
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        chosen = [program for program in PROGRAMS if not names or program.name in names]
        installed = [program for program in chosen if measuring.is_installed(program)]
        rows = [
            row(program.name, program.version, compared(program, home)) for program in installed
        ]
        sys.stdout.write(table(rows))
        own = [
            row_of_tests(tests, home)
            for tests in own_tests.TESTS
            if tests.program in {program.name for program in chosen}
            and program_results.is_installed(tests)
        ]
        if own:
            sys.stdout.write(table(own, OWN_TESTS))
        if not names:
            live = [row(calls, 'live', compared_live(calls, home)) for calls in LIVE]
            sys.stdout.write(table(live) + figures(home))
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
