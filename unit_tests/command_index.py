"""Records the tables of our commands: ``python -m unit_tests.command_index``."""

from __future__ import annotations

import json
import pathlib

import novaclient_mv
from novaclient_mv.cli.reading import index, stored_commands

DATA = pathlib.Path(novaclient_mv.__file__).parent / 'data'
FILE = DATA / 'commands.json'
ARGUMENTS = DATA / 'command_arguments.json'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def text() -> str:
    """The table for overviews as it is written: a line for each command."""
    made = index.table()
    lines = ',\n'.join(_json(row) for row in made['commands'])
    return f'{{"fingerprint": {made["fingerprint"]}, "commands": [\n{lines}\n]}}\n'


def text_of_arguments() -> str:
    """The table of the arguments as it is written: a line for each command."""
    made = stored_commands.table()
    lines = ',\n'.join(f'{_json(name)}: {_json(entry)}' for name, entry in made.items())
    return f'{{"fingerprint": {index.fingerprint()},\n{lines}\n}}\n'


if __name__ == '__main__':
    FILE.write_text(text(), encoding='utf-8')
    ARGUMENTS.write_text(text_of_arguments(), encoding='utf-8')
