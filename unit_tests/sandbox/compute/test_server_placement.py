"""Where moves take a server: policies of groups, zones, and hosts that take none."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller
from unit_tests.sandbox.compute.hosts import host, other, set_service

MIGRATE: dict[str, Any] = {'migrate': None}
RESIZE = {'resize': {'flavorRef': '2'}}


def live(host: str | None = None, **more: bool) -> dict[str, Any]:
    return {'os-migrateLive': {'host': host, 'block_migration': False, **more}}


def built(cloud: Caller, group: str | None = None, **keys: Any) -> str:
    """A server, in a group."""
    server = {'name': 'one', 'flavorRef': '1', 'imageRef': cloud.image(), 'networks': 'none'}
    body: dict[str, Any] = {'server': {**server, **keys}}
    if group is not None:
        body['os:scheduler_hints'] = {'group': group}
    answer = cloud('POST', '/v2.1/servers', '2.90', body)
    assert answer.status == 202, answer.body
    cloud.now += 5
    return str(answer.body['server']['id'])


def group(cloud: Caller, policy: str, **more: Any) -> str:
    body = {'server_group': {'name': policy, 'policy': policy, **more}}
    return str(cloud('POST', '/v2.1/os-server-groups', '2.64', body).body['server_group']['id'])


def aggregate(cloud: Caller, zone: str, *hosts: str) -> None:
    """Make an aggregate that names a zone."""
    body: dict[str, Any] = {'aggregate': {'name': zone, 'availability_zone': zone}}
    made = cloud('POST', '/v2.1/os-aggregates', '2.90', body).body['aggregate']
    for name in hosts:
        body = {'add_host': {'host': name}}
        assert cloud('POST', f'/v2.1/os-aggregates/{made["id"]}/action', '2.90', body).status == 200


def last_migration(cloud: Caller, id: str) -> tuple[str, str | None]:
    found = cloud('GET', f'/v2.1/os-migrations?instance_uuid={id}', '2.80').body['migrations'][0]
    return found['status'], found['dest_compute']


def is_stuck(cloud: Caller, id: str, answer: Answer) -> bool:
    """Whether a move was taken, and came to nothing."""
    assert answer.status in (200, 202), answer.body
    before = host(cloud, id)
    cloud.now += 5
    shown = cloud.server(id)
    assert (shown['OS-EXT-STS:task_state'], host(cloud, id)) == (None, before)
    return last_migration(cloud, id)[0] == 'error'


@pytest.mark.parametrize('policy', ['affinity', 'anti-affinity'])
@pytest.mark.parametrize('is_named', [False, True])
def test_policy_of_the_group_keeps_a_server_where_it_is(
    cloud: Caller, policy: str, is_named: bool
) -> None:
    id_ = group(cloud, policy)
    server = built(cloud, id_)
    built(cloud, id_)
    there = other(host(cloud, server)) if is_named else None
    assert is_stuck(cloud, server, cloud.act(server, {'migrate': {'host': there}}))
    assert is_stuck(cloud, server, cloud.act(server, RESIZE))
    assert is_stuck(cloud, server, cloud.act(server, live(there)))
    assert cloud.server(server)['status'] == 'ACTIVE'


def test_only_member_of_a_group_may_go_anywhere(cloud: Caller) -> None:
    server = built(cloud, group(cloud, 'affinity'))
    before = host(cloud, server)
    assert cloud.act(server, MIGRATE).status == 202
    cloud.now += 5
    assert host(cloud, server) == other(before)


def test_host_has_room_for_as_many_of_a_group_as_its_rule_says(cloud: Caller) -> None:
    id_ = group(cloud, 'anti-affinity', rules={'max_server_per_host': 2})
    servers = [built(cloud, id_) for _ in range(4)]
    assert is_stuck(cloud, servers[0], cloud.act(servers[0], MIGRATE))
    away = next(each for each in servers if host(cloud, each) != host(cloud, servers[0]))
    cloud('DELETE', f'/v2.1/servers/{away}')
    cloud.now += 5
    before = host(cloud, servers[0])
    cloud.act(servers[0], MIGRATE)
    cloud.now += 5
    assert host(cloud, servers[0]) == other(before)


@pytest.mark.parametrize('policy', ['soft-affinity', 'soft-anti-affinity'])
def test_soft_policy_is_a_wish(cloud: Caller, policy: str) -> None:
    id_ = group(cloud, policy)
    server, _ = built(cloud, id_), built(cloud, id_)
    before = host(cloud, server)
    cloud.act(server, MIGRATE)
    cloud.now += 5
    assert host(cloud, server) == other(before)


@pytest.mark.parametrize('changes', [{'status': 'disabled'}, {'forced_down': True}])
def test_named_host_that_takes_no_servers_is_no_destination(
    cloud: Caller, changes: dict[str, Any]
) -> None:
    server = built(cloud)
    there = other(host(cloud, server))
    set_service(cloud, there, **changes)
    assert is_stuck(cloud, server, cloud.act(server, {'migrate': {'host': there}}))
    assert last_migration(cloud, server)[1] is None
    assert is_stuck(cloud, server, cloud.act(server, live(there)))
    refused = cloud.act(server, live(there), '2.33')
    assert (refused.status, refused.message[:28]) == (400, 'No valid host was found. The')


def test_host_named_below_2_30_is_not_asked_whether_it_takes_servers(cloud: Caller) -> None:
    server = built(cloud)
    before = host(cloud, server)
    set_service(cloud, other(before), status='disabled')
    assert is_stuck(cloud, server, cloud.act(server, live(other(before), force=False), '2.67'))
    assert cloud.act(server, live(other(before)), '2.29').status == 202
    cloud.now += 5
    assert host(cloud, server) == other(before)


def test_server_of_a_host_that_is_down_is_not_moved(cloud: Caller) -> None:
    server = built(cloud)
    source = host(cloud, server)
    set_service(cloud, source, forced_down=True)
    for action in (MIGRATE, RESIZE):
        refused = cloud.act(server, action)
        assert (refused.status, refused.message) == (409, 'Service is unavailable at this time.')
    refused = cloud.act(server, live(), '2.33')
    assert refused.message == f'Compute service of {source} is unavailable at this time.'
    assert is_stuck(cloud, server, cloud.act(server, live(), '2.34'))


def test_evacuation_without_a_fit_host_ends_in_an_error(cloud: Caller) -> None:
    server = built(cloud)
    source = host(cloud, server)
    set_service(cloud, source, forced_down=True)
    set_service(cloud, other(source), status='disabled')
    assert is_stuck(cloud, server, cloud.act(server, {'evacuate': {}}))
    shown = cloud.server(server)
    assert shown['status'] == 'ERROR'
    assert shown['fault']['message'].startswith('No valid host was found.')
    assert is_stuck(cloud, server, cloud.act(server, {'evacuate': {'host': other(source)}}))
    # Up to 2.28 a host that is named is taken as it is.
    assert cloud.act(server, {'evacuate': {'host': other(source)}}, '2.28').status == 200
    cloud.now += 5
    assert host(cloud, server) == other(source)


def test_server_stays_in_the_zone_that_it_asked_for(cloud: Caller) -> None:
    cloud.clear()
    aggregate(cloud, 'other', 'host2')
    server = built(cloud, availability_zone='other')
    for there in (None, 'host1'):
        assert is_stuck(cloud, server, cloud.act(server, {'migrate': {'host': there}}))
        assert is_stuck(cloud, server, cloud.act(server, live(there)))
    # No aggregate has this zone, which keeps a server nowhere.
    free = built(cloud, availability_zone='nova:host1')
    cloud.act(free, MIGRATE)
    cloud.now += 5
    assert cloud.server(free)['status'] == 'VERIFY_RESIZE'
    assert host(cloud, free) == 'host2'


def test_server_without_a_host_to_come_back_to_stays_shelved(cloud: Caller) -> None:
    server = built(cloud)
    there = other(host(cloud, server))
    cloud.act(server, {'shelve': None})
    cloud.now += 60
    set_service(cloud, there, status='disabled')
    assert cloud.act(server, {'unshelve': {'host': there}}, '2.91').status == 202
    cloud.now += 5
    shown = cloud.server(server)
    assert (shown['status'], shown['OS-EXT-STS:task_state']) == ('SHELVED_OFFLOADED', None)
    cloud.act(server, {'unshelve': None})
    cloud.now += 5
    assert host(cloud, server) == other(there)


LARGE: dict[str, Any] = {'name': 'large', 'ram': 131072, 'vcpus': 32, 'disk': 2048}


@pytest.mark.parametrize(
    ('more', 'is_taken'),
    [({}, True), ({'ram': 131073}, False), ({'vcpus': 33}, False), ({'ephemeral': 1}, False)],
)
def test_server_that_is_larger_than_every_host_fails(
    cloud: Caller, more: dict[str, Any], is_taken: bool
) -> None:
    cloud.lift_quotas()
    body = {'flavor': {**LARGE, **more}}
    if 'ephemeral' in more:
        body['flavor']['OS-FLV-EXT-DATA:ephemeral'] = body['flavor'].pop('ephemeral')
    flavor = cloud('POST', '/v2.1/flavors', '2.1', body).body['flavor']['id']
    shown = cloud.server(built(cloud, flavorRef=flavor))
    assert shown['status'] == ('ACTIVE' if is_taken else 'ERROR')
    assert is_taken or shown['fault']['message'].startswith('No valid host was found.')
    small = built(cloud)
    assert cloud.act(small, {'resize': {'flavorRef': flavor}}).status == 202
    cloud.now += 5
    assert cloud.server(small)['status'] == ('VERIFY_RESIZE' if is_taken else 'ACTIVE')


def place(cloud: Caller, zone: str) -> tuple[str | None, str | None]:
    """The host of a new server in a zone, and the zone that it is pinned to."""
    server = cloud.server(built(cloud, availability_zone=zone), '2.96')
    return server['OS-EXT-SRV-ATTR:host'], server['pinned_availability_zone']


@pytest.mark.parametrize('zone', ['nova', 'nova:host2', 'nova::host2'])
def test_aggregate_of_a_zone_without_hosts_leaves_the_zone_none(cloud: Caller, zone: str) -> None:
    assert place(cloud, zone)[0] is not None
    aggregate(cloud, 'nova')
    assert place(cloud, zone) == (None, 'nova')


def test_zone_that_no_aggregate_names_is_on_all_hosts(cloud: Caller) -> None:
    cloud.clear()
    aggregate(cloud, 'az1', 'host2')
    for zone in ('internal', 'nova'):
        for name in ('host1', 'host2'):
            assert host(cloud, built(cloud, availability_zone=zone, host=name)) == name


def test_forced_host_pins_a_server_to_no_other_zone_than_its_own(cloud: Caller) -> None:
    cloud.clear()
    aggregate(cloud, 'az1', 'host1')
    aggregate(cloud, 'az2', 'host2')
    assert place(cloud, 'az1:host1') == ('host1', 'az1')
    assert place(cloud, 'az1:host2') == ('host2', None)
    assert place(cloud, 'az1::host1') == ('host1', None)
    assert place(cloud, 'nova:host1') == ('host1', None)
