"""The steps of a run: their order, runs beside each other, settings of arguments, first words."""

from __future__ import annotations

import concurrent.futures
import inspect
import io
import json
import logging
import pathlib
import re
import sys
import textwrap
from typing import Any

import pytest

import novaclient_mv
from novaclient_mv import shell
from novaclient_mv.cli.showing import program_version
from novaclient_mv.clouds import environment
from unit_tests import records
from unit_tests.newest import BEYOND, NEWEST
from unit_tests.nova import Nova, Stream, TestClock
from unit_tests.scripted import ScriptedCloud, StartCloud
from unit_tests.source import ROOT

CERTIFICATES = 'OS_TRUSTED_IMAGE_CERTIFICATE_IDS'
CREATE = ('server-create', 'web', '--flavor', '1', '--boot-volume', 'v')


def test_drawing_on_the_page_about_the_architecture_is_the_program() -> None:
    page = (ROOT / 'doc/source/contributor/architecture.rst').read_text(encoding='utf-8')
    block = page.partition('.. not-run: It is the loop of ``shell.py``.')[2]
    block = block.partition('python\n\n')[2].partition('\n\nAn outcome')[0]
    loop = textwrap.dedent(block)
    assert textwrap.indent(loop, ' ' * 8) in inspect.getsource(shell.run)


def test_the_version_of_the_program_is_shown_whatever_else_is_wrong(nova: Nova) -> None:
    said = f'nova-mv {novaclient_mv.__version__}\n'
    for words in (
        ('--version',),
        ('--version', 'server-list'),
        ('server-list', '--version'),
        ('--os-compute-api-version', 'spam', '--version'),
        ('no-such-command', '--version'),
    ):
        assert nova(*words) == (said, '', 0), words


