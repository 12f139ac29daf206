"""The scopes that the user of a token can choose, and the endpoints of the services."""

from __future__ import annotations

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.identity import catalog, identity_handlers
from novaclient_mv.sandbox.state import tokens


class AuthScopes(identity_handlers.IdentityHandlers):
    """``/v3/auth``"""

    def catalog(self) -> Response:
        """``GET /v3/auth/catalog``"""
        facts = self.own_token().document
        project = facts.get('project_id')
        if project is None:
            raise Fault(403, self.call.service.words_of_403.format('get_auth_catalog'))
        entries = catalog.entries(self.req, project)
        return self.answer({'catalog': entries, 'links': self.links_of_list()})

    def projects(self) -> Response:
        """``GET /v3/auth/projects``"""
        user = self.db.get('user', self.own_token().document['user_id'])
        roles = user.document['roles'] if user else {}
        rows = [row for row in self.db.find('project') if row.id in roles]
        return self.listed('projects', map(self.project_view, rows))

    def domains(self) -> Response:
        """``GET /v3/auth/domains``"""
        return self.listed('domains', ())

    def system(self) -> Response:
        """``GET /v3/auth/system``"""
        user = self.db.get('user', self.own_token().document['user_id'])
        has_role = user is not None and tokens.roles_of(user, tokens.SYSTEM)
        scopes = [{'all': True}] if has_role else []
        return self.answer({'system': scopes, 'links': {'self': self.req.url}})
