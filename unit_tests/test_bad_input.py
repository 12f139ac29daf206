"""Nothing that a cloud, a user or the surroundings do wrong brings a traceback or loses work."""

from __future__ import annotations

import io
import pathlib
from typing import Any

import pytest

from novaclient_mv import shell
from novaclient_mv.clouds import environment
from unit_tests import records
from unit_tests.nova import Nova
from unit_tests.scripted import Request, ScriptedCloud, fault

CREATE = ('server-create', 'web', '--flavor', '1', '--boot-volume', 'volume-1')


# -- the login ---------------------------------------------------------------


@pytest.mark.parametrize('path', ['', '/v3'])
def test_unreachable_identity_service_is_one_line(
    nova: Nova, cloud: ScriptedCloud, closed_port: int, path: str, capfd: Any
) -> None:
    url = f'http://127.0.0.1:{closed_port}{path}'
    result = nova('server-list', cloud=cloud, env={'OS_AUTH_URL': url})
    assert result.status == 7
    assert f'127.0.0.1:{closed_port}' in result.message
    # Third parties' warnings would come out beside our streams.
    assert capfd.readouterr() == ('', '')


def test_token_that_ends_in_mid_run_is_renewed_once(nova: Nova, cloud: ScriptedCloud) -> None:
    pages = records.pages([records.server(each) for each in range(4)], 'servers', 2)

    def answer(request: Request) -> Any:
        if dict(request.query).get('marker') is None:
            cloud.expire()
        return pages(request)

    cloud.on('GET', '/servers/detail', answer)
    result = nova('server-list', '-f', 'value', '-c', 'name', cloud=cloud)
    assert result.lines == ['web0', 'web1', 'web2', 'web3']
    assert cloud.posts('/v3/auth/tokens') == 2


# -- what a cloud answers ----------------------------------------------------


@pytest.mark.parametrize(
    ('kind', 'said'),
    [
        ('html', 'HTML page'),
        ('json', 'not JSON'),
        ('cut', 'servers/detail'),
        ('reset', 'servers/detail'),
        ('close', 'servers/detail'),
        ('html:502', 'Welcome to the proxy'),
        ('html:403', 'Welcome to the proxy'),
        ('status:500', 'Told to answer 500'),
        ('status:503', 'Told to answer 503'),
        ('version:2.9', '2.9'),
    ],
)
def test_broken_answer_is_one_line(nova: Nova, cloud: ScriptedCloud, kind: str, said: str) -> None:
    for _ in range(4):
        cloud.answer_next('GET', '/servers/detail', kind)
    result = nova('server-list', cloud=cloud)
    assert result.status == (4 if kind == 'html:403' else 7)
    assert said in result.message
    assert result.out == ''


@pytest.mark.parametrize('links', [7, 'next', [7], [{'rel': 'self', 'href': 7}]])
def test_odd_links_end_a_list(nova: Nova, cloud: ScriptedCloud, links: Any) -> None:
    cloud.on('GET', '/servers/detail', {'servers': [records.server()], 'servers_links': links})
    assert nova('server-list', '-f', 'value', '-c', 'name', cloud=cloud).lines == ['web1']


# -- names -------------------------------------------------------------------


def test_name_of_two_servers_lists_their_ids(nova: Nova, cloud: ScriptedCloud) -> None:
    both = [records.server(each, 'web') for each in (1, 2)]
    cloud.on('GET', '/servers', {'servers': both})
    result = nova('server-show', 'web', cloud=cloud)
    assert result.status == 5
    line = result.message
    assert all(each['id'] in line for each in both)


@pytest.mark.parametrize('name', ['.', '..'])
def test_names_that_would_change_the_path_are_found_nowhere(
    nova: Nova, cloud: ScriptedCloud, name: str
) -> None:
    cloud.on('GET', '/flavors', {'flavors': []})
    for command in ('keypair-delete', 'keypair-show', 'flavor-show'):
        result = nova(command, name, cloud=cloud)
        assert result.status == 5, result
        assert result.message
    assert not [each for each in cloud.requests if each.method == 'DELETE']


def test_message_shortens_a_value_that_was_pasted(nova: Nova) -> None:
    result = nova('server-list', '--limit', 'x' * 5000)
    assert result.status == 2
    assert len(result.message) < 300
    assert f'{"x" * 20}...x' in result.message