def test_each_step_refuses_before_the_next_one_is_reached(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ['--nope', '--os-compute-api-version', 'spam', 'no-such', '--bad']
    said = [
        'There is no option --nope',
        "'spam' (from --os-compute-api-version)",
        'There is no command no-such',
        'server-list has no option --bad',
        "--limit: 'x' is not a whole number",
        'There is no column nope',
    ]
    mended = [
        words,
        words[1:],
        ['no-such', '--bad'],
        ['server-list', '--bad', '--limit', 'x', '-c', 'nope'],
        ['server-list', '--limit', 'x', '-c', 'nope'],
        ['server-list', '-c', 'nope'],
    ]
    for line, part in zip(mended, said, strict=True):
        result = nova(*line, cloud=cloud)
        assert result.status == 2
        assert part in result.err
    assert cloud.wire() == []
    assert nova('server-list', cloud=cloud).status == 0


def test_runs_share_nothing(start_cloud: StartCloud, tmp_path: pathlib.Path) -> None:
    clouds = [start_cloud(maximum=f'2.{minor}') for minor in (10, 30, 53, 90)]
    for number, cloud in enumerate(clouds):
        cloud.on('GET', '/servers/detail', {'servers': [{'id': f'i{number}', 'name': 'web'}]})

    def run(number: int) -> tuple[int, str, str]:
        nova = Nova(tmp_path / str(number))
        nova.home.mkdir(exist_ok=True)
        result = nova('server-list', '-f', 'value', '-c', 'id', cloud=clouds[number % 4])
        return result.status, result.out, result.err

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        results = list(pool.map(run, range(16)))
    assert results == [(0, f'i{number % 4}\n', '') for number in range(16)]
    for cloud, version in zip(clouds, ('2.10', '2.30', '2.53', '2.90'), strict=True):
        assert {sent for _, sent in cloud.versions_sent()} == {version}


def test_a_run_takes_everything_from_its_environment(
    nova: Nova, cloud: ScriptedCloud, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv('OS_COMPUTE_API_VERSION', 'spam')
    monkeypatch.setenv('OS_AUTH_URL', 'http://127.0.0.1:9/v3')
    assert nova('server-list', cloud=cloud).status == 0
    assert capsys.readouterr() == ('', '')


def test_main_works_in_the_surroundings_of_the_process(
    cloud: ScriptedCloud, monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: pathlib.Path
) -> None:
    for name, value in {**cloud.environ(), 'HOME': str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv('XDG_CACHE_HOME', raising=False)
    assert shell.main(['server-list', '-f', 'json']) == 0
    assert capsys.readouterr() == ('[]\n', '')


def test_results_go_to_stdout_and_all_else_to_stderr(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.answer_next('GET', '/servers/detail', 'no-version')
    result = nova('--debug', '--timings', '-f', 'json', 'server-list', cloud=cloud)
    assert result.out == '[]\n'
    assert 'did not say in which API version' in result.err
    assert 'Seconds' in result.err


# -- environment variables of arguments --


def with_a_flavor(cloud: ScriptedCloud) -> ScriptedCloud:
    server = {'id': 's', 'name': 'web', 'status': 'BUILD'}
    cloud.on('GET', '/flavors/1', {'flavor': {'id': '1', 'name': 'tiny'}})
    cloud.on('POST', '/servers', {'server': {'id': 's'}}, 202)
    cloud.on('GET', '/servers/s', {'server': server})
    return cloud


def created(cloud: ScriptedCloud) -> dict[str, Any]:
    (body,) = [
        each.body for each in cloud.requests if each.method == 'POST' and 'servers' in each.path
    ]
    server: dict[str, Any] = body['server']
    return server


def test_variable_stands_in_for_an_option_not_given(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = with_a_flavor(start_cloud(maximum='2.90'))
    result = nova(*CREATE, cloud=cloud, env={CERTIFICATES: 'a,b'})
    assert (result.status, result.err) == (0, '')
    assert created(cloud)['trusted_image_certificates'] == ['a', 'b']


def test_an_option_wins_over_its_variable(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = with_a_flavor(start_cloud(maximum='2.90', catalog={'image': '/image'}))
    cloud.on('GET', '/image/v2/images*', {'images': [{'id': 'i', 'name': 'cirros'}]})
    words = ('server-create', 'web', '--flavor', '1', '--image', 'i')
    words += ('--trusted-image-certificate-id', 'c')
    assert nova(*words, cloud=cloud, env={CERTIFICATES: 'a,b'}).status == 0
    assert created(cloud)['trusted_image_certificates'] == ['c']


@pytest.mark.parametrize('version', [None, '2.62', '2.0'])
def test_a_variable_outside_its_versions_is_ignored_with_a_warning(
    nova: Nova, start_cloud: StartCloud, version: str | None
) -> None:
    cloud = with_a_flavor(start_cloud(maximum='2.62'))
    result = nova(*CREATE, version=version, cloud=cloud, env={CERTIFICATES: 'a'})
    assert result.status == 0
    assert result.err == (
        f'nova-mv: {CERTIFICATES} is ignored: it needs API version 2.63 (Rocky) or later, this run '
        f'uses {version or "2.62"}\n'
    )
    assert 'trusted_image_certificates' not in created(cloud)


# -- files and input --


def test_a_file_is_read_once_and_only_when_the_command_runs(
    nova: Nova, cloud: ScriptedCloud, tmp_path: pathlib.Path
) -> None:
    words = ('keypair-create', 'k', '--pub-key', str(tmp_path / 'absent'))
    result = nova(*words, '--key-type', 'nope', cloud=cloud)
    assert '--key-type: invalid choice' in result.err
    cloud.on('POST', '/os-keypairs', {'keypair': {'name': 'k', 'public_key': 'ssh-rsa x'}})
    result = nova('keypair-create', 'k', '--pub-key', '-', cloud=cloud, stdin=b'ssh-rsa x')
    assert (result.status, result.err) == (0, '')
    assert cloud.requests[-1].body['keypair']['public_key'] == 'ssh-rsa x'


# -- endings --


def test_a_fault_of_the_program_is_one_line_and_status_1(nova: Nova, cloud: ScriptedCloud) -> None:
    def break_down(session: Any) -> None:
        raise RuntimeError('a bug')

    err = Stream()
    surroundings = environment.Environment(
        nova.variables(cloud, {}), None, Stream(), err, TestClock().clock(), '/', break_down
    )
    assert shell.run(['server-list'], surroundings) == 1
    assert err.getvalue() == 'nova-mv: unexpected RuntimeError: a bug (--debug shows more)\n'


def test_errors_of_the_first_steps_come_as_json_too(nova: Nova) -> None:
    for words, code in (
        (('server-list', '--os-compute-api-version', 'spam'), 'invalid_version'),
        (('server-list', '--os-compute-api-version', BEYOND), 'version_not_spoken'),
        (('no-such',), 'unknown_command'),
        (('server-list', '--nope'), 'unknown_option'),
        (('server-list', '--limit', 'x'), 'usage'),
        (('server-list', '-c', 'nope'), 'unknown_column'),
        (
            ('server-lock', 'x', '--reason', 'y', '--os-compute-api-version', '2.1'),
            'outside_version',
        ),
    ):
        for format in (('-f', 'json'), ('--error-format', 'json')):
            said = json.loads(nova(*words, *format).err)
            assert (said['code'], said['status']) == (code, 2), words


def test_what_needs_no_cloud_works_whatever_the_cloud_file_says(nova: Nova) -> None:
    for text in ('clouds: {mine: {auth: {}}}', 'clouds: [', ''):
        nova.cloud_file(text)
        for words in (('help',), ('server-list', '--help'), ('bash-completion',), ('cache-clear',)):
            result = nova(*words, cloud='mien')
            assert (result.status, result.err) == (0, ''), (text, words)
        assert nova('server-list', cloud='mien').status == 2


def test_availability_of_columns_is_shown_without_a_login(nova: Nova) -> None:
    shown = nova('server-show', '--show-availability', '-f', 'json')
    assert shown.status == 0, shown.err
    versions = {row['column']: row['versions'] for row in json.loads(shown.out)}
    assert versions['name'] == 'All versions'
    assert versions['tags'] == 'From 2.26 (Newton)'
    assert 'locked_reason' in nova('server-show', 'web', '--show-availability').out


def test_command_without_columns_has_no_availability(nova: Nova) -> None:
    refused = nova('server-lock', '--show-availability')
    assert (refused.status, refused.out) == (2, '')
    assert 'server-lock shows nothing that has columns' in refused.err


def test_a_terminal_has_the_seconds_before_each_request(nova: Nova) -> None:
    result = nova('--timings', 'server-list', '--quiet', cloud='sandbox', is_terminal=True)
    first, *others, last = result.err.splitlines()
    assert first == 'Seconds  Request'
    assert all(re.fullmatch(r' *\d+\.\d{3}  GET http://\S+|.*POST \S+', line) for line in others)
    assert re.fullmatch(r' *\d+\.\d{3}  Total', last)


# -- the version of the program --


def test_version_is_printed_where_there_is_an_output(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, 'stdout', out)
    assert program_version.show()
    assert out.getvalue() == f'nova-mv {novaclient_mv.__version__}\n'
    out.close()
    assert not program_version.show()
    monkeypatch.setattr(sys, 'stdout', None)
    assert not program_version.show()


# -- what --debug shows --


@pytest.fixture
def new_cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud that creates servers and keypairs."""
    cloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    records.add_server(cloud, records.server(1, image=''))
    created = {'id': records.server_id(1), 'adminPass': 'adm1n'}
    cloud.on('POST', '/servers', {'server': created}, 202)
    cloud.on(
        'POST',
        '/os-keypairs',
        {'keypair': {'name': 'mine', 'private_key': 'BEGIN pr1vate', 'fingerprint': 'f'}},
    )
    return cloud


def test_command_line_with_secrets_is_safe_to_paste(nova: Nova, new_cloud: ScriptedCloud) -> None:
    file = nova.home / 'data'
    file.write_bytes(b'topsecret')
    words = (
        *('--debug', 'server-create', 'web', '--flavor', '1', '--boot-volume', 'v'),
        *('--user-data', str(file), '--admin-pass', 'g1ven'),
    )
    result = nova(*words, cloud=new_cloud)
    assert result.status == 0
    for secret in ('secret', 'token-1', 'adm1n', 'g1ven', 'dG9wc2VjcmV0', 'topsecret'):
        assert secret not in result.err, secret
    # What helps to find a fault is there.
    for told in ('POST', '/v2.1/servers', f'compute {NEWEST}', 'req-0000', '"flavorRef": "1"'):
        assert told in result.err, told
    assert 'adm1n' in result.out


def test_secret_of_a_line_is_masked_where_it_was_sent(nova: Nova, new_cloud: ScriptedCloud) -> None:
    words = ('--block-device-mapping', 'x_password=S3cret', '--debug', '--timings')
    result = nova('server-create', 'web', '--flavor', '1', *words, cloud=new_cloud)
    assert '"volume_id": "***"' in result.err
    assert 'S3cret' not in result.err
    listed = nova('server-list', '--name', 'password=S3 cr"et', *words[2:], cloud=new_cloud)
    assert 'name=password%3D***' in listed.err
    assert 'S3' not in listed.err
    assert '22et' not in listed.err


def test_private_key_is_shown_in_the_output_only(nova: Nova, new_cloud: ScriptedCloud) -> None:
    result = nova('keypair-create', 'mine', '--debug', version='2.53', cloud=new_cloud)
    assert 'pr1vate' in result.out
    assert 'pr1vate' not in result.err


def test_refused_login_is_masked(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('--debug', 'server-list', cloud=cloud, env={'OS_PASSWORD': 'wr0ng'})
    assert result.status == 4
    assert 'wr0ng' not in result.err


def test_logging_is_as_before_after_a_run(nova: Nova, cloud: ScriptedCloud) -> None:
    loggers = [logging.getLogger(name) for name in ('keystoneauth', 'novaclient_mv')]
    nova('server-list', cloud=cloud)
    before = [(each.level, len(each.handlers)) for each in loggers]
    nova('--debug', 'server-list', cloud=cloud)
    assert [(each.level, len(each.handlers)) for each in loggers] == before
    assert 'DEBUG' not in nova('server-list', cloud=cloud).err


def test_debug_escapes_what_acts_on_a_terminal(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', b'{"servers": [], "x": "\x1b[2J\xe2\x80\xae"}')
    result = nova('--debug', 'server-list', cloud=cloud, is_terminal=True)
    assert not set(result.err) & set('\x1b\u202e')
