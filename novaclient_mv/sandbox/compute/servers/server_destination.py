"""The requested place of new servers: a zone, a host to be checked, or a forced one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.compute import compute_hosts, scheduler
from novaclient_mv.sandbox.http.wsgi import Fault

if TYPE_CHECKING:
    from novaclient_mv.sandbox.compute.controller import ComputeController

Document = dict[str, Any]

_ASKED = ('host', 'hypervisor_hostname')


class Destination:
    """The requested place of new servers.

    :param attributes: the server in the request.
    :ivar zone: the zone that the servers are pinned to.
    :raises Fault: 400.
    """

    def __init__(self, handler: ComputeController, attributes: Document) -> None:
        self.db = handler.db
        names = [attributes[key] for key in _ASKED if key in attributes]
        zone, *forced = (attributes.get('availability_zone') or '').split(':')
        if len(forced) > 2:
            raise Fault(400, 'Invalid input received: Unable to parse availability_zone')
        # A zone with a host in it, and perhaps a node, forces the server there.
        self._forced = [name or None for name in forced]
        self.forced = [name for name in forced if name]
        if names and self.forced:
            raise Fault(
                400,
                'A host cannot be requested with host or hypervisor_hostname and forced with '
                'the availability zone at once.',
            )
        self._names = names
        self.name: str | None = names[0] if names else None
        self.zone: str | None = zone or None
        if self.forced and not self._is_zone_of_forced(zone):
            self.zone = None

    def require_zone(self) -> None:
        """Refuse a zone that is not there.

        :raises Fault: 400.
        """
        if self.zone is not None:
            compute_hosts.require_zone(self.db, self.zone)

    def require_hosts(self) -> None:
        """Refuse hosts, or nodes, that are not there.

        :raises Fault: 400.
        """
        # A node is called as its host is.
        for name in self._names:
            if name not in compute_hosts.services(self.db) or name != self.name:
                raise Fault(400, f'Compute host {self.name} could not be found.')

    def _is_zone_of_forced(self, zone: str) -> bool:
        """Whether the forced host is in a zone; one that is not there counts as in the default."""
        service = compute_hosts.services(self.db).get(self._forced[0] or '')
        its_zone = service.document['zone'] if service else compute_hosts.DEFAULT_ZONE
        return bool(zone == its_zone)

    def _is_forced_host(self) -> bool:
        """Whether there is a host, with a node, of the names that force one."""
        name = self.forced[0]
        is_one = all(forced_name == name for forced_name in self.forced)
        return is_one and name in compute_hosts.services(self.db)

    def failure(self, facts: Document) -> str:
        """The words of a new server that no host takes.

        :param facts: the server's document.
        """
        if not self.forced or self._is_forced_host():
            name = self.forced[0] if self.forced else self.name
            return scheduler.failure(self.db, facts, name)
        host, node = (*self._forced, None)[:2]
        return f'No valid host was found. No such host - host: {host} node: {node} '

    def host_for(self, facts: Document) -> str | None:
        """The host that takes a new server, ``None`` where none does.

        :param facts: the server's document.
        """
        if self.forced:
            name = self.forced[0]
            is_taker = self._is_forced_host() and name in scheduler.takers(self.db, facts)
            return name if is_taker else None
        return scheduler.choose(self.db, facts, host=self.name)
