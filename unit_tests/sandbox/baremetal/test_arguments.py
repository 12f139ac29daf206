"""Arguments of the Bare Metal service, from paths, queries and bodies."""

from __future__ import annotations

from typing import Any

import pytest

from unit_tests.sandbox.baremetal.operator import Operator, words

MISSING = '11111111-2222-4333-8444-555555555555'
STATES = '/nodes/nosuch/states'
STEP = {'interface': 'bios', 'step': 'x', 'args': {}, 'priority': 1}
TEMPLATE = {'name': 'CUSTOM_T', 'steps': [STEP]}
PORT = {'node_uuid': MISSING, 'address': '52:54:00:12:34:56'}


@pytest.mark.parametrize(
    ('method', 'url', 'body'),
    [
        ('PUT', f'{STATES}/power', {'target': 'x', 'zz': 1}),
        ('PUT', f'{STATES}/power', {'target': []}),
        ('PUT', f'{STATES}/power', b'{'),
        ('PUT', f'{STATES}/power?target=x', {'target': 'y'}),
        ('PUT', f'{STATES}/provision', {'target': 'clean', 'clean_steps': 1.5}),
        ('PUT', f'{STATES}/console', {'enabled': 'x'}),
        ('PUT', '/nodes/a b/states/power', {'target': 'x'}),
        ('GET', '/chassis/nosuch', None),
        ('DELETE', '/ports/nosuch', None),
        ('GET', '/volume/targets/nosuch', None),
        ('GET', '/inspection_rules/nosuch', None),
        ('GET', '/ports?marker=nosuch', None),
        ('GET', f'/chassis/{MISSING}?chassis_uuid=x', None),
        ('GET', '/nodes?limit=0', None),
        ('GET', '/nodes?bogus=1', None),
        ('GET', '/nodes?maintenance=x', None),
        ('GET', '/nodes?fields=links', None),
        ('GET', '/volume/connectors?sort_dir=x', None),
        ('GET', '/inspection_rules?sort_key=actions', None),
        ('PATCH', '/portgroups/nosuch', {}),
        ('PATCH', '/nodes/nosuch', [{'op': 'add', 'path': 'x', 'value': 1}]),
        ('PUT', '/nodes/nosuch/traits', {'traits': ['x']}),
        ('POST', '/ports', {**PORT, 'internal_info': {}}),
        ('POST', '/ports', {**PORT, 'vendor': 'x' * 33}),
        ('POST', '/ports', {**PORT, 'local_link_connection': {'nope': 1}}),
        ('POST', '/deploy_templates', {**TEMPLATE, 'steps': [STEP, STEP]}),
        ('POST', '/runbooks', {**TEMPLATE, 'traits': []}),
        ('POST', '/events', {'events': []}),
        ('POST', '/continue_inspection', {'inventory': {}}),
        ('POST', '/heartbeat/nosuch', {'callback_url': 1}),
        ('POST', '/nodes', {'driver': 1}),
        ('GET', '/nodes/validate', None),
        ('GET', '/allocations?sort_dir=1&sort_dir=2', None),
        ('GET', '/nodes?fields=retired&fields=', None),
        ('GET', '/allocations?sort_key=candidate_nodes', None),
        ('POST', '/nodes', b'{'),
        ('POST', '/allocations', {'uuid': 1.5}),
        *((method, path, b'null') for method, path in (
            ('POST', '/nodes'), ('POST', '/ports'), ('POST', '/runbooks'),
            ('PATCH', f'/ports/{MISSING}'), ('PATCH', f'/runbooks/{MISSING}'),
        )),
    ],
)  # fmt: skip
def test_malformed_requests_are_refused(metal: Operator, method: str, url: str, body: Any) -> None:
    assert metal.ask(method, url, body).status == 400


@pytest.mark.parametrize(
    ('method', 'url', 'body', 'version', 'status'),
    [
        ('POST', '/nodes', {'driver': 'x', 'shard': 'x'}, '1.81', 406),
        ('PATCH', '/nodes/nosuch', [{'op': 'remove', 'path': '/shard'}], '1.81', 404),
        ('PUT', f'{STATES}/power', {'target': 'soft power off'}, '1.26', 404),
        ('GET', '/nodes?fields=shard', None, '1.81', 406),
        ('GET', '/nodes/nosuch/traits', None, '1.36', 406),
        ('PUT', '/nodes/nosuch/traits', {'traits': []}, '1.36', 405),
        ('GET', f'/volume/connectors?node={MISSING}', None, '1.115', 404),
        ('GET', f'/nodes?chassis_uuid={MISSING}', None, '1.115', 404),
        ('POST', '/allocations', {'node': 5}, '1.57', 400),
        ('POST', '/allocations', {'owner': 'x'}, '1.59', 406),
        ('GET', '/allocations?fields=owner', None, '1.59', 400),
        ('GET', '/nodes?instance_name=x', None, '1.50', 406),
    ],
)
def test_statuses_of_refusals(
    metal: Operator, method: str, url: str, body: Any, version: str, status: int
) -> None:
    assert metal.ask(method, url, body, version).status == status


