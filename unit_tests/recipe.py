"""Follows a page of instructions: its blocks, applied to a copy of the package, in their order."""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from unit_tests.documentation import console, pages
from unit_tests.documentation.pages import ROOT, Block

KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
RECORD = ['python', '-m', 'unit_tests.record']
DECLARED = ('operations', 'promise', 'help')
"""The parts of the record that a declaration changes; to write all takes four times as long."""
COPIED = ('novaclient_mv', 'unit_tests', 'functional_tests', 'doc')


class Recipe:
    """A page whose blocks change the package and run what has become of it.

    :param name: the page, below ``doc/source/contributor``.
    :param is_followed: what it tells to do has been done to this very package.
    """

    def __init__(self, name: str, is_followed: bool = False) -> None:
        self.is_followed = is_followed
        self.page = ROOT / 'doc' / 'source' / 'contributor' / name
        self.blocks: list[Block] = pages.blocks(self.page)

    def languages(self) -> list[str]:
        """The language of each block."""
        return [block.language for block in self.blocks]

    def files(self) -> set[str]:
        """The files that are changed or written by hand."""
        changed = {
            block.text.removeprefix('--- ').partition('\n')[0]
            for block in self.blocks
            if block.language == 'diff'
        }
        return changed | {block.caption for block in self.blocks if block.caption}

    def commands(self) -> list[console.Command]:
        """Each command of the page with the output that it shows, in order."""
        found = [block for block in self.blocks if block.language == 'console']
        return [command for block in found for command in console.commands(block.text)]

    def applied(self, folder: pathlib.Path) -> pathlib.Path:
        """A copy of the package and its tests, with the page's changes in it."""
        copy(folder)
        (folder / 'key.pub').write_text(KEY, encoding='utf-8')
        for block in self.blocks:
            if block.language == 'diff':
                apply(folder, block.text, self.is_followed)
            elif block.caption:
                file = folder / block.caption
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text, encoding='utf-8')
        return folder

    def follow(self, folder: pathlib.Path) -> str:
        """Run the commands of the page in a copy that has its changes.

        :returns: what they printed.
        """
        printed = ''
        for line, shown in self.commands():
            done = run(folder, shlex.split(line))
            if shown:
                assert console.matches(shown, done.stdout), f'{line}\n{done.stdout}'
            else:
                assert done.returncode == 0, f'{line}\n{done.stdout}'
            printed += done.stdout
        return printed


def copy(folder: pathlib.Path) -> None:
    """Copy the package, and what tests need of it, into a folder."""
    for name in COPIED:
        # Compiled modules come along: times of change do, too. Those that are just being written
        # do not.
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns('*.pyc.*'))
    for name in ('pyproject.toml', '.gitignore', '.gitattributes'):
        shutil.copy(ROOT / name, folder)


def text_of(name: str) -> str:
    """The text of a page."""
    page = ROOT / 'doc' / 'source' / 'contributor' / name
    return page.read_text(encoding='utf-8')


def apply(folder: pathlib.Path, diff: str, is_followed: bool = False) -> None:
    """Change a file as a block says; what the block finds there must be there once.

    Where the page has been followed, what it leads to must be there instead.
    """
    name, _, rest = diff.removeprefix('--- ').partition('\n')
    file = folder / name
    text = file.read_text(encoding='utf-8')
    for hunk in filter(None, re.split(r'^@@\n', rest, flags=re.MULTILINE)):
        lines = [line if line.strip() else ' \n' for line in hunk.splitlines(keepends=True)]
        before = ''.join(line[1:] for line in lines if line[0] in ' -')
        after = ''.join(line[1:] for line in lines if line[0] in ' +')
        if is_followed:
            assert text.count(after) == 1, f'{name} lacks what the page leads to:\n{hunk}'
        elif before:
            assert text.count(before) == 1, f'{name} has no (single) place for:\n{hunk}'
            text = text.replace(before, after)
    file.write_text(text, encoding='utf-8')


def run(folder: pathlib.Path, words: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the page in the copy."""
    if words == RECORD:
        words = [*words, *DECLARED]
    programs = {'nova-mv': ['-m', 'novaclient_mv'], 'python': []}
    variables = {name: value for name, value in os.environ.items() if not name.startswith('OS_')}
    # Many processes run in the copy: what one compiles, the next ones use.
    variables.pop('PYTHONDONTWRITEBYTECODE', None)
    variables.update(
        PYTHONPATH=str(folder),
        PYTEST_ADDOPTS='-p no:cacheprovider',
        HOME=str(folder),
        XDG_STATE_HOME=str(folder / 'state'),
        XDG_CONFIG_HOME=str(folder / 'config'),
        **more,
    )
    return subprocess.run(
        [sys.executable, *programs[words[0]], *words[1:]],
        cwd=folder,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
