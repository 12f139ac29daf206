"""Records what python-openstackclient declares: ``python -m functional_tests.interop.record``.

``NOVA_MV_INTEROP_BIN`` names the folders of its program, as for the tests.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
from typing import Any

from novaclient_mv.knowledge.openstack import table

DECLARATIONS = str(pathlib.Path(__file__).with_name('declarations.py'))


def interpreter() -> str:
    """The interpreter of the installed program."""
    path = shutil.which('openstack', path=os.environ['NOVA_MV_INTEROP_BIN'])
    assert path is not None, 'There is no program openstack.'
    return str(pathlib.Path(path).with_name('python'))


def declared() -> dict[str, Any]:
    """The declarations of the installed program."""
    mapped = json.loads((table.FOLDER / 'equivalents.json').read_text(encoding='utf-8'))
    done = subprocess.run(
        [interpreter(), '-W', 'ignore', DECLARATIONS, *mapped],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
        env={'PATH': os.environ['PATH']},
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def write(name: str, found: dict[str, Any]) -> None:
    """Write a file of facts, an entry of each part on a line of its own."""
    parts = [f'{json.dumps(key)}: {_lines(value)}' for key, value in found.items()]
    text = '{\n' + ',\n'.join(parts) + '\n}\n'
    (table.FOLDER / name).write_text(text, encoding='utf-8')


def _lines(part: Any) -> str:
    """A part of a file, each of its entries on a line."""
    if isinstance(part, dict):
        rows = [f'{json.dumps(key)}: {json.dumps(value)}' for key, value in part.items()]
        return '{\n' + ',\n'.join(rows) + '\n}'
    if isinstance(part, list):
        return '[\n' + ',\n'.join(json.dumps(row) for row in part) + '\n]'
    return json.dumps(part)


if __name__ == '__main__':
    write('declarations.json', declared())
