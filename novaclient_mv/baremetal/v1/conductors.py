"""Conductors: the services that manage nodes."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import Field


class Conductor(resources.Resource):
    """A service that manages nodes."""

    NAME_ATTR = 'hostname'
    id_keys = ('hostname',)
    fields = (
        Field('hostname', start_version='1.49'),
        Field('conductor_group', start_version='1.49'),
        Field('alive', type='bool', start_version='1.49'),
        Field('drivers', type='list', start_version='1.49'),
        Field('created_at', type='time', start_version='1.49'),
        Field('updated_at', type='time', start_version='1.49'),
    )


class ConductorManager(collections.ListedCollection[Conductor]):
    """Conductors of the service (from 1.49)."""

    resource_class = Conductor
    declaration = collections.Declaration(
        '/conductors', 'conductor', reference='hostname', since='1.49'
    )
