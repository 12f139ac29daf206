"""Requests of a node's agent: its node, and its tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.sandbox.baremetal import bodies, collection
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response


class Agent(collection.IronicHandlers):
    """Requests of agents; the fake hardware runs none, so none is answered with a node."""

    def lookup(self) -> Response:
        """``GET /v1/lookup``"""
        if self.minor < 22:
            raise Refused(404, 'Resource could not be found.')
        self.arguments('addresses', 'node_uuid')
        query = self.req.parameter
        if query('addresses') is None and query('node_uuid') is None:
            words = "At least one of 'addresses' and 'node_uuid' parameters is required"
            raise Refused(400, words)
        raise Refused(404, 'Resource could not be found.')

    def heartbeat(self, id: str) -> Response:
        """``POST /v1/heartbeat/{id}``"""
        self.node(id)
        raise Refused(400, 'Agent token is required for heartbeat processing.')

    def continue_inspection(self) -> Response:
        """``POST /v1/continue_inspection``"""
        schema = {'type': 'object', 'required': ['inventory']}
        bodies.check(schema, self.body() or {}, 'data')
        raise Refused(404, 'Resource could not be found.')

    def events(self) -> Response:
        """``POST /v1/events``"""
        return self.accepted(status=204)
