"""The page on adding a microversion: its blocks, applied to a copy, do what it says."""

from __future__ import annotations

import pathlib
import re

import pytest

from novaclient_mv import api_versions
from unit_tests import recipe
from unit_tests.nova import Nova

PAGE_TEXT = recipe.text_of('adding-a-microversion.rst')
# The version that the page adds.
PAGE_VERSION = re.findall(r"\+API_MAX_VERSION = APIVersion\('(.+)'\)", PAGE_TEXT)[0]
RECIPE = recipe.Recipe(
    'adding-a-microversion.rst',
    api_versions.APIVersion(PAGE_VERSION) <= api_versions.API_MAX_VERSION,
)

MOST_FILES = 9


@pytest.fixture(scope='module')
def changed(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A copy of the package and its tests, with the page's changes in it."""
    return RECIPE.applied(tmp_path_factory.mktemp('copy'))


def test_page_has_blocks_of_every_step() -> None:
    kinds = RECIPE.languages()
    assert kinds.count('diff') >= 6
    assert set(kinds) == {'diff', 'python', 'console', 'yaml'}
    assert len(RECIPE.commands()) >= 6


def test_field_filter_and_command_take_few_files_by_hand() -> None:
    assert len(RECIPE.files()) <= MOST_FILES


@pytest.mark.slow
def test_commands_of_the_page_do_what_it_shows(changed: pathlib.Path) -> None:
    printed = RECIPE.follow(changed)
    assert re.search(r'^12 passed', printed, re.MULTILINE), printed


@pytest.mark.slow
def test_page_that_was_followed_is_known_as_followed(changed: pathlib.Path) -> None:
    for block in RECIPE.blocks:
        if block.language == 'diff':
            recipe.apply(changed, block.text, is_followed=True)


def test_page_has_no_effect_before_it_is_followed(nova: Nova) -> None:
    result = nova('help', 'keypair-create', version=PAGE_VERSION)
    assert result.status == (0 if RECIPE.is_followed else 2)


@pytest.mark.slow
def test_old_tests_of_what_was_changed_still_pass(changed: pathlib.Path) -> None:
    files = ('v2/test_keypairs.py', 'sandbox/compute/test_keypairs.py')
    files += ('services/test_releases.py', 'test_release_pages.py')
    words = ['python', '-m', 'pytest', '-q', *(f'unit_tests/{file}' for file in files)]
    done = recipe.run(changed, words)
    assert done.returncode == 0, done.stdout
