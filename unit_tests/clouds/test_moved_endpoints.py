"""Tests of clouds that move an endpoint while a login is remembered."""

from __future__ import annotations

import contextlib

import pytest

from unit_tests import records, scripted_services
from unit_tests.clouds.logins.test_remembered_login import (
    DIRECT,
    LIST,
    START,
    agent,
    cached,
    forget_accesses,
    logins,
    server_of,
    warm,
)
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

__all__ = ['warm']


def moved(cloud: ScriptedCloud, start_cloud: START) -> ScriptedCloud:
    """Another Compute, at a port of its own, which takes the tokens of a cloud's Keystone."""
    compute = start_cloud()
    compute.keystone.tokens = cloud.keystone.tokens
    cloud.compute_path = f'{compute.url}/v2.1'
    compute.on('GET', '/servers/detail', {'servers': [records.server(name='there')]})
    return compute


def end_of(cloud: ScriptedCloud) -> None:
    """Have nothing listen at its port any more."""
    cloud.__exit__(None, None, None)


@pytest.fixture
def elsewhere(nova: Nova, cloud: ScriptedCloud, start_cloud: START) -> ScriptedCloud:
    """Where Compute is now; the runs before met another one, which is gone."""
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(ScriptedCloud())
        first.keystone.tokens = cloud.keystone.tokens
        cloud.compute_path = f'{first.url}/v2.1'
        first.on('GET', '/servers/detail', {'servers': [records.server(name='here')]})
        assert nova(*LIST, cloud=cloud).lines == ['here']
    return moved(cloud, start_cloud)


@pytest.mark.parametrize('has_way', [True, False], ids=['way', 'token'])
def test_endpoint_at_which_nothing_listens_any_more_is_looked_up_anew(
    nova: Nova, cloud: ScriptedCloud, elsewhere: ScriptedCloud, has_way: bool
) -> None:
    if not has_way:
        forget_accesses(nova)
    for _ in range(2):
        result = nova(*LIST, cloud=cloud)
        assert (result.lines, result.err) == (['there'], '')
    assert logins(cloud) == 2
    assert nova.clock.sleeps == []
    assert agent(elsewhere) == DIRECT


def test_write_is_carried_out_once_where_the_endpoint_is_now(
    nova: Nova, cloud: ScriptedCloud, elsewhere: ScriptedCloud
) -> None:
    keypair = {'name': 'mine', 'public_key': 'ssh-rsa', 'fingerprint': '00', 'private_key': 'k'}
    elsewhere.on('POST', '/os-keypairs', {'keypair': keypair})
    assert nova('keypair-create', 'mine', cloud=cloud).status == 0
    assert elsewhere.wire().count('POST /v2.1/os-keypairs') == 1
    assert logins(cloud) == 2


def test_many_writes_at_once_look_the_endpoint_up_once(
    nova: Nova, cloud: ScriptedCloud, elsewhere: ScriptedCloud
) -> None:
    ids = [records.server_id(number) for number in range(1, 31)]
    elsewhere.on('GET', '/servers/*', server_of)
    elsewhere.on('DELETE', '/servers/*', status=204)
    result = nova('server-delete', *ids, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    deleted = [line for line in elsewhere.wire() if line.startswith('DELETE')]
    assert sorted(deleted) == [f'DELETE /v2.1/servers/{id}' for id in ids]
    assert logins(cloud) == 2


@pytest.fixture(params=['way', 'token'])
def at_another_path(
    request: pytest.FixtureRequest, nova: Nova, warm: ScriptedCloud
) -> ScriptedCloud:
    """A cloud whose Compute stands below another path than before."""
    warm.compute_path = '/compute/v2.1'
    warm.nova = scripted_services.Nova('/compute', '2.1', '2.53', True)
    if request.param == 'token':
        forget_accesses(nova)
    return warm


def test_path_that_nobody_knows_any_more_is_looked_up_anew(
    nova: Nova, at_another_path: ScriptedCloud
) -> None:
    for _ in range(2):
        result = nova(*LIST, cloud=at_another_path)
        assert (result.lines, result.err) == (['web1'], '')
    assert at_another_path.wire() == [
        'GET /v2.1/servers/detail',
        'GET /v3',
        'POST /v3/auth/tokens',
        'GET /compute/v2.1/servers/detail',
        'GET /compute/v2.1/',
        'GET /compute/v2.1/servers/detail',
    ]


def test_write_to_a_path_that_nobody_knows_any_more_is_sent_where_it_belongs(
    nova: Nova, at_another_path: ScriptedCloud
) -> None:
    keypair = {'name': 'mine', 'public_key': 'ssh-rsa', 'fingerprint': '00', 'private_key': 'k'}
    at_another_path.on('POST', '/os-keypairs', {'keypair': keypair})
    assert nova('keypair-create', 'mine', cloud=at_another_path).status == 0
    assert at_another_path.wire().count('POST /compute/v2.1/os-keypairs') == 1
    assert logins(at_another_path) == 1


def test_what_the_service_itself_does_not_know_brings_no_login(
    nova: Nova, warm: ScriptedCloud
) -> None:
    assert nova('server-show', records.server_id(7), cloud=warm).status == 5
    assert logins(warm) == 0
    assert agent(warm) == DIRECT


def test_unknown_path_of_an_endpoint_that_did_not_move_is_told_after_one_login(
    nova: Nova, warm: ScriptedCloud
) -> None:
    warm.on('GET', '/servers/detail', 'nothing here', status=404)
    warm.nova.stamp = lambda answer, version: None  # type: ignore[method-assign]
    result = nova(*LIST, cloud=warm)
    assert (result.status, logins(warm)) == (5, 1)


def test_what_is_remembered_stays_without_a_network(nova: Nova, warm: ScriptedCloud) -> None:
    variables = warm.environ()
    content = cached(nova)
    end_of(warm)
    result = nova(*LIST, '--error-format', 'text', env=variables)
    assert (result.status, 'nothing listens there' in result.err) == (7, True)
    assert cached(nova) == content


def test_override_is_never_looked_up(nova: Nova, warm: ScriptedCloud) -> None:
    result = nova(*LIST, '--os-endpoint-override', f'{warm.url}/gone/v2.1', cloud=warm)
    assert (result.status, logins(warm)) == (5, 0)
