"""Writes the pages of ``man``, one for the program and one for each command.

python doc/man/write.py FOLDER
"""

from __future__ import annotations

import pathlib
import sys

import command_page
import program_page

import novaclient_mv
from novaclient_mv.cli.reading import commands


def pages() -> dict[str, str]:
    """The pages, by the names of their files."""
    source = f'nova-mv {novaclient_mv.__version__}'
    ours = list(commands.our_commands())
    found = {'nova-mv.1': program_page.text(ours, source)}
    for command in ours:
        found[f'{command_page.name_of(command)}.1'] = command_page.text(command, source)
    return found


def main(folder: str) -> None:
    """Write the pages into a folder, which is made."""
    place = pathlib.Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (place / name).write_text(text, encoding='utf-8')


if __name__ == '__main__':
    main(*sys.argv[1:])
