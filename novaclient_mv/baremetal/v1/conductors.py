"""Conductors: the services that manage nodes."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import Time, field


class Conductor(resources.Resource):
    """A service that manages nodes."""

    NAME_ATTR = 'hostname'
    id_keys = ('hostname',)
    hostname: str = field(start_version='1.49')
    conductor_group: str | None = field(start_version='1.49')
    alive: bool = field(start_version='1.49')
    drivers: list[str] = field(start_version='1.49')
    created_at: Time = field(start_version='1.49')
    updated_at: Time | None = field(start_version='1.49')


class ConductorManager(collections.ListedCollection[Conductor]):
    """Conductors of the service (from 1.49)."""

    resource_class = Conductor
    declaration = collections.Declaration(
        '/conductors', 'conductor', reference='hostname', since='1.49'
    )
