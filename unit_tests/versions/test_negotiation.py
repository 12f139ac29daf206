"""The negotiation of a version: step-down, remembered ranges, 406, and answers that differ."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from novaclient_mv import exceptions
from novaclient_mv.versions import APIVersion, VersionRange, negotiation
from unit_tests.nova import Nova
from unit_tests.scripted import LEGACY_HEADER, Request, ScriptedCloud
from unit_tests.test_use_cases import compute_wire, library

StartCloud = Callable[..., ScriptedCloud]

SERVER = {'id': '5a6b7c8d-0000-4000-8000-000000000001', 'name': 'web', 'status': 'ACTIVE'}
CREATE = ('server-create', 'web', '--flavor', '1', '--boot-volume', 'v1')


def with_a_server(cloud: ScriptedCloud) -> ScriptedCloud:
    """A cloud that has one server and makes it again."""
    cloud.on('GET', '/servers', {'servers': [SERVER]})
    cloud.on('GET', '/servers/*', {'server': SERVER})
    cloud.on('GET', '/servers/detail', {'servers': [SERVER]})
    cloud.on('GET', '/flavors/1', {'flavor': {'id': '1', 'name': 'tiny'}})
    cloud.on('POST', '/servers', {'server': {'id': SERVER['id']}}, 202)
    cloud.on('DELETE', '/servers/*', None, 204)
    cloud.on('PUT', '/servers/*', {'server': SERVER})
    return cloud


def sent(cloud: ScriptedCloud) -> list[str | None]:
    return [legacy for _, legacy in cloud.versions_sent()]


# -- step-down --


def test_a_chosen_version_steps_down_to_the_window_with_one_line(
    nova: Nova, start_cloud: StartCloud, tmp_path: Any
) -> None:
    cloud = with_a_server(start_cloud(maximum='2.90'))
    file = tmp_path / 'motd'
    file.write_text('hello')
    result = nova(*CREATE, '--file', f'/etc/motd={file}', cloud=cloud)
    assert result.status == 0
    assert result.err == (
        'nova-mv: using API version 2.56 instead of 2.90: --file needs 2.56 (Queens) or earlier\n'
    )
    assert set(sent(cloud)) == {'2.56'}


def test_a_value_steps_down_too(nova: Nova, start_cloud: StartCloud, tmp_path: Any) -> None:
    cloud = with_a_server(start_cloud(maximum='2.90'))
    file = tmp_path / 'motd'
    file.write_text('hello')
    words = (*CREATE, '--file', f'/etc/motd={file}', '--nic', f'net-id={SERVER["id"]},tag=front')
    result = nova(*words, cloud=cloud)
    assert result.status == 0
    assert set(sent(cloud)) == {'2.56'}
    cloud = with_a_server(start_cloud(maximum='2.41'))
    result = nova(*words, cloud=cloud)
    assert result.status == 0
    assert result.err.startswith(
        'nova-mv: using API version 2.36 instead of 2.41, where --nic: unknown'
    )
    assert set(sent(cloud)) == {'2.36'}


def test_a_named_version_never_steps_down(
    nova: Nova, start_cloud: StartCloud, tmp_path: Any
) -> None:
    cloud = with_a_server(start_cloud(maximum='2.90'))
    result = nova(*CREATE, '--file', f'/etc/motd={tmp_path}', version='2.57', cloud=cloud)
    assert result.status == 2
    assert cloud.wire() == []


def test_where_the_cloud_has_nothing_of_the_window_the_refusal_names_need_and_offer(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = with_a_server(start_cloud(maximum='2.53'))
    result = nova('server-update', 'web', '--hostname', 'x', cloud=cloud)
    assert result == (
        '',
        'nova-mv: --hostname needs API version 2.90 (Xena) or later; '
        f'this cloud offers 2.1 to 2.53 (Pike). (As reported by {cloud.url}/v2.1/.)\n',
        3,
    )
    assert sent(cloud) == []


# -- what is remembered --


def test_the_range_is_asked_for_once_an_hour(nova: Nova, cloud: ScriptedCloud) -> None:
    for _ in range(3):
        nova('server-list', cloud=cloud)
    assert cloud.wire().count('GET /v2.1/') == 1
    nova.clock.advance(3599)
    nova('server-list', cloud=cloud)
    assert cloud.wire().count('GET /v2.1/') == 1
    nova.clock.advance(2)
    nova('server-list', cloud=cloud)
    assert cloud.wire().count('GET /v2.1/') == 2


def test_a_remembered_range_is_never_the_base_of_a_refusal(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = with_a_server(start_cloud(maximum='2.53'))
    assert nova('server-list', cloud=cloud).status == 0
    cloud.nova.maximum = '2.90'
    result = nova('server-update', SERVER['id'], '--hostname', 'x', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert sent(cloud)[-1] == '2.90'


def test_a_named_version_is_not_refused_from_memory(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum='2.53')
    assert nova('server-list', cloud=cloud).status == 0
    cloud.nova.maximum = '2.90'
    assert nova('server-list', version='2.90', cloud=cloud).status == 0
    assert sent(cloud) == ['2.53', '2.90']
    # And the refusal of a second, fresh answer tells what that answer says.
    result = nova('server-list', version='2.91', cloud=cloud)
    assert result.status == 3
    assert 'offers 2.1 to 2.90' in result.err


# -- 406 in the middle of a run --


def test_406_restarts_the_run_once_with_a_fresh_range(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = with_a_server(start_cloud(maximum='2.90'))
    assert nova('server-list', cloud=cloud).status == 0
    cloud.nova.maximum = '2.53'
    cloud.requests.clear()
    result = nova('server-list', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert sent(cloud) == ['2.90', '2.53']
    cloud.requests.clear()
    assert nova('server-list', cloud=cloud).status == 0
    assert compute_wire(cloud) == ['GET /v2.1/servers/detail']


def test_406_of_several_targets_restarts_too(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = with_a_server(start_cloud(maximum='2.90'))
    assert nova('server-list', cloud=cloud).status == 0
    cloud.nova.maximum = '2.53'
    cloud.requests.clear()
    other = {**SERVER, 'id': SERVER['id'][:-1] + '2'}
    cloud.on('GET', f'/servers/{other["id"]}', {'server': other})
    result = nova('server-delete', SERVER['id'], other['id'], cloud=cloud)
    assert (result.status, result.err) == (0, '')
    pairs = [(each.method, each.headers[LEGACY_HEADER]) for each in cloud.requests]
    assert (pairs.count(('GET', '2.90')), pairs.count(('DELETE', '2.90'))) == (2, 0)
    assert (pairs.count(('GET', '2.53')), pairs.count(('DELETE', '2.53'))) == (2, 2)


def test_a_restart_parses_anew_for_the_version_that_it_finds(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = with_a_server(start_cloud(maximum='2.90'))
    assert nova('server-list', cloud=cloud).status == 0
    cloud.nova.maximum = '2.53'
    result = nova('server-update', SERVER['id'], '--hostname', 'x', cloud=cloud)
    assert result.status == 3
    assert '--hostname needs API version 2.90 (Xena) or later' in result.err
    assert 'this cloud offers 2.1 to 2.53 (Pike)' in result.err


def test_406_that_stays_ends_the_run(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud()
    # Some node in the cloud is older than what its version document says.
    cloud.on('GET', '/servers/detail', {'computeFault': {'code': 406, 'message': 'No.'}}, 406)
    result = nova('server-list', cloud=cloud)
    assert result.status == 3
    assert 'No.' in result.err
    assert sent(cloud) == ['2.53', '2.53']


def test_406_on_a_named_version_never_restarts(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum='2.90')
    assert nova('server-list', cloud=cloud).status == 0
    cloud.nova.maximum = '2.53'
    cloud.requests.clear()
    result = nova('server-list', version='2.60', cloud=cloud)
    assert (result.status, result.out) == (3, '')
    assert 'Version 2.60 is not supported' in result.err
    assert sent(cloud) == ['2.60']


def test_406_after_a_write_never_restarts(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = with_a_server(start_cloud(maximum='2.46'))

    def create(request: Request) -> dict[str, Any]:
        cloud.nova.maximum = '2.10'
        return {'server': {'id': SERVER['id']}}

    cloud.on('POST', '/servers', create, 202)
    result = nova(*CREATE, cloud=cloud)
    assert result.status == 3
    assert cloud.wire().count('POST /v2.1/servers') == 1
    assert set(sent(cloud)) == {'2.46'}


# -- what the answer says --


def test_an_answer_without_version_brings_one_warning_and_the_result_stands(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    with_a_server(cloud)
    for path in ('/servers', f'/servers/{SERVER["id"]}'):
        cloud.answer_next('GET', path, 'no-version')
    result = nova('server-show', 'web', '--minimal', cloud=cloud)
    assert result.status == 0
    assert 'web' in result.out
    assert result.err == (
        'nova-mv: The cloud did not say in which API version it answered; 2.53 was asked for.\n'
    )


def test_an_answer_in_another_version_ends_the_run(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.answer_next('GET', '/servers/detail', 'version:2.9')
    result = nova('server-list', cloud=cloud)
    assert (result.status, result.out) == (7, '')
    assert result.err == (
        'nova-mv: The cloud answered in API version 2.9, but 2.53 was asked for.\n'
    )


def test_a_write_answered_in_another_version_is_reported_as_done(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    with_a_server(cloud)
    cloud.answer_next('POST', '/servers', 'version:2.9')
    result = nova(*CREATE, cloud=cloud)
    assert result.status == 7
    assert 'The request was carried out.' in result.err
    assert cloud.wire().count('POST /v2.1/servers') == 1


def test_errors_are_not_judged_by_their_version(cloud: ScriptedCloud) -> None:
    cloud.answer_next('GET', '/servers/detail', 'status:404')
    with pytest.raises(exceptions.NotFound):
        library(cloud, '2.10').servers.list()


# -- version documents --


def test_without_a_document_of_its_own_the_root_is_asked_and_matched_by_path(
    nova: Nova, start_cloud: StartCloud
) -> None:
    for path in ('/v2.1', '/compute', '/compute/v2.1/PROJECT'):
        cloud = start_cloud(path)
        cloud.on('GET', f'{cloud.nova.root}/v2.1/', None, 404)
        root = [cloud.nova.document('v2'), cloud.nova.document('v2.1')]
        cloud.on('GET', f'{cloud.nova.root}/', {'versions': root})
        result = nova('server-list', cloud=cloud)
        assert (result.status, result.err) == (0, '')
        assert compute_wire(cloud)[:2] == [
            f'GET {cloud.nova.root}/v2.1/',
            f'GET {cloud.nova.root}/',
        ]
        assert sent(cloud) == ['2.53']


@pytest.mark.parametrize(
    ('words', 'path'),
    [
        (('--image', 'cirros', '--nic', 'auto'), '/image/v2/images*'),
        (('--boot-volume', 'v1', '--nic', 'net-name=private'), '/network/v2.0/networks'),
    ],
)
def test_406_of_a_neighbour_is_no_matter_of_versions(
    nova: Nova, start_cloud: StartCloud, words: tuple[str, ...], path: str
) -> None:
    catalog = {'image': '/image', 'network': '/network'}
    cloud = with_a_server(start_cloud(maximum='2.90', catalog=catalog))
    cloud.on('GET', path, {'message': 'Not this way.'}, 406)
    result = nova('server-create', 'web', '--flavor', '1', *words, '-f', 'json', cloud=cloud)
    told = json.loads(result.err)
    assert (result.status, told['http_status'], told['cloud_range']) == (1, 406, None)
    assert 'Not this way.' in told['message']
    # Neither is the range asked for anew, nor does the run begin again.
    assert cloud.wire().count('GET /v2.1/') == 1
    assert sum('/images' in each or '/networks' in each for each in cloud.wire()) == 1
    assert 'POST /v2.1/servers' not in cloud.wire()


@settings(max_examples=60)
@given(st.lists(st.none() | st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=3))
def test_the_common_range_has_what_every_cloud_serves(minors: list[tuple[int, int] | None]) -> None:
    offers = [
        None if pair is None else VersionRange(f'2.{min(pair)}', f'2.{max(pair)}')
        for pair in minors
    ]
    without, client = APIVersion('2.0'), VersionRange('2.1', '2.9')

    def is_served(version: APIVersion, offered: VersionRange | None) -> bool:
        if version == without:
            return offered is None or offered.start <= client.start
        return offered is not None and version in offered

    shared = negotiation.common(offers, client, without)
    candidates = (
        [without] if None in offers else [APIVersion(f'2.{minor}') for minor in range(7)][1:]
    )
    expected = [
        version
        for version in candidates
        if offers and all(is_served(version, offered) for offered in offers)
    ]
    assert (shared is None) == (not expected)
    if shared is not None:
        assert (shared.start, shared.end) == (expected[0], expected[-1])
