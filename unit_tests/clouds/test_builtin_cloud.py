"""Tests of the one door from the client to the sandbox."""

from __future__ import annotations

import json
import pathlib
import re
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import errors
from novaclient_mv.clouds import builtin, environment
from unit_tests import processes
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

LIST = ('flavor-list', '-f', 'json')


def test_state_lies_in_the_state_folder_of_the_run(nova: Nova) -> None:
    variables = nova.variables('sandbox', {})
    found = builtin.state_file(environment.Environment(variables))
    assert found == str(nova.home / '.local' / 'state' / 'nova-mv' / 'sandbox.sqlite')
    nova('keypair-create', 'mine', version='2.53', cloud='sandbox')
    assert pathlib.Path(found).is_file()
    words = ('keypair-list', '-f', 'value', '-c', 'name')
    assert nova(*words, cloud='sandbox').lines == ['mine']
    other = str(nova.home / 'other')
    assert nova(*words, cloud='sandbox', env={'XDG_STATE_HOME': other}).lines == []


def test_sandbox_goes_by_the_clock_of_the_run(nova: Nova) -> None:
    words = ('keypair-create', 'mine', '-f', 'json')
    nova(*words, version='2.53', cloud='sandbox')
    shown = nova('keypair-show', 'mine', '-f', 'json', cloud='sandbox')
    assert json.loads(shown.out)['created_at'].startswith('2026-01-01T12:00:00')


def test_packages_that_the_sandbox_lacks_are_told_in_one_sentence(
    nova: Nova, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, 'microversion_parse', None)
    result = nova('flavor-list', version='2.53', cloud='sandbox')
    assert (result.status, result.out) == (1, '')
    assert result.err == (
        'nova-mv: The sandbox needs packages that are not installed. Install them with: '
        'pip install "nova-mv[sandbox]"\n'
    )


