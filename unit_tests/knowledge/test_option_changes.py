"""Changes of what a user types: commands, options and values between two versions."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Callable

import pytest

from novaclient_mv.knowledge import command_catalog, option_changes
from novaclient_mv.services import BAREMETAL, COMPUTE, PLACEMENT, SERVICES, Service
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

Row = tuple[str, str, str | None, str, str | None]


def rows(result: str) -> list[Row]:
    keys = ('version', 'command', 'option', 'kind', 'instead')
    return [tuple(row[key] for key in keys) for row in json.loads(result)]


def test_commands_and_options_come_and_go_where_the_inventory_has_them() -> None:
    for service in SERVICES:
        changes = option_changes.between(service, service.first, service.range.end)
        told = {(row.command, row.option, str(row.version), row.kind) for row in changes}
        for command in command_catalog.command_catalog()['commands']:
            if command['service'] != service.name:
                continue
            first, last = command['ranges'][0], command['ranges'][-1]
            is_new = first['start'] != str(service.first)
            assert ((command['name'], None, first['start'], 'added') in told) == is_new
            went = [row for row in told if row[:2] == (command['name'], None)]
            assert (last['end'] is not None) == any(row[3] == 'removed' for row in went)
        assert [row.version for row in changes] == sorted(row.version for row in changes)


@pytest.mark.parametrize(
    ('service', 'start', 'end', 'row'),
    [
        (BAREMETAL, '1.84', '1.85', ('1.85', 'baremetal-node-unhold', None, 'added', None)),
        (COMPUTE, '2.42', '2.43', ('2.43', 'host-show', None, 'removed', 'hypervisor-show')),
        (COMPUTE, '2.56', '2.57', ('2.57', 'server-create', '--file', 'removed', '--user-data')),
        (COMPUTE, '2.91', '2.92', ('2.92', 'keypair-create', '--pub-key', 'changed', None)),
        (COMPUTE, '2.36', '2.37', ('2.37', 'server-create', '--nic', 'changed', None)),
        (
            *(COMPUTE, '2.50', '2.51'),
            ('2.51', 'server-external-event-create', '<event> volume-extended', 'added', None),
        ),
        (PLACEMENT, '1.6', '1.7', ('1.7', 'placement-resource-class-rename', None, 'removed',
                                   'placement-resource-class-create')),
    ],
)  # fmt: skip
def test_each_kind_of_change_is_told(
    nova: Nova, service: Service, start: str, end: str, row: Row
) -> None:
    line = ('version-changes', start, end, '--service', service.name, '--only', 'options')
    assert row in rows(nova(*line, '-f', 'json').out)
    text = nova(*line, '-f', 'value', '-c', 'command', '-c', 'option').out
    assert row[1] in text
    versions = service.version(end), service.version(start)
    back = option_changes.between(service, *versions)
    kinds = {'added': 'removed', 'removed': 'added', 'changed': 'changed'}
    assert (row[1], row[2], kinds[row[3]]) in {(one.command, one.option, one.kind) for one in back}


def test_what_went_has_something_in_its_place_but_for_quotas_of_injected_files() -> None:
    changes = option_changes.between(COMPUTE, COMPUTE.first, COMPUTE.range.end)
    went = {row for row in changes if row.kind == 'removed' and row.instead is None}
    assert {row.option and row.option[:15] for row in went} == {'--injected-file'}


SCRIPT = """
nova-mv server-create --file /a=/b --flavor m1.tiny --image cirros web
nova-mv baremetal-node-list --instance_name web
nova host-list
nova-mv server-external-event-create volume-extended web
"""


def test_only_what_a_script_uses_is_told(nova: Nova, tmp_path: pathlib.Path) -> None:
    script = tmp_path / 'run.sh'
    script.write_text(SCRIPT, encoding='utf-8')
    line = ('--only', 'options', '--for', str(script), '-f', 'json')
    compute = [
        ('2.43', 'host-list', None, 'removed', 'service-list and hypervisor-list'),
        ('2.51', 'server-external-event-create', '<event> volume-extended', 'added', None),
        ('2.57', 'server-create', '--file', 'removed', '--user-data'),
    ]
    assert rows(nova('version-changes', '2.40', *line).out) == compute
    node = ('1.104', 'baremetal-node-list', '--instance-name', 'added', None)
    assert rows(nova('version-changes', 'newton', *line).out) == [*compute, node]
    assert nova('version-changes', '2.90', *line[:4]).out == 'Nothing changes.\n'


def test_calls_of_other_programs_are_read(nova: Nova, tmp_path: pathlib.Path) -> None:
    script = tmp_path / 'run.sh'
    script.write_text(
        'openstack flavor create --rxtx-factor 2 f\n'
        'openstack server remove fixed ip web "$IP"\n'
        'openstack server frob\n'
        'nova boot --flavor f --image i --file a=b web\n',
        encoding='utf-8',
    )
    line = ('--only', 'options', '--for', str(script), '-f', 'json')
    assert [row[:4] for row in rows(nova('version-changes', '2.40', *line).out)] == [
        ('2.44', 'server-fixed-ip-remove', None, 'removed'),
        ('2.57', 'server-create', '--file', 'removed'),
        ('2.102', 'flavor-create', '--rxtx-factor', 'removed'),
    ]


def test_changes_begin_above_the_newest_version_of_a_cloud_that_is_named(
    nova: Nova, start_cloud: Callable[..., ScriptedCloud]
) -> None:
    nova.cloud_file(f'clouds: {{old: {start_cloud(maximum="2.53").entry()}, new: {{}}}}')
    line = ('version-changes', '--only', 'options', '-f', 'json', '--os-cloud')
    told = {row[0] for row in rows(nova(*line, 'old').out)}
    assert {'2.53', '2.54'} & told == {'2.54'}
    whole = json.loads(nova('version-changes', '-f', 'json', '--os-cloud', 'old').out)
    assert whole[0]['version'] == '2.54'
    assert nova(*line, 'sandbox').out == '[]\n'
    assert 'or a cloud by --os-cloud' in nova(*line[:3]).err
    assert nova(*line, 'old,new').status == 2
    # A version that is named needs no cloud, as ever.
    assert nova(*line, 'none', NEWEST).out == '[]\n'


@pytest.mark.parametrize(
    'line',
    ['2.1 --for x', '2.1 --for x --only added', "2.1 --only options --operation 'GET /servers'"],
)
def test_arguments_that_do_not_fit_are_refused(nova: Nova, line: str) -> None:
    assert nova('version-changes', *line.replace("'", '').split(' ', 4)).status == 2
