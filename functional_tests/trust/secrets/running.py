"""Runs each command with planted secrets, in each way that shows or keeps something of a run."""

from __future__ import annotations

import io
import json
import os
import pathlib
import stat
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from functional_tests.trust import judging
from functional_tests.trust.secrets import planted
from novaclient_mv import errors, shell
from novaclient_mv.cli.reading import commands, tree, types
from novaclient_mv.cli.reading.argument import Argument
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.reading.read import Ask, read
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.wire import secret_values
from novaclient_mv.wire.transport import Headers, WireAnswer, WireRequest
from unit_tests import any_cloud, any_lines
from unit_tests.nova import Nova, Stream

COMMANDS = sorted(
    (command for command in commands.our_commands() if any_lines.needs_a_cloud(command)),
    key=lambda command: command.name,
)
SECRET_FILE = 'secret.json'
_NAMED = 3
"""Words of a line up to the name of its command: the version stands before it."""
_ENDPOINT = 'http://anything.example'
_OF_JSON = ('driver_info', 'instance_info', 'properties', 'extra', 'network_data', 'metadata')


class Way(NamedTuple):
    """A way to run a line.

    :ivar words: what it is run with, behind the name of the command.
    :ivar shows: the output shows what was sent, and not what was asked for.
    :ivar fails: the cloud refuses all but version documents, and repeats what it was sent.
    """

    words: tuple[str, ...]
    shows: bool = False
    fails: bool = False


WAYS = (
    Way(('--debug', '--timings')),
    Way(('--debug', '--error-format', 'json'), fails=True),
    Way(('--timings',), fails=True),
    Way(('--dry-run', '--debug'), shows=True),
    Way(('--dry-run=curl',), shows=True),
    Way(('--dry-run', '-f', 'json'), shows=True),
)

MISTAKEN_WAYS = (WAYS[1], Way(('--debug',)))
"""Ways to run a line that is a mistake, which may be noticed by the program or by the cloud."""


def _secretive(body: dict[str, Any]) -> dict[str, Any]:
    rows = {
        name: [{**row, **planted.in_answers()} if isinstance(row, dict) else row for row in part]
        if isinstance(part, list)
        else part
        for name, part in body.items()
    }
    return {**rows, **planted.in_answers()}


class _Cloud(any_cloud.AnyCloud):
    """Answers with secrets.

    :param fails: whether it refuses requests, with their secrets in the error.
    """

    everything = json.dumps(_secretive(json.loads(any_cloud.AnyCloud.everything))).encode()

    def __init__(self, fails: bool) -> None:
        super().__init__()
        self._fails = fails

    def send(self, request: WireRequest) -> WireAnswer:
        answer = super().send(request)
        headers = Headers([*answer.headers.items(), *planted.headers().items()])
        is_document = b'"min_version"' in answer.body[:400]
        if self._fails and not is_document:
            sent = ' '.join(map(': '.join, request.headers.items()))
            text = f'Refused {request.url} with {sent}: {(request.body or b"").decode()}'
            body = json.dumps({'badRequest': {'message': text, 'code': 400}}).encode()
            return WireAnswer(400, headers, body)
        return WireAnswer(answer.status, headers, answer.body)


