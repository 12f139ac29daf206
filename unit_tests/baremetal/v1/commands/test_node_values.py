"""Commands that list, show, create and change nodes, and those on what a node has."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from unit_tests.baremetal.v1.rack import UUIDS, Rack, node
from unit_tests.nova import Nova, Result
from unit_tests.scripted import Answer, ScriptedCloud

PATCH = 'PATCH /nodes/rack-1'


@pytest.fixture
def rack(rack: Rack) -> Rack:
    """A service with one node that can be changed."""
    rack.knows(node())
    rack.answers_to(PATCH, node())
    rack.answers_to('GET /nodes', {'nodes': [node()]})
    return rack


@pytest.mark.parametrize(
    ('words', 'query'),
    [
        ('--maintenance', 'maintenance=True'),
        ('--no-maintenance', 'maintenance=False'),
        ('--associated', 'associated=True'),
        ('--unassociated', 'associated=False'),
        ('--retired', 'retired=True'),
        ('--no-retired', 'retired=False'),
        ('--sharded', 'sharded=True'),
        ('--unsharded', 'sharded=False'),
        ('--shards a b', 'shard=a%2Cb'),
        ('--include-children', 'include_children=True'),
        ('--parent-node p', 'parent_node=p'),
        ('--chassis c', 'chassis_uuid=c'),
        ('--instance-uuid i', 'instance_uuid=i'),
        ('--provision-state active', 'provision_state=active'),
        ('--driver ipmi', 'driver=ipmi'),
        ('--resource-class r', 'resource_class=r'),
        ('--conductor-group g', 'conductor_group=g'),
        ('--conductor c', 'conductor=c'),
        ('--fault f', 'fault=f'),
        ('--owner o', 'owner=o'),
        ('--lessee l', 'lessee=l'),
        ('--project p', 'project=p'),
        ('--description-contains d', 'description_contains=d'),
        ('--instance-name n', 'instance_name=n'),
        ('--sort name', 'sort_dir=asc&sort_key=name'),
        ('--sort name:desc', 'sort_dir=desc&sort_key=name'),
        ('--marker m', 'marker=m'),
        ('--limit 3', 'limit=3'),
    ],
)
def test_list_asks_for_what_was_chosen(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: str, query: str
) -> None:
    result = nova('baremetal-node-list', *words.split(' '), cloud=cloud)
    assert (result.status, result.err) == (0, '')
    asked = rack.read[-1].partition('?')[2].split('&')
    assert set(query.split('&')) <= set(asked)


def test_list_shows_the_states(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    result = nova('baremetal-node-list', '-f', 'value', cloud=cloud)
    assert result.lines == [f'{UUIDS[1]} rack-1  power off manageable ']


def test_chosen_fields_are_asked_for_and_shown(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    words = ('baremetal-node-list', '--fields', 'name,driver', 'owner', '-f', 'value')
    assert nova(*words, cloud=cloud).lines == ['rack-1  ']
    assert rack.read[-1].endswith('fields=name%2Cdriver%2Cowner')
    words = ('baremetal-node-show', 'rack-1', '--fields', 'name')
    assert nova(*words, cloud=cloud).status == 0
    assert rack.read[-1].endswith('fields=name')


def test_node_of_an_instance_is_shown(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    rack.answers_to('GET /nodes/detail', {'nodes': [node()]})
    words = ('baremetal-node-show', '--instance', UUIDS[3], '-f', 'json')
    assert json.loads(nova(*words, cloud=cloud).out)['uuid'] == UUIDS[1]
    assert rack.read[-1] == f'/nodes/detail?instance_uuid={UUIDS[3]}'
    rack.answers_to('GET /nodes/detail', {'nodes': []})
    assert nova(*words, cloud=cloud).status == 5


def test_node_is_created_of_its_options(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    rack.answers_to('POST /nodes', Answer(201, node()))
    words = (
        *('baremetal-node-create', '--driver', 'ipmi', '--name', 'rack-1', '--uuid', UUIDS[1]),
        *('--property', 'cpus=4', '--property', 'arch=x86', '--driver-info', 'a={"b": [1]}'),
        *('--extra', 'x=', '--no-automated-clean', '--bios-interface', 'no-bios'),
        *('--network-data', '{"links": []}', '--disable-power-off'),
    )
    assert nova(*words, cloud=cloud).status == 0
    body = {
        'driver': 'ipmi',
        'name': 'rack-1',
        'uuid': UUIDS[1],
        'bios_interface': 'no-bios',
        'properties': {'cpus': 4, 'arch': 'x86'},
        'driver_info': {'a': {'b': [1]}},
        'extra': {'x': ''},
        'automated_clean': False,
        'network_data': {'links': []},
        'disable_power_off': True,
    }
    assert rack.sent == [('POST /nodes', body)]


def added(path: str, value: Any) -> dict[str, Any]:
    """The part of a patch that sets a value."""
    return {'op': 'add', 'path': path, 'value': value}


@pytest.mark.parametrize(
    ('words', 'patch'),
    [
        ('set rack-1 --name n --property a=1', [added('/name', 'n'), added('/properties/a', 1)]),
        ('set rack-1 --protected --retired', [added('/protected', True), added('/retired', True)]),
        ('set rack-1 --enable-power-off', [added('/disable_power_off', False)]),
        (
            'set rack-1 --driver d --boot-interface b --reset-bios-interface',
            [
                *(added('/driver', 'd'), added('/boot_interface', 'b')),
                {'op': 'remove', 'path': '/bios_interface'},
            ],
        ),
        (
            'unset rack-1 --name --extra a --property b --chassis-uuid',
            [
                {'op': 'remove', 'path': path}
                for path in ('/name', '/chassis_uuid', '/properties/b', '/extra/a')
            ],
        ),
    ],
)
def test_changes_are_one_patch(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: str, patch: list[dict[str, Any]]
) -> None:
    result = nova(*f'baremetal-node-{words}'.split(' '), cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert rack.sent == [(PATCH, patch)]


@pytest.mark.parametrize(
    ('words', 'body'),
    [
        (('set', 'rack-1', '--target-raid-config', '{"logical_disks": []}'), {'logical_disks': []}),
        (('unset', 'rack-1', '--target-raid-config'), {}),
    ],
)
def test_raid_configuration_has_a_request_of_its_own(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: tuple[str, ...], body: object
) -> None:
    rack.answers_to('PUT /nodes/rack-1/states/raid')
    name, *rest = words
    assert nova(f'baremetal-node-{name}', *rest, cloud=cloud).status == 0
    assert rack.sent == [('PUT /nodes/rack-1/states/raid', body)]


@pytest.mark.parametrize(
    ('words', 'operation', 'body'),
    [
        ('maintenance-set N --reason r', 'PUT /nodes/N/maintenance', {'reason': 'r'}),
        ('maintenance-unset N', 'DELETE /nodes/N/maintenance', None),
        ('boot-mode-set N uefi', 'PUT /nodes/N/states/boot_mode', {'target': 'uefi'}),
        ('secure-boot-on N', 'PUT /nodes/N/states/secure_boot', {'target': True}),
        ('secure-boot-off N', 'PUT /nodes/N/states/secure_boot', {'target': False}),
        ('console-enable N', 'PUT /nodes/N/states/console', {'enabled': True}),
        ('console-disable N', 'PUT /nodes/N/states/console', {'enabled': False}),
        ('inject-nmi N', 'PUT /nodes/N/management/inject_nmi', {}),
        (
            'boot-device-set N pxe --persistent',
            'PUT /nodes/N/management/boot_device',
            {'boot_device': 'pxe', 'persistent': True},
        ),
        ('trait-set N A B', 'PUT /nodes/N/traits', {'traits': ['A', 'B']}),
        ('trait-add N A', 'PUT /nodes/N/traits/A', None),
        ('add-trait N A', 'PUT /nodes/N/traits/A', None),
        ('trait-remove N A', 'DELETE /nodes/N/traits/A', None),
        ('remove-trait N --all', 'DELETE /nodes/N/traits', None),
        ('vif-attach N v --vif-info a=1', 'POST /nodes/N/vifs', {'id': 'v', 'a': 1}),
        ('vif-detach N v', 'DELETE /nodes/N/vifs/v', None),
        ('indicator-set N l on', 'PUT /nodes/N/management/indicators/l', {'state': 'on'}),
        (
            'vmedia-attach N cdrom http://x --image-download-source http',
            'POST /nodes/N/vmedia',
            {'device_type': 'cdrom', 'image_url': 'http://x', 'image_download_source': 'http'},
        ),
        (
            'vmedia-detach N --device-types cdrom,disk',
            'DELETE /nodes/N/vmedia?device_types=cdrom%2Cdisk',
            None,
        ),
        ('allocation-delete N', 'DELETE /nodes/N/allocation', None),
        (
            'passthru-call N go --arg a=1 --http-method PUT',
            'PUT /nodes/N/vendor_passthru?method=go',
            {'a': 1},
        ),
    ],
)
def test_command_is_one_request(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, words: str, operation: str, body: object
) -> None:
    operation = '/'.join('rack-1' if part == 'N' else part for part in operation.split('/'))
    rack.answers_to(operation.partition('?')[0])
    tokens = ['rack-1' if word == 'N' else word for word in words.split(' ')]
    result = nova(f'baremetal-node-{tokens[0]}', *tokens[1:], cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert rack.sent == [(operation, body)]
    assert rack.read == []


@pytest.mark.parametrize(
    ('words', 'path', 'answer', 'cells'),
    [
        ('trait-list', 'traits', {'traits': ['B', 'A']}, ['A', 'B']),
        ('vif-list', 'vifs', {'vifs': [{'id': 'v'}]}, ['v']),
        ('children-list', 'children', {'children': ['c']}, ['c']),
        ('validate', 'validate', {'boot': {'result': True}}, ['boot True ']),
        (
            'bios-setting-list',
            'bios',
            {'bios': [{'name': 'a', 'value': 'b'}]},
            ['a b'],
        ),
        (
            'history-list',
            'history',
            {'history': [{'uuid': 'e', 'severity': 'ERROR', 'event': 'Oh.'}]},
            ['e  ERROR Oh.'],
        ),
        (
            'indicator-list',
            'management/indicators',
            {'indicators': [{'name': 'l', 'component': 'c', 'states': ['on', 'off']}]},
            ['l c  ["on", "off"]'],
        ),
        ('port-list', 'ports', {'ports': [{'uuid': 'p', 'address': 'm'}]}, ['p m']),
        (
            'passthru-list',
            'vendor_passthru/methods',
            {'go': {'http_methods': ['POST', 'PUT'], 'async': True, 'description': 'Go.'}},
            ['go POST, PUT True Go. '],
        ),
    ],
)
def test_what_a_node_has_is_a_table(
    nova: Nova,
    cloud: ScriptedCloud,
    rack: Rack,
    words: str,
    path: str,
    answer: object,
    cells: list[str],
) -> None:
    for reference in ('rack-1', UUIDS[1]):
        rack.answers_to(f'GET /nodes/{reference}/{path}', answer)
    result = nova(f'baremetal-node-{words}', 'rack-1', '-f', 'value', cloud=cloud)
    assert (result.status, result.err) == (0, '')
    assert result.lines == cells


def test_inventory_is_shown_or_written(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, tmp_path: pathlib.Path
) -> None:
    inventory = {'inventory': {'cpu': {'count': 4}}, 'plugin_data': {}}
    rack.answers_to('GET /nodes/rack-1/inventory', inventory)
    words = ('baremetal-node-inventory-save', 'rack-1')
    assert json.loads(nova(*words, cloud=cloud).out) == inventory
    file = tmp_path / 'inventory.json'
    result = nova(*words, '--file', str(file), cloud=cloud)
    assert result == Result(f'rack-1: inventory written to {file}\n', '', 0)
    assert json.loads(file.read_text()) == inventory
    assert nova(*words, '--file', str(tmp_path), cloud=cloud).status == 2


def test_one_trait_that_fails_hides_no_other(nova: Nova, cloud: ScriptedCloud, rack: Rack) -> None:
    rack.answers_to('PUT /nodes/rack-1/traits/A')
    result = nova('baremetal-node-trait-add', 'rack-1', 'A', 'B', cloud=cloud)
    assert (result.status, result.out) == (8, 'rack-1: trait A added\n')
    assert 'B: ' in result.err
