"""Images as they are stored: who sees which, and how one is shown."""

from __future__ import annotations

import hashlib
from typing import Any

from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.context import Context
from novaclient_mv.sandbox.state.rows import Row, Session

Document = dict[str, Any]

KIND = 'image'
DATA = 'image_data'
STORE = 'fs'
MOST_OCTETS = 64 << 20
"""Of the data of an image, which several copies of are in memory while it is stored."""

# What an image has when nobody says anything of it.
DEFAULTS: Document = {
    'disk_format': None,
    'container_format': None,
    'visibility': 'shared',
    'size': None,
    'virtual_size': None,
    'status': 'queued',
    'checksum': None,
    'protected': False,
    'min_ram': 0,
    'min_disk': 0,
    'os_hidden': False,
    'os_hash_algo': None,
    'os_hash_value': None,
    'tags': [],
}
_NOT_SHOWN = frozenset(('plan', 'properties', 'updated', 'members'))


def find_all(session: Session) -> list[Row]:
    """Every image as it is now, newest first."""
    rows = list(session.find(KIND, descending=True))
    for row in rows:
        clocks.settle(row.document, session.now)
    return rows


def member_status(row: Row, project: str | None) -> str | None:
    """Return a project's reply to an image that is shared with it: ``accepted``, say."""
    member: Document = row.document.get('members', {}).get(project, {})
    return member.get('status')


def is_visible(row: Row, context: Context) -> bool:
    """Whether a caller can see an image when asking for it."""
    return (
        context.is_admin
        or row.document['visibility'] in ('public', 'community')
        or row.project == context.project_id
        or member_status(row, context.project_id) is not None
    )


def visible(session: Session, context: Context) -> list[Row]:
    """The images that a caller can see, newest first."""
    return [row for row in find_all(session) if is_visible(row, context)]


def view(row: Row) -> Document:
    """An image as Glance shows it: properties are beside the other keys."""
    facts = {key: value for key, value in row.document.items() if key not in _NOT_SHOWN}
    image = {**DEFAULTS, **facts}
    if image['status'] in ('active', 'deactivated'):
        image['stores'] = STORE
        image['os_hash_algo'] = 'sha512'
        # Images that were not uploaded have no bytes that could be hashed.
        image['os_hash_value'] = image['os_hash_value'] or hashlib.sha512(b'').hexdigest()
    path = f'/v2/images/{row.id}'
    return {
        **row.document.get('properties', {}),
        'name': row.name,
        **image,
        'owner': row.project,
        'id': row.id,
        'created_at': clocks.iso(row.created),
        'updated_at': clocks.iso(row.updated or row.created),
        'self': path,
        'file': f'{path}/file',
        'schema': '/v2/schemas/image',
    }
