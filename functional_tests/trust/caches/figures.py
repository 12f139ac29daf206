"""The figures of this part: kept files in every state."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


def main(arguments: list[str]) -> int:
    """Print how many trials there were, and which failed.

    :returns: 0, unless any did.
    """
    folder = str(Path(__file__).parent)
    return int(pytest.main([folder, '-q', '-m', 'slow or not slow', '-p', 'no:cacheprovider']) != 0)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
