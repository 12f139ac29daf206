"""Installs the other clients into an environment of their own, where they are missing."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
import venv

DECLARATIONS = pathlib.Path(__file__).parents[2] / 'novaclient_mv/data/openstack/declarations.json'


def packages() -> dict[str, list[str]]:
    """The packages of each program: of python-openstackclient and its plug-ins the versions whose
    declarations are recorded.
    """
    recorded = json.loads(DECLARATIONS.read_text(encoding='utf-8'))['programs']
    return {
        'nova': ['python-novaclient==18.13.1'],
        'openstack': [f'{name}=={version}' for name, version in recorded.items()],
    }


def main() -> int:
    """Install what ``NOVA_MV_INTEROP_BIN`` does not have; the exit status."""
    folders = os.environ.get('NOVA_MV_INTEROP_BIN', '')
    if not folders:
        sys.stderr.write('Set NOVA_MV_INTEROP_BIN to the folders of the programs.\n')
        return 2
    wanted = [
        package
        for program, needed in packages().items()
        if shutil.which(program, path=folders) is None
        for package in needed
    ]
    if not wanted:
        return 0
    folder = pathlib.Path(folders.split(os.pathsep)[0])
    venv.create(folder.parent, with_pip=True)
    return subprocess.call([str(folder / 'python'), '-m', 'pip', 'install', '-q', *wanted])


if __name__ == '__main__':
    sys.exit(main())
