"""Errors of the API, and of the layers below it."""

from __future__ import annotations

import importlib
import json
from http import HTTPStatus
from typing import Any

from novaclient_mv.sandbox.http import wsgi
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response

# The key of an error body; any other status is a computeFault.
FAULT_NAMES = {
    400: 'badRequest',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'itemNotFound',
    405: 'badMethod',
    409: 'conflictingRequest',
    413: 'overLimit',
    415: 'badMediaType',
    429: 'overLimit',
    501: 'notImplemented',
    503: 'serviceUnavailable',
}

_TEXTS = {404: 'The resource could not be found.', 413: 'The body of the request is too large.'}

_HTML, _JSON, _TEXT = 'text/html', 'application/json', 'text/plain'


def of_fault(fault: Fault) -> Response:
    """An error of the API."""
    name = FAULT_NAMES.get(fault.status, 'computeFault')
    body: dict[str, Any] = {'code': fault.status, 'message': fault.message}
    retry = dict(fault.headers).get('Retry-After')
    if fault.status in (413, 429) and retry is not None:
        body['retryAfter'] = retry
    return Response.of(fault.status, {name: body}, fault.headers, wsgi.FAULT_JSON)


def below(request: Request, status: int) -> Response:
    """An error of the routing layer, which does not look like one of the API.

    It is HTML or JSON, which of them the client likes best, or else plain text.
    """
    title = HTTPStatus(status).phrase if status != 413 else 'Request Entity Too Large'
    line, text = f'{status} {title}', _TEXTS[status]
    kind = _HTML if request.method == 'HEAD' else _preferred_type(request.header('Accept'))
    if kind == _JSON:
        body = {'message': f'{text}<br /><br />\n\n\n', 'code': line, 'title': title}
        return Response(status, json.dumps(body).encode(), [('Content-Type', wsgi.JSON)])
    if kind == _HTML:
        import html

        heading = html.escape(line)
        page = (
            f'<html>\n <head>\n  <title>{heading}</title>\n </head>\n <body>\n'
            f'  <h1>{heading}</h1>\n  {text}<br /><br />\n\n\n\n </body>\n</html>'
        )
    else:
        page = f'{line}\n\n{text}\n\n   '
    content = b'' if request.method == 'HEAD' else page.encode()
    return Response(status, content, [('Content-Type', f'{kind}; charset=UTF-8')])


def _preferred_type(accept: str | None) -> str:
    """Return the media type of an error page; a malformed header accepts all."""
    if not accept:
        return _TEXT
    try:
        parser: Any = importlib.import_module('webob.acceptparse')
    except ImportError:
        return _JSON
    offers = parser.create_accept_header(accept).acceptable_offers([_HTML, _JSON])
    return str(offers[0][0]) if offers else _TEXT
