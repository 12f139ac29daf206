"""The cloud of ``sandbox-serve``: its versions, TLS, many servers and faults."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import socket
import ssl
import urllib.request
from typing import Any

import pytest

from functional_tests import serving
from functional_tests.nova import Inside, Nova
from unit_tests.newest import NEWEST

needs_openssl = pytest.mark.skipif(
    shutil.which('openssl') is None, reason='the program openssl is not there'
)


def offered(nova: Nova, settings: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return the versions of each endpoint."""
    found = nova('-f', 'json', 'version-list', env=settings).data
    return [(each['id'], each['min_version'] or '', each['max_version'] or '') for each in found]


@pytest.mark.parametrize(
    ('words', 'range'),
    [
        (['--release', 'Pike'], ('2.1', '2.53')),
        (['--release', '2026.1'], ('2.1', '2.103')),
        (['--min', '2.10', '--max', '2.60'], ('2.10', '2.60')),
    ],
)
def test_range_is_the_one_asked_for(own: Inside, words: list[str], range: tuple[str, str]) -> None:
    with serving.sandbox(own, *words) as settings:
        assert ('v2.1', *range) in offered(own, settings)
        assert own('server-list', env=settings).checked().err == ''
        below = own('server-list', version=NEWEST, env=settings)
        assert (below.out, below.status) == ('', 3)


@pytest.mark.parametrize(
    ('words', 'range'),
    [
        (['--release', 'Pike'], ('1.1', '1.34')),
        (['--baremetal-min', '1.10', '--baremetal-max', '1.46'], ('1.10', '1.46')),
        (['--release', 'pike', '--baremetal-max', '1.46'], ('1.1', '1.46')),
    ],
)
def test_range_of_bare_metal_is_the_one_asked_for(
    own: Inside, words: list[str], range: tuple[str, str]
) -> None:
    with serving.sandbox(own, *words) as settings:
        with urllib.request.urlopen(f'{serving.url(settings)}/baremetal/') as answer:
            document = json.load(answer)['default_version']
        assert (document['min_version'], document['version']) == range


def test_nova_from_before_microversions_has_the_old_endpoint_only(own: Inside) -> None:
    with serving.sandbox(own, '--no-microversions') as settings:
        assert [place for place in offered(own, settings) if place[0].startswith('v2')] == [
            ('v2.0', '', '')
        ]
        assert ('v1', '', '') in offered(own, settings)
        listed = own('-f', 'json', 'server-list', env=settings).data
        assert sorted(each['name'] for each in listed) == ['db-1', 'web-1', 'web-2']
        assert own('server-list', version='2.1', env=settings).status == 3


@pytest.mark.parametrize(
    ('words', 'message'),
    [
        (['--release', 'nosuch'], "'nosuch' is not one of kilo, liberty"),
        (['--min', '2.90', '--max', '2.53'], '--min 2.90 is above 2.53'),
        (['--min', '2.90', '--release', 'pike'], '--min 2.90 is above 2.53'),
        (['--max', '2.53', '--release', 'pike'], 'not allowed with'),
        (['--min', '2.5', '--no-microversions'], 'cannot be combined'),
        (['--baremetal-min', '1.90', '--release', 'pike'], '--baremetal-min 1.90 is above 1.34'),
        (['--baremetal-max', '2.1'], 'the Bare Metal API has major version 1 only.\n'),
        (['--max', '2.latest'], 'is not a microversion'),
        (['--max', '3.1'], 'the OpenStack Compute API has major version 2 only.\n'),
        (['--min', 'one'], 'one'),
        (['--seed-servers', '0'], 'is not a number from 1'),
    ],
)
def test_settings_that_make_no_cloud_are_refused(
    own: Inside, words: list[str], message: str
) -> None:
    refused = own('sandbox-serve', *words)
    assert (refused.out, refused.status) == ('', 2)
    assert message in refused.err


@needs_openssl
def test_tls_with_its_own_certificate(own: Inside) -> None:
    with serving.sandbox(own, '--tls') as settings:
        assert settings['OS_AUTH_URL'].startswith('https://')
        listed = own('-f', 'json', 'server-list', env=settings).data
        assert len(listed) == 3
        trusting = ssl.create_default_context(cafile=settings['OS_CACERT'])
        with urllib.request.urlopen(serving.url(settings), context=trusting) as answer:
            assert f'{serving.url(settings)}/v2.1/'.encode() in answer.read()
        created = own('keypair-create', 'over-tls', version='2.53', env=settings)
        assert 'PRIVATE KEY' in created.checked().out
        mistrusted = own('server-list', env={**settings, 'OS_CACERT': ''})
        assert (mistrusted.out, mistrusted.status) == ('', 7)
        key = pathlib.Path(settings['OS_CACERT']).with_suffix('.key')
        assert key.stat().st_mode & 0o777 == 0o600


