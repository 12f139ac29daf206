"""What the worker of the page calls: lines of the shell and of Python, the tab key, kept files."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

HOME = '/home/you'
VARIABLES = {
    'LANG': 'C.UTF-8',
    'OS_CLOUD': 'sandbox',
    'TERM': 'xterm-256color',
    'USER': 'you',
}
"""What programs find; the sandbox is the cloud, unless a line names another one."""


class Worker(Protocol):
    """What the worker does: it stands between this interpreter and the page."""

    can_wait: bool
    """Whether this interpreter can stand still while the worker listens."""

    def show(self, text: str) -> None:
        """Write on the terminal."""

    def wait(self, seconds: float) -> bool:
        """Let time pass; whether the user pressed Ctrl-C meanwhile."""

    def line(self) -> str | None:
        """Return a line that the user types; ``None`` at the end of the input.

        :raises KeyboardInterrupt: the user pressed Ctrl-C.
        """

    def keep(self, path: str, content: bytes | None) -> None:
        """Keep a file for the worker after this one, or forget it."""


class WorkerPage:
    """The terminal, by way of the worker.

    :param worker: shows and waits.
    :param before_pause: called before time passes.
    """

    def __init__(self, worker: Worker, before_pause: Callable[[], None]) -> None:
        self._worker = worker
        self._before_pause = before_pause
        self._sleep = time.sleep

    @property
    def can_ask(self) -> bool:
        """Whether a program can wait for what the user types."""
        return self._worker.can_wait

    def show(self, text: str) -> None:
        """Write on the terminal."""
        self._worker.show(text)

    def sleep(self, seconds: float) -> None:
        """Let time pass.

        :raises KeyboardInterrupt: the user pressed Ctrl-C.
        """
        self._before_pause()
        if not self._worker.can_wait:
            self._sleep(seconds)
        elif self._worker.wait(seconds):
            raise KeyboardInterrupt

    def line(self) -> str | None:
        """Return a line that the user types, ``None`` at the end of the input."""
        return self._worker.line()


class Session:
    """A home with files, a shell and a prompt of Python on one cloud.

    :param worker: shows and waits.
    :param state: what ``state`` of an earlier session told; its files are there again.
    :param home: a folder of its own.
    """

    def __init__(self, worker: Worker, state: str = '', home: str = HOME) -> None:
        self._worker = worker
        self._kept: dict[str, tuple[int, int]] = {}
        self._before_block: tuple[str | None, str] = (None, 'newest')
        self._lacked_cloud = self._block_named_cloud = False
        self._home, self._variables = home, {**VARIABLES, 'HOME': home}
        os.makedirs(home, exist_ok=True)
        os.chdir(home)
        os.environ.update(self._variables)
        self.page = WorkerPage(worker, self._before_pause)
        # Before anything is imported that remembers it.
        time.sleep = self.page.sleep  # type: ignore[assignment]
        from page_terminal import in_turn, nova, python_prompt, served_clouds, shell

        self._nova = nova.Nova(self.page)
        in_turn.stand_for_processes(self._nova.run_unseen)
        variables = os.environ
        self._release = nova.Release(variables)  # type: ignore[arg-type]
        self._served = served_clouds.ServedClouds(self.page, lambda: self.shell.is_in_background)
        self._nova.transport = lambda: self._served.transport
        programs = {
            'kill': self._served.end,
            'nova-mv': self._nova,
            'release': self._release,
            'reset': self._reset,
        }
        self.shell = shell.Shell(self.page, variables, programs)  # type: ignore[arg-type]
        self.python = python_prompt.PythonPrompt(self.page)
        self._restore(json.loads(state) if state else {})

    def begin_block(self, cloud: str, files: str, is_plain: bool) -> str:
        """Begin a block of a page: its lines are run as a test of the page runs them.

        Their variables name no cloud, unless the page says so.

        :param cloud: empty, ``sandbox``, ``new`` for a sandbox as at the beginning, or a release.
        :param files: JSON of the files that the page has by then, by their names.
        :param is_plain: whether programs write as into a file, and not as on a terminal.
        """
        for name, text in json.loads(files).items():
            path = os.path.join(self._home, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as stream:
                stream.write(text)
        self._before_block = self.shell.exported.get('OS_CLOUD'), self._release.name
        self.shell.terminal.is_plain = is_plain
        if cloud == 'new':
            self._nova.run_unseen(['sandbox-reset', '--all'], self.shell.exported)
        elif cloud not in ('', 'sandbox'):
            self._release.choose(cloud)
        is_default = self._before_block[0] == VARIABLES['OS_CLOUD'] and not self._block_named_cloud
        if not cloud and is_default:
            self.shell.exported.pop('OS_CLOUD')
        self._lacked_cloud = 'OS_CLOUD' not in self.shell.exported
        return self._answer(0)

    def end_block(self) -> str:
        """Let programs write on a terminal again."""
        cloud, release = self._before_block
        if self._lacked_cloud and 'OS_CLOUD' in self.shell.exported:
            self._block_named_cloud = True
        self.shell.terminal.is_plain = False
        self._release.choose(release)
        self.shell.exported.setdefault('OS_CLOUD', cloud or VARIABLES['OS_CLOUD'])
        return self._answer(0)

    def run(self, line: str, columns: int, rows: int) -> str:
        """Run a line of the shell.

        :returns: JSON: the status, or ``null`` if the line goes on; the state; the release.
        """
        from page_terminal.grammar import Unfinished

        self._nova.columns, self._nova.rows = columns, rows
        try:
            status: int | None = self.shell.run(line)
        except Unfinished:
            status = None
        self.keep_files()
        return self._answer(status)

    def run_python(self, line: str) -> str:
        """Run a line of Python.

        :returns: as of ``run``; the status is ``null`` if the statement goes on.
        """
        needs_more = self.python.run(line)
        self.keep_files()
        return self._answer(None if needs_more else 0)

    def complete(self, text: str) -> str:
        """Return what completes a line of the shell, as JSON."""
        from page_terminal import completing

        self._nova.use_sandbox_once(self.shell.exported)
        found = completing.complete(self.shell, text)
        return json.dumps({'start': found.start, 'choices': found.insertions()})

    def complete_python(self, text: str) -> str:
        """Return what completes a line of Python, as JSON."""
        match = re.search(r'[\w.]*$', text)
        typed = match[0] if match else ''
        names = self.python.choices(typed) if typed else []
        start = len(text) - len(typed)
        rows = [(name, name.rpartition('.')[2], '') for name in names]
        return json.dumps({'start': start, 'choices': rows})

    def choose_release(self, name: str) -> str:
        """Play the cloud of a release; returns as ``run``."""
        self._release.choose(name)
        return self._answer(0)

    def forget_line(self) -> None:
        """Forget lines of a statement of Python that has not ended."""
        self.python.forget_line()

    def keep_files(self) -> None:
        """Have the page keep the files that changed, for a worker after this one."""
        found: dict[str, tuple[int, int]] = {}
        for folder, _, names in os.walk(self._home):
            for name in names:
                path = os.path.join(folder, name)
                stat = os.stat(path)
                found[path] = (stat.st_mtime_ns, stat.st_size)
        for path in self._kept.keys() - found.keys():
            self._worker.keep(path, None)
        for path, stamp in found.items():
            if self._kept.get(path) != stamp:
                with open(path, 'rb') as stream:
                    self._worker.keep(path, stream.read())
        self._kept = found

    def _before_pause(self) -> None:
        self.shell.terminal.flush()
        self.python.terminal.flush()
        self.keep_files()

    def _answer(self, status: int | None) -> str:
        state = {
            'variables': dict(self.shell.exported),
            'own': self.shell.own,
            'history': self.shell.history,
            'release': self._release.name,
            'folder': os.getcwd(),
        }
        answer = {'status': status, 'release': self._release.name, 'state': json.dumps(state)}
        return json.dumps(answer)

    def _restore(self, state: Mapping[str, Any]) -> None:
        if not state:
            return
        self.shell.exported.update(state['variables'])
        self.shell.own.update(state['own'])
        self.shell.history.extend(state['history'])
        self._release.choose(state['release'])
        os.chdir(state['folder'])

    def _reset(self, words: Sequence[str], variables: Mapping[str, str], streams: Any) -> int:
        """Throw files, variables and the cloud away."""
        self._release.choose('newest')
        self._nova(['sandbox-reset', '--all'], variables, streams)
        os.chdir(self._home)
        for entry in os.scandir(self._home):
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                os.remove(entry)
        self.shell.own.clear()
        self.shell.exported.clear()
        self.shell.exported.update(self._variables)
        streams.stdout.write('Everything is as it was at the beginning.\n')
        return 0
