"""Servers are made, shown, listed and changed as a running Nova does it."""

from __future__ import annotations

from typing import Any

import pytest

from evidence.side_by_side import servers
from evidence.side_by_side.pair import Pair
from functional_tests.refusals import stands_for
from unit_tests.sandbox.newest import NEWEST

# The first version that pins a server to a zone.
PINNED_SINCE = '2.104'
# The first version of every change to what servers show, and the one before it.
VERSIONS = (
    '2.1', '2.2', '2.3', '2.8', '2.9', '2.15', '2.16', '2.18', '2.19', '2.25', '2.26', '2.46',
    '2.47', '2.53', '2.54', '2.62', '2.63', '2.70', '2.71', '2.72', '2.73', '2.74', '2.75', '2.89',
    '2.90', '2.95', '2.96', '2.97', '2.98', '2.99', '2.100', NEWEST,
)  # fmt: skip
FEW = ('2.1', '2.19', '2.73', '2.89', '2.90', NEWEST)

# Version, and what is asked for beyond a name, a flavor and an image.
MADE: tuple[tuple[str, dict[str, Any]], ...] = (
    ('2.1', {'metadata': {'a': 'b'}}), ('2.1', {'user_data': 'aGVsbG8='}),
    ('2.1', {'config_drive': True}), ('2.1', {'config_drive': False}),
    ('2.1', {'availability_zone': 'nova'}), ('2.1', {'availability_zone': 'nope'}),
    ('2.1', {'availability_zone': 'nova:a:b:c'}), ('2.1', {'OS-DCF:diskConfig': 'AUTO'}),
    ('2.1', {'accessIPv4': '1.2.3.4', 'accessIPv6': '::1'}), ('2.1', {'adminPass': 'foo'}),
    ('2.1', {'security_groups': [{'name': 'default'}]}), ('2.1', {'name': 'sbs-ünï'}),
    ('2.1', {'name': 'sbs_x.y'}), ('2.1', {'name': 'sbs-' + 'x' * 100}),
    ('2.1', {'flavorRef': 'nope'}), ('2.1', {'key_name': 'nope'}),
    ('2.1', {'min_count': 2, 'max_count': 1}), ('2.1', {'min_count': 0}),
    ('2.18', {'description': 'x'}), ('2.19', {'description': 'x'}), ('2.19', {'description': None}),
    ('2.36', {'networks': 'none'}), ('2.37', {'networks': 'none'}), ('2.51', {'tags': ['a']}),
    ('2.52', {'tags': ['b', 'a']}), ('2.52', {'tags': ['a,b']}),
    ('2.62', {'trusted_image_certificates': ['x']}),
    ('2.63', {'trusted_image_certificates': ['x']}),
    ('2.73', {'host': 'nope'}), ('2.74', {'host': 'nope'}), ('2.89', {'hostname': 'h'}),
    ('2.90', {'hostname': 'sbs-h'}), ('2.90', {'hostname': 'h.x'}), ('2.94', {'hostname': 'h.x'}),
    ('2.90', {'hostname': 'sbs-h', 'min_count': 2}),
)  # fmt: skip

