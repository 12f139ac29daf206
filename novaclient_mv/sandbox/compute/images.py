"""Images, until clients were sent to the image service with 2.36."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.lists import Lists, parameter
from novaclient_mv.sandbox.http import schema_parts
from novaclient_mv.sandbox.http.declarations import query_schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks, image_store
from novaclient_mv.sandbox.state.rows import Row

# What the image service calls a state, and how the Compute API does.
_STATUSES = {'active': 'ACTIVE', 'queued': 'SAVING', 'saving': 'SAVING', 'deleted': 'DELETED'}
_PROGRESS = {'ACTIVE': 100, 'SAVING': 25}

_BRIEF = ('id', 'name', 'links')

_ONE = {**schema_parts.LIMIT, 'items': {**schema_parts.LIMIT['items'], 'minimum': 1}}
# Of what is passed on to the image service, it heeds four here.
LISTS = Lists(
    *(parameter(name) for name in ('name', 'status', 'minRam', 'minDisk')),
    *(parameter(name, test=None) for name in ('changes-since', 'server', 'type', 'marker')),
    *(parameter(name, test=None, form=_ONE) for name in ('limit', 'page_size', 'offset')),
    facts=lambda view: view,
    name=lambda view: view['id'],
)


def find_image(handler: controller.ComputeController, id: str) -> Row:
    """An image that the caller can see.

    :raises Fault: 404.
    """
    for row in image_store.visible(handler.db, handler.context):
        if row.id == id:
            clocks.settle(row.document, handler.now)
            return row
    raise Fault(404, 'Image not found.')


def image_to_change(handler: controller.ComputeController, id: str) -> Row:
    """An image of the caller's own.

    :raises Fault: 404, or 403 where it is another's.
    """
    row = find_image(handler, id)
    is_own = row.project == handler.context.project_id
    if row.document['protected'] or not (is_own or handler.context.is_admin):
        raise Fault(403, f'Not authorized for image {id}.')
    return row


class Images(controller.ComputeController):
    """``/images``"""

    @query_schema(LISTS.schema)
    def index(self) -> Response:
        return self._list(_BRIEF)

    @query_schema(LISTS.schema)
    def detail(self) -> Response:
        return self._list()

    def show(self, id: str) -> Response:
        return self.answer({'image': self._image_view(find_image(self, id))})

    @success(204)
    def delete(self, id: str) -> Response:
        self.db.remove(image_to_change(self, id))
        return self.answer()

    def _list(self, keys: tuple[str, ...] | None = None) -> Response:
        ignored = ('offset', 'marker' if self.req.parameter('marker') == '' else '')
        self.req.query = [pair for pair in self.req.query if pair[0] not in ignored]
        views = []
        for row in image_store.visible(self.db, self.context):
            clocks.settle(row.document, self.now)
            views.append(self._image_view(row))
        page = LISTS.page(self, views)
        images = [{key: view[key] for key in keys or view} for view in page.items]
        links = {'images_links': self.next_links(page.marker)} if page.is_full else {}
        return self.answer({'images': images, **links})

    def _image_view(self, row: Row) -> dict[str, Any]:
        facts = row.document
        status = _STATUSES.get(facts['status'], 'UNKNOWN')
        properties = facts.get('properties', {})
        alternate = {
            'rel': 'alternate',
            'type': 'application/vnd.openstack.image',
            'href': f'{self.req.host_url}/image/images/{row.id}',
        }
        view = {
            'id': row.id,
            'name': row.name,
            'links': [*self.links(f'/images/{row.id}'), alternate],
            'status': status,
            'progress': _PROGRESS.get(status, 0),
            'minRam': facts['min_ram'],
            'minDisk': facts['min_disk'],
            'metadata': properties,
            'created': clocks.iso(row.created),
            'updated': clocks.iso(row.updated or row.created),
            'OS-EXT-IMG-SIZE:size': facts.get('size') or 0,
        }
        if 'auto_disk_config' in properties:
            is_auto = schema_parts.is_true(properties['auto_disk_config'])
            view['OS-DCF:diskConfig'] = 'AUTO' if is_auto else 'MANUAL'
        return view
