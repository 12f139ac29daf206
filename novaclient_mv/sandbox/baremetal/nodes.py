"""``/nodes``: list, show, create, change and delete; which need the state that a node is in."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    arguments,
    bodies,
    collection,
    handlers,
    hardware,
    json_patches,
    kinds,
    listing,
    locks,
    node_fields,
    node_filters,
    node_machine,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.arguments import takes
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_LINKED = ('links', 'ports', 'states', 'portgroups', 'volume')
RESERVED = ('maintenance', 'management', 'states', 'vendor_passthru', 'detail', 'validate')
"""Names that no node may have, since paths below nodes have them."""
_DATES = ('created_at', 'updated_at')
DELETABLE = ('manageable', 'enroll', 'adopt failed', 'available')


class Nodes(collection.Collection):
    """Nodes."""

    kind = baremetal_nodes.KIND
    noun = 'Node'
    key = 'nodes'
    path = 'nodes'
    fields = views.NODE
    short = views.NODE_SHORT
    patchable = node_fields.PATCHABLE
    gates = node_fields.GATES
    schema = node_fields.SCHEMA
    defaults = node_fields.DEFAULTS
    has_names = True
    idents: ClassVar[Mapping[str, kinds.Kind]] = {'': kinds.uuid_or_name}
    filters = node_filters.FILTERS
    values = node_fields.VALUES
    gated_filters: Iterable[str] = node_filters.GATES

    def check_gates(self, names: Iterable[str], gates: Mapping[str, int]) -> None:
        """Refuse fields that the version cannot set; no interface is none that it could not."""
        body = self.arguments.get('body') or {}
        unset = {name for name in body if name.endswith('_interface') and body[name] is None}
        super().check_gates([name for name in names if name not in unset], gates)

    def rows(self) -> Iterable[Row]:
        """The nodes that the caller may see."""
        return filter(self.may_see, baremetal_nodes.find_all(self.db))

    def row(self, ident: str) -> Row:
        """The node of a UUID or a name."""
        return self.node(ident)

    def facts(self, row: Row) -> Document:
        """Every field of a node."""
        facts = super().facts(row)
        for name in ('inspection_finished_at', 'inspection_started_at', 'provision_updated_at'):
            facts[name] = handlers.iso(facts[name])
        facts['provision_state'] = node_machine.spelt_state(facts['provision_state'], self.minor)
        facts['conductor'] = None if facts['conductor_group'] else handlers.CONDUCTOR
        facts['driver_info'] = _masked(facts['driver_info'])
        facts['instance_info'] = _masked(facts['instance_info'])
        for name in ('ports', 'states', 'portgroups', 'volume'):
            facts[name] = views.links(self.req, f'nodes/{row.id}/{name}')
        return facts

    def check_filters(self) -> None:
        """Refuse arguments that are too new, or whose values are wrong."""
        node_filters.check(self.arguments, self.minor, self.gated_filters)

    def check_owners(self) -> None:
        """Refuse what no node has of its own, and a chassis that is not there."""
        self.check_fields(self.arguments.get('fields') or (), ())
        chassis = self.arguments.get('chassis', self.arguments.get('chassis_uuid'))
        if chassis is not None and self.db.get('baremetal_chassis', chassis) is None:
            raise refusals.not_found('Chassis', chassis)

    def is_listed(self, row: Row) -> bool:
        """Whether a node is what the query asks for."""
        return node_filters.is_listed(self.arguments, row)

    def arguments_of(self, handler: str) -> arguments.Arguments:
        """The arguments of a handler; lists of a chassis name it first."""
        declared = super().arguments_of(handler)
        if handler in ('detail', 'chassis_detail'):
            # Any word is a yes there.
            any_children = {**declared.kinds, 'include_children': kinds.anything}
            declared = declared._replace(kinds=any_children)
        if handler not in ('chassis', 'chassis_detail'):
            return declared
        named = {name: kind for name, kind in declared.kinds.items() if name != 'id'}
        return declared._replace(kinds={**named, 'chassis': named.pop('chassis_uuid')})

    def index(self) -> Response:
        """``GET /v1/nodes``"""
        return self.listed(self.rows())

    def detail(self) -> Response:
        """``GET /v1/nodes/detail``"""
        return self._detailed(self.rows())

    def _detailed(self, rows: Iterable[Row]) -> Response:
        """A page of nodes with all fields, which looks at fewer filters."""
        self.gated_filters = node_filters.OF_DETAILS
        return self.listed(rows, detail=True)

    def create(self) -> Response:
        """``POST /v1/nodes``"""
        return super().create()

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new node."""
        if document['properties'] is None:
            raise Refused(400, 'properties cannot be null')
        name = document.get('name')
        if name is not None:
            _check_name(name, 'Cannot create node with')
        if self.minor < 11:
            # Nodes had no state before they were available until 1.11.
            document['provision_state'] = 'available'
        self._check_chassis(document)
        if body.get('network_data'):
            bodies.check(node_fields.NETWORK, body['network_data'])
        if document.get('protected'):
            raise Refused(400, 'Cannot create a node with protected set.')
        if document.get('parent_node'):
            document['parent_node'] = self._parent(document['parent_node'])
        node_fields.complete(document)
        # The name goes before the instance, whose place here is before the UUID.
        id = document['uuid'] = body.get('uuid') or str(uuid.uuid4())
        node_fields.check_sizes(id, document['properties'])
        self.check_unique({'name': name})
        self._check_relations(document)

    def after_create(self, row: Row) -> Refused | None:
        """A node's document knows its UUID, which its planned changes name."""
        row.document['uuid'] = row.id
        self.db.save(row)
        return None

    @takes(
        body='patch',
        id=kinds.uuid_or_name,
        reset_interfaces=kinds.boolean,
        patch=json_patches.patch,
    )
    def update(self, id: str) -> Response:
        """``PATCH /v1/nodes/{id}``"""
        patch, reset = self.arguments['patch'], self.arguments.get('reset_interfaces')
        if reset is not None and self.minor < 45:
            raise refusals.too_new()
        names = set(json_patches.roots(patch))
        json_patches.check_roots(patch, self.patchable)
        self._check_versions(patch)
        drivers = json_patches.values(patch, 'driver')
        if reset and not drivers:
            verb = 'can only be used when changing'
            raise Refused(400, f"The reset_interfaces parameter {verb} the node's driver.")
        row = self.node(id)
        if reset:
            patch = [*_without_interfaces(row.document, names), *patch]
        locks.require_free(row, self.now)
        self._check_values(id, patch)
        old = {name: row.document.get(name) for name in self.patchable}
        patched = json_patches.applied(old, patch)
        bodies.check_parts(node_fields.PATCH_SCHEMA, patched, names)
        new = node_fields.with_defaults(patched)
        removed = {name for name in names if json_patches.is_removed(patch, name)}
        for name in names & set(self.values):
            self.values[name](name, new[name])
        node_fields.take_flags(new)
        self._check_chassis(new)
        if 'parent_node' in names - removed:
            new['parent_node'] = self._parent(new['parent_node'])
        node_fields.require_set(patched)
        node_fields.check_driver(new)
        removed |= {item['path'][1:] for item in patch if item.get('value', '') is None}
        node_fields.check_change(row.id, row.document, new, names, removed)
        node_fields.check_values(new)
        self.check_unique({**new, 'uuid': row.id}, row)
        self._check_relations({**new, 'uuid': row.id}, row)
        node_fields.check_sizes(row.id, new['properties'])
        if old['maintenance'] and not new['maintenance']:
            new.update(maintenance_reason=None, fault=None)
        row.document = {**row.document, **new, 'updated_at': self.now}
        row.name = new['name']
        self.db.save(row)
        # The answer is made while the service still has the node locked.
        return self.answer({**self.visible_facts(row), 'reservation': handlers.CONDUCTOR})

    def delete(self, id: str) -> Response:
        """``DELETE /v1/nodes/{id}``"""
        row = self.node(id)
        locks.require_free(row, self.now)
        require_unprotected(row)
        document = row.document
        instance = document.get('instance_uuid')
        if instance and not document['maintenance']:
            raise Refused(409, f'Node {row.id} is associated with instance {instance}.')
        if document['provision_state'] not in DELETABLE and not document['maintenance']:
            raise Refused(
                409,
                f'Can not delete node "{row.id}" while it is in provision state '
                f'"{document["provision_state"]}". Valid provision states to perform deletion '
                f'are: "{DELETABLE}", or set the node into maintenance mode',
            )
        for kind in ('port', 'portgroup', 'volume_connector', 'volume_target'):
            for part in list(self.db.find(f'baremetal_{kind}', parent=row.id)):
                self.db.remove(part)
        if document.get('allocation_uuid'):
            allocation = self.db.get('baremetal_allocation', document['allocation_uuid'])
            if allocation is not None:
                self.db.remove(allocation)
        self.db.remove(row)
        return self.accepted(status=204)

    def _check_chassis(self, new: Document) -> None:
        chassis = new.get('chassis_uuid')
        if chassis is not None and self.db.get('baremetal_chassis', chassis) is None:
            raise Refused(400, f'Chassis {chassis} could not be found.')

    def _check_relations(self, new: Document, row: Row | None = None) -> None:
        """Refuse what a node is to belong to and is not there, or is another's."""
        instance = new.get('instance_uuid')
        if instance is None:
            return
        for other in baremetal_nodes.find_all(self.db):
            is_other = row is None or other.id != row.id
            if is_other and other.document.get('instance_uuid') == instance:
                words = f'Instance {instance} is already associated with a node, it cannot be '
                raise Refused(409, f'{words}associated with this other node {new.get("uuid")}')

    def _check_versions(self, patch: json_patches.Patch) -> None:
        """Refuse whole fields that the version cannot set."""
        for name, least in self.gates.items():
            if self.minor < least and json_patches.values(patch, name):
                raise refusals.too_new()

    def _check_values(self, id: str, patch: json_patches.Patch) -> None:
        """Refuse new values that a node cannot have, before the patch is applied."""
        for parent in json_patches.values(patch, 'parent_node'):
            self._parent(parent)
        for network_data in json_patches.values(patch, 'network_data'):
            bodies.check(node_fields.NETWORK, network_data)
        if any(value is None for value in json_patches.values(patch, 'description')):
            raise Refused(400, 'description cannot be null')
        if json_patches.is_removed(patch, 'automated_clean'):
            raise Refused(400, 'automated_clean cannot be removed')
        for name in json_patches.values(patch, 'name'):
            _check_name(name, f'Node {id}: Cannot change name to')

    def _parent(self, ident: Any) -> str:
        """The id of a parent by its UUID or name.

        :raises Refused: 400: it is not there.
        """
        row = baremetal_nodes.find(self.db, ident) if isinstance(ident, str) else None
        if row is None:
            words = f"Unable to apply the requested parent_node '{ident}'."
            raise Refused(400, f'{words} Requested value was invalid.')
        return str(row.id)

    # -- what other resources have of nodes

    def chassis(self, chassis: str) -> Response:
        """``GET /v1/chassis/{chassis}/nodes``"""
        return self.listed(self._of_chassis(chassis))

    def chassis_detail(self, chassis: str) -> Response:
        """``GET /v1/chassis/{chassis}/nodes/detail``"""
        return self._detailed(self._of_chassis(chassis))

    def _of_chassis(self, ident: str) -> Iterable[Row]:
        return (row for row in self.rows() if row.document.get('chassis_uuid') == ident)

    def check_fields(self, names: Sequence[str], items: Sequence[Document]) -> None:
        """Refuse what no list tells, and what no node has of its own."""
        wrong = [name for name in names if name not in self.fields or name in listing.UNSORTED]
        if wrong:
            raise self.unknown_fields(wrong)
        if items:
            _check_dates(names)

    def unknown_fields(self, names: Sequence[str]) -> Refused:
        """The refusal of a field that a node does not have."""
        return Refused(400, f'Field {names[0]} is not a valid field.')

    def show(self, id: str) -> Response:
        """``GET /v1/nodes/{id}``"""
        fields = self.arguments.get('fields')
        answer = super().show(id)
        wrong = [name for name in fields or () if name in (*_LINKED, *_DATES)]
        if wrong:
            raise self.unknown_fields(wrong)
        return answer

    @takes(id=kinds.anything)
    def children(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/children``"""
        row = self.node(id)
        nodes = baremetal_nodes.find_all(self.db)
        children = [node.id for node in nodes if node.document.get('parent_node') == row.id]
        href = views.links(self.req, f'nodes?parent_node={row.id}')[0]['href']
        return self.answer({'children': children, 'links': {'href': href, 'rel': 'children'}})


def _check_name(name: Any, words: str) -> None:
    """Refuse what cannot be a node's name, and what a path below nodes is called.

    :raises Refused: 400.
    """
    if name in RESERVED:
        listed = ', '.join(RESERVED)
        reason = 'is reserved and can not be used as a node name. Reserved words are'
        raise Refused(400, f'The word "{name}" {reason}: {listed}.')
    if not bodies.is_name(name):
        raise Refused(400, f"{words} invalid name '{name}'")


def _check_dates(names: Sequence[str]) -> None:
    for name in names:
        if name in _DATES:
            raise Refused(400, f'Field {name} is not a valid field.')


def require_unprotected(row: Row) -> None:
    """Refuse what would take away what a protected node has.

    :raises Refused: 403.
    """
    if row.document.get('protected'):
        words = f'Node {row.id} is protected and cannot be undeployed, rebuilt or deleted'
        raise Refused(403, words)


def _without_interfaces(document: Document, names: set[str]) -> json_patches.Patch:
    """A patch that brings back the defaults of the interfaces that a request does not name."""
    fields = [f'{name}_interface' for name in hardware.INTERFACES]
    return [{'op': 'remove', 'path': f'/{name}'} for name in fields if name not in names]


def _masked(facts: Document) -> Document:
    """Facts whose passwords are not told."""
    return {
        key: '******' if 'password' in key or key == 'configdrive' else value
        for key, value in facts.items()
    }
