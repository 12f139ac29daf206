"""Nodes of the Bare Metal API: fields, verbs, commands and options begin where Ironic has them."""

from __future__ import annotations

import re
from typing import Any

from functional_tests.contract import facts
from novaclient_mv import versions
from novaclient_mv.baremetal.v1.nodes import Node, verbs
from novaclient_mv.baremetal.v1.nodes.fields import LINKS
from novaclient_mv.cli.reading import commands, declarations
from unit_tests import cases

FIRST = '1.1'
FILTERS = {
    'fields': '--fields',
    'provision_state': '--provision-state',
    'driver': '--driver',
    'resource_class': '--resource-class',
    'fault': '--fault',
    'conductor_group': '--conductor-group',
    'conductor': '--conductor',
    'owner': '--owner',
    'lessee': '--lessee',
    'shard': '--shards',
    'sharded': '--sharded',
    'include_children': '--include-children',
    'parent_node': '--parent-node',
    'instance_name': '--instance-name',
    'associated': '--associated',
    'maintenance': '--maintenance',
    'instance_uuid': '--instance-uuid',
    'chassis_uuid': '--chassis',
}
"""Parameter of the API's list to the option of ``baremetal-node-list``."""

VERBS_IN_NOTES = {'service': '1.87', 'unhold': '1.85'}
"""Verbs that the server refuses by the state of the node alone below the version that has them."""


def start_of(span: versions.VersionRange) -> str:
    """The first version of a range of Bare Metal versions."""
    return FIRST if span.start.is_null() else str(span.start)


def first_accepted(name: str) -> str:
    """The first version at which a measured request is not refused for its version."""
    answers = facts.read('baremetal/operation-minimums.json')['operations'][name]['answers']
    refused = (404, 405, 406)
    return str(next(each['from'] for each in answers if each['status'] not in refused))


def documented() -> list[dict[str, Any]]:
    """The commands on nodes that operators know."""
    rows = facts.read('baremetal/baremetal-commands.json') if facts.is_present() else []
    return [row for row in rows if row['command'].startswith('openstack baremetal node ')]


def measured_values() -> list[str]:
    """The fields that were set at each version."""
    if not facts.is_present():
        return []
    operations = facts.read('baremetal/operation-minimums.json')['operations']
    return [field.key for field in Node.fields if f'node set {field.key}' in operations]


def command_of(words: str) -> commands.Command:
    """Our command for one of ``openstack baremetal``."""
    return commands.find(words.removeprefix('openstack ').replace(' ', '-'))


def test_fields_of_a_node_begin_where_they_were_seen() -> None:
    seen = facts.read('baremetal/baremetal-fields.json')['measured']['node']['first_seen']
    declared = {field.key: start_of(field.range) for field in Node.fields}
    assert declared == {key: version for key, version in seen.items() if key not in LINKS}


def test_verbs_begin_where_the_server_has_them() -> None:
    fields = facts.read('baremetal/baremetal-fields.json')
    expected = {
        **dict.fromkeys(('active', 'deleted', 'rebuild'), FIRST),
        **fields['verbs_static_MIN_VERB_VERSIONS'],
        **VERBS_IN_NOTES,
    }
    # The server takes "delete" for "undeploy" nowhere; it is the name of its constant.
    expected['undeploy'] = expected.pop('delete')
    starts = {}
    for name in verbs.NAMES:
        variant = versions.variants_of(getattr(verbs, name))[0]
        starts[name] = start_of(variant.range)
    assert starts == expected


@cases.one_test_of('row', documented(), ids=lambda row: row['command'])
def test_command_begins_where_operators_know_it(row: dict[str, Any]) -> None:
    variant = versions.variants_of(command_of(row['command']).function)[0]
    # Not even an operator has commands below the first version.
    assert start_of(variant.range) == row['minimum']


@cases.one_test_of(
    'command, option, version',
    [
        (row['command'], option, version)
        for row in documented()
        for option, version in re.findall(r'(--[a-z-]+) (1\.\d+)', row['note'])
    ],
)
def test_option_begins_where_operators_know_it(command: str, option: str, version: str) -> None:
    declared = {
        argument.name: start_of(argument.range)
        for variant in versions.variants_of(command_of(command).function)
        for argument in declarations.arguments_of(variant.func)
    }
    assert declared[option] == version


@cases.one_test_of('name', FILTERS)
def test_filter_begins_where_the_server_takes_it(name: str) -> None:
    operations = facts.read('baremetal/operation-minimums.json')['operations']
    measured = next(each for each in operations if each.startswith(f'node list ?{name}='))
    arguments = declarations.arguments_of(command_of('openstack baremetal node list').function)
    (argument,) = (each for each in arguments if each.name == FILTERS[name])
    assert start_of(argument.range) == first_accepted(measured)


@cases.one_test_of('field', measured_values())
def test_option_of_a_value_begins_where_the_server_sets_it(field: str) -> None:
    arguments = declarations.arguments_of(command_of('openstack baremetal node set').function)
    starts = {each.dest: start_of(each.range) for each in arguments}
    assert starts[field] == first_accepted(f'node set {field}')
