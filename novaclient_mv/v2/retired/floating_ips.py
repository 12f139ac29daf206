"""Floating addresses of a project, as the Compute API passed them on."""

from __future__ import annotations

from novaclient_mv import versions
from novaclient_mv.resources import field
from novaclient_mv.v2.retired import proxies


class FloatingIP(proxies.DeletableProxy):
    """A floating address, and what it leads to."""

    NAME_ATTR = 'ip'
    id: str = field('ID')
    ip: str = field('IP')
    instance_id: str | None = field('Server ID', key='server_id')
    fixed_ip: str | None = field('Fixed IP')
    pool: str = field()


class FloatingIPManager(
    proxies.ListedProxyManager[FloatingIP], proxies.DeletableProxyManager[FloatingIP]
):
    """Floating addresses up to 2.35; since then the network service alone has them."""

    kind = 'floating address'
    name_key = 'ip'
    path, singular, plural = '/os-floating-ips', 'floating_ip', 'floating_ips'
    resource_class = FloatingIP

    @versions.wraps('2.0', '2.35')
    def create(self, pool: str | None = None) -> FloatingIP:
        """Allocate a floating address to the project: ``POST /os-floating-ips``.

        :param pool: name or id of the pool; the cloud's default one without it.
        :raises NotFound: the pool does not exist, or no address is left in it.
        :raises Forbidden: the quota of addresses is used up.
        """
        return self._created(self.send('POST /os-floating-ips', body={'pool': pool}), 'floating_ip')
