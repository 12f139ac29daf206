"""``/allocations``: a node for whoever asks, by resource class and traits."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    bodies,
    collection,
    json_patches,
    kinds,
    locks,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.arguments import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes, clocks

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

SECONDS = 0.1


class Allocations(collection.Collection):
    """Allocations; the node is chosen at once, and told a moment later."""

    kind = 'baremetal_allocation'
    noun = 'Allocation'
    key = 'allocations'
    path = 'allocations'
    fields = views.ALLOCATION
    short = tuple(views.ALLOCATION)
    patchable = ('name', 'extra')
    gates: ClassVar[Mapping[str, int]] = {'owner': 60}
    known_since: ClassVar[Mapping[str, int]] = {'node': 58}
    idents: ClassVar[Mapping[str, kinds.Kind]] = {'': kinds.anything}
    filters: ClassVar[Mapping[str, kinds.Kind]] = {
        'node': kinds.uuid_or_name, 'resource_class': kinds.string, 'state': kinds.string,
        'owner': kinds.string,
    }  # fmt: skip
    refuses_fields = True
    view: ClassVar[Mapping[str, kinds.Kind]] = {'fields': kinds.strings}
    schema = bodies.schema_of(
        (),
        candidate_nodes={'type': ['array', 'null'], 'items': bodies.UUID_OR_NAME},
        extra=bodies.OBJECT,
        name=bodies.NAME,
        owner=bodies.NAME,
        resource_class={'type': ['string', 'null'], 'maxLength': 80},
        traits={'type': ['array', 'null'], 'items': bodies.TRAIT},
        uuid=bodies.NAME,
        node=bodies.NAME,
    )
    defaults: ClassVar[Document] = {
        'candidate_nodes': [],
        'extra': {},
        'traits': [],
        'state': 'allocating',
    }
    has_names = True
    unique: ClassVar[tuple[tuple[str, ...], ...]] = (('uuid',), ('name',))

    def rows(self) -> Iterable[Row]:
        """All of them, as they are now."""
        return map(self._settled, super().rows())

    def row(self, ident: str) -> Row:
        """The one of a UUID or a name, as it is now."""
        if not bodies.is_name_or_uuid(ident):
            raise Refused(400, f'Expected a logical name or UUID but received {ident}.')
        return self._settled(super().row(ident))

    def _settled(self, row: Row) -> Row:
        clocks.settle(row.document, self.now)
        if 'updated' in row.document:
            row.document['updated_at'] = row.document.pop('updated')
        return row

    def check_filters(self) -> None:
        """Refuse arguments that are too new, or name what is not there."""
        if self.arguments.get('owner') is not None and self.minor < 60:
            raise refusals.too_new()

    def check_fields(self, names: Sequence[str], items: Sequence[Document]) -> None:
        """Refuse fields that allocations do not have at the version."""
        super().check_fields(names, items)
        if wrong := [name for name in names if self.minor < self.fields[name]]:
            raise self.unknown_fields(wrong)

    def check_owners(self) -> None:
        """Refuse a node that is not there."""
        node = self.arguments.get('node')
        if node is not None:
            self.owner_node(node)

    def is_listed(self, row: Row) -> bool:
        """Whether an allocation is what the query asks for."""
        document, query = row.document, self.arguments.get
        node = query('node')
        if node is not None and self.owner_node(node).id != document.get('node_uuid'):
            return False
        names = ('resource_class', 'state', 'owner')
        return all(query(name) in (None, document.get(name)) for name in names)

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new allocation."""
        for key in ('candidate_nodes', 'traits', 'extra'):
            document[key] = document.get(key) or self.defaults[key]
        document['owner'] = document.get('owner') or None
        name = document.get('name')
        if name and not bodies.is_name(name):
            raise Refused(400, f"Cannot create allocation with invalid name '{name}'")
        if not document.get('resource_class') and not document.get('node'):
            raise Refused(400, 'The resource_class field is mandatory when not backfilling')
        if not document.get('node'):
            document['node'] = None
        else:
            self.owner_node(document['node'])
        candidates = [baremetal_nodes.find(self.db, ident) for ident in document['candidate_nodes']]
        pairs = zip(document['candidate_nodes'], candidates, strict=True)
        missing = [ident for ident, node in pairs if node is None]
        if missing:
            raise Refused(400, f'Nodes cannot be found: {", ".join(missing)}')
        document['candidate_nodes'] = [row.id for row in candidates if row is not None]

    def after_create(self, row: Row) -> Refused | None:
        """Choose the node, and plan the end of the allocation."""
        document = row.document
        ident = document.pop('node', None)
        if ident is not None:
            try:
                self._backfill(row, self.owner_node(ident))
            except Refused as refused:
                document.update(state='error', last_error=refused.message, updated_at=self.now)
                self.db.save(row)
                return refused
        else:
            node, reason = self._free_node(document)
            if node is None:
                words = f'Failed to process allocation {row.id}: {reason}'
                ended: Document = {'state': 'error', 'last_error': words}
            else:
                self._take(node, row)
                ended = {'state': 'active', 'node_uuid': node.id}
            clocks.plan(document, self.now, (SECONDS, ended))
        self.db.save(row)
        return None

    def _free_node(self, document: Document) -> tuple[Row | None, str]:
        """A free node that fits, or why there is none."""
        resource_class: str | None = document['resource_class']
        nodes = [
            node
            for node in baremetal_nodes.find_all(self.db)
            if node.document.get('resource_class') == resource_class
            and node.document['provision_state'] == 'available'
            and not node.document.get('instance_uuid')
            and not node.document['maintenance']
            # A node whose power nobody knows is not handed out.
            and node.document.get('power_state') is not None
        ]
        if document['candidate_nodes']:
            nodes = [node for node in nodes if node.id in document['candidate_nodes']]
        if document.get('owner') is not None:
            nodes = [node for node in nodes if node.document.get('owner') == document['owner']]
        if not nodes and document['candidate_nodes']:
            words = 'none of the requested nodes are available and match the resource class'
            return None, f'{words} {resource_class}.'
        if not nodes:
            return None, f'no available nodes match the resource class {resource_class}.'
        traits = set(document['traits'])
        nodes = [node for node in nodes if traits <= set(node.document['traits'])]
        if not nodes:
            listed = ', '.join(sorted(traits))
            words = 'no suitable nodes have the requested traits'
            return None, f'{words} {listed}.'
        return random.choice(nodes), ''

    def _take(self, node: Row, row: Row) -> None:
        node.document.update(instance_uuid=row.id, allocation_uuid=row.id, updated_at=self.now)
        traits = row.document['traits']
        node.document['instance_info'] = {**node.document['instance_info'], 'traits': traits}
        self.db.save(node)

    def _backfill(self, row: Row, node: Row) -> None:
        """Allocate a deployed node."""
        document, facts = row.document, node.document
        locks.lock(self.db, node, self.now)
        wrong = []
        if facts['provision_state'] != 'active':
            state = facts['provision_state']
            wrong.append(f'Node must be in the "active" state, but the current state is "{state}"')
        resource_class = document.get('resource_class')
        has = facts.get('resource_class')
        if resource_class is not None and resource_class != has:
            words = f'Resource class {has} does not match the requested resource class'
            wrong.append(f'{words} {resource_class}')
        if not set(document['traits']) <= set(facts['traits']):
            wrong.append(f'Traits do not match the requested traits {document["traits"]}')
        candidates = document['candidate_nodes']
        if candidates and node.id not in candidates:
            words = 'Candidate nodes must be empty or contain the target node, but got'
            wrong.append(f'{words} {candidates}')
        if wrong:
            words = f'Cannot backfill an allocation for node {node.id}: {"; ".join(wrong)}.'
            raise Refused(409, f'Failed to process allocation {row.id}: {words}')
        if facts.get('instance_uuid') not in (None, row.id):
            raise Refused(409, f'Node {node.id} is associated with instance '
                          f'{facts["instance_uuid"]}.')  # fmt: skip
        self._take(node, row)
        document.update(
            state='active',
            node_uuid=node.id,
            resource_class=resource_class or has,
            updated_at=self.now,
        )

    def check_values(self, row: Row, patch: json_patches.Patch) -> None:
        """Refuse what cannot be a name."""
        for name in json_patches.values(patch, 'name'):
            if name and not bodies.is_name(name):
                raise Refused(400, f"Cannot update allocation with invalid name '{name}'")

    def delete(self, id: str) -> Response:
        """``DELETE /v1/allocations/{id}``"""
        return self._remove(self.row(id))

    def _remove(self, row: Row) -> Response:
        for node in baremetal_nodes.find_all(self.db):
            if node.document.get('allocation_uuid') != row.id:
                continue
            locks.lock(self.db, node, self.now)
            is_active = node.document['provision_state'] == 'active'
            if is_active and not node.document['maintenance']:
                words = f'Cannot remove allocation {row.id} for node {node.id}, because the node'
                raise Refused(409, f'{words} is active (and maintenance mode is off)')
            node.document.update(instance_uuid=None, allocation_uuid=None)
            node.document['instance_info'] = {}
            self.db.save(node)
        self.db.remove(row)
        return self.accepted(status=204)

    # -- of one node

    @takes(id=kinds.anything, fields=kinds.strings)
    def of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/allocation``"""
        self.owner_node(id)
        return self.answer(self.visible_facts(self._row_of_node(id), self.arguments.get('fields')))

    @takes(id=kinds.anything)
    def delete_of_node(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}/allocation``"""
        return self._remove(self._row_of_node(id))

    def _row_of_node(self, ident: str) -> Row:
        allocation = self.node(ident).document.get('allocation_uuid')
        row = None if allocation is None else self.db.get(self.kind, allocation)
        if row is None:
            raise Refused(404, f'Allocation for node {ident} was not found')
        return self._settled(row)
