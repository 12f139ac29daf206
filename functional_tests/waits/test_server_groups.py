"""Server groups: made, listed, shown, with servers in them, and deleted."""

from __future__ import annotations

import pytest

from functional_tests.nova import Inside, Reaches
from functional_tests.things import Things, unique


def test_group_is_made_listed_shown_and_deleted(
    inside: Inside, version: str, reaches: Reaches
) -> None:
    name = unique('group')
    made = inside.json('server-group-create', name, 'anti-affinity', version=version)
    assert (made['name'], made['members']) == (name, [])
    assert made['policy'] == 'anti-affinity'
    assert (made['policies'] is None) is reaches('2.64')
    assert (made['project_id'] is not None) is reaches('2.13')
    shown = inside.json('server-group-show', made['id'], version=version)
    assert shown == made
    listed = inside.json('server-group-list', version=version)
    assert [each for each in listed if each['id'] == made['id']] == [made]
    inside('server-group-delete', made['id'], version=version).checked()
    gone = inside('server-group-show', made['id'], version=version)
    assert (gone.out, gone.status) == ('', 5)


def test_rules_are_for_anti_affinity(inside: Inside, things: Things) -> None:
    line = ('server-group-create', unique('group'), 'anti-affinity')
    made = inside.json(*line, '--rule', 'max_server_per_host=2')
    things.undo_by('server-group-delete', made['id'])
    assert made['rules'] == {'max_server_per_host': 2}
    line = ('server-group-create', unique('group'), 'affinity')
    refused = inside(*line, '--rule', 'max_server_per_host=2')
    assert (refused.out, refused.status) == ('', 1)


def test_servers_are_members_while_they_live(inside: Inside, things: Things, version: str) -> None:
    line = ('server-group-create', unique('group'), 'affinity')
    group = inside.json(*line, version=version)['id']
    things.undo_by('server-group-delete', group)
    server = things.create('--hint', f'group={group}', '--wait', version=version)['id']
    members = inside.json('server-group-show', group, version=version)['members']
    assert members == [server]
    inside('server-delete', server, '--wait', version=version).checked()
    things.forget(server)
    assert inside.json('server-group-show', group, version=version)['members'] == []


@pytest.mark.parametrize('policy', ['affinity', 'soft-affinity'])
def test_policy_is_one_of_those_of_the_version(inside: Inside, policy: str) -> None:
    line = ('server-group-create', unique('group'), policy)
    made = inside('-f', 'json', *line, version='2.14')
    if policy == 'affinity':
        inside('server-group-delete', made.data['id']).checked()
    else:
        assert (made.out, made.status) == ('', 1)
