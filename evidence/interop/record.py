"""Records facts about python-openstackclient: ``python -m evidence.interop.record``.

Words name what is recorded: ``declarations``, ``versions``; without one, both. The environment
variable ``NOVA_MV_INTEROP_BIN`` names the folders of its program, as for the tests.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from typing import Any

from evidence.interop import compute_lines, version_lines
from evidence.interop import versions as measured_versions
from evidence.interop.measure import Meter
from novaclient_mv.knowledge.openstack import table

FOLDER = pathlib.Path(table.FOLDER)
DECLARATIONS = str(pathlib.Path(__file__).with_name('declarations.py'))


def interpreter() -> str:
    """The interpreter of the installed program."""
    path = shutil.which('openstack', path=os.environ['NOVA_MV_INTEROP_BIN'])
    assert path is not None, 'There is no program openstack.'
    return str(pathlib.Path(path).with_name('python'))


def declared() -> dict[str, Any]:
    """The declarations of the installed program."""
    mapped = table.rules()
    done = subprocess.run(
        [interpreter(), '-W', 'ignore', DECLARATIONS, *mapped],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=300,
        # Its choices and global options come out of sets.
        env={'PATH': os.environ['PATH'], 'PYTHONHASHSEED': '0'},
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def write(name: str, found: dict[str, Any]) -> None:
    """Write a file of facts, an entry of each part on a line of its own."""
    parts = [f'{json.dumps(key)}: {_lines(value)}' for key, value in found.items()]
    text = '{\n' + ',\n'.join(parts) + '\n}\n'
    (FOLDER / name).write_text(text, encoding='utf-8')


def _lines(part: Any) -> str:
    """A part of a file, each of its entries on a line."""
    if isinstance(part, dict):
        rows = [f'{json.dumps(key)}: {json.dumps(value)}' for key, value in part.items()]
        return '{\n' + ',\n'.join(rows) + '\n}'
    if isinstance(part, list):
        return '[\n' + ',\n'.join(json.dumps(row) for row in part) + '\n]'
    return json.dumps(part)


def versions() -> dict[str, Any]:
    """The versions that the installed program is measured to need; it takes some minutes."""
    with tempfile.TemporaryDirectory() as folder:
        bench = version_lines.bench(pathlib.Path(folder))
        found = measured_versions.measured(
            Meter(bench, version_lines.SERVICE, compute_lines.VALUES)
        )
        bench.close()
    return found


RECORDS = {'declarations': declared, 'versions': versions}

if __name__ == '__main__':
    for record in sys.argv[1:] or RECORDS:
        write(f'{record}.json', RECORDS[record]())
