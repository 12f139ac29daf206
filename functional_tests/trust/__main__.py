"""``python -m functional_tests.trust PART ...``: the whole of a part, with its figures."""

from __future__ import annotations

import importlib
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent


def parts() -> list[str]:
    """The parts: each folder that has figures."""
    return sorted(file.parent.name for file in FOLDER.glob('*/figures.py'))


def main(arguments: list[str]) -> int:
    """Run a part, or each of them, as the first word says.

    :returns: 0, unless something was found.
    """
    if not arguments or arguments[0] not in [*parts(), 'all']:
        names = '|'.join([*parts(), 'all'])
        sys.stderr.write(f'Usage: python -m functional_tests.trust {names} [options]\n')
        return 2
    part, *options = arguments
    return max(_figures(each, options) for each in (parts() if part == 'all' else [part]))


def _figures(part: str, options: list[str]) -> int:
    module = importlib.import_module(f'functional_tests.trust.{part}.figures')
    status: int = module.main(options)
    return status


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