def test_cloud_file_may_define_a_cloud_of_that_name(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/flavors/detail', {'flavors': []})
    nova.cloud_file(f'clouds: {{sandbox: {cloud.entry()}}}')
    assert nova(*LIST, cloud='sandbox').out == '[]\n'
    assert cloud.wire()[-1] == 'GET /v2.1/flavors/detail'


LOADED = """
import json, sys
before = set(sys.modules)
from novaclient_mv import shell
status = shell.main(sys.argv[1:])
new = {name.partition('.')[0] for name in set(sys.modules) - before}
print(json.dumps(sorted(new - sys.stdlib_module_names - {'novaclient_mv'})), file=sys.stderr)
sys.exit(status)
"""

READS_VERSIONS, CHECKS_BODIES = 'microversion_parse', 'jsonschema'
"""Packages that the sandbox needs for every request, and for one with a body."""


def loaded(nova: Nova, *words: str) -> set[str]:
    """The packages of others that a run on the sandbox loads."""
    root = str(pathlib.Path(__file__).parents[2])
    done = processes.python(
        '-c',
        LOADED,
        '--os-cloud',
        'sandbox',
        *words,
        env={**nova.variables(None, {}), 'PYTHONPATH': root},
        check=True,
    )
    return set(json.loads(done.stderr))


def test_a_list_loads_nothing_of_others_but_what_the_sandbox_reads_versions_with(
    nova: Nova,
) -> None:
    assert loaded(nova, 'server-list', '-f', 'json') == {READS_VERSIONS}
    assert loaded(nova, 'server-list') == {READS_VERSIONS}


def test_no_library_for_a_network_is_loaded_for_a_write(nova: Nova) -> None:
    words = ('keypair-create', 'mine', '--os-compute-api-version', '2.53', '-f', 'json')
    packages = loaded(nova, *words)
    assert {READS_VERSIONS, CHECKS_BODIES} <= packages
    assert packages & {'keystoneauth1', 'requests', 'urllib3', 'os_service_types'} == set()


def test_what_went_to_it_is_timed_and_logged_once(nova: Nova) -> None:
    result = nova(*LIST, '--timings', '--debug', version='2.53', cloud='sandbox')
    rows = re.findall(r'^\| ([A-Z]+ http\S+) +\| [\d.]+ +\|$', result.err, re.MULTILINE)
    base = 'http://sandbox.invalid'
    assert rows == [
        f'POST {base}/identity/v3/auth/tokens',
        f'GET {base}/v2.1/',
        f'GET {base}/v2.1/flavors/detail',
    ]
    assert re.findall(r'REQ: curl -g -i -X GET (\S+) ', result.err) == [
        f'{base}/v2.1/',
        f'{base}/v2.1/flavors/detail',
    ]
    assert result.err.count(f'Making authentication request to {base}/identity') == 1
    assert 'X-Auth-Token: ***' in result.err
    assert '"password": "' not in result.err


def test_it_has_no_network(nova: Nova, cloud: ScriptedCloud) -> None:
    elsewhere = f'{cloud.url}/v2.1'
    result = nova(*LIST, '--os-endpoint-override', elsewhere, cloud='sandbox')
    assert (result.status, result.out) == (7, '')
    assert f'{elsewhere}/ cannot be reached' in result.err
    assert cloud.wire() == []


@pytest.mark.parametrize(
    ('option', 'status', 'words'),
    [
        ('--os-region-name', 2, 'has no compute in region nope, only in sandbox'),
        ('--service-name', 7, 'has no compute service named nope, only nova'),
        ('--os-endpoint-type', 7, 'has no nope endpoint for compute, only admin, internal, public'),
        ('--service-type', 7, 'has no public endpoint for nope.'),
    ],
)
def test_what_its_catalog_lacks_is_said_with_what_it_has(
    nova: Nova, option: str, status: int, words: str
) -> None:
    result = nova(*LIST, option, 'nope', cloud='sandbox')
    assert (result.status, result.out) == (status, '')
    assert f'The service catalog {words}' in result.err


@pytest.mark.parametrize('words', [['help'], ['--version']])
def test_other_runs_do_not_load_the_sandbox(words: list[str]) -> None:
    program = (
        'import sys; from novaclient_mv import shell; shell.main(sys.argv[1:]); '
        'print(*[name for name in sys.modules if "sandbox" in name], file=sys.stderr)'
    )
    root = str(pathlib.Path(__file__).parents[2])
    done = processes.python('-c', program, *words, env={'PYTHONPATH': root}, check=True)
    loaded = done.stderr.split()
    assert 'novaclient_mv.sandbox' not in loaded


def test_users_of_the_sandbox_can_be_chosen(nova: Nova) -> None:
    as_demo = ('--os-username', 'demo')
    words = ('server-list', '-f', 'value', '-c', 'name')
    assert nova(*as_demo, *words, cloud='sandbox').lines == ['app-1']
    for option in ('password', 'project-name'):
        refused = nova(*as_demo, f'--os-{option}', 'wrong', *words, cloud='sandbox')
        assert (refused.status, refused.out) == (4, '')
        assert 'The login was refused: ' in refused.err
        assert f'Check --os-username and --os-{option}.' in refused.err


class Sandbox:
    """Notes what the door asks of the sandbox, and fails on demand."""

    class SandboxError(Exception):
        """As of the sandbox."""

    class UnusablePolicy(SandboxError):
        """As of the sandbox."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.error: Exception | None = None

    def _note(self, *call: Any) -> None:
        if self.error is not None:
            raise self.error
        self.calls.append(call)

    def reset(self, path: str, is_named: bool) -> None:
        self._note('reset', path, is_named)

    def certificate(self, folder: str, host: str) -> types.SimpleNamespace:
        self._note('certificate', folder, host)
        return types.SimpleNamespace(file='own.pem')

    def settings(self, url: str) -> dict[str, str]:
        return {'auth_url': url}

    def serve(self, state: str, *, ready: Callable[[str], None], **options: Any) -> None:
        self._note('serve', state, options)
        ready('http://h:1')


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    sandbox = Sandbox()
    monkeypatch.setattr(builtin, 'open_sandbox', lambda: sandbox)
    return sandbox


def test_each_state_is_thrown_away_as_one_of_ours_unless_it_is_named(double: Sandbox) -> None:
    builtin.reset(['a', 'b'])
    builtin.reset(['c'], True)
    assert double.calls == [('reset', 'a', False), ('reset', 'b', False), ('reset', 'c', True)]


@pytest.mark.parametrize('is_secure', [False, True])
def test_what_is_served_is_told_with_the_authority_where_it_is_https(
    double: Sandbox, nova: Nova, is_secure: bool
) -> None:
    ready: list[tuple[dict[str, str], str]] = []
    surroundings = environment.Environment(nova.variables(None, {}), clock=nova.clock.clock())

    def serve() -> None:
        note = lambda settings, url: ready.append((settings, url))  # noqa: E731
        builtin.serve(surroundings, 'state', note, 'host', is_secure, port=7)

    serve()
    options = {'host': 'host', 'clock': surroundings.clock.now, 'port': 7}
    secret, *calls = double.calls if is_secure else [None, *double.calls]
    if is_secure:
        folder = str(nova.home / '.local' / 'state' / 'nova-mv' / 'sandbox-tls')
        assert secret == ('certificate', folder, 'host')
        options['certificate'] = types.SimpleNamespace(file='own.pem')
    assert calls == [('serve', 'state', options)]
    more = {'cacert': 'own.pem'} if is_secure else {}
    assert ready == [({'auth_url': 'http://h:1', **more}, 'http://h:1')]
    for kind, error in (
        (errors.Error, double.SandboxError('why')),
        (errors.CommandError, double.UnusablePolicy('why')),
    ):
        double.error = error
        with pytest.raises(errors.Error, match=r'^why$') as caught:
            serve()
        assert type(caught.value) is kind
