"""The page on adding a command: its blocks, applied to a copy, do what it says."""

from __future__ import annotations

import pathlib
import re
import shutil

import pytest

from unit_tests import processes, recipe, record
from unit_tests.documentation.pages import ROOT

RECIPE = recipe.Recipe('adding-a-command.rst')
NEIGHBOUR = '''"""Commands that show keypairs once more."""

from __future__ import annotations

from novaclient_mv.cli.reading.declarations import Args, arg, returns_resource
from novaclient_mv.cli.running import results
from novaclient_mv.v2.client import Client


@arg('name', metavar='<name>', help='Name.')
@returns_resource('v2.keypairs:Keypair')
def do_keypair_reshow(client: Client, args: Args) -> results.Shown:
    """Show a keypair once more."""
    return results.Record(client.keypairs.get(args.name))
'''
"""A command whose place in the record is right behind that of the page."""
RECORDED = {
    'novaclient_mv/data/reached.jsonl',
    *(f'unit_tests/promise/{version}.txt' for version in ('2.1', '2.53', '2.90', 'newest')),
}
"""Files that the recorder changes for a command."""
MOST_FILES = 9


@pytest.fixture(scope='module')
def changed(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A copy of the package and its tests, with the page's changes in it, and followed."""
    folder = RECIPE.applied(tmp_path_factory.mktemp('copy'))
    printed = RECIPE.follow(folder)
    assert re.search(r'^7 passed', printed, re.MULTILINE), printed
    return folder


def test_page_has_blocks_of_every_step() -> None:
    kinds = RECIPE.languages()
    assert kinds.count('diff') >= 6
    assert set(kinds) == {'diff', 'python', 'console', 'yaml'}


def test_new_operation_takes_few_files_by_hand() -> None:
    assert len(RECIPE.files()) <= MOST_FILES


def git(folder: pathlib.Path, *words: str) -> str:
    identity = ('-c', 'user.name=a', '-c', 'user.email=a@example.org')
    done = processes.run(['git', *identity, *words], cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(shutil.which('git') is None, reason='there is no git')
def test_branches_with_a_command_each_merge(changed: pathlib.Path, tmp_path: pathlib.Path) -> None:
    def commit(branch: str) -> None:
        git(tmp_path, 'checkout', '-q', '-b', branch)
        git(tmp_path, 'add', '-A')
        git(tmp_path, 'commit', '-qm', branch)

    recipe.copy(tmp_path)
    git(tmp_path, 'init', '-q')
    commit('main')
    for name in recipe.COPIED:
        shutil.copytree(changed / name, tmp_path / name, dirs_exist_ok=True)
    commit('page')
    git(tmp_path, 'checkout', '-q', 'main')
    module = tmp_path / 'novaclient_mv' / 'v2' / 'commands' / 'keypair_reshow.py'
    module.write_text(NEIGHBOUR, encoding='utf-8')
    assert recipe.run(tmp_path, recipe.RECORD).returncode == 0
    commit('neighbour')
    added = git(tmp_path, 'diff', '--name-only', 'main').split()
    # A manager, tests and a release note may come to these.
    assert {*added} == {module.relative_to(tmp_path).as_posix(), *RECORDED}
    assert len(added) + 3 <= MOST_FILES
    touched = {*git(tmp_path, 'diff', '--name-only', 'main', 'page').split()}
    assert touched <= RECIPE.files() | RECORDED
    git(tmp_path, 'merge', '-q', 'page')
    # Nothing of either branch is lost.
    for branch in ('main...page', 'main...neighbour'):
        for file in added:
            lines = (tmp_path / file).read_text(encoding='utf-8').splitlines()
            diff = git(tmp_path, 'diff', '-U0', branch, '--', file).splitlines()
            assert {line[1:] for line in diff if re.match(r'\+(?!\+\+ )', line)} <= {*lines}, file


def test_recorder_writes_what_its_page_lists() -> None:
    text = recipe.text_of('generated.rst')
    rows = re.findall(r'^``(\w+)``\s+``(\S+)``', text, re.MULTILINE)
    assert [part for part, _ in rows] == list(record.PARTS)
    assert all(list(ROOT.glob(files)) for _, files in rows)
    assert recipe.RECORD in [command.line.split() for command in RECIPE.commands()]


@pytest.mark.slow
def test_old_tests_of_what_was_changed_still_pass(changed: pathlib.Path) -> None:
    files = ('v2/test_keypairs.py', 'sandbox/compute/test_keypairs.py')
    words = ['python', '-m', 'pytest', '-q', *(f'unit_tests/{file}' for file in files)]
    done = recipe.run(changed, words)
    assert done.returncode == 0, done.stdout
