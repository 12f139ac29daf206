"""Addresses of ports, and what a server shows of its ports."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.network.network_faults import NetworkFault

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Row, Session

Document = dict[str, Any]


def at(cidr: str, number: int) -> str:
    """The address of a subnet that belongs to a number; as many differ as the subnet has.

    The first ones are left to routers and to addresses that somebody asks for.
    """
    block = ipaddress.ip_network(cidr)
    first = 10 if block.num_addresses > 32 else 2
    return str(block[first + number % max(1, block.num_addresses - first - 1)])


def mac(number: int) -> str:
    """The hardware address of the port in a row of this number."""
    return f'fa:16:3e:{number >> 16 & 255:02x}:{number >> 8 & 255:02x}:{number & 255:02x}'


def taken(session: Session, subnet: str) -> set[str]:
    """The addresses that ports have in a subnet."""
    return {
        each['ip_address']
        for port in session.find('port')
        for each in port.document['fixed_ips']
        if each['subnet_id'] == subnet
    }


def allocate(session: Session, network: Row, number: int, wanted: list[Document]) -> list[Document]:
    """The fixed addresses of a port: what was asked for, or one in each kind of subnet.

    :raises NetworkFault: 400 for an address that is in no subnet, 409 for one that is taken.
    """
    subnets = [session.get('subnet', id) for id in network.document.get('subnets', [])]
    known = [subnet for subnet in subnets if subnet is not None]
    if not wanted:
        wanted = [
            {'subnet_id': found.id}
            for version in (4, 6)
            if (found := _first(known, version)) is not None
        ]
    return [_one(session, network, known, number, each) for each in wanted]


def _first(subnets: list[Row], version: int) -> Row | None:
    return next((each for each in subnets if each.document['ip_version'] == version), None)


def _one(
    session: Session, network: Row, subnets: list[Row], number: int, wanted: Document
) -> Document:
    """One fixed address, by subnet or by address or by both."""
    address = wanted.get('ip_address')
    fitting = [each for each in subnets if wanted.get('subnet_id') in (None, each.id)]
    if address is not None:
        fitting = [each for each in fitting if is_in(address, each.document['cidr'])]
    if not fitting:
        words = f'IP address {address} is not a valid IP for any of the subnets on the specified '
        if address is None:
            words = f'Failed to create port on network {network.id}, because fixed_ips included '
            words += f'invalid subnet {wanted.get("subnet_id")}, of the specified '
        raise NetworkFault(400, 'InvalidIpForNetwork', f'{words}network.')
    subnet = fitting[0]
    used = taken(session, subnet.id)
    if address is None:
        size = ipaddress.ip_network(subnet.document['cidr']).num_addresses
        candidates = (at(subnet.document['cidr'], number + more) for more in range(min(size, 4096)))
        address = next((each for each in candidates if each not in used), None)
    elif address in used:
        words = f'IP address {address} already allocated in subnet {subnet.id}'
        raise NetworkFault(409, 'IpAddressAlreadyAllocated', words)
    if address is None:
        words = f'No more IP addresses available on network {network.id}.'
        raise NetworkFault(409, 'IpAddressGenerationFailure', words)
    return {'subnet_id': subnet.id, 'ip_address': address}


def is_in(address: str, cidr: str) -> bool:
    """Whether an address is one of a subnet."""
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(cidr)
    except ValueError:
        return False


def refresh(session: Session, server_id: str | None) -> None:
    """Let a server show the addresses that its ports have."""
    server = session.get('server', server_id) if server_id else None
    if server is None:
        return
    found: dict[str, list[Document]] = {}
    for port in session.find('port', parent=server.id):
        network = session.get('network', port.document['network_id'])
        if network is not None:
            found.setdefault(network.name, []).extend(_entries(session, port))
    steps = [changes for _, changes in server.document.get('plan') or () if 'addresses' in changes]
    for changes in steps:
        changes['addresses'] = found
    if not steps:
        server.document['addresses'] = found
    session.save(server)


def _entry(port: Row, address: str, kind: str) -> Document:
    """An address as a server's document keeps it."""
    return {
        'addr': address,
        'version': 6 if ':' in address else 4,
        'OS-EXT-IPS:type': kind,
        'OS-EXT-IPS-MAC:mac_addr': port.document['mac_address'],
    }


def fixed_of(port: Row) -> list[Document]:
    """The addresses of a port, as the document of its server keeps them."""
    return [_entry(port, each['ip_address'], 'fixed') for each in port.document['fixed_ips']]


def _entries(session: Session, port: Row) -> list[Document]:
    """The addresses of a port, and those that lead to it."""
    return fixed_of(port) + [
        _entry(port, row.document['floating_ip_address'], 'floating')
        for row in session.find('floating_ip')
        if row.document.get('port_id') == port.id
    ]
