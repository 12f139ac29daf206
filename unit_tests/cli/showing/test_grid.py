"""A table looks the same whether a library lays it out or not."""

from __future__ import annotations

import subprocess
import sys

import prettytable
import pytest

from novaclient_mv.cli.showing import grid


def by_library(titles: list[str], rows: list[list[str]]) -> str:
    table = prettytable.PrettyTable(titles)
    table.align = 'l'
    table.add_rows(rows)
    return str(table.get_string())


@pytest.mark.parametrize(
    ('titles', 'rows'),
    [
        (['ID'], []),
        (['ID', 'Name'], []),
        (['ID', 'Name'], [['1', 'web'], ['2', '']]),
        (['ID', 'A long title'], [['a long value', 'x']]),
        (['Property', 'Value'], [['braces', '{0} {name} {{}} %s \\']]),
        (['Property', 'Value'], [[' blank at both ends ', '| + -']]),
        (['Property', 'Value'], [['name', 'Zürich'], ['other', '東京'], ['accent', 'e\u0301']]),
        (['Größe', 'Wert'], [['1', '2']]),
    ],
)
def test_table_is_that_of_the_library(titles: list[str], rows: list[list[str]]) -> None:
    assert grid.laid_out(titles, rows) == by_library(titles, rows)


def test_last_column_is_wrapped() -> None:
    lines = grid.laid_out(['Property', 'Value'], [['text', 'one two three']], wrap=7).splitlines()
    assert [line.split('|')[2].strip() for line in lines if line.startswith('| ')] == [
        'Value',
        'one two',
        'three',
    ]


@pytest.mark.parametrize(('cell', 'is_loaded'), [('Zurich', False), ('Zürich', True)])
def test_library_is_loaded_for_other_characters_only(cell: str, is_loaded: bool) -> None:
    program = (
        'import sys; from novaclient_mv.cli.showing import grid; '
        'grid.laid_out(["Name"], [[sys.argv[1]]]); print("prettytable" in sys.modules)'
    )
    done = subprocess.run(
        [sys.executable, '-c', program, cell], capture_output=True, text=True, check=True
    )
    assert done.stdout == f'{is_loaded}\n'
