"""A table looks the same whether a library lays it out or not."""

from __future__ import annotations

import io
import json
import textwrap
from typing import Any

import prettytable
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv.cli.running import cell_texts
from novaclient_mv.cli.running.mappings import Projection
from novaclient_mv.cli.showing import grid
from novaclient_mv.cli.showing.formats import table_format
from novaclient_mv.cli.showing.help import wrapped
from novaclient_mv.cli.showing.output_stream import OutputStream
from novaclient_mv.clouds import environment
from novaclient_mv.versions import APIVersion
from unit_tests import processes, records
from unit_tests.nova import Nova, Stream
from unit_tests.scripted import ScriptedCloud

LETTERS = st.characters(codec='ascii', categories=('L', 'N', 'P', 'S', 'Zs'))
CELLS = (
    st.text(LETTERS, max_size=12)
    | st.text(st.characters(), max_size=6)
    | st.sampled_from(
        ['', 'two\nlines', '\x1b[31mred', 'a\tb', '%s %% {0}', ' x ', 'ü漢', 'e\u0301']
    )
    | st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.lists(st.text(LETTERS, max_size=3), max_size=2)
    | st.dictionaries(st.text(LETTERS, max_size=3), st.none() | st.text(max_size=3), max_size=2)
)
TITLES = st.lists(st.text(LETTERS, min_size=1, max_size=8), min_size=1, max_size=4, unique=True)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[Any]]]:
    """Titles, and rows of as many cells."""
    titles = draw(TITLES)
    row = st.lists(draw(st.sampled_from([CELLS, st.text(LETTERS)])), min_size=len(titles))
    return titles, [
        [*row, *[''] * len(titles)][: len(titles)] for row in draw(st.lists(row, max_size=4))
    ]


def by_library(titles: list[str], rows: list[list[str]], wrap: int | None = None) -> str:
    table = prettytable.PrettyTable(titles)
    table.align = 'l'
    if wrap:
        table.max_width[titles[-1]] = wrap
    table.add_rows(rows)
    return str(table.get_string())


@settings(deadline=None, max_examples=100)
@given(tables(), st.none() | st.integers(1, 30))
def test_any_table_is_that_of_the_library(
    table: tuple[list[str], list[list[Any]]], wrap: int | None
) -> None:
    titles, rows = table
    out = Stream()
    surroundings = environment.Environment({}, stdout=out, stderr=io.StringIO())
    columns = list(zip(*rows, strict=True)) or [()] * len(titles)
    format = table_format.Format(OutputStream(surroundings))
    format.columns(titles, columns, Projection(APIVersion('2.1')), wrap)
    texts = [[cell_texts.table_text(cell) for cell in row] for row in rows]
    assert out.getvalue() == by_library(titles, texts, wrap) + '\n'


@pytest.mark.parametrize('count', [999, 1000, 1001, 2500])
def test_long_table_is_printed_in_pieces_and_has_every_row(count: int) -> None:
    rows = [[str(number), f'name-{number}'] for number in range(count)]
    lines = '\n'.join(grid.pieces(['ID', 'Name'], [*zip(*rows, strict=True)]))
    assert lines == by_library(['ID', 'Name'], rows)


@pytest.mark.parametrize(('cell', 'is_loaded'), [('Zurich', False), ('Zürich', True)])
def test_library_is_loaded_for_other_characters_only(cell: str, is_loaded: bool) -> None:
    program = (
        'import sys; from novaclient_mv.cli.showing import grid; '
        '[*grid.pieces(["Name"], [[sys.argv[1]]])]; print("prettytable" in sys.modules)'
    )
    done = processes.python('-c', program, cell, check=True)
    assert done.stdout == f'{is_loaded}\n'


# -- lines of text --


PIECES = ('a', 'bb', 'ccc-d', '-', ' ', ' ', ' ', '  ', '\t', '\n', 'é', '\u3000', '\xa0', 'x' * 12)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map(''.join)
INDENTS = st.sampled_from(('', '  ', '    '))


@given(text=TEXTS | st.text(), width=st.integers(5, 40), first=INDENTS, then=INDENTS)
def test_lines_are_those_of_the_library(text: str, width: int, first: str, then: str) -> None:
    expected = textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=then, break_on_hyphens=False
    )
    assert wrapped(text, width, first, then) == expected


@pytest.mark.parametrize(
    ('text', 'lines'),
    [
        ('', []),
        ('one two three', ['one two', '..three']),
        ('onetwothreefour', ['onetwothr', '..eefour']),
        ('one  two', ['one  two']),
    ],
)
def test_a_line_ends_before_the_word_that_does_not_fit(text: str, lines: list[str]) -> None:
    assert wrapped(text, 9, then='..') == lines


# -- long cells --


@pytest.mark.parametrize('words', [('server-list',), ('server-show', records.server_id(1))])
@pytest.mark.parametrize('letter', ['x', 'é'])
def test_long_cell_is_cut_on_a_terminal_and_whole_in_a_pipe(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], letter: str
) -> None:
    size = len(letter.encode())
    for count, is_whole in ((64_000 // size, True), (64_000 // size + 1, False)):
        name = letter * count
        records.add_server(cloud, records.server(1, name=name, image=''))
        cloud.on('GET', '/servers/detail', {'servers': [records.server(1, name=name, image='')]})
        shown = nova(*words, '--wide', cloud=cloud, is_terminal=True)
        assert shown.status == 0
        assert (name in shown.out) is is_whole
        assert (f'{letter * 1000}... ({count * size} bytes)' in shown.out) is not is_whole
        assert name in nova(*words, cloud=cloud).out
        data = json.loads(nova(*words, '-f', 'json', cloud=cloud, is_terminal=True).out)
        assert name in json.dumps(data, ensure_ascii=False)


def test_long_value_that_holds_others_is_cut_too(nova: Nova, cloud: ScriptedCloud) -> None:
    server = records.server(1, image='', metadata={'key': 'x' * 70_000})
    records.add_server(cloud, server)
    shown = nova('server-show', records.server_id(1), cloud=cloud, is_terminal=True)
    assert '... (700' in shown.out
    assert 'x' * 2000 not in shown.out
