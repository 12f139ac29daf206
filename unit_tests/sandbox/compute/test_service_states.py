"""Services that die or have just started: what the lists say of them and of their hosts."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.compute import service_states
from unit_tests.sandbox.caller import Caller


def _services(cloud: Caller) -> dict[str, dict[str, Any]]:
    found = cloud('GET', '/v2.1/os-services?binary=nova-compute', '2.90').body['services']
    return {each['host']: each for each in found}


def _change(cloud: Caller, host: str, **changes: Any) -> None:
    with cloud.application.database.session() as session:
        session.begin()
        row = session.one('service', parent=host, name='nova-compute')
        assert row is not None
        row.document.update(changes)
        session.save(row)
        session.commit()


def test_a_service_that_says_nothing_for_a_minute_is_down(cloud: Caller) -> None:
    _change(cloud, 'host1', silent_since=cloud.now)
    last = _services(cloud)['host1']['updated_at']
    cloud.now += 60
    assert (
        _services(cloud)['host1'] | {'state': 'up', 'updated_at': last}
        == (_services(cloud)['host1'])
    )
    cloud.now += 10
    found = _services(cloud)
    assert found['host1']['state'] == 'down'
    assert found['host1']['forced_down'] is False
    assert found['host1']['updated_at'] == last
    assert found['host2']['state'] == 'up'


def test_a_host_whose_service_died_is_down_and_takes_no_servers(cloud: Caller) -> None:
    _change(cloud, 'host1', silent_since=cloud.now)
    cloud.now += 100
    machines = cloud('GET', '/v2.1/os-hypervisors', '2.90').body['hypervisors']
    assert {each['hypervisor_hostname']: each['state'] for each in machines} == {
        'host1': 'down',
        'host2': 'up',
    }
    detail = cloud('GET', '/v2.1/os-availability-zone/detail').body['availabilityZoneInfo']
    (zone,) = [each for each in detail if each['zoneName'] == 'nova']
    assert zone['hosts']['host1']['nova-compute']['available'] is False
    made = [cloud.boot() for _ in range(3)]
    cloud.now += 5
    assert {cloud.server(id)['OS-EXT-SRV-ATTR:host'] for id in made} == {'host2'}


def test_a_service_that_has_just_started_has_not_reported_yet(cloud: Caller) -> None:
    with cloud.application.database.session() as session:
        session.begin()
        facts = service_states.facts('host3', 'nova-compute', 'nova')
        session.insert('service', str(uuid.uuid4()), facts, parent='host3', name='nova-compute')
        session.commit()
    found = _services(cloud)['host3']
    assert (found['updated_at'], found['state']) == (None, 'up')
    cloud.now += 2 * service_states.REPORT_SECONDS
    assert _services(cloud)['host3']['updated_at'] is not None


def test_a_machine_is_as_its_service_says(cloud: Caller) -> None:
    _change(cloud, 'host1', machine={'vcpus': 2, 'type': 'QEMU', 'ip': '10.1.1.1', 'name': 'n'})
    shown = cloud('GET', '/v2.1/os-hypervisors/detail', '2.87').body['hypervisors'][0]
    assert shown['vcpus'] == 2
    assert shown['hypervisor_type'] == 'QEMU'
    assert shown['host_ip'] == '10.1.1.1'
    assert shown['hypervisor_hostname'] == 'n'
    assert shown['service']['host'] == 'host1'
    server = cloud('GET', '/v2.1/servers/detail?host=host1', '2.90').body['servers'][0]
    assert server['OS-EXT-SRV-ATTR:hypervisor_hostname'] == 'n'
