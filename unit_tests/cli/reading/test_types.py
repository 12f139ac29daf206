"""Tests of the types of arguments: spelling only, and no file is touched."""

from __future__ import annotations

import argparse
import pathlib
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv import services
from novaclient_mv.cli.reading import types
from novaclient_mv.cli.reading.types import microversions, numeric, request_parts, timestamps
from novaclient_mv.cli.reading.types import services as service_types
from novaclient_mv.clouds import words
from unit_tests import cases

REFUSED: list[tuple[Callable[[str], Any], tuple[str, ...]]] = [
    (types.boolean_number, ('', 'x')),
    (types.positive, ('0', '-1', '', 'x', '1.5', '9' * 5000)),
    (words.seconds, ('0', '-1', '', 'nan', 'inf', '1e999', 'soon')),
    (types.key_value, ('', 'a', '=b', '=')),
    (types.key_values, ('', 'a', 'a=1,a=2', 'a=1,', ',a=1')),
    (timestamps.timestamp, ('', 'soon', '2026-13-01', '20260101', '2026-01-01T25:00:00')),
    (types.sort_keys, ('name:up', 'name:asc:desc', 'name:ASC')),
    (types.ephemeral, ('', 'format=ext4', 'size', 'size=1,kind=x')),
    (types.swap, ('', '0', 'big', '-5')),
    (types.destination_and_file, ('', '/etc/motd', '=file')),
    (types.Nic(), ('', 'auto', 'none', 'net-id', 'v4-fixed-ip=10.0.0.1', 'net-id=a,tag=b')),
    (types.Nic(), ('net-id=a,port-id=b', 'net-id=a,v4-fixed-ip=10.0.0', 'net-id=a,net-id=b')),
    (types.Nic(), ('net-id=a,v4-fixed-ip=::1', 'net-id=a,v6-fixed-ip=10.0.0.1', 'spam=1')),
    (types.Nic(), ('net-id=a,v4-fixed-ip=10.0.0.1,v6-fixed-ip=::1',)),
    (types.Nic(tag=True), ('auto', 'tag=a')),
    (types.BlockDevice(), ('', 'size', 'spam=1', 'source=disk', 'dest=tape', 'shutdown=maybe')),
    (types.BlockDevice(), ('tag=a', 'volume_type=fast', 'id=a,id=b')),
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
    (numeric.count, '0', 0),
    (numeric.factor, '0.5', 0.5),
    (types.key_or_pair, 'a', ('a', None)),
    (types.key_or_pair, 'a=b=c', ('a', 'b=c')),
    (types.server_group_rule, 'a=3', ('a', '3')),
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
    (types.old_block_device, 'vda=a::01:true', ('vda', 'a::01:true')),
    (types.old_block_device, 'vda=a:b::', ('vda', 'a:b::')),
    (numeric.factor, '1e-3', 0.001),
    (request_parts.method, 'get', 'GET'),
    (request_parts.path, 'servers', '/servers'),
    (request_parts.path, '//servers', '/servers'),
    (request_parts.path, '/a?b=http://c', '/a?b=http://c'),
    (request_parts.header, 'X-One:  a b ', ('X-One', 'a b')),
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
    ],
)
def test_block_device_has_the_keys_of_the_api(text: str, expected: dict[str, Any]) -> None:
    found = types.BlockDevice()(text)
    assert {key: found[key] for key in expected} == expected
    assert found['delete_on_termination'] is (found['destination_type'] == 'local')


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


