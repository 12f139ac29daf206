"""The in-process transport and the HTTP server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import requests
from keystoneauth1 import adapter, session
from keystoneauth1.identity import v3

from novaclient_mv import sandbox
from novaclient_mv.sandbox.http import wsgi
from unit_tests.patience import PATIENCE
from unit_tests.sandbox.newest import MINOR


def _transport(path: Path, **options: object) -> requests.Session:
    found = requests.Session()
    found.mount(sandbox.BASE_URL, sandbox.adapter(path, **options))
    return found


def _compute(path: Path, user: str = 'admin', **options: object) -> adapter.Adapter:
    settings = sandbox.settings(user=user)
    region = settings.pop('region_name')
    login = session.Session(v3.Password(**settings), session=_transport(path, **options))
    return adapter.Adapter(login, service_type='compute', interface='public', region_name=region)


def test_login_discovery_and_versions_take_the_usual_way(path: Path) -> None:
    compute = _compute(path)
    answer = compute.get('/servers/detail', microversion='2.96')
    assert [each['name'] for each in answer.json()['servers']] == ['db-1', 'web-2', 'web-1']
    assert answer.headers['Vary'] == 'OpenStack-API-Version, X-OpenStack-Nova-API-Version'
    assert compute.get_endpoint_data().max_microversion == (2, MINOR)


def test_each_interface_of_the_catalog_leads_to_the_service(path: Path) -> None:
    compute = _compute(path)
    for interface in ('public', 'internal', 'admin'):
        compute.interface = interface
        assert compute.get_endpoint() == f'{sandbox.BASE_URL}/v2.1'


def test_bodies_and_escaped_paths_arrive(path: Path) -> None:
    compute = _compute(path)
    body = {'keypair': {'name': 'with blank'}}
    assert compute.post('/os-keypairs', json=body, microversion='2.2').status_code == 201
    found = compute.get('/os-keypairs/with%20blank').json()['keypair']
    assert found['name'] == 'with blank'


def test_answer_can_be_streamed(path: Path) -> None:
    transport = _transport(path)
    answer = transport.get(f'{sandbox.BASE_URL}/', stream=True)
    assert b''.join(answer.iter_content(16)) == transport.get(f'{sandbox.BASE_URL}/').content


def test_headers_of_a_fault_arrive(path: Path) -> None:
    def faults(request: wsgi.Request) -> wsgi.Response:
        return wsgi.Response(503, b'busy', [('Retry-After', '7')])

    answer = _transport(path, faults=faults).get(f'{sandbox.BASE_URL}/')
    assert (answer.status_code, answer.reason, answer.headers['Retry-After']) == (
        503,
        'Service Unavailable',
        '7',
    )


def test_many_threads_use_one_transport_at_once(path: Path) -> None:
    compute = _compute(path)
    problems: list[object] = []

    def work(number: int) -> None:
        try:
            for _ in range(5):
                name = {'keypair': {'name': f'k{number}'}}
                compute.post('/os-keypairs', json=name)
                compute.delete(f'/os-keypairs/k{number}')
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert compute.get('/os-keypairs').json() == {'keypairs': []}


SERVER = """
import sys
from novaclient_mv import sandbox
sandbox.serve(sys.argv[1], port=0, ready=lambda url: print(url, flush=True))
print('ended', flush=True)
"""


def _stopped_by(path: Path, number: int) -> None:
    process = subprocess.Popen(
        [sys.executable, '-c', SERVER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    try:
        with urllib.request.urlopen(f'{url}/v2.1/') as answer:
            assert answer.headers['OpenStack-API-Version'] == 'compute 2.1'
            assert f'{url}/v2.1/'.encode() in answer.read()
    finally:
        os.kill(process.pid, number)
        rest, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, rest) == (0, 'ended\n')


def test_server_says_where_it_listens_and_ends_on_sigterm(path: Path) -> None:
    _stopped_by(path, signal.SIGTERM)


def test_server_ends_on_ctrl_c(path: Path) -> None:
    _stopped_by(path, signal.SIGINT)
