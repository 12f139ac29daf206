"""Records the table of our commands: ``python -m unit_tests.command_index``."""

from __future__ import annotations

import json
import pathlib

import novaclient_mv
from novaclient_mv.cli.reading import index

FILE = pathlib.Path(novaclient_mv.__file__).parent / 'data' / 'commands.json'


def text() -> str:
    """The table as it is written: a line for each command."""
    made = index.table()
    lines = ',\n'.join(json.dumps(row, ensure_ascii=False) for row in made['commands'])
    return f'{{"fingerprint": "{made["fingerprint"]}", "commands": [\n{lines}\n]}}\n'


if __name__ == '__main__':
    FILE.write_text(text(), encoding='utf-8')
