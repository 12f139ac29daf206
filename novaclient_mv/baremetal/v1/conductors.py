"""Conductors: the services that manage nodes."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import Time, field


class Conductor(resources.Resource, since='1.49'):
    """A service that manages nodes."""

    NAME_ATTR = 'hostname'
    id_keys = ('hostname',)
    hostname: str = field()
    conductor_group: str | None = field()
    alive: bool = field()
    drivers: list[str] = field()
    created_at: Time = field()
    updated_at: Time | None = field()


class ConductorManager(collections.ListedCollection[Conductor]):
    """Conductors of the service (from 1.49), by hostname."""

    resource_class = Conductor
    declaration = collections.Declaration('/conductors', 'conductor', reference='hostname')
