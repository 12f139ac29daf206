"""Quotas, limits, usage, migrations and events are what a running Nova makes of them."""

from __future__ import annotations

from typing import Any

from evidence.side_by_side.exact import Step, differences
from evidence.side_by_side.pair import Pair
from unit_tests.sandbox.newest import NEWEST

ID = '6ee8e5e5-6e6e-4b3b-8f4e-000000000000'
QUOTAS = '/os-quota-sets/{project}'
CLASS = '/os-quota-class-sets/default'

LIMITS: tuple[Any, ...] = (
    *({'instances': limit} for limit in (30, '31', -1, -2, None, 'x', 1.5, 2147483648, ' 5', '-1')),
    *({name: 70} for name in (
        'floating_ips', 'fixed_ips', 'security_groups', 'security_group_rules', 'networks',
        'injected_files', 'injected_file_content_bytes', 'injected_file_path_bytes', 'key_pairs',
        'server_groups', 'server_group_members', 'metadata_items', 'volumes', 'tenant_id',
    )),
    {'force': True}, {'force': 'x', 'cores': 90}, {},
)  # fmt: skip


def test_quotas_are_set_and_shown_alike(admin: Pair, member: Pair) -> None:
    steps = (
        Step('DELETE', QUOTAS),
        *(Step('PUT', QUOTAS, {'quota_set': limits}) for limits in LIMITS),
        *(Step('PUT', QUOTAS, body) for body in ({}, {'quota_set': None})),
        *(Step('GET', f'{QUOTAS}{rest}')
          for rest in ('', '/detail', '/defaults', '/nope', '?foo=1', '?user_id=nope')),
        Step('DELETE', QUOTAS),
        Step('GET', QUOTAS),
        *(Step('PUT', CLASS, {'quota_class_set': limits}) for limits in LIMITS[2:7]),
        Step('PUT', CLASS, {'quota_class_set': {'instances': 10}}),
        Step('GET', CLASS),
        Step('GET', f'{CLASS}?x=1'),
        *(Step('GET', f'/limits{query}') for query in ('', '?reserved=1', '?reserved=x', '?foo=1')),
    )  # fmt: skip
    used = ('in_use', 'totalCoresUsed', 'totalInstancesUsed', 'totalRAMUsed')
    versions = ('2.1', '2.35', '2.36', '2.50', '2.57', '2.75', NEWEST)
    assert differences(admin, steps, versions, ignored=used) == {}
    refused = (
        Step('PUT', QUOTAS, {'quota_set': {'instances': 5}}),
        Step('DELETE', QUOTAS),
        Step('GET', CLASS),
        Step('PUT', CLASS, {'quota_class_set': {}}),
        Step('GET', '/limits?tenant_id={project}'),
    )
    assert differences(member, refused, ('2.1', NEWEST)) == {}


def test_users_share_the_quota_of_their_project_alike(admin: Pair) -> None:
    def put(user: str, limit: int, **keys: Any) -> Step:
        return Step('PUT', f'{QUOTAS}{user}', {'quota_set': {'key_pairs': limit, **keys}})

    one, other, nobody = ('?user_id=sbs-one', '?user_id=sbs-other', '?user_id=')
    steps = (
        Step('DELETE', QUOTAS),
        put('', 10), put(one, 7), put(other, 4), put(other, -1), put(other, 3), put('', 9),
        put('', 10), put(one, 8), put(one, 6), put(nobody, 12), put('', 4, force=True),
        put(other, 4), put(one, 99, force=True), put('', -1), put(one, -1),
        *(Step('GET', f'{QUOTAS}{user}') for user in (one, other, nobody, '?user_id=sbs-third')),
        Step('DELETE', f'{QUOTAS}{one}'),
        Step('GET', f'{QUOTAS}{one}'),
        Step('DELETE', QUOTAS),
        Step('GET', f'{QUOTAS}{other}'),
    )  # fmt: skip
    assert differences(admin, steps, ('2.1', '2.57')) == {}


def test_usage_is_asked_for_alike(admin: Pair, member: Pair) -> None:
    queries = (
        '', '?detailed=x', '?detailed=2', '?start=2020-01-01', '?start=x', '?end=x', '?start=',
        '?start=2020-01-01T00:00:00.123456', '?start=2020-01-01%2000:00:00',
        '?start=2020-01-01T00:00:00Z', '?start=2030-01-01&end=2020-01-01', '?limit=x', '?limit=0',
        '?marker=nope', '?foo=1', '?start=2020-01-01T00:00:00&end=2020-02-01T00:00:00',
    )  # fmt: skip
    steps = [Step('GET', f'/os-simple-tenant-usage{rest}{query}')
             for rest in ('', '/nobody') for query in queries]  # fmt: skip
    # Which servers there were is each cloud's own.
    own = ('tenant_usages',)
    for user, versions in ((admin, ('2.1', '2.40', '2.75')), (member, ('2.40',))):
        assert differences(user, steps, versions, ignored=own) == {}


def test_migrations_are_filtered_alike(admin: Pair, member: Pair) -> None:
    queries = (
        '?status=nope', '?migration_type=nope', '?instance_uuid=nope', '?source_compute=nope',
        '?host=nope', '?hidden=1', '?hidden=x', '?limit=x', '?limit=0', '?marker=nope', '?foo=1',
        '?changes-since=x', '?changes-since=', '?changes-since=2100-01-01T00:00:00Z',
        '?changes-before=x', '?changes-before=2000-01-01T00:00:00Z',
        '?changes-since=2030-01-01T00:00:00Z&changes-before=2020-01-01T00:00:00Z',
        '?user_id=nope', '?project_id=nope', '?user_id=a&user_id=b', '?status=a&status=nope',
    )  # fmt: skip
    steps = [Step('GET', f'/os-migrations{query}') for query in queries]
    versions = ('2.59', '2.66', '2.80', NEWEST)
    assert differences(admin, steps, versions) == {}
    assert differences(member, steps, ('2.80',)) == {}


def test_events_of_other_services_are_answered_alike(admin: Pair, member: Pair) -> None:
    path = '/os-server-external-events'
    body = {'name': 'sbs', 'flavorRef': '{flavor}', 'imageRef': '{image}', 'networks': 'auto'}
    admin.ask('POST', '/servers', '2.37', {'server': body})
    admin.keep('server', 'server', 'id')
    admin.wait_for('server', 'ACTIVE', 'ERROR')
    names = (
        'network-changed', 'network-vif-plugged', 'network-vif-deleted', 'volume-extended',
        'power-update', 'accelerator-request-bound', 'volume-reimaged', 'nope',
    )  # fmt: skip
    extras: tuple[dict[str, Any], ...] = (
        {}, {'tag': ID}, {'status': 'failed'}, {'status': 'x'}, {'tag': None}, {'x': 1},
    )  # fmt: skip
    event = {'name': 'network-changed', 'server_uuid': '{server}'}
    unknown = {**event, 'server_uuid': ID}
    steps = (
        *(Step('POST', path, {'events': [{**event, 'name': name, **extra}]})
          for name in names for extra in extras),
        *(Step('POST', path, {'events': events})
          for events in ([], None, [{}], event, [unknown], [unknown, event], [event, event])),
        Step('POST', path, {}),
        Step('GET', path),
    )  # fmt: skip
    try:
        assert differences(admin, steps, ('2.1', '2.51', '2.76', '2.82', '2.93')) == {}
        refused = [Step('POST', path, body) for body in ({'events': [event]}, {})]
        assert differences(member, refused, ('2.1', NEWEST)) == {}
    finally:
        admin.ask('DELETE', '/servers/{server}')
