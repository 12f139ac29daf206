"""Handlers that every collection has: list, show, create, change and delete."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    arguments,
    bodies,
    handlers,
    json_patches,
    kinds,
    listing,
    locks,
    owners,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.baremetal import dispatch
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]
Facts = dict[str, Any]


def _filled(value: Any) -> Any:
    """A value to compare: what has nothing in it is nothing."""
    return None if value in ({}, []) else value


class Collection(handlers.IronicHandlers):
    """Handlers of one kind of resources, each a row of its own.

    :cvar kind: of its rows.
    :cvar noun: what errors call one.
    :cvar key: of lists of them.
    :cvar path: below ``/v1``.
    :cvar fields: all fields.
    :cvar short: the fields of a list.
    :cvar patchable: the fields that may be changed.
    :cvar gates: fields that only some versions may set, with the minor version from which.
    :cvar patch_gates: the same of changes, where they differ.
    :cvar idents: the kind of an ident in paths by handler, that of all others below an empty name.
    :cvar filters: arguments that a list is narrowed by, each of its kind.
    :cvar paging: arguments of pages, where their kinds differ.
    :cvar query: the schema of queries, where the service has one.
    :cvar field_choices: the fields as that schema lists them, by default in their order by name.
    :cvar schema: of the body that creates one, and what errors call that body.
    :cvar values: kinds of values in that body, looked at after the schema.
    :cvar patch_noun: what errors call a patch.
    :cvar has_roots: whether a patch is refused for its fields before one is looked for.
    :cvar defaults: of fields that a body does not set.
    :cvar unique: fields that no two may have the same values of, in the order of refusals.
    :cvar has_names: whether one can be named besides by its UUID.
    :cvar locks_node: whether a change of one locks the node that it belongs to.
    :cvar article: what stands before the noun.
    :cvar unchecked: the handlers whose arguments have names that are not looked at.
    :cvar view: arguments for the fields of a list.
    :cvar unstored: fields that may be patched by name, but that none has.
    :cvar read_fields: fields whose new values are read before a patch is applied.
    :cvar undated: fields whose change leaves ``updated_at`` as it is.
    :cvar wants_owner_id: whether a change of the node is refused first for what is no UUID.
    """

    kind: ClassVar[str]
    noun: ClassVar[str]
    key: ClassVar[str]
    path: ClassVar[str]
    fields: ClassVar[dict[str, int]]
    short: ClassVar[tuple[str, ...]]
    patchable: ClassVar[tuple[str, ...]] = ()
    gates: ClassVar[Mapping[str, int]] = {}
    patch_gates: ClassVar[Mapping[str, int] | None] = None
    idents: ClassVar[Mapping[str, kinds.Kind]] = {
        '': kinds.anything,
    }
    filters: ClassVar[Mapping[str, kinds.Kind]] = {}
    paging: ClassVar[Mapping[str, kinds.Kind]] = {}
    query: ClassVar[Mapping[str, bodies.Schema] | None] = None
    field_choices: ClassVar[tuple[str, ...]] = ()
    schema: ClassVar[bodies.Schema]
    schema_noun: ClassVar[str | None] = None
    values: ClassVar[Mapping[str, kinds.Kind]] = {}
    patch_noun: ClassVar[str] = 'patch'
    has_roots: ClassVar[bool] = True
    defaults: ClassVar[Mapping[str, Any]] = {}
    unique: ClassVar[tuple[tuple[str, ...], ...]] = (('name',), ('uuid',))
    has_names: ClassVar[bool] = False
    locks_node: ClassVar[bool] = False
    article: ClassVar[str] = 'A'
    unchecked: ClassVar[tuple[str, ...]] = ()
    view: ClassVar[Mapping[str, kinds.Kind]] = listing.VIEW
    unstored: ClassVar[tuple[str, ...]] = ()
    read_fields: ClassVar[tuple[str, ...]] = ()
    undated: ClassVar[tuple[str, ...]] = ()
    wants_owner_id: ClassVar[bool] = False

    def arguments_of(self, handler: str) -> arguments.Arguments:
        """The arguments of a handler, as the class says."""
        if hasattr(getattr(self, handler), 'arguments'):
            return super().arguments_of(handler)
        ident = {'id': self.idents.get(handler, self.idents[''])}
        is_checked = handler not in self.unchecked
        if handler == 'show':
            fields = {**ident, 'fields': kinds.strings}
            return arguments.Arguments(fields, ('id',), query=self._query_schema())
        if handler == 'create':
            name = self.body_name
            return arguments.Arguments({name: self.new_body}, (), name, is_checked)
        if handler == 'update':
            patch = {**ident, 'patch': self._patch}
            return arguments.Arguments(patch, ('id',), 'patch', is_checked)
        if handler == 'delete':
            return arguments.Arguments(ident, ('id',), is_checked=is_checked)
        view = {} if 'detail' in handler else self.view
        owner = {} if handler in ('index', 'detail') else {'id': kinds.anything}
        named = {**owner, **self.filters, **listing.PAGING, **self.paging, **view}
        return arguments.Arguments(named, query=self._query_schema())

    def _query_schema(self) -> bodies.Schema | None:
        if self.query is None:
            return None
        fields = self.field_choices or sorted(self.fields)
        return listing.query_schema(fields, self.query)

    @property
    def body_name(self) -> str:
        """The service's name of the body that creates one."""
        return self.schema_noun or self.noun.lower()

    def new_body(self, name: str, body: Any) -> Any:
        """The body that creates one, as its schema and the kinds of its values say."""
        noun = self.noun.lower() if self.schema_noun is None else self.schema_noun
        bodies.check(self.schema, body, noun)
        for key, kind in self.values.items():
            if key in body:
                kind(key, body[key])
        return body

    def _patch(self, name: str, body: Any) -> json_patches.Patch:
        return json_patches.checked(body, self.patch_noun)

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
            listing.check_field_versions(fields, self.fields, self.minor)
            wrong = [name for name in fields if name not in self.fields]
            if wrong:
                raise self.unknown_field(wrong)
        return self.answer(self.visible_facts(row, fields))

    def take(self, target: dispatch.Target) -> None:
        """Read the arguments of a request; details are of a list alone."""
        super().take(target)
        is_detailed = target.called.endswith('.detail()')
        if is_detailed and self.req.path.split('/')[-2] != self.path.rpartition('/')[2]:
            raise Refused(404, 'Resource could not be found.')

    def listed(self, rows: Iterable[Row], detail: bool = False) -> Response:
        """A page of rows, as the query asks for it."""
        names = views.visible(self.fields, self.minor)
        short = [name for name in self.short if name in names and name != 'links']
        query = listing.Query(
            self.arguments, self.fields, self.minor, 'uuid', () if detail else short, self.both
        )
        query.check_versions()
        fields = self.arguments.get('fields')
        self.check_filters()
        query.check_page()
        marked = self.arguments.get('marker')
        marked_facts = None if marked is None else self.facts(self.marked(marked))
        self.check_owners()
        items = [self.facts(row) for row in rows if self.is_listed(row)]
        page = query.page(self.req, items, marked_facts)
        if fields is not None:
            self.check_fields(fields, page.items)
            names = [name for name in names if name in (*fields, 'links')]
        elif not (detail or self.arguments.get('detail')):
            names = [name for name in names if name in self.short]
        body: Facts = {self.key: [views.only(item, names) for item in page.items]}
        if page.next_url is not None:
            body['next'] = page.next_url
        return self.answer(body)

    def marked(self, ident: str) -> Row:
        """The row that a marker names."""
        return self.row(ident)

    def check_fields(self, names: Sequence[str], items: Sequence[Facts]) -> None:
        """Refuse fields that the items of a list do not have."""
        wrong = [name for name in names if name not in self.fields]
        if wrong and items:
            raise self.unknown_fields(wrong)

    def unknown_fields(self, names: Sequence[str]) -> Refused:
        """The refusal of fields that a list does not have."""
        return Refused(400, f'Field(s) "{", ".join(names)}" are not valid')

    unknown_field = unknown_fields
    """The refusal of fields that a single one does not have."""

    both: ClassVar[str] = 'Can not specify ?detail=True and fields in the same request.'

    def visible_facts(self, row: Row, fields: list[str] | None = None) -> Facts:
        """Return a row's fields at a version."""
        names = views.visible(self.fields, self.minor)
        if fields is not None:
            names = [name for name in names if name in (*fields, 'links')]
        return views.only(self.facts(row), names)

    def rows(self) -> Iterable[Row]:
        """Those that the caller may see, the oldest first."""
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

        :raises Refused: 404.
        """
        row = None
        if baremetal_nodes.UUID.fullmatch(ident):
            row = self.db.get(self.kind, ident.lower())
        elif self.has_names:
            row = self.db.one(self.kind, name=ident)
        if row is None or not self.is_visible(row):
            raise self.missing(ident)
        return row

    def facts(self, row: Row) -> Facts:
        """Every field of a row."""
        document = row.document
        facts = {name: document.get(name) for name in self.fields}
        facts.update(
            uuid=row.id,
            created_at=handlers.iso(row.created),
            updated_at=handlers.iso(document.get('updated_at')),
            links=views.links(self.req, f'{self.path}/{row.id}'),
        )
        return facts

    def missing(self, ident: str) -> Refused:
        """The refusal of what is not there."""
        return refusals.not_found(self.noun, ident)

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
        body = self.arguments[self.body_name]
        self.check_owner(body)
        self.check_gates(body, self.gates)
        document: Document = {**self.defaults, **body}
        requested_id = document.pop('uuid', None)
        document['ordinal'] = 1 + self._last_ordinal()
        id = str(uuid.uuid4()) if requested_id is None else str(requested_id).lower()
        self.prepare(document, body)
        self.check_unique({**document, 'uuid': id})
        name = document.get('name')
        self.db.insert(self.kind, id, document, parent=document.get('node_uuid'), name=name)
        row = self.db.get(self.kind, id)
        assert row is not None
        failure = self.after_create(row)
        if failure is not None:
            return refusals.body_of(failure)
        return self.answer(self.visible_facts(row), (self.location(f'{self.path}/{id}'),), 201)

    def _last_ordinal(self) -> int:
        """The number of the newest one; it is free again when that one is gone."""
        newest = self.db.one(self.kind, order='created', descending=True)
        return 0 if newest is None else int(newest.document.get('ordinal', 0))

    def update(self, id: str) -> Response:
        """Change one."""
        patch = self.arguments['patch']
        gates = self.gates if self.patch_gates is None else self.patch_gates
        if self.has_roots:
            json_patches.check_roots(patch, self.patchable)
            self.check_gates(json_patches.roots(patch), gates)
        row = self.row(id)
        self.check_patch(patch)
        self.check_gates(json_patches.roots(patch), gates)
        json_patches.require_values(patch, self.read_fields)
        self._require_free(row)
        json_patches.check_new(patch, self.unstored)
        stored = [name for name in self.patchable if name not in self.unstored]
        old = {name: row.document.get(name) for name in stored}
        new = json_patches.applied(old, patch)
        for name in stored:
            if name not in new:
                new[name] = self.defaults.get(name)
        touched = json_patches.roots(patch)
        bodies.check_parts(self.schema, new, touched)
        for name, kind in self.values.items():
            if name in touched and name != 'node_uuid':
                kind(name, new[name])
        document = {**row.document, **new}
        if document.get('node_uuid') != row.document.get('node_uuid'):
            document['node_uuid'] = owners.of_change(
                self.db, row, document['node_uuid'], self.wants_owner_id
            )
        self.changed(row, document)
        self.check_unique({**document, 'uuid': row.id}, row)
        dated = [name for name in stored if name not in self.undated]
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

    def check_patch(self, patch: json_patches.Patch) -> None:
        """Refuse a patch of fields that nobody may change."""
        json_patches.check_roots(patch, self.patchable)

    def check_gates(self, names: Iterable[str], gates: Mapping[str, int]) -> None:
        """Refuse fields that the version cannot set."""
        for name in names:
            if self.minor < gates.get(name, 1):
                raise refusals.too_new()

    def check_owner(self, body: Document) -> None:
        """Refuse an owner that is not there, before the version of fields."""

    def check_unique(self, document: Document, row: Row | None = None) -> None:
        """Refuse what another one has, in the order of the service.

        :param document: as it is to be, with its ``uuid``.
        :param row: whose document it is; none yet.
        """
        others = [] if row is None else [row.id]
        for names in self.unique:
            if self._is_taken(names, document, others):
                raise Refused(409, self.duplicate(names, document))

    def _is_taken(self, names: Sequence[str], document: Document, own: Sequence[str]) -> bool:
        """Whether there is another one with the same values of some fields."""
        values = [document.get(name) for name in names]
        if None in values:
            return False
        if names == ('uuid',):
            return not own and self.db.get(self.kind, str(values[0]), even_deleted=True) is not None
        if names == ('name',):
            other = self.db.one(self.kind, name=values[0])
            return other is not None and other.id not in own
        return any(
            [other.document.get(name) for name in names] == values and other.id not in own
            for other in self.db.find(self.kind)
        )

    def duplicate(self, names: Sequence[str], document: Document) -> str:
        """Return the refusal of what another one has."""
        called = {'uuid': 'UUID', 'address': 'MAC address'}.get(names[0], names[0])
        noun = f'{self.article} {self.noun.lower()}'
        return f'{noun} with {called} {document[names[0]]} already exists.'

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
            locks.require_free(self.owner_node(row.document['node_uuid']), self.now)

    def owner_node(self, ident: str) -> Row:
        """The node that a body names.

        :raises Refused: 400: it is not there.
        """
        try:
            return self.node(ident)
        except Refused as error:
            raise Refused(400, error.message) from None
