"""The content of each host: its servers, their resources, and its zone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.state import clocks

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session


def host_sql(now: float) -> str:
    """The host of a server at a moment, as SQL; of one that is being built, its future host."""
    # A move that has ended by then may still be planned in what is stored, and so may the loss of a
    # host.
    moved = (
        "SELECT coalesce(json_extract(step.value, '$[1].host'), '') "
        "FROM json_each(document, '$.plan') AS step "
        "WHERE json_type(step.value, '$[1].host') IS NOT NULL "
        f"AND json_extract(step.value, '$[0]') <= {float(now)!r} ORDER BY step.key DESC LIMIT 1"
    )
    stored, planned = (
        f"json_extract(document, '{place}')" for place in ('$.host', '$.plan[0][1].host')
    )
    return f'coalesce(({moved}), {stored}, {planned})'


def compute_services(session: Session) -> dict[str, Row]:
    """The compute service of each host, the oldest first."""
    rows = session.find('service', name='nova-compute', order='number')
    return {row.document['host']: row for row in rows}


def has_servers(session: Session, host: str) -> bool:
    """Whether a host has servers, or is about to."""
    return count_servers(session, host) > 0


def count_servers(session: Session, host: str) -> int:
    """Return the number of servers that a host has, or is about to have."""
    sql = (
        "SELECT count(*) FROM thing WHERE kind = 'server' AND (deleted IS NULL OR deleted > ?) "
        f'AND {host_sql(session.now)} = ?'
    )
    return int(session.connection.execute(sql, (session.now, host)).fetchone()[0])


def servers_by_host(session: Session) -> dict[str, list[Row]]:
    """The servers that are on each host, as they are now."""
    servers: dict[str, list[Row]] = {}
    for row in session.find('server'):
        clocks.settle(row.document, session.now)
        if row.document['host']:
            servers.setdefault(row.document['host'], []).append(row)
    return servers


def usage(servers: list[Row]) -> dict[str, int]:
    """Return the sum of servers' resources on a host."""
    total = dict.fromkeys(('vcpus', 'ram', 'disk', 'running'), 0)
    for row in servers:
        flavor: dict[str, Any] = row.document['flavor']
        total['vcpus'] += flavor['vcpus']
        total['ram'] += flavor['ram']
        total['disk'] += flavor['disk'] + flavor['ephemeral']
        total['running'] += 1
    return total


def move(session: Session, host: str, zone: str) -> None:
    """Move a host, and the servers on it, into a zone."""
    service = compute_services(session).get(host)
    if service is None or service.document['zone'] == zone:
        return
    service.document['zone'] = zone
    session.save(service)
    for row in servers_by_host(session).get(host, ()):
        row.document['availability_zone'] = zone
        session.save(row)
