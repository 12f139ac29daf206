"""The figures of this part: files of a hundred shapes, for each reader."""

from __future__ import annotations

import argparse
import concurrent.futures
import itertools
import sys
import tempfile
from pathlib import Path

from functional_tests.trust.files import reading, trial

SIZE = 1 << 20
"""Octets of each file, without ``--count``."""


def main(arguments: list[str]) -> int:
    """Print how long readers took.

    :returns: 0, unless something is wrong.
    """
    parser = argparse.ArgumentParser(prog='python -m functional_tests.trust files')
    parser.add_argument('--count', type=int, default=SIZE, help='Octets of each file.')
    parser.add_argument('--seed', type=int, default=1, help='Not used: the shapes are the same.')
    parser.add_argument('--reader', choices=reading.READERS, help='One of those that read files.')
    options = parser.parse_args(arguments)
    size, wrong = options.count, 0
    readers = [options.reader] if options.reader else [*reading.READERS]
    with concurrent.futures.ProcessPoolExecutor() as pool:
        outcomes = pool.map(_tried, itertools.repeat(size), readers)
        for reader, tried in zip(readers, outcomes, strict=True):
            slowest = max(tried, key=lambda each: each.seconds)
            steepest = max(tried, key=lambda each: each.ratio)
            largest = max(each.octets for each in tried) >> 20
            bad = [each for each in tried if each.problems]
            wrong += len(bad)
            sys.stdout.write(
                f'{reader}: {len(tried)} shapes of {size >> 10} KiB, {len(bad)} wrong; at most '
                f'{slowest.seconds:.1f} s ({slowest.shape}), {steepest.ratio:.1f} times for twice '
                f'the size ({steepest.shape}), {largest} MiB\n'
            )
            for each in bad:
                sys.stdout.write(f'  WRONG {each.shape}: {"; ".join(each.problems)}\n')
            sys.stdout.flush()
    return int(wrong > 0)


def _tried(size: int, reader: str) -> list[trial.Tried]:
    with tempfile.TemporaryDirectory(prefix='trust-files-') as folder:
        return list(trial.run(Path(folder), size, [reader]))


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
