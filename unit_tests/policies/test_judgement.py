"""The answer for requests, put together of the rules that they ask."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from novaclient_mv.policies import answers, facts, judgement, requests
from novaclient_mv.policies.answers import ROLES, Answer, Caller
from novaclient_mv.policies.facts import ALWAYS, Condition, Policies, Release
from novaclient_mv.policies.judgement import Judgement, RoleNeed
from novaclient_mv.policies.requests import Request
from novaclient_mv.versions import APIVersion

COMPUTE = facts.of('compute')
CALLERS = [
    Caller(roles, scope)
    for roles in (('reader',), ('admin', 'service'))
    for scope in answers.SCOPES
]


def judged(service: str) -> Iterator[tuple[Request, Caller, Release, Policies, Judgement]]:
    """Requests to all operations whose rules are known, at the ends of the releases."""
    policies = facts.of(service)
    for release in (policies.releases[8 % len(policies.releases)], policies.newest):
        documented = {name for rule in policies.rules(release).values() for name in rule.documented}
        for operation in sorted({*documented, *policies._asked}):
            request = Request(operation, APIVersion('2.1'))
            for caller in CALLERS:
                told = judgement.judge([request], caller, release, policies)
                yield request, caller, release, policies, told


@pytest.mark.parametrize('service', facts.SERVICES)
def test_a_need_has_the_facts_of_its_rule(service: str) -> None:
    for request, caller, release, policies, told in judged(service):
        assert told.release == release
        assert told.answer == answers.worst(need.answer for need in told.needs)
        assert all(need.effect == 'refused' for need in told.needs)
        assert all(need.effect in {'hidden fields', 'ignored', 'chooses'} for need in told.hiding)
        refusing = [need for need in told.needs if need.answer == 'no']
        assert told.refusing == (refusing[0] if refusing else None)
        for need in (*told.needs, *told.hiding):
            if need.rule is None:
                assert need == RoleNeed(None, request.operation, None, 'unknown')
                continue
            rule = policies.rules(release)[need.rule]
            alone = judgement.of_rule(need.rule, caller, release, policies, request.operation)
            assert alone is not None
            assert alone == need._replace(effect='refused', or_else='', answer=alone.answer)
            assert alone[:3] == (rule.name, request.operation, rule.role)
            assert (alone.owned_by, alone.system) == (rule.owned_by, rule.facts.get('system'))
            assert alone.answer == answers.by_defaults(rule, caller, release, policies)
            assert need.answer == alone.answer or (need.answer, alone.answer) == ('depends', 'no')
            scopes = rule.facts.get('scope_types') or answers.SCOPES
            refuses_scope = release.enforces_scope and caller.scope not in scopes
            assert need.is_for_projects == (refuses_scope and 'project' in scopes)
    assert judgement.of_rule('spam', CALLERS[0], COMPUTE.newest, COMPUTE) is None


def test_the_worst_of_several_requests_counts_and_a_rule_stands_once() -> None:
    caller, release = Caller(('reader',)), COMPUTE.newest
    lists, deletes = (
        Request(name, APIVersion('2.1')) for name in ('GET /servers', 'DELETE /servers/{}')
    )
    alone = judgement.judge([deletes], caller, release, COMPUTE)
    both = judgement.judge([lists, deletes, deletes], caller, release, COMPUTE)
    assert (alone.answer, both.answer) == ('no', 'no')
    assert both.needs[-1:] == alone.needs
    assert len({need.rule for need in both.needs}) == len(both.needs) == 2
    form = both.needs[-1].as_mapping()
    rule = 'os_compute_api:servers:delete'
    assert form == {'rule': rule, 'operation': deletes.operation, 'role': 'member', 'answer': 'no'}


class Operators:
    """A policy of an operator's, which says the same of each rule."""

    def __init__(self, answer: Answer, owned_by: list[str]) -> None:
        self.says, self.owners = answer, owned_by

    def answer(self, name: str, caller: Caller) -> Answer:
        return self.says

    def role(self, name: str) -> str:
        return f'role of {name}'

    def owned_by(self, name: str) -> list[str]:
        return self.owners


@pytest.mark.parametrize('answer', answers.ORDER)
@pytest.mark.parametrize('owned_by', [[], ['project_id'], ['user_id'], ['project_id', 'user_id']])
@pytest.mark.parametrize('project', ['', 'own'])
def test_a_policy_file_counts_in_the_place_of_defaults(
    answer: Answer, owned_by: list[str], project: str
) -> None:
    operation = 'GET /os-quota-sets/{tenant_id}'
    for named in ('own', 'other'):
        request = Request(operation, APIVersion('2.1'), ids=(named,), project_id=project)
        policy = Operators(answer, owned_by)
        (need,) = judgement.judge(
            [request], Caller(('admin',)), COMPUTE.newest, COMPUTE, policy
        ).needs
        # What only one's own project may is refused for another one that is known to be another.
        is_others = bool(project) and named != project and owned_by == ['project_id']
        assert need.answer == ('no' if is_others and answer == 'depends' else answer)
        assert need.role == f'role of {need.rule}'
        assert (need.owned_by, need.system) == (tuple(owned_by), None)
    assert not Request(
        'GET /servers/{}', APIVersion('2.1'), ids=('a',), project_id='b'
    ).is_of_another_project


