"""Types of volumes as they are stored: those of every sandbox, and those that were added."""

from __future__ import annotations

import uuid
from typing import Any

from novaclient_mv.sandbox.state import volume_states
from novaclient_mv.sandbox.state.context import Context
from novaclient_mv.sandbox.state.rows import Session

Document = dict[str, Any]

KIND = 'volume_type'


class VolumeType:
    """One type of volumes."""

    def __init__(self, id: str, name: str, document: Document) -> None:
        self.id = id
        self.name = name
        self.description: str | None = document.get('description')
        self.is_public: bool = document.get('is_public', True)
        self.extra_specs: dict[str, str] = document.get('extra_specs', {})
        self.access: list[str] = document.get('access', [])


def _built_in(name: str, **document: Any) -> VolumeType:
    return VolumeType(str(uuid.uuid5(uuid.NAMESPACE_URL, f'volume type {name}')), name, document)


BUILT_IN = (
    _built_in(volume_states.TYPE),
    _built_in('multiattach', extra_specs={'multiattach': '<is> True'}),
    _built_in('__DEFAULT__', description='Default Volume Type'),
)


def find_all(session: Session) -> list[VolumeType]:
    """Every type, the latest first."""
    rows = session.find(KIND, descending=True)
    return [*(VolumeType(row.id, row.name or '', row.document) for row in rows), *BUILT_IN]


def find(session: Session, name: str | None) -> VolumeType | None:
    """The type of a name or an id."""
    for volume_type in find_all(session):
        if name in (volume_type.name, volume_type.id):
            return volume_type
    return None


def id_of(session: Session, name: str | None) -> str | None:
    """The id of the type of a name."""
    volume_type = find(session, name)
    return volume_type.id if volume_type else None


def is_visible(kind: VolumeType, context: Context) -> bool:
    """Whether a caller may use a type."""
    return kind.is_public or context.is_admin or context.project_id in kind.access


def is_multiattach(kind: VolumeType) -> bool:
    """Whether volumes of a type can be attached to several servers."""
    return kind.extra_specs.get('multiattach') == '<is> True'


def facts(kind: VolumeType) -> Document:
    """Return a type as other resources show it."""
    return {
        'id': kind.id,
        'name': kind.name,
        'is_public': kind.is_public,
        'description': kind.description,
        'extra_specs': kind.extra_specs,
        'qos_specs_id': None,
    }
