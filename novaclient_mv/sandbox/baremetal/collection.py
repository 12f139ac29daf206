"""Handlers that every collection has: list, show, create, change and delete."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    bodies,
    handlers,
    json_patches,
    kinds,
    listing,
    locks,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.listing import Parameter
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]
Facts = dict[str, Any]
Minors = Mapping[str, int]
"""Names of fields, with the first minor version of each."""


def _filled(value: Any) -> Any:
    """A value to compare: one that has nothing in it is the same as none."""
    return None if value in ({}, []) else value


class Collection(handlers.IronicHandlers):
    """Handlers of one kind of resources, each a row of its own.

    :cvar kind: of its rows.
    :cvar noun: what errors call one.
    :cvar path: below ``/v1``; in links it may be ``linked_path``.
    :cvar fields: all fields.
    :cvar ungated: fields that lists tell at every version; their details then tell all.
    :cvar short: the fields of a list, in the order that the address of the rest has them in.
    :cvar unsorted: fields that lists are not sorted by, besides those that none is.
    :cvar refuses_fields: whether an empty list refuses unknown fields.
    :cvar details_since: the minor version whose lists tell details if asked.
    :cvar has_named_markers: whether a marker may be a name.
    :cvar filters: arguments that a list is narrowed by.
    :cvar schema: of the body that creates one.
    :cvar gates: fields that only some versions may set.
    :cvar known_since: fields that older versions do not even know.
    :cvar defaults: of fields that a body does not set.
    :cvar unique: fields that no two may have the same values of.
    :cvar patchable: the fields that may be changed.
    :cvar patch_gates: as ``gates``, for patches, by default the same.
    :cvar mandatory: fields that a patch must not take away.
    :cvar locks_node: whether a change of one locks the node that it belongs to.
    """

    kind: ClassVar[str]
    noun: ClassVar[str]
    path: ClassVar[str]
    linked_path: ClassVar[str] = ''
    fields: ClassVar[dict[str, int]]
    ungated: ClassVar[tuple[str, ...]] = ()
    short: ClassVar[tuple[str, ...]]
    unsorted: ClassVar[tuple[str, ...]] = ('node_uuid',)
    refuses_fields: ClassVar[bool] = True
    details_since: ClassVar[int] = 43
    has_named_markers: ClassVar[bool] = False
    filters: ClassVar[tuple[Parameter, ...]] = ()
    schema: ClassVar[bodies.Schema]
    gates: ClassVar[Minors] = {}
    known_since: ClassVar[Minors] = {}
    defaults: ClassVar[Document] = {'extra': {}}
    unique: ClassVar[tuple[tuple[str, ...], ...]] = (('uuid',), ('name',), ('address',))
    patchable: ClassVar[tuple[str, ...]] = ()
    patch_gates: ClassVar[Minors | None] = None
    mandatory: ClassVar[tuple[str, ...]] = ()
    locks_node: ClassVar[bool] = False

    def arguments_of(self, handler: str) -> kinds.Arguments:
        """The arguments of a handler, as the class says."""
        if handler in ('delete', 'delete_all') or hasattr(getattr(self, handler), 'arguments'):
            return super().arguments_of(handler)
        if handler == 'show':
            return kinds.Arguments({'fields': kinds.words})
        if handler == 'create':
            return kinds.Arguments({'body': self._new_body}, (), 'body')
        if handler == 'update':
            return kinds.Arguments({'patch': json_patches.patch}, (), 'patch')
        view = {} if 'detail' in handler else listing.VIEW
        marker = kinds.ident if self.has_named_markers else kinds.uuid
        named = {parameter.name: parameter.read for parameter in self.filters}
        return kinds.Arguments({**named, **listing.PAGING, **view, 'marker': marker})

    def _new_body(self, body: Any) -> Any:
        """The body that creates one, as its schema says."""
        properties = self.schema['properties']
        known = {field: properties[field] for field in self._known(properties)}
        bodies.check({**self.schema, 'properties': known}, body)
        return body

    def _known(self, fields: Iterable[str]) -> list[str]:
        return [field for field in fields if self.minor >= self.known_since.get(field, 1)]

    # -- what there is

    def rows(self) -> Iterable[Row]:
        """The rows that the caller may see, the oldest first."""
        return filter(self.is_visible, self.db.find(self.kind))

    def is_visible(self, row: Row) -> bool:
        """Whether the caller may see one: its own, one of a node of its own, or one of nobody."""
        facts = row.document
        if self.context.is_admin:
            return True
        if 'owner' in facts:
            return bool(facts.get('public')) or facts['owner'] == self.context.project_id
        node = baremetal_nodes.find(self.db, facts.get('node_uuid') or '')
        return node is None or self.may_see(node)

    def row(self, ident: str) -> Row:
        """The one of a UUID, or of a name where they have some.

        :raises Refused: 400, 404.
        """
        has_names = 'name' in self.fields
        if not (kinds.is_ident(ident) if has_names else kinds.is_uuid(ident)):
            raise Refused(400, f'Expected a logical name or UUID but received {ident}.')
        row = None
        if baremetal_nodes.UUID.fullmatch(ident):
            row = self.db.get(self.kind, ident.lower())
        elif has_names:
            row = self.db.one(self.kind, name=ident)
        if row is None or not self.is_visible(row):
            raise refusals.not_found(self.noun, ident)
        return row

    def owner_node(self, ident: Any) -> Row:
        """The node that a body names.

        :raises Refused: 400: it is not there.
        """
        node = baremetal_nodes.find(self.db, ident) if isinstance(ident, str) else None
        if node is None or not self.may_see(node):
            raise Refused(400, f'Node {ident} could not be found.')
        return node

    def facts(self, row: Row) -> Facts:
        """Every field of a row."""
        document = row.document
        facts = {name: document.get(name) for name in self.fields}
        facts.update(
            uuid=row.id,
            created_at=handlers.iso(row.created),
            updated_at=handlers.iso(document.get('updated_at')),
            links=views.links(self.req, f'{self.linked_path or self.path}/{row.id}'),
        )
        return facts

    def visible_facts(self, row: Row, fields: list[str] | None = None) -> Facts:
        """Return a row's fields at a version."""
        names = views.visible(self.fields, self.minor)
        if fields is not None:
            names = [name for name in names if name in (*fields, 'links')]
        return views.only(self.facts(row), names)

    # -- lists

    def index(self) -> Response:
        """List them."""
        return self.listed(self.rows())

    def detail(self) -> Response:
        """List them with all fields."""
        return self.listed(self.rows(), detail=True)

    def of_node(self, id: str) -> Response:
        """List those of a node, by its UUID, as the service has it."""
        return self._of_node(id)

    def detail_of_node(self, id: str) -> Response:
        """List those of a node with all fields."""
        return self._of_node(id, detail=True)

    def _of_node(self, ident: str, detail: bool = False) -> Response:
        if not kinds.is_uuid(ident):
            raise refusals.not_found('Node', ident)
        self.arguments['node'] = self.node(ident).id
        return self.listed(self.rows(), detail)

    def listed(self, rows: Iterable[Row], detail: bool = False) -> Response:
        """A page of rows, as the query asks for it."""
        # Where every field is told, the address of the rest names none.
        is_part = set(self.short) != set(self.fields) and not detail
        short = [name for name in self.short if name != 'links' and is_part]
        query = listing.Query(
            self.arguments, self.listed_fields, self.minor, self.rest(detail), short,
            unsorted=self.unsorted, details_since=self.details_since,
        )  # fmt: skip
        fields, marker = self.arguments.get('fields'), self.arguments.get('marker')
        if self.refuses_fields:
            self.check_fields(fields or ())
        query.check()
        self.check_filters()
        marked = None if marker is None else self.row(marker).id
        listed = (row for row in rows if row.id == marked or self.is_listed(row))
        page, rest = query.page(self.req, [self.facts(row) for row in listed])
        if page:
            self.check_fields(fields or ())
        names = views.visible(self.listed_fields, self.minor)
        if fields is not None:
            names = [name for name in names if name in (*fields, 'links')]
        elif not (detail or self.arguments.get('detail')):
            names = [name for name in names if name in self.short]
        elif self.ungated:
            # Such details are those of the newest version.
            names = list(self.fields)
        key = self.path.rpartition('/')[2]
        return self.answer({key: [views.only(item, names) for item in page], **rest})

    @property
    def listed_fields(self) -> dict[str, int]:
        """All fields, with the minor version from which lists have each."""
        return {**self.fields, **dict.fromkeys(self.ungated, 1)}

    def rest(self, detail: bool) -> str:
        """The address of the rest of a list, to which its query is added."""
        return f'{self.path}/detail?' if detail else f'{self.path}?'

    def check_fields(self, names: Sequence[str]) -> None:
        """Refuse unknown fields."""
        if wrong := [name for name in names if name not in self.fields]:
            raise Refused(400, f'Field(s) "{", ".join(wrong)}" are not valid')

    def check_filters(self) -> None:
        """Refuse arguments that are too new, and a node that is not there."""
        for parameter in self.filters:
            is_known = self.api_version in parameter.versions
            if self.arguments.get(parameter.name) is not None and not is_known:
                start = parameter.versions.start
                raise refusals.too_new(None if start is None else int(start.ver_minor))
        if self.arguments.get('node') is not None:
            self.arguments['node'] = self.node(self.arguments['node']).id

    def is_listed(self, row: Row) -> bool:
        """Whether a row is what the query asks for."""
        document = self.compared(row)
        return all(
            parameter.test is None
            or parameter.test(document.get(str(parameter.field or parameter.name)), [value])
            for parameter in self.filters
            if (value := self.arguments.get(parameter.name)) is not None
        )

    def compared(self, row: Row) -> Document:
        """The fields of a row that lists are narrowed by, and those of its node."""
        if 'node_uuid' not in row.document:
            return row.document
        node = baremetal_nodes.find(self.db, row.document['node_uuid'] or '')
        facts = {} if node is None else node.document
        own = {name: facts.get(name) for name in ('shard', 'conductor_group')}
        return {**own, **row.document}

    # -- one

    def show(self, id: str) -> Response:
        """Show one."""
        fields = self.arguments.get('fields')
        row = self.row(id)
        if fields is not None:
            listing.check_field_versions(fields, self.listed_fields, self.minor)
            self.check_fields(fields)
        return self.answer(self.visible_facts(row, fields))

    def create(self) -> Response:
        """Add one."""
        body = self.arguments['body']
        self.check_gates(body, self.gates)
        id = str(body.get('uuid') or uuid.uuid4()).lower()
        newest = self.db.one(self.kind, order='created', descending=True)
        # The number of the newest one is free again when that one is gone.
        ordinal = 1 + int(newest.document.get('ordinal', 0) if newest else 0)
        document: Document = {**self.defaults, **body, 'uuid': id, 'ordinal': ordinal}
        self.prepare(document, body)
        self.check_unique(document)
        name = document.get('name')
        self.db.insert(self.kind, id, document, parent=document.get('node_uuid'), name=name)
        row = self.db.get(self.kind, id)
        assert row is not None
        self.after_create(row)
        return self.answer(self.visible_facts(row), (self.location(f'{self.path}/{id}'),), 201)

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new document."""

    def after_create(self, row: Row) -> None:
        """Apply the effects of a new row."""

    def update(self, id: str) -> Response:
        """Change one."""
        patch = self.arguments['patch']
        json_patches.check_roots(patch, self._known(self.patchable))
        names = json_patches.roots(patch)
        self.check_gates(names, self.gates if self.patch_gates is None else self.patch_gates)
        row = self.row(id)
        self._lock_node(row)
        old = {name: row.document.get(name) for name in self.patchable}
        new = json_patches.applied(old, patch)
        # A node is looked for in any case, and none means the present one.
        bodies.check_parts(self.schema, new, [name for name in names if name != 'node_uuid'])
        if removed := [name for name in self.mandatory if name not in new]:
            raise Refused(400, f'{removed[0]} cannot be removed')
        new = {name: new.get(name, self.defaults.get(name)) for name in self.patchable}
        document = {**row.document, **new, 'uuid': row.id}
        if 'node_uuid' in new:
            document['node_uuid'] = self._new_owner(row, new['node_uuid'], patch)
        self.changed(row, document)
        self.check_unique(document, row)
        if any(_filled(document.get(n)) != _filled(old[n]) for n in old if n != 'steps'):
            document['updated_at'] = self.now
        row.document, row.name = document, document.get('name')
        row.parent = document.get('node_uuid')
        self.db.save(row)
        return self.answer(self.visible_facts(row))

    def _new_owner(self, row: Row, ident: Any, patch: json_patches.Patch) -> str:
        """The id of the node that one is moved to.

        :raises Refused: 400: it is not there; a UUID is not looked for in another spelling here.
        """
        sent = json_patches.values(patch, 'node_uuid')
        for name in sent:
            node = self.owner_node(name)
            if name not in (node.id, node.name):
                raise Refused(400, f"Unable to apply the requested node_uuid '{name}'.")
        return str(row.document['node_uuid'] if ident is None else self.owner_node(ident).id)

    def changed(self, row: Row, document: Document) -> None:
        """Check a change.

        :param row: with the document as it is.
        :param document: as it is to be.
        """

    def delete(self, id: str) -> Response:
        """Remove one."""
        row = self.row(id)
        self._lock_node(row)
        self.check_removal(row)
        self.db.remove(row)
        return self.accepted(status=204)

    def check_removal(self, row: Row) -> None:
        """Refuse to remove what is in use."""

    def _lock_node(self, row: Row) -> None:
        if self.locks_node:
            locks.lock(self.db, self.owner_node(row.document['node_uuid']), self.now)

    def check_gates(self, names: Iterable[str], gates: Minors) -> None:
        """Refuse fields that the version cannot set."""
        if any(self.minor < gates.get(name, 1) for name in names):
            raise refusals.too_new()

    def check_unique(self, document: Document, row: Row | None = None) -> None:
        """Refuse what another one has.

        :param document: as it is to be.
        :param row: whose document it is; none yet.
        """
        for names in self.unique:
            if self._is_taken(names, document, row):
                called = {'uuid': 'UUID', 'address': 'MAC address', 'node_uuid': 'node'}
                pairs = [f'{called.get(n, n.replace("_", " "))} {document[n]}' for n in names]
                article = 'An' if self.noun[0] in 'AEIOU' else 'A'
                words = f'{article} {self.noun.lower()} with {" and ".join(pairs)} already exists.'
                raise Refused(409, words)

    def _is_taken(self, names: Sequence[str], document: Document, row: Row | None) -> bool:
        """Whether there is another one with the same values of some fields."""
        values = [document.get(name) for name in names]
        if None in values:
            return False
        if names == ('uuid',):
            return not row and self.db.get(self.kind, str(values[0]), even_deleted=True) is not None
        if names == ('name',):
            other = self.db.one(self.kind, name=values[0])
            return other is not None and (row is None or other.id != row.id)
        return any(
            [other.document.get(name) for name in names] == values
            for other in self.db.find(self.kind)
            if row is None or other.id != row.id
        )
