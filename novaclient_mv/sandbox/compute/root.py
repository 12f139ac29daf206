"""Answers at the root of the Compute API: its endpoints, and where else a path may be."""

from __future__ import annotations

from novaclient_mv.sandbox.compute import nova_versions
from novaclient_mv.sandbox.http.wsgi import Request, Response


def respond(request: Request, documents: nova_versions.Documents) -> Response:
    """The list of endpoints, or the same path below each of them; no login, any method."""
    if request.path in ('', '/'):
        return Response.of(200, documents.root(request.host_url))
    return Response.of(300, documents.choices(request.host_url, request.path.rstrip('/')))