# What lists are asked; {name} is a server, or a thing, of each cloud.
QUERIES = (
    'name=sbs-la', 'name=%5Esbs-l%5Bab%5D', 'name=%5B', 'name=', 'status=ACTIVE', 'status=shutoff',
    'status=nope', 'status=', 'status=ACTIVE&status=SHUTOFF', 'status=DELETED', 'status=ERROR',
    'status=REBOOT', 'status=VERIFY_RESIZE', 'vm_state=active', 'vm_state=ACTIVE',
    'task_state=None', 'task_state=', 'power_state=1', 'power_state=4', 'power_state=x',
    'ip=%5B', 'ip=.*', 'ip6=x', 'image={image}', 'image=nope', 'image_ref={image}',
    'flavor={flavor}', 'flavor=nope',
    'flavor={flavor}&flavor={bigger}', 'host=nope', 'node=nope', 'uuid={la}', 'project_id=nope',
    'tenant_id=nope', 'user_id=nope', 'all_tenants=x', 'all_tenants=0', 'deleted=x', 'deleted=',
    'changes-since=2001-01-01T00:00:00Z', 'changes-since=2099-01-01T00:00:00Z', 'changes-since=x',
    'changes-since=', 'changes-since=2001-01-01', 'changes-before=2001-01-01T00:00:00Z',
    'changes-before=2099-01-01T00:00:00Z', 'changes-before=x', 'tags=red', 'tags=red,blue',
    'changes-since=2099-01-01T00:00:00Z&changes-before=2001-01-01T00:00:00Z', 'tags=', 'tags=nope',
    'tags-any=red,nope', 'not-tags=red', 'not-tags=red,blue', 'not-tags-any=blue', 'tags=a&tags=b',
    'locked=true', 'locked=false', 'locked=x', 'locked=', 'key_name=nope', 'config_drive=True',
    'config_drive=true', 'config_drive=1', 'config_drive=False', 'config_drive=x',
    'availability_zone=nova', 'availability_zone=nope', 'description=first', 'hostname=hosty',
    'display_description=first', 'display_name=sbs-la', 'reservation_id=nope', 'launch_index=0',
    'launch_index=x', 'progress=0', 'progress=x', 'access_ip_v4=1.2.3.4', 'auto_disk_config=AUTO',
    'auto_disk_config=False', 'created_at=2001', 'launched_at=20', 'terminated_at=20',
    'kernel_id=x', 'root_device_name=/dev', 'locked_by=owner', 'locked_by=admin', 'soft_deleted=1',
    'soft_deleted=x', 'metadata=x', 'info_cache=x', 'pci_devices=x', 'security_groups=x',
    'services=x', 'system_metadata=x', 'block_device_mapping=x', '_foo=1', 'foo=bar', 'limit=1',
    'limit=0', 'limit=-1', 'limit=x', 'limit=', 'marker={lb}', 'marker=nope', 'marker=',
    'limit=1&marker={lb}', 'limit=0&marker=nope', 'sort_key=display_name', 'sort_key=nope',
    'sort_key=display_name&sort_dir=asc', 'sort_key=display_name&sort_dir=x', 'sort_dir=asc',
    'sort_dir=', 'sort_key=created_at&sort_dir=asc&sort_key=uuid&sort_dir=desc',
    'sort_key=display_name&limit=1', 'sort_key=memory_mb', 'sort_key=user_data', 'sort_key=id',
    'sort_key=vcpus&sort_dir=asc', 'sort_key=reservation_id', 'sort_key=deleted_at',
)  # fmt: skip
# Those who are no administrators are refused these.
MEMBERS = ('sort_key=host', 'sort_key=node', 'all_tenants=1')
NAMES = ('la', 'lb', 'lc')

