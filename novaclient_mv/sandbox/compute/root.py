"""Answers at the root of the Compute API: its endpoints, and where else a path may be."""

from __future__ import annotations

from novaclient_mv.sandbox.compute import bodies, nova_versions, refusals
from novaclient_mv.sandbox.http import query
from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response


def respond(request: Request, documents: nova_versions.Documents) -> Response:
    """The list of endpoints, or the same path below each of them; no login, any method."""
    try:
        bodies.check_media_type(request)
        bodies.decoded(request)
        query.require_text(request.query_string)
    except Fault as fault:
        return refusals.of_fault(fault)
    if request.path in ('', '/'):
        return Response.of(200, documents.root(request.host_url))
    return Response.of(300, documents.choices(request.host_url, request.path.rstrip('/')))
