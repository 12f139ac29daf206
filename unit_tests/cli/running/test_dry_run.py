"""Every command that writes shows with ``--dry-run`` what it would send, and sends none of it."""

from __future__ import annotations

import base64
import functools
import io
import json
import os
import pathlib
import shlex
import subprocess
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from novaclient_mv import shell
from novaclient_mv.cli.reading import columns, commands, declarations, tree
from novaclient_mv.cli.reading.commands import Command
from novaclient_mv.cli.running import results
from novaclient_mv.cli.running.withheld_requests import WithheldRequests
from novaclient_mv.cli.showing import result_writer
from novaclient_mv.clouds.environment import Environment
from novaclient_mv.v2.commands.parts import generated_keys
from novaclient_mv.v2.commands.parts.generated_keys import GeneratedKeys
from novaclient_mv.versions import APIVersion
from novaclient_mv.wire import masking, secret_values
from novaclient_mv.wire.request import Request
from novaclient_mv.wire.transport import WireRequest
from novaclient_mv.wire.withholding import Withheld
from unit_tests import any_cloud, any_lines, cases, processes
from unit_tests.any_lines import ID
from unit_tests.nova import Nova, Stream

ENDPOINT = 'http://anything.example'
HAVING_COLUMNS = (results.Table, results.Record, results.Rows, results.Tree, results.Properties)
COMMANDS = [each for each in commands.our_commands() if any_lines.needs_a_cloud(each)]


class Run(NamedTuple):
    """The output of a command line, and its writes to the cloud."""

    out: str
    err: str
    status: int
    writes: list[WireRequest]

    @property
    def lines(self) -> list[str]:
        """The lines of the output."""
        return self.out.splitlines()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The requests that were shown, as ``-f json`` has them."""
        return [json.loads(line) for line in self.lines]


class User:
    """Runs command lines on the cloud that has everything."""

    def __init__(self, home: pathlib.Path) -> None:
        self.home = home
        any_lines.write_file(home)
        self.nova = Nova(home)

    def environment(self, out: Stream | None = None, err: Stream | None = None) -> Environment:
        return Environment(
            variables={**self.nova.variables('sandbox', {}), 'PATH': '/nowhere'},
            stdin=io.BytesIO(b''),
            stdout=out or Stream(),
            stderr=err or Stream(),
            clock=self.nova.clock.clock(),
            cwd=str(self.home),
        )

    def __call__(self, *words: str) -> Run:
        out, err = Stream(), Stream()
        surroundings = self.environment(out, err)
        cloud = any_cloud.AnyCloud()
        surroundings.wrap = lambda inner: cloud
        status = shell.run(['--os-endpoint-override', ENDPOINT, *words], surroundings)
        return Run(out.getvalue(), err.getvalue(), int(status), cloud.writes)

    def offline(self, *words: str) -> Run:
        """Run a command line where no cloud is known, and nothing may be sent."""
        out, err = Stream(), Stream()
        surroundings = self.environment(out, err)
        surroundings.variables = {**surroundings.variables, 'OS_CLOUD': ''}
        status = int(shell.run([*words], surroundings))
        return Run(out.getvalue(), err.getvalue(), status, [])


@pytest.fixture(scope='module')
def one_user(tmp_path_factory: pytest.TempPathFactory) -> User:
    """Return a user of the cloud, who is logged in and knows its versions after the first line."""
    return User(tmp_path_factory.mktemp('home'))


@pytest.fixture
def user(one_user: User, monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.chdir(one_user.home)
    # Two runs make the same requests.
    monkeypatch.setattr(generated_keys, 'generate', lambda: GeneratedKeys('private', 'public'))
    return one_user


@pytest.fixture
def with_columns(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the rendered results that have columns."""
    seen: list[object] = []
    render = result_writer.ResultWriter.render

    def spy(self: result_writer.ResultWriter, result: object, version: APIVersion) -> None:
        inner = results.for_machines(result)
        if isinstance(inner, HAVING_COLUMNS):
            seen.append(inner)
        render(self, result, version)

    monkeypatch.setattr(result_writer.ResultWriter, 'render', spy)
    return seen


