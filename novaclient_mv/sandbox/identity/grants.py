"""Roles that users have in projects."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.identity import identity_handlers
from novaclient_mv.sandbox.identity.identity_handlers import DOMAIN
from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]


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
        # Roles include lesser ones.
        order = identity_handlers.ROLES[:4]
        implied = order[: order.index(name) + 1] if name in order else (name,)
        granted = row.document['roles'].get(project, [])
        row.document['roles'][project] = list(dict.fromkeys((*granted, *reversed(implied))))
        self.db.save(row)
        return self.answer(status=204)

    def remove(self, project: str, user: str, role: str) -> Response:
        """``DELETE .../roles/{role}``"""
        self.require_admin('revoke_grant')
        name, row = self._role_and_user(project, user, role)
        left = [role for role in row.document['roles'].get(project, []) if role != name]
        row.document['roles'][project] = left
        if not left:
            del row.document['roles'][project]
        self.db.save(row)
        return self.answer(status=204)

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
