"""Select hosts for servers: service up and enabled, the least loaded first."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import service_states
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state.machines import machine_of, name_of

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

DEFAULT_ZONE = 'nova'
INTERNAL_ZONE = 'internal'
"""The zone of services that are not computes services; any host is in it."""

IRONIC = 'ironic'
"""Prefix of names of hosts that manage nodes of the Bare Metal service."""


def is_ironic(service: Row) -> bool:
    """Whether a host manages nodes of the Bare Metal service, and has no hypervisor of its own."""
    return bool(service.document['host'].startswith(IRONIC))


def machine_of_node(node: Row, number: int) -> dict[str, Any]:
    """Return a node of the Bare Metal service as the host of a service.

    :param number: its place among the hypervisors.
    """
    properties = node.document['properties']
    return {
        'type': 'ironic',
        'version': 1,
        'id': node.id,
        'name': node.id,
        'number': number,
        'vcpus': int(properties.get('cpus', 0)),
        'memory_mb': int(properties.get('memory_mb', 0)),
        'disk_gb': int(properties.get('local_gb', 0)),
    }


def services(session: Session) -> dict[str, Row]:
    """The compute service of each host."""
    return {row.document['host']: row for row in session.find('service', name='nova-compute')}


def machine_names(session: Session) -> dict[str, str]:
    """The names of hosts' machines."""
    return {host: name_of(row) for host, row in services(session).items()}


def address(machine: dict[str, Any], number: int) -> str:
    """The address of a host.

    :param number: its place among the hosts, from 1 on.
    """
    ip: str = machine.get('ip', f'192.0.2.{number % 250 + 1}')
    return ip


def address_of(session: Session, host: str | None) -> str | None:
    """The address of the host of a name, ``None`` where there is no such host."""
    for number, row in enumerate(session.find('service', name='nova-compute'), start=1):
        if row.document['host'] == host:
            return address(machine_of(row), number)
    return None


def takers(session: Session) -> dict[str, str]:
    """Hosts that take servers, with their zones."""
    return {
        host: row.document['zone']
        for host, row in services(session).items()
        if not row.document['disabled']
        and service_states.is_up(row, session.now)
        and not is_ironic(row)
    }


def zone_of(session: Session, host: str) -> str:
    """The zone of a host that has a compute service."""
    return str(services(session)[host].document['zone'])


def statuses(session: Session) -> dict[str, str]:
    """Return each host's status as an administrator set it, or as its service reports."""
    return {host: _status(row, session.now) for host, row in services(session).items()}


def _status(row: Row, now: float) -> str:
    if row.document['forced_down']:
        return 'DOWN'
    if row.document['disabled']:
        return 'MAINTENANCE'
    return 'UP' if service_states.is_up(row, now) else 'UNKNOWN'


def is_up(session: Session, host: str) -> bool:
    """Whether the compute service of a host runs; one that is disabled still does."""
    row = services(session).get(host)
    return row is not None and service_states.is_up(row, session.now)


def least_loaded(session: Session, hosts: Collection[str]) -> str | None:
    """The host with the fewest servers among some, ``None`` without one."""
    if not hosts:
        return None
    sql = (
        "SELECT json_extract(document, '$.host'), count(*) FROM thing "
        "WHERE kind = 'server' AND (deleted IS NULL OR deleted > ?) GROUP BY 1"
    )
    loads = dict(session.connection.execute(sql, (session.now,)).fetchall())
    return min(hosts, key=lambda host: (loads.get(host, 0), host))


def require_known(session: Session, host: str) -> None:
    """Refuse a host that has no compute service.

    :raises Fault: 400.
    """
    if host not in services(session):
        raise Fault(400, f'Compute host {host} could not be found.')


def unmapped(host: str) -> Fault:
    """The fault of a host without a compute service, where its services are named."""
    return Fault(404, f"Host '{host}' is not mapped to any cell")


def hosts_of_zone(session: Session, zone: str | None) -> frozenset[str] | None:
    """The hosts that a server of a zone may be on, ``None`` where any will do.

    Only aggregates tie a zone to hosts: without one of its name, a zone ties a server to none.
    """
    hosts = [
        aggregate.document['hosts']
        for aggregate in session.find('aggregate')
        if zone is not None and aggregate.document['metadata'].get('availability_zone') == zone
    ]
    return frozenset(itertools.chain(*hosts)) if hosts else None


def require_zone(session: Session, zone: str) -> None:
    """Refuse a zone that no service is in.

    :raises Fault: 400.
    """
    zones = {row.document['zone'] for row in services(session).values()}
    if zone not in zones | {INTERNAL_ZONE}:
        raise Fault(400, 'The requested availability zone is not available')
