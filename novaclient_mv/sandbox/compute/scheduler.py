"""Select hosts for a server: free ones, its zone, and the policies of its groups."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import compute_hosts, group_placement
from novaclient_mv.sandbox.state import machines

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Session

NO_HOST = 'No valid host was found. There are not enough hosts available.'


def takers(
    session: Session, facts: dict[str, Any], flavor: dict[str, Any] | None = None
) -> dict[str, str]:
    """Hosts that take servers and are large enough for one, with their zones.

    What other servers take of them does not count: the sandbox lends each host to all.

    :param facts: the server's document.
    :param flavor: the document of another flavor that it is to get.
    """
    new_flavor = flavor or facts['flavor']
    # The first disk of a server without an image is a volume.
    disk = new_flavor['ephemeral'] + (new_flavor['disk'] if facts['image'] else 0)
    needs = {'vcpus': new_flavor['vcpus'], 'memory_mb': new_flavor['ram'], 'disk_gb': disk}
    services = compute_hosts.services(session)
    zones = {}
    for host, zone in compute_hosts.takers(session).items():
        machine = machines.machine_of(services[host])
        if all(amount <= machine[kind] for kind, amount in needs.items()):
            zones[host] = zone
    return zones


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
    zone = facts['pinned_availability_zone']
    hosts = [
        candidate
        for candidate, its_zone in takers(session, facts, flavor).items()
        if zone in (None, its_zone) and host in (None, candidate) and candidate not in without
    ]
    for id in facts['server_groups']:
        group = session.get('server_group', id)
        if group is not None:
            forbidden = group_placement.excluded(session, group, hosts, server)
            hosts = [candidate for candidate in hosts if candidate not in forbidden]
    return compute_hosts.least_loaded(session, hosts)
