"""Runs lines: programs, pipes, files, variables."""

from __future__ import annotations

import contextlib
import fnmatch
import io
import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TextIO

from page_terminal import grammar
from page_terminal.expansion import Expansion
from page_terminal.filters import FILTERS, Call, Input, UsageError
from page_terminal.grammar import Case, Command, For, If, Pipeline
from page_terminal.streams import Keyboard, Page, Terminal

NOT_FOUND, INTERRUPTED, MISUSED = 127, 130, 2

HELP = """\
nova-mv COMMAND    the program as it is, on a cloud of this page; "nova-mv help" tells more
release NAME       play the cloud of a release, such as pike, train, zed or newest
reset              throw the cloud, its files and its variables away
history, clear     lines of before; an empty screen
{filters}
Pipes, >, >>, <, 2>&1, &&, ||, ;, $?, $NAME, NAME=value, $(...) and * work as in a shell.
Tab completes, Ctrl-R searches, Ctrl-C stops what is running.
"""


class _Exit(Exception):
    """``exit`` in a script."""


class Streams(NamedTuple):
    """What a program reads and writes."""

    stdin: Input
    stdout: TextIO | Terminal
    stderr: TextIO | Terminal


class Program(Protocol):
    """A program besides the filters."""

    def __call__(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        """Run it with the words behind its name.

        :returns: its exit status.
        """


class Shell:
    """A shell with variables, a status and a history.

    :param page: the terminal.
    :param variables: what programs see; ``export`` changes them.
    :param programs: programs by name, besides the filters.
    """

    def __init__(
        self, page: Page, variables: dict[str, str], programs: Mapping[str, Program]
    ) -> None:
        self.page = page
        self.exported = variables
        self.own: dict[str, str] = {}
        """Variables that programs do not see; arguments of a script are called by numbers."""
        self.status = 0
        self.is_in_background = False
        """Whether the line that runs ends with ``&``; the next one waits for it all the same."""
        self.history: list[str] = []
        self.terminal = Terminal(page)
        self.programs: dict[str, Program] = {
            **{name: self._filter(name, run) for name, run in FILTERS.items()},
            'bash': self._script,
            'sh': self._script,
            '.': self._script,
            'source': self._script,
            'export': self._export,
            'unset': self._unset,
            'env': self._env,
            'cd': self._cd,
            'pwd': self._pwd,
            'exit': self._exit,
            'history': self._show_history,
            'help': self._help,
            'sleep': self._sleep,
            'clear': self._clear,
            'xargs': self._xargs,
            **programs,
        }

    def run(self, text: str) -> int:
        """Run a line; what goes wrong is told on the terminal.

        :returns: its exit status.
        :raises Unfinished: the line goes on.
        """
        pipelines = self._read(text)
        if text.strip():
            self.history.append(text)
        if pipelines is None:
            return self.status
        keyboard = Keyboard(self.page, self.terminal.flush)
        try:
            self._run_all(pipelines, Streams(keyboard, self.terminal, self.terminal))
        except _Exit:
            self.terminal.write('This shell stays where it is.\n')
        except KeyboardInterrupt:
            self.terminal.write('\n')
            self.status = INTERRUPTED
        finally:
            self.terminal.flush()
        return self.status

    def _read(self, text: str) -> list[Pipeline] | None:
        try:
            return grammar.pipelines(text)
        except grammar.Unfinished:
            raise
        except grammar.LineError as error:
            self.terminal.write(f'shell: {error}\n')
            self.terminal.flush()
            self.status = MISUSED
            return None

    def _run_all(self, pipelines: Sequence[Pipeline], streams: Streams) -> None:
        for pipeline in pipelines:
            if pipeline.condition == '&&' and self.status:
                continue
            if pipeline.condition == '||' and not self.status:
                continue
            self._run_pipeline(pipeline, streams)

    def _run_pipeline(self, pipeline: Pipeline, streams: Streams) -> None:
        self.is_in_background = pipeline.is_in_background
        stdin = streams.stdin
        for command in pipeline.commands[:-1]:
            renderer = io.StringIO()
            self._run_command(command, Streams(stdin, renderer, streams.stderr))
            stdin = io.BytesIO(renderer.getvalue().encode())
        self._run_command(pipeline.commands[-1], Streams(stdin, streams.stdout, streams.stderr))

    def _run_command(self, command: Command, streams: Streams) -> None:
        outputs: list[int] = []

        def renderer(line: str) -> str:
            text = self._output(line)
            outputs.append(self.status)
            return text

        expansion = Expansion({**self.exported, **self.own}, self.status, renderer)
        words = [text for word in command.words for text in expansion.words(word)]
        values = {name: expansion.text(word) for name, word in command.assignments}
        try:
            with self._redirected(command, expansion, streams) as redirected:
                if command.compound is not None:
                    self._run_compound(command.compound, expansion, redirected)
                elif words:
                    variables = {**self.exported, **values} if values else self.exported
                    self.status = self._program(words, variables, redirected)
                else:
                    for name, value in values.items():
                        (self.exported if name in self.exported else self.own)[name] = value
                    # As in every shell it is that of the last $(...), if there is one.
                    self.status = outputs[-1] if outputs else 0
        except OSError as error:
            streams.stderr.write(f'shell: {error.filename}: {error.strerror}\n')
            self.status = 1

    def _run_compound(
        self, compound: If | Case | For, expansion: Expansion, streams: Streams
    ) -> None:
        if isinstance(compound, For):
            for text in [text for word in compound.words for text in expansion.words(word)]:
                self.own[compound.name] = text
                self._run_all(compound.body, streams)
            return
        if isinstance(compound, Case):
            text = expansion.text(compound.word)
            bodies = (
                body
                for patterns, body in compound.clauses
                if any(fnmatch.fnmatchcase(text, expansion.text(each)) for each in patterns)
            )
        else:
            bodies = (
                body for condition, body in compound.branches if self._is_met(condition, streams)
            )
        body = next(bodies, [])
        self.status = 0
        self._run_all(body, streams)

    def _is_met(self, condition: Sequence[Pipeline], streams: Streams) -> bool:
        self.status = 0
        self._run_all(condition, streams)
        return not self.status

    def _program(self, words: list[str], variables: dict[str, str], streams: Streams) -> int:
        program = self.programs.get(words[0].removeprefix('/usr/bin/').removeprefix('/bin/'))
        if program is None and os.path.isfile(words[0]) and '/' in words[0]:
            return self._script(words, variables, streams)
        if program is None:
            streams.stderr.write(f'{words[0]}: command not found; "help" tells what there is.\n')
            return NOT_FOUND
        return program(words[1:], variables, streams)

    @contextlib.contextmanager
    def _redirected(
        self, command: Command, expansion: Expansion, streams: Streams
    ) -> Iterator[Streams]:
        with contextlib.ExitStack() as files:
            for redirection in command.redirections:
                target = expansion.text(redirection.target)
                if redirection.stream == '0':
                    streams = streams._replace(stdin=files.enter_context(open(target, 'rb')))
                    continue
                if target == '/dev/null':
                    opened: TextIO | Terminal = io.StringIO()
                elif target in ('&1', '&2'):
                    opened = streams.stdout if target == '&1' else streams.stderr
                else:
                    mode = 'a' if redirection.is_appended else 'w'
                    opened = files.enter_context(open(target, mode, encoding='utf-8'))
                if '1' in redirection.stream:
                    streams = streams._replace(stdout=opened)
                if '2' in redirection.stream:
                    streams = streams._replace(stderr=opened)
            yield streams

    def _output(self, line: str) -> str:
        """Return the output of a line, for ``$(...)``."""
        renderer = io.StringIO()
        keyboard = Keyboard(self.page, self.terminal.flush)
        # Its end is that of the $(...) alone.
        with contextlib.suppress(_Exit):
            self._run_all(grammar.pipelines(line), Streams(keyboard, renderer, self.terminal))
        return renderer.getvalue()

    # -- programs that need the shell

    def _filter(self, name: str, run: Callable[[Call], int]) -> Program:
        def program(words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
            write, complain = streams.stdout.write, streams.stderr.write
            try:
                return run(Call(name, words, streams.stdin, write, complain))
            except UsageError as error:
                complain(f'{name}: {error}\n')
                return MISUSED

        return program

    def _script(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        """Run the lines of a file, with arguments of its own."""
        if not words:
            streams.stderr.write('The name of a file is missing.\n')
            return MISUSED
        with open(words[0], encoding='utf-8') as stream:
            try:
                pipelines = grammar.pipelines(stream.read())
            except grammar.LineError as error:
                streams.stderr.write(f'{words[0]}: {error}\n')
                return MISUSED
        before = {name: self.own.pop(name, None) for name in ('1', '2', '3', '#', '@')}
        self.own |= {str(number): word for number, word in enumerate(words[1:], 1)}
        self.own |= {'#': str(len(words) - 1), '@': ' '.join(words[1:])}
        try:
            self._run_all(pipelines, streams)
        except _Exit:
            pass
        finally:
            for name in [name for name in self.own if not name.isidentifier()]:
                del self.own[name]
            self.own |= {name: text for name, text in before.items() if text is not None}
        return self.status

    def _exit(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        self.status = int(words[0]) if words else self.status
        raise _Exit

    def _export(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        for word in words:
            name, equals, value = word.partition('=')
            self.exported[name] = value if equals else self.own.get(name, variables.get(name, ''))
            self.own.pop(name, None)
        return 0

    def _unset(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        for name in words:
            self.exported.pop(name, None)
            self.own.pop(name, None)
        return 0

    def _env(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        streams.stdout.write(''.join(f'{name}={value}\n' for name, value in variables.items()))
        return 0

    def _cd(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        os.chdir(words[0] if words else variables.get('HOME', '/'))
        return 0

    def _pwd(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        streams.stdout.write(f'{os.getcwd()}\n')
        return 0

    def _sleep(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        self.terminal.flush()
        self.page.sleep(float(words[0]) if words else 0.0)
        return 0

    def _clear(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        streams.stdout.write('\x1b[H\x1b[2J\x1b[3J')
        return 0

    def _show_history(
        self, words: Sequence[str], variables: Mapping[str, str], streams: Streams
    ) -> int:
        numbered = enumerate(self.history, 1)
        streams.stdout.write(''.join(f'{number:5}  {line}\n' for number, line in numbered))
        return 0

    def _help(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        streams.stdout.write(HELP.format(filters=' '.join(sorted(FILTERS))))
        return 0

    def _xargs(self, words: Sequence[str], variables: Mapping[str, str], streams: Streams) -> int:
        """Run a program with the words of the input behind its own."""
        given = shlex.split(streams.stdin.read().decode('utf-8', 'replace'))
        rest, each = list(words), 0
        while rest and rest[0] in ('-n', '-r', '-n1'):
            option = rest.pop(0)
            each = 1 if option == '-n1' else int(rest.pop(0)) if option == '-n' else each
        rest = rest or ['echo']
        if not given:
            return 0
        size = each or len(given)
        parts = [given[start : start + size] for start in range(0, len(given), size)]
        return max(self._program([*rest, *part], dict(variables), streams) for part in parts)