def test_home_is_spelt_out(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setenv('HOME', str(tmp_path))
    (tmp_path / 'key').write_text('ssh')
    assert types.TextFile('~/key').read() == 'ssh'


def test_file_for_a_server() -> None:
    destination, file = types.destination_and_file('/etc/a=b/c=d')
    assert (destination, file.path) == ('/etc/a', 'b/c=d')


# -- the words in which a value is refused --


NIC_KEYS = 'net-id, net-name, port-id'
DEVICE_KEYS = 'bootindex, bus, dest, device, format, id, shutdown, size, source'
AGO = 'or how long ago: 30m, 2h, 3d, today, yesterday'
HOW_LONG = f'is not an ISO 8601 time, as in 2026-01-31T12:00:00Z, {AGO}'
NO_DAY = f'is not a day or ISO 8601 time, as in 2026-01-31, {AGO}'
NO_PATH = 'is not a path below the endpoint, as in /servers/detail'
OLD_FORM = 'is not of the form ID[:TYPE[:SIZE[:DELETE]]]'


@cases.one_test_of(
    'kind, text, words',
    [
        (types.boolean, 'x', "'x' is neither true nor false"),
        (types.positive, '0', "'0' is not a number from 1"),
        (types.positive, 'x', "'x' is not a whole number"),
        (types.page_limit, '-2', "'-2' is not a number of rows"),
        (types.rotation, '-1', "'-1' is not a whole number from 0"),
        (types.port, '65536', "'65536' is not a port"),
        (types.port, '-1', "'-1' is not a port"),
        (types.line_count, '-2', "'-2' is not a number of lines"),
        (types.device, '', 'a name of a device is not empty; leave it out, or give auto'),
        (lambda text: types.OneOf('a', 'b')(text), 'c', "'c' is not one of a, b"),
        (types.key_value, '=b', "'=b' is not of the form key=value"),
        (types.filled_key_value, 'a=', "a has no value in 'a='"),
        (types.hint, 'group=', "group has no value in 'group='"),
        (types.key_values, 'a=1,a=2', "a is given twice in 'a=1,a=2'"),
        (types.key_or_pair, '=b', "'=b' is neither a key nor of the form key=value"),
        (types.server_group_rule, 'max_server_per_host=x', "'x' is not a whole number"),
        (types.disk_config, 'x', "'x' is neither auto nor manual"),
        (types.ipv4_address, '::1', "'::1' is not an IPv4 address"),
        (types.ipv6_address, '10.0.0.1', "'10.0.0.1' is not an IPv6 address"),
        (timestamps.timestamp, 'soon', f"'soon' {HOW_LONG}"),
        (types.sort_keys, 'a,b:up', "the direction 'up' of b is neither asc nor desc"),
        (types.Nic(), 'auto', "'auto' cannot be asked for at this version"),
        (
            types.Nic(),
            'net-id=a,x=1',
            f"unknown key 'x' in 'net-id=a,x=1'; known are {NIC_KEYS}, v4-fixed-ip, v6-fixed-ip",
        ),
        (
            types.Nic(tag=True),
            'x=1',
            f"unknown key 'x' in 'x=1'; known are {NIC_KEYS}, tag, v4-fixed-ip, v6-fixed-ip",
        ),
        (types.Nic(tag=True), 'tag=a', f"'tag=a' must have exactly one of {NIC_KEYS}"),
        (
            types.Nic(),
            'net-id=a,v4-fixed-ip=10.0.0.1,v6-fixed-ip=::1',
            "'net-id=a,v4-fixed-ip=10.0.0.1,v6-fixed-ip=::1' has both v4-fixed-ip and v6-fixed-ip; "
            'only one is possible',
        ),
        (types.Nic(), 'net-id=a,v4-fixed-ip=::1', "'::1' is not an address for v4-fixed-ip"),
        (types.Nic(), 'net-id=a,v6-fixed-ip=x', "'x' is not an address for v6-fixed-ip"),
        (
            types.BlockDevice(),
            'tag=x',
            f"unknown key 'tag' in 'tag=x'; known are {DEVICE_KEYS}, type",
        ),
        (
            types.BlockDevice('tag'),
            'x=1',
            f"unknown key 'x' in 'x=1'; known are {DEVICE_KEYS}, tag, type",
        ),
        (types.BlockDevice(), 'size=0', "the size '0' in 'size=0' is not a number"),
        (types.BlockDevice(), 'size=-1', "the size '-1' in 'size=-1' is not a number"),
        (types.BlockDevice(), 'bootindex=x', "the bootindex 'x' in 'bootindex=x' is not a number"),
        (
            types.BlockDevice(),
            'source=x',
            "source 'x' is not one of volume, image, snapshot, blank",
        ),
        (types.BlockDevice(), 'dest=x', "destination 'x' is not one of local, volume"),
        (
            types.BlockDevice(),
            'shutdown=x',
            "shutdown 'x' is not one of remove, preserve",
        ),
        (types.ephemeral, 'size=1,x=2', "'size=1,x=2' is not of the form size=GIB[,format=FORMAT]"),
        (types.ephemeral, 'size=0', "the size '0' in 'size=0' is not a number from 1"),
        (types.old_block_device, 'vda=a:b:1:1:1', f"'a:b:1:1:1' {OLD_FORM}"),
        (types.old_block_device, 'vda=:b', f"':b' {OLD_FORM}"),
        (types.old_block_device, 'vda=a::x', "the size 'x' in 'a::x' is not a number from 1"),
        (types.old_block_device, 'vda=a:::x', "'x' is neither true nor false"),
        (numeric.whole, '1.0', "'1.0' is not a whole number"),
        (numeric.count, '-1', "'-1' is not a number from 0"),
        (numeric.factor, 'x', "'x' is not a number"),
        (numeric.factor, '0', "'0' is not a number above zero"),
        (timestamps.Timestamp, 'x', f"'x' {NO_DAY}"),
        (timestamps.Timestamp, '+12345', f"'+12345' {NO_DAY}"),
        (
            microversions.microversion,
            '3.1',
            "'3.1' is not a valid API version: the OpenStack Compute API has major version 2 only",
        ),
        (microversions.microversion, '2.0', "'2.0' is not a microversion that this program speaks"),
        (
            microversions.microversion,
            '2.latest',
            "'2.latest' is not a microversion that this program speaks",
        ),
        (request_parts.method, '', "'' is not an HTTP method"),
        (request_parts.method, 'G\xcbT', "'G\xcbT' is not an HTTP method"),
        (request_parts.path, 'http://a/b', f"'http://a/b' {NO_PATH}"),
        (request_parts.path, '/a#b', f"'/a#b' {NO_PATH}"),
        (request_parts.path, '/a\n', f"'/a\\n' {NO_PATH}"),
        (request_parts.header, 'a b:c', "'a b:c' is not of the form name:value"),
        (request_parts.header, 'X-Auth-Token:a', 'X-Auth-Token comes from the login'),
        (
            request_parts.header,
            'openstack-api-version: compute 2.1',
            'openstack-api-version comes from --os-compute-api-version',
        ),
        (
            request_parts.header,
            'X-OpenStack-Nova-API-Version:2.1',
            'X-OpenStack-Nova-API-Version comes from --os-compute-api-version',
        ),
    ],
)
def test_refused_value_is_repeated(kind: Callable[[str], Any], text: str, words: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        kind(text)
    assert str(caught.value) == words


def test_block_device_may_have_the_keys_of_its_version() -> None:
    device = types.BlockDevice('tag', 'volume_type')(
        'id=i,source=image,dest=volume,bus=b,device=d,size=07,format=f,bootindex=-1,type=t,'
        'shutdown=remove,tag=x,volume_type=y'
    )
    assert device == {
        'uuid': 'i',
        'source_type': 'image',
        'destination_type': 'volume',
        'disk_bus': 'b',
        'device_name': 'd',
        'volume_size': '07',
        'guest_format': 'f',
        'boot_index': '-1',
        'device_type': 't',
        'delete_on_termination': True,
        'tag': 'x',
        'volume_type': 'y',
    }


def test_version_is_one_that_this_program_speaks() -> None:
    newest = services.COMPUTE.range.end
    assert str(microversions.microversion('2.1')) == '2.1'
    assert microversions.microversion(str(newest)) == newest
    with pytest.raises(argparse.ArgumentTypeError, match=r'not a microversion'):
        microversions.microversion(f'2.{newest.ver_minor + 1}')
    with pytest.raises(argparse.ArgumentTypeError, match='nonsense'):
        microversions.microversion('nonsense')


def test_release_is_one_of_those_that_are_known() -> None:
    releases = services.COMPUTE.releases
    for name in releases.names():
        assert microversions.release(name.lower()) == name.lower()
        assert releases.newest_of(name.lower()) is not None
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        microversions.release('nonsense')
    names = ', '.join(releases.names()).lower()
    assert str(caught.value) == f"'nonsense' is not one of {names}"


def test_service_is_named_by_its_name_or_a_type_of_a_catalog() -> None:
    assert service_types.microversioned(services.COMPUTE.name) is services.COMPUTE
    assert service_types.microversioned(services.COMPUTE.service_type) is services.COMPUTE
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        service_types.microversioned('nonsense')
    names = ', '.join(service.name for service in services.SERVICES)
    assert str(caught.value).startswith(f"'nonsense' is not one of the services {names}")
