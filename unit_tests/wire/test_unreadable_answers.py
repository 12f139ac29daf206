"""Tests of answers that cannot be read; after a write, the message says that it may have worked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from novaclient_mv import exceptions
from unit_tests import cases, records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, Result
from unit_tests.scripted import ScriptedCloud
from unit_tests.test_client import connect

DEEP = b'{"a":' + b'[' * 100_000 + b']' * 100_000 + b'}'
SERVER = records.server_id(1)


class Write(NamedTuple):
    """A command that writes, and where."""

    words: tuple[str, ...]
    method: str
    path: str
    key: str
    version: str = '2.53'


WRITES = {
    'server': Write(
        ('server-create', 'web', '--flavor', '1', '--boot-volume', 'volume-1'),
        *('POST', '/servers', 'server'),
    ),
    'keypair': Write(('keypair-create', 'mine'), 'POST', '/os-keypairs', 'keypair'),
    'aggregate': Write(('aggregate-create', 'fast'), 'POST', '/os-aggregates', 'aggregate'),
    'flavor': Write(('flavor-create', 'f', 'auto', '1', '1', '1'), 'POST', '/flavors', 'flavor'),
    'server group': Write(
        ('server-group-create', 'apart', 'affinity'),
        *('POST', '/os-server-groups', 'server_group'),
    ),
    'volume': Write(
        ('volume-attach', SERVER, records.IMAGE),
        *('POST', f'/servers/{SERVER}/os-volume_attachments', 'volumeAttachment'),
    ),
    'rebuild': Write(
        ('rebuild', SERVER, records.IMAGE), 'POST', f'/servers/{SERVER}/action', 'server'
    ),
    'image': Write(
        ('image-create', SERVER, 'copy'), 'POST', f'/servers/{SERVER}/action', 'image_id'
    ),
    'floating ip': Write(
        ('floating-ip-create',), 'POST', '/os-floating-ips', 'floating_ip', '2.35'
    ),
}
CREATES = {name: each for name, each in WRITES.items() if name not in ('rebuild', 'image')}


@pytest.fixture
def new_cloud(start_cloud: Callable[..., ScriptedCloud]) -> ScriptedCloud:
    """A cloud of the newest version with a server, a flavor and an image."""
    cloud = start_cloud(maximum=NEWEST, catalog={'image': '/image', 'volumev3': '/volume'})
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    cloud.on('GET', f'/image/v2/images/{records.IMAGE}', {'id': records.IMAGE, 'name': 'cirros'})
    records.add_server(cloud, records.server(1, image=''))
    return cloud


def uncertain(result: Result) -> dict[str, Any]:
    """The error of a write that may have been carried out."""
    assert result.status == 7, result
    (line,) = result.err.splitlines()
    error: dict[str, Any] = json.loads(line)
    assert error['code'] == 'write_uncertain', error
    assert error['request_id'].startswith('req-')
    assert error['url'].startswith('http://127.0.0.1')
    assert error['retryable'] is False
    assert 'carried out' in error['message']
    assert 'Look with GET /' in error['message']
    return error


@pytest.mark.parametrize('name', WRITES)
@cases.one_test_of(
    'body',
    [b'', b'{"server": {"id":', b'<html>', DEEP, b'[]', b'5', b'{}', b'NaN'],
    lambda body: body[:20],
)
def test_write_whose_answer_cannot_be_read_may_have_been_carried_out(
    nova: Nova, new_cloud: ScriptedCloud, name: str, body: bytes
) -> None:
    write = WRITES[name]
    new_cloud.on(write.method, write.path, body, 202)
    new_cloud.requests.clear()
    words = ('--error-format', 'json', *write.words)
    error = uncertain(nova(*words, version=write.version, cloud=new_cloud))
    assert write.path in error['url']
    assert new_cloud.wire().count(f'{write.method} /v2.1{write.path}') == 1


@pytest.mark.parametrize(
    ('words', 'version'),
    [
        (('server-rescue', SERVER), '2.53'),
        (('server-backup', SERVER, 'copy', 'daily', '1'), '2.45'),
    ],
)
@pytest.mark.parametrize('body', [b'', b'[]'])
def test_action_whose_answer_lacks_its_object_may_have_been_carried_out(
    nova: Nova, new_cloud: ScriptedCloud, words: tuple[str, ...], version: str, body: bytes
) -> None:
    new_cloud.on('POST', f'/servers/{SERVER}/action', body, 202)
    uncertain(nova('--error-format', 'json', *words, version=version, cloud=new_cloud))
    assert new_cloud.wire().count(f'POST /v2.1/servers/{SERVER}/action') == 1


@pytest.mark.parametrize('name', CREATES)
@cases.one_test_of('id', [None, {}, [1], ''], repr)
def test_created_thing_without_an_id_may_exist(
    nova: Nova, new_cloud: ScriptedCloud, name: str, id: Any
) -> None:
    write = WRITES[name]
    info = {} if id is None else dict.fromkeys(('id', 'name', 'port_id', 'volumeId'), id)
    new_cloud.on(write.method, write.path, {write.key: info}, 202)
    words = ('--error-format', 'json', *write.words)
    uncertain(nova(*words, version=write.version, cloud=new_cloud))


@pytest.mark.parametrize(
    'fields',
    [
        {'addresses': {'private': 5}},
        {'security_groups': [1]},
        {'flavor': [[]], 'addresses': {'a': 1}},
    ],
)
def test_created_server_that_makes_no_sense_was_created(
    nova: Nova, new_cloud: ScriptedCloud, fields: dict[str, Any]
) -> None:
    new_cloud.on('POST', '/servers', {'server': {'id': SERVER}}, 202)
    records.add_server(new_cloud, records.server(1, **{'image': '', **fields}))
    words = ('--error-format', 'json', *WRITES['server'].words)
    error = json.loads(nova(*words, cloud=new_cloud).err)
    assert (error['code'], error['status'], error['retryable']) == ('cloud', 7, False)
    assert error['hint'] == 'POST /servers was carried out before that.'


@pytest.mark.parametrize('is_written', [False, True])
def test_several_targets_each_say_what_makes_no_sense(
    nova: Nova, new_cloud: ScriptedCloud, is_written: bool
) -> None:
    odd, other = records.server_id(2), SERVER if is_written else records.server_id(3)
    new_cloud.on('GET', f'/servers/{odd}', {'server': {'name': 'without an id'}})
    new_cloud.on('DELETE', f'/servers/{SERVER}', None, 204)
    result = nova('server-delete', odd, other, cloud=new_cloud)
    text = f'{odd}: The cloud answered with malformed values: id.'
    text += ' It may have been carried out all the same. Look before you try again.' * is_written
    missing = f"{other}: There is no server with the name or id '{other}'."
    lines = [text, '1 of 2 failed.'] if is_written else [text, missing, '2 of 2 failed.']
    assert (result.status, result.err.splitlines()) == (8, [f'nova-mv: {line}' for line in lines])
    assert result.lines == [f'web1 ({SERVER}): delete accepted'] * is_written


def test_library_raises_write_uncertain(new_cloud: ScriptedCloud) -> None:
    library = connect(new_cloud)
    new_cloud.on('POST', '/servers', {'server': {'name': 'web'}}, 202)
    with pytest.raises(exceptions.WriteUncertain, match='Look with GET /servers before'):
        library.servers.create('web', 'image', '1', nics='auto')
    new_cloud.on('POST', '/os-server-external-events', {'events': [5]})
    with pytest.raises(exceptions.WriteUncertain):
        library.server_external_events.create([{'name': 'network-changed'}])
    new_cloud.on('PUT', f'/servers/{SERVER}', DEEP)
    with pytest.raises(exceptions.WriteUncertain, match=f'Look with GET /servers/{SERVER}'):
        library.servers.update(SERVER, name='new')
