"""Bodies of requests: how large they may be, their media type, and what they say."""

from __future__ import annotations

import json
from typing import Any

from novaclient_mv.sandbox.http.wsgi import Fault, Request, Unstorable, require_storable

MOST_BYTES = 114688

# text/plain counts as no media type at all. Capitals are not understood.
_MEDIA_TYPES = ('application/json', 'application/vnd.openstack.compute+json', 'text/plain', '')


def is_too_large(request: Request) -> bool:
    """Whether a body is refused without a look into it."""
    return request.length > MOST_BYTES


def check_media_type(request: Request) -> None:
    """Refuse a media type that is not JSON, also where there is no body.

    :raises Fault: 415.
    """
    kind = (request.header('Content-Type') or '').partition(';')[0].strip()
    if kind not in _MEDIA_TYPES:
        raise Fault(415)


def decoded(request: Request) -> Any:
    """Return the body of a write, ``None`` without a body or for a read.

    :raises Fault: 400 where it is not JSON, or nested too deeply.
    """
    if not request.body:
        return None
    try:
        text = request.body.decode()
        return json.loads(text) if request.method in ('POST', 'PUT') else None
    except (ValueError, RecursionError):
        raise malformed() from None


def require_text(request: Request, body: Any) -> None:
    """Refuse a body that cannot be stored: half of a surrogate pair in it, or too much depth.

    :raises Fault: 400.
    """
    try:
        require_storable(request.body, body)
    except Unstorable:
        raise malformed() from None


def action(request: Request) -> tuple[str, dict[str, Any]]:
    """The name of the action that a body has as its one key, with the body.

    :raises Fault: 400, or 404 where it has one entry but no key.
    """
    try:
        request.body.decode()
    except UnicodeDecodeError:
        raise malformed() from None
    body = decoded(request)
    if not request.body or (isinstance(body, (dict, list, str)) and len(body) != 1):
        raise malformed()
    if not isinstance(body, dict):
        raise Fault(404)
    (name,) = body
    return name, body


def malformed() -> Fault:
    """The refusal of a body that cannot be read."""
    return Fault(400, 'Malformed request body')
