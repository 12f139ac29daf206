"""Roles that users have in projects."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.identity import identity_handlers
from novaclient_mv.sandbox.identity.identity_handlers import DOMAIN
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


def _granted(user: Row, project: str) -> list[str]:
    """The roles that were granted, without those that they imply."""
    roles: list[str] = user.document['roles'].get(project, [])
    granted: list[str] = user.document.get('granted', {}).get(project, roles)
    return granted


class Grants(identity_handlers.IdentityHandlers):
    """``/v3/projects/{project}/users/{user}/roles`` and ``/v3/role_assignments``"""

    def index(self, project: str, user: str) -> Response:
        """``GET .../roles``"""
        self.require_admin('list_grants')
        self.find('project', project)
        roles = self.find('user', user).document['roles'].get(project, [])
        return self.listed('roles', map(self.role_view, roles))

    def check(self, project: str, user: str, role: str) -> Response:
        """``HEAD .../roles/{role}``"""
        self.require_admin('check_grant')
        name, row = self._role_and_user(project, user, role)
        if name not in row.document['roles'].get(project, []):
            raise Fault(404, f'Could not find role assignment with role: {role}.')
        return self.answer(status=204)

    def add(self, project: str, user: str, role: str) -> Response:
        """``PUT .../roles/{role}``"""
        self.require_admin('create_grant')
        name, row = self._role_and_user(project, user, role)
        self._grant(row, project, [*_granted(row, project), name])
        return self.answer(status=204)

    def remove(self, project: str, user: str, role: str) -> Response:
        """``DELETE .../roles/{role}``"""
        self.require_admin('revoke_grant')
        name, row = self._role_and_user(project, user, role)
        granted = _granted(row, project)
        if name not in granted:
            raise Fault(404, f'Could not find role assignment with role: {role}.')
        self._grant(row, project, [other for other in granted if other != name])
        return self.answer(status=204)

    def _grant(self, user: Row, project: str, granted: list[str]) -> None:
        """Give a user some roles in a project, and the lesser ones that these imply."""
        order = identity_handlers.ROLES[:4]
        roles: dict[str, None] = {}
        for name in granted:
            implied = order[: order.index(name) + 1] if name in order else (name,)
            roles |= dict.fromkeys(reversed(implied))
        user.document.setdefault('granted', {})[project] = list(dict.fromkeys(granted))
        user.document['roles'][project] = list(roles)
        if not roles:
            del user.document['roles'][project], user.document['granted'][project]
        self.db.save(user)

    def assignments(self) -> Response:
        """``GET /v3/role_assignments``"""
        self.require_admin('list_role_assignments')
        query = dict(self.req.query)
        has_names = 'include_names' in query
        assignments = [
            self._assignment(user, project, role, has_names)
            for user in self.db.find('user')
            for id, roles in user.document['roles'].items()
            if (project := self.db.get('project', id)) is not None
            for role in roles
            if query.get('user.id', user.id) == user.id
            and query.get('scope.project.id', id) == id
            and query.get('role.id') in (None, identity_handlers.role_id(role))
        ]
        return self.answer({'role_assignments': assignments, 'links': self.links_of_list()})

    def _assignment(self, user: Row, project: Row, role: str, has_names: bool) -> Document:
        id = identity_handlers.role_id(role)
        path = f'projects/{project.id}/users/{user.id}/roles/{id}'
        parts: dict[str, Document] = {
            'project': {'id': project.id},
            'user': {'id': user.id},
            'role': {'id': id},
        }
        if has_names:
            parts['project'] |= {'name': project.name, 'domain': DOMAIN}
            parts['user'] |= {'name': user.name, 'domain': DOMAIN}
            parts['role'] |= {'name': role}
        return {
            'links': {'assignment': self.link(path)['self']},
            'scope': {'project': parts['project']},
            'user': parts['user'],
            'role': parts['role'],
        }

    def _role_and_user(self, project: str, user: str, role: str) -> tuple[str, Row]:
        self.find('project', project)
        name = identity_handlers.role_of(role)
        if name is None:
            raise Fault(404, f'Could not find role: {role}.')
        return name, self.find('user', user)
