"""Errors of the API, and of the layers below it."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.http import wsgi
from novaclient_mv.sandbox.http.wsgi import Fault, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.service import Call

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


def of_api(call: Call, fault: Fault) -> Response:
    """An error of the API."""
    return of_fault(fault)


def of_fault(fault: Fault) -> Response:
    """An error of the API, without a request."""
    name = FAULT_NAMES.get(fault.status, 'computeFault')
    body: dict[str, Any] = {'code': fault.status, 'message': fault.message}
    retry = dict(fault.headers).get('Retry-After')
    if fault.status in (413, 429) and retry is not None:
        body['retryAfter'] = retry
    return Response.of(fault.status, {name: body}, fault.headers, wsgi.FAULT_JSON)


def unrouted(call: Call, fault: Fault) -> Response:
    """An error of the routing layer, which does not look like one of the API.

    It is HTML or JSON, which of them the client likes best, or else plain text.
    """
    from novaclient_mv.sandbox.http import error_pages

    kind = error_pages.preferred_type(call.request.header('Accept'))
    page = error_pages.rendered(kind, fault.status, HTTPStatus(fault.status).phrase)
    charset = '' if kind == error_pages.JSON else '; charset=UTF-8'
    return Response(fault.status, page, [('Content-Type', f'{kind}{charset}')])
