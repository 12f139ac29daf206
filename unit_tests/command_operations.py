"""Which operations each command may carry out, read from the source; ``python -m
unit_tests.command_operations`` writes the table of it that ships with the package.
"""

from __future__ import annotations

import importlib
import json
import pathlib
import sys
from typing import Any

from novaclient_mv.cli.reading import window
from novaclient_mv.services import SERVICES

ROOT = pathlib.Path(__file__).parents[1]
FILE = ROOT / 'novaclient_mv' / 'data' / 'command_operations.json'

sys.path.append(str(ROOT / 'doc' / 'ext'))
reached: Any = importlib.import_module('reached_operations')
coverage: Any = importlib.import_module('operation_coverage')

Table = dict[str, dict[str, list[str]]]
"""Command to operation to its ranges of versions, as in ``2.0..2.35``."""


def computed() -> Table:
    """The table as the source says."""
    table: Table = {}
    for service in SERVICES:
        for command, operations in reached.of_commands(service).items():
            table[command] = {
                operation: [
                    f'{span.start}..' if span.is_open else f'{span.start}..{span.end}'
                    for span in window.merged(ranges, service)
                ]
                for operation, ranges in operations.items()
            }
    for operation, (_, command) in coverage.VERSION_DOCUMENTS.items():
        table.setdefault(command, {})[operation] = ['2.0..']
    return dict(sorted(table.items()))


def recorded() -> Table:
    """The table that ships."""
    table: Table = json.loads(FILE.read_text(encoding='utf-8'))
    return table


def record() -> None:
    """Write the table anew."""
    lines = ',\n'.join(
        f' {json.dumps(name)}: {json.dumps(row)}' for name, row in computed().items()
    )
    FILE.write_text(f'{{\n{lines}\n}}\n', encoding='utf-8')


if __name__ == '__main__':
    record()
