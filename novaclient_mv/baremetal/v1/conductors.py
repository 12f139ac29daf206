"""Conductors: the services that manage nodes."""

from __future__ import annotations

from collections.abc import Iterable

from novaclient_mv import resources, versions
from novaclient_mv.baremetal.v1 import changes
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


class ConductorManager(changes.ManagerOfChanges[Conductor]):
    """Conductors of the service (from 1.49)."""

    kind = 'conductor'
    resource_class = Conductor

    @resources.by_page
    @versions.wraps('1.49')
    def list(
        self,
        *,
        detail: bool = False,
        fields: Iterable[str] | None = None,
        marker: str | None = None,
        limit: int | None = None,
        sort_key: str | None = None,
        sort_dir: str | None = None,
    ) -> resources.Listing[Conductor]:
        """Conductors, one page as the cloud cuts it.

        :param detail: with all fields.
        :param fields: with these fields only; not beside ``detail``.
        :param marker: hostname of the conductor after which to start.
        :param limit: number of conductors.
        :param sort_key: field to sort by; ``sort_dir`` is ``asc`` or ``desc``.

        ``GET /conductors``
        """
        query = {
            'detail': detail or None,
            **self._page_query(fields, marker, sort_key, sort_dir),
        }
        return self._listing('GET /conductors', 'conductors', query=query, limit=limit)

    iterate = resources.every_page(list)

    @versions.wraps('1.49')
    def get(self, conductor: Conductor | str, fields: Iterable[str] | None = None) -> Conductor:
        """One conductor by its hostname.

        :param fields: these fields only.
        :raises NotFound: there is none.

        ``GET /conductors/{id}``
        """
        return self._show_chosen('GET /conductors/{id}', conductor, fields)
