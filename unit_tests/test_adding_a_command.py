"""The page on adding a command: its blocks, applied to a copy, do what it says."""

from __future__ import annotations

import pathlib
import re

import pytest

from unit_tests import recipe
from unit_tests.documentation import console

RECIPE = recipe.Recipe('adding-a-command.rst')


@pytest.fixture(scope='module')
def changed(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A copy of the package and its tests, with the page's changes in it."""
    return RECIPE.applied(tmp_path_factory.mktemp('copy'))


def test_page_has_blocks_of_every_step() -> None:
    kinds = RECIPE.languages()
    assert kinds.count('diff') >= 6
    assert set(kinds) == {'diff', 'python', 'console', 'yaml'}


def test_commands_of_the_page_do_what_it_shows(changed: pathlib.Path) -> None:
    printed = RECIPE.follow(changed)
    assert re.search(r'^7 passed', printed, re.MULTILINE), printed


def test_what_the_page_on_testing_says_to_record_is_recorded_here() -> None:
    found = recipe.Recipe('testing.rst').blocks
    blocks = [
        block for block in found if block.mark('tested-by') == 'unit_tests/test_adding_a_command.py'
    ]
    assert len(blocks) == 2
    lines = [command.line for block in blocks for command in console.commands(block.text)]
    here = [command.line for command in RECIPE.commands()]
    assert {line for line in lines if not line.startswith('git ')} <= set(here)


def test_page_has_no_effect_before_it_is_followed(tmp_path: pathlib.Path) -> None:
    recipe.copy(tmp_path)
    assert recipe.run(tmp_path, ['nova-mv', 'help', 'keypair-rename']).returncode == 2


def test_old_tests_of_what_was_changed_still_pass(changed: pathlib.Path) -> None:
    files = ('v2/test_keypairs.py', 'sandbox/compute/test_keypairs.py')
    words = ['python', '-m', 'pytest', '-q', *(f'unit_tests/{file}' for file in files)]
    done = recipe.run(changed, words)
    assert done.returncode == 0, done.stdout
