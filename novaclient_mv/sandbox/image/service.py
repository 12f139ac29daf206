"""The paths of the image service, its documents of versions, and how it writes errors."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from novaclient_mv.sandbox.http import authentication, neighbour
from novaclient_mv.sandbox.http.routing import Route, Router
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response
from novaclient_mv.sandbox.state import image_store
from novaclient_mv.sandbox.state.context import Context

# The newest stands first.
VERSIONS = [f'v2.{minor}' for minor in range(18, -1, -1)]

# fmt: off
ROUTES = (
    Route('/v2/images', 'images', GET='index', POST='create'),
    Route('/v2/images/{id}', 'images', GET='show', PATCH='update', DELETE='delete'),
    Route('/v2/images/{id}/file', 'image_files', GET='show', PUT='update'),
    Route('/v2/images/{id}/stage', 'image_files', PUT='stage'),
    Route('/v2/images/{id}/import', 'image_files', POST='take_in'),
    Route('/v2/images/{id}/actions/deactivate', 'images', POST='deactivate'),
    Route('/v2/images/{id}/actions/reactivate', 'images', POST='reactivate'),
    Route('/v2/images/{id}/tags/{tag}', 'image_tags', PUT='update', DELETE='delete'),
    Route('/v2/images/{id}/members', 'image_members', GET='index', POST='create'),
    Route('/v2/images/{id}/members/{member}', 'image_members',
          GET='show', PUT='update', DELETE='delete'),
    Route('/v2/schemas/{name}', 'image_facts', GET='schema'),
    Route('/v2/info/import', 'image_facts', GET='methods'),
    Route('/v2/info/stores', 'image_facts', GET='stores'),
    Route('/v2/info/usage', 'image_facts', GET='usage'),
    Route('/v2/metadefs/namespaces', 'image_facts', GET='namespaces'),
    Route('/v2/tasks', 'image_facts', GET='tasks'),
)
# fmt: on


class ImageService(neighbour.Neighbour):
    """Answers below ``/image``."""

    router = Router('novaclient_mv.sandbox.image', ROUTES)

    def most_octets(self, request: Request) -> int:
        """The largest size of a body: the data of an image is larger than what is said of it."""
        if request.path.endswith(('/file', '/stage')):
            return image_store.MOST_OCTETS
        return super().most_octets(request)

    def open(self, request: Request) -> Response | None:
        """The documents of versions."""
        if request.method != 'GET':
            return None
        if request.path.rstrip('/') in ('', '/v1'):
            return Response.of(300, _versions(request))
        if request.path.rstrip('/') in ('/versions', '/v2'):
            return Response.of(200, _versions(request))
        return None

    def context_of(self, request: Request, session: Any) -> Context:
        """Return the user; the layer in front words its refusal as the service does."""
        try:
            return authentication.context_of(session, request)
        except authentication.Unauthenticated:
            raise Fault(401, headers=(authentication.challenge(request),)) from None

    def fault(self, request: Request, fault: Fault) -> Response:
        """JSON for who asks for it, and a page for everybody else."""
        title = HTTPStatus(fault.status).phrase
        code = f'{fault.status} {title}'
        text = f'{fault.message}<br /><br />\n\n\n'
        if 'json' in (request.header('Accept') or ''):
            body = {'message': text, 'code': code, 'title': title}
            return Response.of(fault.status, body, fault.headers)
        page = (
            f'<html>\n <head>\n  <title>{code}</title>\n </head>\n <body>\n  <h1>{code}</h1>\n'
            f'  {text} </body>\n</html>'
        )
        kind = ('Content-Type', 'text/html; charset=UTF-8')
        return Response(fault.status, page.encode(), [kind, *fault.headers])


def _versions(request: Request) -> dict[str, Any]:
    link = {'rel': 'self', 'href': f'{request.host_url}/image/v2/'}
    return {
        'versions': [
            {'id': id, 'status': 'SUPPORTED' if number else 'CURRENT', 'links': [link]}
            for number, id in enumerate(VERSIONS)
        ]
    }
