"""Flavors, their extra specs, and availability zones."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.state import contents
from unit_tests.sandbox.caller import Caller


def _change(cloud: Caller, id: str, **facts: Any) -> None:
    with cloud.application.database.session() as session:
        session.begin()
        row = session.get('flavor', id)
        assert row is not None
        row.document.update(facts)
        session.save(row)
        session.commit()


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
