"""Installs the other clients into an environment of their own, where they are missing."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import venv

PROGRAMS = {
    'nova': 'python-novaclient==18.13.1',
    'openstack': 'python-openstackclient',
    'baremetal': 'python-ironicclient',
}


def main() -> int:
    """Install what ``NOVA_MV_INTEROP_BIN`` does not have; the exit status."""
    folders = os.environ.get('NOVA_MV_INTEROP_BIN', '')
    if not folders:
        sys.stderr.write('Set NOVA_MV_INTEROP_BIN to the folders of the programs.\n')
        return 2
    wanted = [
        package
        for program, package in PROGRAMS.items()
        if shutil.which(program, path=folders) is None
    ]
    if not wanted:
        return 0
    folder = pathlib.Path(folders.split(os.pathsep)[0])
    venv.create(folder.parent, with_pip=True)
    return subprocess.call([str(folder / 'python'), '-m', 'pip', 'install', '-q', *wanted])


if __name__ == '__main__':
    sys.exit(main())
