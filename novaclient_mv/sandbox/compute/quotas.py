"""Quotas: how much of each resource a project may have, and how much of it is in use."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute.controller import Field
from novaclient_mv.sandbox.http.wsgi import Fault
from novaclient_mv.sandbox.state import clocks

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

KIND = 'quota'
CLASS_KIND = 'quota_class'
UNLIMITED = -1

# Resource, what everyone may have, and when a project's quotas show it.
_RESOURCES = (
    ('instances', 10, '2.0..'),
    ('cores', 20, '2.0..'),
    ('ram', 51200, '2.0..'),
    ('floating_ips', UNLIMITED, '..2.35'),
    ('fixed_ips', UNLIMITED, '..2.35'),
    ('metadata_items', 128, '2.0..'),
    ('injected_files', 5, '..2.56'),
    ('injected_file_content_bytes', 10240, '..2.56'),
    ('injected_file_path_bytes', 255, '..2.56'),
    ('security_groups', UNLIMITED, '..2.35'),
    ('security_group_rules', UNLIMITED, '..2.35'),
    ('key_pairs', 100, '2.0..'),
    ('server_groups', 10, '2.0..'),
    ('server_group_members', 10, '2.0..'),
)
DEFAULTS = {name: limit for name, limit, _ in _RESOURCES}
FIELDS = tuple(Field(name, name, versions) for name, _, versions in _RESOURCES)

# Quotas of a class show some of them in other versions.
_CLASS_VERSIONS = {
    'floating_ips': '..2.49',
    'fixed_ips': '..2.49',
    'security_groups': '..2.49',
    'security_group_rules': '..2.49',
    'server_groups': '2.50..',
    'server_group_members': '2.50..',
}
CLASS_FIELDS = tuple(
    Field(name, name, _CLASS_VERSIONS.get(name, versions)) for name, _, versions in _RESOURCES
)


def of_class(session: Session) -> dict[str, int]:
    """Return the limits of projects without their own."""
    row = session.get(CLASS_KIND, 'default')
    return {**DEFAULTS, **(row.document if row else {})}


def own(session: Session, project: str, user: str | None = None) -> dict[str, int]:
    """Return the limits that were set for a project, or for a user of it."""
    row = session.get(KIND, project if user is None else f'{project}/{user}')
    return dict(row.document) if row else {}


def of_users(session: Session, project: str, without: str | None = None) -> Counter[str]:
    """The sum of the limits that were set for the users of a project.

    :param without: a user who is left out.
    """
    amounts: Counter[str] = Counter()
    for row in session.find(KIND):
        owner, _, user = row.id.partition('/')
        if owner == project and user not in ('', without):
            amounts.update(row.document)
    return amounts


def limits(session: Session, project: str, user: str | None = None) -> dict[str, int]:
    """The limits that hold for a project, or for a user of it."""
    amounts = {**of_class(session), **own(session, project)}
    return amounts if user is None else {**amounts, **own(session, project, user)}


def set_limits(session: Session, kind: str, id: str, changes: dict[str, int]) -> None:
    """Keep limits of a project (``kind`` is :data:`KIND`) or of a class."""
    row = session.get(kind, id)
    if row is None:
        session.insert(kind, id, changes)
    else:
        row.document.update(changes)
        session.save(row)


def used(session: Session, project: str, user: str | None = None) -> dict[str, int]:
    """Return the use of each resource by a project, or a user of it."""
    servers = (
        "FROM thing WHERE kind = 'server' AND project = ? AND (deleted IS NULL OR deleted > ?) "
        # What waits for its end is not counted.
        "AND json_extract(document, '$.is_put_off') IS NULL"
    )
    values: list[Any] = [project, session.now]
    if user is not None:
        servers += " AND json_extract(document, '$.user_id') = ?"
        values.append(user)
    sums = (
        "SELECT count(*), total(json_extract(document, '$.flavor.vcpus')), "
        f"total(json_extract(document, '$.flavor.ram')) {servers}"
    )
    instances, cores, ram = session.connection.execute(sums, values).fetchone()
    # A resize that has ended by now may still be planned in what is stored.
    resizes = (
        f'SELECT document {servers} '
        """AND instr(json_extract(document, '$.plan'), '"flavor":') > 0"""
    )
    for (text,) in session.connection.execute(resizes, values):
        document = json.loads(text)
        before = document['flavor']
        after = clocks.settle(document, session.now)['flavor']
        cores += after['vcpus'] - before['vcpus']
        ram += after['ram'] - before['ram']
    groups: list[Row] = [
        row
        for row in session.find('server_group', project=project)
        if user in (None, row.document.get('user_id'))
    ]
    return {
        **dict.fromkeys(DEFAULTS, 0),
        'instances': instances,
        'cores': int(cores),
        'ram': int(ram),
        'server_groups': len(groups),
    }


def require_room(session: Session, project: str, user: str, amounts: dict[str, int]) -> None:
    """Refuse servers that a project, or the user in it, has no room for.

    :param amounts: resource to how much more of it.
    :raises Fault: 403.
    """
    for who in (None, user):
        if who is not None and not own(session, project, who):
            continue
        most, has = limits(session, project, who), used(session, project, who)
        over = [
            name
            for name, more in amounts.items()
            if most[name] != UNLIMITED and more > 0 and has[name] + more > most[name]
        ]
        if over:
            names = ', '.join(over)
            raise Fault(
                403,
                f'Quota exceeded for {names}: Requested '
                f'{", ".join(str(amounts[name]) for name in over)}, but already used '
                f'{", ".join(str(has[name]) for name in over)} of '
                f'{", ".join(str(most[name]) for name in over)} {names}',
            )


def room(session: Session, project: str, user: str, one: dict[str, int], most: int) -> int:
    """Return the number of resources that a project, and the user in it, have room for.

    :param one: what one of them takes.
    :param most: more than that need not be counted.
    """
    fitting = most
    for who in (None, user):
        if who is not None and not own(session, project, who):
            continue
        limit, has = limits(session, project, who), used(session, project, who)
        for name, amount in one.items():
            if limit[name] != UNLIMITED and amount > 0:
                fitting = min(fitting, (limit[name] - has[name]) // amount)
    return fitting


def require_fewer(session: Session, project: str, resource: str, count: int, message: str) -> None:
    """Refuse one more of a resource that there are ``count`` of.

    :raises Fault: 403.
    """
    most = limits(session, project)[resource]
    if most != UNLIMITED and count >= most:
        raise Fault(403, message)


def require_metadata(session: Session, project: str, metadata: dict[str, str]) -> None:
    """Refuse more metadata than a project may give a server.

    :raises Fault: 403.
    """
    most = limits(session, project)['metadata_items']
    message = f'Maximum number of metadata items exceeds {most}'
    require_fewer(session, project, 'metadata_items', len(metadata) - 1, message)