EVIL = 'a\x1b[2Jb\nc\td\x9bx\u202ey\u200fz'
SIGNS = set('\x1b\x9b\u202e\u200f\t')
ESCAPED = 'a\\x1b[2Jb\\nc\\td\\x9bx\\u202ey\\u200fz'


@pytest.mark.parametrize('is_terminal', [True, False])
def test_name_that_acts_on_a_terminal_is_escaped_in_tables(
    nova: Nova, cloud: ScriptedCloud, is_terminal: bool
) -> None:
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1, EVIL)]})
    looks = ('--wide', '--color', 'never')
    result = nova('server-list', *looks, cloud=cloud, is_terminal=is_terminal)
    assert ESCAPED in result.out
    assert not set(result.out) & SIGNS


@pytest.mark.parametrize('output', ['json', 'yaml', 'csv', 'value', 'ndjson'])
def test_name_that_acts_on_a_terminal_is_escaped_there_in_every_format(
    nova: Nova, cloud: ScriptedCloud, output: str
) -> None:
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1, EVIL)]})
    result = nova('server-list', '-f', output, '-c', 'name', cloud=cloud, is_terminal=True)
    assert not set(result.out) & SIGNS


def test_messages_escape_names(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers', {'servers': [records.server(1, EVIL)]})
    cloud.on('DELETE', '/servers/*', lambda request: fault(409, f'Locked: {EVIL}'))
    result = nova('server-delete', EVIL, cloud=cloud)
    assert result.status == 6
    assert not set(result.message) & SIGNS


def test_machine_formats_keep_names_as_they_are(nova: Nova, cloud: ScriptedCloud) -> None:
    import csv
    import json

    import yaml

    name = 'ü\x1b\n"\u202e漢\ud800'
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1, name)]})

    def shown(output: str) -> str:
        return nova('server-list', '-f', output, '-c', 'name', cloud=cloud).out

    assert json.loads(shown('json')) == [{'name': name}]
    assert json.loads(shown('ndjson')) == {'name': name}
    printable = name.replace('\ud800', '')
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1, printable)]})
    assert yaml.safe_load(shown('yaml')) == [{'name': printable}]
    assert list(csv.reader(io.StringIO(shown('csv')))) == [['name'], [printable]]


# -- the command line --------------------------------------------------------


