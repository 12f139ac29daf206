"""Aggregates, services, hypervisors and hosts are what a running Nova makes of them."""

from __future__ import annotations

from typing import Any

from evidence.side_by_side.exact import Step, differences
from evidence.side_by_side.pair import Pair
from unit_tests.sandbox.newest import NEWEST

ID = '6ee8e5e5-6e6e-4b3b-8f4e-000000000000'
HOST = 'host1'
# What the machines below the two clouds are, and when what was last changed.
OWN = (
    'id', 'updated_at', 'hosts', 'cpu_info', 'uptime', 'host_ip', 'hypervisor_type',
    'hypervisor_version', 'disk_available_least', 'free_disk_gb', 'free_ram_mb', 'local_gb',
    'local_gb_used', 'memory_mb', 'memory_mb_used', 'vcpus', 'vcpus_used', 'running_vms',
    'current_workload', 'servers',
)  # fmt: skip
AGGREGATES: tuple[dict[str, Any], ...] = (
    {}, {'name': ''}, {'name': ' x'}, {'name': 'ä'}, {'name': 5}, {'name': 'a' * 256},
    *({'availability_zone': zone} for zone in ('rack', None, '', 'a:b', ' z ', 'a' * 256, 5)),
    {'metadata': {}}, {'x': 1},
)  # fmt: skip
CHANGES: tuple[Any, ...] = (
    {'name': 'sbs'}, {'name': 'sbs-other'}, {'name': 'sbs', 'availability_zone': 'rack'},
    {'availability_zone': None}, {'availability_zone': ''}, {'availability_zone': 'a:b'}, {},
    {'x': 1}, {'name': None},
)  # fmt: skip
METADATA: tuple[Any, ...] = (
    {'k': 'v'}, {'k': None}, {'k': 5}, {'k': ''}, {'': 'v'}, {'a' * 256: 'v'}, {'k': 'v' * 256},
    {}, None, {'availability_zone': 'shelf'}, {'availability_zone': None},
    {'availability_zone': ''}, {'a b': 'v'}, {'ä': 'v'},
)  # fmt: skip
HOSTS: tuple[Any, ...] = (
    {}, None, {'host': 'nope'}, {'host': ''}, {'host': 'a b'}, {'host': 5}, {'host': HOST, 'x': 1},
)  # fmt: skip
CACHES: tuple[Any, ...] = (
    [{'id': '{image}'}], [], None, [{'id': 'nope'}], [{'id': ID}], [{}], [{'id': '{image}'}] * 2,
)  # fmt: skip


def test_aggregate_lives_alike(admin: Pair, member: Pair) -> None:
    one = '/os-aggregates/{sbs}'
    steps = (
        *(
            step
            for each in AGGREGATES
            for step in (
                Step('POST', '/os-aggregates', {'aggregate': {'name': 'sbs', **each}},
                     ('made', 'aggregate', 'id')),
                Step('DELETE', '/os-aggregates/{made}'),
            )
        ),
        Step('POST', '/os-aggregates', {'aggregate': {'name': 'sbs'}}, ('sbs', 'aggregate', 'id')),
        Step('POST', '/os-aggregates', {'aggregate': {'name': 'sbs'}}),
        *(Step('PUT', one, {'aggregate': change}) for change in CHANGES),
        *(Step('POST', f'{one}/action', {'set_metadata': {'metadata': each}}) for each in METADATA),
        Step('GET', one),
        *(Step('POST', f'{one}/action', {name: body})
          for name in ('add_host', 'remove_host') for body in HOSTS),
        Step('POST', f'{one}/action', {'nope': {}}),
        *(Step('POST', f'{one}/images', {'cache': cache}) for cache in CACHES),
        *(Step(method, f'/os-aggregates/{id}', body)
          for id in ('99999', 'nope', '-1', '1.5')
          for method, body in (('GET', None), ('DELETE', None),
                               ('PUT', {'aggregate': {'name': 'x'}}))),
        Step('DELETE', one),
        Step('DELETE', one),
    )  # fmt: skip
    versions = ('2.1', '2.41', '2.80', '2.81', '2.102')
    assert differences(admin, steps, versions, ignored=('id', 'updated_at')) == {}
    refused = (
        Step('GET', '/os-aggregates'),
        Step('POST', '/os-aggregates', {'aggregate': {'name': 'sbs'}}),
        Step('POST', '/os-aggregates', {}),
        Step('GET', '/os-aggregates/nope'),
        Step('DELETE', '/os-aggregates/99999'),
    )
    assert differences(member, refused, ('2.1', NEWEST)) == {}


