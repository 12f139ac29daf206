"""The life of a server: creation, states that follow the clock, update, deletion, policy."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Caller


def test_server_is_built_as_time_passes(cloud: Caller) -> None:
    id = cloud.boot()
    seen = []
    for _ in range(3):
        server = cloud.server(id)
        seen.append((server['status'], server['OS-EXT-STS:task_state'], bool(server['addresses'])))
        cloud.now += 1
    assert seen == [
        ('BUILD', 'scheduling', False),
        ('BUILD', 'spawning', True),
        ('ACTIVE', None, True),
    ]


def test_reading_changes_nothing_but_the_clock_does(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 100
    server = cloud.server(id)
    # It was built two seconds after the request, whenever someone looks.
    assert server['updated'] == '2027-01-15T08:00:02Z'
    assert cloud.server(id) == server


# Key, a value, and the last version without it and the first with it.
BOUNDARIES = [
    ('description', 'd', '2.18', '2.19'),
    ('tags', ['a'], '2.51', '2.52'),
    ('trusted_image_certificates', ['c'], '2.62', '2.63'),
    ('host', 'host1', '2.73', '2.74'),
    ('hypervisor_hostname', 'host1', '2.73', '2.74'),
    ('hostname', 'h1', '2.89', '2.90'),
]


@pytest.mark.parametrize(('key', 'value', 'before', 'at'), BOUNDARIES)
def test_key_of_a_creation_is_refused_below_its_version(
    cloud: Caller, key: str, value: Any, before: str, at: str
) -> None:
    server = {'name': 'x', 'flavorRef': '1', 'imageRef': cloud.image(), key: value}
    for version, status in ((before, 400), (at, 202)):
        if int(version[2:]) >= 37:
            server['networks'] = 'none'
        assert cloud('POST', '/v2.1/servers', version, {'server': server}).status == status


def test_server_is_no_instance_before_a_host_has_been_looked_for(cloud: Caller) -> None:
    id = cloud.boot()
    shown = cloud.server(id)
    assert (shown['OS-EXT-SRV-ATTR:instance_name'], 'security_groups' in shown) == ('', False)
    cloud.now += 1
    shown = cloud.server(id)
    assert shown['status'] == 'BUILD'
    assert shown['OS-EXT-SRV-ATTR:instance_name'].startswith('instance-')
    assert shown['security_groups'] == [{'name': 'default'}]


def test_choices_of_a_creation_are_shown(cloud: Caller) -> None:
    cloud('POST', '/v2.1/os-keypairs', '2.2', {'keypair': {'name': 'k'}})
    network = cloud('GET', '/network/v2.0/networks?name=private').body['networks'][0]['id']
    id = cloud.boot(
        '2.100',
        key_name='k',
        metadata={'a': 'b'},
        tags=['z', 'y'],
        description='d',
        hostname='h.example',
        config_drive='yes',
        networks=[{'uuid': network, 'fixed_ip': '10.0.9.9'}],
        host='host2',
        accessIPv4='1.2.3.4',
    )
    cloud.now += 5
    server = cloud.server(id, '2.100')
    assert server['key_name'] == 'k'
    assert server['metadata'] == {'a': 'b'}
    assert server['tags'] == ['y', 'z']
    assert server['description'] == 'd'
    assert server['OS-EXT-SRV-ATTR:hostname'] == 'h.example'
    assert server['OS-EXT-SRV-ATTR:host'] == 'host2'
    assert server['config_drive'] == 'True'
    assert server['accessIPv4'] == '1.2.3.4'
    assert [each['addr'] for each in server['addresses']['private']] == ['10.0.9.9']


# -- actions

ALLOWED = [
    ('os-stop', None, 'SHUTOFF'),
    ('os-start', None, 'ACTIVE'),
    ('pause', None, 'PAUSED'),
    ('unpause', None, 'ACTIVE'),
    ('suspend', None, 'SUSPENDED'),
    ('resume', None, 'ACTIVE'),
    ('reboot', {'type': 'SOFT'}, 'ACTIVE'),
    ('reboot', {'type': 'Hard'}, 'ACTIVE'),
]


def test_each_action_ends_in_its_state(cloud: Caller) -> None:
    id = cloud.boot()
    cloud.now += 5
    for action, value, status in ALLOWED:
        assert cloud.act(id, {action: value}).status == 202, action
        assert cloud.server(id)['OS-EXT-STS:task_state'] is not None
        cloud.now += 5
        server = cloud.server(id)
        assert (server['status'], server['OS-EXT-STS:task_state']) == (status, None)


# -- who may see and do what


# Key, the last version without it and the first with it.
FIELDS = [
    ('OS-EXT-SRV-ATTR:reservation_id', '2.2', '2.3'),
    ('locked', '2.8', '2.9'),
    ('host_status', '2.15', '2.16'),
    ('description', '2.18', '2.19'),
    ('tags', '2.25', '2.26'),
    ('trusted_image_certificates', '2.62', '2.63'),
    ('server_groups', '2.70', '2.71'),
    ('locked_reason', '2.72', '2.73'),
    ('pinned_availability_zone', '2.95', '2.96'),
    ('scheduler_hints', '2.99', '2.100'),
]


@pytest.mark.parametrize(('key', 'before', 'at'), FIELDS)
def test_field_of_a_server_begins_at_its_version(
    cloud: Caller, key: str, before: str, at: str
) -> None:
    id = cloud.boot()
    cloud.now += 5
    assert key not in cloud.server(id, before)
    assert key in cloud.server(id, at)


def test_a_server_does_not_show_the_images_that_its_image_starts_with(cloud: Caller) -> None:
    image = cloud.image()
    with cloud.application.database.session() as session:
        session.begin()
        row = session.get('image', image)
        assert row is not None
        row.document['properties'] = {'kernel_id': 'k', 'ramdisk_id': 'r', 'os_distro': 'cirros'}
        session.save(row)
        session.commit()
    shown = cloud.server(cloud.boot(imageRef=image), '2.98')
    assert shown['image']['properties'] == {'os_distro': 'cirros'}
