"""Runs command lines in this process, on a cloud that has everything and counts what is written."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
import re
import shutil
from collections.abc import Iterator, Sequence

from functional_tests.trust import judging
from novaclient_mv import shell
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.errors import ExitStatus
from novaclient_mv.wire.transport import Transport, WireAnswer, WireRequest
from unit_tests import any_cloud, any_lines
from unit_tests.nova import Nova, Stream

_MOST_REQUESTS = 300
"""After so many a user stops a run: one that watches goes on for ever."""
_TIMINGS = re.compile(r'^[+|].*\n', re.MULTILINE)
_CLOUD = """\
clouds:
  any:
    auth_type: none
    auth: {endpoint: 'http://anything.example'}
    baremetal_endpoint_override: http://anything.example
    placement_endpoint_override: http://anything.example
"""


class _Cloud(any_cloud.AnyCloud):
    def __init__(self, inner: Transport | None = None) -> None:
        super().__init__(inner)
        self._requests = 0

    def send(self, request: WireRequest) -> WireAnswer:
        self._requests += 1
        if self._requests > _MOST_REQUESTS:
            raise KeyboardInterrupt
        return super().send(request)


class User:
    """Runs command lines; no run sees what another one kept, but for the cache.

    :param home: an empty folder.
    """

    def __init__(self, home: pathlib.Path) -> None:
        self.home = home
        self._nova = Nova(home)
        any_lines.write_file(home)
        self._write_clouds()

    def _write_clouds(self) -> None:
        (self.home / 'clouds.yaml').write_text(_CLOUD, encoding='utf-8')

    @contextlib.contextmanager
    def at_home(self) -> Iterator[None]:
        """Runs in the user's folder, where no program of this computer is found."""
        path = os.environ.get('PATH', '')
        with contextlib.chdir(self.home):
            os.environ['PATH'] = '/nowhere'
            try:
                yield
            finally:
                os.environ['PATH'] = path

    def __call__(self, words: Sequence[str]) -> judging.Run:
        """Run a command line."""
        out, err, cloud = Stream(), Stream(), _Cloud()
        surroundings = Environment(
            variables={**self._nova.variables('any', {}), 'PATH': '/nowhere'},
            stdin=io.BytesIO(b''),
            stdout=out,
            stderr=err,
            clock=self._nova.clock.clock(),
            cwd=str(self.home),
            wrap=lambda inner: cloud,
        )
        try:
            status = int(shell.run(words, surroundings))
        except BaseException as error:
            # Nothing may come through: a person would see a traceback.
            err.write(f'nova-mv: unexpected {type(error).__name__}: {error}\n')
            status = int(ExitStatus.FAILED)
        self._forget()
        writes = tuple(
            f'{write.method} {write.url} {(write.body or b"").decode()}' for write in cloud.writes
        )
        return judging.Run((*words,), out.getvalue(), err.getvalue(), status, writes)

    def _forget(self) -> None:
        """Remove what the run kept in the user's folder."""
        shutil.rmtree(self.home / '.config', ignore_errors=True)
        shutil.rmtree(self.home / '.local', ignore_errors=True)
        names = {'clouds.yaml', any_lines.FILE, any_lines.MOVES, '.cache'}
        for path in self.home.iterdir():
            if path.name not in names:
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


def problems(run: judging.Run) -> list[str]:
    """Problems of a run, besides what would be with any: a refused line wrote."""
    # A table may follow.
    err = _TIMINGS.sub('', run.err)
    # A list of targets may name one of them twice.
    writes = tuple(dict.fromkeys(run.writes))
    found = judging.problems(run._replace(err=err, writes=writes))
    if run.writes and run.status in (ExitStatus.USAGE, ExitStatus.VERSION):
        found.append(f'it was refused with {run.status} and wrote: {run.writes[0]}')
    return found
