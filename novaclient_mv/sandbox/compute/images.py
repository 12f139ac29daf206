"""Images, until clients were sent to the image service with 2.36."""

from __future__ import annotations

from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import proxies
from novaclient_mv.sandbox.http import paging, schema_parts
from novaclient_mv.sandbox.http.declarations import expected_errors, query_schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state import clocks, image_store
from novaclient_mv.sandbox.state.rows import Row

# What the image service calls a state, and how the Compute API does.
_STATUSES = {'active': 'ACTIVE', 'queued': 'SAVING', 'saving': 'SAVING', 'deleted': 'DELETED'}
_PROGRESS = {'ACTIVE': 100, 'SAVING': 25}

_FILTERS = ('name', 'status', 'minRam', 'minDisk')


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

    @expected_errors(400)
    @query_schema(proxies.images)
    def index(self) -> Response:
        """``GET /images``"""
        return self._list(self._brief)

    @expected_errors(400)
    @query_schema(proxies.images)
    def detail(self) -> Response:
        """``GET /images/detail``"""
        return self._list(self._image_view)

    @expected_errors(404)
    @query_schema(schema_parts.ANY_QUERY)
    def show(self, id: str) -> Response:
        """``GET /images/{id}``"""
        return self.answer({'image': self._image_view(find_image(self, id))})

    @success(204)
    @expected_errors(403, 404)
    def delete(self, id: str) -> Response:
        """``DELETE /images/{id}``"""
        self.db.remove(image_to_change(self, id))
        return self.answer()

    def _list(self, view: Any) -> Response:
        rows = []
        for row in image_store.visible(self.db, self.context):
            clocks.settle(row.document, self.now)
            if self._is_listed(self._image_view(row)):
                rows.append(row)
        page, is_full = paging.page_of(rows, self.req, 'id', is_empty_none=True)
        answer: dict[str, Any] = {'images': [view(row) for row in page]}
        if is_full:
            answer['images_links'] = self.next_links(page[-1].id)
        return self.answer(answer)

    def _is_listed(self, view: dict[str, Any]) -> bool:
        return all(self.req.parameter(key) in (None, str(view[key])) for key in _FILTERS)

    def _brief(self, row: Row) -> dict[str, Any]:
        alternate = {
            'rel': 'alternate',
            'type': 'application/vnd.openstack.image',
            'href': f'{self.req.host_url}/image/images/{row.id}',
        }
        return {
            'id': row.id,
            'name': row.name,
            'links': [*self.links(f'/images/{row.id}'), alternate],
        }

    def _image_view(self, row: Row) -> dict[str, Any]:
        facts = row.document
        status = _STATUSES.get(facts['status'], 'UNKNOWN')
        properties = facts.get('properties', {})
        view = {
            **self._brief(row),
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