def masked(name: str, value: object) -> str:
    return masking.MASK


def comparable(wire: WireRequest) -> dict[str, Any]:
    """A request that was sent, as one that was withheld is shown."""
    body = None if wire.body is None else json.loads(wire.body)
    return {
        'method': wire.method,
        'url': wire.url,
        'headers': secret_values.replaced_in_headers(wire.headers, masked),
        'body': secret_values.replaced(body, masked),
    }


@functools.cache
def is_writing(command: Command) -> bool:
    return bool(declarations.declared(command.function, 'writes'))


@cases.one_test_of('command', filter(is_writing, COMMANDS), lambda each: each.name)
def test_what_would_be_sent_is_shown_and_not_sent(
    user: User, command: Command, with_columns: list[object]
) -> None:
    with_columns.clear()
    line = any_lines.line_of(command, user.environment())
    dry = user(*line, '--dry-run', '-f', 'json')
    assert dry.writes == [], line
    assert dry.status == 0, (line, dry.err)
    real = user(*line)
    assert real.writes, (line, real.err)
    (row,) = dry.rows
    first = comparable(real.writes[0])
    assert {key: row[key] for key in first} == first, line
    assert row['operation'].partition(' ')[0] == row['method']
    assert (len(real.writes) > 1) == bool(row['then']), line
    assert not with_columns or columns.fields_of(command.function) is not None, line
    offline = user.offline(*line, '--dry-run=offline', '-f', 'json')
    assert offline.status == 0, (line, offline.err)
    # What is as it was, as the name of a group, is what the line says where nothing is asked.
    row = json.loads(json.dumps(row).replace('"thing"', f'"{ID}"'))
    for key in ('operation', 'body', 'version', 'then'):
        assert offline.rows[0][key] == row[key], (line, key)


@cases.one_test_of(
    'command', [each for each in COMMANDS if not is_writing(each)], lambda each: each.name
)
def test_commands_without_the_option_write_nothing(
    user: User, command: Command, with_columns: list[object]
) -> None:
    with_columns.clear()
    line = any_lines.line_of(command, user.environment())
    assert user(*line).writes == [], line
    assert not with_columns or columns.fields_of(command.function) is not None, line
    assert user(*line, '--dry-run').status == 2


def test_only_commands_that_write_have_the_option() -> None:
    having = {
        command.name
        for command in commands.our_commands()
        if any('--dry-run' in argument.flags for argument, _ in tree.every_argument(command))
    }
    assert having == {each.name for each in COMMANDS if is_writing(each)}
    assert {'server-create', 'baremetal-node-set', 'api'} <= having
    assert not having & {'server-list', 'server-console-log', 'help', 'cache-clear'}


def test_each_target_stops_at_its_own_write(user: User) -> None:
    run = user('server-delete', ID, ID.replace('1', '2'), '--dry-run', '-f', 'json')
    assert [row['target'] for row in run.rows] == [ID, ID.replace('1', '2')]
    assert [row['operation'] for row in run.rows] == ['DELETE /servers/{id}'] * 2
    assert run.writes == []


def test_word_behind_the_option_is_no_value_of_it(user: User) -> None:
    run = user('server-delete', '--dry-run', ID)
    assert run.out.startswith(f'DELETE {ENDPOINT}/v2.1/servers/{ID}\n')
    assert user('server-delete', '--dry-run=nonsense', ID).status == 2
    # The server of that name is looked for.
    assert user('server-delete', '--dry-run', 'thing', '-f', 'json').rows[0]['target'] is None


