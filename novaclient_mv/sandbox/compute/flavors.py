"""Flavors: sizes that a server can have."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from typing import Any

from novaclient_mv.sandbox.compute import controller
from novaclient_mv.sandbox.compute.schemas import flavors as schemas
from novaclient_mv.sandbox.http import paging, schema_parts
from novaclient_mv.sandbox.http.declarations import (
    api_version,
    expected_errors,
    query_schema,
    schema,
    success,
)
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


class Flavors(controller.ComputeController):
    """``/flavors``"""

    @expected_errors(400)
    @query_schema(schemas.index, '2.0', '2.74')
    @query_schema(schemas.index_2_75, '2.75', '2.101')
    @query_schema(schemas.index_2_102, '2.102')
    def index(self) -> Response:
        """``GET /flavors``"""
        return self._list(BRIEF_FIELDS)

    @expected_errors(400)
    @query_schema(schemas.index, '2.0', '2.74')
    @query_schema(schemas.index_2_75, '2.75', '2.101')
    @query_schema(schemas.index_2_102, '2.102')
    def detail(self) -> Response:
        """``GET /flavors/detail``"""
        return self._list(FIELDS)

    @expected_errors(404)
    @query_schema(schema_parts.ANY_QUERY, '2.0', '2.101')
    @query_schema(schema_parts.NO_QUERY, '2.102')
    def show(self, id: str) -> Response:
        """``GET /flavors/{id}``"""
        return self.answer({'flavor': self._flavor_views([find_flavor(self, id)], FIELDS)[0]})

    @expected_errors(400, 409)
    @schema(schemas.create_2_0, '2.0', '2.0')
    @schema(schemas.create, '2.1', '2.54')
    @schema(schemas.create_2_55, '2.55', '2.101')
    @schema(schemas.create_2_102, '2.102')
    def create(self, body: dict[str, Any]) -> Response:
        """``POST /flavors``"""
        attributes = body['flavor']
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
    @expected_errors(400, 404)
    @schema(schemas.update)
    def update(self, id: str, body: dict[str, Any]) -> Response:
        """``PUT /flavors/{id}``"""
        row = find_flavor(self, id)
        row.document['description'] = body['flavor']['description']
        self.db.save(row)
        return self._answer_with(id)

    @success(202)
    @expected_errors(404)
    def delete(self, id: str) -> Response:
        """``DELETE /flavors/{id}``"""
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
        rows = sorted((row for row in self.db.find('flavor') if self._is_listed(row)), key=by)
        if self.req.parameter('sort_dir') == 'desc':
            rows.reverse()
        page, is_full = paging.page_of(rows, self.req, 'id')
        answer: dict[str, Any] = {'flavors': self._flavor_views(page, fields)}
        if is_full:
            answer['flavors_links'] = self.next_links(page[-1].id)
        return self.answer(answer)

    def _is_listed(self, row: Row) -> bool:
        facts = row.document
        public = self._public_filter()
        if public is not None and public != facts['is_public']:
            return False
        if not _is_visible(self, row):
            return False
        # A query's schema lets it through from 2.102 only.
        name = self.req.parameter('name')
        if name is not None and not _search(name, row.name or ''):
            return False
        is_large = facts['ram'] >= self._number('minRam')
        return bool(is_large and facts['disk'] >= self._number('minDisk'))

    def _public_filter(self) -> bool | None:
        """Public ones only, unless an administrator asks for others or for both (the word none)."""
        if not self.context.is_admin:
            # Others see public flavors, and private ones that they were given.
            return None
        text = self.req.parameter('is_public')
        if text is None:
            return True
        if text.strip().lower() == 'none':
            return None
        return self.strict_boolean(text, 'Invalid is_public filter')

    def _number(self, name: str) -> int:
        text = self.req.parameter(name, '0') or ''
        try:
            return int(text)
        except ValueError:
            raise Fault(400, f'Invalid {name} filter [{text}]') from None


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


def _search(pattern: str, text: str) -> bool:
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return pattern in text
