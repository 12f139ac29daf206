"""Kinds of resources: what each is declared with, its arguments, its rows and their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    arguments,
    bodies,
    handlers,
    json_patches,
    kinds,
    listing,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]
Facts = dict[str, Any]


class ResourceKind(handlers.IronicHandlers):
    """A kind of resources, each a row of its own.

    :cvar kind: of its rows.
    :cvar noun: what errors call one.
    :cvar key: of lists of them.
    :cvar path: below ``/v1``.
    :cvar linked_path: the same in links, where it differs.
    :cvar fields: all fields.
    :cvar short: the fields of a list, in the order that the address of the rest has them in.
    :cvar patchable: the fields that may be changed.
    :cvar gates: fields that only some versions may set, with the minor version from which.
    :cvar known_since: fields that versions below a minor one do not even know.
    :cvar idents: the kind of an ident in paths by handler, that of all others below an empty name.
    :cvar filters: arguments that a list is narrowed by, each of its kind.
    :cvar paging: arguments of pages, where their kinds differ.
    :cvar refuses_fields: whether a list refuses fields that no item has, even when it is empty.
    :cvar schema: of the body that creates one.
    :cvar values: kinds of values in that body, looked at after the schema.
    :cvar defaults: of fields that a body does not set.
    :cvar unique: fields that no two may have the same values of.
    :cvar has_names: whether one can be named besides by its UUID.
    :cvar locks_node: whether a change of one locks the node that it belongs to.
    :cvar sorts_by_node: whether lists may be sorted by the nodes that their items belong to.
    :cvar details_since: the minor version whose lists tell details if asked.
    :cvar view: arguments for the fields of a list.
    :cvar ungated: fields that lists tell at every version; their details then tell all.
    :cvar undefaulted: fields that a patch takes away without bringing back their default.
    :cvar undated: fields whose change leaves ``updated_at`` as it is.
    """

    kind: ClassVar[str]
    noun: ClassVar[str]
    key: ClassVar[str]
    path: ClassVar[str]
    linked_path: ClassVar[str] = ''
    fields: ClassVar[dict[str, int]]
    short: ClassVar[tuple[str, ...]]
    patchable: ClassVar[tuple[str, ...]] = ()
    gates: ClassVar[Mapping[str, int]] = {}
    known_since: ClassVar[Mapping[str, int]] = {}
    idents: ClassVar[Mapping[str, kinds.Kind]] = {'': kinds.anything}
    filters: ClassVar[Mapping[str, kinds.Kind]] = {}
    paging: ClassVar[Mapping[str, kinds.Kind]] = {}
    refuses_fields: ClassVar[bool] = False
    schema: ClassVar[bodies.Schema]
    values: ClassVar[Mapping[str, kinds.Kind]] = {}
    defaults: ClassVar[Mapping[str, Any]] = {}
    unique: ClassVar[tuple[tuple[str, ...], ...]] = (('name',), ('uuid',))
    has_names: ClassVar[bool] = False
    locks_node: ClassVar[bool] = False
    sorts_by_node: ClassVar[bool] = False
    view: ClassVar[Mapping[str, kinds.Kind]] = listing.VIEW
    ungated: ClassVar[tuple[str, ...]] = ()
    undefaulted: ClassVar[tuple[str, ...]] = ()
    undated: ClassVar[tuple[str, ...]] = ()
    details_since: ClassVar[int] = 43

    def arguments_of(self, handler: str) -> arguments.Arguments:
        """The arguments of a handler, as the class says."""
        if hasattr(getattr(self, handler), 'arguments'):
            return super().arguments_of(handler)
        ident = {'id': self.idents.get(handler, self.idents[''])}
        if handler == 'show':
            return arguments.Arguments({**ident, 'fields': kinds.strings}, ('id',))
        if handler == 'create':
            return arguments.Arguments({'body': self.new_body}, (), 'body')
        if handler == 'update':
            return arguments.Arguments({**ident, 'patch': json_patches.patch}, ('id',), 'patch')
        if handler == 'delete':
            return arguments.Arguments(ident, ('id',))
        view = {} if 'detail' in handler else self.view
        owner = {} if handler in ('index', 'detail', 'delete_all') else {'id': kinds.anything}
        return arguments.Arguments(
            {**owner, **self.filters, **listing.PAGING, **self.paging, **view}
        )

    def new_body(self, name: str, body: Any) -> Any:
        """The body that creates one, as its schema and the kinds of its values say."""
        properties = self.schema['properties']
        known = {field: properties[field] for field in self.known(properties)}
        bodies.check({**self.schema, 'properties': known}, body)
        for key, kind in self.values.items():
            if key in body:
                kind(key, body[key])
        return body

    def known(self, fields: Iterable[str]) -> list[str]:
        """The fields that the version knows."""
        return [field for field in fields if self.minor >= self.known_since.get(field, 1)]

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
            links=views.links(self.req, f'{self.linked_path or self.path}/{row.id}'),
        )
        return facts

    def missing(self, ident: str) -> Refused:
        """The refusal of what is not there."""
        return refusals.not_found(self.noun, ident)

    def check_unique(self, document: Document, row: Row | None = None) -> None:
        """Refuse what another one has.

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
        noun = f'{"An" if self.noun[0] in "AEIOU" else "A"} {self.noun.lower()}'
        return f'{noun} with {called} {document[names[0]]} already exists.'

    def owner_node(self, ident: str) -> Row:
        """The node that a body names.

        :raises Refused: 400: it is not there.
        """
        try:
            return self.node(ident)
        except Refused as error:
            raise Refused(400, error.message) from None
