"""``/allocations``: a node for whoever asks, by resource class and traits."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, kinds, locks, views
from novaclient_mv.sandbox.baremetal.filters import narrows
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
    path = 'allocations'
    fields = views.ALLOCATION
    short = tuple(views.ALLOCATION)
    patchable = ('name', 'extra')
    gates: ClassVar = {'owner': 60}
    known_since: ClassVar = {'node': 58}
    filters = (
        narrows('node', kinds.ident, field='node_uuid'),
        narrows('resource_class'),
        narrows('state'),
        narrows('owner', since=60),
    )
    # A list has no details.
    details_since = 10**9
    schema = bodies.schema_of(
        (),
        candidate_nodes={'type': ['array', 'null'], 'items': bodies.UUID_OR_NAME},
        extra=bodies.OBJECT,
        name=bodies.SAFE_NAME,
        owner=bodies.NAME,
        resource_class=bodies.short(80),
        traits={'type': ['array', 'null'], 'items': bodies.TRAIT},
        uuid=bodies.NAME,
        node=bodies.NAME,
    )
    defaults: ClassVar[Document] = {
        'candidate_nodes': [], 'extra': {}, 'traits': [], 'state': 'allocating',
    }  # fmt: skip

    def rows(self) -> Iterable[Row]:
        """All allocations, with their current state."""
        return map(self._settled, super().rows())

    def row(self, ident: str) -> Row:
        """The one of a UUID or a name, as it is now."""
        return self._settled(super().row(ident))

    def _settled(self, row: Row) -> Row:
        clocks.settle(row.document, self.now)
        if 'updated' in row.document:
            row.document['updated_at'] = row.document.pop('updated')
        return row

    def check_fields(self, names: Sequence[str]) -> None:
        """Refuse fields that allocations do not have at the version."""
        super().check_fields(names)
        if self.minor < 60 and 'owner' in names:
            raise Refused(400, 'Field(s) "owner" are not valid')

    def check_filters(self) -> None:
        """Refuse arguments that are too new, and a node that is not there."""
        if self.arguments.get('node') is not None:
            self.owner_node(self.arguments['node'])
        super().check_filters()

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new allocation."""
        for key in ('candidate_nodes', 'traits', 'extra'):
            document[key] = document.get(key) or self.defaults[key]
        document['owner'] = document.get('owner') or None
        document['node'] = document.get('node') or None
        if document['node']:
            self.owner_node(document['node'])
        elif not document.get('resource_class'):
            raise Refused(400, 'The resource_class field is mandatory when not backfilling')
        nodes = [self.owner_node(ident) for ident in document['candidate_nodes']]
        document['candidate_nodes'] = [node.id for node in nodes]

    def after_create(self, row: Row) -> None:
        """Choose the node, and plan the end of the allocation.

        :raises Refused: 409: the node that it names is not fit; the allocation stays.
        """
        document = row.document
        ident = document.pop('node', None)
        if ident is not None:
            try:
                self._backfill(row, self.owner_node(ident))
            except Refused as refused:
                document.update(state='error', last_error=refused.message, updated_at=self.now)
                self.db.save(row)
                self.db.commit()
                raise
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
        state, resource_class = facts['provision_state'], facts.get('resource_class')
        wrong = []
        if state != 'active':
            wrong.append(f'Node must be in the "active" state, but the current state is "{state}"')
        if document.get('resource_class') not in (None, resource_class):
            wrong.append(f'Resource class {resource_class} does not match the requested one')
        if not set(document['traits']) <= set(facts['traits']):
            wrong.append(f'Traits do not match the requested traits {document["traits"]}')
        if document['candidate_nodes'] and node.id not in document['candidate_nodes']:
            wrong.append('Candidate nodes must be empty or contain the target node')
        if facts.get('instance_uuid') not in (None, row.id):
            wrong.append(f'Node {node.id} is associated with instance {facts["instance_uuid"]}')
        if wrong:
            words = f'Cannot backfill an allocation for node {node.id}: {"; ".join(wrong)}.'
            raise Refused(409, f'Failed to process allocation {row.id}: {words}')
        self._take(node, row)
        document.update(
            state='active',
            node_uuid=node.id,
            resource_class=resource_class,
            updated_at=self.now,
        )

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
            node.document.update(instance_uuid=None, allocation_uuid=None, instance_info={})
            self.db.save(node)
        self.db.remove(row)
        return self.accepted(status=204)

    # -- of one node

    @kinds.takes(fields=kinds.words)
    def of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/allocation``"""
        self.owner_node(id)
        return self.answer(self.visible_facts(self._row_of_node(id), self.arguments.get('fields')))

    @kinds.takes()
    def delete_of_node(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}/allocation``"""
        return self._remove(self._row_of_node(id))

    def _row_of_node(self, ident: str) -> Row:
        allocation = self.node(ident).document.get('allocation_uuid')
        row = None if allocation is None else self.db.get(self.kind, allocation)
        if row is None:
            raise Refused(404, f'Allocation for node {ident} was not found')
        return self._settled(row)
