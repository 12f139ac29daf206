"""The answer of a rule for roles and a scope."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from novaclient_mv.policies.facts import Policies, Release, Rule

Answer = Literal['yes', 'depends', 'unknown', 'no']
Scope = Literal['project', 'domain', 'system']
SCOPES: tuple[Scope, ...] = ('project', 'domain', 'system')

ORDER: tuple[Answer, ...] = ('yes', 'depends', 'unknown', 'no')
"""The answers, the best first."""

PASSING = ('yes', 'depends')
"""The answers of rules that some target, at least, passes."""

ROLES = ('anyone', 'owner', 'reader', 'member', 'manager', 'admin', 'service', 'nobody')
"""The words of the facts for the minimum role, the widest first."""

IMPLIED = {'admin': 'manager', 'manager': 'member', 'member': 'reader'}
"""The role that a role brings with it, as Keystone sets them up."""


class Caller(NamedTuple):
    """The roles and scope of a token; roles that nobody knows are an operator's own."""

    roles: tuple[str, ...]
    scope: Scope = 'project'

    @property
    def all_roles(self) -> frozenset[str]:
        """The roles with those that they imply. Services compare them in lower case."""
        roles = set()
        for role in self.roles:
            name: str | None = role.lower()
            while name is not None:
                roles.add(name)
                name = IMPLIED.get(name)
        return frozenset(roles)

    def has(self, minimum: str) -> bool:
        """Whether a role is enough where this is the least one, for an own target."""
        if minimum == 'nobody':
            return False
        return minimum in ('anyone', 'owner') or minimum in self.all_roles


def worst(answers: Iterable[Answer]) -> Answer:
    """The answer for all of several rules; ``yes`` without one."""
    return max(answers, key=ORDER.index, default='yes')


def best(answers: Iterable[Answer]) -> Answer:
    """The answer where one of several is enough."""
    return min(answers, key=ORDER.index, default='no')


def by_defaults(rule: Rule, caller: Caller, release: Release, policies: Policies) -> Answer:
    """The answer of a rule's default at a release.

    :returns: ``yes`` for any target, ``depends`` for own ones only, ``unknown`` where
        the facts do not tell.
    """
    if not rule.takes(caller.scope, release):
        return 'no'
    if rule.facts.get('service') and 'service' in caller.all_roles:
        return 'yes'
    if caller.scope == 'project':
        return _of_a_project(rule, caller)
    if caller.scope == 'system' and policies.knows_the_system_scope:
        return 'yes' if caller.has(rule.facts.get('system', rule.role)) else 'no'
    return _of_no_project(rule, caller, rule.facts.get('scope_types', []))


def _of_a_project(rule: Rule, caller: Caller) -> Answer:
    if not rule.owned_by:
        return 'yes' if caller.has(rule.role) else 'no'
    if rule.elsewhere != 'owner' and caller.has(rule.elsewhere):
        return 'yes'
    return 'depends' if caller.has(rule.role) else 'no'


def _of_no_project(rule: Rule, caller: Caller, scopes: list[str]) -> Answer:
    """A token without a project owns what a user owns, and nothing of a project."""
    if rule.elsewhere != 'owner' and caller.has(rule.elsewhere):
        return 'yes'
    if 'user_id' in rule.owned_by and caller.has(rule.role):
        return 'depends'
    return 'unknown' if caller.scope in scopes else 'no'
