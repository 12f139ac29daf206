"""Tests of the types of arguments: spelling only, and no file is touched."""

from __future__ import annotations

import argparse
import io
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import exceptions
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.types import numeric, request_parts, timestamps
from novaclient_mv.clouds import words
from novaclient_mv.clouds.environment import Environment
from unit_tests import cases

REFUSED: list[tuple[Callable[[str], Any], tuple[str, ...]]] = [
    (types.boolean, ('', 'perhaps', '2', 'truefalse')),
    (types.boolean_number, ('', 'x')),
    (types.positive, ('0', '-1', '', 'x', '1.5', '9' * 5000)),
    (types.page_limit, ('0', '-2', '', 'x')),
    (types.port, ('-1', '65536', 'http')),
    (words.seconds, ('0', '-1', '', 'nan', 'inf', '1e999', 'soon')),
    (types.key_value, ('', 'a', '=b', '=')),
    (types.key_values, ('', 'a', 'a=1,a=2', 'a=1,', ',a=1')),
    (timestamps.timestamp, ('', 'soon', '2026-13-01', '20260101', '2026-01-01T25:00:00')),
    (types.sort_keys, ('name:up', 'name:asc:desc', 'name:ASC')),
    (types.ephemeral, ('', 'format=ext4', 'size', 'size=1,kind=x')),
    (types.swap, ('', '0', 'big', '-5')),
    (types.old_block_device, ('vda', '=x', 'vda=a:b:1:1:1')),
    (types.destination_and_file, ('', '/etc/motd', '=file')),
    (types.Nic(), ('', 'auto', 'none', 'net-id', 'v4-fixed-ip=10.0.0.1', 'net-id=a,tag=b')),
    (types.Nic(), ('net-id=a,port-id=b', 'net-id=a,v4-fixed-ip=10.0.0', 'net-id=a,net-id=b')),
    (types.Nic(), ('net-id=a,v4-fixed-ip=::1', 'net-id=a,v6-fixed-ip=10.0.0.1', 'spam=1')),
    (types.Nic(), ('net-id=a,v4-fixed-ip=10.0.0.1,v6-fixed-ip=::1',)),
    (types.Nic(tag=True), ('auto', 'tag=a')),
    (types.BlockDevice(), ('', 'size', 'spam=1', 'source=disk', 'dest=tape', 'shutdown=maybe')),
    (types.BlockDevice(), ('tag=a', 'volume_type=fast', 'id=a,id=b')),
    (numeric.whole, ('1.0', '')),
    (numeric.count, ('-1',)),
    (numeric.factor, ('0', 'nan', 'inf', 'x')),
    (types.key_or_pair, ('=b',)),
    (types.server_group_rule, ('max_server_per_host=0', 'a')),
    (timestamps.Timestamp, ('', '28', '2026-13-01')),
    *(
        (kind, ('\u0663', '3\u0661', '+\u0663', '\uff13', '\u00b3'))
        for kind in (
            *(numeric.whole, numeric.count, numeric.factor, types.positive, types.page_limit),
            *(types.port, types.rotation, words.seconds, timestamps.Timestamp),
        )
    ),
]