class User:
    """Runs lines with secrets.

    :param home: an empty folder.
    """

    def __init__(self, home: pathlib.Path) -> None:
        self.home = home
        self._nova = Nova(home)
        any_lines.write_file(home)
        node = {'driver': 'fake', 'driver_info': planted.driver_info()}
        content = {'nodes': [node], 'x_password': planted.value('other:file')}
        (home / SECRET_FILE).write_text(json.dumps(content), encoding='utf-8')
        clouds = {
            'any': self._cloud('admin_token', token=planted.value('other:token')),
            'basic': self._cloud(
                'http_basic', username='me', password=planted.value('other:basic')
            ),
        }
        (home / 'clouds.yaml').write_text(json.dumps({'clouds': clouds}), encoding='utf-8')

    @staticmethod
    def _cloud(auth_type: str, **auth: str) -> dict[str, Any]:
        return {
            'auth_type': auth_type,
            'auth': {'endpoint': _ENDPOINT, **auth},
            'baremetal_endpoint_override': _ENDPOINT,
            'placement_endpoint_override': _ENDPOINT,
            'compute_endpoint_override': _ENDPOINT,
        }

    def environment(self, cloud: str, out: Stream, err: Stream) -> Environment:
        """The surroundings of a run, with secrets in its variables."""
        variables = self._nova.variables(cloud, planted.variables())
        proxy = f'http://me:{planted.value("other:proxy")}@127.0.0.1:1'
        return Environment(
            variables={**variables, 'PATH': '/nowhere', 'HTTPS_PROXY': proxy},
            stdin=io.BytesIO(planted.value('other:file').encode()),
            stdout=out,
            stderr=err,
            clock=self._nova.clock.clock(),
            cwd=str(self.home),
        )

    def line(self, command: Command) -> list[str]:
        """A line with each option that may hold a secret and that goes with the others."""
        environment = self.environment('any', Stream(), Stream())
        line = any_lines.line_of(command, environment)
        arguments = tree.arguments_at(command, any_lines.newest(command)) or []
        for argument in arguments:
            if command.name.endswith('-unset'):
                # What these take are names, which are no secrets: see ``mistaken_lines``.
                break
            for words in _secret_words(argument):
                if _is_taken([*line, *words], environment):
                    line += words
        return line

    def mistaken_lines(self, command: Command) -> Iterator[list[str]]:
        """Lines with a secret in each place that is for something else."""
        line = any_lines.line_of(command, self.environment('any', Stream(), Stream()))
        secret = f'x_password={planted.value("other:option")}'
        yield [*line, secret]
        yield [*line, '--no-such-option', secret]
        yield [*line, f'--no-such-option={secret}']
        yield [line[0], secret, *line[2:]]
        yield [*line[: _NAMED - 1], secret, *line[_NAMED:]]
        if len(line) > _NAMED:
            for place in (secret, planted.url(), f'a {secret}'):
                yield [*line[:_NAMED], place, *line[_NAMED + 1 :]]
        for argument in tree.arguments_at(command, any_lines.newest(command)) or []:
            if not argument.is_positional and argument.takes_value:
                yield [*line, argument.name, secret]

    def __call__(self, line: Sequence[str], way: Way, cloud: str) -> judging.Run:
        """Run a line in a way."""
        out, err = Stream(), Stream()
        words = (*line[:_NAMED], *way.words, *line[_NAMED:])
        environment = self.environment(cloud, out, err)
        environment.wrap = lambda inner: _Cloud(way.fails)
        try:
            status = int(shell.run(words, environment))
        except Exception as error:
            err.write(f'nova-mv: unexpected {type(error).__name__}: {error}\n')
            status = 1
        return judging.Run(words, out.getvalue(), err.getvalue(), status, (), self.kept())

    def kept(self) -> tuple[tuple[str, bytes], ...]:
        """The files that runs left, but for those that a user wrote."""
        return tuple(
            (str(path.relative_to(self.home)), path.read_bytes()) for path in self._files()
        )

    def open_files(self) -> list[str]:
        """The files below the folders of the program that others may read."""
        return [
            str(path.relative_to(self.home))
            for path in self._files()
            if stat.S_IMODE(os.lstat(path).st_mode) & 0o077
        ]

    def _files(self) -> Iterator[pathlib.Path]:
        for folder in ('.cache', '.config', '.local'):
            yield from (path for path in (self.home / folder).rglob('*') if path.is_file())


def problems(run: judging.Run, way: Way) -> list[str]:
    """The secrets that a run shows or keeps without need, and what is wrong besides."""
    # What was asked for may be shown: a new password, a key.
    seen = run if way.shows else run._replace(out='')
    found = judging.problems(seen, planted.VALUES)
    return [text for text in found if ' stands in ' in text or text.startswith('it crashed: nova')]


def problems_of_mistake(run: judging.Run) -> list[str]:
    """The secrets that messages repeat which a mistaken line holds, and what is wrong besides."""
    # A name is shown as what was asked for, as a tag or a description is.
    return problems(run._replace(kept=()), MISTAKEN_WAYS[0])


def _secret_words(argument: Argument) -> Iterator[list[str]]:
    """Words that give an option a secret."""
    if argument.is_positional or not argument.takes_value:
        return
    kind = argument.options.get('type')
    name = argument.name
    if isinstance(kind, type) and issubclass(kind, types.File):
        if secret_values.is_secret(argument.dest) or argument.dest in ('file', 'files'):
            yield [name, SECRET_FILE]
    elif argument.dest in _OF_JSON or 'info' in argument.dest:
        for key, secret in {**planted.driver_info(), **planted.instance_info()}.items():
            yield [name, f'{key}={secret}']
        yield [name, json.dumps({'a': {'x_password': planted.value('other:json')}})]
        yield [name, f'deploy_iso={planted.url()}']
        yield [
            name,
            f'nested={json.dumps({"b": [{"redfish_password": planted.value("other:json")}]})}',
        ]
        yield [name, f'ipmi_password={json.dumps([planted.value("other:json"), 1])}']
    elif secret_values.is_secret(argument.dest):
        yield [name, planted.value('other:option')]
        yield [name, json.dumps({'meta_data': {'x': planted.value('other:json')}})]
        yield [name, f'a={SECRET_FILE}']


def _is_taken(line: Sequence[str], environment: Environment) -> bool:
    try:
        return read(line, environment).ask is Ask.RUN
    except errors.Error:
        return False
