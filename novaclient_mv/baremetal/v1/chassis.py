"""Chassis: groups of nodes that stand together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import changes, patches
from novaclient_mv.resources import UNWRAPPED, Field, Value


class Chassis(resources.Resource):
    """A group of nodes that stand together."""

    NAME_ATTR = 'description'
    id_keys = ('uuid',)
    link_keys = ('links', 'nodes')
    fields = (
        Field('uuid', 'UUID'),
        Field('description'),
        Field('extra', type='dict'),
        Field('created_at', type='time'),
        Field('updated_at', type='time'),
    )


class ChassisManager(changes.ManagerOfChanges[Chassis]):
    """Chassis of nodes."""

    kind = 'chassis'
    resource_class = Chassis

    @resources.by_page
    @versions.parameters(fields='1.8..')
    def list(
        self,
        *,
        detail: bool = False,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[Chassis]:
        """Chassis, one page as the cloud cuts it.

        :param detail: with all fields.
        :param fields: with these fields only (from 1.8); not beside ``detail``.
        :param marker: UUID of the chassis after which to start.
        :param limit: number of chassis.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /chassis``, ``GET /chassis/detail``
        """
        query = self._page_query(fields, marker, sort_key, sort_dir)
        operation = 'GET /chassis/detail' if detail else 'GET /chassis'
        return self._listing(operation, 'chassis', query=query, limit=limit)

    iterate = resources.every_page(list)

    @versions.parameters(fields='1.8..')
    def get(self, chassis: Chassis | str, fields: Iterable[str] | None = None) -> Chassis:
        """One chassis by its UUID.

        :param fields: these fields only (from 1.8).
        :raises NotFound: there is none.

        ``GET /chassis/{id}``
        """
        return self._show_chosen('GET /chassis/{id}', chassis, fields)

    def create(
        self,
        *,
        description: str | None = None,
        extra: Mapping[str, Value] | None = None,
        uuid: str | None = None,
    ) -> Chassis:
        """Create a chassis.

        :param description: any text.
        :raises Conflict: there is one with this UUID.

        ``POST /chassis``
        """
        return self._create_one(
            'POST /chassis', UNWRAPPED, description=description, extra=extra, uuid=uuid
        )

    def update(
        self,
        chassis: Chassis | str,
        changed: Mapping[patches.Path, Value] | None = None,
        removed: Iterable[patches.Path] = (),
    ) -> Chassis:
        """Change a chassis; what is not named stays.

        :param changed: field, or field and key as in ``('extra', 'rack')``, to the new value.
        :param removed: fields, or keys below them.
        :raises NotFound: there is none.

        ``PATCH /chassis/{id}``
        """
        return self._patch('PATCH /chassis/{id}', chassis, changed or {}, removed)

    def delete(self, chassis: Chassis | str) -> resources.TupleWithMeta:
        """Delete a chassis without nodes.

        :raises NotFound: there is none.
        :raises BadRequest: it has nodes.

        ``DELETE /chassis/{id}``
        """
        return self._done(self.send('DELETE /chassis/{id}', chassis))
