"""Images: lists, new ones, changes."""

from __future__ import annotations

import operator
import uuid
from typing import Any
from urllib.parse import urlencode

from novaclient_mv.sandbox.http import listing
from novaclient_mv.sandbox.http.listing import Listing, Parameter
from novaclient_mv.sandbox.http.wsgi import Document, Fault, Response
from novaclient_mv.sandbox.image import image_handlers, schemas
from novaclient_mv.sandbox.image.image_handlers import ImageHandlers
from novaclient_mv.sandbox.image.schemas import IMAGE
from novaclient_mv.sandbox.state import clocks, image_store

_COMPARED = {
    'gt': operator.gt,
    'gte': operator.ge,
    'lt': operator.lt,
    'lte': operator.le,
    'eq': operator.eq,
    'neq': operator.ne,
}


def _flag(text: str) -> bool:
    return listing.one_of('true', 'false')(text.lower()) == 'true'


def _moment(text: str) -> tuple[str, float]:
    """A moment, and how others are compared with it: ``gte:2025-01-31T12:00:00Z``."""
    word, colon, rest = text.partition(':')
    is_compared = colon and word in _COMPARED
    return (word, clocks.moment(rest)) if is_compared else ('eq', clocks.moment(text))


def _is_at(value: str, values: list[tuple[str, float]]) -> bool:
    return all(_COMPARED[word](clocks.moment(value), bound) for word, bound in values)


def _fits(value: Any, values: list[str]) -> bool:
    """A field is equal, or one of ``in:a,b``."""
    text = values[-1]
    if text.startswith('in:'):
        return value in [choice.strip('"') for choice in text[3:].split(',')]
    return text in value if isinstance(value, list) else listing.same(value, [text])


LISTING = Listing(
    Parameter('visibility', listing.one_of('all', *schemas.VISIBILITIES), None),
    Parameter('member_status', listing.one_of('pending', 'accepted', 'rejected', 'all'), None),
    Parameter('os_hidden', _flag, None),
    Parameter('protected', _flag),
    Parameter('tag', test=listing.has_all, field='tags'),
    Parameter('size_min', listing.number, listing.at_least, 'size'),
    Parameter('size_max', listing.number, listing.at_most, 'size'),
    Parameter('created_at', _moment, _is_at),
    Parameter('updated_at', _moment, _is_at),
    others=_fits,
    sort_keys=(
        'name', 'status', 'container_format', 'disk_format', 'size', 'id', 'created_at',
        'updated_at',
    ),
    usual=25,
    marker=(400, 'No image found with ID {}'),
)  # fmt: skip


def listed(handler: ImageHandlers) -> list[Document]:
    """The images that a list is about, before filters that compare."""
    context, asked = handler.context, LISTING.last_values(handler)
    visibility, status = asked.get('visibility'), asked.get('member_status', 'accepted')
    images = []
    for row in image_store.visible(handler.db, context):
        facts = row.document
        is_own = handler.own_project in (None, row.project)
        if bool(facts.get('os_hidden')) is not asked.get('os_hidden', False):
            continue
        if visibility not in (None, 'all', facts['visibility']):
            continue
        # Those of a community, and what was shared and not taken, are shown when asked for.
        if not is_own and facts['visibility'] == 'community' and visibility is None:
            continue
        if not is_own and facts['visibility'] == 'shared':
            own = image_store.member_status(row, context.project_id)
            if status not in ('all', own):
                continue
        images.append(image_store.view(row))
    return images


Change = tuple[str, str, Any]

PATCH_TYPES = tuple(f'application/openstack-images-v2.{minor}-json-patch' for minor in (0, 1))
_OPERATIONS = ('add', 'remove', 'replace')
READ_ONLY = {'locations', *(key for key, rule in IMAGE.items() if rule.get('readOnly'))}
"""Keys that the service alone sets."""

_OPTIONAL = {'type': ['null', 'string']}
_SCHEMA: Document = {
    'properties': {**IMAGE, 'kernel_id': _OPTIONAL, 'ramdisk_id': _OPTIONAL},
    'additionalProperties': {'type': 'string'},
}


