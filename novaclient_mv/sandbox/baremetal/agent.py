"""Requests of a node's agent: its node, its tasks, and events of its network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from novaclient_mv.sandbox.baremetal import bodies, handlers, kinds
from novaclient_mv.sandbox.baremetal.arguments import NAMED, takes
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response

_STATUSES = ('start', 'end', 'error')
_TEXT: bodies.Schema = {'type': 'string'}
_UUID: bodies.Schema = {'type': 'string', 'format': 'uuid'}
_DATA: bodies.Schema = {
    'type': 'object',
    'properties': {
        'inventory': {
            'type': 'object',
            'properties': {
                'bmc_address': bodies.NAME,
                'bmc_v6address': bodies.NAME,
                'interfaces': {
                    'type': 'array',
                    'minItems': 1,
                    'items': {
                        'type': 'object',
                        'properties': {'mac_address': _TEXT},
                        'required': ['mac_address'],
                    },
                },
            },
            'required': ['interfaces'],
        },
    },
    'required': ['inventory'],
}
_EVENTS: bodies.Schema = bodies.schema_of(
    ('events',),
    events={
        'type': 'array',
        'minItems': 1,
        'items': {
            'type': 'object',
            'properties': {
                'event': {
                    'type': 'string',
                    'enum': ['network.bind_port', 'network.unbind_port', 'network.delete_port'],
                },
                'port_id': _UUID,
                'mac_address': {'type': 'string', 'format': 'mac-address'},
                'status': _TEXT,
                'device_id': {'type': ['string', 'null'], 'format': 'uuid'},
                'binding:host_id': {'type': ['string', 'null'], 'format': 'uuid'},
                'binding:vnic_type': bodies.NAME,
            },
            'required': ['event', 'port_id', 'mac_address', 'status'],
            'additionalProperties': False,
        },
    },
)


class Agent(handlers.IronicHandlers):
    """Requests of agents; the fake hardware runs none, so none is answered with a node."""

    @takes(addresses=kinds.anything, node_uuid=kinds.uuid)
    def lookup(self) -> Response:
        """``GET /v1/lookup``"""
        if self.minor < 22:
            raise _not_found()
        texts = str(self.arguments.get('addresses') or '').split(',')
        if self.arguments.get('node_uuid') is None and not any(map(bodies.is_mac, texts)):
            words = "At least one of 'addresses' and 'node_uuid' parameters is required"
            raise Refused(400, words)
        raise _not_found()

    @takes(
        'callback_url',
        body=NAMED,
        id=kinds.uuid_or_name,
        callback_url=kinds.string,
        agent_version=kinds.string,
        agent_token=kinds.string,
        agent_verify_ca=kinds.string,
        agent_status=kinds.string,
        agent_status_message=kinds.string,
    )
    def heartbeat(self, id: str) -> Response:
        """``POST /v1/heartbeat/{id}``"""
        arguments, minor = self.arguments, self.minor
        if minor < 22:
            raise _not_found()
        if arguments.get('agent_version') and minor < 36:
            raise Refused(400, 'Field "agent_version" not recognised')
        if (arguments.get('agent_status') or arguments.get('agent_status_message')) and minor < 72:
            names = '"agent_status" and "agent_status_message"'
            raise Refused(400, f'Fields {names} not recognised.')
        if arguments.get('agent_verify_ca') and minor < 68:
            raise Refused(400, 'Field "agent_verify_ca" not recognised in this version')
        self.node(id)
        url = arguments['callback_url']
        if url and not url.startswith(('http://', 'https://')):
            raise Refused(400, 'An issue with the supplied "callback_url" has been detected.')
        status = arguments.get('agent_status')
        if status is not None and status not in _STATUSES:
            words = f'Agent status is invalid. Valid states are {",".join(_STATUSES)}.'
            raise Refused(400, words)
        if not arguments.get('agent_token'):
            raise Refused(400, 'Agent token is required for heartbeat processing.')
        if not arguments.get('agent_version'):
            words = 'Agent did not transmit a version, and a version is required. Please update the'
            raise Refused(400, f'{words} agent being used.')
        raise Refused(400, 'Invalid or missing agent token received.')

    @takes(body='data', data=kinds.schema(_DATA), node_uuid=kinds.uuid)
    def continue_inspection(self) -> Response:
        """``POST /v1/continue_inspection``"""
        if self.minor < 84:
            raise Refused(404, 'API version 1.84 or newer is required')
        inventory = self.arguments['data']['inventory']
        addresses = [item['mac_address'] for item in inventory['interfaces']]
        bmc = inventory.get('bmc_address') or inventory.get('bmc_v6address')
        is_named = self.arguments.get('node_uuid') is not None or bmc
        if not is_named and not any(map(bodies.is_mac, addresses)):
            raise Refused(400, 'No lookup information provided')
        raise _not_found()

    @takes(body='events', events=kinds.schema(_EVENTS))
    def events(self) -> Response:
        """``POST /v1/events``"""
        return self.accepted(status=204)


def _not_found() -> Refused:
    return Refused(404, 'Resource could not be found.')
