"""Flavors, their extra specs, and availability zones."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.sandbox.state import contents
from unit_tests.sandbox.caller import HOST, Caller
from unit_tests.sandbox.newest import NEWEST


def _change(cloud: Caller, id: str, **facts: Any) -> None:
    with cloud.application.database.session() as session:
        session.begin()
        row = session.get('flavor', id)
        assert row is not None
        row.document.update(facts)
        session.save(row)
        session.commit()


# Key, and the version before and at which it comes, or goes.
@pytest.mark.parametrize(
    ('key', 'without', 'with_'),
    [
        ('description', '2.54', '2.55'),
        ('extra_specs', '2.60', '2.61'),
        ('rxtx_factor', '2.102', '2.101'),
        ('OS-FLV-DISABLED:disabled', '2.102', '2.101'),
    ],
)
def test_field_of_a_flavor_has_its_versions(
    cloud: Caller, key: str, without: str, with_: str
) -> None:
    assert key not in cloud('GET', '/v2.1/flavors/1', without).body['flavor']
    assert key in cloud('GET', '/v2.1/flavors/1', with_).body['flavor']


def test_no_swap_is_a_number_from_2_75(cloud: Caller) -> None:
    assert cloud('GET', '/v2.1/flavors/1', '2.74').body['flavor']['swap'] == ''
    assert cloud('GET', '/v2.1/flavors/1', '2.75').body['flavor']['swap'] == 0


@pytest.mark.parametrize(
    ('query', 'ids'),
    [
        ('', ['1', '2', '3']),
        ('minRam=1000', ['2', '3']),
        ('minDisk=40', ['3']),
        ('sort_key=memory_mb&sort_dir=desc', ['3', '2', '1']),
        ('limit=2', ['1', '2']),
        ('marker=2', ['3']),
        ('limit=0', []),
    ],
)
def test_list_is_filtered_sorted_and_cut(cloud: Caller, query: str, ids: list[str]) -> None:
    found = cloud('GET', f'/v2.1/flavors?{query}').body['flavors']
    assert [each['id'] for each in found] == ids


def test_full_page_links_to_the_next(cloud: Caller) -> None:
    body = cloud('GET', '/v2.1/flavors?limit=2').body
    assert body['flavors_links'] == [
        {'rel': 'next', 'href': f'{HOST}/v2.1/flavors?limit=2&marker=2'}
    ]


def test_name_is_filtered_from_2_102(cloud: Caller) -> None:
    assert len(cloud('GET', '/v2.1/flavors?name=tiny', '2.74').body['flavors']) == 3
    (only,) = cloud('GET', '/v2.1/flavors?name=tiny', '2.102').body['flavors']
    assert only['name'] == 'm1.tiny'


def test_private_flavor_is_seen_by_whom_it_was_given(cloud: Caller) -> None:
    demo = cloud.other('demo')
    _change(cloud, '3', is_public=False)
    assert demo('GET', '/v2.1/flavors/3').status == 404
    assert len(demo('GET', '/v2.1/flavors').body['flavors']) == 2
    assert len(cloud('GET', '/v2.1/flavors').body['flavors']) == 2
    assert len(cloud('GET', '/v2.1/flavors?is_public=None').body['flavors']) == 3
    assert len(cloud('GET', '/v2.1/flavors?is_public=false').body['flavors']) == 1
    _change(cloud, '3', access=[demo.project])
    assert demo('GET', '/v2.1/flavors/3').status == 200


@pytest.mark.parametrize(
    ('query', 'words'),
    [
        ('is_public=maybe', 'Invalid is_public filter [maybe]'),
        ('minRam=x', 'Invalid minRam filter [x]'),
        ('minDisk=-', 'Invalid minDisk filter [-]'),
        ('marker=zz', 'marker [zz] not found'),
    ],
)
def test_bad_filter_is_refused(cloud: Caller, query: str, words: str) -> None:
    assert cloud('GET', f'/v2.1/flavors?{query}').message == words


def test_extra_specs_are_listed_and_shown(cloud: Caller) -> None:
    _change(cloud, '1', extra_specs={'hw:cpu_policy': 'shared'})
    specs = '/v2.1/flavors/1/os-extra_specs'
    assert cloud('GET', specs).body == {'extra_specs': {'hw:cpu_policy': 'shared'}}
    assert cloud('GET', f'{specs}/hw:cpu_policy').body == {'hw:cpu_policy': 'shared'}
    assert cloud('GET', f'{specs}/nope').message == 'Flavor 1 has no extra specs with key nope.'
    assert cloud('GET', '/v2.1/flavors/9/os-extra_specs').status == 404


def test_zones_with_hosts_are_for_administrators(cloud: Caller) -> None:
    demo = cloud.other('demo')
    (zone,) = demo('GET', '/v2.1/os-availability-zone').body['availabilityZoneInfo']
    assert zone == {'zoneName': 'nova', 'zoneState': {'available': True}, 'hosts': None}
    assert demo('GET', '/v2.1/os-availability-zone/detail').status == 403
    zones = cloud('GET', '/v2.1/os-availability-zone/detail').body['availabilityZoneInfo']
    hosts = {zone['zoneName']: sorted(zone['hosts']) for zone in zones}
    assert hosts == {'internal': ['controller'], 'nova': list(contents.USUAL.hosts)}


def test_unknown_parameter_is_refused_from_2_102(cloud: Caller) -> None:
    path = '/v2.1/os-availability-zone?foo=1'
    assert cloud('GET', path, '2.101').status == 200
    assert cloud('GET', path, '2.102').status == 400


def test_link_to_the_next_page_names_only_what_the_list_knows(cloud: Caller) -> None:
    for version, query in (('2.1', 'foo=1&'), (NEWEST, '')):
        answer = cloud('GET', f'/v2.1/flavors?{query}limit=1&sort_dir=asc', version)
        link = answer.body['flavors_links'][0]['href']
        assert link.endswith('/flavors?limit=1&sort_dir=asc&marker=1')
