"""The image service: Glance v2, as much of it as a Compute client reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from novaclient_mv.sandbox import clocks, tokens
from novaclient_mv.sandbox.wsgi import Context, Fault, Request, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Database, Row, Session

PAGE = 25
LONGEST_PAGE = 1000
VERSIONS = ('v2.9', 'v2.7', 'v2.6', 'v2.5', 'v2.4', 'v2.3', 'v2.2', 'v2.1', 'v2.0')


class ImageService:
    """Answers below ``/image``."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __call__(self, request: Request) -> Response:
        path = request.path.rstrip('/')
        if request.method == 'GET' and path == '':
            return Response.of(300, _versions(request))
        if request.method == 'GET' and path in ('/versions', '/v2'):
            return Response.of(200, _versions(request))
        try:
            with self.database.session() as session:
                context = tokens.context_of(session, request)
                return self.route(request, path, session, context)
        except tokens.Unauthenticated:
            return _page(Fault(401, headers=(tokens.challenge(request),)))
        except Fault as fault:
            return _page(fault)

    def route(self, request: Request, path: str, session: Session, context: Context) -> Response:
        """Find the handler of a path and call it."""
        if request.method != 'GET':
            raise Fault(405, 'The method is not allowed for this resource.')
        if path == '/v2/images':
            return index(request, session, context)
        if path.startswith('/v2/images/') and path.count('/') == 3:
            return show(session, context, path.rpartition('/')[2])
        raise Fault(404)


def _versions(request: Request) -> dict[str, Any]:
    link = {'rel': 'self', 'href': f'{request.host_url}/image/v2/'}
    return {
        'versions': [
            {'id': id, 'status': 'SUPPORTED' if number else 'CURRENT', 'links': [link]}
            for number, id in enumerate(VERSIONS)
        ]
    }


def _page(fault: Fault) -> Response:
    """Glance answers errors with a page."""
    titles = {400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found', 405: 'Method Not Allowed'}
    title = f'{fault.status} {titles.get(fault.status, "Error")}'
    text = (
        f'<html>\n <head>\n  <title>{title}</title>\n </head>\n <body>\n  <h1>{title}</h1>\n'
        f'  {fault.message}<br /><br />\n\n\n </body>\n</html>'
    )
    kind = ('Content-Type', 'text/html; charset=UTF-8')
    return Response(fault.status, text.encode(), [kind, *fault.headers])


def visible(session: Session, context: Context) -> list[Row]:
    """The images that a caller can see, newest first."""
    rows = list(session.find('image', descending=True))
    for row in rows:
        clocks.settle(row.document, session.now)
    return [
        row
        for row in rows
        if row.document['visibility'] in ('public', 'community')
        or row.project == context.project_id
        or context.is_admin
    ]


def view(row: Row) -> dict[str, Any]:
    """An image as Glance shows it: properties stand beside the other keys."""
    image = {
        key: value
        for key, value in row.document.items()
        if key not in ('plan', 'properties', 'updated')
    }
    return {
        **row.document.get('properties', {}),
        **image,
        'id': row.id,
        'name': row.name,
        'owner': row.project,
        'created_at': clocks.iso(row.created),
        'updated_at': clocks.iso(row.updated or row.created),
        'self': f'/v2/images/{row.id}',
        'file': f'/v2/images/{row.id}/file',
        'schema': '/v2/schemas/image',
    }


def _matches(image: dict[str, Any], name: str, wanted: str) -> bool:
    value = image.get(name)
    if wanted.startswith('in:'):
        choices = [each.strip('"') for each in wanted[3:].split(',')]
        return value in choices
    if isinstance(value, list):
        return wanted in value
    if isinstance(value, bool):
        return wanted.lower() == str(value).lower()
    return str(value) == wanted


_NO_FILTERS = frozenset(('limit', 'marker', 'sort', 'sort_key', 'sort_dir', 'member_status'))


def index(request: Request, session: Session, context: Context) -> Response:
    """``GET /v2/images``"""
    images = [view(row) for row in visible(session, context)]
    for name, wanted in request.query:
        if name not in _NO_FILTERS and (name, wanted) != ('visibility', 'all'):
            images = [image for image in images if _matches(image, name, wanted)]
    key = request.parameter('sort_key')
    if key:
        images.sort(
            key=lambda image: str(image.get(key) or ''),
            reverse=request.parameter('sort_dir') != 'asc',
        )
    marker = request.parameter('marker')
    if marker is not None:
        ids = [image['id'] for image in images]
        if marker not in ids:
            raise Fault(400, 'Invalid marker')
        images = images[ids.index(marker) + 1 :]
    limit = request.parameter('limit', str(PAGE)) or str(PAGE)
    if not limit.isdecimal():
        raise Fault(400, 'limit param must be an integer')
    size = min(int(limit), LONGEST_PAGE)
    answer: dict[str, Any] = {'images': images[:size], 'schema': '/v2/schemas/images'}
    pairs = [(name, value) for name, value in request.query if name != 'marker']
    suffix = f'?{urlencode(pairs)}' if pairs else ''
    answer['first'] = f'/v2/images{suffix}'
    if len(images) > size > 0:
        pairs.append(('marker', images[size - 1]['id']))
        answer['next'] = f'/v2/images?{urlencode(pairs)}'
    return Response.of(200, answer)


def show(session: Session, context: Context, id: str) -> Response:
    """``GET /v2/images/{id}``"""
    for row in visible(session, context):
        if row.id == id:
            return Response.of(200, view(row))
    raise Fault(404, f'No image found with ID {quote(id)}')