def test_offline_run_says_what_it_assumes(user: User) -> None:
    run = user.offline('server-reboot', 'web-1', '--dry-run=offline', '-f', 'json')
    assert (run.status, run.err) == (0, '')
    (row,) = run.rows
    assert (row['url'], row['target']) == ('http://compute.invalid/v2.1/servers/web-1/action', None)
    named = ('--os-compute-api-version', '2.53', '--os-endpoint-override', 'http://x.invalid/nova/')
    run = user.offline(*named, 'host-evacuate', 'one', '--dry-run=offline', '-f', 'json')
    assert (run.rows[0]['version'], run.status) == ('2.53', 0)
    assert run.rows[0]['url'].startswith('http://x.invalid/nova/v2.1/servers/')
    assert 'the answer of GET /os-hypervisors' in run.err
    # A name between a name of the language and a sign, and one that a global option has as well.
    line = ('server-create', 'pike', '--flavor', 'm', '--image', 'i', '--nic', 'net-name=n,tag=t')
    run = user.offline(*line, '--os-compute-api-version', 'pike', '--dry-run=offline')
    assert '"uuid": "n"' in run.out
    assert user.offline('server-show', 'x', '--dry-run=offline').status == 2
    run = user.offline('api', 'GET', '/flavors', '--dry-run=offline')
    assert (run.out, run.err.count('nothing would be changed')) == ('', 1)


def test_what_follows_is_told(user: User) -> None:
    node = ('baremetal-node-set', ID, '--target-raid-config', '{"logical_disks": []}')
    (row,) = user(*node, '--name', 'one', '--dry-run', '-f', 'json').rows
    assert (row['operation'], row['then']) == (
        'PUT /nodes/{id}/states/raid',
        ['the other values are set'],
    )
    (row,) = user(*node, '--dry-run', '-f', 'json').rows
    assert row['then'] == []
    out = user('host-meta', 'one', 'delete', 'a', 'b', '--dry-run').out
    assert out.splitlines()[-1] == 'Then: the key a is deleted'


def test_waits_do_nothing(user: User) -> None:
    run = user('server-delete', ID, '--wait', '--dry-run')
    assert (run.status, run.writes, run.err) == (0, [], '')


def test_actions_that_read_are_carried_out(user: User) -> None:
    run = user('api', 'GET', '/flavors', '--dry-run', '--query', 'flavor.name')
    assert (run.out, run.status) == ('"thing"\n', 0)
    assert 'nothing would be changed' in run.err


def test_secrets_are_masked_and_a_shell_can_fill_them_in(user: User) -> None:
    secrets = user.home / 'patch.json'
    body = {
        'adminPass': 'hid"den',
        'pin_secret': 7,
        'text': "it's $HOME",
        'more': [{'op': 'add', 'path': '/driver_info/ipmi_password', 'value': 'hidden'}],
    }
    secrets.write_text(json.dumps(body), encoding='utf-8')
    line = ('api', 'POST', '/things?token=hidden', '--body', str(secrets), '--header', 'Cookie:x=1')
    for form in (['--dry-run'], ['--dry-run=curl'], ['--dry-run', '-f', 'json']):
        out = user(*line, *form).out
        assert 'hid' not in out
        assert 'x=1' not in out
    lines = user(*line, '--dry-run=curl').out.splitlines()
    values = {
        'TOKEN': 'the token',
        'TOKEN_2': 'hidden',
        'COOKIE': 'x=1',
        'ADMIN_PASS': 'hid\\"den',
        'PIN_SECRET': '7',
        'IPMI_PASSWORD': 'hidden',
    }
    named = {text.split()[1].removeprefix('$') for text in lines if ' stands for ' in text}
    assert named == values.keys()
    printed = in_shell('\n'.join(lines), values).stdout.splitlines()
    assert json.loads(printed[printed.index('--data-raw') + 1]) == body
    assert f'{ENDPOINT}/v2.1/things?token=hidden' in printed
    assert 'X-Auth-Token: the token' in printed
    assert 'Cookie: x=1' in printed
    assert shlex.split(lines[-1])[0] == 'curl'
    for name in values:
        without = {each: value for each, value in values.items() if each != name}
        for lacking in (without, {**values, name: ''}):
            ended = in_shell('\n'.join(lines), lacking)
            assert (ended.stdout, ended.returncode > 0) == ('', True)
            assert name in ended.stderr


