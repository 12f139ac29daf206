"""Domains, regions, services, endpoints and roles, and lists that are empty here."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.identity import catalog, identity_handlers
from novaclient_mv.sandbox.identity.identity_handlers import DOMAIN, ROLES

Document = dict[str, Any]


class IdentityFacts(identity_handlers.IdentityHandlers):
    """Resources that no request changes"""

    def roles(self) -> Response:
        """``GET /v3/roles``"""
        self.require_admin('list_roles')
        return self.listed('roles', map(self.role_view, ROLES))

    def role(self, id: str) -> Response:
        """``GET /v3/roles/{id}``"""
        self.require_admin('get_role')
        return self._one('role', id, map(self.role_view, ROLES))

    def domains(self) -> Response:
        """``GET /v3/domains``"""
        self.require_admin('list_domains')
        return self.listed('domains', [self._domain()])

    def domain(self, id: str) -> Response:
        """``GET /v3/domains/{id}``"""
        self.require_admin('get_domain', id == DOMAIN['id'])
        return self._one('domain', id, [self._domain()])

    def regions(self) -> Response:
        """``GET /v3/regions``"""
        self.own_token()
        return self.listed('regions', [self._region()])

    def region(self, id: str) -> Response:
        """``GET /v3/regions/{id}``"""
        self.own_token()
        return self._one('region', id, [self._region()])

    def services(self) -> Response:
        """``GET /v3/services``"""
        self.require_admin('list_services')
        return self.listed('services', self._services())

    def service(self, id: str) -> Response:
        """``GET /v3/services/{id}``"""
        self.require_admin('get_service')
        return self._one('service', id, self._services())

    def endpoints(self) -> Response:
        """``GET /v3/endpoints``"""
        self.require_admin('list_endpoints')
        return self.listed('endpoints', self._endpoints())

    def endpoint(self, id: str) -> Response:
        """``GET /v3/endpoints/{id}``"""
        self.require_admin('get_endpoint')
        return self._one('endpoint', id, self._endpoints())

    def limits_model(self) -> Response:
        """``GET /v3/limits/model``"""
        self.own_token()
        about = 'Projects below others do not count.'
        return self.answer({'model': {'name': 'flat', 'description': about}})

    def limits(self) -> Response:
        """``GET /v3/limits``"""
        self.own_token()
        return self.listed('limits', ())

    def registered_limits(self) -> Response:
        """``GET /v3/registered_limits``"""
        self.own_token()
        return self.listed('registered_limits', ())

    def credentials(self) -> Response:
        """``GET /v3/credentials``"""
        self.own_token()
        return self.listed('credentials', ())

    def groups(self) -> Response:
        """``GET /v3/groups``"""
        self.require_admin('list_groups')
        return self.listed('groups', ())

    def policies(self) -> Response:
        """``GET /v3/policies``"""
        self.require_admin('list_policies')
        return self.listed('policies', ())

    def trusts(self) -> Response:
        """``GET /v3/OS-TRUST/trusts``"""
        self.require_admin('list_trusts')
        return self.listed('trusts', ())

    def _one(self, key: str, id: str, documents: Any) -> Response:
        for document in documents:
            if document['id'] == id:
                return self.answer({key: document})
        raise Fault(404, f'Could not find {key}: {id}.')

    def _domain(self) -> Document:
        return {
            **DOMAIN,
            'description': 'The default domain',
            'enabled': True,
            'tags': [],
            'options': {},
            'links': self.link(f'domains/{DOMAIN["id"]}'),
        }

    def _region(self) -> Document:
        return {
            'id': catalog.REGION,
            'description': '',
            'parent_region_id': None,
            'links': self.link(f'regions/{catalog.REGION}'),
        }

    def _entries(self) -> list[Document]:
        # Endpoints of a project have its id spelled as a template.
        return catalog.entries(self.req, '%(tenant_id)s')

    def _services(self) -> list[Document]:
        return [
            {
                'id': entry['id'],
                'name': entry['name'],
                'type': entry['type'],
                'enabled': True,
                'links': self.link(f'services/{entry["id"]}'),
            }
            for entry in self._entries()
        ]

    def _endpoints(self) -> list[Document]:
        return [
            {
                **endpoint,
                'service_id': entry['id'],
                'enabled': True,
                'links': self.link(f'endpoints/{endpoint["id"]}'),
            }
            for entry in self._entries()
            for endpoint in entry['endpoints']
        ]
