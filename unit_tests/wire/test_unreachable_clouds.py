"""Tests of what is said when no connection comes about: one sentence, the URL, what to do."""

from __future__ import annotations

import os
import pathlib
import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from novaclient_mv.sandbox.http import tls
from unit_tests import processes
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

ROOT = pathlib.Path(__file__).parents[2]
CHAIN = ('HTTPConnectionPool', 'HTTPSConnectionPool', 'Caused by', 'Max retries', '_ssl.c', '0x')


def one_line(text: str) -> str:
    """The only line of a text, without traces of the libraries below."""
    (line,) = text.splitlines()
    assert not [each for each in CHAIN if each in line]
    return line


@pytest.fixture
def secure(cloud: ScriptedCloud, certificate: tls.Certificate) -> Iterator[str]:
    """The URL of the cloud under TLS."""
    front = tls.TLSProxy(('127.0.0.1', 0), ('127.0.0.1', cloud.port), certificate)
    threading.Thread(target=front.serve_forever, args=(0.005,), daemon=True).start()
    yield f'https://127.0.0.1:{front.port}'
    front.shutdown()
    front.server_close()


@pytest.mark.parametrize('path', ['', '/v3'])
def test_port_where_nothing_listens(nova: Nova, cloud: ScriptedCloud, path: str) -> None:
    with socket.create_server(('127.0.0.1', 0)) as server:
        url = f'http://127.0.0.1:{server.getsockname()[1]}'
    result = nova('server-list', cloud=cloud, env={'OS_AUTH_URL': url + path})
    assert result.status == 7
    line = one_line(result.err)
    assert f'{url}' in line
    assert 'refused the connection' in line
    assert f'--os-auth-url (OS_AUTH_URL: {url}{path})' in line


@pytest.mark.parametrize('path', ['', '/v3'])
def test_certificate_of_an_unknown_authority(
    nova: Nova, cloud: ScriptedCloud, secure: str, path: str
) -> None:
    result = nova('server-list', cloud=cloud, env={'OS_AUTH_URL': secure + path})
    assert result.status == 7
    line = one_line(result.err)
    assert f'The certificate of {secure}' in line
    assert 'self-signed certificate' in line or 'self signed certificate' in line
    assert '--os-cacert (OS_CACERT)' in line
    assert '--insecure' in line
    assert not cloud.requests


@pytest.mark.parametrize(
    'option', ['--os-cacert', '--os-cert', '--os-key', 'OS_CACERT', 'OS_CERT', 'OS_KEY']
)
def test_file_of_a_tls_option_that_is_not_there(
    nova: Nova, cloud: ScriptedCloud, option: str
) -> None:
    words = (option, '/nowhere.pem') if option.startswith('-') else ()
    env = {} if words else {option: '/nowhere.pem'}
    result = nova('server-list', *words, cloud=cloud, env=env)
    assert result.status == 2
    assert one_line(result.err) == f'nova-mv: {option} names /nowhere.pem, which cannot be read.'
    assert not cloud.requests


@pytest.mark.parametrize('how', ['option', 'file'])
def test_certificate_that_is_not_checked_brings_no_warnings(
    nova: Nova, cloud: ScriptedCloud, secure: str, how: str
) -> None:
    words = ['--insecure'] if how == 'option' else ['--os-cloud', 'mine']
    nova.cloud_file('clouds: {mine: {verify: false, auth: {}}}')
    variables = {**nova.variables(cloud, {}), 'OS_ENDPOINT_OVERRIDE': f'{secure}/v2.1'}
    variables |= {'PYTHONPATH': str(ROOT), 'PATH': os.environ['PATH']}
    done = processes.python(
        '-m', 'novaclient_mv', *words, 'server-list', '-f', 'json', env=variables, cwd=nova.home
    )
    assert (done.returncode, done.stdout) == (0, '[]\n')
    assert 'Warning' not in done.stderr
    assert how == 'file' or done.stderr == ''


# -- the service catalog -----------------------------------------------------


def test_wrong_region_names_those_that_exist(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud]
) -> None:
    cloud = start_cloud(region='North')
    # The second time endpoints are remembered.
    nova('server-list', cloud=cloud)
    for words in (('server-list',), ('server-delete', 'web')):
        for _ in range(2):
            result = nova(*words, '--os-region-name', 'South', cloud=cloud)
            assert result.status == 2
            line = one_line(result.err)
            assert 'region South, only in North: see --os-region-name' in line
    assert not any(line.startswith('DELETE') for line in cloud.wire())
