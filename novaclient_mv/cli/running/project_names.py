"""Looks up the names of projects, as far as the identity service tells them to a login."""

from __future__ import annotations

from collections.abc import Callable, Collection

from novaclient_mv.cli.running import owners
from novaclient_mv.wire import request
from novaclient_mv.wire.connection import Connection


def names_of(
    ids: Collection[str], connection: Connection, warn: Callable[[str], None]
) -> dict[str, str]:
    """Id to name of the projects whose name this login may learn.

    ``GET /v3/projects`` of the identity service; for a login that may not list all,
    ``GET /v3/auth/projects``, those that it may work in.

    :param ids: the ids in question; without any nothing is asked.
    :param warn: called where the identity service does not tell all of them.
    """
    if not ids:
        return {}
    names: dict[str, str] = {}
    for path in ('/v3/projects', '/v3/auth/projects'):
        try:
            listed = owners.identity_answer(connection, request.request(f'GET {path}'))
            rows = owners.rows_of(listed, 'projects')
        except owners.Unanswered:
            continue
        names = {str(row['id']): str(row.get('name') or row['id']) for row in rows}
        break
    # Some logs tell the name.
    unknown = sum(id not in names and id not in names.values() for id in ids)
    if unknown:
        warn(f'the identity service tells no name of {unknown} of {len(ids)} projects')
    return {id: names[id] for id in ids if id in names}
