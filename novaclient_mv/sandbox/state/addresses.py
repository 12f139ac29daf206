"""Addresses of ports, and what a server shows of its ports."""

from __future__ import annotations

import ipaddress
from typing import Any

from novaclient_mv.sandbox.state.rows import Row, Session

Document = dict[str, Any]


def at(cidr: str, number: int) -> str:
    """The address of a subnet that belongs to a number; the first are left to routers."""
    block = ipaddress.ip_network(cidr)
    first = 10 if block.num_addresses > 32 else 2
    return str(block[first + number % max(1, block.num_addresses - first - 1)])


def mac(number: int) -> str:
    """The hardware address of the port in a row of this number."""
    return f'fa:16:3e:{number >> 16 & 255:02x}:{number >> 8 & 255:02x}:{number & 255:02x}'


def refresh(session: Session, server_id: str | None) -> None:
    """Copy the addresses of a server's ports into its document."""
    server = session.get('server', server_id) if server_id else None
    if server is None:
        return
    addresses: dict[str, list[Document]] = {}
    for port in session.find('port', parent=server.id):
        network = session.get('network', port.document['network_id'])
        if network is not None:
            addresses.setdefault(network.name, []).extend(_entries(session, port))
    steps = [changes for _, changes in server.document.get('plan') or () if 'addresses' in changes]
    for changes in steps:
        changes['addresses'] = addresses
    if not steps:
        server.document['addresses'] = addresses
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
    return [_entry(port, fixed['ip_address'], 'fixed') for fixed in port.document['fixed_ips']]


def _entries(session: Session, port: Row) -> list[Document]:
    """The addresses of a port, and those that lead to it."""
    return fixed_of(port) + [
        _entry(port, row.document['floating_ip_address'], 'floating')
        for row in session.find('floating_ip')
        if row.document.get('port_id') == port.id
    ]
