"""Select hosts for a server: free ones, its zone, and the policies of its groups."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import compute_hosts, group_placement
from novaclient_mv.sandbox.state import machines

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

NO_HOST = 'No valid host was found. There are not enough hosts available.'
NO_CANDIDATE = 'No valid host was found. '
"""Not even a host that is large enough and enabled; whether it is up does not matter."""


def takers(
    session: Session, facts: dict[str, Any], flavor: dict[str, Any] | None = None
) -> dict[str, str]:
    """Hosts in the zone of a server that take servers and are large enough, with their zones.

    What other servers take of them does not count: the sandbox lends each host to all.

    :param facts: the server's document.
    :param flavor: the document of another flavor that it is to get.
    """
    services = compute_hosts.services(session)
    in_zone = compute_hosts.hosts_of_zone(session, facts['pinned_availability_zone'])
    return {
        host: zone
        for host, zone in compute_hosts.takers(session).items()
        if (in_zone is None or host in in_zone)
        and _is_large_enough(services[host], facts, flavor or facts['flavor'])
    }


def failure(session: Session, facts: dict[str, Any], host: str | None = None) -> str:
    """The words of a new server that no host takes.

    :param facts: the server's document.
    :param host: the one that was asked for, if one was.
    """
    in_zone = compute_hosts.hosts_of_zone(session, facts['pinned_availability_zone'])
    for name, service in compute_hosts.services(session).items():
        is_asked_for = host in (None, name) and (in_zone is None or name in in_zone)
        is_candidate = is_asked_for and not service.document['disabled']
        if is_candidate and _is_large_enough(service, facts, facts['flavor']):
            return NO_HOST
    return NO_CANDIDATE


def _is_large_enough(service: Row, facts: dict[str, Any], flavor: dict[str, Any]) -> bool:
    # The first disk of a server without an image is a volume.
    disk = flavor['ephemeral'] + (flavor['disk'] if facts['image'] else 0)
    needs = {'vcpus': flavor['vcpus'], 'memory_mb': flavor['ram'], 'disk_gb': disk}
    machine = machines.machine_of(service)
    return all(amount <= machine[kind] for kind, amount in needs.items())


def choose(
    session: Session,
    facts: dict[str, Any],
    *,
    flavor: dict[str, Any] | None = None,
    server: str | None = None,
    host: str | None = None,
    without: Collection[str] = (),
) -> str | None:
    """The least loaded host among those that may take a server, ``None`` where none may.

    :param facts: the server's document.
    :param flavor: the document of another flavor that it is to get.
    :param server: its id, where it is somewhere already: it is not in its own way.
    :param host: only this host will do.
    :param without: hosts that are out of the question.
    """
    hosts = [
        candidate
        for candidate in takers(session, facts, flavor)
        if host in (None, candidate) and candidate not in without
    ]
    for id in facts['server_groups']:
        group = session.get('server_group', id)
        if group is not None:
            forbidden = group_placement.excluded(session, group, hosts, server)
            hosts = [candidate for candidate in hosts if candidate not in forbidden]
    return compute_hosts.least_loaded(session, hosts)
