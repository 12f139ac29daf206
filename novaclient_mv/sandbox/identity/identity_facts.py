"""Resources that no request changes, and lists that are empty here."""

from __future__ import annotations

from novaclient_mv.sandbox.http.wsgi import Document, Response
from novaclient_mv.sandbox.identity import catalog, identity_handlers
from novaclient_mv.sandbox.identity.identity_handlers import DOMAIN, ROLES

_OPEN = ('regions', 'credentials')
"""Lists that everybody sees."""


class IdentityFacts(identity_handlers.IdentityHandlers):
    """``/v3/roles``, ``/v3/domains`` and others; the path has the name of the list."""

    def index(self) -> Response:
        """``GET /v3/roles``"""
        name = self.call.route.segments[-1]
        self.require_admin(f'list_{name}', name in _OPEN)
        return self.listed(name, self._documents(name))

    def show(self, id: str) -> Response:
        """``GET /v3/roles/{id}``"""
        name = self.call.route.segments[-2]
        key = name.removesuffix('s')
        self.require_admin(f'get_{key}', name in _OPEN or id == DOMAIN['id'])
        for document in self._documents(name):
            if document['id'] == id:
                return self.answer({key: document})
        raise self.not_found(key, id)

    def limits_model(self) -> Response:
        """``GET /v3/limits/model``"""
        about = 'Projects below others do not count.'
        return self.answer({'model': {'name': 'flat', 'description': about}})

    def _documents(self, name: str) -> list[Document]:
        """The resources of a list."""
        if name == 'roles':
            return [self.role_view(role) for role in ROLES]
        facts: dict[str, list[Document]] = {
            'domains': [{**DOMAIN, 'description': 'The default domain', 'tags': [], 'options': {}}],
            'regions': [{'id': catalog.REGION, 'description': '', 'parent_region_id': None}],
            'services': [
                {key: entry[key] for key in ('id', 'name', 'type')} for entry in self._entries()
            ],
            'endpoints': [
                {**endpoint, 'service_id': entry['id']}
                for entry in self._entries()
                for endpoint in entry['endpoints']
            ],
        }
        enabled: Document = {} if name == 'regions' else {'enabled': True}
        return [
            {**document, **enabled, 'links': self.link(f'{name}/{document["id"]}')}
            for document in facts.get(name, ())
        ]

    def _entries(self) -> list[Document]:
        # Endpoints of a project have its id spelled as a template.
        return catalog.entries(self.req, '%(tenant_id)s')
