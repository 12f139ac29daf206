"""The answer of a rule for roles and a scope, by the words of the facts."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novaclient_mv.policies import answers, facts
from novaclient_mv.policies.answers import Answer, Caller, Scope
from novaclient_mv.policies.operator_file import OperatorFile

IN_ORDER = ('reader', 'member', 'manager', 'admin')


@pytest.mark.parametrize(
    ('rule', 'release', 'roles', 'scope', 'answer'),
    [
        ('os_compute_api:servers:delete', 'zed', ('reader',), 'project', 'depends'),
        ('os_compute_api:servers:delete', 'antelope', ('reader',), 'project', 'no'),
        ('os_compute_api:servers:delete', 'antelope', ('member',), 'project', 'depends'),
        ('os_compute_api:servers:delete', 'antelope', ('admin',), 'project', 'yes'),
        ('os_compute_api:servers:delete', 'antelope', ('admin',), 'system', 'no'),
        ('os_compute_api:servers:delete', 'antelope', ('admin',), 'domain', 'no'),
        ('os_compute_api:servers:delete', 'wallaby', ('admin',), 'domain', 'yes'),
        ('os_compute_api:servers:delete', 'wallaby', ("an operator's own",), 'project', 'depends'),
        ('os_compute_api:os-hypervisors:list', 'hibiscus', ('manager',), 'project', 'no'),
        ('os_compute_api:os-keypairs:create', 'wallaby', ('reader',), 'system', 'depends'),
        (
            'os_compute_api:os-server-external-events:create',
            'hibiscus',
            ('service',),
            'project',
            'yes',
        ),
    ],
)
def test_answer_is_that_of_role_scope_and_release(
    rule: str, release: str, roles: tuple[str, ...], scope: Scope, answer: Answer
) -> None:
    policies = facts.of('compute')
    at = policies.release(release)
    assert (
        answers.by_defaults(policies.rules(at)[rule], Caller(roles, scope), at, policies) == answer
    )


@given(st.lists(st.sampled_from(answers.ORDER)))
def test_worst_and_best_of_answers(told: list[Answer]) -> None:
    order: tuple[Answer, ...] = ('yes', 'depends', 'unknown', 'no')
    met = [answer for answer in order if answer in told]
    assert answers.worst(told) == (met[-1] if met else 'yes')
    assert answers.best(told) == (met[0] if met else 'no')


@given(st.sets(st.sampled_from(['reader', 'member', 'manager', 'admin', 'service', 'own'])))
def test_a_role_brings_the_lower_ones(names: set[str]) -> None:
    lower = {'admin': IN_ORDER, 'manager': IN_ORDER[:3], 'member': IN_ORDER[:2]}
    expected = names.union(*(lower.get(name, ()) for name in names))
    caller = Caller(tuple(name.upper() for name in sorted(names)))
    assert caller.all_roles == expected
    for role in answers.ROLES:
        assert caller.has(role) == (role in {'anyone', 'owner', *expected} - {'nobody'})


JUDGED_OTHERWISE = (
    # The admin project, rules without a check, and the quota class that Nova gives a project.
    *('os_compute_api:os-hide-server-addresses', 'os_compute_api:os-quota-class-sets:show'),
    *('os_compute_api:os-keypairs:index', 'os_compute_api:os-keypairs:show'),
)


@pytest.mark.parametrize('service', facts.SERVICES)
@pytest.mark.parametrize('number', [8, -1])
def test_answer_is_that_of_the_library_by_the_check_of_the_rule(service: str, number: int) -> None:
    policies = facts.of(service)
    release = policies.releases[max(number, -len(policies.releases))]
    by_library = OperatorFile(os.devnull, release, policies)
    rules = [rule for rule in policies.rules(release).values() if rule.documented]
    for rule in rules[:: 1 + len(rules) // 60]:
        if rule.name in JUDGED_OTHERWISE:
            continue
        assert by_library.role(rule.name) == rule.role
        for roles in ((), ('own',), *((role,) for role in IN_ORDER)):
            for scope in answers.SCOPES:
                caller = Caller(roles, scope)
                told = answers.by_defaults(rule, caller, release, policies)
                if told == 'unknown':
                    # Facts of these services do not tell the role of such a token.
                    assert scope == 'system' in rule.facts['scope_types']
                    assert not policies.knows_the_system_scope
                else:
                    assert told == by_library.answer(rule.name, caller), (rule.name, caller)
