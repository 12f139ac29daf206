"""Disks of a new server that cannot be are refused as on a running Nova."""

from __future__ import annotations

from typing import Any

from evidence.side_by_side.pair import SHAPES, Pair

NOWHERE = 'aaaaaaaa-0000-4000-8000-000000000000'
IMAGE = {
    'source_type': 'image', 'destination_type': 'volume', 'boot_index': 0, 'uuid': '{image}',
    'volume_size': 1,
}  # fmt: skip
LOCAL = {'source_type': 'image', 'destination_type': 'local', 'boot_index': 0, 'uuid': '{image}'}
VOLUME = {'source_type': 'volume', 'destination_type': 'volume', 'boot_index': 0, 'uuid': NOWHERE}
BLANK = {'source_type': 'blank', 'destination_type': 'volume', 'volume_size': 1}
SCRATCH = {'source_type': 'blank', 'destination_type': 'local', 'boot_index': -1}
SIZELESS = {key: value for key, value in IMAGE.items() if key != 'volume_size'}

# Version, whether there is an image, and the disks; all are refused.
REFUSED: tuple[tuple[str, bool, list[dict[str, Any]]], ...] = (
    ('2.1', False, []),
    ('2.1', False, [LOCAL]),
    ('2.1', False, [SIZELESS]),
    *(('2.1', False, [{**IMAGE, **changes}]) for changes in (
        {'volume_size': 0}, {'volume_size': 'x'}, {'uuid': NOWHERE}, {'uuid': 'x'},
        {'boot_index': None}, {'boot_index': -1}, {'boot_index': 1}, {'boot_index': 'x'},
        {'source_type': 'x'}, {'destination_type': 'x'}, {'disk_bus': 'x'}, {'device_name': ''},
        {'device_name': 'x y'}, {'x': 1}, {'tag': 'x'}, {'volume_type': 'x'},
    )),
    ('2.1', False, [IMAGE, IMAGE]),
    ('2.1', False, [IMAGE, {**BLANK, 'boot_index': 2}]),
    ('2.1', False, [IMAGE, {**SCRATCH, 'volume_size': 1}]),
    ('2.1', False, [IMAGE, {**SCRATCH, 'guest_format': 'swap', 'volume_size': 1}]),
    ('2.1', False, [VOLUME]),
    ('2.1', False, [{**VOLUME, 'uuid': 'x'}]),
    ('2.1', False, [{**VOLUME, 'source_type': 'snapshot'}]),
    ('2.1', False, [{'source_type': 'blank', 'destination_type': 'volume', 'boot_index': 0}]),
    ('2.1', False, [{'boot_index': 0}]),
    ('2.1', False, [{'source_type': 'image'}]),
    ('2.1', True, [BLANK]),
    ('2.1', True, [{**LOCAL, 'uuid': NOWHERE}]),
    ('2.1', True, [LOCAL, {**SCRATCH, 'volume_size': 100}]),
    ('2.33', False, [{**IMAGE, 'tag': 'x'}]),
    ('2.42', False, [{**IMAGE, 'tag': 'a,b'}]),
    ('2.66', False, [{**IMAGE, 'volume_type': 'x'}]),
    ('2.67', False, [{**IMAGE, 'volume_type': 'nope'}]),
    ('2.67', True, [LOCAL, {**SCRATCH, 'volume_type': 'nope'}]),
)  # fmt: skip
REFUSED_OF_OLD: tuple[list[dict[str, Any]], ...] = (
    [{'device_name': 'vda'}],
    [{'device_name': 'vda', 'volume_id': NOWHERE}],
    [{'device_name': 'vda', 'volume_id': 'x'}],
    [{'device_name': 'vda', 'snapshot_id': NOWHERE}],
    [{'device_name': '', 'volume_id': NOWHERE}],
    [{'device_name': 'vdb', 'no_device': True}],
    [],
)


def test_disks_that_cannot_be_are_refused_alike(member: Pair) -> None:
    found = {}
    key = 'block_device_mapping'
    cases = (
        *((version, has_image, f'{key}_v2', disks) for version, has_image, disks in REFUSED),
        *(('2.1', False, key, disks) for disks in REFUSED_OF_OLD),
    )
    for version, has_image, name, disks in cases:
        server: dict[str, Any] = {'name': 'side-by-side', 'flavorRef': '{flavor}', name: disks}
        if has_image:
            server['imageRef'] = '{image}'
        if version >= '2.37' and len(version) == len('2.37'):
            server['networks'] = 'none'
        step = 'POST', '/servers', {'server': server}
        found |= member.differences([step], [version], classes=SHAPES)
    assert found == {}
