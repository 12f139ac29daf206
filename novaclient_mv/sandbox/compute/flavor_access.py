"""Access of projects to private flavors."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.flavors import find_flavor, number_of
from novaclient_mv.sandbox.compute.schemas import flavors as schemas
from novaclient_mv.sandbox.http.declarations import api_version, schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row


class FlavorAccess(controller.ComputeController):
    """``/flavors/{flavor_id}/os-flavor-access``, and the actions of a flavor"""

    def index(self, flavor_id: str) -> Response:
        row = find_flavor(self, flavor_id)
        if row.document['is_public']:
            raise Fault(404, 'Access list not available for public flavors.')
        return self._list(row)

    @api_version('2.0', '2.6')
    @schema(schemas.add_access)
    def add_tenant_access(self, id: str, body: dict[str, Any]) -> Response:
        return self._add(find_flavor(self, id), body['addTenantAccess']['tenant'])

    @api_version('2.7')
    @schema(schemas.add_access)
    def add_tenant_access(self, id: str, body: dict[str, Any]) -> Response:
        row = find_flavor(self, id)
        if row.document['is_public']:
            raise Fault(409, 'Can not add access to a public flavor.')
        return self._add(row, body['addTenantAccess']['tenant'])

    @schema(schemas.remove_access)
    def remove_tenant_access(self, id: str, body: dict[str, Any]) -> Response:
        row, project = find_flavor(self, id), body['removeTenantAccess']['tenant']
        if project not in row.document['access']:
            number = number_of(self.db, row)
            raise Fault(404, f'Flavor access not found for {number} / {project} combination.')
        row.document['access'].remove(project)
        self.db.save(row)
        return self._list(row)

    def _add(self, row: Row, project: str) -> Response:
        self.require_project(project)
        if project in row.document['access']:
            raise Fault(
                409,
                f'Flavor access already exists for flavor {number_of(self.db, row)} and project '
                f'{project} combination.',
            )
        row.document['access'].append(project)
        self.db.save(row)
        return self._list(row)

    def _list(self, row: Row) -> Response:
        views = [{'flavor_id': row.id, 'tenant_id': project} for project in row.document['access']]
        return self.answer({'flavor_access': views})
