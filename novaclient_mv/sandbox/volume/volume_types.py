"""Types of volumes: those of every sandbox, and those that administrators add."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox import neighbour
from novaclient_mv.sandbox.compute import volume_states
from novaclient_mv.sandbox.compute.schemas import parts
from novaclient_mv.sandbox.volume import schemas, volume_handlers
from novaclient_mv.sandbox.wsgi import Fault, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Session

Document = dict[str, Any]

KIND = 'volume_type'
RULE = 'volume_extension'


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


def named(session: Session, name: str | None) -> VolumeType | None:
    """The type of a name or an id."""
    for each in find_all(session):
        if name in (each.name, each.id):
            return each
    return None


def id_of(session: Session, name: str | None) -> str | None:
    """The id of the type of a name."""
    found = named(session, name)
    return found.id if found else None


def is_visible(handler: neighbour.Handlers, kind: VolumeType) -> bool:
    """Whether the caller may use a type."""
    context = handler.context
    return kind.is_public or context.is_admin or context.project_id in kind.access


def chosen(handler: neighbour.Handlers, name: str | None) -> VolumeType:
    """The type that a request names; the usual one where it names none.

    :raises Fault: 404.
    """
    found = named(handler.db, name or volume_states.TYPE)
    if found is None or not is_visible(handler, found):
        raise Fault(404, f'Volume type with name {name} could not be found.')
    return found


def is_multiattach(kind: VolumeType) -> bool:
    """Whether volumes of a type can be attached to several servers."""
    return kind.extra_specs.get('multiattach') == '<is> True'


def facts(kind: VolumeType) -> Document:
    """What other things tell of a type."""
    return {
        'id': kind.id,
        'name': kind.name,
        'is_public': kind.is_public,
        'description': kind.description,
        'extra_specs': kind.extra_specs,
        'qos_specs_id': None,
    }


class VolumeTypes(volume_handlers.VolumeHandlers):
    """``/types``"""

    def index(self) -> Response:
        """``GET /types``"""
        wanted = self.req.parameter('is_public')
        is_public = True if wanted is None else neighbour.flag(wanted)
        if not self.context.is_admin:
            is_public = None
        found = [
            self._view(each)
            for each in find_all(self.db)
            if is_visible(self, each) and is_public in (None, each.is_public)
        ]
        return self.answer(200, {'volume_types': found})

    def default(self) -> Response:
        """``GET /types/default``"""
        shown = self._view(chosen(self, None))
        shown.pop('os-volume-type-access:is_public')
        return self.answer(200, {'volume_type': shown})

    def show(self, id: str) -> Response:
        """``GET /types/{id}``"""
        return self.answer(200, {'volume_type': self._view(self._find(id))})

    def create(self) -> Response:
        """``POST /types``"""
        given = self.body(schemas.volume_type)['volume_type']
        self.require_admin(f'{RULE}:type_create')
        if not given.get('name'):
            raise Fault(400, "Invalid input for field/attribute volume_type. 'name' is required")
        if named(self.db, given['name']) is not None:
            raise Fault(409, f'Volume Type {given["name"]} already exists.')
        document = {
            'description': given.get('description'),
            'is_public': parts.is_true(given.get('os-volume-type-access:is_public', True)),
            'extra_specs': dict(given.get('extra_specs') or {}),
            'access': [],
        }
        id = str(uuid.uuid4())
        self.db.insert(KIND, id, document, name=given['name'])
        shown = self._view(self._find(id))
        shown.pop('qos_specs_id')
        return self.answer(200, {'volume_type': shown})

    def update(self, id: str) -> Response:
        """``PUT /types/{id}``"""
        given = self.body(schemas.volume_type)['volume_type']
        self.require_admin(f'{RULE}:type_update')
        row = self._row(id)
        row.name = given.get('name', row.name)
        row.document['description'] = given.get('description', row.document['description'])
        key = 'os-volume-type-access:is_public'
        if key in given:
            row.document['is_public'] = parts.is_true(given[key])
        self.db.save(row)
        shown = self._view(self._find(id))
        for each in ('qos_specs_id', key):
            shown.pop(each)
        return self.answer(200, {'volume_type': shown})

    def delete(self, id: str) -> Response:
        """``DELETE /types/{id}``"""
        self._find(id)
        self.require_admin(f'{RULE}:type_delete')
        row = self._row(id)
        for volume in volume_states.find_all(self.db, None):
            if volume.document['volume_type'] == row.name:
                raise Fault(400, 'Target volume type is still in use.')
        self.db.remove(row)
        return self.plain(202)

    def extra_specs(self, id: str) -> Response:
        """``GET /types/{id}/extra_specs``"""
        return self.answer(200, {'extra_specs': self._find(id).extra_specs})

    def set_extra_specs(self, id: str) -> Response:
        """``POST /types/{id}/extra_specs``"""
        given = self.body(schemas.extra_specs)['extra_specs']
        self.require_admin(f'{RULE}:types_extra_specs:create')
        row = self._row(id)
        row.document['extra_specs'].update(given)
        self.db.save(row)
        return self.answer(200, {'extra_specs': given})

    def unset_extra_spec(self, id: str, key: str) -> Response:
        """``DELETE /types/{id}/extra_specs/{key}``"""
        self.require_admin(f'{RULE}:types_extra_specs:delete')
        row = self._row(id)
        if row.document['extra_specs'].pop(key, None) is None:
            raise Fault(404, f'Volume Type {id} has no extra specs with key {key}.')
        self.db.save(row)
        return self.plain(202)

    def access(self, id: str) -> Response:
        """``GET /types/{id}/os-volume-type-access``"""
        self.require_admin(f'{RULE}:volume_type_access')
        kind = self._find(id)
        if kind.is_public:
            raise Fault(404, 'Access list not available for public volume types.')
        found = [{'volume_type_id': id, 'project_id': project} for project in kind.access]
        return self.answer(200, {'volume_type_access': found})

    def action(self, id: str) -> Response:
        """``POST /types/{id}/action``"""
        body = self.json()
        ((name, given),) = body.items() if len(body) == 1 else (('', None),)
        if name not in ('addProjectAccess', 'removeProjectAccess'):
            raise Fault(400, f'There is no such action: {name}.')
        self.require_admin(f'{RULE}:volume_type_access:{name}')
        row = self._row(id)
        project = str((given or {}).get('project'))
        access = row.document['access']
        if (project in access) is (name == 'addProjectAccess'):
            raise Fault(409 if project in access else 404, f'Project {project} and type {id}.')
        row.document['access'] = (
            [*access, project] if project not in access else [p for p in access if p != project]
        )
        self.db.save(row)
        return self.answer(202)

    def _find(self, id: str) -> VolumeType:
        found = named(self.db, id)
        if found is None or found.id != id or not is_visible(self, found):
            raise Fault(404, f'Volume type {id} could not be found.')
        return found

    def _row(self, id: str) -> Any:
        row = self.db.get(KIND, id)
        if row is None:
            self._find(id)
            raise Fault(400, 'The types of every sandbox stay as they are.')
        return row

    def _view(self, kind: VolumeType) -> Document:
        shown = facts(kind)
        if not self.context.is_admin:
            shown.pop('qos_specs_id')
        return {**shown, 'os-volume-type-access:is_public': kind.is_public}
