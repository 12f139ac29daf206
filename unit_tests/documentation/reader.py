"""A reader who follows a page from top to bottom, and compares what happens with what it shows."""

from __future__ import annotations

import configparser
import contextlib
import io
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from typing import Any
from unittest import mock

import yaml

from novaclient_mv.clouds import environment
from novaclient_mv.clouds import files as cloud_files
from unit_tests.documentation import console, named_clouds, served
from unit_tests.documentation.clouds import ADDRESS, Clock, Clouds
from unit_tests.documentation.pages import ROOT, Block
from unit_tests.nova import Nova
from unit_tests.patience import PATIENCE

_EXPORT = re.compile(r'export (\w+)=(.*)')
_END = 'end-of-command-'


class Reader:
    """Runs the blocks of one page, with a home, a clock and a sandbox of its own.

    :param home: an empty folder; it is also the working folder.
    """

    def __init__(self, home: pathlib.Path) -> None:
        self.home = home
        self.clock = Clock()
        self.nova = Nova(home)
        self.nova.clock = self.clock
        self.clouds = Clouds(home / '.local' / 'state' / 'nova-mv' / 'sandbox.sqlite', self.clock)
        self.exported: dict[str, str] = {}
        self.address = ''
        self.output = ''
        """The output of the last command, or of the last block of Python."""
        self.namespace: dict[str, Any] = {}
        self._served: list[served.Served] = []

    def close(self) -> None:
        """End what has been started."""
        for each in self._served:
            each.kill()
        for file in self.home.glob('*.py'):
            sys.modules.pop(file.stem, None)
        self.clouds.close()

    def follow(self, block: Block) -> None:
        """Do what a block says.

        :raises AssertionError: something else happens than the page says, or nobody knows what to
            do with the block.
        """
        text = block.text
        if (ADDRESS in text) and not served.parsed(text.splitlines()[0].removeprefix('$ ')):
            text = text.replace(ADDRESS, self.address or self.clouds.sandbox().url)
        if (names := named_clouds.named_in(text)) and block.language != 'yaml':
            self.nova.cloud_file(self.clouds.file(names))
        if block.caption:
            self._save(block)
        if (source := block.mark('excerpt-of')) is not None:
            found = (ROOT / source).read_text(encoding='utf-8')
            assert console.is_excerpt(text, found), f'{block.place}: {source} has no such lines.'
            return
        self._way(block)(block, text)

    def _way(self, block: Block) -> Callable[[Block, str], None]:
        ways: dict[str, Callable[[Block, str], None]] = {
            'console': self._console,
            'sh': self._script,
            'bash': self._script,
            'python': self._python,
            'yaml': self._yaml,
            'json': lambda block, text: json.loads(text),
            'ini': lambda block, text: configparser.ConfigParser().read_string(text),
            'text': self._compare,
            '': self._console if block.text.startswith(console.PROMPT) else self._compare,
        }
        assert block.language in ways, (
            f'{block.place}: {block.language} is not run by anything; if it cannot be, say why in '
            'a comment before it: .. not-run: REASON'
        )
        return ways[block.language]

    def _save(self, block: Block) -> None:
        file = self.home / block.caption
        assert self.home in file.resolve().parents, block.place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text, encoding='utf-8')

    def _compare(self, block: Block, text: str) -> None:
        """A block without a prompt is what the command before it prints."""
        self._assert_shown(block, text, self.output)

    def _assert_shown(self, block: Block, shown: str, output: str) -> None:
        message = f'{block.place} shows:\n{shown}\nbut this is printed:\n{output}'
        assert console.matches(shown, output), message

    # -- commands

    def variables(self, block: Block) -> dict[str, str]:
        """The environment of a block's commands."""
        cloud = block.mark('cloud')
        chosen = {} if cloud is None else self.clouds.environ(cloud)
        columns = block.mark('columns')
        # A terminal that draws nothing over what stands there: what is left of it is shown.
        looks = {'COLUMNS': columns, 'TERM': 'dumb', 'LC_ALL': 'C.UTF-8'} if columns else {}
        return {**chosen, **looks, **self.exported}

    def _console(self, block: Block, text: str) -> None:
        found = console.commands(text)
        if any(self._is_for_shell(each.line, block) for each in found):
            self._shell(block, found)
            return
        for line, shown in found:
            status = self._line(block, line)
            if shown:
                self._assert_shown(block, shown, self.output)
            else:
                assert status == 0, f'{block.place}: {line}\n{self.output}'

    def _script(self, block: Block, text: str) -> None:
        """A script without prompts: of a file only the syntax is looked at, since other blocks run
        it. One in which some programs are not run is a single line.
        """
        if block.caption:
            printed = self._bash(f'bash -n {shlex.quote(block.caption)} 2>&1', {**os.environ})
            assert printed == '', f'{block.place}:\n{printed}'
        elif block.programs_not_run:
            for line in text.splitlines():
                assert self._line(block, line) == 0, f'{block.place}: {line}\n{self.output}'
        else:
            self._shell(block, [console.Command(text, '')])

    def _is_for_shell(self, line: str, block: Block) -> bool:
        """Whether only a shell can run a line; most lines run in this process, which is quicker."""
        programs = {console.program(words) for words in console.steps(line)}
        if served.parsed(line) or programs <= set(block.programs_not_run):
            return False
        known = {'nova-mv', 'export', '.', 'curl', *block.programs_not_run}
        return not programs <= known or console.needs_shell(line.replace('&&', ''))

    def _line(self, block: Block, line: str) -> int:
        """Run a line in this process; its exit status, which is that of its last command."""
        if (call := served.parsed(line)) is not None:
            return self._serve(block, *call)
        status = 0
        for words in console.steps(line):
            name = console.program(words)
            if name in block.programs_not_run:
                continue
            if name == 'nova-mv':
                while not words[0].endswith('nova-mv'):
                    words = words[1:]
                seen = block.mark('columns') is not None
                variables = self.variables(block)
                result = self.nova(*words[1:], env=variables, is_terminal=seen, is_mixed=True)
                self.output, status = result.out, result.status
            elif name == 'curl':
                self.output = _curl(words[1:])
            elif name == 'export':
                self._export(shlex.join(words))
            else:
                for each in (self.home / words[1]).read_text(encoding='utf-8').splitlines():
                    self._export(each)
            if status:
                break
        return status

    def _export(self, line: str) -> None:
        if found := _EXPORT.fullmatch(line):
            self.exported[found[1]] = ''.join(shlex.split(found[2]))

    def _serve(self, block: Block, options: list[str], file: str, goes_on: bool) -> int:
        """Serve a sandbox until the end of the page, or for a moment."""
        started = served.Served(options, self._process_variables(block), self.home)
        self._served.append(started)
        self.output = started.settings
        if file:
            (self.home / file).write_text(started.settings, encoding='utf-8')
        if goes_on:
            self.address = started.url
        else:
            self._served.remove(started)
            started.end()
        return 0

    def _process_variables(self, block: Block) -> dict[str, str]:
        folder = self.home / '.bin'
        folder.mkdir(exist_ok=True)
        for name, words in (('nova-mv', '-m novaclient_mv'), ('python', '')):
            script = folder / name
            script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {words} "$@"\n')
            script.chmod(0o755)
        found = self.nova.variables(None, self.variables(block))
        path = f'{folder}{os.pathsep}{os.environ.get("PATH", os.defpath)}'
        return {**found, 'PATH': path, 'PYTHONPATH': str(ROOT), 'PIP_NO_INDEX': '1'}

    def _shell(self, block: Block, found: list[console.Command]) -> None:
        """Run a block in a shell, which keeps variables from one line to the next."""
        script = 'exec 2>&1\n' + ''.join(f'{{ {each.line}\n}}\necho "{_END}$?"\n' for each in found)
        printed = self._bash(script, self._process_variables(block))
        outputs = re.split(f'{_END}(\\d+)\n', printed)
        assert len(outputs) == 2 * len(found) + 1, f'{block.place}:\n{printed}'
        for number, (line, shown) in enumerate(found):
            self.output, status = outputs[2 * number], int(outputs[2 * number + 1])
            if shown:
                self._assert_shown(block, shown, self.output)
            else:
                assert status == 0, f'{block.place}: {line}\n{self.output}'

    def _bash(self, script: str, variables: dict[str, str]) -> str:
        """Return the output of a script; end whatever it leaves running."""
        process = subprocess.Popen(
            ['bash', '-c', script],
            cwd=self.home,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            return process.communicate(timeout=PATIENCE)[0]
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()

    # -- programs and files

    def _python(self, block: Block, text: str) -> None:
        """Run a block after those before it; ``session`` is one of the page's sandbox.

        What a block that is saved as a file defines, others have to import.
        """
        if re.search(r'^def test_', text, re.MULTILINE):
            self._pytest(block, text)
            return
        if not self.namespace:
            session = self.clouds.sandbox().session()
            self.namespace = {'session': session, '__name__': 'page'}
        printed = io.StringIO()
        namespace = {**self.namespace} if block.caption else self.namespace
        # What it opens by itself has the home and the clock of the page.
        variables = self.nova.variables(None, self.variables(block))
        clock = self.clock.clock()
        with (
            contextlib.redirect_stdout(printed),
            mock.patch.dict(os.environ, variables),
            mock.patch.object(sys, 'path', [str(self.home), *sys.path]),
            mock.patch.object(environment, 'Clock', return_value=clock),
        ):
            exec(compile(text, block.place, 'exec'), namespace)
        self.output = printed.getvalue()

    def _pytest(self, block: Block, text: str) -> None:
        """Run tests that a block shows, with the fixtures of the package and of its own tests."""
        file = self.home / 'test_of_page.py'
        file.write_text(text, encoding='utf-8')
        plugins = ('novaclient_mv.sandbox.pytest_plugin', 'unit_tests.conftest')
        words = [word for name in plugins for word in ('-p', name)]
        done = subprocess.run(
            [sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', *words, str(file)],
            cwd=self.home,
            env={**self._process_variables(block), 'PYTEST_ADDOPTS': ''},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f'{block.place}:\n{done.stdout}'

    def _yaml(self, block: Block, text: str) -> None:
        """Read YAML; a ``clouds.yaml`` as the program reads it."""
        assert yaml.safe_load(text), block.place
        if block.caption == 'clouds.yaml':
            variables = {'HOME': str(self.home)}
            found = cloud_files.names(variables, cwd=str(self.home))
            assert found, block.place
            for name, _ in found:
                assert cloud_files.find(variables, name, cwd=str(self.home)), name


def _curl(words: list[str]) -> str:
    """Return the output of ``curl``, for the few options that pages use."""
    method, body, url = None, None, ''
    rest = iter(words)
    for word in rest:
        if word == '-X':
            method = next(rest)
        elif word == '-d':
            body = next(rest).encode()
        else:
            assert not word.startswith('-'), f'pages use no curl {word}'
            url = word
    request = urllib.request.Request(url, body, method=method)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return str(answer.read().decode())
