"""Access of projects to private flavors."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from typing import TYPE_CHECKING

from novaclient_mv import errors, resources
from novaclient_mv.resources import field
from novaclient_mv.wire import answers

if TYPE_CHECKING:
    from novaclient_mv.v2 import flavors


class FlavorAccess(resources.Resource):
    """A project that may use a private flavor."""

    flavor_id: str = field('Flavor_ID')
    tenant_id: str = field('Tenant_ID', key='project_id')

    def __repr__(self) -> str:
        flavor, project = self._info.get('flavor_id'), self._info.get('tenant_id')
        return f'<FlavorAccess flavor id: {flavor}, tenant id: {project}>'


class _NoFlavor(errors.InvalidUsage, NotImplementedError):
    """A list of projects without the flavor; python-novaclient has a ``NotImplementedError``."""


class FlavorAccessManager(resources.ManagerWithFind[FlavorAccess]):
    """Access of projects to private flavors (administrators)."""

    kind = 'access'
    resource_class = FlavorAccess

    def list(self, **kwargs: flavors.Flavor | str) -> builtins.list[FlavorAccess]:
        """The projects that may use a flavor.

        :param flavor: private flavor, or its id.
        :raises NotImplementedError: no flavor is named.
        :raises NotFound: the flavor is public, or not there.

        ``GET /flavors/{flavor_id}/os-flavor-access``
        """
        flavor = kwargs.get('flavor')
        if not flavor:
            raise _NoFlavor('list() needs the flavor whose projects it is to list.')
        return self._read_list('GET /flavors/{flavor_id}/os-flavor-access', 'flavor_access', flavor)

    def iterate(self, **kwargs: flavors.Flavor | str) -> Iterator[FlavorAccess]:
        """All rows of :meth:`list`, one after the other.

        ``GET /flavors/{flavor_id}/os-flavor-access``
        """
        return iter(self.list(**kwargs))

    def add_tenant_access(
        self, flavor: flavors.Flavor | str, tenant: str
    ) -> builtins.list[FlavorAccess]:
        """Grant a project access to a private flavor.

        :param tenant: id of the project.
        :returns: all projects that may use it.
        :raises Conflict: it may use it already, or the flavor is public.

        ``POST /flavors/{id}/action addTenantAccess``
        """
        return self._act('addTenantAccess', flavor, tenant)

    def remove_tenant_access(
        self, flavor: flavors.Flavor | str, tenant: str
    ) -> builtins.list[FlavorAccess]:
        """Revoke a project's access to a private flavor.

        :param tenant: id of the project.
        :returns: all projects that may still use it.
        :raises NotFound: it could not use it.

        ``POST /flavors/{id}/action removeTenantAccess``
        """
        return self._act('removeTenantAccess', flavor, tenant)

    def _act(
        self, name: str, flavor: flavors.Flavor | str, tenant: str
    ) -> builtins.list[FlavorAccess]:
        operation = f'POST /flavors/{{id}}/action {name}'
        answer = self.send(operation, flavor, body={name: {'tenant': resources.getid(tenant)}})
        rows = resources.member(answer, 'flavor_access', list)
        access = (FlavorAccess(self, row) for row in answers.objects(answer, rows))
        return resources.ListWithMeta(access, answer)
