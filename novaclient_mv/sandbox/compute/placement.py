"""Where a server may go: hosts that take servers, its zone, and the policies of its groups."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import compute_hosts, group_placement

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Session

NO_HOST = 'No valid host was found. There are not enough hosts available.'


def choose(
    session: Session,
    facts: dict[str, Any],
    *,
    server: str | None = None,
    host: str | None = None,
    without: Collection[str] = (),
) -> str | None:
    """The least loaded host among those that may take a server, ``None`` where none may.

    :param facts: the server's document.
    :param server: its id, where it is somewhere already: it is not in its own way.
    :param host: only this host will do.
    :param without: hosts that are out of the question.
    """
    zone = facts['pinned_availability_zone']
    hosts = [
        each
        for each, its_zone in compute_hosts.takers(session).items()
        if zone in (None, its_zone) and host in (None, each) and each not in without
    ]
    for id in facts['server_groups']:
        group = session.get('server_group', id)
        if group is not None:
            forbidden = group_placement.excluded(session, group, hosts, server)
            hosts = [each for each in hosts if each not in forbidden]
    return compute_hosts.least_loaded(session, hosts)
