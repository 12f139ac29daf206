"""A virtual environment into which the package is installed."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from typing import NamedTuple


class Result(NamedTuple):
    """The result of a program: output, messages, exit status."""

    out: str
    err: str
    status: int


class Environment:
    """A virtual environment, whose user has a home of their own.

    :param python: the interpreter.
    :param folder: where it is to be.
    """

    def __init__(self, python: str, folder: pathlib.Path) -> None:
        self.folder = folder / 'venv'
        self.home = folder / 'home'
        self.home.mkdir()
        # The pip of these tests installs into it, so that no interpreter has to bring one.
        subprocess.run([python, '-m', 'venv', '--without-pip', self.folder], check=True)

    @staticmethod
    def version_of(python: str) -> str | None:
        """The version of an interpreter, as in ``3.14``; ``None`` for one that does not run."""
        code = 'import sys; print("{}.{}".format(*sys.version_info))'
        done = subprocess.run([python, '-c', code], capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else None

    @property
    def python(self) -> pathlib.Path:
        """Its interpreter."""
        return self.folder / 'bin' / 'python'

    def pip(self, *words: str) -> str:
        """Return what pip prints when it works on the environment."""
        quiet = ('--disable-pip-version-check', '--no-color')
        done = subprocess.run(
            [sys.executable, '-m', 'pip', '--python', str(self.python), *quiet, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def install(self, *words: str) -> None:
        """Install packages, each in the newest version that all of them take."""
        self.pip('install', '--quiet', *words)

    def run(self, *words: str | pathlib.Path, cwd: pathlib.Path | None = None) -> Result:
        """Run a program of the environment, or any other with the environment in ``PATH``."""
        paths = (str(self.folder / 'bin'), os.environ['PATH'])
        done = subprocess.run(
            list(map(str, words)),
            cwd=cwd or self.home,
            env={'HOME': str(self.home), 'PATH': os.pathsep.join(paths), 'LC_ALL': 'C.UTF-8'},
            capture_output=True,
            text=True,
            check=False,
        )
        return Result(done.stdout, done.stderr, done.returncode)