@cases.one_test_of('kind, text', [(kind, text) for kind, texts in REFUSED for text in texts])
def test_bad_value_is_refused(kind: Callable[[str], Any], text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        kind(text)


TAKEN: list[tuple[Callable[[str], Any], str, Any]] = [
    (types.boolean, 'TRUE', True),
    (types.boolean, ' off ', False),
    (types.boolean_number, 'yes', 1),
    (types.positive, '7', 7),
    (types.page_limit, '-1', -1),
    (types.port, '0', 0),
    (words.seconds, '0.5', 0.5),
    (types.key_value, 'a=b=c', ('a', 'b=c')),
    (types.key_value, 'a=', ('a', '')),
    (types.key_values, 'a=1,b=2', {'a': '1', 'b': '2'}),
    (types.comma_list, ' a, b ,,c', ['a', 'b', 'c']),
    (types.sort_keys, 'name,id:asc', [('name', 'desc'), ('id', 'asc')]),
    (types.old_block_device, 'vda=id:snap:1:0', ('vda', 'id:snap:1:0')),
    (types.Nic(), 'net-id=a,v4-fixed-ip=10.0.0.1', {'net-id': 'a', 'v4-fixed-ip': '10.0.0.1'}),
    (types.Nic(), 'port-id=a,v6-fixed-ip=::1', {'port-id': 'a', 'v6-fixed-ip': '::1'}),
    (types.Nic(tag=True), 'net-name=a,tag=b', {'net-name': 'a', 'tag': 'b'}),
    (types.Nic(choices=True), 'auto', 'auto'),
    (types.Nic(choices=True), 'none', 'none'),
    (numeric.whole, '-1', -1),
    (numeric.whole, '0', 0),
    (numeric.count, '0', 0),
    (numeric.factor, '0.5', 0.5),
    (types.key_or_pair, 'a', ('a', None)),
    (types.key_or_pair, 'a=', ('a', '')),
    (types.key_or_pair, 'a=b=c', ('a', 'b=c')),
    (types.server_group_rule, 'a=3', ('a', '3')),
    (types.positive, '1', 1),
    (types.page_limit, '1', 1),
    (types.port, '65535', 65535),
    (types.rotation, '00', '00'),
    (types.line_count, '-1', '-1'),
    (types.line_count, '07', '07'),
    (types.device, 'auto', None),
    (types.device, '/dev/vdb', '/dev/vdb'),
    (lambda text: types.OneOf('a', 'b')(text), 'b', 'b'),
    (types.hint, 'query=', ('query', '')),
    (types.hint, 'group=a', ('group', 'a')),
    (types.server_group_rule, 'max_server_per_host=3', ('max_server_per_host', 3)),
    (types.disk_config, 'Auto', 'AUTO'),
    (types.disk_config, 'manual', 'MANUAL'),
    (types.ipv4_address, '10.0.0.1', '10.0.0.1'),
    (types.ipv6_address, '::1', '::1'),
    (types.comma_list, ' , a ,b', ['a', 'b']),
    (types.old_block_device, 'vda=a', ('vda', 'a')),
    (types.old_block_device, 'vda=a::01:true', ('vda', 'a::01:true')),
    (types.old_block_device, 'vda=a:b::', ('vda', 'a:b::')),
    (numeric.factor, '1e-3', 0.001),
    (request_parts.method, 'get', 'GET'),
    (request_parts.path, 'servers', '/servers'),
    (request_parts.path, '//servers', '/servers'),
    (request_parts.path, '/a?b=http://c', '/a?b=http://c'),
    (request_parts.header, 'X-One:  a b ', ('X-One', 'a b')),
    (request_parts.header, 'X-One:', ('X-One', '')),
]


@cases.one_test_of('kind, text, value', TAKEN)
def test_good_value_is_read(kind: Callable[[str], Any], text: str, value: Any) -> None:
    assert kind(text) == value


@pytest.mark.parametrize(
    ('text', 'expected'),
    [
        # Local devices go with the server, others stay.
        ('size=1', {'source_type': 'blank', 'destination_type': 'local', 'volume_size': '1'}),
        (
            'id=a,source=volume',
            {'uuid': 'a', 'source_type': 'volume', 'destination_type': 'volume'},
        ),
        ('id=a,source=snapshot', {'source_type': 'snapshot', 'destination_type': 'volume'}),
        ('id=a,source=image,dest=volume', {'source_type': 'image', 'destination_type': 'volume'}),
        (
            'id=a,source=volume,bootindex=0,bus=scsi,device=vda,type=disk,format=swap',
            {
                'boot_index': '0',
                'disk_bus': 'scsi',
                'device_name': 'vda',
                'device_type': 'disk',
                'guest_format': 'swap',
            },
        ),
    ],
)
def test_block_device_has_the_keys_of_the_api(text: str, expected: dict[str, Any]) -> None:
    found = types.BlockDevice()(text)
    assert {key: found[key] for key in expected} == expected
    assert found['delete_on_termination'] is (found['destination_type'] == 'local')


@pytest.mark.parametrize(('word', 'is_removed'), [('remove', True), ('preserve', False)])
def test_block_device_may_outlive_the_server(word: str, is_removed: bool) -> None:
    found = types.BlockDevice()(f'id=a,source=volume,shutdown={word}')
    assert found['delete_on_termination'] is is_removed


def test_local_disks() -> None:
    disk = {
        'source_type': 'blank',
        'destination_type': 'local',
        'boot_index': -1,
        'delete_on_termination': True,
    }
    assert types.swap('512') == {**disk, 'volume_size': '512', 'guest_format': 'swap'}
    assert types.ephemeral('size=5') == {**disk, 'volume_size': '5'}
    assert types.ephemeral('size=5,format=ext4')['guest_format'] == 'ext4'


# -- files -------------------------------------------------------------------


def test_file_is_not_touched_before_it_is_read(tmp_path: pathlib.Path) -> None:
    file = types.TextFile(str(tmp_path / 'late'))
    with pytest.raises(exceptions.CommandError, match=r'Cannot read .*late: No such file'):
        file.read()
    (tmp_path / 'late').write_text('ü')
    assert file.read() == 'ü'


def test_bytes_are_passed_on(tmp_path: pathlib.Path) -> None:
    (tmp_path / 'data').write_bytes(bytes(range(256)))
    assert types.BinaryFile(str(tmp_path / 'data')).read() == bytes(range(256))
    with pytest.raises(exceptions.CommandError, match='not text'):
        types.TextFile(str(tmp_path / 'data')).read()


def test_dash_is_the_input() -> None:
    file = types.TextFile('-')
    file.bind(Environment(stdin=io.BytesIO(b'typed')))
    assert file.read() == 'typed'


def test_input_that_is_closed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('sys.stdin', None)
    with pytest.raises(exceptions.CommandError, match='closed'):
        types.BinaryFile('-').read()


def test_home_is_spelt_out(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setenv('HOME', str(tmp_path))
    (tmp_path / 'key').write_text('ssh')
    assert types.TextFile('~/key').read() == 'ssh'


def test_file_for_a_server() -> None:
    destination, file = types.destination_and_file('/etc/a=b/c=d')
    assert (destination, file.path) == ('/etc/a', 'b/c=d')
