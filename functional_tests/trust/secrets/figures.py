"""Runs every command with planted secrets in every way, and prints where one was seen."""

from __future__ import annotations

import argparse
import contextlib
import os
import pathlib
import sys
import tempfile
import time
from collections import Counter

from functional_tests.trust.secrets import planted, running


def main(arguments: list[str]) -> int:
    """Run the commands, and print figures.

    :returns: 0, unless a secret was seen.
    """
    parser = argparse.ArgumentParser(prog='python -m functional_tests.trust secrets')
    parser.add_argument('--count', type=int, default=len(running.COMMANDS))
    parser.add_argument('--seed', type=int, default=0, help='Number of the first command.')
    options = parser.parse_args(arguments)
    first = options.seed % len(running.COMMANDS)
    chosen = [*running.COMMANDS[first:], *running.COMMANDS[:first]][: options.count]
    began, wrong, mistakes = time.monotonic(), 0, 0
    statuses: Counter[int] = Counter()
    sent: set[str] = set()
    for umask in (0o000, 0o077):
        before = os.umask(umask)
        try:
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                user = running.User(pathlib.Path(folder))
                for number, command in enumerate(chosen):
                    line = user.line(command)
                    sent |= {value for value in planted.VALUES if value in ' '.join(line)}
                    for way in running.WAYS:
                        run = user(line, way, ('any', 'basic')[number % 2])
                        statuses[run.status] += 1
                        for problem in running.problems(run, way):
                            wrong += 1
                            _tell(f'{" ".join(way.words)} {command.name}: {problem}')
                    for line in user.mistaken_lines(command):
                        mistakes += 1
                        way = running.MISTAKEN_WAYS[mistakes % 2]
                        run = user(line, way, 'any')
                        statuses[run.status] += 1
                        for problem in running.problems_of_mistake(run):
                            wrong += 1
                            _tell(f'{" ".join(run.words)}: {problem}')
                if open_files := user.open_files():
                    wrong += 1
                    _tell(f'umask {umask:03o}: others may read {open_files}')
        finally:
            os.umask(before)
    shares = ', '.join(f'{count} with {status}' for status, count in sorted(statuses.items()))
    _tell(
        f'{len(chosen)} commands, {len(planted.NAMES)} secrets ({len(sent)} of them in lines), '
        f'{len(running.WAYS)} ways, 2 umasks, {mistakes} mistaken lines, in '
        f'{time.monotonic() - began:.0f} s: {wrong} problems; {shares}.'
    )
    return int(wrong > 0)


def _tell(line: str) -> None:
    sys.stdout.write(f'{line}\n')
    sys.stdout.flush()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
