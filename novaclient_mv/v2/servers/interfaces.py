"""Network interfaces of a server, and its addresses."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from novaclient_mv import resources, versions
from novaclient_mv.resources import field

if TYPE_CHECKING:
    from novaclient_mv.v2.servers import Server


def addresses_of(fixed_ips: Iterable[Mapping[str, Any]] | None) -> str:
    """The addresses among an interface's fixed IPs."""
    return ', '.join(str(fixed_ip.get('ip_address')) for fixed_ip in fixed_ips or ())


class NetworkInterface(resources.Resource):
    """A port of the network service that is attached to a server."""

    repr_keys = ('port_id',)
    # The server and its address tell an interface as well.
    id_keys = ()

    port_state: str = field()
    port_id: str = field('Port ID')
    net_id: str = field('Net ID')
    fixed_ips: list[Any] = field(
        'IP addresses', cell=addresses_of, shape=resources.known('ip_address', 'subnet_id')
    )
    mac_addr: str = field('MAC Addr')
    tag: str | None = field(start_version='2.70')

    @property
    def id(self) -> str:
        """Id of the port."""
        return str(self._info['port_id'])


class Address(resources.Resource):
    """One address of a server."""

    network: str = field()
    addr: str = field(key='address')
    version: int = field()


def each_address(
    manager: resources.Manager[Any], addresses: Mapping[str, Any]
) -> Iterator[Address]:
    """The addresses of all networks, in order of the networks' names."""
    for network, on_network in sorted(addresses.items()):
        for address in on_network:
            yield Address(manager, {'network': network, **address}, loaded=True)


class InterfacesOfServer(resources.Manager[NetworkInterface]):
    """The interfaces of one server, so that each can be asked for again."""

    resource_class = NetworkInterface

    def __init__(self, api: resources.Api, server: Server | str) -> None:
        super().__init__(api)
        self.server = server

    def get(self, port: NetworkInterface | str) -> NetworkInterface:
        """One interface by the id of its port: ``GET /servers/{server_id}/os-interface/{id}``."""
        return self._show(
            'GET /servers/{server_id}/os-interface/{id}', 'interfaceAttachment', self.server, port
        )

    def list(self) -> builtins.list[NetworkInterface]:
        """All interfaces.

        ``GET /servers/{server_id}/os-interface``
        """
        return self._read_list(
            'GET /servers/{server_id}/os-interface', 'interfaceAttachments', self.server
        )

    def attach(self, **fields: resources.Value) -> NetworkInterface:
        """Attach a port, or a new one: ``POST /servers/{server_id}/os-interface``."""
        return self._create_one(
            'POST /servers/{server_id}/os-interface', 'interfaceAttachment', self.server, **fields
        )


class ServerInterfaces(resources.Manager[resources.R]):
    """Interfaces and addresses of one server; all raise ``NotFound`` for one that is not there."""

    def ips(self, server: Server | str) -> resources.DictWithMeta:
        """The addresses of a server: names of networks to lists of ``addr`` and ``version``.

        ``GET /servers/{server_id}/ips``
        """
        answer = self.send('GET /servers/{server_id}/ips', server)
        return resources.DictWithMeta(resources.member(answer, 'addresses', dict), answer)

    def ips_on_network(self, server: Server | str, network: str) -> resources.DictWithMeta:
        """The addresses of a server on one network: ``GET /servers/{server_id}/ips/{id}``.

        :param network: its name, as :meth:`ips` has it.
        :raises NotFound: the server has none there.
        """
        answer = self.send('GET /servers/{server_id}/ips/{id}', server, network)
        resources.member(answer, network, list)
        return resources.DictWithMeta(answer.body, answer)

    def interface_list(self, server: Server | str) -> builtins.list[NetworkInterface]:
        """The interfaces of a server: ``GET /servers/{server_id}/os-interface``."""
        return InterfacesOfServer(self.api, server).list()

    def interface_get(self, server: Server | str, port_id: str) -> NetworkInterface:
        """One interface of a server, by the id of its port.

        :raises NotFound: the port is not attached to it.

        ``GET /servers/{server_id}/os-interface/{id}``
        """
        return InterfacesOfServer(self.api, server).get(port_id)

    @versions.parameters(tag='2.49..')
    def interface_attach(
        self,
        server: Server | str,
        port_id: str | None,
        net_id: str | None,
        fixed_ip: str | None,
        tag: str | None = None,
    ) -> NetworkInterface:
        """Attach a port, or a new port on a network: ``POST /servers/{server_id}/os-interface``.

        :param port_id: a port that exists; ``net_id`` cannot be given with it.
        :param net_id: network for a new port; without either, the project's only network.
        :param fixed_ip: address of a new port; needs ``net_id``.
        :param tag: by which the guest knows the device (from 2.49).
        :raises BadRequest: arguments that contradict each other, or a port that is taken.
        :raises Conflict: the state or lock of the server forbids it.
        """
        return InterfacesOfServer(self.api, server).attach(
            port_id=port_id or None,
            net_id=net_id or None,
            fixed_ips=[{'ip_address': fixed_ip}] if fixed_ip else None,
            tag=tag or None,
        )

    def interface_detach(self, server: Server | str, port_id: str) -> resources.TupleWithMeta:
        """Detach an interface (asynchronous).

        :raises Conflict: the state or lock of the server forbids it.

        ``DELETE /servers/{server_id}/os-interface/{id}``
        """
        return self._done(
            self.send('DELETE /servers/{server_id}/os-interface/{id}', server, port_id)
        )


class ServerInterfacesMethods(resources.Resource):
    """Interface methods of a server; see :class:`ServerInterfaces`."""

    interface_list = resources.manager_method(ServerInterfaces.interface_list)
    interface_attach = resources.manager_method(ServerInterfaces.interface_attach)
    interface_detach = resources.manager_method(ServerInterfaces.interface_detach)