def _check(attributes: Document) -> None:
    """Refuse values that an image cannot have."""
    for key, value in attributes.items():
        if key in READ_ONLY:
            raise Fault(403, f"Attribute '{key}' is read-only.")
        if isinstance(value, int) and value < 0:
            raise Fault(400, f"Invalid value '{value}' for parameter '{key}'")
    from novaclient_mv.sandbox.http import validation

    validation.check(_SCHEMA, attributes, relaxed=False)


def set_value(facts: Document, key: str, value: Any) -> None:
    """Set a key of an image's document, or one of its properties."""
    if key == 'tags':
        value = sorted(set(value))
    (facts if key in image_store.DEFAULTS else facts.setdefault('properties', {}))[key] = value


def _changes(kind: str, changes: Any) -> list[Change]:
    """The changes that a ``PATCH`` asks for: operation, key and value."""
    if kind not in PATCH_TYPES:
        raise Fault(415)
    if not isinstance(changes, list) or not all(isinstance(change, dict) for change in changes):
        raise Fault(400, 'Request body must be a JSON array of operation objects.')
    return [_change(change) for change in changes]


def _change(change: Document) -> Change:
    # In version 2.0 of the syntax the operation was the key of the path.
    operation = change.get('op') or next((name for name in _OPERATIONS if name in change), None)
    path = change.get('path', change.get(str(operation)))
    if operation not in _OPERATIONS:
        raise Fault(400, f'Invalid operation: `{operation}`.')
    if not isinstance(path, str) or not path.startswith('/') or len(path) < 2:
        raise Fault(400, f'Invalid JSON pointer for this resource: `{path}`')
    key = path[1:].replace('~1', '/').replace('~0', '~')
    if key in READ_ONLY or key == 'id':
        raise Fault(403, f"Attribute '{key}' is read-only.")
    if operation != 'remove' and 'value' not in change:
        raise Fault(400, f'Operation "{operation}" requires a member named "value".')
    return operation, key, change.get('value')


def carry_out(facts: Document, operation: str, key: str, value: Any) -> None:
    """Change an image's document."""
    is_own = key in IMAGE
    properties = facts.setdefault('properties', {})
    if operation == 'remove' and is_own:
        raise Fault(403, f'Property {key} may not be removed.')
    if operation != 'add' and not is_own and key not in properties:
        raise Fault(409, f'Property {key} does not exist.')
    if operation == 'remove':
        del properties[key]
    else:
        set_value(facts, key, value)


# How an image can come to its data.
METHODS = 'glance-direct,web-download,copy-image'


def _path(pairs: list[tuple[str, str]]) -> str:
    return f'/v2/images?{urlencode(pairs)}' if pairs else '/v2/images'


class Images(image_handlers.ImageHandlers):
    """``/v2/images``"""

    def index(self) -> Response:
        """``GET /v2/images``"""
        page = LISTING.page(self, listed(self))
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
        _check(attributes)
        self._require_allowed(attributes)
        owner = attributes.pop('owner', self.context.project_id)
        id = str(attributes.pop('id', uuid.uuid4()))
        if self.db.get(image_store.KIND, id, even_deleted=True) is not None:
            raise Fault(409, f'Image ID {id} already exists!')
        name = attributes.pop('name', None)
        facts = {**image_store.DEFAULTS, 'properties': {}}
        for key, value in attributes.items():
            set_value(facts, key, value)
        self.db.insert(image_store.KIND, id, facts, project=owner, name=name)
        headers = (
            ('Location', f'{self.req.host_url}/image/v2/images/{id}'),
            ('OpenStack-image-import-methods', METHODS),
        )
        return self.answer(image_store.view(self.image(id)), headers, status=201)

    def update(self, id: str) -> Response:
        """``PATCH /v2/images/{id}``"""
        changes = _changes(self.req.media_type, self.call.body)
        row = self.own_image(id, 'modify_image')
        for operation, key, value in changes:
            if operation != 'remove':
                _check({key: value})
                self._require_allowed({key: value})
            if key == 'name' and operation != 'remove':
                row.name = value
            elif key == 'owner' and operation != 'remove':
                row.project = value
            else:
                carry_out(row.document, operation, key, value)
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
