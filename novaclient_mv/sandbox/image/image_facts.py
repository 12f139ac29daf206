"""Facts of the image service: its schemas, import methods, stores."""

from __future__ import annotations

from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.image import image_handlers, images
from novaclient_mv.sandbox.image.schemas import IMAGE, MEMBER, TEXT
from novaclient_mv.sandbox.state import image_store

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
    properties: Document = {
        f'{name}s': {'type': 'array', 'items': ONE[name]},
        'schema': TEXT,
    }
    if name == 'image':
        properties |= {'first': TEXT, 'next': TEXT}
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
