"""Errors of the API, and of the layers below it."""

from __future__ import annotations

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
    from novaclient_mv.sandbox.http import error_pages

    title = HTTPStatus(status).phrase if status != 413 else 'Request Entity Too Large'
    is_head = request.method == 'HEAD'
    accepted = error_pages.preferred_type(request.header('Accept'))
    kind = error_pages.HTML if is_head else accepted
    page = error_pages.rendered(kind, status, title)
    if kind == error_pages.JSON:
        return Response(status, page, [('Content-Type', wsgi.JSON)])
    return Response(status, b'' if is_head else page, [('Content-Type', f'{kind}; charset=UTF-8')])
