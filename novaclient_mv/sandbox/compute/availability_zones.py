"""Availability zones: groups of hosts that fail apart from each other."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller, service_states
from novaclient_mv.sandbox.http.wsgi import Response
from novaclient_mv.sandbox.state import clocks


class AvailabilityZones(controller.ComputeController):
    """``/os-availability-zone``"""

    def index(self) -> Response:
        zones = [_zone(name, None) for name in sorted(self._hosts()) if name != 'internal']
        return self.answer({'availabilityZoneInfo': zones})

    def detail(self) -> Response:
        zones = [_zone(name, hosts) for name, hosts in sorted(self._hosts().items())]
        return self.answer({'availabilityZoneInfo': zones})

    def _hosts(self) -> dict[str, dict[str, Any]]:
        """Zone to its hosts, each with its services."""
        zones: dict[str, dict[str, Any]] = {}
        for row in self.db.find('service'):
            facts = row.document
            service = {
                'active': not facts['disabled'],
                'available': service_states.is_up(row, self.now),
                'updated_at': clocks.iso_micro(service_states.last_report(row, self.now)),
            }
            hosts = zones.setdefault(facts['zone'], {})
            hosts.setdefault(facts['host'], {})[facts['binary']] = service
        return zones


def _zone(name: str, hosts: dict[str, Any] | None) -> dict[str, Any]:
    return {'zoneName': name, 'zoneState': {'available': True}, 'hosts': hosts}
