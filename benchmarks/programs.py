"""The two programs: installed from wheels, side by side, with equal versions of what they share."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import NamedTuple

REFERENCE = 'python-novaclient==18.13.1'
ROOT = pathlib.Path(__file__).resolve().parent.parent
NOT_SOURCE = ('.git', '.tox', '.venv', '*_cache', '__pycache__', '*.egg-info', 'build', 'dist')
TOOLS = frozenset(('pip', 'setuptools', 'wheel'))
_VERSIONS = """
import importlib.metadata, json
print(json.dumps({
    one.metadata["Name"].lower().replace("_", "-"): one.version
    for one in importlib.metadata.distributions()
}))
"""


class Failed(Exception):
    """A measurement that cannot count, or a program that cannot be installed."""


class Program(NamedTuple):
    """A program and its command line."""

    name: str
    command: tuple[str, ...]


class Sides(NamedTuple):
    """The programs, and what is known of how they are installed.

    :param shared: versions of the packages that both have.
    """

    ours: Program
    nova: Program
    python: Program
    installed: str
    shared: dict[str, str]


def run(*command: str | pathlib.Path) -> str:
    """The output of a command that must succeed."""
    words = [str(word) for word in command]
    # What the caller's shell says of bytecode must not decide how both start.
    variables = {key: text for key, text in os.environ.items() if not key.startswith('PYTHON')}
    done = subprocess.run(
        words, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=variables
    )
    if done.returncode:
        raise Failed(f'{shlex.join(words)}:\n{done.stderr}')
    return done.stdout


def install(folder: pathlib.Path, *what: str) -> None:
    """Make a virtual environment of this Python, with some packages."""
    print(f'Installing {what[-1]} ...', file=sys.stderr)
    run(sys.executable, '-m', 'venv', folder)
    run(folder / 'bin' / 'pip', 'install', '--quiet', *what)


def compile_bytecode(folder: pathlib.Path) -> None:
    """Compile all modules of a virtual environment, so that no timing holds it."""
    run(folder / 'bin' / 'python', '-m', 'compileall', '-q', folder / 'lib')


def versions(folder: pathlib.Path) -> dict[str, str]:
    """The packages of a virtual environment."""
    told: dict[str, str] = json.loads(run(folder / 'bin' / 'python', '-I', '-c', _VERSIONS))
    return told


def shared(first: dict[str, str], second: dict[str, str]) -> dict[str, str]:
    """The packages that both have, but for those that only install.

    :raises Failed: their versions differ.
    """
    names = sorted((first.keys() & second.keys()) - TOOLS)
    different = [
        f'{name} {first[name]} and {second[name]}' for name in names if first[name] != second[name]
    ]
    if different:
        raise Failed(f'Versions differ, so that the comparison is not fair: {"; ".join(different)}')
    return {name: first[name] for name in names}


def install_reference(folder: pathlib.Path) -> Program:
    """python-novaclient in its own virtual environment, installed if it is not there yet."""
    command = folder / 'bin' / 'nova'
    if not command.exists():
        install(folder, REFERENCE)
    this = '{}.{}'.format(*sys.version_info)
    if not (folder / 'lib' / f'python{this}').exists():
        raise Failed(f'{folder} is not of Python {this}, so that the comparison would not be fair.')
    compile_bytecode(folder)
    return Program('nova', (str(command),))


def install_ours(folder: pathlib.Path, like: dict[str, str]) -> pathlib.Path:
    """This checkout, built as a wheel and installed from it; the environment that has it.

    :param like: the versions that packages are to have.
    """
    # A build leaves files in the tree that it builds, and takes up those of earlier builds.
    copy, venv, wheels = folder / 'source', folder / 'venv', folder / 'wheels'
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    constraints = folder / 'constraints.txt'
    lines = [f'{name}=={version}\n' for name, version in like.items() if name not in TOOLS]
    constraints.write_text(''.join(lines), encoding='utf-8')
    run(sys.executable, '-m', 'venv', venv)
    pip = venv / 'bin' / 'pip'
    run(pip, 'wheel', '--quiet', '--no-deps', '--wheel-dir', wheels, copy)
    (wheel,) = wheels.glob('*.whl')
    print(f'Installing {wheel.name} ...', file=sys.stderr)
    run(pip, 'install', '--quiet', '--constraint', constraints, f'{wheel}[sandbox]')
    compile_bytecode(venv)
    return venv


@contextlib.contextmanager
def both(reference: pathlib.Path, command: str | None) -> Iterator[Sides]:
    """Both programs.

    :param reference: where python-novaclient is, or is to be installed.
    :param command: ours, where it is not to be built from this checkout.
    """
    nova = install_reference(reference)
    theirs = versions(reference)
    python = Program('python', (str(reference / 'bin' / 'python'),))
    if command is not None:
        ours = Program('nova-mv', tuple(shlex.split(command)))
        yield Sides(ours, nova, python, f'nova-mv as {command}, which may be editable', {})
        return
    with tempfile.TemporaryDirectory() as folder:
        venv = install_ours(pathlib.Path(folder), theirs)
        ours = Program('nova-mv', (str(venv / 'bin' / 'nova-mv'),))
        python = Program('python', (str(venv / 'bin' / 'python'),))
        wheel = next(pathlib.Path(folder, 'wheels').glob('*.whl')).name
        installed = f'{wheel} and {REFERENCE}, both installed from wheels, bytecode compiled'
        yield Sides(ours, nova, python, installed, shared(versions(venv), theirs))
