"""Requests of a node's agent; the fake hardware runs none, so none is answered with a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.sandbox.baremetal import bodies, handlers, kinds
from novaclient_mv.sandbox.baremetal.kinds import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response

_INTERFACES: bodies.Schema = {
    'type': 'array',
    'minItems': 1,
    'items': {
        'type': 'object',
        'properties': {'mac_address': bodies.STRING},
        'required': ['mac_address'],
    },
}
_INVENTORY: bodies.Schema = {
    'type': 'object', 'properties': {'interfaces': _INTERFACES}, 'required': ['interfaces'],
}  # fmt: skip
_INSPECTED = bodies.kind({
    'type': 'object', 'properties': {'inventory': _INVENTORY}, 'required': ['inventory'],
})  # fmt: skip
_EVENT = bodies.schema_of(
    ('event', 'port_id', 'mac_address', 'status'),
    event={'enum': [f'network.{verb}_port' for verb in ('bind', 'unbind', 'delete')]},
    port_id=bodies.NODE,
    mac_address={'type': 'string', 'format': 'mac-address'},
    status=bodies.STRING,
    device_id=bodies.UUID,
    **{'binding:host_id': bodies.UUID, 'binding:vnic_type': bodies.NAME},
)
_EVENTS = bodies.kind(
    bodies.schema_of(('events',), events={'type': 'array', 'minItems': 1, 'items': _EVENT})
)


class Agent(handlers.IronicHandlers):
    """Requests of agents."""

    @takes(addresses=kinds.anything, node_uuid=kinds.uuid)
    def lookup(self) -> Response:
        """``GET /v1/lookup``"""
        texts = str(self.arguments.get('addresses') or '').split(',')
        if self.arguments.get('node_uuid') is None and not any(map(kinds.is_mac, texts)):
            words = "At least one of 'addresses' and 'node_uuid' parameters is required"
            raise Refused(404 if self.minor < 22 else 400, words)
        raise Refused(404)

    @takes(
        'callback_url',
        node_ident=kinds.ident,
        callback_url=kinds.text,
        agent_version=kinds.text,
        agent_token=kinds.text,
        agent_verify_ca=kinds.text,
        agent_status=kinds.text,
        agent_status_message=kinds.text,
    )
    def heartbeat(self, id: str = '', node_ident: str = '') -> Response:
        """``POST /v1/heartbeat/{id}``: nobody was given a token"""
        if self.minor < 22:
            raise Refused(404)
        self.node(id or node_ident)
        raise Refused(400, 'Invalid or missing agent token received.')

    @takes(body='sent', sent=_INSPECTED, node_uuid=kinds.uuid)
    def continue_inspection(self) -> Response:
        """``POST /v1/continue_inspection``: no node is inspected by an agent"""
        raise Refused(404)

    @takes(body='sent', sent=_EVENTS)
    def events(self) -> Response:
        """``POST /v1/events``"""
        if self.minor < 54:
            raise Refused(404)
        return self.accepted(status=204)
