"""The picture at the top of ``README.rst``: lines on the sandbox, as a terminal shows them."""

from __future__ import annotations

import importlib
import pathlib
import sys
import tempfile
from typing import Any

ROOT = pathlib.Path(__file__).parents[1]
FILE = ROOT / 'doc' / 'source' / '_static' / 'terminal.svg'
COLUMNS = 80
LINES = (
    'nova-mv server-list -c name,status,flavor,networks',
    'nova-mv server-create --flavor 1 --image cirros --wait web-3 -c status',
    'nova-mv server-lock web-3',
    'nova-mv --os-compute-api-version 2.53 server-lock web-3 --reason Backup',
)

sys.path.append(str(ROOT / 'doc' / 'ext'))


def drawn() -> str:
    """The picture of a fresh run."""
    pictures: Any = importlib.import_module('terminal_pictures')
    with tempfile.TemporaryDirectory() as home:
        terminal = pictures.Terminal(pathlib.Path(home), COLUMNS)
        shown = [terminal.run(line).text for line in LINES]
    picture: str = pictures.picture(shown, COLUMNS, 'readme', 'nova-mv at a terminal')
    return picture


def record() -> None:
    """Write the picture."""
    FILE.write_text(drawn(), encoding='utf-8')
