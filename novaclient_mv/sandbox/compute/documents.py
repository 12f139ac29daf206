"""The document of an endpoint below a project."""

from __future__ import annotations

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.service import ComputeService
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema
from novaclient_mv.sandbox.http.wsgi import Response


class Documents(controller.ComputeController):
    """``/PROJECT/``"""

    @query_schema(schema_parts.ANY_QUERY)
    def show(self) -> Response:
        service = self.call.service
        assert isinstance(service, ComputeService)
        return service.endpoint_document(self.req)
