"""The figures of this part: files of a hundred shapes, for each reader."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from functional_tests.trust.files import reading, trial

SIZE = 1 << 20
"""Octets of each file, without ``--count``."""


def main(arguments: argparse.Namespace) -> int:
    """Print how long readers took; 1 if anything is wrong.

    :param arguments: ``count``, the size of each file.
    """
    size, wrong = arguments.count or SIZE, 0
    with tempfile.TemporaryDirectory(prefix='trust-files-') as folder:
        for reader in reading.READERS:
            tried = list(trial.run(Path(folder), size, [reader]))
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
