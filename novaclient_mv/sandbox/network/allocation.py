"""Allocate addresses for a port."""

from __future__ import annotations

import ipaddress

from novaclient_mv.sandbox.http.wsgi import Document, Fault
from novaclient_mv.sandbox.state import addresses
from novaclient_mv.sandbox.state.rows import Row, Session


def used_addresses(session: Session, subnet: str) -> set[str]:
    """The addresses that ports have in a subnet."""
    return {
        fixed_ip['ip_address']
        for port in session.find('port')
        for fixed_ip in port.document['fixed_ips']
        if fixed_ip['subnet_id'] == subnet
    }


def allocate(
    session: Session, network: Row, number: int, requested: list[Document]
) -> list[Document]:
    """The fixed addresses of a port: what was asked for, or one in each kind of subnet."""
    subnets = [session.get('subnet', id) for id in network.document.get('subnets', [])]
    own_subnets = [subnet for subnet in subnets if subnet is not None]
    if not requested:
        requested = [
            {'subnet_id': first.id}
            for version in (4, 6)
            if (first := _first(own_subnets, version)) is not None
        ]
    return [_one(session, network, own_subnets, number, wish) for wish in requested]


def _first(subnets: list[Row], version: int) -> Row | None:
    return next((subnet for subnet in subnets if subnet.document['ip_version'] == version), None)


def _one(
    session: Session, network: Row, subnets: list[Row], number: int, wish: Document
) -> Document:
    """One fixed address, by subnet or by address or by both."""
    address = wish.get('ip_address')
    fitting = [subnet for subnet in subnets if wish.get('subnet_id') in (None, subnet.id)]
    if address is not None:
        fitting = [subnet for subnet in fitting if is_in(address, subnet.document['cidr'])]
    if not fitting:
        words = f'IP address {address} is not a valid IP for any of the subnets on the specified '
        if address is None:
            words = f'Failed to create port on network {network.id}, because fixed_ips included '
            words += f'invalid subnet {wish.get("subnet_id")}, of the specified '
        raise Fault(400, f'{words}network.', code='InvalidIpForNetwork')
    subnet = fitting[0]
    used = used_addresses(session, subnet.id)
    if address is None:
        size = ipaddress.ip_network(subnet.document['cidr']).num_addresses
        candidates = (
            addresses.at(subnet.document['cidr'], number + more) for more in range(min(size, 4096))
        )
        address = next((candidate for candidate in candidates if candidate not in used), None)
    elif address in used:
        words = f'IP address {address} already allocated in subnet {subnet.id}'
        raise Fault(409, words, code='IpAddressAlreadyAllocated')
    if address is None:
        words = f'No more IP addresses available on network {network.id}.'
        raise Fault(409, words, code='IpAddressGenerationFailure')
    return {'subnet_id': subnet.id, 'ip_address': address}


def is_in(address: str, cidr: str) -> bool:
    """Whether an address is one of a subnet."""
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(cidr)
    except ValueError:
        return False
