"""Fixed and floating addresses that a server gets and loses, up to 2.43."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv import resources, versions
from novaclient_mv.v2.servers import action

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


class ServerAddresses(action.ServerActions[resources.R]):
    """Actions on the addresses of one server; since 2.44 the network service does this."""

    @versions.wraps('2.0', '2.43')
    def add_fixed_ip(
        self, server: Server | str, network_id: resources.Resource | str
    ) -> resources.TupleWithMeta:
        """Add a fixed address on a network to a server (up to 2.43).

        ``POST /servers/{id}/action addFixedIp``
        """
        return self._action('addFixedIp', server, {'networkId': str(resources.getid(network_id))})

    @versions.wraps('2.0', '2.43')
    def remove_fixed_ip(self, server: Server | str, address: str) -> resources.TupleWithMeta:
        """Remove a fixed address from a server (up to 2.43).

        ``POST /servers/{id}/action removeFixedIp``
        """
        return self._action('removeFixedIp', server, {'address': address})

    @versions.wraps('2.0', '2.43')
    def add_floating_ip(
        self, server: Server | str, address: str, fixed_address: str | None = None
    ) -> resources.TupleWithMeta:
        """Associate a floating address with a server (up to 2.43).

        :param fixed_address: the server's address that it leads to, if not the first.

        ``POST /servers/{id}/action addFloatingIp``
        """
        association = resources.without_none({'address': address, 'fixed_address': fixed_address})
        return self._action('addFloatingIp', server, association)

    @versions.wraps('2.0', '2.43')
    def remove_floating_ip(self, server: Server | str, address: str) -> resources.TupleWithMeta:
        """Disassociate a floating address from a server; the project keeps it (up to 2.43).

        ``POST /servers/{id}/action removeFloatingIp``
        """
        return self._action('removeFloatingIp', server, {'address': address})


class ServerAddressesMethods(action.ServerMethods):
    """The actions above, as methods of a server."""

    add_fixed_ip = resources.manager_method(ServerAddresses.add_fixed_ip)
    remove_fixed_ip = resources.manager_method(ServerAddresses.remove_fixed_ip)
    add_floating_ip = resources.manager_method(ServerAddresses.add_floating_ip)
    remove_floating_ip = resources.manager_method(ServerAddresses.remove_floating_ip)
