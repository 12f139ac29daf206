"""The page on adding a microversion: its blocks, applied to a copy, do what it says."""

from __future__ import annotations

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from typing import NamedTuple

import pytest

from novaclient_mv import api_versions

ROOT = pathlib.Path(__file__).parents[1]
PAGE = ROOT / 'doc' / 'source' / 'contributor' / 'adding-a-microversion.rst'
PAGE_TEXT = PAGE.read_text(encoding='utf-8')
KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

_BLOCK = re.compile(r'^\.\. code-block:: (\w+)\n(?:   :caption: (\S+)\n)?\n((?:   .*\n|\n)+)', re.M)


# The version that the page adds.
PAGE_VERSION = re.findall(r"\+API_MAX_VERSION = APIVersion\('(.+)'\)", PAGE_TEXT)[0]


class Block(NamedTuple):
    """A block of the page: its language, the file that it is, and its text."""

    language: str
    caption: str
    text: str


def blocks() -> list[Block]:
    """The blocks of the page in order."""
    return [
        Block(found[1], found[2] or '', textwrap.dedent(found[3]).strip('\n') + '\n')
        for found in _BLOCK.finditer(PAGE_TEXT)
    ]


def is_followed() -> bool:
    """Whether what the page tells to do has been done to this very package."""
    return api_versions.APIVersion(PAGE_VERSION) <= api_versions.API_MAX_VERSION


def apply(folder: pathlib.Path, diff: str) -> None:
    """Change a file as a block says; what the block finds there must be there once.

    Where the page has been followed, what it leads to must be there instead.
    """
    name, _, rest = diff.removeprefix('--- ').partition('\n')
    file = folder / name
    text = file.read_text(encoding='utf-8')
    for hunk in re.split(r'^@@\n', rest, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        before = ''.join(line[1:] for line in lines if line[0] in ' -')
        after = ''.join(line[1:] for line in lines if line[0] in ' +')
        if is_followed():
            assert text.count(after) == 1, f'{name} lacks what the page leads to:\n{hunk}'
        elif before:
            assert text.count(before) == 1, f'{name} has no (single) place for:\n{hunk}'
            text = text.replace(before, after)
    file.write_text(text, encoding='utf-8')


def run(folder: pathlib.Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command of the page in the copy."""
    programs = {'nova-mv': ['-m', 'novaclient_mv'], 'python': []}
    variables = {name: value for name, value in os.environ.items() if not name.startswith('OS_')}
    variables.update(
        PYTHONPATH=str(folder),
        PYTEST_ADDOPTS='-p no:cacheprovider',
        HOME=str(folder),
        XDG_STATE_HOME=str(folder / 'state'),
        XDG_CONFIG_HOME=str(folder / 'config'),
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


@pytest.fixture(scope='module')
def changed(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A copy of the package and its tests, with the page's changes in it."""
    folder = tmp_path_factory.mktemp('copy')
    for name in ('novaclient_mv', 'unit_tests', 'functional_tests'):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns('__pycache__'))
    shutil.copy(ROOT / 'pyproject.toml', folder)
    (folder / 'key.pub').write_text(KEY, encoding='utf-8')
    for block in blocks():
        if block.language == 'diff':
            apply(folder, block.text)
        elif block.caption:
            file = folder / block.caption
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding='utf-8')
    return folder


def commands() -> list[tuple[str, str]]:
    """Each command of the page with the output that it shows, in order."""
    found: list[tuple[str, str]] = []
    for block in blocks():
        if block.language == 'console':
            for part in block.text.split('$ ')[1:]:
                line, _, output = part.partition('\n')
                found.append((line, output))
    return found


def test_page_has_blocks_of_every_step() -> None:
    kinds = [block.language for block in blocks()]
    assert kinds.count('diff') >= 6
    assert {'diff', 'python', 'console', 'yaml'} == set(kinds)
    assert len(commands()) >= 6


def test_commands_of_the_page_do_what_it_shows(changed: pathlib.Path) -> None:
    for line, output in commands():
        done = run(changed, shlex.split(line))
        if output:
            assert done.stdout == output, line
        else:
            assert done.returncode == 0, f'{line}\n{done.stdout}'
        if 'pytest' in line:
            assert re.search(r'^7 passed', done.stdout, re.MULTILINE), done.stdout


def test_page_has_no_effect_before_it_is_followed(tmp_path: pathlib.Path) -> None:
    shutil.copytree(ROOT / 'novaclient_mv', tmp_path / 'novaclient_mv')
    words = ['nova-mv', '--os-compute-api-version', PAGE_VERSION, 'help', 'keypair-create']
    assert run(tmp_path, words).returncode == (0 if is_followed() else 2)


def test_old_tests_of_what_was_changed_still_pass(changed: pathlib.Path) -> None:
    files = ('v2/test_keypairs.py', 'sandbox/test_keypairs.py', 'cli/test_releases.py')
    words = ['python', '-m', 'pytest', '-q', *(f'unit_tests/{file}' for file in files)]
    done = run(changed, words)
    assert done.returncode == 0, done.stdout
