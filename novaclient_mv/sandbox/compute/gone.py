"""APIs that the server ended at every version: it answers 410."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response


class Gone(controller.ComputeController):
    """Operations that were removed with a release; their paths are still there."""

    def gone(self, body: Any = None, **variables: str) -> Response:
        """Any other method."""
        raise Fault(410)

    @query_schema(schema_parts.UNREADABLE)
    def gone_read(self, **variables: str) -> Response:
        """``GET`` of a path that is gone."""
        raise Fault(410)

    # Actions that are gone.
    reset_network = gone
    reserve = unreserve = gone
    associate_host = disassociate = disassociate_host = disassociate_project = gone
