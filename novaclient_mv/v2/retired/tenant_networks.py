"""Networks of a project, as the Compute API passed them on."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.resources import field
from novaclient_mv.v2.retired import proxies


class TenantNetwork(resources.Resource):
    """A network that a project can put servers on."""

    repr_keys = ('label',)
    NAME_ATTR = 'label'
    id: str = field('ID')
    label: str = field()
    cidr: str = field('CIDR')


class TenantNetworkManager(proxies.ListedProxyManager[TenantNetwork]):
    """Networks of a project up to 2.35; since then the network service alone has them."""

    kind = 'network'
    name_key = 'label'
    path, singular, plural = '/os-tenant-networks', 'network', 'networks'
    resource_class = TenantNetwork