def test_services_of_old_are_updated_alike(admin: Pair) -> None:
    compute = {'host': HOST, 'binary': 'nova-compute'}
    bodies: tuple[dict[str, Any], ...] = (
        compute, {**compute, 'disabled_reason': 'why'}, {**compute, 'disabled_reason': ''},
        {**compute, 'forced_down': True}, {**compute, 'forced_down': 'x'},
        {**compute, 'host': 'nope'}, {**compute, 'binary': 'nope'},
        {**compute, 'binary': 'nope', 'forced_down': False}, {'host': HOST}, {},
        {**compute, 'x': 1},
    )  # fmt: skip
    steps = (
        *(
            step
            for action in ('disable', 'disable-log-reason', 'force-down', 'nope', 'enable')
            for step in (
                *(Step('PUT', f'/os-services/{action}', body) for body in bodies),
                Step('GET', f'/os-services?host={HOST}&binary=nova-compute'),
            )
        ),
        *(Step('DELETE', f'/os-services/{id}') for id in ('nope', '99999', '-1')),
    )
    versions = ('2.1', '2.10', '2.11', '2.52')
    try:
        assert differences(admin, steps, versions, ignored=OWN) == {}
    finally:
        admin.ask('PUT', '/os-services/force-down', '2.11', {**compute, 'forced_down': False})


def test_services_are_updated_by_uuid_alike(admin: Pair, member: Pair) -> None:
    bodies: tuple[dict[str, Any], ...] = (
        {'status': 'disabled'}, {'status': 'disabled', 'disabled_reason': 'why'},
        {'status': 'enabled', 'disabled_reason': 'why'}, {'disabled_reason': 'why'},
        {'forced_down': True}, {'forced_down': 'x'}, {'status': 'x'}, {'x': 1}, {},
        {'status': 'enabled', 'forced_down': False},
    )  # fmt: skip
    admin.ask('GET', '/os-services?binary=nova-compute', '2.53')
    admin.keep('compute', 'services', 0, 'id')
    admin.ask('GET', '/os-services?binary=nova-scheduler', '2.53')
    admin.keep('scheduler', 'services', 0, 'id')
    steps = [
        Step('PUT', f'/os-services/{id}', body)
        for id in ('{compute}', '{scheduler}', ID, 'nope')
        for body in bodies
    ]
    assert differences(admin, steps, ('2.53', '2.69', NEWEST), ignored=(*OWN, 'host')) == {}
    refused = [Step('PUT', f'/os-services/{id}', {'status': 'disabled'}) for id in (ID, 'nope')]
    assert differences(member, refused, ('2.53', NEWEST)) == {}


def test_hypervisors_are_found_alike(admin: Pair, member: Pair) -> None:
    queries = (
        '', '?limit=1', '?limit=0', '?limit=x', '?marker=nope', f'?marker={ID}', '?marker=9999',
        f'?hypervisor_hostname_pattern={HOST}', '?hypervisor_hostname_pattern=nope',
        '?hypervisor_hostname_pattern=', '?hypervisor_hostname_pattern=_OST1',
        '?hypervisor_hostname_pattern=host&limit=1', '?with_servers=1', '?with_servers=x',
        '?with_servers=', '?with_servers=1&limit=1', '?limit=1&foo=1',
    )  # fmt: skip
    steps = (
        *(Step('GET', f'/os-hypervisors{detail}{query}')
          for detail in ('', '/detail') for query in queries),
        *(Step('GET', f'/os-hypervisors/{id}{rest}')
          for id in ('nope', '9999', ID, '-1') for rest in ('', '/uptime', '/servers', '/search')),
        *(Step('GET', f'/os-hypervisors/{part}/search') for part in (HOST, '%25', '_', 'OST')),
        Step('GET', '/os-hypervisors/statistics'),
        Step('POST', '/os-hypervisors', {}),
    )  # fmt: skip
    versions = ('2.1', '2.28', '2.33', '2.52', '2.53', '2.75', '2.88', NEWEST)
    assert differences(admin, steps, versions, ignored=OWN) == {}
    refused = [Step('GET', f'/os-hypervisors{rest}') for rest in ('', '/detail', f'/{ID}', '/nope')]
    assert differences(member, refused, ('2.1', '2.53')) == {}


def test_hosts_are_updated_alike_until_2_42(admin: Pair, member: Pair) -> None:
    bodies: tuple[dict[str, Any], ...] = (
        {'status': 'x'}, {'status': None}, {}, {'x': 1}, {'maintenance_mode': 'x'},
        {'status': 'enable', 'x': 1}, {'status': 'Enable'},
    )  # fmt: skip
    steps = (
        *(Step('GET', f'/os-hosts{query}') for query in ('?zone=nope', '?zone=nova')),
        *(Step('PUT', f'/os-hosts/{id}', body) for id in (HOST, 'nope') for body in bodies),
        *(Step('GET', f'/os-hosts/nope{rest}') for rest in ('', '/reboot', '/startup', '/x')),
    )
    assert differences(admin, steps, ('2.1', '2.42', '2.43')) == {}
    assert differences(member, steps, ('2.42',)) == {}
