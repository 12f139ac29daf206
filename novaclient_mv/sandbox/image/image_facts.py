"""Facts of the image service: its schemas, import methods, stores."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.image import image_changes, image_handlers, images
from novaclient_mv.sandbox.state import image_store

Document = dict[str, Any]

_TEXT: Document = {'type': 'string'}
_OPTIONAL: Document = {'type': ['null', 'string'], 'maxLength': 255}
_NUMBER: Document = {'type': ['null', 'integer'], 'readOnly': True}
_UUID = '^([0-9a-fA-F]){8}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){4}-([0-9a-fA-F]){12}$'
_READ_ONLY: Document = {'type': 'string', 'readOnly': True}

IMAGE: Document = {
    'id': {'type': 'string', 'pattern': _UUID},
    'name': _OPTIONAL,
    'status': {
        **_READ_ONLY,
        'enum': [
            'queued', 'saving', 'active', 'killed', 'deleted', 'uploading', 'importing',
            'pending_delete', 'deactivated',
        ],
    },
    'visibility': {'type': 'string', 'enum': list(image_changes.VISIBILITIES)},
    'protected': {'type': 'boolean'},
    'os_hidden': {'type': 'boolean'},
    'checksum': {'type': ['null', 'string'], 'readOnly': True, 'maxLength': 32},
    'os_hash_algo': {'type': ['null', 'string'], 'readOnly': True, 'maxLength': 64},
    'os_hash_value': {'type': ['null', 'string'], 'readOnly': True, 'maxLength': 128},
    'owner': _OPTIONAL,
    'size': _NUMBER,
    'virtual_size': _NUMBER,
    'container_format': {
        'type': ['null', 'string'], 'enum': list(image_changes.CONTAINER_FORMATS),
    },
    'disk_format': {'type': ['null', 'string'], 'enum': list(image_changes.DISK_FORMATS)},
    'created_at': _READ_ONLY,
    'updated_at': _READ_ONLY,
    'tags': {'type': 'array', 'items': {'type': 'string', 'maxLength': 255}},
    'direct_url': _READ_ONLY,
    'min_ram': {'type': 'integer'},
    'min_disk': {'type': 'integer'},
    'self': _READ_ONLY,
    'file': _READ_ONLY,
    'stores': _READ_ONLY,
    'schema': _READ_ONLY,
    'locations': {'type': 'array', 'items': {'type': 'object'}},
}  # fmt: skip
MEMBER: Document = {
    'member_id': _TEXT,
    'image_id': {'type': 'string', 'pattern': _UUID},
    'created_at': _TEXT,
    'updated_at': _TEXT,
    'status': {'type': 'string', 'enum': ['pending', 'accepted', 'rejected']},
    'schema': _READ_ONLY,
}
ONE: dict[str, Document] = {
    'image': {
        'name': 'image',
        'properties': IMAGE,
        'additionalProperties': {'type': 'string'},
        'links': [
            {'rel': 'self', 'href': '{self}'},
            {'rel': 'enclosure', 'href': '{file}'},
            {'rel': 'describedby', 'href': '{schema}'},
        ],
    },
    'member': {'name': 'member', 'properties': MEMBER},
}


def _many(name: str) -> Document:
    """The schema of a list."""
    links = [{'rel': 'describedby', 'href': '{schema}'}]
    properties: Document = {f'{name}s': {'type': 'array', 'items': ONE[name]}, 'schema': _TEXT}
    if name == 'image':
        properties |= {'first': _TEXT, 'next': _TEXT}
        links = [
            {'rel': relation, 'href': f'{{{relation}}}'} for relation in ('first', 'next')
        ] + links
    return {'name': f'{name}s', 'properties': properties, 'links': links}


class ImageFacts(image_handlers.ImageHandlers):
    """``/v2/schemas``, ``/v2/info`` and what is empty here"""

    def schema(self, name: str) -> Response:
        """``GET /v2/schemas/{name}``"""
        if name in ONE:
            return self.answer(ONE[name])
        if name.removesuffix('s') in ONE:
            return self.answer(_many(name.removesuffix('s')))
        raise Fault(404)

    def methods(self) -> Response:
        """``GET /v2/info/import``"""
        value = images.METHODS.split(',')
        about = 'Ways in which an image can come to its data.'
        methods = {'description': about, 'type': 'array', 'value': value}
        return self.answer({'import-methods': methods})

    def stores(self) -> Response:
        """``GET /v2/info/stores``"""
        return self.answer({'stores': [{'id': image_store.STORE, 'default': 'true'}]})

    def namespaces(self) -> Response:
        """``GET /v2/metadefs/namespaces``"""
        path = '/v2/metadefs/namespaces'
        schema = '/v2/schemas/metadefs/namespaces'
        return self.answer({'namespaces': [], 'schema': schema, 'first': path})

    def tasks(self) -> Response:
        """``GET /v2/tasks``"""
        self.require_admin('tasks_api_access')
        body = {'tasks': [], 'schema': '/v2/schemas/tasks', 'first': '/v2/tasks'}
        return self.answer(body)
