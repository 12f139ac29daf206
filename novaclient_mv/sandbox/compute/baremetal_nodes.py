"""Nodes of the baremetal service, until clients were sent there with 2.36."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import expected_errors, query_schema
from novaclient_mv.sandbox.http.wsgi import Fault, Response

RULE = 'os_compute_api:os-baremetal-nodes'


class BaremetalNodes(controller.ComputeController):
    """``/os-baremetal-nodes``; the sandbox's servers have hypervisors, so there are none"""

    @expected_errors(404, 501)
    @query_schema(schema_parts.ANY_QUERY)
    def index(self) -> Response:
        """``GET /os-baremetal-nodes``"""
        self.require_admin(f'{RULE}:list')
        return self.answer({'nodes': []})

    @expected_errors(404, 501)
    @query_schema(schema_parts.ANY_QUERY)
    def show(self, id: str) -> Response:
        """``GET /os-baremetal-nodes/{id}``"""
        self.require_admin(f'{RULE}:show')
        raise Fault(404, f'Node {id} could not be found.')

    @expected_errors(400)
    def refuse(self, body: Any = None, **variables: str) -> Response:
        """What only the baremetal service itself does."""
        raise Fault(400, 'Command not supported. Please use the baremetal service to do this.')

    create = delete = add_interface = remove_interface = refuse
