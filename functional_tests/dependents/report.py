"""Prints what came of the programs: ``python -m functional_tests.dependents.report [PROGRAM ...]``.

``NOVA_MV_DEPENDENTS`` names the folder that ``install.py`` has filled.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile

from functional_tests.dependents import comparing, measuring
from functional_tests.dependents.programs import PROGRAMS, Program

TITLE = ('program', 'version', 'calls', 'same', 'work', 'of these same')


def compared(program: Program, home: pathlib.Path) -> comparing.Comparison:
    """The calls of a program, with the original and with this library."""
    records = measuring.both(
        program.environment,
        f'functional_tests.dependents.drivers.{program.driver}',
        home / program.driver,
        measuring.modules(program.folder),
    )
    return comparing.compare(*records, requests=False)


def row(program: Program, comparison: comparing.Comparison) -> tuple[str, ...]:
    """A line of the table."""
    numbers = (
        len(comparison.labels),
        comparison.same,
        len(comparison.working),
        comparison.working_same,
    )
    return (program.name, program.version, *map(str, numbers))


def table(rows: list[tuple[str, ...]]) -> str:
    """Lines as a table of reStructuredText."""
    widths = [max(map(len, column)) for column in zip(TITLE, *rows, strict=True)]
    rule = '  '.join('=' * width for width in widths)
    lines = [
        '  '.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
        for cells in (TITLE, *rows)
    ]
    return '\n'.join([rule, lines[0], rule, *lines[1:], rule, ''])


def main(*names: str) -> int:
    """Try programs, and print the table; differences go to the messages."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            if names and program.name not in names and program.driver not in names:
                continue
            comparison = compared(program, pathlib.Path(folder))
            rows.append(row(program, comparison))
            for difference in comparison.differences:
                sys.stderr.write(f'{program.name} {difference}\n')
            sys.stderr.write('  '.join(rows[-1]) + '\n')
    sys.stdout.write(table(rows))
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
