"""Disks that a request for a server names: what they are made of, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.caller import Answer, Caller

NOWHERE = 'aaaaaaaa-0000-4000-8000-000000000000'
LOCAL_IMAGE = {'source_type': 'image', 'destination_type': 'local', 'boot_index': 0}
NEW_ROOT = {**LOCAL_IMAGE, 'destination_type': 'volume', 'volume_size': 1}
BLANK = {'source_type': 'blank', 'destination_type': 'volume', 'volume_size': 1}
LOCAL_BLANK = {'source_type': 'blank', 'destination_type': 'local', 'boot_index': -1}
VOLUME = {'source_type': 'volume', 'destination_type': 'volume', 'boot_index': 0}
SNAPSHOT = {**VOLUME, 'source_type': 'snapshot'}


def _create(
    caller: Caller, devices: list[dict[str, Any]], version: str = '2.90', **keys: Any
) -> Answer:
    for each in devices:
        if each.get('source_type') == 'image':
            each.setdefault('uuid', caller.image())
    server = {'name': 'one', 'flavorRef': '1', 'networks': 'none', **keys}
    body = {'server': {**server, 'block_device_mapping_v2': devices}}
    return caller('POST', '/v2.1/servers', version, body)


def _disks(caller: Caller, answer: Answer) -> list[str]:
    assert answer.status == 202, answer.body
    caller.now += 10
    path = f'/v2.1/servers/{answer.body["server"]["id"]}/os-volume_attachments'
    return [each['device'] for each in caller('GET', path).body['volumeAttachments']]


def test_first_disk_is_the_one_that_boots(cloud: Caller) -> None:
    answer = _create(cloud, [dict(BLANK), dict(NEW_ROOT)])
    assert _disks(cloud, answer) == ['/dev/vda', '/dev/vdb']
    answer = _create(cloud, [dict(LOCAL_IMAGE), dict(BLANK)], imageRef=cloud.image())
    assert _disks(cloud, answer) == ['/dev/vdb']
    answer = _create(cloud, [{**NEW_ROOT, 'device_name': '/dev/vdq'}])
    assert _disks(cloud, answer) == ['/dev/vdq']


@pytest.mark.parametrize(
    'devices',
    [
        [{**NEW_ROOT, 'volume_size': None}],
        [{**NEW_ROOT, 'uuid': NOWHERE}],
        [{**NEW_ROOT, 'boot_index': None}],
        [{**NEW_ROOT, 'boot_index': 1}],
        [NEW_ROOT, NEW_ROOT],
        [NEW_ROOT, {**BLANK, 'boot_index': 2}],
        [NEW_ROOT, {**LOCAL_BLANK, 'volume_size': 1}],
        [NEW_ROOT, {**LOCAL_BLANK, 'guest_format': 'swap', 'volume_size': 1}],
        [{**NEW_ROOT, 'disk_bus': 'x'}],
        [LOCAL_IMAGE],
        [VOLUME],
        [{**VOLUME, 'uuid': NOWHERE}],
        [{**SNAPSHOT, 'uuid': NOWHERE}],
        [{'source_type': 'blank', 'destination_type': 'volume', 'boot_index': 0}],
        [{'boot_index': 0}],
        [],
    ],
)
def test_disks_that_cannot_be_are_refused(cloud: Caller, devices: list[dict[str, Any]]) -> None:
    assert _create(cloud, [dict(each) for each in devices]).status == 400


@pytest.mark.parametrize(
    'devices',
    [
        [{**NEW_ROOT, 'boot_index': '0'}],
        [NEW_ROOT, {**BLANK, 'boot_index': 1}],
        [NEW_ROOT, LOCAL_BLANK],
        [{**BLANK, 'boot_index': 0}],
        [{**NEW_ROOT, 'disk_bus': 'virtio', 'device_type': 'cdrom'}],
    ],
)
def test_disks_that_can_be_are_taken(cloud: Caller, devices: list[dict[str, Any]]) -> None:
    assert _create(cloud, [dict(each) for each in devices]).status == 202


def test_volume_and_snapshot_boot_only_when_they_are_bootable(cloud: Caller) -> None:
    plain, bootable = cloud.volume(), cloud.volume(imageRef=cloud.image())
    for volume, status in ((plain, 400), (bootable, 202)):
        body = {'snapshot': {'volume_id': volume}}
        made = cloud('POST', f'/volume/v3/{cloud.project}/snapshots', body=body)
        snapshot = made.body['snapshot']['id']
        assert _create(cloud, [{**SNAPSHOT, 'uuid': snapshot}]).status == status
        assert _create(cloud, [{**VOLUME, 'uuid': volume}]).status == status
    # It is in use now.
    assert _create(cloud, [{**VOLUME, 'uuid': bootable}]).status == 400


def test_beside_an_image_the_first_disk_is_named_too(cloud: Caller) -> None:
    image = cloud.image()
    assert _create(cloud, [dict(BLANK)], imageRef=image).status == 400
    assert _create(cloud, [dict(LOCAL_IMAGE), dict(BLANK)], imageRef=image).status == 202


def test_type_of_a_volume_is_chosen_from_2_67(cloud: Caller) -> None:
    typed = {**NEW_ROOT, 'volume_type': 'multiattach'}
    assert _create(cloud, [dict(typed)], '2.66').status == 400
    assert _create(cloud, [dict(typed)], '2.67').status == 202
    assert _create(cloud, [{**typed, 'volume_type': 'x'}], '2.67').status == 400
    local = {**LOCAL_BLANK, 'volume_type': 'multiattach'}
    assert _create(cloud, [dict(NEW_ROOT), local], '2.67').status == 400


def test_disks_of_old_requests_boot_by_their_name(cloud: Caller) -> None:
    bootable = cloud.volume(imageRef=cloud.image())

    def create(**device: Any) -> int:
        server = {'name': 'one', 'flavorRef': '1', 'block_device_mapping': [device]}
        return cloud('POST', '/v2.1/servers', '2.1', {'server': server}).status

    assert create(device_name='vda') == 400
    assert create(volume_id=bootable) == 400
    assert create(device_name='vdb', volume_id=bootable) == 400
    assert create(device_name='vda', volume_id=NOWHERE) == 400
    assert create(device_name='/dev/vda', volume_id=bootable) == 202


def test_volume_for_several_servers_is_attached_to_each_from_2_60(cloud: Caller) -> None:
    volume = cloud.volume(volume_type='multiattach')
    servers = [cloud.boot(), cloud.boot()]
    cloud.now += 10

    def attach(server: str, version: str = '2.60') -> int:
        body = {'volumeAttachment': {'volumeId': volume}}
        path = f'/v2.1/servers/{server}/os-volume_attachments'
        return cloud('POST', path, version, body).status

    def status() -> tuple[str, int]:
        found = cloud('GET', f'/volume/v3/volumes/{volume}').body['volume']
        return found['status'], len(found['attachments'])

    assert attach(servers[0], '2.59') == 400
    assert [attach(each) for each in servers] == [200, 200]
    assert attach(servers[0]) == 400
    assert status() == ('in-use', 2)
    for server, expected in zip(servers, (('in-use', 1), ('available', 0)), strict=True):
        path = f'/v2.1/servers/{server}/os-volume_attachments/{volume}'
        assert cloud('DELETE', path).status == 202
        assert status() == expected


def test_volumes_of_a_shelved_server_change_from_2_20(cloud: Caller) -> None:
    server, volume = cloud.boot(), cloud.volume()
    cloud.now += 10
    cloud.act(server, {'shelve': None})
    cloud.now += 10
    path = f'/v2.1/servers/{server}/os-volume_attachments'
    body = {'volumeAttachment': {'volumeId': volume}}
    assert cloud('POST', path, '2.19', body).status == 409
    tagged = {'volumeAttachment': {'volumeId': volume, 'tag': 'x'}}
    assert cloud('POST', path, '2.49', tagged).status == 400
    made = cloud('POST', path, '2.20', body)
    assert made.body['volumeAttachment']['device'] is None
    (disk,) = cloud('GET', path).body['volumeAttachments']
    assert 'device' not in disk
    cloud.act(server, {'unshelve': None})
    cloud.now += 10
    (disk,) = cloud('GET', path).body['volumeAttachments']
    assert disk['device'] == '/dev/vdb'


def test_what_is_not_attached_is_missing_before_a_state_forbids(cloud: Caller) -> None:
    server = cloud.boot()
    cloud.now += 10
    cloud.act(server, {'rescue': None})
    cloud.now += 10
    path = f'/v2.1/servers/{server}/os-volume_attachments'
    assert cloud('DELETE', f'{path}/{NOWHERE}').status == 404
    body = {'volumeAttachment': {'volumeId': NOWHERE}}
    assert cloud('POST', path, body=body).status == 409


def test_name_of_a_disk_is_taken_on_whatever_bus(cloud: Caller) -> None:
    server, volumes = cloud.boot(), [cloud.volume(), cloud.volume()]
    cloud.now += 10
    path = f'/v2.1/servers/{server}/os-volume_attachments'
    body = {'volumeAttachment': {'volumeId': volumes[0], 'device': '/dev/sdb'}}
    assert cloud('POST', path, body=body).body['volumeAttachment']['device'] == '/dev/sdb'
    for device in ('/dev/vdb', '/dev/vda'):
        body = {'volumeAttachment': {'volumeId': volumes[1], 'device': device}}
        assert cloud('POST', path, body=body).status == 409


def test_security_group_that_is_not_there_is_refused(cloud: Caller) -> None:
    server = {'name': 'one', 'flavorRef': '1', 'imageRef': cloud.image()}
    for name, status in (('nope', 400), (NOWHERE, 400), ('default', 202)):
        body = {'server': {**server, 'security_groups': [{'name': name}]}}
        assert cloud('POST', '/v2.1/servers', '2.1', body).status == status
