"""One command on 10,000 servers by name."""

from __future__ import annotations

import argparse
import tempfile

from measuring import Stub
from programs import Failed
from runs import Figure, run, tell

MEGABYTES = 150
NAMES_OF_A_LOOKUP = 50


def main(words: list[str]) -> int:
    """Measure a command of many targets; 1 where a figure is beyond its bound."""
    parser = argparse.ArgumentParser(prog='benchmarks/scale targets', description=__doc__)
    parser.add_argument('--targets', type=int, default=10_000)
    asked = parser.parse_args(words)
    count = asked.targets
    names = [f'server-{number:05d}' for number in range(1, count + 1)]
    with Stub(count, 0) as stub, tempfile.TemporaryDirectory() as home:
        run(('server-list', '--limit', '1'), stub.environment(home), home, b'server-')
        stub.requests()
        done = run(('server-delete', *names), stub.environment(home), home, b'server-')
        requests = stub.requests()
    deletes = [line for line in requests if line.startswith('DELETE ')]
    if len(deletes) != count or len({*deletes}) != count or done.marked != count:
        raise Failed(f'{len(deletes)} deletes, {done.marked} lines for {count} servers.')
    most = count + -(-count // NAMES_OF_A_LOOKUP)
    title = f'{count:,} targets'
    return tell(
        [
            Figure(f'{title}: requests', len(requests), '', most),
            Figure(f'{title}: memory', done.megabytes, 'MB', MEGABYTES),
            Figure(f'{title}: processor time', done.processor, 's'),
            Figure(f'{title}: targets a second', count / done.clock, ''),
        ]
    )
