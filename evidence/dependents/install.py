"""Installs the programs and environments that they run in, below ``NOVA_MV_DEPENDENTS``.

Modules of a program come from its wheel, or from its sources where it has none, each program in a
folder of its own; the libraries that they import stand in few environments, since dozens of
environments of services would take hours and gigabytes. What cannot be installed is said, and its
tests are skipped.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import venv
from collections.abc import Mapping

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from evidence.dependents import own_tests, programs  # noqa: E402

_ALONE = ('--no-deps', '--ignore-requires-python')


def pip(python: pathlib.Path | str, *words: str) -> bool:
    """Run pip of an interpreter; whether it could."""
    command = [str(python), '-m', 'pip', 'install', '-q', '--disable-pip-version-check', *words]
    return subprocess.call(command) == 0


def install_environment(folder: pathlib.Path, name: str, libraries: tuple[str, ...]) -> None:
    """Make an environment that has this library, python-novaclient and others."""
    python = folder / name / 'bin' / 'python'
    if not python.exists():
        venv.create(folder / name, with_pip=True)
    needed = [programs.ORIGINAL, '--editable', str(ROOT), *libraries]
    if not pip(python, *needed):
        # One library that is not to be had must not cost the others.
        for library in [programs.ORIGINAL, *libraries]:
            pip(python, library)
        pip(python, '--editable', str(ROOT))


def install_environments(
    folder: pathlib.Path, note: str, wanted: Mapping[str, tuple[str, ...]]
) -> None:
    """Install libraries into environments, where a note does not say that they are there.

    :param note: the file of an environment that names what was installed.
    """
    for name, libraries in wanted.items():
        ready, names = folder / name / note, '\n'.join(libraries)
        if not ready.exists() or ready.read_text() != names:
            install_environment(folder, name, libraries)
            ready.write_text(names)


def install_program(folder: pathlib.Path, program: programs.Program) -> bool:
    """Put the modules of a program into its folder; whether they are there."""
    target = folder / 'programs' / program.folder
    if target.exists():
        return True
    return pip(
        folder / program.environment / 'bin' / 'python',
        *_ALONE,
        '--target',
        str(target),
        str(program),
    )


def main() -> int:
    """Install what ``NOVA_MV_DEPENDENTS`` does not have; the exit status."""
    name = os.environ.get('NOVA_MV_DEPENDENTS', '')
    if not name:
        sys.stderr.write('Set NOVA_MV_DEPENDENTS to a folder for programs and environments.\n')
        return 2
    folder = pathlib.Path(name)
    install_environments(folder, 'installed', programs.LIBRARIES)
    install_environments(folder, own_tests.INSTALLED, own_tests.LIBRARIES)
    for program in programs.PROGRAMS:
        if not install_program(folder, program):
            sys.stderr.write(f'{program} cannot be installed; its tests are skipped.\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
