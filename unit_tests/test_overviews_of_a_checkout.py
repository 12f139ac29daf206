"""Overviews of a checkout tell what its modules declare now."""

from __future__ import annotations

import os
import pathlib
import shutil

import pytest

from unit_tests import recipe

COMMANDS = 'novaclient_mv/v2/commands'


@pytest.fixture(scope='module')
def checkout(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A copy of the package, with the table that was made at its first use."""
    folder = tmp_path_factory.mktemp('checkout')
    recipe.copy(folder)
    for cache in folder.rglob('__pycache__'):
        shutil.rmtree(cache)
    return folder


def help_of(folder: pathlib.Path) -> str:
    # Python itself tells what was compiled of a module by whole seconds.
    done = recipe.run(folder, ['nova-mv', 'help'], PYTHONDONTWRITEBYTECODE='1')
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize('keeps_time', [False, True])
@pytest.mark.parametrize(
    ('module', 'old', 'new', 'shown'),
    [
        ('agent.py', 'Delete a build', 'Remove a build', 'Remove a build of the agent'),
        ('server_tag.py', "'2.26'", "'2.27'", 'From 2.27'),
    ],
)
def test_a_change_that_leaves_the_length_of_a_module_is_seen(
    checkout: pathlib.Path, module: str, old: str, new: str, shown: str, keeps_time: bool
) -> None:
    file = checkout / COMMANDS / module
    source, times = file.read_text(encoding='utf-8'), file.stat()
    assert old in source
    assert len(old) == len(new)
    assert shown not in help_of(checkout)
    try:
        file.write_text(source.replace(old, new), encoding='utf-8')
        if keeps_time:
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert shown in help_of(checkout)
    finally:
        file.write_text(source, encoding='utf-8')
    assert shown not in help_of(checkout)