@pytest.mark.parametrize('count', [1, 2, 3])
@pytest.mark.parametrize('first', answers.ORDER)
def test_releases_agree_or_it_depends(first: Answer, count: int) -> None:
    alike = [Judgement(COMPUTE.newest, first, ())] * count
    assert judgement.agreed(alike) == first
    for other in answers.ORDER:
        mixed = [*alike, Judgement(COMPUTE.newest, other, ())]
        assert judgement.agreed(mixed) == (first if other == first else 'depends')


def test_the_least_role_is_enough_for_all_rules() -> None:
    rules = list(itertools.product([*ROLES, None], [True, False]))
    for roles in itertools.chain.from_iterable(
        itertools.product(rules, repeat=n) for n in (0, 1, 2)
    ):
        needs = [
            # The next one would be enough as well.
            RoleNeed(str(index), '', role, 'no', or_else=str(index + 1) if has_other else '')
            for index, (role, has_other) in enumerate(roles)
        ]
        expected: list[str] = []
        for index, (role, has_other) in enumerate(roles):
            others = [other for other, _ in roles[index + 1 : index + 2] if has_other and other]
            expected += [] if role is None else [min([role, *others], key=ROLES.index)]
        least = max(expected, key=ROLES.index, default=None)
        assert judgement.least_role(needs) == least, roles


PROJECT, USER, OWNERS = ('project_id',), ('user_id',), ('node.lessee', 'node.owner')
IN_PROJECT = {'is_for_projects': True}
KEYPAIR, FLAVOR = {'operation': 'GET /os-keypairs/{}'}, {'operation': 'GET /flavors/{}'}
OF_NODE = "in the project that is the node's"


@pytest.mark.parametrize(
    ('role', 'owned_by', 'more', 'words'),
    [
        (None, (), {'rule': None}, 'not known'),
        ('admin', (), {}, 'the role admin'),
        ('anyone', (), {}, 'any token'),
        ('anyone', (), IN_PROJECT, 'any token for a project'),
        ('nobody', (), {}, 'what no role in a project brings'),
        ('nobody', (), {'system': 'nobody'}, ''),
        ('nobody', (), {'system': 'admin'}, 'the role admin for the system'),
        ('service', (), {'system': 'reader'}, 'the role service or the role reader for the system'),
        ('service', (), {'system': 'nobody'}, 'the role service'),
        ('manager', (), {'system': 'reader'}, 'the role manager'),
        ('owner', PROJECT, {}, 'any role in the project of the server'),
        ('owner', USER, KEYPAIR, 'any role of the user whose keypair it is'),
        ('owner', (), {}, 'any role'),
        ('owner', (), IN_PROJECT, 'any role in a project'),
        ('admin', PROJECT, IN_PROJECT, 'the role admin in the project of the server'),
        ('admin', USER, IN_PROJECT, 'the role admin of the user whose server it is, in a project'),
        ('reader', ('quota_class',), {}, 'the role reader of the quota class'),
        ('reader', PROJECT, FLAVOR, 'the role reader in the project of the target'),
        ('reader', OWNERS, {}, f'the role reader {OF_NODE} lessee or {OF_NODE} owner'),
    ],
)  # fmt: skip
def test_a_need_in_words(
    role: str | None, owned_by: tuple[str, ...], more: dict[str, object], words: str
) -> None:
    need = RoleNeed('rule', 'POST /servers/{id}/action resize', role, 'no', owned_by)
    assert judgement.in_words(need._replace(**more)) == words


NAMES = ('a', 'b', 'c')


def conditions() -> Iterator[list[Condition]]:
    """Each order of up to three rules, with each condition and effect."""
    whens = [ALWAYS, *(f'{name} refuses' for name in NAMES)]
    kinds = list(itertools.product(whens, ['refused', 'ignored']))
    for count in range(len(NAMES) + 1):
        for names in itertools.permutations(NAMES, count):
            for chosen in itertools.product(kinds, repeat=count):
                yield [Condition(name, *kind) for name, kind in zip(names, chosen, strict=True)]


def test_a_request_is_refused_where_each_rule_that_is_enough_refuses() -> None:
    every = [set(names) for n in range(4) for names in itertools.combinations(NAMES, n)]
    for asked, passed in itertools.product(conditions(), every):
        by_rule = {condition.rule for condition in asked}
        refusing = []
        for condition in asked:
            enough = {condition.rule, condition.instead_of} & by_rule
            enough |= {other.rule for other in asked if other.instead_of == condition.rule}
            if condition.effect == 'refused' and not enough & passed:
                refusing.append(condition)
        expected = refusing[0] if refusing else None
        assert requests.refusing(asked, passed.__contains__) == expected, (asked, passed)
