"""Refusals of the Bare Metal service before anything is looked for, in its order and words."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

MISSING = '11111111-2222-4333-8444-555555555555'
STATES = '/nodes/nosuch/states'
FLAGS = "'0', '1', 'f', 'false', 'n', 'no', 'off', 'on', 't', 'true', 'y', 'yes'"
STEP = {'interface': 'bios', 'step': 'x', 'args': {}, 'priority': 1}
TEMPLATE = {'name': 'CUSTOM_T', 'steps': [STEP]}
PORT = {'node_uuid': MISSING, 'address': '52:54:00:12:34:56'}


@pytest.mark.parametrize(
    ('method', 'url', 'body', 'message'),
    [
        ('PUT', f'{STATES}/power', {'target': [], 'zz': 1, 'a': 1}, 'Unexpected arguments: a, zz'),
        ('PUT', f'{STATES}/power', {'target': []}, 'Expected string for target: []'),
        ('PUT', f'{STATES}/power', {'timeout': 'x'}, 'Missing mandatory parameter: target'),
        ('PUT', f'{STATES}/power', [], 'Missing mandatory parameter: target'),
        ('PUT', f'{STATES}/power', b'{', 'Missing mandatory parameter: target'),
        (
            'PUT',
            f'{STATES}/power?target=x',
            {'target': 'y'},
            "Expected string for target: ['x', 'y']",
        ),
        (
            'PUT',
            f'{STATES}/power',
            {'target': 'x', 'timeout': 'y'},
            'Expected an integer for timeout: y',
        ),
        (
            'PUT',
            f'{STATES}/provision',
            {'target': 'clean', 'clean_steps': 1.5},
            "Expected types <class 'NoneType'>, <class 'list'> for clean_steps: 1.5",
        ),
        (
            'PUT',
            f'{STATES}/console',
            {'enabled': 'x'},
            f"Invalid enabled: Unrecognized value 'x', acceptable values are: {FLAGS}",
        ),
        ('PUT', f'{STATES}/raid', [], "Expected types <class 'dict'> for target_raid_config: []"),
        (
            'PUT',
            '/nodes/a%20b/states/power',
            {},
            'Expected UUID or name for node_ident: a b',
        ),
        ('GET', '/nodes/a%20b/traits', None, 'Expected UUID or name for node: a b'),
        ('GET', '/chassis/nosuch', None, 'Expected UUID for chassis_uuid: nosuch'),
        ('DELETE', '/ports/nosuch', None, 'Expected UUID for port_uuid: nosuch'),
        ('GET', '/volume/targets/nosuch', None, 'Expected UUID for target_uuid: nosuch'),
        ('GET', '/inspection_rules/nosuch', None, "Schema error: 'nosuch' is not a 'uuid'"),
        ('GET', '/ports?marker=nosuch', None, 'Expected UUID for marker: nosuch'),
        ('GET', '/portgroups?marker=nosuch', None, "Schema error: 'nosuch' is not a 'uuid'"),
        ('GET', f'/chassis/{MISSING}?chassis_uuid=x', None, "('chassis_uuid' was unexpected)"),
        ('GET', '/nodes?limit=0&sort_dir=x', None, 'Limit must be positive'),
        ('GET', '/nodes?limit=x&bogus=1', None, 'Unexpected arguments: bogus'),
        (
            'GET',
            '/nodes?maintenance=x&driver=none',
            None,
            f"Invalid maintenance: Unrecognized value 'x', acceptable values are: {FLAGS}",
        ),
        ('GET', '/ports?fields=x,uuid,y', None, 'Field(s) "x, y" are not valid'),
        ('GET', '/volume/connectors?sort_dir=x', None, "'x' is not one of ['asc', 'desc']"),
        ('PATCH', '/portgroups/nosuch', {}, "Schema error for patch: {} is not of type 'array'"),
        (
            'PATCH',
            '/nodes/nosuch',
            [{'op': 'test', 'path': '/x'}, {'op': 'add', 'path': 'x', 'more': 1}],
            "Schema error for patch: Additional properties are not allowed ('more' was unexpected)",
        ),
        (
            'PATCH',
            '/nodes/nosuch',
            [{'op': 1, 'path': '/x'}],
            "Schema error for patch: 1 is not of type 'string'",
        ),
        ('PATCH', '/nodes/nosuch', [{'op': 'remove', 'path': '/x/y'}], 'Cannot patch /x/y. Only'),
        ('PUT', '/nodes/nosuch/maintenance', {'zz': 1}, 'Unexpected arguments: zz'),
        ('PUT', '/nodes/nosuch/traits', {'traits': ['x']}, "Schema error for body: 'x' is not"),
        ('POST', '/ports', {**PORT, 'internal_info': {}}, "('internal_info' was unexpected)"),
        ('POST', '/ports', {**PORT, 'vendor': 'x' * 33}, 'is too long'),
        ('POST', '/ports?address=x', PORT, f'Node {MISSING} could not be found.'),
        ('POST', '/ports?address=x&limit=1', PORT, 'Unexpected arguments: limit'),
        ('POST', '/ports?address=x', [PORT], 'Unexpected arguments: address'),
        ('PATCH', '/nodes/nosuch?op=x', {'op': 1}, "Schema error for patch: {'op': 1} is not of"),
        (
            'POST',
            '/ports',
            {**PORT, 'local_link_connection': {'nope': 1}},
            'Schema error for local_link_connection: ',
        ),
        (
            'POST',
            '/deploy_templates',
            {**TEMPLATE, 'steps': [STEP, STEP]},
            'Duplicates: interface: bios, step: x.',
        ),
        ('POST', '/runbooks', {**TEMPLATE, 'traits': []}, "('traits' was unexpected)"),
        ('POST', '/events', {'events': []}, 'Schema error: [] should be non-empty'),
        (
            'POST',
            '/continue_inspection',
            {'inventory': {}},
            "Schema error for data: 'interfaces' is a required property",
        ),
        (
            'POST',
            '/heartbeat/nosuch',
            {'callback_url': 1},
            'Expected string for callback_url: 1',
        ),
        ('POST', '/nodes', {'uuid': 1, 'zz': 1}, "'driver' is a required property"),
        ('POST', '/nodes', {'driver': 1, 'zz': 1}, "('zz' was unexpected)"),
        ('POST', '/nodes', {'driver': 1.5, 'uuid': 2.5}, '2.5 is not of type'),
        ('POST', '/allocations', {'uuid': 1.5, 'extra': 2.5}, '2.5 is not of type'),
    ],
)
def test_arguments_are_refused_before_anything_is_looked_for(
    metal: Operator, method: str, url: str, body: Any, message: str
) -> None:
    refused = metal.ask(method, url.replace('%20', ' '), body)
    assert refused.status == 400
    assert message in words(refused)


@pytest.mark.parametrize(
    ('method', 'url', 'body', 'version', 'status'),
    [
        ('POST', '/nodes', {'driver': 'x', 'traits': []}, '1.18', 400),
        ('POST', '/nodes', {'driver': 'x', 'shard': 'x'}, '1.81', 406),
        ('POST', '/ports', {**PORT, 'vendor': 'x'}, '1.99', 400),
        ('POST', '/ports', {**PORT, 'address': 'x', 'vendor': 'x'}, '1.99', 400),
        ('POST', '/portgroups', {'node_uuid': MISSING, 'mode': 'x'}, '1.25', 400),
        ('PATCH', '/nodes/nosuch', [{'op': 'remove', 'path': '/shard'}], '1.81', 404),
        ('PATCH', '/nodes/nosuch', [{'op': 'remove', 'path': '/nope'}], '1.81', 400),
        ('PATCH', f'/allocations/{MISSING}', [{'op': 'remove', 'path': '/nope'}], '1.115', 404),
        ('GET', f'/ports/{MISSING}?fields=nope', None, '1.115', 404),
        ('GET', f'/portgroups/{MISSING}?fields=nope', None, '1.115', 400),
        ('PUT', f'{STATES}/raid', {'logical_disks': []}, '1.11', 404),
        ('PUT', f'{STATES}/power', {'target': 'soft power off'}, '1.26', 404),
        ('GET', '/nodes?fields=nope,shard&limit=0', None, '1.81', 406),
        ('GET', '/nodes?shard=x&provision_state=nope', None, '1.81', 400),
        ('DELETE', '/nodes/nosuch/traits', None, '1.36', 404),
        ('PUT', '/nodes/nosuch/traits', {'traits': []}, '1.36', 405),
        ('GET', f'/volume/connectors?node={MISSING}', None, '1.115', 404),
        ('GET', f'/nodes?chassis_uuid={MISSING}', None, '1.115', 404),
        ('GET', '/shards?x=1', None, '1.115', 500),
        ('DELETE', f'/portgroups/{MISSING}?x=1', None, '1.115', 500),
        ('DELETE', f'/ports/{MISSING}?x=1', None, '1.115', 400),
        ('POST', '/runbooks?x=1', {}, '1.115', 500),
        ('POST', '/nodes?x=1', b'{', '1.115', 500),
        ('PUT', f'{STATES}/power?x=1', b'{', '1.115', 400),
        ('POST', '/nodes', b'{', '1.115', 500),
        ('POST', '/continue_inspection', b'null', '1.115', 500),
    ],
)
def test_order_of_refusals(
    metal: Operator, method: str, url: str, body: Any, version: str, status: int
) -> None:
    assert metal.ask(method, url, body, version).status == status


def test_a_marker_may_be_what_the_list_leaves_out(metal: Operator) -> None:
    first, second = metal.enroll('one', owner='x'), metal.enroll('two', owner='y')
    answer = metal.ask('GET', f'/nodes?owner=y&marker={first}')
    assert [node['uuid'] for node in answer.body['nodes']] == [second]


def test_lists_below_a_node_have_details(metal: Operator) -> None:
    node = metal.enroll('one')
    body = {'node_uuid': node, 'address': '52:54:00:12:34:56'}
    assert metal.ask('POST', '/ports', body).status == 201
    (port,) = metal.ask('GET', f'/nodes/{node}/ports/detail').body['ports']
    assert port['node_uuid'] == node
    assert metal.ask('GET', '/nodes/one/ports/detail').status == 404


@pytest.mark.parametrize(
    ('steps', 'message'),
    [
        ([1], "'int' object is not subscriptable"),
        ([{'step': 'x'}], "'interface'"),
        ([{'interface': 'bios'}], "'step'"),
    ],
)
def test_steps_that_cannot_be_read_are_a_failure_of_the_service(
    metal: Operator, steps: list[Any], message: str
) -> None:
    node = metal.enroll()
    failed = metal.order(node, 'nope', clean_steps=steps)
    assert (failed.status, words(failed)) == (500, message)


@pytest.mark.parametrize(
    ('more', 'message'),
    [
        ({'rescue_password': 'x'}, '"rescue_password" is only valid when setting'),
        ({'clean_steps': [{'interface': 'bios', 'step': 'x'}]}, '"clean_steps" is only valid'),
        ({'disable_ramdisk': True}, 'disable_ramdisk is supported only with manual cleaning'),
        ({'configdrive': 'x'}, 'when setting provision state to active, rebuild'),
        ({'runbook': 'x'}, 'Runbook x could not be found.'),
    ],
)
def test_arguments_of_other_verbs_are_refused(
    metal: Operator, more: dict[str, Any], message: str
) -> None:
    node = metal.enroll()
    metal.move(node, 'manage')
    refused = metal.order(node, 'inspect', **more)
    assert message in words(refused)
    assert metal.states(node) == ('manageable', None)


@pytest.mark.parametrize(
    ('accepted', 'status'),
    [
        ('application/xml', 406),
        ('text/plain, text/html', 406),
        ('application/*', 200),
        ('text/plain, */*;q=0.1', 200),
        ('', 200),
        ('x', 200),
    ],
)
def test_requests_that_accept_no_json_are_refused(
    metal: Operator, accepted: str, status: int
) -> None:
    answer = metal('GET', '/baremetal/v1/nodes', headers={'Accept': accepted})
    assert answer.status == status
    if status == 406:
        assert f'(content of type {accepted}. ' in answer.body['error_message']
    assert metal('GET', '/baremetal/v1/nope', headers={'Accept': accepted}).status == 404


def test_traces_of_work_in_a_node(metal: Operator) -> None:
    node = metal.enroll()
    metal.move(node, 'manage')
    step = {'interface': 'bios', 'step': 'x'}
    metal.order(node, 'clean', clean_steps=[step])
    metal.now += 10
    shown = metal.node(node)
    assert shown['last_error'].endswith(f'node does not support this clean step: {step}')
    assert shown['driver_internal_info'] == {
        'clean_steps': [step],
        'cleaning_disable_ramdisk': False,
        'declarative_cleaning': True,
    }
    metal.move(node, 'manage', 'provide', 'active')
    assert metal.node(node)['driver_internal_info']['deploy_steps'] is None
    metal.order(node, 'rescue', rescue_password='secret')
    metal.now += 10
    assert metal.node(node)['instance_info']['hashed_rescue_password'] == '******'
    metal.move(node, 'unrescue')
    metal.order(node, 'service', service_steps=[step])
    metal.now += 10
    shown = metal.node(node)
    assert (shown['provision_state'], shown['fault']) == ('service failed', 'service failure')
    assert "'FakeBIOS' object has no attribute 'x'" in shown['maintenance_reason']


@pytest.mark.parametrize(
    ('method', 'url', 'status', 'message'),
    [
        ('PATCH', '/volume/connectors', 400, 'Missing mandatory parameter: connector_uuid'),
        ('DELETE', '/ports', 400, 'Missing mandatory parameter: port_uuid'),
        ('DELETE', '/allocations', 500, 'tuple index out of range'),
        ('POST', f'/ports/{MISSING}', 400, f"Schema error for port: '{MISSING}' is not of type"),
        ('GET', '/nodes/one/nope', 400, 'Field nope is not a valid field.'),
        ('GET', '/nodes/one/ports/x', 400, 'Malformed request URI.'),
        ('GET', '/nodes/detail/', 404, 'Resource could not be found.'),
        ('GET', '/drivers/nope/properties', 404, "The driver 'nope' is unknown."),
        ('GET', '/nodes?fields=links', 500, "type object 'Node' has no attribute 'links'"),
    ],
)
def test_paths_with_too_little_or_too_much(
    metal: Operator, method: str, url: str, status: int, message: str
) -> None:
    metal.enroll('one')
    refused = metal.ask(method, url)
    assert (refused.status, message in words(refused)) == (status, True)


@pytest.mark.parametrize('verb', ['active', 'rebuild'])
def test_maintenance_goes_before_the_state(metal: Operator, verb: str) -> None:
    node = metal.enroll()
    metal.ask('PUT', f'/nodes/{node}/maintenance')
    refused = metal.order(node, verb)
    assert "because it's in maintenance mode." in words(refused)
    assert 'while it is in state "enroll"' in words(metal.order(node, 'deploy'))


@pytest.mark.parametrize(
    ('state', 'field', 'value', 'status'),
    [
        (('manage', 'provide'), 'retired', True, 409),
        (('manage', 'provide'), 'raid_interface', 'no-raid', 200),
        (('manage', 'provide', 'active'), 'raid_interface', 'no-raid', 409),
        (('manage', 'provide', 'active'), 'raid_interface', 'fake', 200),
        (('manage', 'provide', 'active'), 'retired', True, 200),
        (('manage', 'provide', 'active'), 'resource_class', 'first', 200),
    ],
)
def test_state_of_a_node_forbids_changes(
    metal: Operator, state: tuple[str, ...], field: str, value: object, status: int
) -> None:
    node = metal.enroll()
    metal.move(node, *state)
    patch = [{'op': 'replace', 'path': f'/{field}', 'value': value}]
    assert metal.ask('PATCH', f'/nodes/{node}', patch).status == status


def test_a_removal_is_older_than_its_field(metal: Operator) -> None:
    node = metal.enroll()
    removal = [{'op': 'remove', 'path': '/shard'}]
    setting = [{'op': 'replace', 'path': '/shard', 'value': 'x'}]
    assert metal.ask('PATCH', f'/nodes/{node}', removal, '1.81').status == 200
    assert metal.ask('PATCH', f'/nodes/{node}', setting, '1.81').status == 406


@pytest.mark.parametrize(
    ('url', 'body', 'is_always'), [('/deploy_templates', TEMPLATE, False), ('/chassis', {}, True)]
)
def test_only_of_a_chassis_any_patch_is_an_update(
    metal: Operator, url: str, body: dict[str, Any], is_always: bool
) -> None:
    own = f'{url}/{metal.ask("POST", url, body).body["uuid"]}'
    change = [{'op': 'replace', 'path': '/extra', 'value': {'a': 1}}]
    for patch, is_update in ([], is_always), (change, True), (change, is_always):
        metal.now += 1
        before = metal.ask('GET', own).body['updated_at']
        assert (metal.ask('PATCH', own, patch).body['updated_at'] != before) == is_update


@pytest.mark.parametrize(('limit', 'has_next'), [(1, True), (2, True), (3, False)])
def test_a_full_page_names_another_one(metal: Operator, limit: int, has_next: bool) -> None:
    for name in ('one', 'two'):
        metal.enroll(name, owner='x')
    listed = metal.ask('GET', f'/nodes?owner=x&limit={limit}').body
    assert len(listed['nodes']) == min(limit, 2)
    assert ('next' in listed) == has_next


def test_a_reason_needs_what_it_is_for(metal: Operator) -> None:
    patch = [{'op': 'replace', 'path': '/retired_reason', 'value': 'old'}]
    refused = metal.ask('PATCH', f'/nodes/{metal.enroll()}', patch)
    assert words(refused) == 'The retired_reason field can only be set when retired is True'
    assert metal.ask('GET', '/allocations?sort_key=candidate_nodes').status == 400


def test_keys_of_a_form_are_arguments(metal: Operator) -> None:
    for method, media_type, status in (
        ('PUT', 'application/x-www-form-urlencoded; charset=utf-8', 400),
        ('PUT', 'text/plain', 404),
        ('PUT', 'application/json', 404),
    ):
        url = f'/baremetal/v1{STATES}/power?target=x'
        answer = metal(method, url, body=b'zz=1', headers={'Content-Type': media_type})
        assert answer.status == status
        assert (words(answer) == 'Unexpected arguments: zz') == (status == 400)
