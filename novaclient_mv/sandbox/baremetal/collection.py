"""Handlers that every collection has: list, show, create, change and delete."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.baremetal import (
    bodies,
    json_patches,
    listing,
    locks,
    refusals,
    resource_kinds,
    views,
)
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]
Facts = dict[str, Any]


def _filled(value: Any) -> Any:
    """A value to compare: what has nothing in it is nothing."""
    return None if value in ({}, []) else value


class Collection(resource_kinds.ResourceKind):
    """Handlers of one kind of resources."""

    def index(self) -> Response:
        """List them."""
        return self.listed(self.rows())

    def detail(self) -> Response:
        """List them with all fields."""
        return self.listed(self.rows(), detail=True)

    def show(self, id: str) -> Response:
        """Show one."""
        fields = self.arguments.get('fields')
        row = self.row(id)
        if fields is not None:
            if self.refuses_fields:
                self.check_fields(fields, ())
            self.check_field_versions(fields)
            wrong = [name for name in fields if name not in self.fields]
            if wrong:
                raise self.unknown_fields(wrong)
        return self.answer(self.visible_facts(row, fields))

    def listed(self, rows: Iterable[Row], detail: bool = False) -> Response:
        """A page of rows, as the query asks for it."""
        names = views.visible(self.listed_fields, self.minor)
        # Where every field is told, the address of the rest names none.
        is_part = set(self.short) != set(self.fields)
        short = [name for name in self.short if name != 'links' and is_part]
        path = self.linked_path or self.path
        query = listing.Query(
            self.arguments,
            self.listed_fields,
            self.minor,
            'uuid',
            () if detail else short,
            self.sorts_by_node,
            f'{path}/detail' if detail else path,
            self.narrowed(),
            self.details_since,
        )
        fields = self.arguments.get('fields')
        if self.refuses_fields and fields is not None:
            self.check_fields(fields, ())
        query.check()
        self.check_filters()
        marked = self.arguments.get('marker')
        marked_facts = None if marked is None else self.facts(self.marked(marked))
        self.check_owners()
        items = [self.facts(row) for row in rows if self.is_listed(row)]
        is_paged = self.is_paged()
        page = query.page(self.req, items, marked_facts if is_paged else None, is_paged)
        if fields is not None:
            self.check_fields(fields, page.items)
            names = [name for name in names if name in (*fields, 'links')]
        elif not (detail or self.arguments.get('detail')):
            names = [name for name in names if name in self.short]
        elif self.ungated:
            # Such details are those of the newest version.
            names = list(self.fields)
        body: Facts = {self.key: [views.only(item, names) for item in page.items]}
        if page.next_url is not None:
            body['next'] = page.next_url
        return self.answer(body)

    def check_field_versions(self, names: Sequence[str]) -> None:
        """Refuse fields that are too new."""
        listing.check_field_versions(names, self.listed_fields, self.minor)

    @property
    def listed_fields(self) -> dict[str, int]:
        """All fields, with the minor version from which lists have each."""
        return {**self.fields, **dict.fromkeys(self.ungated, 1)}

    def is_paged(self) -> bool:
        """Whether the service orders what a list is narrowed to, and begins behind a marker."""
        return True

    def narrowed(self) -> str:
        """The arguments that narrow a list, for the address of its rest."""
        return ''

    def marked(self, ident: str) -> Row:
        """The row that a marker names."""
        return self.row(ident)

    def check_fields(self, names: Sequence[str], items: Sequence[Facts]) -> None:
        """Refuse fields that the items of a list do not have."""
        wrong = [name for name in names if name not in self.fields]
        if wrong and (items or self.refuses_fields):
            raise self.unknown_fields(wrong)

    def unknown_fields(self, names: Sequence[str]) -> Refused:
        """The refusal of fields that a list does not have."""
        return Refused(400, f'Field(s) "{", ".join(dict.fromkeys(names))}" are not valid')

    def check_filters(self) -> None:
        """Refuse arguments that are too new, or whose values are wrong."""

    def check_owners(self) -> None:
        """Refuse what a list is narrowed by and is not there."""

    def is_listed(self, row: Row) -> bool:
        """Whether a row is what the query asks for."""
        asked = {name: self.arguments.get(name) for name in self.filters}
        pairs = [(row.document.get(name), value) for name, value in asked.items()]
        return all(text is None or listing.same(value, text) for value, text in pairs)

    def create(self) -> Response:
        """Add one."""
        body = self.arguments['body']
        self.check_gates(body, self.gates)
        document: Document = {**self.defaults, **body}
        requested_id = document.pop('uuid', None)
        document['ordinal'] = 1 + self._last_ordinal()
        id = str(requested_id).lower() if requested_id else str(uuid.uuid4())
        self.prepare(document, body)
        self.check_unique({**document, 'uuid': id})
        name = document.get('name')
        self.db.insert(self.kind, id, document, parent=document.get('node_uuid'), name=name)
        row = self.db.get(self.kind, id)
        assert row is not None
        failure = self.after_create(row)
        if failure is not None:
            # The row stays, as it does in the service.
            self.db.commit()
            raise failure
        return self.answer(self.visible_facts(row), (self.location(f'{self.path}/{id}'),), 201)

    def _last_ordinal(self) -> int:
        """The number of the newest one; it is free again when that one is gone."""
        newest = self.db.one(self.kind, order='created', descending=True)
        return 0 if newest is None else int(newest.document.get('ordinal', 0))

    def update(self, id: str) -> Response:
        """Change one."""
        patch = self.arguments['patch']
        self.check_patch(patch)
        row = self.row(id)
        self.check_values(row, patch)
        self._require_free(row)
        old = {name: row.document.get(name) for name in self.patchable}
        new = json_patches.applied(old, patch)
        # A node is looked for in any case, and none means the present one.
        touched = [name for name in json_patches.roots(patch) if name != 'node_uuid']
        bodies.check_parts(self.schema, new, touched)
        for name in self.patchable:
            if name not in new:
                new[name] = None if name in self.undefaulted else self.defaults.get(name)
        for name, kind in self.values.items():
            if name in touched:
                kind(name, new[name])
        document = {**row.document, **new}
        if 'node_uuid' in new:
            owner = new['node_uuid']
            owner = row.document['node_uuid'] if owner is None else self._new_owner(owner)
            document['node_uuid'] = owner
        self.changed(row, document)
        self.check_unique({**document, 'uuid': row.id}, row)
        dated = [name for name in self.patchable if name not in self.undated]
        if any(_filled(document.get(name)) != _filled(old[name]) for name in dated):
            document['updated_at'] = self.now
        row.document = document
        row.name = document.get('name')
        row.parent = document.get('node_uuid')
        self.db.save(row)
        return self.answer(self.visible_facts(row))

    def delete(self, id: str) -> Response:
        """Remove one."""
        row = self.row(id)
        self._require_free(row)
        self.check_removal(row)
        self.db.remove(row)
        return self.accepted(status=204)

    def _new_owner(self, ident: Any) -> str:
        """The id of the node that one is moved to.

        :raises Refused: 400: it is not there.
        """
        node = baremetal_nodes.find(self.db, ident) if isinstance(ident, str) else None
        # A UUID is not looked for in another spelling here.
        if node is None or ident not in (node.id, node.name):
            words = f"Unable to apply the requested node_uuid '{ident}'."
            raise Refused(400, f'{words} Requested value was invalid.')
        return str(node.id)

    def check_values(self, row: Row, patch: json_patches.Patch) -> None:
        """Refuse new values that none can have, before a patch is applied."""
        for ident in json_patches.values(patch, 'node_uuid'):
            self._new_owner(ident)

    def check_patch(self, patch: json_patches.Patch) -> None:
        """Refuse a patch of fields that nobody may change."""
        json_patches.check_roots(patch, self.known(self.patchable))

    def check_gates(self, names: Iterable[str], gates: Mapping[str, int]) -> None:
        """Refuse fields that the version cannot set."""
        for name in names:
            if self.minor < gates.get(name, 1):
                raise refusals.too_new()

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new document."""

    def after_create(self, row: Row) -> Refused | None:
        """Apply the effects of a new row; return the failure that leaves it there."""
        return None

    def changed(self, row: Row, document: Document) -> None:
        """Check a change.

        :param row: with the document as it is.
        :param document: as it is to be.
        """

    def check_removal(self, row: Row) -> None:
        """Refuse to remove what is in use."""

    def _require_free(self, row: Row) -> None:
        """Refuse a change of what belongs to a node that is locked.

        :raises Refused: 409.
        """
        if self.locks_node:
            locks.lock(self.db, self.owner_node(row.document['node_uuid']), self.now)
