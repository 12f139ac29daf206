"""Roles that users have in projects and in the system."""

from __future__ import annotations

from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.identity import identity_handlers
from novaclient_mv.sandbox.identity.identity_handlers import DOMAIN
from novaclient_mv.sandbox.state import tokens
from novaclient_mv.sandbox.state.rows import Row


def _granted(user: Row, scope: str) -> list[str]:
    """The roles that were granted, without those that they imply."""
    granted: list[str] = user.document.get('granted', {}).get(scope, tokens.roles_of(user, scope))
    return granted


class Grants(identity_handlers.IdentityHandlers):
    """``/v3/projects/{project}/users/{user}/roles``, the same of the system, and assignments"""

    def index(self, user: str, project: str | None = None) -> Response:
        """``GET .../roles``"""
        self.require_admin('list_grants')
        scope = self._scope(project)
        return self.listed('roles', map(self.role_view, _granted(self.find('user', user), scope)))

    def check(self, user: str, role: str, project: str | None = None) -> Response:
        """``HEAD .../roles/{role}``"""
        self.require_admin('check_grant')
        scope, name, row = self._grant_of(project, user, role)
        self._require_granted(name, _granted(row, scope))
        return self.answer(status=204)

    def add(self, user: str, role: str, project: str | None = None) -> Response:
        """``PUT .../roles/{role}``"""
        self.require_admin('create_grant')
        scope, name, row = self._grant_of(project, user, role)
        self._grant(row, scope, [*_granted(row, scope), name])
        return self.answer(status=204)

    def remove(self, user: str, role: str, project: str | None = None) -> Response:
        """``DELETE .../roles/{role}``"""
        self.require_admin('revoke_grant')
        scope, name, row = self._grant_of(project, user, role)
        granted = _granted(row, scope)
        self._require_granted(name, granted)
        self._grant(row, scope, [other for other in granted if other != name])
        return self.answer(status=204)

    def _require_granted(self, name: str, granted: list[str]) -> None:
        if name not in granted:
            id = identity_handlers.role_id(name)
            raise Fault(404, f'Could not find role assignment with role: {id}.')

    def _grant(self, user: Row, scope: str, granted: list[str]) -> None:
        """Give a user some roles in a scope, and the lesser ones that these imply."""
        roles = identity_handlers.with_implied(granted)
        user.document.setdefault('granted', {})[scope] = list(dict.fromkeys(granted))
        user.document['roles'][scope] = roles
        if not roles and scope != tokens.SYSTEM:
            del user.document['roles'][scope], user.document['granted'][scope]
        self.db.save(user)

    def assignments(self) -> Response:
        """``GET /v3/role_assignments``"""
        self.require_admin('list_role_assignments')
        query = dict(self.req.query)
        if {'scope.system', 'scope.project.id'} <= set(query):
            raise Fault(400, 'Specify system or project, not both')
        # Among effective roles there are none of the system.
        is_effective = 'effective' in query
        scope = tokens.SYSTEM if 'scope.system' in query else query.get('scope.project.id')
        scopes = [row.id for row in self.db.find('project')]
        assignments = [
            self._assignment(user, id, role, 'include_names' in query)
            for user in self.db.find('user')
            for id in (scopes if is_effective else [*scopes, tokens.SYSTEM])
            for role in (tokens.roles_of if is_effective else _granted)(user, id)
            if query.get('user.id', user.id) == user.id
            and scope in (None, id)
            and query.get('role.id') in (None, identity_handlers.role_id(role))
        ]
        return self.answer({'role_assignments': assignments, 'links': self.links_of_list()})

    def _assignment(self, user: Row, scope: str, role: str, has_names: bool) -> Document:
        id = identity_handlers.role_id(role)
        project = self.db.get('project', scope)
        path = 'system' if project is None else f'projects/{scope}'
        parts: dict[str, Document] = {'user': {'id': user.id}, 'role': {'id': id}}
        place: Document = {'system': {'all': True}}
        if project is not None:
            place = {'project': {'id': scope}}
        if has_names:
            parts['user'] |= {'name': user.name, 'domain': DOMAIN}
            parts['role'] |= {'name': role}
            if project is not None:
                place['project'] |= {'name': project.name, 'domain': DOMAIN}
        link = self.link(f'{path}/users/{user.id}/roles/{id}')['self']
        return {'links': {'assignment': link}, 'scope': place, **parts}

    def _scope(self, project: str | None) -> str:
        """The project that a path names, or the system."""
        return tokens.SYSTEM if project is None else self.find('project', project).id

    def _grant_of(self, project: str | None, user: str, role: str) -> tuple[str, str, Row]:
        scope = self._scope(project)
        name = identity_handlers.role_of(role)
        if name is None:
            raise Fault(404, f'Could not find role: {role}.')
        return scope, name, self.find('user', user)
