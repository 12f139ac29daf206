"""Users."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.identity import identity_handlers
from novaclient_mv.sandbox.identity.identity_handlers import refused
from novaclient_mv.sandbox.state import tokens

# What is not shown, or not as it was given.
_KNOWN = frozenset(('name', 'password', 'enabled', 'domain_id', 'id', 'options'))


def _stored(password: str | None) -> str | None:
    """The stored form of a password; without one nobody logs in by it."""
    return None if password is None else tokens.digest(password)


class Users(identity_handlers.IdentityHandlers):
    """``/v3/users``"""

    def index(self) -> Response:
        """``GET /v3/users``"""
        self.require_admin('list_users')
        return self.listed('users', map(self.user_view, self.db.find('user')))

    def show(self, id: str) -> Response:
        """``GET /v3/users/{id}``"""
        self.require_own(id, 'get_user')
        return self.answer({'user': self.user_view(self.find('user', id))})

    def create(self) -> Response:
        """``POST /v3/users``"""
        attributes = self.body_of('user', 'name')
        self.require_admin('create_user')
        name = str(attributes['name'])
        if self.db.one('user', name=name) is not None:
            raise Fault(409, f'Conflict occurred attempting to store user {name}.')
        facts = {
            'password': _stored(attributes.get('password')),
            'roles': {},
            'enabled': attributes.get('enabled', True) is not False,
            'extra': {key: value for key, value in attributes.items() if key not in _KNOWN},
        }
        id = uuid.uuid4().hex
        self.db.insert('user', id, facts, name=name)
        return self.answer({'user': self.user_view(self.find('user', id))}, status=201)

    def update(self, id: str) -> Response:
        """``PATCH /v3/users/{id}``"""
        attributes = self.body_of('user')
        self.require_admin('update_user')
        row = self.find('user', id)
        row.name = attributes.get('name', row.name)
        was_enabled = tokens.is_enabled(row)
        if 'password' in attributes:
            row.document['password'] = _stored(attributes['password'])
        if 'enabled' in attributes:
            row.document['enabled'] = attributes['enabled'] is not False
        if attributes.get('password') is not None or (was_enabled and not tokens.is_enabled(row)):
            tokens.revoke_all(self.db, 'user_id', id)
        more: dict[str, Any] = {
            key: value for key, value in attributes.items() if key not in _KNOWN
        }
        row.document['extra'] = {**row.document.get('extra', {}), **more}
        self.db.save(row)
        return self.answer({'user': {**self.user_view(row), 'extra': more}})

    def delete(self, id: str) -> Response:
        """``DELETE /v3/users/{id}``"""
        self.require_admin('delete_user')
        self.db.remove(self.find('user', id))
        tokens.revoke_all(self.db, 'user_id', id)
        for credential in list(self.db.find('application_credential', parent=id)):
            self.db.remove(credential)
        return self.answer(status=204)

    def change_password(self, id: str) -> Response:
        """``POST /v3/users/{id}/password``"""
        attributes = self.body_of('user', 'password')
        row, old = self.db.get('user', id), attributes.get('original_password')
        if not isinstance(old, str):
            raise Fault(400, "Invalid input for field 'original_password': it is a string.")
        if row is None or not tokens.is_enabled(row):
            raise refused()
        if tokens.digest(old) != row.document['password']:
            raise refused()
        row.document['password'] = _stored(attributes['password'])
        self.db.save(row)
        tokens.revoke_all(self.db, 'user_id', id)
        return self.answer(status=204)

    def projects(self, id: str) -> Response:
        """``GET /v3/users/{id}/projects``"""
        self.require_own(id, 'list_user_projects')
        roles = self.find('user', id).document['roles']
        rows = [row for row in self.db.find('project') if row.id in roles]
        return self.listed('projects', map(self.project_view, rows))

    def groups(self, id: str) -> Response:
        """``GET /v3/users/{id}/groups``"""
        self.require_own(id, 'list_groups_for_user')
        return self.listed('groups', ())
