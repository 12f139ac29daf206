"""Administrators' commands: aggregates, flavors, quotas, services, hypervisors, usage."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests.nova import Inside, Nova, Reaches
from functional_tests.things import Things, unique


def test_aggregate_is_made_changed_filled_and_deleted(
    user: Nova, inside: Inside, things: Things, version: str, reaches: Reaches
) -> None:
    name, new_name = unique('aggregate'), unique('renamed')
    made = user.if_possible('-f', 'json', 'aggregate-create', name, version=version).data
    things.undo_by('aggregate-delete', str(made['id']))
    assert (made['name'], made['hosts'], made['metadata']) == (name, [], {})
    assert (made['uuid'] is not None) is reaches('2.41')

    inside('aggregate-update', name, '--name', new_name, version=version).checked()
    inside('aggregate-set-metadata', new_name, 'a=1', 'b=2', version=version).checked()
    inside('aggregate-set-metadata', new_name, 'a', version=version).checked()
    host = inside.json('service-list', '--binary', 'nova-compute', version=version)[0]['host']
    inside('aggregate-add-host', new_name, host, version=version).checked()
    things.undo_by('aggregate-remove-host', str(made['id']), host)
    again = inside('aggregate-add-host', new_name, host, version=version)
    assert (again.out, again.status) == ('', 6)
    shown = inside.json('aggregate-show', new_name, version=version)
    assert (shown['hosts'], shown['metadata']) == ([host], {'b': '2'})

    refused = user('aggregate-delete', new_name, version=version)
    assert (refused.out, refused.status) == ('', 1)
    inside('aggregate-remove-host', new_name, host, version=version).checked()
    user('aggregate-delete', new_name, version=version).checked()
    assert inside('aggregate-show', str(made['id']), version=version).status == 5


def test_flavor_is_made_described_specified_and_deleted(
    user: Nova, inside: Inside, things: Things, version: str, reaches: Reaches
) -> None:
    name = unique('flavor')
    line = ('flavor-create', name, 'auto', '64', '1', '2', '--ephemeral', '1', '--swap', '8')
    made = user.if_possible('-f', 'json', *line, version=version).data
    things.undo_by('flavor-delete', made['id'])
    assert (made['ram'], made['disk'], made['vcpus']) == (64, 1, 2)
    assert (made['ephemeral'], made['swap'], made['is_public']) == (1, 8, True)
    twice = inside(*line, version=version)
    assert (twice.out, twice.status) == ('', 6)

    inside('flavor-key', name, 'set', 'hw:cpu_policy=shared', version=version).checked()
    shown = inside.json('flavor-show', name, version=version)
    assert shown['extra_specs'] == {'hw:cpu_policy': 'shared'}
    inside('flavor-key', name, 'unset', 'hw:cpu_policy', version=version).checked()
    assert inside.json('flavor-show', name, version=version)['extra_specs'] == {}
    if reaches('2.55'):
        inside('flavor-update', name, 'of use', version=version).checked()
        assert inside.json('flavor-show', name, version=version)['description'] == 'of use'
    user('flavor-delete', name, version=version).checked()
    assert inside('flavor-show', made['id'], version=version).status == 5


def test_private_flavor_is_for_projects_that_were_let_in(
    user: Nova, inside: Inside, things: Things, version: str, server: dict[str, Any]
) -> None:
    name, project = unique('flavor'), server['project_id']
    line = ('flavor-create', name, 'auto', '64', '1', '1', '--is-public', 'false')
    made = inside.if_possible('-f', 'json', *line, version=version).data
    things.undo_by('flavor-delete', made['id'])

    def projects() -> list[str]:
        listed = inside.json('flavor-access-list', '--flavor', name, version=version)
        return [each['project_id'] for each in listed]

    assert projects() == []
    user('flavor-access-add', name, project, version=version).checked()
    assert projects() == [project]
    again = inside('flavor-access-add', name, project, version=version)
    assert again.status == 6
    user('flavor-access-remove', name, project, version=version).checked()
    assert projects() == []


def test_quota_is_set_and_shown(
    user: Nova, inside: Inside, server: dict[str, Any], version: str
) -> None:
    project = server['project_id']
    before = inside.json('quota-show', version=version)['key_pairs']
    try:
        inside.if_possible('quota-update', project, '--key-pairs', '123', version=version)
        assert inside.json('quota-show', version=version)['key_pairs'] == 123
    finally:
        inside('quota-update', project, '--key-pairs', str(before), version=version)
    refused = user('quota-update', project, '--instances', '0', version=version)
    assert (refused.out, refused.status) == ('', 1)
    assert inside.json('quota-defaults', version=version)['key_pairs'] > 0


def test_services_are_listed_and_one_that_is_enabled_can_be_enabled(
    user: Nova, inside: Inside, version: str, reaches: Reaches
) -> None:
    listed = user.if_possible('-f', 'json', 'service-list', version=version).data
    assert {'nova-compute', 'nova-scheduler', 'nova-conductor'} <= {
        each['binary'] for each in listed
    }
    found = inside.json('service-list', '--binary', 'nova-compute', version=version)
    assert {each['binary'] for each in found} == {'nova-compute'}
    assert isinstance(found[0]['id'], str if reaches('2.53') else int)
    enabled = next(each for each in found if each['status'] == 'enabled')
    word = enabled['id'] if reaches('2.53') else enabled['host']
    inside('service-enable', word, version=version).checked()
    again = inside.json('service-list', '--host', enabled['host'], version=version)
    assert {each['status'] for each in again if each['binary'] == 'nova-compute'} == {'enabled'}


def test_hypervisor_is_found_by_name_and_by_id(
    user: Nova, inside: Inside, version: str, reaches: Reaches
) -> None:
    listed = user.if_possible('-f', 'json', 'hypervisor-list', version=version).data
    first = listed[0]
    assert isinstance(first['id'], str if reaches('2.53') else int)
    for word in (first['hypervisor_hostname'], str(first['id'])):
        shown = inside.json('hypervisor-show', word, version=version)
        assert (shown['id'], shown['state']) == (first['id'], first['state'])
        # From 2.88 on what it has is told by the placement service.
        assert (shown['vcpus'] is None) is reaches('2.88')
    missing = inside('hypervisor-show', 'no-such-host', version=version)
    assert (missing.out, missing.status) == ('', 5)


def test_sums_over_hypervisors_end_with_2_87(inside: Inside) -> None:
    stats = inside.if_possible('-f', 'json', 'hypervisor-stats', version='2.87').data
    assert stats['count'] == len(inside.json('hypervisor-list', version='2.87'))
    assert inside('hypervisor-stats', version='2.88').status == 2


@pytest.mark.parametrize('command', ['usage-show', 'limits-show'])
def test_use_of_the_own_project_is_for_everybody(
    user: Nova, server: object, command: str, version: str
) -> None:
    assert user.json(command, version=version)
    assert user(command, version=version).table


def test_use_of_all_projects_is_for_administrators(
    inside: Inside, server: dict[str, Any], version: str
) -> None:
    listed = inside.if_possible('-f', 'json', 'usage-list', version=version).data
    assert server['project_id'] in {each['project_id'] for each in listed}
