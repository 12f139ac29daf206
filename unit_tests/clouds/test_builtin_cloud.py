"""Tests of the one door from the client to the sandbox."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import pytest

from novaclient_mv.clouds import builtin, environment
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

LIST = ('flavor-list', '-f', 'json')


def test_sandbox_needs_no_settings(nova: Nova) -> None:
    result = nova(*LIST, cloud='sandbox')
    assert (result.status, result.err) == (0, '')
    assert json.loads(result.out)


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


def test_sandbox_keeps_no_token(nova: Nova) -> None:
    nova(*LIST, cloud='sandbox')
    assert not (nova.home / '.cache').exists()


def test_settings_of_another_cloud_do_not_disturb(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova(*LIST, '--os-cloud', 'sandbox', cloud=cloud)
    assert result.status == 0
    assert not cloud.requests


def test_cloud_file_may_define_a_cloud_of_that_name(nova: Nova, cloud: ScriptedCloud) -> None:
    values = cloud.environ()
    cloud.on('GET', '/flavors/detail', {'flavors': []})
    nova.cloud_file(
        f"""
        clouds:
          sandbox:
            auth:
              auth_url: {values['OS_AUTH_URL']}
              username: demo
              password: secret
              project_name: demo
              user_domain_name: Default
              project_domain_name: Default
        """
    )
    assert nova(*LIST, cloud='sandbox').out == '[]\n'
    assert cloud.wire()[-1] == 'GET /v2.1/flavors/detail'


def test_reset_makes_it_new(nova: Nova) -> None:
    words = ('keypair-list', '-f', 'value', '-c', 'name')
    nova('keypair-create', 'mine', version='2.53', cloud='sandbox')
    assert json.loads(nova('sandbox-reset', '-f', 'json').out) == {'reset': True}
    assert nova(*words, cloud='sandbox').lines == []


@pytest.mark.parametrize('words', [['help'], ['--version']])
def test_other_runs_do_not_load_the_sandbox(words: list[str]) -> None:
    program = (
        'import sys; from novaclient_mv import shell; shell.main(sys.argv[1:]); '
        'print(*[name for name in sys.modules if "sandbox" in name], file=sys.stderr)'
    )
    root = str(pathlib.Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, '-c', program, *words],
        env={'PYTHONPATH': root},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stderr.split()
    assert 'novaclient_mv.sandbox' not in loaded


def test_users_of_the_sandbox_can_be_chosen(nova: Nova) -> None:
    as_demo = ('--os-username', 'demo')
    words = ('server-list', '-f', 'value', '-c', 'name')
    assert nova(*as_demo, *words, cloud='sandbox').lines == ['app-1']
    refused = nova(*as_demo, '--os-password', 'wrong', *words, cloud='sandbox')
    assert (refused.status, refused.out) == (4, '')
