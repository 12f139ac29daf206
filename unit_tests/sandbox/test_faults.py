"""Faults on demand: what happens, to which requests, how often, and how they are controlled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import requests

from novaclient_mv import exceptions
from novaclient_mv.sandbox import faults
from novaclient_mv.sandbox.pytest_plugin import SandboxCloud

Make = Callable[..., SandboxCloud]


@pytest.fixture
def make(tmp_path: Any) -> Any:
    """Makes clouds, and ends them."""
    made: list[SandboxCloud] = []

    def make(**options: Any) -> SandboxCloud:
        made.append(SandboxCloud(tmp_path / f'{len(made)}.sqlite', **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture(params=[False, True], ids=['in-process', 'http'])
def cloud(request: pytest.FixtureRequest, make: Make) -> SandboxCloud:
    """A cloud in process, and one over HTTP."""
    return make(http=request.param)


def get(cloud: SandboxCloud, path: str, **options: Any) -> requests.Response:
    """Ask once, as ``admin``; nothing is tried again."""
    endpoint = {'service_type': 'compute', 'interface': 'public'}
    answer: requests.Response = cloud.session().get(
        path,
        endpoint_filter=endpoint,
        raise_exc=False,
        connect_retries=0,
        allow_reauth=False,
        **options,
    )
    return answer


def test_unavailable_says_when_to_come_again_and_ends_by_itself(cloud: SandboxCloud) -> None:
    cloud.faults.add('unavailable', times=2, retry_after=7)
    answers = [get(cloud, '/servers') for _ in range(3)]
    assert [each.status_code for each in answers] == [503, 503, 200]
    assert answers[0].headers['Retry-After'] == '7'
    assert answers[0].json()['serviceUnavailable']['code'] == 503


def test_unauthorized_in_mid_run_is_mended_by_a_new_login(cloud: SandboxCloud) -> None:
    nova = cloud.client('2.53')
    nova.servers.list()
    cloud.faults.add('unauthorized', '/v2.1/servers*')
    assert len(nova.servers.list()) == 3
    assert cloud.faults.list()[0]['hits'] == 1


def test_cut_body_is_an_error_of_the_transport(cloud: SandboxCloud) -> None:
    cloud.faults.add('cut', '/v2.1/flavors')
    with pytest.raises(Exception, match=r'IncompleteRead|Incomplete|incomplete'):
        get(cloud, '/flavors')
    assert get(cloud, '/flavors').status_code == 200


def test_dropped_connection_has_no_answer(cloud: SandboxCloud) -> None:
    cloud.faults.add('drop', '/v2.1/flavors')
    with pytest.raises(Exception, match=r'Connection|Remote end'):
        get(cloud, '/flavors')
    assert get(cloud, '/flavors').status_code == 200


def test_dropped_write_may_have_taken_place(cloud: SandboxCloud) -> None:
    nova = cloud.client('2.53')
    for is_carried_out, name in ((False, 'lost'), (True, 'kept')):
        cloud.faults.add('drop', method='POST', is_carried_out=is_carried_out)
        with pytest.raises(exceptions.WriteUncertain):
            nova.keypairs.create(name)
    assert [each.name for each in nova.keypairs.list()] == ['kept']


def test_not_acceptable_is_nova_refusing_the_version(cloud: SandboxCloud) -> None:
    cloud.faults.add('not_acceptable')
    answer = get(cloud, '/servers', microversion='2.53')
    assert answer.status_code == 406
    assert answer.headers['OpenStack-API-Version'] == 'compute 2.53'
    assert 'Version 2.53 is not supported' in answer.text


def test_any_status_can_be_had(cloud: SandboxCloud) -> None:
    cloud.faults.add('error', status=429, message='Slowly.', retry_after=3)
    answer = get(cloud, '/servers')
    assert answer.json() == {'overLimit': {'code': 429, 'message': 'Slowly.', 'retryAfter': '3'}}


def test_an_error_tells_the_version_as_errors_of_compute_do(cloud: SandboxCloud) -> None:
    cloud.faults.add('error', status=500, times=2)
    answer = get(cloud, '/servers', microversion='2.53')
    assert answer.headers['OpenStack-API-Version'] == 'compute 2.53'
    assert get(cloud, '/servers').headers['OpenStack-API-Version'] == 'compute 2.1'


def test_latency_takes_time_of_the_clouds_clock(make: Make) -> None:
    cloud = make()
    before = cloud.clock()
    cloud.faults.add('latency', seconds=90)
    assert get(cloud, '/servers').status_code == 200
    assert cloud.clock() == before + 90


def test_latency_beyond_the_clients_patience_is_a_timeout(make: Make) -> None:
    cloud = make()
    cloud.faults.add('latency', '/v2.1/servers', seconds=90)
    with pytest.raises(Exception, match=r'timed out|No answer within'):
        cloud.session(timeout=5).get(
            '/servers', endpoint_filter={'service_type': 'compute', 'interface': 'public'}
        )


def test_without_a_path_version_documents_and_login_are_spared(make: Make) -> None:
    cloud = make()
    cloud.faults.add('error', times=None)
    transport = cloud.session().session
    assert transport.get('http://sandbox.invalid/v2.1/').status_code == 200
    assert transport.get('http://sandbox.invalid/identity/v3').status_code == 200
    assert get(cloud, '/servers').status_code == 500


def test_every_value_of_a_kind_is_checked() -> None:
    names = {name for kind in faults.KINDS.values() for name in kind.keys}
    for name in names:
        kind = next(each for each, found in faults.KINDS.items() if name in found.keys)
        with pytest.raises(faults.BadFault, match=name):
            faults.Faults().add(kind, **{name: object()})


def test_faults_are_controlled_over_http(make: Make) -> None:
    url = make().url + '/sandbox/faults'
    added = requests.post(url, json={'fault': 'unavailable', 'path': '/v2.1/servers*'})
    assert (added.status_code, added.json()['faults'][0]['retry_after']) == (201, 1)
    assert requests.get(url).json() == added.json()
    assert requests.delete(url).status_code == 204
