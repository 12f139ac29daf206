"""Handlers that every collection has: list, show, create, change and delete."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, json_patches, listing, locks, refusals, views
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.http.neighbour import Handlers
from novaclient_mv.sandbox.state import baremetal_nodes, clocks

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Headers, Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]
Facts = dict[str, Any]

CONDUCTOR = 'sandbox-conductor'
"""The one conductor of the sandbox, and the host that locks nodes."""


class IronicHandlers(Handlers):
    """Handlers of the service; ``minor`` is the request's minor version."""

    @property
    def minor(self) -> float:
        """The minor version of the request."""
        assert self.version is not None
        return self.version.ver_minor

    def body(self) -> Any:
        """The decoded body, whatever it is.

        :raises Refused: 400: it is no JSON.
        """
        try:
            return self.req.json()
        except (ValueError, RecursionError):
            raise Refused(400, 'Unable to decode the body of the request as JSON.') from None

    def accepted(self, headers: Headers = (), status: int = 202) -> Response:
        """The answer to what goes on after it: no body."""
        return self.answer(None, headers, status)

    def node(self, ident: str) -> Row:
        """The node of a UUID, or of a name from 1.5 on, as it is now.

        :raises Refused: 404, also where the node is not the caller's to see.
        """
        if not baremetal_nodes.UUID.fullmatch(ident):
            if not bodies.is_name(ident):
                raise refusals.Aborted(400, f'Expected UUID or name for node: {ident}')
            if self.minor < 5:
                raise refusals.not_found('Node', ident)
        row = baremetal_nodes.find(self.db, ident)
        if row is None or not self.may_see(row):
            raise refusals.not_found('Node', ident)
        return row

    def may_see(self, node: Row) -> bool:
        """Whether a node is the caller's: owned or leased, where it is no administrator."""
        owners = (node.document.get('owner'), node.document.get('lessee'))
        return self.context.is_admin or self.context.project_id in owners

    def arguments(self, *names: str) -> None:
        """Refuse a query with other names."""
        listing.check_arguments(self.req, names)

    def location(self, path: str) -> tuple[str, str]:
        """The header that says where a result is."""
        return 'Location', views.links(self.req, path)[0]['href']


