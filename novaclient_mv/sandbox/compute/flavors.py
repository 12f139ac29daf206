"""Flavors: sizes that a server can have."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.lists import Lists, pages, parameter, pattern, search
from novaclient_mv.sandbox.compute.schemas import flavors as schemas
from novaclient_mv.sandbox.http import listing, schema_parts
from novaclient_mv.sandbox.http.declarations import api_version, query_schema, schema, success
from novaclient_mv.sandbox.http.wsgi import Fault, Response
from novaclient_mv.sandbox.state.rows import Row, Session

Field = controller.Field

# What a flavor shows in detail.
FIELDS = (
    Field('name', lambda view, row: row.name),
    Field('ram', 'ram'),
    Field('disk', 'disk'),
    Field('vcpus', 'vcpus'),
    Field('OS-FLV-EXT-DATA:ephemeral', 'ephemeral'),
    # A flavor without swap showed an empty text until 2.75.
    Field('swap', lambda view, row: row.document['swap'] or '', '..2.74'),
    Field('swap', 'swap', '2.75..'),
    Field('OS-FLV-DISABLED:disabled', 'disabled', '..2.101'),
    Field('os-flavor-access:is_public', 'is_public'),
    Field('rxtx_factor', 'rxtx_factor', '..2.101'),
    Field('description', 'description', '2.55..'),
    Field('extra_specs', 'extra_specs', '2.61..'),
)
BRIEF_FIELDS = (
    Field('name', lambda view, row: row.name),
    Field('description', 'description', '2.55..'),
)


SORT_KEYS = [
    'created_at', 'description', 'disabled', 'ephemeral_gb', 'flavorid', 'id', 'is_public',
    'memory_mb', 'name',
    'root_gb', 'rxtx_factor', 'swap', 'updated_at', 'vcpu_weight', 'vcpus',
]  # fmt: skip
# Where a sort key is found.
_SORT = {
    'flavorid': lambda row: row.id,
    'id': lambda row: row.number,
    'name': lambda row: row.name,
    'created_at': lambda row: row.created,
    'updated_at': lambda row: row.updated or 0.0,
    'memory_mb': lambda row: row.document['ram'],
    'root_gb': lambda row: row.document['disk'],
    'ephemeral_gb': lambda row: row.document['ephemeral'],
    'vcpu_weight': lambda row: 0,
}


def find_flavor(handler: controller.ComputeController, id: str) -> Row:
    """The flavor of an id, if the caller can see it.

    :raises Fault: 404.
    """
    row = handler.db.get('flavor', id)
    if row is None or not _is_visible(handler, row):
        raise Fault(404, f'Flavor {id} could not be found.')
    return row


def number_of(session: Session, flavor: Row) -> int:
    """The number of a flavor among all that there ever were."""
    rows = session.find('flavor', deleted=None)
    return sum(row.number <= flavor.number for row in rows)


def _is_visible(handler: controller.ComputeController, row: Row) -> bool:
    return bool(
        row.document['is_public']
        or handler.context.is_admin
        or handler.context.project_id in row.document['access']
    )


def _publicity(text: str) -> bool | None:
    """Public ones, others, or both (the word none).

    :raises ValueError: any other value.
    """
    return None if text.strip().lower() == 'none' else listing.flag(text)


LISTS = Lists(
    # Others see public flavors, and private ones that they were given.
    parameter(
        'is_public',
        read=_publicity,
        test=lambda value, asked: asked[-1] in (None, value),
        rule=controller.ADMINISTRATORS,
    ),
    parameter('minRam', read=listing.number, test=listing.at_least, field='ram'),
    parameter('minDisk', read=listing.number, test=listing.at_least, field='disk'),
    parameter('name', '2.102', read=pattern, test=search, field=lambda row: row.name),
    parameter('sort_key', until='2.101', test=None, form=schema_parts.texts(enum=SORT_KEYS)),
    parameter(
        'sort_key',
        '2.102',
        test=None,
        form=schema_parts.texts(enum=[key for key in SORT_KEYS if key != 'rxtx_factor']),
    ),
    parameter('sort_dir', test=None, form=schema_parts.texts(enum=['asc', 'desc'])),
    *pages(),
    closed='2.75',
)


class Flavors(controller.ComputeController):
    """``/flavors``"""

    @query_schema(LISTS.schema)
    def index(self) -> Response:
        return self._list(BRIEF_FIELDS)

    @query_schema(LISTS.schema)
    def detail(self) -> Response:
        return self._list(FIELDS)

    def show(self, id: str) -> Response:
        return self.answer({'flavor': self._flavor_views([find_flavor(self, id)], FIELDS)[0]})

    @schema(schemas.create.schema)
    def create(self, attributes: dict[str, Any]) -> Response:
        # /v2 takes names with blanks around them, and drops those.
        name = attributes['name'].strip()
        id = str(attributes['id']) if attributes.get('id') is not None else str(uuid.uuid4())
        if self.db.one('flavor', name=name) is not None:
            raise Fault(409, f'Flavor with name {name} already exists.')
        if self.db.get('flavor', id) is not None:
            raise Fault(409, f'Flavor with ID {id} already exists.')
        self.db.insert('flavor', id, _facts(attributes), name=name)
        return self._answer_with(id)

    @api_version('2.55')
    @schema(schemas.update)
    def update(self, id: str, body: dict[str, Any]) -> Response:
        row = find_flavor(self, id)
        row.document['description'] = body['flavor']['description']
        self.db.save(row)
        return self._answer_with(id)

    @success(202)
    def delete(self, id: str) -> Response:
        # Servers keep their copy of it.
        self.db.remove(find_flavor(self, id))
        return self.answer()

    def _answer_with(self, id: str) -> Response:
        return self.answer({'flavor': self._flavor_views([find_flavor(self, id)], FIELDS)[0]})

    def _flavor_views(self, rows: Iterable[Row], fields: tuple[Field, ...]) -> list[dict[str, Any]]:
        make = self.maker(fields)
        return [
            {'id': row.id, **make(self, row), 'links': self.links(f'/flavors/{row.id}')}
            for row in rows
        ]

    def _list(self, fields: tuple[Field, ...]) -> Response:
        key = self.req.parameter('sort_key', 'flavorid') or 'flavorid'
        by = _SORT.get(key, lambda row: str(row.document.get(key)))
        rows = [row for row in self.db.find('flavor') if _is_visible(self, row)]
        if self.context.is_admin and self.req.parameter('is_public') is None:
            rows = [row for row in rows if row.document['is_public']]
        rows.sort(key=by)
        if self.req.parameter('sort_dir') == 'desc':
            rows.reverse()
        page = LISTS.page(self, rows)
        answer: dict[str, Any] = {'flavors': self._flavor_views(page.items, fields)}
        if page.is_full:
            answer['flavors_links'] = self.next_links(page.marker)
        return self.answer(answer)


def _facts(attributes: dict[str, Any]) -> dict[str, Any]:
    """The document of a new flavor."""
    return {
        'ram': int(attributes['ram']),
        'disk': int(attributes['disk']),
        'vcpus': int(attributes['vcpus']),
        'ephemeral': int(attributes.get('OS-FLV-EXT-DATA:ephemeral', 0)),
        'swap': int(attributes.get('swap', 0)),
        'rxtx_factor': float(attributes.get('rxtx_factor', 1.0)),
        'is_public': schema_parts.is_true(attributes.get('os-flavor-access:is_public', True)),
        'disabled': False,
        'description': attributes.get('description'),
        'extra_specs': {},
        'access': [],
    }
