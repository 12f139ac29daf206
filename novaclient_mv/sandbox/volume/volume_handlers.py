"""The base of the volume service's handlers: versions, checks of bodies, pages, volumes."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from novaclient_mv.sandbox.http import listing
from novaclient_mv.sandbox.http.controller import Controller
from novaclient_mv.sandbox.http.listing import Listing, Page
from novaclient_mv.sandbox.http.wsgi import Document, Fault
from novaclient_mv.sandbox.state import volume_states, volume_types
from novaclient_mv.sandbox.state.rows import Row

SNAPSHOT = 'snapshot'


class VolumeHandlers(Controller):
    """Handlers of the volume service."""

    def volume_type(self, name: str | None) -> volume_types.VolumeType:
        """The type that a request names; the usual one where it names none."""
        volume_type = volume_types.find(self.db, name or volume_states.TYPE)
        if volume_type is None or not volume_types.is_visible(volume_type, self.context):
            raise Fault(404, f'Volume type with name {name} could not be found.')
        return volume_type

    def find_volume(self, id: str) -> Row:
        """A volume that the caller sees."""
        row = volume_states.find(self.db, id, self.own_project)
        if row is None:
            raise self.not_found('Volume', id)
        return row

    def find_snapshot(self, id: str) -> Row:
        """A snapshot that the caller sees."""
        return self.find(SNAPSHOT, id, self.own_project, 'Snapshot')

    def listed_project(self) -> str | None:
        """The project that a list is about; administrators may ask for all."""
        is_wide = listing.is_true(self.req.parameter('all_tenants') or 'false')
        return None if self.context.is_admin and is_wide else self.context.project_id

    def names(self, attributes: Document) -> Document:
        """The name and the description that a body has, either of which has two keys."""
        keys = ('name', 'description')
        spelled = {**{f'display_{key}': key for key in keys}, **{key: key for key in keys}}
        return {key: attributes[name] for name, key in spelled.items() if name in attributes}

    def rename(self, row: Row, attributes: Document) -> None:
        """Change the name and the description of a resource, as far as a body has them."""
        names = self.names(attributes)
        row.name = names.get('name', row.name)
        row.document['description'] = names.get('description', row.document['description'])

    def links(self, path: str) -> list[Document]:
        """Return the links of a resource."""
        base, project = self.req.host_url, self.context.project_id
        return [
            {'rel': 'self', 'href': f'{base}/volume/v3/{project}{path}'},
            {'rel': 'bookmark', 'href': f'{base}/volume/{project}{path}'},
        ]

    def page(self, lists: Listing, rows: Iterable[Row], key: str) -> tuple[Page, Document]:
        """The page of rows that a query asks for, newest first, and the link to the next one."""
        items = [
            {
                **row.document,
                'id': row.id,
                'name': row.name,
                'display_name': row.name,
                'created_at': row.created,
                'updated_at': row.updated,
                'row': row,
            }
            for row in rows
        ]
        page = lists.page(self, items[::-1])
        if not page.is_full or not self.req.parameter('limit'):
            return page, {}
        href = f'{self.req.url}?{urlencode(page.next_pairs(self.req))}'
        return page, {f'{key}_links': [{'rel': 'next', 'href': href}]}
