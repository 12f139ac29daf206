"""Tokens: logins by password, token and application credential, and what a token says."""

from __future__ import annotations

from typing import Any, NamedTuple

from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.identity import catalog, identity_handlers
from novaclient_mv.sandbox.identity.identity_handlers import DOMAIN, refused
from novaclient_mv.sandbox.state import clocks, tokens
from novaclient_mv.sandbox.state.rows import Row


class Login(NamedTuple):
    """A proven identity; by a token, ``first`` is the id of the one at the beginning."""

    user: Row
    methods: tuple[str, ...] = ()
    first: str | None = None
    expires: float | None = None
    credential: Row | None = None


class AuthTokens(identity_handlers.IdentityHandlers):
    """``/v3/auth/tokens``, and what the user of a token can choose"""

    def create(self) -> Response:
        """``POST /v3/auth/tokens``"""
        scope = self.json('auth').get('scope')
        identity = self.json('auth', 'identity')
        methods = identity.get('methods')
        if not isinstance(methods, list):
            raise Fault(400, "Invalid input for field 'identity': 'methods' is a list.")
        logins: list[Login] = []
        for method in map(str, methods):
            if method not in _METHODS:
                raise Fault(401, f'Authentication method {method} is not supported.')
            logins.append(getattr(self, _METHODS[method])(self.json('auth', 'identity', method)))
        # All of them prove one identity.
        if len({login.user.id for login in logins}) != 1:
            raise refused()
        login = logins[-1]
        if login.credential is not None and scope is not None:
            raise refused()
        facts: Document = {
            'methods': list(dict.fromkeys((*map(str, methods), *login.methods))),
            'user_id': login.user.id,
            'user_name': login.user.name,
            'issued': self.now,
            'roles': [],
        }
        if login.credential is not None:
            scope = {'project': {'id': login.credential.project}}
            facts['credential'] = login.credential.id
        if login.first is not None:
            facts['first'] = login.first
        self._apply_scope(login, scope, facts)
        token = tokens.issue(self.db, facts, login.expires)
        return self.answer(self._token_view(facts), (('X-Subject-Token', token),), status=201)

    def show(self) -> Response:
        """``GET /v3/auth/tokens``"""
        row, text = self._subject(), self.req.header('X-Subject-Token') or ''
        return self.answer(self._token_view(row.document), (('X-Subject-Token', text),))

    def delete(self) -> Response:
        """``DELETE /v3/auth/tokens``"""
        tokens.revoke(self.db, self._subject())
        return self.answer(status=204)

    def catalog(self) -> Response:
        """``GET /v3/auth/catalog``"""
        project = self.context.project_id
        self.require('get_auth_catalog', project is not None)
        entries = catalog.entries(self.req, project or '')
        return self.answer({'catalog': entries, 'links': self.links_of_list()})

    def projects(self) -> Response:
        """``GET /v3/auth/projects``"""
        user = self.db.get('user', self.context.user_id)
        roles = user.document['roles'] if user else {}
        rows = [row for row in self.db.find('project') if row.id in roles]
        return self.listed('projects', map(self.project_view, rows))

    def domains(self) -> Response:
        """``GET /v3/auth/domains``"""
        return self.listed('domains', ())

    def system(self) -> Response:
        """``GET /v3/auth/system``"""
        user = self.db.get('user', self.context.user_id)
        has_roles = user is not None and tokens.roles_of(user, tokens.SYSTEM)
        scopes = [{'all': True}] if has_roles else []
        return self.answer({'system': scopes, 'links': {'self': self.req.url}})

    # -- methods

    def _named(self, kind: str, facts: Any) -> Row | None:
        """The user or the project that a request names by id, or by name and domain."""
        if isinstance(facts, dict) and 'id' in facts:
            return self.db.get(kind, str(facts['id']))
        domain = facts.get('domain') if isinstance(facts, dict) else None
        if not isinstance(domain, dict) or 'name' not in facts:
            raise Fault(400, f'Invalid input for field {kind}: it needs id, or name and domain.')
        if DOMAIN['id'] != domain.get('id') and DOMAIN['name'] != domain.get('name'):
            raise refused()
        return self.db.one(kind, name=str(facts['name']))

    def _user(self, facts: Any) -> Row:
        user = self._named('user', facts)
        if user is None or not tokens.is_enabled(user):
            raise refused()
        return user

    def by_password(self, details: Document) -> Login:
        """A user and the password."""
        user = self._user(details.get('user'))
        password = details['user'].get('password', '')
        if not isinstance(password, str):
            raise Fault(400, "Invalid input for field 'password': it is a string.")
        if tokens.digest(password) != user.document['password']:
            raise refused()
        return Login(user)

    def by_token(self, details: Document) -> Login:
        """A token that was got before; the new one does not live longer."""
        if not isinstance(details.get('id'), str):
            raise Fault(400, "Invalid input for field 'identity/token': 'id' is required")
        row = tokens.find(self.db, details['id'])
        if row is None:
            raise Fault(404, 'Could not recognize Fernet token')
        facts = row.document
        if facts.get('credential'):
            raise Fault(403, 'The token of an application credential stays with its project.')
        user = self._user({'id': facts['user_id']})
        return Login(user, tuple(facts['methods']), facts.get('first', row.id), facts['expires'])

    def by_application_credential(self, details: Document) -> Login:
        """An application credential, which is bound to its project and roles."""
        if 'id' in details:
            credential = self.db.get('application_credential', str(details['id']))
            if credential is None:
                raise self.not_found('Application Credential', str(details['id']))
        else:
            user = self._user(details.get('user'))
            name = str(details.get('name'))
            credential = self.db.one('application_credential', parent=user.id, name=name)
        secret = details.get('secret')
        if credential is None or tokens.has_expired(self.db, credential):
            raise refused()
        if not isinstance(secret, str) or tokens.digest(secret) != credential.document['secret']:
            raise refused()
        owner = self._user({'id': credential.parent})
        gone = credential.document.get('expires_at')
        expires = min(clocks.moment(gone), self.now + tokens.LIFETIME) if gone else None
        return Login(owner, expires=expires, credential=credential)

    # -- scopes

    def _apply_scope(self, login: Login, scope: Any, facts: Document) -> None:
        """Add project and roles to a token's facts; without a scope it has neither."""
        if scope in (None, 'unscoped'):
            return
        if not isinstance(scope, dict) or not set(scope) & {*_SCOPES, 'unscoped'}:
            raise Fault(400, f'Expecting to find {" or ".join(_SCOPES)} in scope.')
        if 'unscoped' in scope:
            return
        if 'system' in scope:
            facts.update(system={'all': True}, roles=tokens.roles_of(login.user, tokens.SYSTEM))
            if not facts['roles']:
                raise refused()
            return
        if 'project' not in scope:
            raise refused()
        project = self._named('project', scope['project'])
        roles = tokens.roles_in(project, login.user, login.credential)
        if project is None or not roles:
            raise refused()
        facts.update(project_id=project.id, project_name=project.name, roles=roles)

    # -- what a token says

    def _subject(self) -> Row:
        """The token that a request is about."""
        text = self.req.header('X-Subject-Token')
        if text is None:
            raise Fault(403, 'The X-Subject-Token header says which token it is about.')
        row = tokens.find(self.db, text)
        if row is None:
            raise Fault(404, 'Could not find token.')
        if row.document['user_id'] != self.context.user_id:
            self.require_admin('validate_token')
        return row

    def _token_view(self, facts: Document) -> Document:
        token: Document = {
            'methods': facts['methods'],
            'user': {
                'domain': DOMAIN,
                'id': facts['user_id'],
                'name': facts['user_name'],
                'password_expires_at': None,
            },
            'audit_ids': [tokens.digest(facts['user_id'] + str(facts['issued']))[:22]],
            'expires_at': f'{clocks.iso_micro(facts["expires"])}Z',
            'issued_at': f'{clocks.iso_micro(facts["issued"])}Z',
        }
        if facts.get('project_id'):
            project = {'domain': DOMAIN, 'id': facts['project_id'], 'name': facts['project_name']}
            token.update(project=project, is_domain=False)
        if facts.get('system'):
            token['system'] = facts['system']
        if facts['roles']:
            token['roles'] = [
                {'id': identity_handlers.role_id(name), 'name': name} for name in facts['roles']
            ]
            if 'nocatalog' not in dict(self.req.query):
                token['catalog'] = catalog.entries(self.req, facts.get('project_id') or '')
        return {'token': token}


_METHODS = {
    'password': 'by_password',
    'token': 'by_token',
    'application_credential': 'by_application_credential',
}
_SCOPES = ('system', 'project', 'domain', 'OS-TRUST:trust')
