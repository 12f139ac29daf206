"""Runs many mutated command lines, and prints how many ended how."""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
import time
from collections import Counter

from functional_tests.trust.lines import mutated, running


def main(arguments: list[str]) -> int:
    """Run lines, and print figures.

    :returns: 0, unless something is wrong with one.
    """
    parser = argparse.ArgumentParser(prog='python -m functional_tests.trust lines')
    parser.add_argument('--count', type=int, default=100_000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--first', type=int, default=0, help='Number of the first line.')
    options = parser.parse_args(arguments)
    statuses: Counter[int] = Counter()
    commands: set[str] = set()
    wrote = wrong = 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        user = running.User(pathlib.Path(folder))
        with user.at_home():
            for number in range(options.first, options.first + options.count):
                words = mutated.Drawing(f'{options.seed}:{number}').line()
                start = time.monotonic()
                run = user(words)
                seconds = time.monotonic() - start
                statuses[run.status] += 1
                wrote += bool(run.writes)
                commands |= set(words) & mutated.NAMES
                found = running.problems(run)
                if found:
                    wrong += 1
                    _tell(f'{number}: {words!r:.1500}: {"; ".join(found):.600}')
                if seconds > 5:
                    _tell(f'{number}: took {seconds:.1f} s: {words!r:.500}')
    shares = ', '.join(f'{count} with {status}' for status, count in sorted(statuses.items()))
    _tell(
        f'{options.count} lines of {len(commands)} commands by seed {options.seed} in '
        f'{time.monotonic() - began:.0f} s: {wrong} with problems; {wrote} wrote; {shares}.'
    )
    return int(wrong > 0)


def _tell(line: str) -> None:
    sys.stdout.write(f'{line}\n')
    sys.stdout.flush()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