def in_shell(script: str, values: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script; its ``curl`` prints its words."""
    return processes.run(['sh', '-c', 'curl() { printf \'%s\\n\' "$@"; }\n' + script], env=values)


def test_nothing_is_sent_where_the_variable_of_a_later_request_has_no_value() -> None:
    def request(**body: object) -> tuple[str, Withheld]:
        wire = WireRequest('POST', 'http://x/v2.1', {}, json.dumps(body).encode())
        return 'thing', Withheld(wire, Request('POST /things', '/things'))

    hostile = "it's $(touch here) `x` \\ \n"
    # There is nothing to hide of the last one.
    secrets = [request(password=text) for text in ('a', 'b', 'c', '')]
    script = WithheldRequests([request(name=hostile), *secrets], 'curl').content
    variables = {'PASSWORD': 'a', 'PASSWORD_2': 'b'}
    assert in_shell(script, variables).stdout == ''
    lines = in_shell(script, {**variables, 'PASSWORD_3': 'c'}).stdout.splitlines()
    sent = [json.loads(line) for line in lines if line.startswith('{')]
    assert sent == [{'name': hostile}, *({'password': text} for text in ('a', 'b', 'c', ''))]


def test_comments_say_how_to_set_variables_and_where_the_sandbox_is(nova: Nova) -> None:
    data = nova.home / 'data'
    data.write_text('#!/bin/sh\n', encoding='utf-8')
    line = ('server-create', 'x', '--flavor', '1', '--image', 'cirros', '--nic', 'none')
    result = nova(*line, '--user-data', str(data), '--dry-run=curl', cloud='sandbox')
    assert result.lines[0].startswith('# The built-in cloud has no address: its URLs lead nowhere.')
    text = 'stands for user_data: '
    (how,) = [line.partition(text)[2] for line in result.lines if text in line]
    assert how == "USER_DATA=$(base64 < FILE | tr -d '\\n')"
    script = f'TOKEN=t\n{how.replace("FILE", str(data))}\n{result.out}'
    printed = in_shell(script, {'PATH': os.environ['PATH']}).stdout.splitlines()
    body = json.loads(printed[printed.index('--data-raw') + 1])
    assert body['server']['user_data'] == base64.b64encode(data.read_bytes()).decode()


def test_targets_that_fail_do_not_hide_the_others(nova: Nova) -> None:
    run = nova('server-delete', 'web-1', 'nope', '--dry-run', cloud='sandbox')
    assert run.status == 8
    assert '# web-1' in run.lines
    assert 'nope' in run.err
    assert nova('server-show', 'web-1', cloud='sandbox').status == 0


def several_targets(command: Command) -> str | None:
    """The name of the argument that takes several targets."""
    arguments = tree.arguments_at(command, any_lines.newest(command)) or []
    names = [
        each.dest for each in arguments if each.is_positional and each.options.get('nargs') == '+'
    ]
    return names[-1] if names and command.name != 'baremetal-create' else None


@cases.one_test_of(
    'command',
    [each for each in COMMANDS if is_writing(each) and several_targets(each)],
    lambda each: each.name,
)
def test_target_that_is_given_twice_is_one(user: User, command: Command) -> None:
    line = any_lines.line_of(command, user.environment())
    once = user(*line)
    writes = [comparable(wire) for wire in once.writes]
    behind = [place for place, word in enumerate(line) if place > 2 and word.startswith('--')]
    at = (behind or [len(line)])[0] - 1
    again = [*line[:at], line[at], *line[at:]]
    twice = user(*again)
    assert ([comparable(wire) for wire in twice.writes], twice.out) == (writes, once.out), again
    if line[at] == ID and several_targets(command) in ('server', 'node', 'volume', 'image'):
        by_name = user(*line[:at], 'thing', *line[at:])
        assert len(by_name.writes) == len(writes), line
