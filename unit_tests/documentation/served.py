"""The program as a server that goes on in the background, as ``nova-mv sandbox-serve &`` does."""

from __future__ import annotations

import pathlib
import re
import signal
import subprocess
import sys
from collections.abc import Mapping

from unit_tests.patience import PATIENCE

_LINE = re.compile(r'nova-mv sandbox-serve([^<>|;&$]*?)(?: > (\S+))?(?: (&))?')
_READY = re.compile(r'# Sandbox on (\S+);')


def parsed(line: str) -> tuple[list[str], str, bool] | None:
    """Options, file for the settings (or nothing) and whether it goes on behind the next line."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    return found[1].split(), found[2] or '', found[3] is not None


class Served:
    """A ``sandbox-serve`` that runs.

    :param options: its options; the port is any that is free.
    """

    def __init__(self, options: list[str], variables: Mapping[str, str], cwd: pathlib.Path) -> None:
        words = re.sub(r'--port[ =]\d+', '', ' '.join(options)).split()
        command = [sys.executable, '-m', 'novaclient_mv', 'sandbox-serve', *words, '--port', '0']
        self.process = subprocess.Popen(
            command,
            env=dict(variables),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.settings = ''
        self.url = ''
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.settings += line
            if ready := _READY.match(line):
                self.url = ready[1]
                break
        assert self.url, self.settings

    def end(self) -> None:
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        output, _ = self.process.communicate(timeout=PATIENCE)
        assert (output, self.process.returncode) == ('', 0)

    def kill(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.communicate()
