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


@pytest.mark.parametrize(
    ('body', 'further'),
    [
        ({}, set()),
        ({'networks': 'none'}, set()),
        ({'networks': 'auto'}, {'servers:create:attach_network'}),
        ({'networks': [{'uuid': 'n'}]}, {'servers:create:attach_network'}),
        ({'host': 'h'}, {'compute:servers:create:requested_destination'}),
        ({'hypervisor_hostname': 'h'}, {'compute:servers:create:requested_destination'}),
        ({'availability_zone': 'z'}, set()),
        ({'availability_zone': 'z:h'}, {'servers:create:forced_host'}),
        ({'block_device_mapping_v2': [{}]}, {'servers:create:attach_volume'}),
        ({'trusted_image_certificates': ['c']}, {'servers:create:trusted_certs'}),
    ],
)
def test_body_of_a_new_server_asks_further_rules(body: dict[str, Any], further: set[str]) -> None:
    assert asked(CREATE, body={'server': body}) == {'servers:create', *further}


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
