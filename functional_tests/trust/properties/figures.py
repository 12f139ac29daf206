"""The figures of this part: the properties of the test command, with other seeds."""

from __future__ import annotations

import argparse
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).parents[3]
_PASSED = re.compile(r'(\d+) passed')


def modules() -> list[pathlib.Path]:
    """The modules of tests that draw their inputs."""
    found = (ROOT / 'unit_tests').rglob('test_*.py')
    return sorted(path for path in found if 'hypothesis' in path.read_text(encoding='utf-8'))


def main(arguments: list[str]) -> int:
    """Try every property with some seeds, and print how many tests held.

    :returns: 0, unless one did not.
    """
    parser = argparse.ArgumentParser(prog='python -m functional_tests.trust properties')
    parser.add_argument('--count', type=int, default=20, help='How many seeds are tried.')
    parser.add_argument('--seed', type=int, default=1, help='The first of them.')
    parser.add_argument('paths', nargs='*', help='Modules of tests; without any, all that draw.')
    options = parser.parse_args(arguments)
    paths = options.paths or [str(path) for path in modules()]
    wrong = 0
    for seed in range(options.seed, options.seed + options.count):
        began = time.monotonic()
        words = ['-q', '-p', 'no:cacheprovider', f'--hypothesis-seed={seed}', *paths]
        done = subprocess.run(
            [sys.executable, '-m', 'pytest', *words], cwd=ROOT, capture_output=True, text=True
        )
        wrong += done.returncode != 0
        passed = _PASSED.search(done.stdout)
        count = passed[1] if passed else '0'
        _tell(f'seed {seed}: {count} tests passed in {time.monotonic() - began:.0f} s')
        if done.returncode:
            _tell(done.stdout[-20_000:])
    _tell(f'{len(paths)} modules, {options.count} seeds, {wrong} with a failure')
    return int(wrong > 0)


def _tell(line: str) -> None:
    sys.stdout.write(f'{line}\n')
    sys.stdout.flush()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
