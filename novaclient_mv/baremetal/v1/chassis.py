"""Chassis: groups of nodes in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novaclient_mv import resources
from novaclient_mv.baremetal.v1 import collections
from novaclient_mv.resources import UNWRAPPED, Time, Value, field


class Chassis(resources.Resource):
    """A group of nodes in one place."""

    NAME_ATTR = 'description'
    id_keys = ('uuid',)
    link_keys = ('links', 'nodes')
    uuid: str = field('UUID')
    description: str | None = field()
    extra: dict[str, Any] = field()
    created_at: Time = field()
    updated_at: Time | None = field()


class ChassisManager(
    collections.ListedCollection[Chassis], collections.ChangeableCollection[Chassis]
):
    """Chassis of nodes, by UUID; their fields can be chosen from 1.8 on.

    One that has nodes is not deleted (``BadRequest``). All fields are those of
    ``GET /chassis/detail``.
    """

    resource_class = Chassis
    declaration = collections.Declaration(
        '/chassis', 'chassis', detail='/detail', fields_since='1.8'
    )

    def create(
        self,
        *,
        description: str | None = None,
        extra: Mapping[str, Value] | None = None,
        uuid: str | None = None,
    ) -> Chassis:
        """Create a chassis: ``POST /chassis``.

        :param description: any text.
        :raises Conflict: there is one with this UUID.
        """
        return self._create_one(
            'POST /chassis', UNWRAPPED, description=description, extra=extra, uuid=uuid
        )
