"""Projects."""

from __future__ import annotations

import uuid

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.identity import identity_handlers


class Projects(identity_handlers.IdentityHandlers):
    """``/v3/projects``"""

    def index(self) -> Response:
        """``GET /v3/projects``"""
        self.require_admin('list_projects')
        return self.listed('projects', map(self.project_view, self.db.find('project')))

    def show(self, id: str) -> Response:
        """``GET /v3/projects/{id}``"""
        self.require_admin('get_project', self.context.project_id == id)
        return self.answer({'project': self.project_view(self.find('project', id))})

    def create(self) -> Response:
        """``POST /v3/projects``"""
        attributes = self.body_of('project', 'name')
        self.require_admin('create_project')
        name = str(attributes['name'])
        if self.db.one('project', name=name) is not None:
            raise Fault(409, f'Conflict occurred attempting to store project {name}.')
        facts = {
            'description': attributes.get('description') or '',
            'enabled': attributes.get('enabled', True) is not False,
            'tags': sorted(set(attributes.get('tags') or [])),
        }
        id = uuid.uuid4().hex
        self.db.insert('project', id, facts, name=name)
        group = {'description': 'Default security group', 'security_group_rules': [], 'tags': []}
        self.db.insert('security_group', str(uuid.uuid4()), group, project=id, name='default')
        return self.answer({'project': self.project_view(self.find('project', id))}, status=201)

    def update(self, id: str) -> Response:
        """``PATCH /v3/projects/{id}``"""
        attributes = self.body_of('project')
        self.require_admin('update_project')
        row = self.find('project', id)
        row.name = attributes.get('name', row.name)
        for key in ('description', 'enabled', 'tags'):
            if key in attributes:
                row.document[key] = attributes[key]
        self.db.save(row)
        return self.answer({'project': {**self.project_view(row), 'extra': {}}})

    def delete(self, id: str) -> Response:
        """``DELETE /v3/projects/{id}``"""
        self.require_admin('delete_project')
        self.db.remove(self.find('project', id))
        for user in list(self.db.find('user')):
            if user.document['roles'].pop(id, None) is not None:
                user.document.get('granted', {}).pop(id, None)
                self.db.save(user)
        for credential in list(self.db.find('application_credential', project=id)):
            self.db.remove(credential)
        return self.answer(status=204)
