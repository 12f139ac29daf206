"""The scripts in the shells that they are for, on a terminal."""

from __future__ import annotations

import contextlib
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import sys
import time
from collections.abc import Iterator

import pytest

from novaclient_mv.cli.completing.completion_scripts import SCRIPTS
from unit_tests import processes
from unit_tests.nova import Nova
from unit_tests.patience import PATIENCE

START = {
    'bash': ('bash', '--norc', '--noprofile', '-i'),
    'zsh': ('zsh', '-f', '-i'),
    'fish': ('fish', '--no-config', '-i'),
}
SOURCE = {
    'bash': 'source <(nova-mv completion bash)',
    'zsh': 'source <(nova-mv completion zsh)',
    'fish': 'nova-mv completion fish | source',
}
"""The line that installs each script, as the page on completion says."""

PROGRAM = """#!/bin/sh
case $1 in
complete | completion) exec '{python}' -P -m novaclient_mv "$@" ;;
esac
printf '%s\\n' "$(printf '<%s>' "$@")" >> '{record}'
"""
"""Stands for the program: completes words, and writes down those with which it is run."""

NAMES = ('my server', "it's $(touch broken)", 'a;b*', 'dq"x', 'back\\slash!', 'co:lon', 'ümlaut')

QUESTION = re.compile(rb'\x1b\[[0-9>]*c')
"""A terminal is asked what it is by this."""


class Shell:
    """A shell on a terminal of 24 lines."""

    def __init__(self, name: str, home: pathlib.Path, variables: dict[str, str]) -> None:
        self.record = home / 'lines'
        self.record.touch()
        program = home / 'bin' / 'nova-mv'
        program.parent.mkdir()
        program.write_text(PROGRAM.format(python=sys.executable, record=self.record))
        program.chmod(0o755)
        self.screen = b''
        path = f'{program.parent}{os.pathsep}{os.environ["PATH"]}'
        surroundings = {'PATH': path, 'LANG': 'C.UTF-8', 'TERM': 'xterm', 'PS1': '$ ', **variables}
        self._pid, self._terminal = pty.fork()
        if not self._pid:
            os.chdir(home)
            os.execvpe(START[name][0], START[name], surroundings)
        self._count = 0
        self.run(SOURCE[name])

    def close(self) -> None:
        """End it."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        os.close(self._terminal)
        os.waitpid(self._pid, 0)

    def run(self, line: str) -> None:
        """Run a line, and wait until the shell has done so."""
        self._count += 1
        mark = f'<done><{self._count}>'
        self.press(f'{line}\n')
        self.press(f'nova-mv done {self._count}\n')
        until = time.monotonic() + PATIENCE
        while mark not in self.record.read_text():
            self._read(0.02)
            assert time.monotonic() < until, self.screen

    def complete(self, line: str) -> str:
        """The words of a line in which a tab completes the last one, as the program gets them."""
        before = self.record.read_text()
        self.press(f'{line}\t\n')
        until = time.monotonic() + PATIENCE
        while self.record.read_text() == before:
            self._read(0.02)
            assert time.monotonic() < until, self.screen
        return self.record.read_text().removeprefix(before).strip()

    def press(self, keys: str) -> None:
        """Press keys; a shell takes one after the other, however long each takes."""
        os.write(self._terminal, keys.encode())

    def _read(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (rest := until - time.monotonic()) > 0:
            if select.select([self._terminal], [], [], rest)[0]:
                piece = os.read(self._terminal, 1 << 16)
                self.screen += piece
                if QUESTION.search(piece):
                    os.write(self._terminal, b'\x1b[?62c')


@pytest.fixture(params=SCRIPTS)
def shell(request: pytest.FixtureRequest, nova: Nova) -> Iterator[Shell]:
    """Each shell, in which the names of a cloud were completed before."""
    name = request.param
    if shutil.which(name) is None:
        pytest.skip(f'{name} is not installed')
    for server in NAMES:
        created = nova(
            'server-create', server, '--flavor', '1', '--image', 'cirros', cloud='sandbox'
        )
        assert created.status == 0, created.err
    variables = nova.variables('sandbox', {})
    words = ('-P', '-m', 'novaclient_mv', 'complete', '--', 'server-show', '')
    env = {'PATH': os.environ['PATH'], **variables}
    done = processes.python(*words, env=env, cwd=nova.home)
    assert 'web-1' in done.stdout
    started = Shell(name, nova.home, variables)
    yield started
    started.close()


def test_script_completes_lines_in_its_shell(shell: Shell, nova: Nova) -> None:
    assert shell.complete('nova-mv keypair-sh') == '<keypair-show>'
    assert shell.complete('nova-mv keypair-list --format=js') == '<keypair-list><--format=json>'
    key = shell.complete('nova-mv server-create --nic net-i\tx')
    assert key == '<server-create><--nic><net-id=x>', 'no blank comes behind a key'
    assert shell.complete('nova-mv keypair-list -f js') == '<keypair-list><-f><json>'
    assert shell.complete('nova-mv server-show my') == '<server-show><my server>'
    assert shell.complete("nova-mv server-show 'my") == '<server-show><my server>'
    assert shell.complete('nova-mv server-show "my') == '<server-show><my server>'
    assert shell.complete('nova-mv server-show it') == "<server-show><it's $(touch broken)>"
    assert shell.complete('nova-mv server-show a\\;') == '<server-show><a;b*>'
    assert shell.complete('nova-mv server-show dq') == '<server-show><dq"x>'
    assert shell.complete('nova-mv server-show back') == '<server-show><back\\slash!>'
    assert shell.complete('nova-mv server-show co:l') == '<server-show><co:lon>'
    assert shell.complete('nova-mv server-show üm') == '<server-show><ümlaut>'
    (nova.home / 'boot.yaml').touch()
    create = 'nova-mv server-create --user-data'
    assert shell.complete(f'{create} boo') == '<server-create><--user-data><boot.yaml>'
    assert shell.complete(f'{create}=boo') == '<server-create><--user-data=boot.yaml>'
    assert not (nova.home / 'broken').exists()


def test_nothing_is_shown_where_nothing_completes(shell: Shell) -> None:
    assert shell.complete('nova-mv no-such-command xy') == '<no-such-command><xy>'
    assert shell.complete('nova-mv server-show no-such') == '<server-show><no-such>'
    assert b'rror' not in shell.screen
    assert b'Traceback' not in shell.screen


def test_bash_may_say_less(nova: Nova) -> None:
    for typed, answer in (((), 'words'), (('nova-mv',), 'words'), (('nova-mv k', 'x'), 'words')):
        result = nova('complete', '--shell', 'bash', '--', *typed)
        assert (result.lines[0], result.err, result.status) == (answer, '', 0)


def test_script_is_printed(nova: Nova) -> None:
    for name, script in SCRIPTS.items():
        result = nova('completion', name)
        assert (result.out, result.status) == (script, 0)
    assert nova('completion', 'csh').status == 2
