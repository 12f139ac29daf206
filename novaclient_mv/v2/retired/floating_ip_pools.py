"""Pools of floating addresses, as the Compute API passed them on."""

from __future__ import annotations

import builtins

from novaclient_mv import resources, versions
from novaclient_mv.resources import field


class FloatingIPPool(resources.Resource):
    """A pool that floating addresses are taken from; it has nothing but a name."""

    name: str = field()


class FloatingIPPoolManager(resources.ManagerWithFind[FloatingIPPool]):
    """Pools up to 2.35; since then the network service has them as external networks."""

    kind = 'pool of floating addresses'
    resource_class = FloatingIPPool

    @versions.wraps('2.0', '2.35')
    def list(self) -> builtins.list[FloatingIPPool]:
        """All pools.

        ``GET /os-floating-ip-pools``
        """
        return self._read_list('GET /os-floating-ip-pools', 'floating_ip_pools')

    iterate = resources.every_row(list)
