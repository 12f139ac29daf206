"""A pager, for output that is longer than the screen."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator

from novaclient_mv import errors
from novaclient_mv.clouds.environment import Environment

VARIABLE = 'NOVA_MV_PAGER'

_YES = ('1', 'true', 'yes', 'on')
_OPTIONS_OF_LESS = 'FRX'
"""Ends where the output fits the screen, shows colours, and leaves the last page there."""


@contextlib.contextmanager
def paged(environment: Environment) -> Iterator[None]:
    """Send the output to the user's pager meanwhile; who leaves it has seen enough."""
    pager = _Pager(environment, _command(environment))
    try:
        with environment.redirected(pager), contextlib.suppress(BrokenPipeError):
            yield
    finally:
        pager.finish()
        environment.stderr.release()


def _command(environment: Environment) -> list[str]:
    """The words that start the pager."""
    named = environment.get(VARIABLE)
    if named is None or named[1].lower() in _YES:
        named = environment.get('PAGER') or ('', 'less')
    try:
        words = shlex.split(named[1])
    except ValueError:
        words = []
    if not words or shutil.which(words[0], path=environment.variables.get('PATH')) is None:
        raise errors.CommandError(f'Pager {named[1]!r} was not found; set {VARIABLE}.')
    return words


class _Pager(io.TextIOBase):
    """The output of a run, as a terminal whose lines a pager shows.

    It is started by the first line, and messages are held from then on.
    """

    def __init__(self, environment: Environment, command: list[str]) -> None:
        self._environment = environment
        self._terminal = environment.stdout
        self._command = command
        self._process: subprocess.Popen[str] | None = None

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._terminal.fileno()

    def write(self, text: str) -> int:
        """Show text; a pager that was left is a ``BrokenPipeError``."""
        stream = self._started().stdin
        assert stream is not None
        return stream.write(text)

    def flush(self) -> None:
        stream = None if self._process is None else self._process.stdin
        if stream is not None and not stream.closed:
            stream.flush()

    def finish(self) -> None:
        """Wait until the user leaves the pager."""
        process = self._process
        if process is None:
            return
        try:
            if process.stdin is not None:
                process.stdin.close()
        except BrokenPipeError:
            pass
        while process.returncode is None:
            try:
                process.wait()
            except KeyboardInterrupt:
                # It is for the pager.
                continue

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._environment.stderr.hold()
            variables = {'LESS': _OPTIONS_OF_LESS, **os.environ, **self._environment.variables}
            self._terminal.flush()
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=self._terminal.fileno(),
                env=variables,
                encoding='utf-8',
                errors='backslashreplace',
            )
        return self._process