@pytest.mark.parametrize(
    ('method', 'url', 'body', 'status'),
    [
        ('GET', '/nodes/states/one', None, 200),
        ('GET', '/nodes/states/console/one', None, 200),
        ('PUT', '/nodes/states/power/one', {'target': 'power on'}, 202),
        ('PUT', '/nodes/maintenance/one', {}, 202),
        ('GET', '/nodes/management/boot_device/one/supported', None, 200),
        ('GET', '/nodes/vendor_passthru/one/methods', None, 200),
        ('POST', '/nodes/vendor_passthru/one/second_method', {'bar': 'x'}, 202),
        ('GET', '/nodes/one/maintenance', None, 405),
        ('GET', '/drivers/vendor_passthru/fake-hardware/methods', None, 200),
    ],
)
def test_node_or_driver_may_stand_elsewhere_in_the_path(
    metal: Operator, method: str, url: str, body: Any, status: int
) -> None:
    metal.enroll('one')
    assert metal.ask(method, url, body).status == status


def test_a_marker_may_be_what_the_list_leaves_out(metal: Operator) -> None:
    first, second = metal.enroll('one', owner='x'), metal.enroll('two', owner='y')
    answer = metal.ask('GET', f'/nodes?owner=y&marker={first}')
    assert [node['uuid'] for node in answer.body['nodes']] == [second]


@pytest.mark.parametrize(
    'more',
    [
        {'rescue_password': 'x'}, {'clean_steps': [{'interface': 'bios', 'step': 'x'}]},
        {'disable_ramdisk': True}, {'configdrive': 'x'}, {'runbook': 'x'},
    ],
)  # fmt: skip
def test_arguments_of_other_verbs_are_refused(metal: Operator, more: dict[str, Any]) -> None:
    node = metal.enroll()
    metal.move(node, 'manage')
    refused = metal.order(node, 'inspect', **more)
    named = 'config drive' if 'configdrive' in more else next(iter(more))
    assert (refused.status, named in words(refused).lower()) in ((400, True), (404, True))
    assert metal.states(node) == ('manageable', None)


def test_traces_of_work_in_a_node(metal: Operator) -> None:
    node = metal.enroll()
    metal.move(node, 'manage')
    step = {'interface': 'bios', 'step': 'x'}
    metal.order(node, 'clean', clean_steps=[step])
    metal.now += 10
    assert metal.node(node)['driver_internal_info']['clean_steps'] == [step]
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


@pytest.mark.parametrize(
    ('accepted', 'start'),
    [
        ('application/json', '{"code": 404, "title": "Not Found", "description": '),
        ('text/html', '<html>\n <head>\n  <title>404 Not Found</title>'),
        ('application/xml', '404 Not Found'),
    ],
)
def test_errors_of_routing_look_as_a_request_prefers(
    metal: Operator, accepted: str, start: str
) -> None:
    refused = metal('GET', '/baremetal/v1/nosuch', headers={'Accept': accepted})
    assert (refused.status, refused.body['error_message'].startswith(start)) == (404, True)
    answer = metal('GET', '/baremetal/v1/nodes', headers={'Accept': accepted})
    assert answer.status == (200 if 'json' in accepted else 406)


@pytest.mark.parametrize(
    ('url', 'version', 'status'),
    [
        ('/nodes/one/validate', '1.4', 406),
        ('/nodes/one/states', '1.4', 404),
        ('/nodes/one/validate', '1.5', 200),
        (f'/nodes/{MISSING}/validate', '1.4', 200),
        (f'/nodes/nosuch/validate?node_uuid={MISSING}', '1.5', 200),
        ('/nodes/validate?node=one', '1.5', 200),
    ],
)
def test_a_node_is_validated_by_name_or_by_uuid(
    metal: Operator, url: str, version: str, status: int
) -> None:
    metal.enroll('one', uuid=MISSING)
    assert metal.ask('GET', url, version=version).status == status


@pytest.mark.parametrize(
    ('method', 'body', 'status'),
    [
        ('second_method', {'bar': 0}, 400),
        ('log_passthrough', {'bar': []}, 202),
        ('third_method_sync', 'bar', 400),
        ('third_method_sync', {'task': 1, 'bar': 'x'}, 400),
        ('third_method_sync', {'bar': 'meow', 'a': 1}, 400),
        ('third_method_sync', None, 400),
        ('third_method_sync', {'bar': 'meow'}, 200),
        ('second_method', {'bar': 'x', 'a': 1}, 202),
    ],
)
def test_body_is_the_arguments_of_a_vendor_method(
    metal: Operator, method: str, body: Any, status: int
) -> None:
    url = f'/nodes/{metal.enroll()}/vendor_passthru/{method}'
    assert metal.ask('POST', url, body).status == status


@pytest.mark.parametrize(
    'fields',
    [
        {'properties': None}, {'maintenance': None}, {'parent_node': 'x'},
        {'properties': {'local_gb': -1}}, {'boot_interface': ''},
    ],
)  # fmt: skip
def test_values_of_a_new_node_are_refused(metal: Operator, fields: dict[str, Any]) -> None:
    assert metal.ask('POST', '/nodes', {'driver': 'fake-hardware', **fields}).status == 400


def test_empty_texts_of_new_resources_are_none(metal: Operator) -> None:
    node = metal.ask('POST', '/nodes', {'driver': 'fake-hardware', 'resource_class': ''})
    assert node.body['resource_class'] is None
    allocation = metal.ask('POST', '/allocations', {'resource_class': 'x', 'owner': ''})
    assert allocation.body['owner'] is None


def test_header_that_says_where_a_result_is_has_letters_of_ascii_alone(metal: Operator) -> None:
    made = metal.ask('POST', '/allocations', {'resource_class': 'x', 'uuid': '\u0663'})
    assert (made.status, made.body['uuid']) == (201, '\u0663')
    assert made.headers['Location'].endswith('/v1/allocations/%D9%A3')
