"""The paths of the image service, its documents of versions, and how it writes errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from novaclient_mv.sandbox.http import authentication, error_pages
from novaclient_mv.sandbox.http.authentication import Unauthenticated
from novaclient_mv.sandbox.http.routing import Route
from novaclient_mv.sandbox.http.service import Call, Service
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response
from novaclient_mv.sandbox.state import image_store

# The newest stands first.
VERSIONS = [f'v2.{minor}' for minor in range(18, -1, -1)]

# fmt: off
ROUTES = (
    Route('/v2/images', 'images', GET='index', POST='create'),
    Route('/v2/images/{id}', 'images', GET='show', PATCH='update', DELETE='delete'),
    Route('/v2/images/{id}/file', 'image_files', GET='show', PUT='update'),
    Route('/v2/images/{id}/actions/deactivate', 'images', POST='deactivate'),
    Route('/v2/images/{id}/actions/reactivate', 'images', POST='reactivate'),
    Route('/v2/images/{id}/tags/{tag}', 'images', PUT='add_tag', DELETE='delete_tag'),
    Route('/v2/images/{id}/members', 'image_members', GET='index', POST='create'),
    Route('/v2/images/{id}/members/{member}', 'image_members',
          GET='show', PUT='update', DELETE='delete'),
    Route('/v2/schemas/{name}', 'image_facts', GET='schema'),
    Route('/v2/info/import', 'image_facts', GET='methods'),
    Route('/v2/info/stores', 'image_facts', GET='stores'),
    Route('/v2/metadefs/namespaces', 'image_facts', GET='namespaces'),
    Route('/v2/tasks', 'image_facts', GET='tasks'),
)
# fmt: on


def _versions(request: Request) -> dict[str, Any]:
    link = {'rel': 'self', 'href': f'{request.host_url}/image/v2/'}
    return {
        'versions': [
            {'id': id, 'status': 'SUPPORTED' if number else 'CURRENT', 'links': [link]}
            for number, id in enumerate(VERSIONS)
        ]
    }


def _unauthenticated(call: Call, fault: Fault) -> Response:
    return error_pages.shape(call, Fault(401, headers=(authentication.challenge(call.request),)))


def _document(status: int) -> Callable[[Call], Response]:
    return lambda call: Response.of(status, _versions(call.request))


class ImageService(Service):
    """Answers below ``/image``."""

    package = 'novaclient_mv.sandbox.image'
    routes = ROUTES
    documents: ClassVar = {
        'GET ': _document(300),
        'GET /v1': _document(300),
        'GET /versions': _document(200),
        'GET /v2': _document(200),
    }
    shapes: ClassVar = {Unauthenticated: _unauthenticated, Fault: error_pages.shape}
    words_of_403 = 'You are not authorized to complete {} action.'
    words_of_404 = 'No {kind} found with ID {id}'

    def most_octets(self, path: str) -> int:
        """The largest size of a body: the data of an image is larger than what is said of it."""
        return image_store.MOST_OCTETS if path.endswith('/file') else super().most_octets(path)
