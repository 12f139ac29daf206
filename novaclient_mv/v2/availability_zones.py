"""Availability zones: named groups of hosts that servers are placed in."""

from __future__ import annotations

import builtins
from typing import Any

from novaclient_mv import resources
from novaclient_mv.resources import field

_HOSTS = resources.by_name(resources.by_name(resources.known('active', 'available', 'updated_at')))


class AvailabilityZone(resources.Resource):
    """A zone, with its hosts and their services for administrators."""

    repr_keys = ('zoneName',)
    NAME_ATTR = 'display_name'
    zoneName: str = field(key='name')
    zoneState: dict[str, bool] = field(
        'Status',
        path=('zoneState', 'available'),
        key='available',
        type='bool',
        cell=lambda value: 'available' if value else 'not available',
    )
    hosts: dict[str, Any] | None = field(shape=_HOSTS)


class AvailabilityZoneManager(resources.ManagerWithFind[AvailabilityZone]):
    """Availability zones of the cloud."""

    kind = 'availability zone'
    resource_class = AvailabilityZone
    return_parameter_name = 'availabilityZoneInfo'

    def list(self, detailed: bool = True) -> builtins.list[AvailabilityZone]:
        """All zones.

        :param detailed: with hosts and services (administrators).
        :raises Forbidden: details are for administrators.

        ``GET /os-availability-zone/detail`` or ``GET /os-availability-zone``
        """
        is_whole = detailed is True
        operation = 'GET /os-availability-zone/detail' if is_whole else 'GET /os-availability-zone'
        return self._read_list(operation, self.return_parameter_name)

    iterate = resources.every_row(list)
