"""Installs the original with what its functional tests need, below ``NOVA_MV_ORIGINAL``."""

from __future__ import annotations

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

from evidence.dependents import install

ENVIRONMENT = 'tests'
LIBRARIES = ('fixtures', 'openstacksdk', 'tempest', 'testtools')


def main() -> int:
    """Install what is missing; the exit status."""
    name = os.environ.get('NOVA_MV_ORIGINAL', '')
    if not name:
        sys.stderr.write('Set NOVA_MV_ORIGINAL to a folder for an environment.\n')
        return 2
    install.install_environments(pathlib.Path(name), 'installed', {ENVIRONMENT: LIBRARIES})
    return 0


if __name__ == '__main__':
    sys.exit(main())
