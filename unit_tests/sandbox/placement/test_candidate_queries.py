"""Queries for allocation candidates and providers that are refused, and the order of checks."""

from __future__ import annotations

import pytest

from unit_tests.sandbox.caller import Answer, Caller
from unit_tests.sandbox.placement.test_errors import ask, detail

AGGREGATE = '11111111-bbbb-4222-8333-444444444444'
BOTH = 'COMPUTE_NODE,!COMPUTE_NODE'
FORM = "Invalid query string parameters: Expected 'required' parameter value of the form:"
OLD_FORM = f'{FORM} HW_CPU_X86_VMX,CUSTOM_MAGIC. Got'
NEW_FORM = f'{FORM} HW_CPU_X86_VMX,!CUSTOM_MAGIC. Got'
SET_FORM = f'{FORM} in:HW_CPU_X86_VMX,CUSTOM_MAGIC. Got'
SET = "Invalid query string parameters: The format 'in:HW_CPU_X86_VMX,CUSTOM_MAGIC'"
NO_SET = f'{SET} only supported since microversion 1.39. Got:'
NO_TRAIT = 'Invalid trait(s) in "required" parameter: No such trait(s):'
AMOUNT = 'Requested resource VCPU requires amount >= 1. Got:'
MEMBERS = (
    "Invalid query string parameters: Expected 'member_of' parameter to contain valid UUID(s). Got:"
)
BADLY = (
    'Badly formed resources parameter. Expected resources query string parameter in form: '
    '?resources=VCPU:2,MEMORY_MB:1024. Got:'
)
NO_CLASS = 'Invalid resource class in resources parameter: No such resource class'
CONFLICTS = 'Conflicting required and forbidden traits found in'
KEYS = f'{CONFLICTS} the following traits keys:'
ORPHANS = (
    'All traits parameters must be associated with resources.  Found the following orphaned '
    'traits keys:'
)
POLICY = (
    'The "group_policy" parameter is required when specifying more than one "resources{N}" '
    'parameter.'
)
NO_RESOURCES = 'There must be at least one resources or resources[$S] parameter.'
BARE = 'Resourceless suffixed group request should be specified in `same_subtree` query param:'
EMPTY = 'Empty string (unsuffixed group) can not be specified in `same_subtree` '
ONE = 'VCPU:1'


