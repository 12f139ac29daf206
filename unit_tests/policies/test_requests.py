"""The rules that a request asks, at the release and with what is in it."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.policies import facts, judgement, requests
from novaclient_mv.policies.answers import Caller
from novaclient_mv.policies.requests import OF_THE_STATE, Request
from novaclient_mv.versions import APIVersion
from unit_tests.newest import NEWEST

POLICIES = facts.of('compute')
CREATE = 'POST /servers'


def asked(
    operation: str, release: str = 'hibiscus', version: str = NEWEST, **parts: Any
) -> set[str]:
    """The last parts of the names of rules that may refuse a request."""
    request = Request(operation, APIVersion(version), **parts)
    conditions = requests.asked_by(request, POLICIES.release(release), POLICIES)
    assert conditions is not None
    return {
        condition.rule.removeprefix('os_compute_api:')
        for condition, _ in conditions
        if condition.effect == 'refused'
    }


def of_server(**fields: Any) -> dict[str, Any]:
    return {'body': {'server': fields}}


ANOTHER_PROJECT = "query project_id is not given, or is another project's"
NETWORKS = 'body server.networks is a list or auto'
DEVICES = 'body server.block_device_mapping or server.block_device_mapping_v2'
ZONE = 'body server.availability_zone is zone:host or zone:host:node'
SHOWN: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]]]] = {
    'query tenant_id': ([{'query': [('tenant_id', 'p')]}], [{}, {'query': [('tenant', 'p')]}]),
    'query all_projects': ([{'query': [('all_projects', '0')]}], [{}]),
    'query all_tenants is true': (
        [{'query': [('all_tenants', word)]} for word in ('1', 'T', 'true', 'ON', 'y', 'yes')],
        [{}, {'query': [('all_tenants', '0')]}, {'query': [('all_tenants', '')]}],
    ),
    ANOTHER_PROJECT: (
        [{}, {'query': [('project_id', 'p'), ('project_id', 'q')], 'project_id': 'p'}],
        [{'query': [('project_id', 'q'), ('project_id', 'p')], 'project_id': 'p'}],
    ),
    'body server.host or server.hypervisor_hostname': (
        [of_server(host='h'), of_server(hypervisor_hostname='h')],
        [{}, of_server(host=None), {'body': {'host': 'h'}}, {'body': {'server': 'host'}}],
    ),
    NETWORKS: (
        [of_server(networks='auto'), of_server(networks=[])],
        [{}, of_server(networks='none')],
    ),
    DEVICES: (
        [of_server(block_device_mapping=[{}]), of_server(block_device_mapping_v2=[{}])],
        [{}, of_server(block_device_mapping=[])],
    ),
    ZONE: ([of_server(availability_zone='z:h')], [{}, of_server(availability_zone='z')]),
    **{
        f'body {action}.{field}': (
            [{'body': {action: {field: ['c']}}}],
            [{}, {'body': {action: {}}}],
        )
        for action, field in (
            *(('server', 'trusted_image_certificates'), ('rebuild', 'trusted_image_certificates')),
            *(('migrate', 'host'), ('os-migrateLive', 'host'), ('unshelve', 'host')),
        )
    },
    **{
        f'body has {field}': ([{'body': {field: [{}]}}], [{}, {'body': {field: []}}])
        for field in ('clean_steps', 'runbook')
    },
    'query has a filter that is for administrators': (
        [{'query': [('host', 'h')]}],
        [{}, {'query': [('name', 'n'), ('limit', '1')]}],
    ),
}


@pytest.mark.parametrize('when', SHOWN)
def test_a_part_of_a_request_asks_a_further_rule(when: str) -> None:
    shown, lacking = SHOWN[when]
    pairs = [(parts, True) for parts in shown] + [(parts, False) for parts in lacking]
    for parts, is_asked in pairs:
        request = Request('GET /servers', APIVersion(NEWEST), **parts)
        condition = facts.Condition('rule', when, 'refused')
        assert requests._is_asked(condition, request, POLICIES) is is_asked, parts
    if when == ANOTHER_PROJECT:
        unknown = Request('GET /servers', APIVersion(NEWEST), [('project_id', 'p')])
        assert requests._is_asked(condition, unknown, POLICIES) is None


def test_what_only_the_state_of_the_cloud_tells_is_left_out() -> None:
    assert asked(CREATE) == {'servers:create'}
    for when in (*OF_THE_STATE, 'never'):
        condition = facts.Condition('rule', when, 'refused')
        assert requests._is_asked(condition, Request(CREATE, APIVersion('2.1')), POLICIES) is False


@pytest.mark.parametrize('action', ['migrate', 'os-migrateLive'])
def test_migration_asks_one_of_two_rules(action: str) -> None:
    name = {'migrate': 'migrate', 'os-migrateLive': 'migrate_live'}[action]
    operation = f'POST /servers/{{id}}/action {action}'
    assert asked(operation, body={action: {}}) == {f'os-migrate-server:{name}'}
    assert asked(operation, body={action: {'host': 'h'}}) == {f'os-migrate-server:{name}:host'}
    # Before there were two, the one was asked always.
    older = asked(operation, 'wallaby', body={'os-migrateLive': {'host': 'h'}})
    assert 'os-migrate-server:migrate_live' in older or action == 'migrate'


def test_attachment_asks_to_update_or_to_swap_it() -> None:
    operation = 'PUT /servers/{server_id}/os-volume_attachments/{id}'
    same: dict[str, Any] = {'ids': ('s', 'v'), 'body': {'volumeAttachment': {'volumeId': 'v'}}}
    other: dict[str, Any] = {'ids': ('s', 'v'), 'body': {'volumeAttachment': {'volumeId': 'w'}}}
    assert asked(operation, **same) == {'os-volumes-attachments:update'}
    assert asked(operation, **other) == {'os-volumes-attachments:swap'}
    for version, rule in (('2.84', 'swap'), ('2.85', 'update')):
        assert asked(operation, version=version, **same) == {f'os-volumes-attachments:{rule}'}
    nothing: dict[str, Any] = {'body': {'volumeAttachment': {'volumeId': ''}}}
    assert asked(operation, **nothing) == {'os-volumes-attachments:update'}


def test_lists_ask_for_all_projects() -> None:
    detail = 'GET /servers/detail'
    every = (('all_tenants', '1'),)
    assert asked(detail) == {'servers:detail'}
    assert asked(detail, query=every) == {'servers:detail', 'servers:detail:get_all_tenants'}
    assert asked(detail, query=(('all_tenants', '0'),)) == {'servers:detail'}
    migrations = 'GET /os-migrations'
    both = {'os-migrations:index', 'os-migrations:index:all_projects'}
    assert asked(migrations) == both
    own: dict[str, Any] = {'query': (('project_id', 'p'),), 'project_id': 'p'}
    assert asked(migrations, **own) == {'os-migrations:index'}
    assert asked(migrations, **{**own, 'project_id': 'q'}) == both
    assert asked(migrations, 'epoxy') == {'os-migrations:index'}


@pytest.mark.parametrize(
    ('query', 'version', 'filters'),
    [
        ([('name', 'x'), ('limit', '5'), ('all_tenants', '1')], '2.1', []),
        ([('host', 'x')], NEWEST, ['host']),
        ([('ip6', 'x')], '2.4', ['ip6']),
        ([('ip6', 'x')], '2.5', []),
        ([('hostname', 'x')], '2.89', ['hostname']),
        ([('hostname', 'x')], '2.90', []),
    ],
)
def test_filters_for_administrators_are_those_of_the_version(
    query: list[tuple[str, str]], version: str, filters: list[str]
) -> None:
    request = Request('GET /servers', APIVersion(version), query)
    assert requests.filters_for_administrators(request, POLICIES) == filters


def test_every_condition_of_the_facts_can_be_told() -> None:
    told = {'hidden fields', facts.ALWAYS, 'query has a filter that is for administrators'}
    conditions = {condition.when for asked in POLICIES._asked.values() for condition in asked}
    assert conditions - told - OF_THE_STATE <= set(requests._TRIGGERS)


# -- Bare Metal: as a running Ironic answers -------------------------------------------------

IRONIC = facts.of('baremetal')
NODE = 'PATCH /nodes/{id}'


def changing(**fields: object) -> list[dict[str, object]]:
    return [{'op': 'add', 'path': f'/{field}', 'value': value} for field, value in fields.items()]


@pytest.mark.parametrize(
    ('body', 'release', 'rules'),
    [
        (None, 'hibiscus', 'update'),
        ([], 'hibiscus', 'update'),
        (changing(name='n'), 'hibiscus', 'update:name'),
        (changing(name='n'), 'victoria', 'update'),
        (changing(description='n'), 'hibiscus', 'update'),
        (changing(extra={}), 'hibiscus', 'update_extra'),
        ([{'op': 'remove', 'path': '/extra/a'}], 'hibiscus', 'update_extra'),
        (changing(extra={}, name='n'), 'hibiscus', 'update:name update_extra'),
        (changing(extra={}, resource_class='r'), 'hibiscus', 'update update_extra'),
        (changing(driver='d'), 'hibiscus', 'update:driver_interfaces'),
        (changing(boot_interface='b'), 'hibiscus', 'update:driver_interfaces'),
        (changing(automated_clean=True), 'hibiscus', 'update'),
        (changing(automated_clean='False'), 'hibiscus', 'disable_cleaning'),
        (changing(retired=False), 'hibiscus', 'update:retired'),
    ],
)
def test_change_of_a_node_asks_the_rules_of_its_fields(body: Any, release: str, rules: str) -> None:
    request = Request(NODE, APIVersion('1.115'), body=body)
    conditions = requests.asked_by(request, IRONIC.release(release), IRONIC) or ()
    names = {condition.rule.removeprefix('baremetal:node:') for condition, _ in conditions}
    assert names == set(rules.split())


@pytest.mark.parametrize(
    ('operation', 'roles', 'release', 'answer', 'rules', 'least'),
    [
        ('GET /nodes', 'reader', 'hibiscus', 'yes', 'list', 'reader'),
        ('GET /nodes', 'other', 'hibiscus', 'no', 'list list_all', 'reader'),
        ('GET /nodes', 'admin', 'train', 'yes', 'get', 'admin'),
        ('GET /nodes', 'admin', 'ussuri', 'yes', 'list_all', 'admin'),
        ('POST /nodes', 'admin', 'hibiscus', 'yes', 'create:self_owned_node', 'admin'),
        ('POST /nodes', 'admin', 'yoga', 'yes', 'create', 'admin'),
        ('POST /nodes', 'manager', 'hibiscus', 'no', 'create create:self_owned_node', 'admin'),
        ('DELETE /nodes/{id}', 'admin', 'hibiscus', 'depends', 'delete:self_owned_node', 'admin'),
        # Before Zed there was one of the two.
        ('DELETE /nodes/{id}', 'reader', 'wallaby', 'no', 'delete', 'admin'),
        ('GET /nodes/{id}', 'reader', 'hibiscus', 'depends', 'get', 'reader'),
        (NODE, 'member', 'hibiscus', 'depends', 'update', 'member'),
    ],
)
def test_one_of_two_rules_is_enough(
    operation: str, roles: str, release: str, answer: str, rules: str, least: str
) -> None:
    request = Request(operation, APIVersion('1.115'))
    judged = judgement.judge([request], Caller((roles,)), IRONIC.release(release), IRONIC)
    names = {str(need.rule).removeprefix('baremetal:node:') for need in judged.needs}
    assert (judged.answer, names) == (answer, set(rules.split()))
    assert judgement.least_role(judged.needs) == least


def test_rule_of_a_release_that_documents_no_operations_is_unknown() -> None:
    assert IRONIC.asked('GET /nodes', IRONIC.release('pike')) is None
    # Of Nova the rules of an operation are known all the same, under the name that they had.
    asked = POLICIES.asked('POST /os-security-group-rules', POLICIES.release('pike')) or ()
    assert [condition.rule for condition in asked] == ['os_compute_api:os-security-groups']


def test_token_for_the_system_passes_the_rule_that_is_asked_first() -> None:
    request = Request('POST /nodes', APIVersion('1.115'))
    judged = judgement.judge([request], Caller(('admin',), 'system'), IRONIC.newest, IRONIC)
    assert [(need.rule, need.answer) for need in judged.needs] == [('baremetal:node:create', 'yes')]
    assert judged.hiding == ()


def test_operation_that_nothing_is_known_of() -> None:
    request = Request('GET /no-such', APIVersion('2.1'))
    assert requests.asked_by(request, POLICIES.newest, POLICIES) is None
