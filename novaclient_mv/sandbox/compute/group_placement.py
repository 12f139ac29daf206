"""Hosts for the servers of a group, by the group's policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.sandbox.compute import host_contents
from novaclient_mv.sandbox.state.rows import COLUMNS
from novaclient_mv.sandbox.state.rows import Row as _Row

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

# Few servers are in a group, so only those are read.
_GROUPED = (
    "kind = 'server' AND (deleted IS NULL OR deleted > ?) "
    """AND document LIKE '%"server_groups":["%'"""
)


def servers_of(session: Session, group: str) -> list[Row]:
    """The servers of a group, the oldest first."""
    sql = f'SELECT {COLUMNS} FROM thing WHERE {_GROUPED} ORDER BY created, number'
    rows = [_Row(columns) for columns in session.connection.execute(sql, (session.now,)).fetchall()]
    return [row for row in rows if group in row.document['server_groups']]


def members(session: Session) -> dict[str, list[str]]:
    """The ids of the servers of each group."""
    sql = (
        "SELECT json_extract(document, '$.server_groups[0]'), id FROM thing "
        f'WHERE {_GROUPED} ORDER BY created, number'
    )
    members_by_group: dict[str, list[str]] = {}
    for group, server in session.connection.execute(sql, (session.now,)):
        members_by_group.setdefault(group, []).append(server)
    return members_by_group


def hosts_of(session: Session, group: str, besides: str | None = None) -> dict[str, int]:
    """The hosts that servers of a group are on, or are going to, with how many each has.

    :param besides: a server that does not count.
    """
    sql = (
        f'SELECT {host_contents.host_sql(session.now)}, count(*) FROM thing WHERE {_GROUPED} '
        "AND json_extract(document, '$.server_groups[0]') = ? AND id IS NOT ? GROUP BY 1"
    )
    rows = session.connection.execute(sql, (session.now, group, besides)).fetchall()
    return {host: count for host, count in rows if host}


def excluded(
    session: Session, group: Row, hosts: list[str], besides: str | None = None
) -> set[str]:
    """The hosts, among some, that a server of a group may not go to.

    :param besides: the server itself, where it is somewhere already.
    """
    has = hosts_of(session, group.id, besides)
    policy = group.document.get('policy')
    if policy == 'affinity':
        return set(hosts) - set(has) if has else set()
    if policy == 'anti-affinity':
        most = group.document.get('rules', {}).get('max_server_per_host', 1)
        return {host for host in hosts if has.get(host, 0) >= most}
    # The soft policies are wishes: they hold as long as some host is left.
    if policy == 'soft-affinity' and set(hosts) & set(has):
        return set(hosts) - set(has)
    if policy == 'soft-anti-affinity':
        minimum = min((has.get(host, 0) for host in hosts), default=0)
        return {host for host in hosts if has.get(host, 0) > minimum}
    return set()
