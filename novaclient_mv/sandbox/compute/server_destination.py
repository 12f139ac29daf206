"""Where a request wants its new servers: a zone, a host to be asked, or one that is forced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import compute_hosts, placement
from novaclient_mv.sandbox.wsgi import Fault

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController

Document = dict[str, Any]

_ASKED = ('host', 'hypervisor_hostname')


class Destination:
    """What a request says of where its servers are to be.

    :param given: the server in the request.
    :raises Fault: 400 or 403.
    """

    def __init__(self, handler: ComputeController, given: Document) -> None:
        self.db = handler.db
        asked = [given[key] for key in _ASKED if key in given]
        zone, *forced = (given.get('availability_zone') or '').split(':')
        if len(forced) > 2:
            raise Fault(400, 'Invalid input received: Unable to parse availability_zone')
        # A zone with a host in it, and perhaps a node, forces the server there.
        self.forced = [name for name in forced if name]
        if self.forced:
            rule = 'os_compute_api:servers:create:forced_host'
            handler.require(rule, handler.context.is_admin)
        if asked:
            rule = 'compute:servers:create:requested_destination'
            handler.require(rule, handler.context.is_admin)
            if self.forced:
                raise Fault(
                    400,
                    'A host cannot be requested with host or hypervisor_hostname and forced with '
                    'the availability zone at once.',
                )
        # A node is called as its host is.
        for name in asked:
            if name not in compute_hosts.services(self.db) or name != asked[0]:
                raise Fault(400, f'Compute host {asked[0]} could not be found.')
        self.asked: str | None = asked[0] if asked else None
        self.zone: str | None = zone or None
        if self.forced:
            # Nobody looks at the zone that a forced host is said to be in.
            self.zone = None
        elif zone:
            compute_hosts.require_zone(self.db, zone)

    def host_for(self, facts: Document) -> str | None:
        """The host that takes a new server, ``None`` where none does.

        :param facts: the server's document.
        """
        if self.forced:
            name = self.forced[0]
            is_one = all(each == name for each in self.forced)
            return name if is_one and name in placement.takers(self.db, facts) else None
        return placement.choose(self.db, facts, host=self.asked)