@pytest.mark.parametrize(
    'words',
    [
        ('--meta', 'role'),
        ('--meta', '=web'),
        ('--hint', 'group'),
        ('--nic', 'net-id'),
        ('--nic', 'spam=1'),
        ('--block-device', 'size'),
        ('--min-count', '0'),
        ('--min-count', 'many'),
        ('--swap', ''),
        ('--config-drive', 'perhaps'),
    ],
)
def test_bad_value_is_refused_before_any_request(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    result = nova(*CREATE, *words, version='2.53', cloud=cloud)
    assert result.status == 2
    assert words[0] in result.message
    assert not cloud.requests


def test_user_data_that_cannot_be_read_creates_nothing(
    nova: Nova, new_cloud: ScriptedCloud
) -> None:
    for path, reason in (
        (nova.home / 'missing', 'No such file'),
        (nova.home, 'Is a directory'),
    ):
        result = nova(*CREATE, '--user-data', str(path), cloud=new_cloud)
        assert result.status == 2
        assert f'{path}: {reason}' in result.message
    assert new_cloud.posts() == 0


def test_public_key_that_is_no_text_creates_nothing(nova: Nova, cloud: ScriptedCloud) -> None:
    file = nova.home / 'key.pub'
    file.write_bytes(b'\x00\xff\xfe')
    result = nova('keypair-create', 'mine', '--pub-key', str(file), cloud=cloud)
    assert result.status == 2
    assert 'not text' in result.message
    assert cloud.posts('/v2.1/os-keypairs') == 0


def test_user_data_may_be_any_bytes(nova: Nova, new_cloud: ScriptedCloud) -> None:
    import base64

    contents = bytes(range(256))
    result = nova(*CREATE, '--user-data', '-', cloud=new_cloud, stdin=contents)
    assert result.status == 0
    (sent,) = [
        each.body
        for each in new_cloud.requests
        if each.method == 'POST' and each.path.endswith('/servers')
    ]
    assert base64.b64decode(sent['server']['user_data']) == contents


# -- streams -----------------------------------------------------------------


class Ascii(io.TextIOWrapper):
    """An output that can take ASCII only."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding='ascii', write_through=True)

    def text(self) -> str:
        """Return the written text."""
        return self.buffer.getvalue().decode('ascii')  # type: ignore[attr-defined, no-any-return]


def run_with(nova: Nova, cloud: ScriptedCloud, out: Any, err: Any, *words: str) -> int:
    """The status of a command with these outputs."""
    surroundings = environment.Environment(
        variables=nova.variables(cloud, {}),
        stdin=io.BytesIO(),
        stdout=out,
        stderr=err,
        clock=nova.clock.clock(),
        cwd=str(nova.home),
    )
    return int(shell.run(list(words), surroundings))


@pytest.mark.parametrize('output', ['table', 'json', 'yaml', 'csv', 'value', 'ndjson'])
def test_letters_that_an_output_lacks_are_escaped(
    nova: Nova, cloud: ScriptedCloud, output: str
) -> None:
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1, 'wäb漢')]})
    out = Ascii()
    words = ('server-list', '-f', output, '-c', 'name')
    assert run_with(nova, cloud, out, io.StringIO(), *words) == 0
    spelt = 'w\\xE4b\\u6F22' if output == 'yaml' else 'w\\u00e4b\\u6f22'
    assert spelt in out.text()


class Broken(io.StringIO):
    """An output that fails after some writes."""

    def __init__(self, error: OSError, after: int = 0) -> None:
        super().__init__()
        self.error = error
        self.left = after

    def write(self, text: str) -> int:
        """Fail, once the writes that are left have been used."""
        if self.left == 0:
            raise self.error
        self.left -= 1
        return super().write(text)


def test_pipe_that_nobody_reads_ends_quietly(nova: Nova, cloud: ScriptedCloud) -> None:
    rows = [records.server(each) for each in range(6)]
    cloud.on('GET', '/servers/detail', records.pages(rows, 'servers', 2))
    err = io.StringIO()
    out = Broken(BrokenPipeError(), after=1)
    assert run_with(nova, cloud, out, err, 'server-list', '-f', 'ndjson') == 141
    assert err.getvalue() == ''
    # What nobody reads is not asked for.
    assert cloud.wire().count('GET /v2.1/servers/detail') == 1


# -- Ctrl-C ------------------------------------------------------------------


def test_ctrl_c_ends_with_130(nova: Nova, cloud: ScriptedCloud) -> None:
    def stop(seconds: float) -> None:
        raise KeyboardInterrupt

    cloud.answer_next('GET', '/servers/detail', 'status:503')
    nova.clock.sleep = stop  # type: ignore[method-assign]
    result = nova('server-list', cloud=cloud)
    assert result.status == 130
    assert result.err == '\nnova-mv: Interrupted.\n'


# -- debug -------------------------------------------------------------------


def test_debug_shows_where_a_failure_came_from(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.answer_next('GET', '/servers/detail', 'html')
    result = nova('--debug', 'server-list', cloud=cloud)
    assert 'Traceback (most recent call last)' in result.err
    assert 'CloudError' in result.err
    assert 'secret' not in result.err


def test_failure_of_this_program_is_one_line(
    nova: Nova, cloud: ScriptedCloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    from novaclient_mv.v2 import servers

    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError('a defect')

    monkeypatch.setattr(servers.ServerManager, 'iterate', fail)
    result = nova('server-list', cloud=cloud)
    assert result.status == 1
    assert result.message == 'nova-mv: unexpected RuntimeError: a defect (--debug shows more)'


def test_folder_of_the_cache_that_cannot_be_made_does_not_matter(
    nova: Nova, cloud: ScriptedCloud, tmp_path: pathlib.Path
) -> None:
    (tmp_path / 'file').write_text('')
    result = nova('server-list', cloud=cloud, env={'XDG_CACHE_HOME': str(tmp_path / 'file')})
    assert (result.status, result.err) == (0, '')