REBUILT: tuple[tuple[str, dict[str, Any]], ...] = (
    ('2.1', {'name': 'sbs-new'}), ('2.1', {'metadata': {'a': 'b'}}), (NEWEST, {}),
    ('2.1', {'accessIPv4': '9.9.9.9'}),
    ('2.1', {'OS-DCF:diskConfig': 'AUTO'}), ('2.1', {}), ('2.1', {'adminPass': 'foo'}),
    ('2.1', {'name': ' '}), ('2.1', {'metadata': {'a': 1}}), ('2.18', {'description': 'd'}),
    ('2.19', {'description': 'd'}), ('2.19', {'description': None}), ('2.53', {'key_name': None}),
    ('2.54', {'key_name': None}), ('2.56', {'user_data': None}),
    ('2.57', {'user_data': 'aGVsbG8='}),
    ('2.62', {'trusted_image_certificates': None}), ('2.63', {'trusted_image_certificates': ['x']}),
    ('2.74', {}), ('2.75', {}), ('2.89', {'hostname': 'h-1'}), ('2.90', {'hostname': 'h-1'}),
    ('2.93', {'hostname': 'h.x'}), ('2.94', {'hostname': 'h.x'}), ('2.98', {}), (NEWEST, {}),
)  # fmt: skip
UPDATED: tuple[tuple[str, dict[str, Any]], ...] = (
    ('2.1', {}), ('2.1', {'name': 'sbs-u'}), ('2.1', {'name': ' x'}), ('2.1', {'accessIPv4': ''}),
    ('2.1', {'accessIPv4': '1.1.1.1'}), ('2.1', {'accessIPv6': None}), ('2.1', {'foo': 1}),
    ('2.1', {'OS-DCF:diskConfig': 'MANUAL'}), ('2.1', {'OS-DCF:diskConfig': 'x'}),
    ('2.18', {'description': 'x'}), ('2.19', {'description': 'x'}), ('2.19', {'description': None}),
    ('2.74', {'name': 'sbs-u'}), ('2.75', {'name': 'sbs-u'}), ('2.89', {'hostname': 'xy'}),
    ('2.90', {'hostname': 'xy'}), ('2.90', {'hostname': 'x.y'}), ('2.94', {'hostname': 'x.y'}),
    ('2.103', {'pinned_availability_zone': None}),
    (PINNED_SINCE, {'pinned_availability_zone': None}),
    (PINNED_SINCE, {'pinned_availability_zone': 'nope'}), (PINNED_SINCE, {'name': 'sbs-u'}),
)  # fmt: skip
_MANY = {str(number): 'x' for number in range(129)}
PARTS: tuple[tuple[str, ...] | tuple[str, str, Any], ...] = (
    ('POST', 'metadata', {'metadata': {'k': 'v'}}), ('GET', 'metadata'), ('GET', 'metadata/k'),
    ('PUT', 'metadata/k', {'meta': {'k': 'w'}}), ('PUT', 'metadata/k', {'meta': {'z': 'w'}}),
    ('PUT', 'metadata/k', {'meta': {'k': '1', 'l': '2'}}), ('PUT', 'metadata/k', {'meta': {}}),
    ('GET', 'metadata/nope'), ('DELETE', 'metadata/nope'), ('DELETE', 'metadata/k'),
    ('PUT', 'metadata', {'metadata': {'a': '1'}}), ('PUT', 'metadata', {'metadata': _MANY}),
    ('POST', 'metadata', {'metadata': {'': 'x'}}), ('PUT', 'metadata', {'metadata': {}}),
    ('GET', 'tags'), ('PUT', 'tags/a'), ('PUT', 'tags/a'), ('PUT', 'tags/a%2Cb'),
    ('PUT', f'tags/{"x" * 61}'), ('PUT', 'tags', {'tags': ['a', 'b']}),
    ('PUT', 'tags', {'tags': ['a', 'a']}), ('PUT', 'tags', {'tags': ['a,b']}),
    ('PUT', 'tags', {'tags': ['a/b']}), ('PUT', 'tags', {'tags': ['']}), ('GET', 'tags/a'),
    ('GET', 'tags/nope'), ('DELETE', 'tags/a'), ('DELETE', 'tags/nope'), ('DELETE', 'tags'),
    ('GET', 'ips'), ('GET', 'ips/nope'), ('GET', 'os-server-password'), ('GET', 'migrations'),
    ('DELETE', 'os-server-password'), ('GET', 'migrations/1'), ('DELETE', 'migrations/1'),
    ('POST', 'migrations/1/action', {'force_complete': None}), ('GET', 'os-volume_attachments'),
    ('GET', 'os-virtual-interfaces'), ('GET', 'os-instance-actions/nope'), ('GET', 'topology'),
    ('GET', 'os-instance-actions?limit=1'), ('GET', 'os-instance-actions?marker=nope'),
    ('GET', 'os-instance-actions?changes-before=2001-01-01T00:00:00Z'), ('GET', 'shares'),
    ('GET', 'os-instance-actions?changes-since=x'), ('GET', 'os-instance-actions?foo=1'),
)  # fmt: skip


@pytest.mark.parametrize(('version', 'keys'), MADE)
def test_server_is_made_and_shown_alike(admin: Pair, version: str, keys: dict[str, Any]) -> None:
    row = ('POST', '/servers', servers.body('made', version, **keys))
    found = servers.different(admin, [row], [version])
    assert admin.answers is not None
    if all(answer.status == 202 for answer in admin.answers):
        admin.keep('made', 'server', 'id')
        found |= servers.different(admin, [('GET', '/servers/{made}')])
        admin.wait_for('made', 'ACTIVE')
        found |= servers.different(admin, [('GET', '/servers/{made}')], FEW)
        servers.remove(admin, 'made')
    assert found == {}


