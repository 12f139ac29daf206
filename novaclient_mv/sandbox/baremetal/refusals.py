"""Errors of the Bare Metal service in its shapes, and the words they share."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from novaclient_mv.sandbox.http import error_pages
from novaclient_mv.sandbox.http.error_pages import HTML, TEXT
from novaclient_mv.sandbox.http.wsgi import JSON, Fault, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.service import Call


Refused = Fault
"""An error of the API itself, with ``faultstring``."""


def too_new(minimum: int | None = None) -> Refused:
    """The request's version lacks the attribute or the resource.

    :param minimum: the minor version that has it, where the service says so.
    """
    words = 'Request not acceptable.'
    if minimum is not None:
        words += f' The minimal required API version should be 1.{minimum}'
    return Refused(406, words)


def not_found(noun: str, ident: str) -> Refused:
    """The resource does not exist."""
    return Refused(404, f'{noun} {ident} could not be found.')


def locked(uuid: str, host: str) -> Refused:
    """Something else is in progress on a node."""
    return Refused(
        409,
        f'Node {uuid} is locked by host {host}, please retry after the current operation is '
        'completed.',
    )


def of_api(call: Call, fault: Fault) -> Response:
    """The error of the API as JSON in a string of JSON."""
    who = 'Server' if fault.status >= 500 else 'Client'
    inner = {'faultcode': who, 'faultstring': fault.message, 'debuginfo': None}
    return _wrapped(fault, json.dumps(inner))


def unrouted(call: Call, fault: Fault) -> Response:
    """The error of the layer in front in a string of JSON: as JSON, or what a request prefers."""
    accept, title = call.request.header('Accept'), HTTPStatus(fault.status).phrase
    kind = error_pages.preferred_type(accept or JSON, (JSON, TEXT, HTML))
    if kind == JSON:
        inner = {'code': fault.status, 'title': title, 'description': fault.message}
        return _wrapped(fault, json.dumps(inner))
    facts = {'method': call.request.method, 'accept': accept}
    error = error_pages.rendered(kind, fault.status, title, fault.message, **facts)
    return _wrapped(fault, error.decode())


def _wrapped(fault: Fault, error: str) -> Response:
    return Response.of(fault.status, {'error_message': error}, fault.headers, JSON)
