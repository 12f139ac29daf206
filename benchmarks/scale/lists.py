"""Lists of 100,000 servers: as a table, and in formats that write rows as they come."""

from __future__ import annotations

import argparse
import tempfile

from measuring import Stub
from programs import Failed
from runs import Figure, Run, run, tell

MARK = b'server-'
TABLE_MEGABYTES = 220
GROWTH_MEGABYTES = 4
"""The most that a list takes beyond one of a tenth of its length: half of a page's memory."""
FIRST_SECONDS = 1.0
FORMATS = ('csv', 'value', 'ndjson')


def main(words: list[str]) -> int:
    """Measure lists; 1 where a figure is beyond its bound."""
    parser = argparse.ArgumentParser(prog='benchmarks/scale lists', description=__doc__)
    parser.add_argument('--servers', type=int, default=100_000)
    parser.add_argument('--runs', type=int, default=3, help='runs of each short list')
    asked = parser.parse_args(words)
    few = asked.servers // 10
    with Stub(few, 0) as stub, tempfile.TemporaryDirectory() as home:
        short = {form: _best(stub, home, form, few, asked.runs) for form in FORMATS}
    with Stub(asked.servers, 0) as stub, tempfile.TemporaryDirectory() as home:
        _list(stub, home, 'value', asked.servers, '--limit', '1')
        table = _list(stub, home, 'table', asked.servers)
        long = {form: _list(stub, home, form, asked.servers) for form in FORMATS}
    title = f'{asked.servers:,} servers'
    figures = [
        Figure(f'{title}, table: memory', table.megabytes, 'MB', TABLE_MEGABYTES),
        Figure(f'{title}, table: processor time', table.processor, 's'),
    ]
    for form in FORMATS:
        growth = long[form].megabytes - short[form].megabytes
        first = min(long[form].first, short[form].first)
        figures += [
            Figure(f'{title}, {form}: memory', long[form].megabytes, 'MB'),
            Figure(f'{title}, {form}: beyond {few:,}', growth, 'MB', GROWTH_MEGABYTES),
            Figure(f'{title}, {form}: first row, best of runs', first, 's', FIRST_SECONDS),
            Figure(f'{title}, {form}: processor time', long[form].processor, 's'),
        ]
    return tell(figures)


def _best(stub: Stub, home: str, form: str, count: int, runs: int) -> Run:
    """The run with the first row out earliest, behind one that fills the cache."""
    _list(stub, home, form, count)
    return min(_list(stub, home, form, count) for _ in range(runs))


def _list(stub: Stub, home: str, form: str, count: int, *more: str) -> Run:
    words = ('server-list', '-f', form, '-c', 'id', '-c', 'name', '-c', 'status', *more)
    done = run(words, stub.environment(home), home, MARK)
    if done.marked != (1 if more else count):
        raise Failed(f'{done.marked} of {count} servers were printed.')
    return done
