"""Disks that a request for a server names: what they are made of, and what is refused."""

from __future__ import annotations

from typing import Any

from unit_tests.sandbox.caller import Answer, Caller

LOCAL_IMAGE = {'source_type': 'image', 'destination_type': 'local', 'boot_index': 0}
NEW_ROOT = {**LOCAL_IMAGE, 'destination_type': 'volume', 'volume_size': 1}
BLANK = {'source_type': 'blank', 'destination_type': 'volume', 'volume_size': 1}
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
