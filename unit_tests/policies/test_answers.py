"""The answer of a rule for roles and a scope, by the words of the facts."""

from __future__ import annotations

import pytest

from novaclient_mv.policies import answers, facts
from novaclient_mv.policies.answers import Answer, Caller, Scope

IN_ORDER = ('reader', 'member', 'manager', 'admin')


@pytest.mark.parametrize('service', facts.SERVICES)
def test_role_of_the_facts_is_enough_and_the_next_lower_one_is_not(service: str) -> None:
    policies = facts.of(service)
    for release in policies.releases:
        for rule in policies.rules(release).values():
            if rule.role not in IN_ORDER:
                continue
            place = IN_ORDER.index(rule.role)
            for higher in IN_ORDER[place:]:
                told = answers.by_defaults(rule, Caller((higher.upper(),)), release, policies)
                is_anywhere = not rule.owned_by or Caller((higher,)).has(rule.elsewhere)
                assert told == ('yes' if is_anywhere else 'depends'), (release, rule.name, higher)
            for lower in IN_ORDER[:place]:
                told = answers.by_defaults(rule, Caller((lower,)), release, policies)
                assert told == (
                    'yes' if Caller((lower,)).has(rule.elsewhere) and rule.owned_by else 'no'
                )


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


def test_worst_and_best_of_answers() -> None:
    assert answers.worst(['yes', 'depends']) == 'depends'
    assert answers.worst(['unknown', 'depends', 'no']) == 'no'
    assert answers.worst([]) == 'yes'
    assert answers.best(['no', 'unknown']) == 'unknown'