@pytest.mark.parametrize(
    ('query', 'version', 'words'),
    [
        ('resources=', '1.39', f'{BADLY} empty string.'),
        ('resources=VCPU:1,', '1.39', f'{BADLY} .'),
        ('resources=VCPU:1:2', '1.39', f'{BADLY} VCPU:1:2.'),
        (
            'resources=VCPU:x',
            '1.39',
            'Requested resource VCPU expected positive integer amount. Got: x.',
        ),
        ('resources=VCPU:-01', '1.39', f'{AMOUNT} -1.'),
        (
            'resources=NOPE:1,VCPU:0',
            '1.39',
            f'{AMOUNT} 0.',
        ),
        ('resources=:1', '1.39', f'{NO_CLASS} .'),
        ('resources=VCPU:1&resources=x', '1.39', f'{BADLY} x.'),
        (
            f'resources={ONE}&required=,',
            '1.21',
            f'{OLD_FORM} an empty trait in: ,',
        ),
        (
            f'resources={ONE}&required=!',
            '1.22',
            f'{NEW_FORM} an empty trait in: !',
        ),
        (
            f'resources={ONE}&required=!NOPE',
            '1.21',
            f'{OLD_FORM}: !NOPE',
        ),
        (
            f'resources={ONE}&required=in:X',
            '1.38',
            f'{NO_SET} in:X',
        ),
        (
            f'resources={ONE}&required=in:X,!Y',
            '1.39',
            f'{SET} does not support forbidden traits. Got: in:X,!Y',
        ),
        (
            f'resources={ONE}&required=in:,',
            '1.39',
            f'{SET_FORM} an empty trait in: in:,',
        ),
        (
            f'resources={ONE}&root_required=in:X',
            '1.39',
            f'{NO_SET} in:X',
        ),
        (f'resources={ONE}&required=NOPE2,NOPE1', '1.39', 'No such trait(s): NOPE2.'),
        (f'resources={ONE}&required=!NOPE2,NOPE1', '1.39', 'No such trait(s): NOPE1.'),
        (f'resources={ONE}&required={BOTH}', '1.39', f'{KEYS} required: (COMPUTE_NODE)'),
        (
            f'resources={ONE}&required={BOTH}&resources1={ONE}&required1=X,{BOTH},!X',
            '1.39',
            f'{KEYS} required1: (COMPUTE_NODE), required1: (X), required: (COMPUTE_NODE)',
        ),
        (f'resources={ONE}&required=in:X,Y&required=!Y,!X', '1.39', f'{KEYS} required: (X, Y)'),
        (f'resources={ONE}&member_of=', '1.21', f'{MEMBERS} '),
        (f'resources={ONE}&member_of=in:{AGGREGATE},x', '1.39', f'{MEMBERS} x'),
        (f'resources={ONE}&member_of=!!{AGGREGATE}', '1.39', f'{MEMBERS} !{AGGREGATE}'),
        (
            f'resources={ONE}&member_of=!{AGGREGATE}',
            '1.31',
            'Forbidden member_of parameters are not supported in the specified microversion',
        ),
        (
            f'resources={ONE}&member_of=x,y',
            '1.39',
            "Multiple values for 'member_of' must be prefixed with the 'in:' or '!in:' keyword "
            'using the valid microversion. Got: x,y',
        ),
        (
            f'resources={ONE}&in_tree=x',
            '1.39',
            "Invalid query string parameters: Expected 'in_tree' parameter to be a format of uuid. "
            'Got: x',
        ),
        (
            'limit=1',
            '1.35',
            'At least one request group (`resources` or `resources{$S}`) is required.',
        ),
        ('limit=1', '1.36', NO_RESOURCES),
        (
            'required=COMPUTE_NODE&required2=X',
            '1.35',
            f'{ORPHANS} required, required2',
        ),
        ('required1=COMPUTE_NODE', '1.36', NO_RESOURCES),
        (
            f'resources={ONE}&member_of1={AGGREGATE}',
            '1.35',
            'All member_of parameters must be associated with resources. Found the following '
            'orphaned member_of keys: member_of1',
        ),
        (
            f'resources={ONE}&in_tree1={AGGREGATE}',
            '1.35',
            'All request groups must specify resources.',
        ),
        (f'resources1={ONE}&required3=X&required2=X', '1.36', f"{BARE} bad group(s) - ['2', '3']."),
        (f'resources1={ONE}&required=X', '1.36', f"{BARE} bad group(s) - ['']."),
        (f'resources1={ONE}&same_subtree=1,', '1.36', EMPTY),
        (
            f'resources1={ONE}&resources={ONE}&same_subtree=1,_X',
            '1.36',
            "Real suffixes should be specified in `same_subtree`: ['_X'] not found in ['1', ''].",
        ),
        (f'resources1={ONE}&resources2={ONE}', '1.25', POLICY),
        (f'resources1={ONE}&required2=COMPUTE_NODE&same_subtree=1,2', '1.36', POLICY),
        (
            f'resources={ONE}&root_required=X&root_required=X',
            '1.35',
            "Query parameter 'root_required' may be specified only once.",
        ),
        (
            f'resources={ONE}&root_required=X,{BOTH},!X',
            '1.35',
            f'{CONFLICTS} root_required: X, COMPUTE_NODE',
        ),
    ],
)
def test_a_query_for_candidates_is_refused_in_its_words(
    cloud: Caller, query: str, version: str, words: str
) -> None:
    answer = ask(cloud, 'GET', f'/allocation_candidates?{query}', version=version)
    assert answer.status == 400
    assert detail(answer).partition('\n\n ')[2] == f'{words}  '


@pytest.mark.parametrize(
    ('query', 'words'),
    [
        # As the query has them, the root first.
        ('in_tree=x&member_of=x&required=,', 'in_tree'),
        ('member_of=x&in_tree=x&required=,', 'member_of'),
        (f'required=,&root_required={BOTH}', 'in root_required'),
        (f'resources={ONE}&same_subtree=_X&required={BOTH}', 'Real suffixes'),
        (f'resources1={ONE}&resources2={ONE}&required1={BOTH}', 'traits keys'),
        ('required=,&same_subtree=', 'Empty string'),
        (f'same_subtree=&root_required={BOTH}', 'in root_required'),
        ('required=,&same_subtree=_X', 'empty trait'),
        # What is there is looked at group by group, when all else is well.
        ('resources=NOPE:1&required=,', 'empty trait'),
        ('resources=NOPE:1&required=NOPE', 'resource class NOPE'),
        (f'resources1={ONE}&required1=NOPE1&resources=NOPE:1', 'trait(s): NOPE1'),
        (f'resources=NOPE:1&resources1={ONE}&required1=NOPE1', 'resource class NOPE'),
        (f'resources={ONE}&required=NOPE&root_required=NOPE1', 'trait(s): NOPE1'),
    ],
)
def test_queries_for_candidates_are_checked_in_order(cloud: Caller, query: str, words: str) -> None:
    answer = ask(cloud, 'GET', f'/allocation_candidates?{query}')
    assert answer.status == 400
    assert words in detail(answer)


def test_groups_behind_one_that_nobody_serves_are_not_looked_at(cloud: Caller) -> None:
    rest = 'resources1=NOPE:1&required1=NOPE'
    first = 'resources=PCPU:1'
    answer = ask(cloud, 'GET', f'/allocation_candidates?{first}&{rest}')
    assert (answer.status, answer.body['allocation_requests']) == (200, [])
    assert ask(cloud, 'GET', f'/allocation_candidates?resources={ONE}&{rest}').status == 400
    root = 'root_required=CUSTOM_NONE'
    assert ask(cloud, 'PUT', '/traits/CUSTOM_NONE').status == 201
    assert ask(cloud, 'GET', f'/allocation_candidates?{root}&{rest}').status == 200


