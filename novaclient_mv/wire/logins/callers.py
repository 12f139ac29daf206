"""A login as policies see it: its roles, and what its token is scoped to."""

from __future__ import annotations

from typing import NamedTuple

from novaclient_mv.policies.answers import Caller, Scope
from novaclient_mv.wire.logins.token_facts import TokenFacts


class Who(NamedTuple):
    """The login that is judged.

    :param roles: ``None`` where they are unknown.
    :param scope: what the token is scoped to, by ``project``, ``domain`` or ``system``.
    :param project_id: empty where it is unknown.
    """

    roles: tuple[str, ...] | None
    scope: dict[str, str | None]
    project_id: str = ''

    @property
    def caller(self) -> Caller:
        """The caller of a login, as policies judge it."""
        kinds: tuple[Scope, ...] = ('project', 'domain', 'system')
        kind = next(kind for kind in kinds if kind in self.scope)
        return Caller(self.roles or (), kind)

    @property
    def project(self) -> dict[str, str]:
        """The project, by ``id`` and ``name`` as far as they are known."""
        values = {'id': self.project_id, 'name': self.scope.get('project')}
        return {key: value for key, value in values.items() if value}

    def __str__(self) -> str:
        roles = ', '.join(self.roles) if self.roles else 'no known role'
        places = [
            ' for the system' if kind == 'system' else f' in the {kind} {name}'
            for kind, name in self.scope.items()
            if name
        ]
        return roles + ''.join(places)


def of_token(facts: TokenFacts | None) -> Who:
    """The login that has a token; nothing is known of one without."""
    if facts is None:
        return Who(None, {'project': None})
    if facts.is_for_system:
        return Who(facts.roles, {'system': 'all'})
    if facts.project is not None:
        project = facts.project
        return Who(facts.roles, {'project': project.name or project.id}, project.id or '')
    if facts.domain is not None:
        return Who(facts.roles, {'domain': facts.domain.name or facts.domain.id})
    return Who(facts.roles, {'project': None})
