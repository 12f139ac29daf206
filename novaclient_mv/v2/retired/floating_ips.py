"""Floating addresses of a project, as the Compute API passed them on."""

from __future__ import annotations

import builtins

from novaclient_mv import resources, versions
from novaclient_mv.resources import Field
from novaclient_mv.v2.retired import proxies


class FloatingIP(resources.Resource):
    """A floating address, and what it leads to."""

    NAME_ATTR = 'ip'
    fields = (
        Field('id', 'ID'),
        Field('ip', 'IP'),
        Field('server_id', 'Server ID', path='instance_id'),
        Field('fixed_ip', 'Fixed IP'),
        Field('pool'),
    )

    def delete(self) -> resources.TupleWithMeta:
        """Give this address back: ``DELETE /os-floating-ips/{id}``."""
        deleted: resources.TupleWithMeta = self.manager.delete(self)
        return deleted


class FloatingIPManager(proxies.ProxyManager[FloatingIP]):
    """Floating addresses up to 2.35; since then the network service alone has them."""

    kind = 'floating address'
    name_key = 'ip'
    resource_class = FloatingIP

    @versions.wraps('2.0', '2.35')
    def list(self) -> builtins.list[FloatingIP]:
        """The project's addresses.

        ``GET /os-floating-ips``
        """
        return self._list('GET /os-floating-ips', 'floating_ips')

    @versions.wraps('2.0', '2.35')
    def get(self, floating_ip: FloatingIP | str) -> FloatingIP:
        """One address by its id.

        :raises NotFound: there is none.

        ``GET /os-floating-ips/{id}``
        """
        return self._show('GET /os-floating-ips/{id}', 'floating_ip', floating_ip)

    @versions.wraps('2.0', '2.35')
    def create(self, pool: str | None = None) -> FloatingIP:
        """Take an address for the project.

        :param pool: name or id of the pool; the cloud's default one without it.
        :raises NotFound: there is no such pool, or no address is left in it.
        :raises Forbidden: the quota of addresses is used up.

        ``POST /os-floating-ips``
        """
        return self._created(self.send('POST /os-floating-ips', body={'pool': pool}), 'floating_ip')

    @versions.wraps('2.0', '2.35')
    def delete(self, floating_ip: FloatingIP | str) -> resources.TupleWithMeta:
        """Give an address back.

        :raises NotFound: there is none.

        ``DELETE /os-floating-ips/{id}``
        """
        return self._done(self.send('DELETE /os-floating-ips/{id}', floating_ip))
