"""Overviews of a checkout tell what its modules declare now."""

from __future__ import annotations

import os
import pathlib
import shutil

from unit_tests import recipe
from unit_tests.source import PACKAGE

COMMANDS = 'novaclient_mv/v2/commands'


CHANGES = (
    ('agent.py', 'Delete a build', 'Remove a build', 'Remove a build of the agent'),
    ('server_tag.py', "'2.26'", "'2.27'", 'From 2.27'),
)
"""Modules, what is replaced in each by as long a text, and what help shows of it."""


def help_of(folder: pathlib.Path) -> str:
    # Python itself tells what was compiled of a module by whole seconds.
    done = recipe.run(folder, ['nova-mv', 'help'], PYTHONDONTWRITEBYTECODE='1')
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_changes_that_leave_the_length_of_a_module_are_seen(tmp_path: pathlib.Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name)
    # The table is made at its first use, from modules that were not compiled before.
    for name, *_ in CHANGES:
        for compiled in tmp_path.glob(f'{COMMANDS}/__pycache__/{name.removesuffix(".py")}.*'):
            compiled.unlink()
    before = help_of(tmp_path)
    for keeps_time in (False, True):
        for module, old, new, shown in CHANGES:
            file = tmp_path / COMMANDS / module
            source, times = file.read_text(encoding='utf-8'), file.stat()
            assert old in source
            assert len(old) == len(new)
            file.write_text(source.replace(old, new), encoding='utf-8')
            if keeps_time:
                os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
            assert [shown in page for page in (before, help_of(tmp_path))] == [False, True]
            file.write_text(source, encoding='utf-8')
    assert help_of(tmp_path) == before
