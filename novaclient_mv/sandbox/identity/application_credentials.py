"""Application credentials: logins that a user hands to programs."""

from __future__ import annotations

import secrets
import uuid

from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.identity import identity_handlers
from novaclient_mv.sandbox.state import clocks, tokens
from novaclient_mv.sandbox.state.rows import Row

KIND = 'application_credential'
_KEYS = frozenset((
    'name', 'description', 'secret', 'expires_at', 'unrestricted', 'roles', 'access_rules',
    'project_id', 'user_id',
))  # fmt: skip


class ApplicationCredentials(identity_handlers.IdentityHandlers):
    """``/v3/users/{user}/application_credentials``"""

    def index(self, user: str) -> Response:
        """``GET .../application_credentials``"""
        self.require_own(user, 'list_application_credentials')
        rows = self.db.find(KIND, parent=user)
        return self.listed('application_credentials', map(self._credential_view, rows))

    def show(self, user: str, id: str) -> Response:
        """``GET .../application_credentials/{id}``"""
        self.require_own(user, 'get_application_credential')
        return self.answer({KIND: self._credential_view(self._find(user, id))})

    def create(self, user: str) -> Response:
        """``POST .../application_credentials``"""
        own = self.own_token().document
        attributes = self.body_of(KIND, 'name')
        self.require('create_application_credential', self.context.user_id == user)
        self._require_unrestricted()
        self._check(attributes)
        name = str(attributes['name'])
        if self.db.one(KIND, parent=user, name=name) is not None:
            raise Fault(409, f'Conflict occurred attempting to store {KIND} {name}.')
        secret = str(attributes.get('secret') or secrets.token_urlsafe(64))
        facts = {
            'secret': tokens.digest(secret),
            'description': attributes.get('description'),
            'expires_at': attributes.get('expires_at'),
            'unrestricted': attributes.get('unrestricted'),
            'roles': self._roles(attributes, own['roles']),
        }
        id = uuid.uuid4().hex
        project = self.context.project_id
        self.db.insert(KIND, id, facts, project=project, parent=user, name=name)
        view = {**self._credential_view(self._find(user, id)), 'secret': secret}
        return self.answer({KIND: view}, status=201)

    def delete(self, user: str, id: str) -> Response:
        """``DELETE .../application_credentials/{id}``"""
        self.require_own(user, 'delete_application_credential')
        self._require_unrestricted()
        self.db.remove(self._find(user, id))
        return self.answer(status=204)

    def _require_unrestricted(self) -> None:
        """Refuse the tokens of application credentials that are no proof for others."""
        id = self.own_token().document.get('credential')
        credential = self.db.get(KIND, id) if id else None
        if credential is not None and not credential.document.get('unrestricted'):
            raise Fault(403, 'A restricted application credential cannot be used for this.')

    def _find(self, user: str, id: str) -> Row:
        row = self.db.get(KIND, id)
        if row is None or row.parent != user:
            raise self.not_found('Application Credential', id)
        return row

    def _check(self, attributes: Document) -> None:
        if unknown := sorted(set(attributes) - _KEYS):
            raise Fault(400, f'Additional properties are not allowed ({", ".join(unknown)})')
        if not isinstance(attributes.get('unrestricted'), (bool, type(None))):
            raise Fault(400, 'Invalid input for field/attribute unrestricted: it is a boolean.')
        if attributes.get('access_rules'):
            raise Fault(400, 'The sandbox restricts no requests by access rules: leave them out.')
        if (expires := attributes.get('expires_at')) is not None:
            try:
                is_over = clocks.moment(str(expires)) <= self.now
            except ValueError:
                raise Fault(400, 'Timestamp not in expected format.') from None
            if is_over:
                raise Fault(400, "The 'expires_at' must not be before now.")

    def _roles(self, attributes: Document, own: list[str]) -> list[str]:
        """The roles of a new one: all that the caller has, or some of them and what they imply."""
        if not attributes.get('roles'):
            return list(own)
        names = []
        for role in attributes['roles']:
            name = role.get('name') or identity_handlers.role_of(str(role.get('id')))
            if name not in identity_handlers.ROLES:
                raise Fault(404, f'Role {role.get("name") or role.get("id")} is not defined')
            if name not in own:
                raise Fault(400, 'Invalid application credential: the role is not assigned.')
            names.append(name)
        return [role for role in identity_handlers.with_implied(names) if role in own]

    def _credential_view(self, row: Row) -> Document:
        facts = row.document
        owner = self.db.get('user', row.parent or '')
        every = owner.document['roles'].get(row.project or '', []) if owner else []
        expires = facts.get('expires_at')
        return {
            'id': row.id,
            'name': row.name,
            'description': facts.get('description'),
            'user_id': row.parent,
            'project_id': row.project,
            'system': None,
            'expires_at': clocks.iso_micro(clocks.moment(expires)) if expires else None,
            'unrestricted': facts.get('unrestricted'),
            'roles': [identity_handlers.role_facts(name) for name in facts.get('roles') or every],
            'links': self.link(f'application_credentials/{row.id}'),
        }
