"""Images: lists, new ones, changes."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.image import image_changes, image_filters, image_handlers
from novaclient_mv.sandbox.state import image_store

# How an image can come to its data.
METHODS = 'glance-direct,web-download,copy-image'


def _path(pairs: list[tuple[str, str]]) -> str:
    return f'/v2/images?{urlencode(pairs)}' if pairs else '/v2/images'


class Images(image_handlers.ImageHandlers):
    """``/v2/images``"""

    def index(self) -> Response:
        """``GET /v2/images``"""
        page = image_filters.LISTING.page(self, image_filters.listed(self))
        pairs = [pair for pair in self.req.query if pair[0] != 'marker']
        body = {'images': page.items, 'schema': '/v2/schemas/images', 'first': _path(pairs)}
        if page.has_more and page.items:
            body['next'] = _path(page.next_pairs(self.req))
        return self.answer(body)

    def show(self, id: str) -> Response:
        """``GET /v2/images/{id}``"""
        return self.answer(image_store.view(self.image(id)))

    def create(self) -> Response:
        """``POST /v2/images``"""
        self.require_member('add_image')
        attributes = self.json()
        image_changes.check(attributes)
        self._require_allowed(attributes)
        owner = attributes.pop('owner', self.context.project_id)
        id = str(attributes.pop('id', uuid.uuid4()))
        if self.db.get(image_store.KIND, id, even_deleted=True) is not None:
            raise Fault(409, f'Image ID {id} already exists!')
        name = attributes.pop('name', None)
        facts = {**image_store.DEFAULTS, 'properties': {}}
        for key, value in attributes.items():
            image_changes.set_value(facts, key, value)
        self.db.insert(image_store.KIND, id, facts, project=owner, name=name)
        headers = (
            ('Location', f'{self.req.host_url}/image/v2/images/{id}'),
            ('OpenStack-image-import-methods', METHODS),
        )
        return self.answer(image_store.view(self.image(id)), headers, status=201)

    def update(self, id: str) -> Response:
        """``PATCH /v2/images/{id}``"""
        changes = image_changes.read(self.req.media_type, self.call.body)
        row = self.own_image(id, 'modify_image')
        for operation, key, value in changes:
            if operation != 'remove':
                image_changes.check({key: value})
                self._require_allowed({key: value})
            if key == 'name' and operation != 'remove':
                row.name = value
            elif key == 'owner' and operation != 'remove':
                row.project = value
            else:
                image_changes.carry_out(row.document, operation, key, value)
        if changes:
            self.db.save(row)
        return self.answer(image_store.view(row))

    def delete(self, id: str) -> Response:
        """``DELETE /v2/images/{id}``"""
        row = self.own_image(id, 'delete_image')
        if row.document.get('protected'):
            raise Fault(403, f'Image {id} is protected and cannot be deleted.')
        self.db.remove(row)
        data = self.db.get(image_store.DATA, id)
        if data is not None:
            self.db.remove(data)
        return self.plain_answer(status=204)

    def add_tag(self, id: str, tag: str) -> Response:
        """``PUT /v2/images/{id}/tags/{tag}``"""
        row = self.own_image(id, 'modify_image')
        if len(tag) > 255:
            raise Fault(400, 'Tags must not be longer than 255 characters.')
        row.document['tags'] = sorted({*row.document['tags'], tag})
        self.db.save(row)
        return self.plain_answer(status=204)

    def delete_tag(self, id: str, tag: str) -> Response:
        """``DELETE /v2/images/{id}/tags/{tag}``"""
        row = self.own_image(id, 'modify_image')
        if tag not in row.document['tags']:
            raise Fault(404)
        row.document['tags'].remove(tag)
        self.db.save(row)
        return self.plain_answer(status=204)

    def deactivate(self, id: str) -> Response:
        """``POST /v2/images/{id}/actions/deactivate``"""
        return self._turned(id, 'active', 'deactivated')

    def reactivate(self, id: str) -> Response:
        """``POST /v2/images/{id}/actions/reactivate``"""
        return self._turned(id, 'deactivated', 'active')

    def _turned(self, id: str, before: str, after: str) -> Response:
        row = self.own_image(id, after.removesuffix('d'))
        if row.document['status'] not in (before, after):
            raise Fault(403, f'Image status transition to {after} is not allowed')
        row.document['status'] = after
        self.db.save(row)
        return self.plain_answer(status=204)

    def _require_allowed(self, attributes: Document) -> None:
        """Refuse what only administrators may say of an image."""
        is_public = attributes.get('visibility') == 'public'
        self.require('publicize_image', self.context.is_admin or not is_public)
        owner = attributes.get('owner', self.context.project_id)
        self.require('add_image', self.own_project in (None, owner))
