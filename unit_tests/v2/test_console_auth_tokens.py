"""Where the console of a token is: from 2.31 on, with a TLS port from 2.99 on."""

from __future__ import annotations

import json

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud

TOKEN = 'b8c52d0a-4f1e-4c93-9e0d-1f3a7b0c2d11'
CONSOLE = {
    'instance_uuid': '0e44cc9c-e052-415d-afbf-469b0d384170',
    'host': 'host1',
    'port': 5900,
    'internal_access_path': None,
}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    cloud: ScriptedCloud = start_cloud(maximum=NEWEST)
    cloud.on('GET', f'/os-console-auth-tokens/{TOKEN}', {'console': {**CONSOLE, 'tls_port': 5901}})
    return cloud


@pytest.mark.parametrize(('version', 'port'), [('2.31', None), ('2.98', None), ('2.99', 5901)])
def test_console_of_a_token_is_shown(
    nova: Nova, cloud: ScriptedCloud, version: str, port: int | None
) -> None:
    result = nova('console-token-show', TOKEN, '-f', 'json', version=version, cloud=cloud)
    assert json.loads(result.out) == {**CONSOLE, 'tls_port': port}


def test_unknown_token_is_not_found_and_not_told_when_debugging(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    secret = 'f0f0f0f0-0000-4000-8000-000000000000'
    result = nova('--debug', 'console-token-show', secret, cloud=cloud)
    assert result.status == 5
    assert secret not in result.err
