"""The answer for some requests: the worst of the rules that they ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict

from novaclient_mv.policies import answers, requests
from novaclient_mv.policies.answers import ROLES, Answer, Caller
from novaclient_mv.policies.facts import Policies, Release, Rule
from novaclient_mv.policies.requests import Request

if TYPE_CHECKING:
    from novaclient_mv.policies.operator_file import OperatorFile


class RoleNeedForm(TypedDict):
    """The JSON form of :class:`Need`; ``role`` is ``null`` where no facts tell it. ``options`` are
    those of a command line that bring the rule, where its command does not ask it anyway.
    """

    rule: str | None
    operation: str
    role: str | None
    answer: Answer
    options: NotRequired[list[str]]


class RoleNeed(NamedTuple):
    """A rule that a request asks; ``None`` where it is not known which.

    :param effect: what a caller meets whom it refuses; see
        :class:`novaclient_mv.policies.facts.Condition`.
    :param system: the minimum role of a token for the system, where it differs.
    :param or_else: another rule of the same operation that would be enough; else empty.
    :param is_for_projects: whether it refuses a token that is for no project.
    """

    rule: str | None
    operation: str
    role: str | None
    answer: Answer
    owned_by: tuple[str, ...] = ()
    effect: str = 'refused'
    system: str | None = None
    or_else: str = ''
    is_for_projects: bool = False

    def as_mapping(self) -> RoleNeedForm:
        """The JSON form."""
        return {
            'rule': self.rule,
            'operation': self.operation,
            'role': self.role,
            'answer': self.answer,
        }


class Judgement(NamedTuple):
    """The answer for some requests at one release.

    :param needs: rules that refuse, in the order in which the service asks them.
    :param hiding: rules of which a caller whom they refuse sees less, and nothing fails.
    """

    release: Release
    answer: Answer
    needs: tuple[RoleNeed, ...]
    hiding: tuple[RoleNeed, ...] = ()

    @property
    def refusing(self) -> RoleNeed | None:
        """The rule that the service would name, where the answer is ``no``."""
        return next((need for need in self.needs if need.answer == 'no'), None)


def judge(
    asked: Sequence[Request],
    caller: Caller,
    release: Release,
    policies: Policies,
    overrides: OperatorFile | None = None,
) -> Judgement:
    """Judge requests at a release.

    :param overrides: an operator's policy for this release; by default its defaults.
    """
    by_rule: dict[tuple[str | None, str], RoleNeed] = {}
    for request in asked:
        for need in _needs(request, caller, release, policies, overrides):
            by_rule.setdefault((need.rule, need.operation), need)
    needs = tuple(need for need in by_rule.values() if need.effect == 'refused')
    hiding = tuple(need for need in by_rule.values() if need.effect != 'refused')
    return Judgement(release, answers.worst(need.answer for need in needs), needs, hiding)


def _needs(
    request: Request,
    caller: Caller,
    release: Release,
    policies: Policies,
    overrides: OperatorFile | None,
) -> Sequence[RoleNeed]:
    asked = requests.asked_by(request, release, policies)
    if asked is None:
        return [RoleNeed(None, request.operation, None, 'unknown')]
    rules = policies.rules(release)
    needs: dict[str, RoleNeed] = {}
    for condition, is_asked in asked:
        rule = rules.get(condition.rule)
        if rule is None:
            continue
        if overrides is None:
            answer = answers.by_defaults(rule, caller, release, policies)
            role, owned_by = rule.role, rule.owned_by
        else:
            answer = overrides.answer(rule.name, caller)
            role, owned_by = overrides.role(rule.name), tuple(overrides.owned_by(rule.name))
        if answer == 'depends' and owned_by == ('project_id',) and request.is_of_another_project:
            answer = 'no'
        if is_asked is None and answer == 'no':
            # Whether it is asked depends on what the request does not show.
            answer = 'depends'
        needs.setdefault(
            rule.name,
            RoleNeed(
                *(rule.name, request.operation, role, answer, owned_by, condition.effect),
                system=rule.facts.get('system') if overrides is None else None,
                is_for_projects=_is_for_projects(rule, caller, release),
            ),
        )
    for condition, _ in asked:
        if condition.instead_of in needs and condition.rule in needs:
            _choose(needs, condition.instead_of, condition.rule)
    return list(needs.values())


def _choose(needs: dict[str, RoleNeed], first: str, other: str) -> None:
    """Leave one of two rules of which one is enough; both where both refuse."""
    if needs[first].answer == 'no' == needs[other].answer:
        needs[first] = needs[first]._replace(effect='refused', or_else=other)
        needs[other] = needs[other]._replace(or_else=first)
    elif answers.best((needs[first].answer, needs[other].answer)) == needs[first].answer:
        needs[first] = needs[first]._replace(effect='refused')
        del needs[other]
    else:
        needs[first] = needs[first]._replace(effect='chooses')


def least_role(needs: Sequence[RoleNeed]) -> str | None:
    """The minimum role that is enough for all of some rules; ``None`` where it is not known."""
    by_rule = {need.rule: need for need in needs}

    def rank(need: RoleNeed | None) -> int:
        role = None if need is None else need.role
        return len(ROLES) if role is None else ROLES.index(role)

    ranks = [
        min(rank(need), rank(by_rule.get(need.or_else))) for need in needs if need.role is not None
    ]
    return ROLES[max(ranks)] if ranks else None


def of_rule(
    name: str, caller: Caller, release: Release, policies: Policies, operation: str = ''
) -> RoleNeed | None:
    """A rule by the defaults of a release; ``None`` where that has none of this name.

    :param operation: what asks it, where that is known.
    """
    rule = policies.rules(release).get(name)
    if rule is None:
        return None
    answer = answers.by_defaults(rule, caller, release, policies)
    return RoleNeed(
        *(name, operation, rule.role, answer, rule.owned_by),
        system=rule.facts.get('system'),
        is_for_projects=_is_for_projects(rule, caller, release),
    )


def _is_for_projects(rule: Rule, caller: Caller, release: Release) -> bool:
    return rule.takes('project', release) and not rule.takes(caller.scope, release)


def agreed(judgements: Sequence[Judgement]) -> Answer:
    """The answer at all of several releases; ``depends`` where they do not agree."""
    distinct = {judgement.answer for judgement in judgements}
    return distinct.pop() if len(distinct) == 1 else 'depends'


NOUNS: Mapping[str, str] = {
    'servers': 'server',
    'os-server-groups': 'server group',
    'os-keypairs': 'keypair',
    'os-volumes': 'volume',
    'os-snapshots': 'snapshot',
    'nodes': 'node',
    'ports': 'port',
    'portgroups': 'port group',
    'allocations': 'allocation',
    'runbooks': 'runbook',
    'deploy_templates': 'deploy template',
}
"""The target of an operation, by the beginning of its path."""

SCOPES: Mapping[str, str] = {
    'project_id': 'in the project of the {}',
    'user_id': 'of the user whose {} it is',
    'quota_class': 'of the quota class',
}


def in_words(need: RoleNeed) -> str:
    """A need in words, as in ``the role member in the project of the server``."""
    if need.rule is None:
        return 'not known'
    system = need.system if need.role in ('nobody', 'service') else None
    alternatives = [] if system and need.role == 'nobody' else [_in_a_project(need)]
    if system not in (None, 'nobody'):
        alternatives.append(f'the role {system} for the system')
    return ' or '.join(alternatives)


def _in_a_project(need: RoleNeed) -> str:
    noun = NOUNS.get(need.operation.partition('/')[2].partition('/')[0], 'target')
    owners = ' or '.join(
        SCOPES[name].format(noun)
        if name in SCOPES
        else 'in the project that is the {}'.format(name.replace('.', "'s "))
        for name in need.owned_by
    )
    if need.is_for_projects and 'project_id' not in need.owned_by:
        owners = f'{owners}, in a project'.removeprefix(', ')
    if need.role == 'anyone':
        return 'any token for a project' if need.is_for_projects else 'any token'
    if need.role == 'nobody':
        return 'what no role in a project brings'
    if need.role == 'owner':
        return f'any role {owners}'.rstrip()
    return f'the role {need.role} {owners}'.rstrip()