class Collection(IronicHandlers):
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
    :cvar filters: arguments that a list is narrowed by, each a field of the same name.
    :cvar schema: of the body that creates one, and what errors call that body.
    :cvar defaults: of fields that a body does not set.
    :cvar has_names: whether one can be named besides by its UUID.
    :cvar locks_node: whether a change of one locks the node that it belongs to.
    :cvar article: what stands before the noun.
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
    filters: ClassVar[tuple[str, ...]] = ()
    schema: ClassVar[bodies.Schema]
    schema_noun: ClassVar[str | None] = None
    defaults: ClassVar[Mapping[str, Any]] = {}
    has_names: ClassVar[bool] = False
    locks_node: ClassVar[bool] = False
    article: ClassVar[str] = 'A'

    # -- reading

    def index(self) -> Response:
        """List them."""
        return self.listed(self.rows())

    def detail(self) -> Response:
        """List them with all fields."""
        return self.listed(self.rows(), detail=True)

    def show(self, id: str) -> Response:
        """Show one."""
        self.arguments('fields')
        fields = listing.chosen_fields(self.req, self.fields, self.minor)
        return self.answer(self.visible_facts(self.row(id), fields))

    def listed(self, rows: Iterable[Row], detail: bool = False) -> Response:
        """A page of rows, as the query asks for it."""
        arguments = [*listing.PAGING, *self.filters]
        self.arguments(*(arguments if detail else (*arguments, 'fields', 'detail')))
        detail = listing.wants_detail(self.req, self.minor) or detail
        fields = listing.chosen_fields(self.req, self.fields, self.minor)
        self.check_filters()
        rows = [row for row in rows if self.is_listed(row)]
        items = [self.facts(row) for row in rows]
        names = views.visible(self.fields, self.minor)
        if fields is not None:
            names = [name for name in names if name in fields]
        elif not detail:
            names = [name for name in names if name in self.short]
        linked = [name for name in self.short if name in names and name != 'links']
        page = listing.page_of(
            self.req, items, self.fields, self.minor, self.missing, short=() if detail else linked
        )
        body: Facts = {self.key: [views.only(item, names) for item in page.items]}
        if page.next_url is not None:
            body['next'] = page.next_url
        return self.answer(body)

    def visible_facts(self, row: Row, fields: list[str] | None = None) -> Facts:
        """Return a row's fields at a version."""
        names = views.visible(self.fields, self.minor)
        if fields is not None:
            names = [name for name in names if name in fields]
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
            created_at=iso(row.created),
            updated_at=iso(document.get('updated_at')),
            links=views.links(self.req, f'{self.path}/{row.id}'),
        )
        return facts

    def missing(self, ident: str) -> Refused:
        """The refusal of what is not there."""
        return refusals.not_found(self.noun, ident)

    def check_filters(self) -> None:
        """Refuse arguments that are too new, or whose values are wrong."""

    def is_listed(self, row: Row) -> bool:
        """Whether a row is what the query asks for."""
        facts = row.document
        for name in self.filters:
            text = self.req.parameter(name)
            if text is not None and not listing.same(facts.get(name), text):
                return False
        return True

    # -- writing

    def create(self) -> Response:
        """Add one."""
        body = self.body()
        if isinstance(body, dict):
            self.check_gates(body, self.gates)
        noun = self.noun.lower() if self.schema_noun is None else self.schema_noun
        bodies.check(self.schema, body, noun)
        for key in ('node_uuid', 'portgroup_uuid'):
            if body.get(key) is not None:
                bodies.uuid(body[key], key)
        document: Document = {**self.defaults, **body}
        requested_id = document.pop('uuid', None)
        id = str(uuid.uuid4()) if requested_id is None else bodies.uuid(requested_id, 'uuid')
        self.prepare(document, body)
        if self.db.get(self.kind, id, even_deleted=True) is not None:
            noun = self.noun.lower()
            raise Refused(409, f'{self.article} {noun} with UUID {id} already exists.')
        self.check_name(document.get('name'))
        name = document.get('name')
        self.db.insert(self.kind, id, document, parent=document.get('node_uuid'), name=name)
        row = self.db.get(self.kind, id)
        assert row is not None
        self.after_create(row)
        return self.answer(self.visible_facts(row), (self.location(f'{self.path}/{id}'),), 201)

    def update(self, id: str) -> Response:
        """Change one."""
        patch = json_patches.checked(self.body())
        json_patches.check_roots(patch, self.patchable)
        gates = self.gates if self.patch_gates is None else self.patch_gates
        self.check_gates(json_patches.roots(patch), gates)
        row = self.row(id)
        self._require_free(row)
        old = {name: row.document.get(name) for name in self.patchable}
        new = json_patches.applied(old, patch)
        for name in self.patchable:
            if name not in new:
                new[name] = self.defaults.get(name)
        bodies.check_parts(self.schema, new, json_patches.roots(patch))
        document = {**row.document, **new}
        self.changed(row, document)
        self.check_name(document.get('name'), row)
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

    def check_gates(self, names: Iterable[str], gates: Mapping[str, int]) -> None:
        """Refuse fields that the version cannot set."""
        for name in names:
            if self.minor < gates.get(name, 1):
                raise refusals.too_new()

    def check_name(self, name: str | None, row: Row | None = None) -> None:
        """Refuse a name that another one has."""
        if name is None or not self.has_names:
            return
        other = self.db.one(self.kind, name=name)
        if other is not None and (row is None or other.id != row.id):
            noun = self.noun.lower()
            raise Refused(409, f'{self.article} {noun} with name {name} already exists.')

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new document."""

    def after_create(self, row: Row) -> None:
        """Apply the effects of a new row."""

    def changed(self, row: Row, document: Document) -> None:
        """Check a change.

        :param row: with the document as it is.
        :param document: as it is to be.
        """

    def check_removal(self, row: Row) -> None:
        """Refuse to remove what is in use."""

    # -- nodes that things belong to

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


def iso(moment: float | None) -> str | None:
    """A moment as the service writes it, with microseconds and its zone."""
    text = clocks.iso_micro(moment)
    return None if text is None else f'{text}+00:00'