def test_server_is_shown_alike_at_every_version(admin: Pair) -> None:
    servers.boot(admin, 'one', '2.52', tags=['b', 'a'], metadata={'k': 'v'})
    body = {'server': {'name': 'sbs-one'}}
    rows = (('GET', '/servers/{one}'), ('GET', '/servers/detail?name=sbs-one'),
            ('GET', '/servers?name=sbs-one'), ('PUT', '/servers/{one}', body))  # fmt: skip
    found = servers.different(admin, rows, VERSIONS)
    servers.remove(admin, 'one')
    assert found == {}


@pytest.fixture(scope='module')
def listed(admin: Pair) -> Any:
    """An administrator with three servers that differ."""
    servers.boot(admin, 'la', '2.52', tags=['red', 'blue'], description='first thing')
    servers.boot(admin, 'lb', '2.52', tags=['red'], flavorRef='{bigger}', config_drive=True)
    servers.boot(admin, 'lc', '2.90', accessIPv4='1.2.3.4', hostname='hosty')
    servers.bring(admin, 'lb', 'SHUTOFF')
    servers.act(admin, 'lc', 'lock', None)
    yield admin
    servers.remove(admin, *NAMES)


@pytest.mark.parametrize('version', ['2.1', '2.26', '2.37', '2.38', '2.75', '2.83', NEWEST])
def test_lists_find_the_same_servers(listed: Pair, version: str) -> None:
    found = {query: different for query in QUERIES if (different := _rows(listed, query, version))}
    assert found == {}


def test_lists_refuse_members_the_same(member: Pair) -> None:
    rows = [('GET', f'/servers?{query}') for query in MEMBERS]
    assert servers.different(member, rows, ('2.1', '2.74', NEWEST)) == {}


def _rows(pair: Pair, query: str, version: str) -> list[str]:
    """In what two lists differ: whether they are given, and which of our servers are in them."""
    ours, theirs = pair.ask('GET', f'/servers?name=%5Esbs-l&{query}', version)
    if ours.status != 200 or theirs.status != 200:
        return [] if stands_for(ours.status, theirs.status) else [f'{ours}, not {theirs}']
    first, second = (
        [kept.get(server['id']) for server in answer.body['servers']]
        + ['next' for _ in answer.body.get('servers_links', ())]
        for answer, kept in (
            (answer, {names[name]: name for name in NAMES})
            for answer, names in zip((ours, theirs), pair.names, strict=True)
        )
    )
    return [] if first == second else [f'{first}, not {second}']


def test_server_is_rebuilt_and_updated_alike(admin: Pair) -> None:
    servers.boot(admin, 'one')
    found: dict[str, list[str]] = {}
    for version, keys in REBUILT:
        body = {'rebuild': {'imageRef': '{image}', **keys}}
        found |= servers.different(admin, [('POST', '/servers/{one}/action', body)], [version])
        servers.settle(admin, 'one')
        found |= servers.different(admin, [('GET', '/servers/{one}')], [NEWEST])
    for version, keys in UPDATED:
        rows = (('PUT', '/servers/{one}', {'server': keys}), ('GET', '/servers/{one}'))
        found |= servers.different(admin, rows, [version])
    servers.remove(admin, 'one')
    assert found == {}


def test_parts_of_a_server_are_read_and_written_alike(admin: Pair) -> None:
    servers.boot(admin, 'one')
    rows = [(method, f'/servers/{{one}}/{path}', *body) for method, path, *body in PARTS]
    found = servers.different(admin, rows, ('2.1', '2.26', '2.58', '2.66', '2.78', NEWEST))
    servers.remove(admin, 'one')
    # Nothing of it is left once it is deleted, but its history.
    rows = [row for row in rows if row[0] in ('GET', 'DELETE')]
    found |= servers.different(admin, rows, ('2.26', NEWEST))
    assert found == {}
