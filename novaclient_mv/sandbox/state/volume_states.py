"""Volumes as servers use them: availability, attachments, detachment and device names."""

from __future__ import annotations

import string
import uuid
from collections.abc import Iterator
from typing import Any

from novaclient_mv.sandbox.state import clocks
from novaclient_mv.sandbox.state.rows import Row, Session

Document = dict[str, Any]
KIND = 'volume'

ZONE = 'nova'
TYPE = 'sandbox'


def document(user: str, size: int, **facts: Any) -> Document:
    """A new volume."""
    return {
        'user_id': user,
        'size': size,
        'status': 'available',
        'description': None,
        'availability_zone': ZONE,
        'volume_type': TYPE,
        'snapshot_id': None,
        'bootable': False,
        'metadata': {},
        'attachments': [],
        **facts,
    }


def find(session: Session, id: str, project: str | None = None) -> Row | None:
    """A volume as it is now."""
    row = session.get(KIND, id, project)
    if row is not None:
        clocks.settle(row.document, session.now)
    return row


def find_all(session: Session, project: str | None) -> Iterator[Row]:
    """The volumes of a project, or all, as they are now."""
    for row in session.find(KIND, project=project):
        clocks.settle(row.document, session.now)
        yield row


def attach(session: Session, server: Row, volume: Row, facts: Document) -> None:
    """Attach a volume to a server; neither row of the server is saved here."""
    volume.document['status'] = 'in-use'
    volume.document['attachments'] = [
        *volume.document['attachments'],
        {
            'id': volume.id,
            'volume_id': volume.id,
            'attachment_id': facts['attachment_id'],
            'server_id': server.id,
            'device': facts['device'],
            'attached_at': clocks.iso_micro(session.now),
        },
    ]
    session.save(volume)


def is_free(volume: Row) -> bool:
    """Whether a volume can be attached: one that is for several servers, to more of them."""
    status = volume.document['status']
    is_shared = volume.document.get('multiattach') and status == 'in-use'
    return status == 'available' or bool(is_shared)


def release(session: Session, volume: Row, server: str, seconds: float = 0.0) -> None:
    """Detach a volume from a server; it is available again, unless others have it too."""
    left = [
        attached for attached in volume.document['attachments'] if attached['server_id'] != server
    ]
    changes = {'status': 'in-use' if left else 'available', 'attachments': left}
    clocks.plan(volume.document, session.now, (seconds, changes))
    session.save(volume)


def release_all(session: Session, server: Row, seconds: float) -> None:
    """Detach or delete the volumes of a server that is deleted."""
    for entry in server.document['volumes']:
        volume = find(session, entry['id'])
        if volume is None:
            continue
        if entry['delete_on_termination']:
            volume.deleted = session.now + seconds
            session.save(volume)
        else:
            release(session, volume, server.id, seconds)


def keep_all(session: Session, server: Row) -> None:
    """Keep the volumes of a server whose deletion is cancelled."""
    for entry in server.document['volumes']:
        volume = find(session, entry['id'])
        if volume is not None:
            volume.deleted = None
            volume.document['plan'] = []
            session.save(volume)


def attachment(server: Row, id: str) -> Document:
    """Return a server's record of one of its volumes, without ``delete_on_termination``."""
    attachments = server.document.get('attachments', {})
    facts: Document | None = attachments.get(id)
    if facts is not None:
        return facts
    ids = [entry['id'] for entry in server.document['volumes']]
    return new_attachment(f'/dev/vd{string.ascii_lowercase[ids.index(id) % 26]}', server.id + id)


def new_attachment(device: str | None, seed: str | None = None, tag: str | None = None) -> Document:
    """Return a server's new record of a volume; a seed makes its ids the same each time."""
    ids = [
        str(uuid.uuid4() if seed is None else uuid.uuid5(uuid.NAMESPACE_URL, f'{kind} {seed}'))
        for kind in ('attachment', 'device')
    ]
    return {'device': device, 'tag': tag, 'attachment_id': ids[0], 'bdm_uuid': ids[1]}


def devices(server: Row) -> list[str]:
    """The device names that a server's disks have."""
    names = [attachment(server, entry['id'])['device'] for entry in server.document['volumes']]
    return [name for name in (*names, server.document['root_device_name']) if name]


def letter_of(name: str) -> str:
    """Return a disk's letter, unique on a server whatever its bus: ``b`` of ``/dev/vdb``."""
    return name.rpartition('/')[2][2:]


def name_devices(session: Session, server: Row) -> None:
    """Name the disks that were attached while a server was on no host; its row is not saved."""
    for entry in server.document['volumes']:
        facts = server.document.get('attachments', {}).get(entry['id'])
        if facts is not None and facts['device'] is None:
            facts['device'] = free_device(server)
            volume = find(session, entry['id'])
            assert volume is not None
            for attached in volume.document['attachments']:
                if attached['server_id'] == server.id:
                    attached['device'] = facts['device']
            session.save(volume)


def free_device(server: Row) -> str:
    """The first device name that is free."""
    used = {letter_of(name) for name in devices(server)}
    # The first disk is the root disk, whatever it is called.
    letter = next(candidate for candidate in string.ascii_lowercase[1:] if candidate not in used)
    return f'/dev/vd{letter}'
