"""Networks of a project, as the Compute API passed them on."""

from __future__ import annotations

import builtins

from novaclient_mv import resources, versions
from novaclient_mv.resources import Field
from novaclient_mv.v2.retired import proxies


class TenantNetwork(resources.Resource):
    """A network that a project can put servers on."""

    NAME_ATTR = 'label'
    fields = (
        Field('id', 'ID'),
        Field('label'),
        # The API has the word None where it does not know.
        Field('cidr', 'CIDR'),
    )

    def __repr__(self) -> str:
        return f'<TenantNetwork: {self._info.get("label")}>'


class TenantNetworkManager(proxies.ProxyManager[TenantNetwork]):
    """Networks of a project up to 2.35; since then the network service alone has them."""

    kind = 'network'
    name_key = 'label'
    resource_class = TenantNetwork

    @versions.wraps('2.0', '2.35')
    def list(self) -> builtins.list[TenantNetwork]:
        """The project's networks.

        ``GET /os-tenant-networks``
        """
        return self._list('GET /os-tenant-networks', 'networks')

    @versions.wraps('2.0', '2.35')
    def get(self, network: TenantNetwork | str) -> TenantNetwork:
        """One network by its id.

        :raises NotFound: there is none.

        ``GET /os-tenant-networks/{id}``
        """
        return self._show('GET /os-tenant-networks/{id}', 'network', network)
