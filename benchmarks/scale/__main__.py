"""Measures what grows: rows, targets, clouds and logs.

    python3 benchmarks/scale lists|targets|clouds|logs [--help]

Prints the figures of one part beside their bounds, and returns 1 where one is beyond.
"""

import importlib
import pathlib
import sys

PARTS = ('lists', 'targets', 'clouds', 'logs')


def main(words: list[str]) -> int:
    """Measure one part; the words behind it are its own."""
    if not words or words[0] not in PARTS:
        print(__doc__, file=sys.stderr)
        return 2
    # The stub cloud is the one of the other benchmarks.
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
    status: int = importlib.import_module(words[0]).main(words[1:])
    return status


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