def test_tls_without_openssl_says_what_is_missing(
    own: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv('PATH', os.devnull)
    refused = own('sandbox-serve', '--tls')
    assert (refused.out, refused.status) == ('', 1)
    assert refused.err.count('\n') == 1
    assert 'needs the program openssl' in refused.err


@pytest.mark.parametrize('words', [[], pytest.param(['--tls'], marks=needs_openssl)])
def test_address_that_is_taken_is_named(own: Inside, words: list[str]) -> None:
    with socket.create_server(('127.0.0.1', 0)) as taken:
        port = str(taken.getsockname()[1])
        # In a process of its own: what the server could not use it does not close.
        refused = Nova(own.home)('sandbox-serve', '--port', port, *words)
    assert (refused.out, refused.status) == ('', 1)
    assert f'Cannot listen on 127.0.0.1 port {port}: ' in refused.err


def test_seeded_servers_are_there_once(own: Inside) -> None:
    for count in (3, 5):
        with serving.sandbox(own, '--seed-servers', str(count)) as settings:
            listed = own('-f', 'json', 'server-list', '--name', '^server-', env=settings).data
            names = [f'server-{number:05}' for number in range(1, count + 1)]
            assert sorted(each['name'] for each in listed) == names


def control(settings: dict[str, str], method: str, body: Any = None) -> Any:
    """Talk to the control endpoint of a served sandbox."""
    content = None if body is None else json.dumps(body).encode()
    url = f'{serving.url(settings)}/sandbox/faults'
    with urllib.request.urlopen(urllib.request.Request(url, content, method=method)) as answer:
        text = answer.read()
    return json.loads(text) if text else None


def test_faults_are_met_by_commands_and_survived(own: Inside) -> None:
    with serving.sandbox(own) as settings:
        own('server-list', env=settings).checked()
        kinds = [
            {'fault': 'drop', 'path': '/v2.1/servers*'},
            {'fault': 'unavailable', 'path': '/v2.1/servers*', 'after': 1, 'retry_after': 0},
            {'fault': 'unauthorized', 'path': '/v2.1/servers*', 'after': 2},
        ]
        assert len(control(settings, 'POST', kinds)['faults']) == 3
        listed = own('-f', 'json', 'server-list', env=settings).data
        assert len(listed) == 3
        assert [each['hits'] for each in control(settings, 'GET')['faults']] == [1, 1, 1]
        assert control(settings, 'DELETE') is None


def test_write_that_was_lost_is_not_sent_again(own: Inside) -> None:
    with serving.sandbox(own) as settings:
        own('server-list', env=settings).checked()
        fault = {'fault': 'drop', 'method': 'POST', 'is_carried_out': True, 'times': None}
        control(settings, 'POST', fault)
        lost = own('keypair-create', 'perhaps', version='2.53', env=settings)
        assert (lost.out, lost.status) == ('', 7)
        assert control(settings, 'GET')['faults'][0]['hits'] == 1
        control(settings, 'DELETE')
        shown = own('-f', 'json', 'keypair-list', version='2.53', env=settings).data
        assert [each['name'] for each in shown] == ['perhaps']


def test_seed_says_what_is_served(own: Inside, tmp_path: pathlib.Path) -> None:
    seed = tmp_path / 'seed.yaml'
    seed.write_text('projects: [lab]\nservers: [{name: one, project: lab}, {name: two}]\n')
    with serving.sandbox(own, '--seed', str(seed)) as settings:
        user = {**settings, 'OS_USERNAME': 'lab', 'OS_PROJECT_NAME': 'lab'}
        assert [each['name'] for each in own.json('server-list', env=user)] == ['one']
    refused = own('sandbox-serve', '--port', '0', '--seed', str(seed))
    assert refused.status == 1
    assert 'filled already' in refused.err


@pytest.mark.parametrize(
    ('text', 'status', 'message'),
    [
        ('hosts: 3', 1, '$.hosts: 3 is not of type'),
        ('- one', 2, 'does not hold a mapping'),
        ('{', 2, 'is not YAML'),
    ],
)
def test_file_that_is_no_seed_is_refused(
    own: Inside, tmp_path: pathlib.Path, text: str, status: int, message: str
) -> None:
    (tmp_path / 'seed.yaml').write_text(text)
    refused = own('sandbox-serve', '--seed', str(tmp_path / 'seed.yaml'))
    assert (refused.out, refused.status) == ('', status)
    assert message in refused.err


def test_exchanges_are_kept_in_a_file(own: Inside, tmp_path: pathlib.Path) -> None:
    file = tmp_path / 'x.har'
    with serving.sandbox(own, '--record', str(file)) as settings:
        own('server-list', env=settings).checked()
    entries = json.loads(file.read_text(encoding='utf-8'))['log']['entries']
    urls = [each['request']['url'] for each in entries]
    base = serving.url(settings)
    assert f'{base}/identity/v3/auth/tokens' in urls
    assert urls[-1].startswith(f'{base}/v2.1/servers/detail')


def test_file_of_exchanges_that_cannot_be_written_is_refused(own: Inside) -> None:
    refused = own('sandbox-serve', '--port', '0', '--record', '/no/such/folder/x.har')
    assert (refused.out, refused.status) == ('', 1)
    assert 'Cannot write /no/such/folder/x.har: No such file or directory.' in refused.err
