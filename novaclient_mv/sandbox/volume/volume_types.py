"""Types of volumes: those of every sandbox, and those that administrators add."""

from __future__ import annotations

import uuid

from novaclient_mv.sandbox.http import listing, schema_parts
from novaclient_mv.sandbox.http.declarations import schema
from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.state import volume_states, volume_types
from novaclient_mv.sandbox.state.rows import Row
from novaclient_mv.sandbox.volume import schemas, volume_handlers

RULE = 'volume_extension'


_LISTING = listing.Listing(
    listing.Parameter(
        'is_public', lambda text: None if text.lower() == 'none' else listing.flag(text), None
    )
)


class VolumeTypes(volume_handlers.VolumeHandlers):
    """``/types``"""

    def index(self) -> Response:
        """``GET /types``"""
        is_public = _LISTING.last_values(self).get('is_public', True)
        if not self.context.is_admin:
            is_public = None
        views = [
            self._type_view(entry)
            for entry in volume_types.find_all(self.db)
            if volume_types.is_visible(entry, self.context) and is_public in (None, entry.is_public)
        ]
        return self.answer({'volume_types': views})

    def default(self) -> Response:
        """``GET /types/default``"""
        view = self._type_view(self.volume_type(None))
        view.pop('os-volume-type-access:is_public')
        return self.answer({'volume_type': view})

    def show(self, id: str) -> Response:
        """``GET /types/{id}``"""
        return self.answer({'volume_type': self._type_view(self._find(id))})

    @schema(schemas.volume_type)
    def create(self, attributes: Document) -> Response:
        """``POST /types``"""
        self.require_admin(f'{RULE}:type_create')
        if not attributes.get('name'):
            raise Fault(400, "Invalid input for field/attribute volume_type. 'name' is required")
        if volume_types.find(self.db, attributes['name']) is not None:
            raise Fault(409, f'Volume Type {attributes["name"]} already exists.')
        document: Document = {
            'description': attributes.get('description'),
            'is_public': schema_parts.is_true(
                attributes.get('os-volume-type-access:is_public', True)
            ),
            'extra_specs': dict(attributes.get('extra_specs') or {}),
            'access': [],
        }
        id = str(uuid.uuid4())
        self.db.insert(volume_types.KIND, id, document, name=attributes['name'])
        view = self._type_view(self._find(id))
        view.pop('qos_specs_id')
        return self.answer({'volume_type': view})

    @schema(schemas.volume_type)
    def update(self, id: str, attributes: Document) -> Response:
        """``PUT /types/{id}``"""
        self.require_admin(f'{RULE}:type_update')
        row = self._row(id)
        row.name = attributes.get('name', row.name)
        row.document['description'] = attributes.get('description', row.document['description'])
        key = 'os-volume-type-access:is_public'
        if key in attributes:
            row.document['is_public'] = schema_parts.is_true(attributes[key])
        self.db.save(row)
        view = self._type_view(self._find(id))
        for hidden_key in ('qos_specs_id', key):
            view.pop(hidden_key)
        return self.answer({'volume_type': view})

    def delete(self, id: str) -> Response:
        """``DELETE /types/{id}``"""
        self._find(id)
        self.require_admin(f'{RULE}:type_delete')
        row = self._row(id)
        for volume in volume_states.find_all(self.db, None):
            if volume.document['volume_type'] == row.name:
                raise Fault(400, 'Target volume type is still in use.')
        self.db.remove(row)
        return self.plain_answer(status=202)

    def extra_specs(self, id: str) -> Response:
        """``GET /types/{id}/extra_specs``"""
        return self.answer({'extra_specs': self._find(id).extra_specs})

    @schema(schemas.extra_specs)
    def set_extra_specs(self, id: str, attributes: Document) -> Response:
        """``POST /types/{id}/extra_specs``"""
        self.require_admin(f'{RULE}:types_extra_specs:create')
        row = self._row(id)
        row.document['extra_specs'].update(attributes)
        self.db.save(row)
        return self.answer({'extra_specs': attributes})

    def unset_extra_spec(self, id: str, key: str) -> Response:
        """``DELETE /types/{id}/extra_specs/{key}``"""
        self.require_admin(f'{RULE}:types_extra_specs:delete')
        row = self._row(id)
        if row.document['extra_specs'].pop(key, None) is None:
            raise Fault(404, f'Volume Type {id} has no extra specs with key {key}.')
        self.db.save(row)
        return self.plain_answer(status=202)

    def access(self, id: str) -> Response:
        """``GET /types/{id}/os-volume-type-access``"""
        self.require_admin(f'{RULE}:volume_type_access')
        kind = self._find(id)
        if kind.is_public:
            raise Fault(404, 'Access list not available for public volume types.')
        entries = [{'volume_type_id': id, 'project_id': project} for project in kind.access]
        return self.answer({'volume_type_access': entries})

    def add_project_access(self, id: str) -> Response:
        """``addProjectAccess``"""
        return self._changed_access(id, 'addProjectAccess', is_there=False)

    def remove_project_access(self, id: str) -> Response:
        """``removeProjectAccess``"""
        return self._changed_access(id, 'removeProjectAccess', is_there=True)

    def _changed_access(self, id: str, action: str, is_there: bool) -> Response:
        self.require_admin(f'{RULE}:volume_type_access:{action}')
        row, project = self._row(id), str(self.json(action).get('project'))
        projects = row.document['access']
        if (project in projects) is not is_there:
            words = f'The project {project} has {"no" if is_there else "already"} access to {id}.'
            raise Fault(404 if is_there else 409, words)
        (projects.remove if is_there else projects.append)(project)
        self.db.save(row)
        return self.answer(status=202)

    def _find(self, id: str) -> volume_types.VolumeType:
        volume_type = volume_types.find(self.db, id)
        if (
            volume_type is None
            or volume_type.id != id
            or not volume_types.is_visible(volume_type, self.context)
        ):
            raise Fault(404, f'Volume type {id} could not be found.')
        return volume_type

    def _row(self, id: str) -> Row:
        row = self.db.get(volume_types.KIND, id)
        if row is None:
            self._find(id)
            raise Fault(400, 'The types of every sandbox stay as they are.')
        return row

    def _type_view(self, kind: volume_types.VolumeType) -> Document:
        view = volume_types.facts(kind)
        if not self.context.is_admin:
            view.pop('qos_specs_id')
        return {**view, 'os-volume-type-access:is_public': kind.is_public}
