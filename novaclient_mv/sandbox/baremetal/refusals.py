"""Errors of the Bare Metal service in its two shapes, and the words they share."""

from __future__ import annotations

import json

from novaclient_mv.sandbox.http.wsgi import JSON, Fault, Headers, Response


class Refused(Fault):
    """An error of the API itself, with ``faultstring``; the answer tells its version."""


class Aborted(Fault):
    """An error of the layer in front, with ``description``; the answer tells no version."""


class Failed(Fault):
    """An error of the server behind everything: it is empty, and tells nothing."""


def too_new(least: int | None = None) -> Refused:
    """The request's version lacks the attribute or the resource.

    :param least: the minor version that has it, where the service says so.
    """
    words = 'Request not acceptable.'
    if least is not None:
        words += f' The minimal required API version should be 1.{least}'
    return Refused(406, words)


def malformed(status: int) -> Refused:
    """A request that nothing can be made of."""
    words = 'The server could not comply with the request since it is either malformed or'
    return Refused(status, f'{words} otherwise incorrect.')


def not_found(noun: str, ident: str) -> Refused:
    """There is nothing of that name."""
    return Refused(404, f'{noun} {ident} could not be found.')


def locked(uuid: str, host: str) -> Refused:
    """Something else goes on with a node."""
    return Refused(
        409,
        f'Node {uuid} is locked by host {host}, please retry after the current operation is '
        'completed.',
    )


def body_of(fault: Fault) -> Response:
    """The error as JSON in a string of JSON."""
    if isinstance(fault, Failed):
        return Response(fault.status, b'', [('Content-Type', 'text/plain')])
    if isinstance(fault, Aborted):
        title = _TITLES.get(fault.status, 'Error')
        inner: dict[str, object] = {
            'code': fault.status,
            'title': title,
            'description': fault.message,
        }
    else:
        who = 'Server' if fault.status >= 500 else 'Client'
        inner = {'faultcode': who, 'faultstring': fault.message, 'debuginfo': None}
    headers: Headers = fault.headers
    return Response.of(fault.status, {'error_message': json.dumps(inner)}, headers, JSON)


_TITLES = {
    400: 'Bad Request',
    404: 'Not Found',
    405: 'Method Not Allowed',
    406: 'Not Acceptable',
    500: 'Internal Server Error',
}