@pytest.mark.parametrize(
    ('query', 'version', 'words'),
    [
        (
            'required=NOPE&resources=NOPE:1',
            '1.39',
            f'{NO_TRAIT} NOPE.',
        ),
        ('required=NOPE&resources=x', '1.39', f'{BADLY} x.'),
        (
            'required=,&resources=x',
            '1.39',
            f'{NEW_FORM} an empty trait in: ,',
        ),
        ('required=,&member_of=x', '1.39', f'{MEMBERS} x'),
        (
            f'required=,&member_of={AGGREGATE}&member_of={AGGREGATE}',
            '1.23',
            'Multiple member_of parameters are not supported',
        ),
        ('resources=NOPE:1', '1.39', f'{NO_CLASS} NOPE.'),
    ],
)
def test_a_query_for_providers_is_refused_in_its_words(
    cloud: Caller, query: str, version: str, words: str
) -> None:
    answer = ask(cloud, 'GET', f'/resource_providers?{query}', version=version)
    assert answer.status == 400
    assert detail(answer).partition('\n\n ')[2] == f'{words}  '


@pytest.mark.parametrize(
    ('query', 'is_empty'),
    [
        (f'in_tree={AGGREGATE}&required=NOPE', True),
        ('required=CUSTOM_NONE&resources=NOPE:1', True),
        ('required=CUSTOM_NONE,!NOPE', True),
        ('required=CUSTOM_NONE,NOPE', False),
        ('required=!COMPUTE_NODE&resources=NOPE:1', False),
        (f'member_of={AGGREGATE}&resources=NOPE:1', True),
        (f'member_of={AGGREGATE}&required=NOPE', False),
        ('name=none&required=NOPE', False),
    ],
)
def test_filters_of_providers_stop_at_the_first_that_no_provider_passes(
    cloud: Caller, query: str, is_empty: bool
) -> None:
    assert ask(cloud, 'PUT', '/traits/CUSTOM_NONE').status == 201
    answer = ask(cloud, 'GET', f'/resource_providers?{query}')
    assert (answer.status == 200) == is_empty
    assert (answer.body == {'resource_providers': []}) == is_empty


@pytest.mark.parametrize(
    ('query', 'is_empty'),
    [
        (f'resources={ONE}&member_of={AGGREGATE}&required=NOPE', True),
        (f'resources={ONE}&member_of=!{AGGREGATE}&required=NOPE', False),
        (f'resources=NOPE:1&member_of={AGGREGATE}', False),
        ('resources=VCPU:99999&required=!NOPE', False),
    ],
)
def test_traits_of_aggregates_that_nobody_is_in_are_not_looked_at(
    cloud: Caller, query: str, is_empty: bool
) -> None:
    answer = ask(cloud, 'GET', f'/allocation_candidates?{query}')
    assert (answer.status == 200) == is_empty


def test_a_provider_shares_with_those_of_its_aggregates(cloud: Caller) -> None:
    providers = ask(cloud, 'GET', '/resource_providers').body['resource_providers']
    host, other = (provider['uuid'] for provider in providers)
    pool = '99999999-2222-4333-8444-555555555555'
    assert ask(cloud, 'PUT', '/resource_classes/CUSTOM_POOL').status == 201
    assert ask(cloud, 'POST', '/resource_providers', {'name': 'pool', 'uuid': pool}).status == 200
    inventory = {'resource_class': 'CUSTOM_POOL', 'total': 9}
    assert ask(cloud, 'POST', f'/resource_providers/{pool}/inventories', inventory).status == 201
    traits = {'traits': ['MISC_SHARES_VIA_AGGREGATE'], 'resource_provider_generation': 1}
    assert ask(cloud, 'PUT', f'/resource_providers/{pool}/traits', traits).status == 200

    def found(version: str) -> list[set[str]]:
        path = '/allocation_candidates?resources=VCPU:1,CUSTOM_POOL:2'
        requests = ask(cloud, 'GET', path, version=version).body['allocation_requests']
        return [set(request['allocations']) for request in requests]

    assert found('1.39') == []
    for uuid in (host, pool):
        path = f'/resource_providers/{uuid}/aggregates'
        assert ask(cloud, 'PUT', path, [AGGREGATE], '1.18').status == 200
    assert found('1.39') == found('1.12') == [{host, pool}]
    assert other not in {uuid for uuids in found('1.39') for uuid in uuids}


def test_first_policy_of_groups_counts_and_the_last_is_checked(cloud: Caller) -> None:
    def answer(*policies: str) -> Answer:
        parameters = [f'resources1={ONE}', f'resources2={ONE}']
        parameters += [f'group_policy={policy}' for policy in policies]
        return ask(cloud, 'GET', f'/allocation_candidates?{"&".join(parameters)}')

    assert answer('none', 'isolate').body['allocation_requests']
    assert answer('isolate', 'none').body['allocation_requests'] == []
    assert POLICY in detail(answer('', 'none'))
    assert "'' is not one of ['none', 'isolate']" in detail(answer('none', ''))
