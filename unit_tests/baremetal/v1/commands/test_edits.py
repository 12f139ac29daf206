"""Commands that set and unset values: options become one JSON Patch."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from unit_tests.baremetal.v1.rack import UUIDS, Rack, node
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

ONE = UUIDS[1]
STEPS = [{'interface': 'bios', 'step': 'reset', 'order': 1}]
SPELT = json.dumps(STEPS, separators=(',', ':'))


# A command line, the path of what it changes, values to set, and paths to remove, in their order.
CHANGES: list[tuple[str, str, dict[str, Any], str]] = [
    (
        f'port-set {ONE} --extra a=1 --extra b=x --pxe-disabled --node rack-1',
        f'/ports/{ONE}',
        {'/pxe_enabled': False, '/node_uuid': ONE, '/extra/a': 1, '/extra/b': 'x'},
        '',
    ),
    (
        f'port-unset {ONE} --extra a --port-group --is-smartnic --name',
        f'/ports/{ONE}',
        {'/is_smartnic': False},
        '/name /extra/a /portgroup_uuid',
    ),
    (
        'port-group-set bond --property miimon=100 --unsupport-standalone-ports',
        '/portgroups/bond',
        {'/standalone_ports_supported': False, '/properties/miimon': 100},
        '',
    ),
    (
        'port-group-unset bond --property miimon --address',
        *('/portgroups/bond', {}, '/address /properties/miimon'),
    ),
    (f'chassis-set {ONE} --description x', f'/chassis/{ONE}', {'/description': 'x'}, ''),
    (f'chassis-unset {ONE} --description', f'/chassis/{ONE}', {}, '/description'),
    ('allocation-set db --name x', '/allocations/db', {'/name': 'x'}, ''),
    ('allocation-unset db --name', '/allocations/db', {}, '/name'),
    (
        f'deploy-template-set CUSTOM_A --steps {SPELT}',
        *('/deploy_templates/CUSTOM_A', {'/steps': STEPS}, ''),
    ),
    ('deploy-template-unset CUSTOM_A --extra a', '/deploy_templates/CUSTOM_A', {}, '/extra/a'),
    (
        'runbook-set tidy --public --disable-ramdisk false',
        *('/runbooks/tidy', {'/public': True, '/disable_ramdisk': False}, ''),
    ),
    (
        'runbook-unset tidy --public --owner --description',
        *('/runbooks/tidy', {'/public': False}, '/description /owner'),
    ),
    (
        f'inspection-rule-set {ONE} --priority 9 --actions [{{"op":"fail"}}]',
        *(f'/inspection_rules/{ONE}', {'/priority': 9, '/actions': [{'op': 'fail'}]}, ''),
    ),
    (
        f'inspection-rule-unset {ONE} --condition 0 --phase',
        *(f'/inspection_rules/{ONE}', {}, '/phase /conditions/0'),
    ),
    (
        f'volume-connector-set {ONE} --type ip --connector-id 192.0.2.1',
        *(f'/volume/connectors/{ONE}', {'/type': 'ip', '/connector_id': '192.0.2.1'}, ''),
    ),
    (f'volume-connector-unset {ONE} --extra a', f'/volume/connectors/{ONE}', {}, '/extra/a'),
    (
        f'volume-target-set {ONE} --boot-index 1 --type iscsi --property lun=0',
        f'/volume/targets/{ONE}',
        {'/boot_index': 1, '/volume_type': 'iscsi', '/properties/lun': 0},
        '',
    ),
    (f'volume-target-unset {ONE} --property lun', f'/volume/targets/{ONE}', {}, '/properties/lun'),
]


@pytest.mark.parametrize(('line', 'path', 'values', 'removed'), CHANGES)
def test_options_become_a_patch(
    nova: Nova,
    cloud: ScriptedCloud,
    rack: Rack,
    line: str,
    path: str,
    values: dict[str, Any],
    removed: str,
) -> None:
    rack.knows(node())
    rack.answers_to(f'PATCH {path}', {'uuid': ONE})
    result = nova(*f'baremetal-{line}'.split(), cloud=cloud)
    assert (result.status, result.err) == (0, '')
    patch: list[dict[str, Any]] = [
        {'op': 'add', 'path': path, 'value': value} for path, value in values.items()
    ]
    patch += [{'op': 'remove', 'path': path} for path in removed.split()]
    assert rack.sent == [(f'PATCH {path}', patch)]


@pytest.mark.parametrize('name', sorted({change[0].split()[0] for change in CHANGES}))
def test_nothing_to_change_is_refused_before_anything_is_sent(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, name: str
) -> None:
    result = nova(f'baremetal-{name}', ONE, cloud=cloud)
    assert (result.status, rack.requests) == (2, [])
    assert 'Give an option that says what to change.' in result.err


def test_steps_are_read_from_a_file(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, tmp_path: pathlib.Path
) -> None:
    file = tmp_path / 'steps.yaml'
    file.write_text('- {interface: bios, step: reset, order: 1}\n')
    rack.answers_to('POST /deploy_templates', {'uuid': ONE})
    nova('baremetal-deploy-template-create', 'CUSTOM_A', '--steps', str(file), cloud=cloud)
    assert rack.sent[0][1]['steps'] == STEPS
    file.write_text('interface: bios\n')
    words = ('baremetal-deploy-template-create', 'CUSTOM_A', '--steps', str(file))
    result = nova(*words, cloud=cloud)
    assert result.status == 2
    assert len(rack.sent) == 1


DELETIONS = {
    'allocation': '/allocations',
    'chassis': '/chassis',
    'deploy-template': '/deploy_templates',
    'inspection-rule': '/inspection_rules',
    'port': '/ports',
    'port-group': '/portgroups',
    'runbook': '/runbooks',
    'volume-connector': '/volume/connectors',
    'volume-target': '/volume/targets',
}


def test_a_deletion_tells_what_is_known_of_each(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    for reference in ('rack-1', UUIDS[2]):
        rack.answers_to(f'DELETE /nodes/{reference}')
    result = nova('baremetal-node-delete', 'rack-1', UUIDS[2], '-f', 'json', cloud=cloud)
    assert json.loads(result.out) == [
        {'id': None, 'name': 'rack-1', 'action': 'delete'},
        {'id': UUIDS[2], 'name': None, 'action': 'delete'},
    ]


@pytest.mark.parametrize('noun', DELETIONS)
def test_several_are_deleted_and_each_failure_is_told(
    nova: Nova, cloud: ScriptedCloud, rack: Rack, noun: str
) -> None:
    path = DELETIONS[noun]
    for uuid in UUIDS[1:3]:
        rack.answers_to(f'DELETE {path}/{uuid}')
    result = nova(f'baremetal-{noun}-delete', UUIDS[1], 'gone', UUIDS[2], cloud=cloud)
    assert result.status == 8
    assert result.lines == [f'{uuid}: delete accepted' for uuid in UUIDS[1:3]]
    assert 'gone: ' in result.err
    # The API takes no names of ports here.
    deleted, read = (
        ([*UUIDS[1:3]], ['/ports/gone']) if noun == 'port' else ([*UUIDS[1:3], 'gone'], [])
    )
    sent = [f'DELETE {path}/{each}' for each in deleted]
    assert (sorted(each for each, _ in rack.sent), rack.read) == (sent, read)


def test_secret_that_is_given_to_a_key_to_remove_is_masked(
    nova: Nova, cloud: ScriptedCloud, rack: Rack
) -> None:
    rack.answers_to(f'PATCH /ports/{ONE}', {'uuid': ONE})
    line = ('baremetal-port-unset', ONE, '--extra', 'bmc_password=S3c', '--extra', 'a=1')
    shown = nova(*line, '--debug', cloud=cloud)
    assert '/extra/bmc_password=***' in shown.err
    tried = nova(*line, '--dry-run', '-f', 'json', cloud=cloud)
    body = json.loads(tried.out)['body']
    assert [each['path'] for each in body] == ['/extra/bmc_password=***', '/extra/a=1']
    assert 'S3c' not in shown.out + shown.err + tried.out + tried.err
    # It is part of a key, as any text may be.
    assert [each['path'] for each in rack.sent[0][1]] == ['/extra/bmc_password=S3c', '/extra/a=1']
