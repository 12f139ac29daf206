"""Read a token's user, scope and roles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv.values import NamedTuple


class Named(NamedTuple):
    """A user, a project or a domain; a domain is in none."""

    id: str | None
    name: str | None
    domain_id: str | None = None
    domain_name: str | None = None


class TokenFacts(NamedTuple):
    """A token's user, roles and scope: a project, a domain, the system or nothing.

    :param project: ``None`` where the token is for another scope; so ``domain``.
    :param is_for_system: whether it is for all of the cloud.
    :param roles: names of the roles in the scope; ``None`` where they are unknown.
    """

    user: Named | None
    project: Named | None
    domain: Named | None
    is_for_system: bool
    roles: tuple[str, ...] | None

    def as_json(self) -> dict[str, Any]:
        """The facts in the shape of the body of Keystone's token, as :func:`read` takes it."""
        document: dict[str, Any] = {
            name: _document(named)
            for name in ('user', 'project', 'domain')
            if (named := getattr(self, name)) is not None
        }
        if self.is_for_system:
            document['system'] = {'all': True}
        if self.roles is not None:
            document['roles'] = [{'name': role} for role in self.roles]
        return document


def read(token: Mapping[str, Any]) -> TokenFacts:
    """The facts in ``token`` of ``POST /v3/auth/tokens``; what is malformed is unknown."""
    system = token.get('system')
    return TokenFacts(
        _named(token.get('user')),
        _named(token.get('project')),
        _named(token.get('domain')),
        isinstance(system, dict) and system.get('all') is True,
        roles_of(token.get('roles')),
    )


def of_access(access: Any) -> TokenFacts:
    """The facts of a login as keystoneauth1 reads it; what the answer lacks is unknown."""

    def value(name: str) -> Any:
        try:
            return getattr(access, name)
        except (AttributeError, LookupError, TypeError):
            return None

    def named(*names: str) -> Named | None:
        named = Named(*(_text(value(name)) for name in names))
        return named if named.id or named.name else None

    def of_kind(kind: str, name: str) -> Named | None:
        return named(f'{kind}_id', name, f'{kind}_domain_id', f'{kind}_domain_name')

    names = value('role_names')
    return TokenFacts(
        of_kind('user', 'username'),
        of_kind('project', 'project_name'),
        named('domain_id', 'domain_name'),
        value('system_scoped') is True,
        roles_of([{'name': name} for name in names] if isinstance(names, list) else None),
    )


def roles_of(roles: Any) -> tuple[str, ...] | None:
    """The roles that a token lists; ``None`` where it lists none, as one without a scope."""
    if not isinstance(roles, list) or not roles:
        return None
    names = [_text(role.get('name') if isinstance(role, dict) else None) for role in roles]
    return tuple(name for name in names if name is not None) if all(names) else None


def _named(document: Any) -> Named | None:
    if not isinstance(document, dict):
        return None
    domain = document.get('domain')
    domain = domain if isinstance(domain, dict) else {}
    named = Named(*(_text(part.get(key)) for part in (document, domain) for key in ('id', 'name')))
    return named if named.id or named.name else None


def _document(named: Named) -> dict[str, Any]:
    document: dict[str, Any] = {'id': named.id, 'name': named.name}
    if named.domain_id or named.domain_name:
        document['domain'] = {'id': named.domain_id, 'name': named.domain_name}
    return document


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
