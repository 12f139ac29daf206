"""A column that was named and that policy hides gets a line; what is printed stays as it is."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.cli.reading import columns, commands, declarations
from novaclient_mv.policies import facts
from unit_tests import records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

HOST = 'OS-EXT-SRV-ATTR:host'
ATTRIBUTES = 'os_compute_api:os-extended-server-attributes'
TOLD = f'nova-mv: this cloud hides host from you: host needs the role admin (rule {ATTRIBUTES})\n'
SERVER = records.server(1)['id']


def answering(cloud: ScriptedCloud, **fields: Any) -> None:
    rows = [{**records.server(number), **fields} for number in (1, 2)]
    cloud.on('GET', '/servers/detail', {'servers': rows})
    cloud.on('GET', f'/servers/{SERVER}', {'server': rows[0]})


@pytest.mark.parametrize(
    'words',
    [
        ('server-list', '-c', 'name', '-c', HOST),
        ('server-list', '-c', 'name,Host'),
        ('server-list', '--fields', 'name,host', '-c', 'name', '-c', 'host'),
        ('server-show', SERVER, '-c', 'name', '-c', 'host'),
    ],
)
@pytest.mark.parametrize('format', ['json', 'value', 'table', 'csv', 'ndjson'])
def test_line_stands_beside_the_same_output(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...], format: str
) -> None:
    answering(cloud)
    cloud.keystone.roles = ('member', 'reader')
    told = nova(*words, '-f', format, cloud=cloud)
    assert (told.err, told.status) == (TOLD, 0)
    cloud.keystone.roles = ('admin',)
    # The token is remembered with its roles.
    nova.home.joinpath('.cache', 'nova-mv').rename(nova.home / 'gone')
    silent = nova(*words, '-f', format, cloud=cloud)
    assert (silent.out, silent.err) == (told.out, '')


@pytest.mark.parametrize(
    ('words', 'roles', 'fields'),
    [
        (('-c', 'name'), ('reader',), {}),
        ((), ('reader',), {}),
        (('-c', 'host'), ('reader',), {HOST: 'h1'}),
        (('-c', 'host'), None, {}),
        (('-c', 'host'), ('Admin',), {}),
        # From 2.90 everybody sees it.
        (('-c', 'hostname'), ('reader',), {'OS-EXT-SRV-ATTR:hostname': 'web'}),
    ],
)
def test_nothing_is_said_of_what_is_shown_or_empty_or_not_asked_for(
    nova: Nova,
    cloud: ScriptedCloud,
    words: tuple[str, ...],
    roles: tuple[str, ...] | None,
    fields: dict[str, Any],
) -> None:
    answering(cloud, **fields)
    cloud.keystone.roles = roles
    assert nova('server-list', '-f', 'json', *words, cloud=cloud).err == ''


def test_columns_of_several_rules_are_told_in_one_line(nova: Nova, cloud: ScriptedCloud) -> None:
    answering(cloud)
    words = ('server-list', '--fields', 'host,host_status,kernel_id')
    told = nova(*words, version='2.16', cloud=cloud).err
    assert told.count('\n') == 1
    assert 'hides host_status, host and kernel_id from you: host_status needs the role' in told
    assert '; host and kernel_id need the role admin' in told
    # Below 2.16 no version has the status.
    assert (
        'status'
        not in nova('server-list', '-c', 'host,host_status', version='2.15', cloud=cloud).err
    )


def test_login_of_the_sandbox_is_told(nova: Nova) -> None:
    words = ('--os-username', 'demo', 'server-list', '-f', 'value', '-c', 'host')
    for version in ('2.1', NEWEST):
        assert nova(*words, version=version, cloud='sandbox').err == TOLD
    assert nova(*words[2:], version=NEWEST, cloud='sandbox').err == ''


def test_column_that_a_later_row_has_is_not_hidden(nova: Nova, cloud: ScriptedCloud) -> None:
    rows = [records.server(1), {**records.server(2), HOST: 'h1'}]
    cloud.on('GET', '/servers/detail', {'servers': rows})
    cloud.keystone.roles = ('reader',)
    assert nova('server-list', '-c', 'host', cloud=cloud).err == ''


@pytest.mark.parametrize('wait', [(), ('--wait',)])
def test_server_that_was_made_is_told_of_too(nova: Nova, wait: tuple[str, ...]) -> None:
    words = ('server-create', '--flavor', '1', '--image', 'cirros', 'web', '-c', 'host', *wait)
    told = nova('--os-username', 'demo', *words, '-f', 'value', version='2.36', cloud='sandbox')
    assert (told.err, told.status) == (TOLD, 0)


PARTS_ARE_HIDDEN = {
    'os_compute_api:servers:show:host_status:unknown-only': 'shows a part of what another shows',
    'os_compute_api:servers:show:flavor-extra-specs': 'a part of the flavor',
    'os_compute_api:os-instance-actions:events:details': 'a part of each event',
    'compute:server:topology:host:index': 'a part of each node',
    'compute:servers:resize:cross_cell': 'no field',
}


def test_rules_that_hide_fields_are_those_of_the_facts() -> None:
    policies = facts.of('compute')
    hiding = {
        condition.rule
        for asked in policies._asked.values()
        for condition in asked
        if condition.when == 'hidden fields'
    }
    declared: set[str] = set()
    for command in commands.our_commands():
        place = declarations.declared(command.function, 'resource')
        if place:
            resource = columns.resource_class(place[0])
            assert set(resource.hidden_by) <= {field.key for field in resource.fields}
            declared.update(resource.hidden_by.values())
    assert hiding - declared == set(PARTS_ARE_HIDDEN)
    assert declared <= hiding
