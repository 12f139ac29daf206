"""``/nodes``: list, show, create, change and delete; which need the state that a node is in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    bodies,
    collection,
    handlers,
    hardware,
    json_patches,
    kinds,
    listing,
    locks,
    node_fields,
    node_machine,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.filters import contains, narrows
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_DATES = ('created_at', 'updated_at')
_LINKED = ('links', 'ports', 'states', 'portgroups', 'volume')
_RESERVED = ('maintenance', 'management', 'states', 'vendor_passthru', 'detail', 'validate')
"""Names that no node may have, since paths below nodes have them."""
_DELETABLE = ('manageable', 'enroll', 'adopt failed', 'available')
_FAULTS = ('power failure', 'clean failure', 'rescue abort failure', 'service failure')


def _is_set(value: Any, values: list[Any]) -> bool:
    return bool(bool(value) == values[-1])


class Nodes(collection.Collection):
    """Nodes."""

    kind = baremetal_nodes.KIND
    noun = 'Node'
    path = 'nodes'
    fields = views.NODE
    short = views.NODE_SHORT
    patchable = node_fields.PATCHABLE
    gates = node_fields.GATES
    schema = node_fields.SCHEMA
    defaults: ClassVar = node_fields.DEFAULTS
    filters = (
        narrows('chassis_uuid', kinds.uuid),
        narrows('instance_uuid', kinds.uuid),
        narrows('associated', kinds.flag, _is_set, 'instance_uuid'),
        narrows('maintenance', kinds.flag, _is_set),
        narrows('retired', kinds.flag, _is_set),
        narrows('provision_state', since=9),
        narrows('driver', since=16),
        narrows('resource_class', since=21),
        narrows('fault', since=42),
        narrows('conductor_group', since=46),
        narrows('conductor', test=lambda _, names: names[-1] in ('', handlers.CONDUCTOR), since=49),
        narrows('owner', since=50),
        narrows('lessee', since=65),
        narrows('project', test=lambda projects, values: values[-1] in projects),
        narrows(
            'description_contains',
            field='description',
            test=lambda value, words: value is not None and words[-1] in value,
        ),
        narrows('shard', kinds.words, contains, since=82),
        narrows('sharded', kinds.flag, _is_set, 'shard', since=82),
        narrows('include_children', kinds.flag, None, since=83),
        narrows('parent_node', since=83),
        narrows('instance_name', since=104),
    )

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

    # -- lists

    def check_fields(self, names: Sequence[str]) -> None:
        """Refuse fields that no node has of its own; a single node also shows links to others."""
        is_one = 'id' in self.call.variables
        untold = (*_DATES, *(_LINKED if is_one else listing.UNTOLD))
        if wrong := [name for name in names if name not in self.fields or name in untold]:
            raise Refused(400, f'Field {wrong[0]} is not a valid field.')

    def check_filters(self) -> None:
        """Refuse arguments that are too new or of other values, and a chassis that is not there."""
        is_detailed = self.call.route.path.endswith('/detail')
        # Lists with details have these two at every version.
        names = ('parent_node', 'include_children') if is_detailed else ()
        family = {name: self.arguments.pop(name, None) for name in names}
        super().check_filters()
        self.arguments.update(family)
        for name, values in (('provision_state', node_machine.STATES), ('fault', _FAULTS)):
            value = self.arguments.get(name)
            if value is not None and value not in values:
                raise Refused(400, f'{name} "{value}" is not valid')
        chassis = self.arguments.get('chassis_uuid')
        if chassis is not None and self.db.get('baremetal_chassis', chassis) is None:
            raise refusals.not_found('Chassis', chassis)

    def compared(self, row: Row) -> Document:
        """The fields of a node, and the projects that it belongs to."""
        facts = row.document
        return {**facts, 'project': (facts.get('owner'), facts.get('lessee'))}

    def is_listed(self, row: Row) -> bool:
        """Whether a node is what the query asks for; children are, where it asks for them."""
        argument = self.arguments.get
        has_children = argument('parent_node') is not None or argument('include_children')
        return super().is_listed(row) and bool(has_children or not row.document.get('parent_node'))

    def chassis(self, chassis: str) -> Response:
        """``GET /v1/chassis/{chassis}/nodes``"""
        self.arguments['chassis_uuid'] = chassis
        return self.index()

    def chassis_detail(self, chassis: str) -> Response:
        """``GET /v1/chassis/{chassis}/nodes/detail``"""
        self.arguments['chassis_uuid'] = chassis
        return self.detail()

    @kinds.takes()
    def children(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/children``"""
        row = self.node(id)
        nodes = baremetal_nodes.find_all(self.db)
        children = [node.id for node in nodes if node.document.get('parent_node') == row.id]
        href = views.links(self.req, f'nodes?parent_node={row.id}')[0]['href']
        return self.answer({'children': children, 'links': {'href': href, 'rel': 'children'}})

    # -- one

    def check_gates(self, names: Iterable[str], gates: collection.Minors) -> None:
        """Refuse fields that the version cannot set; no interface is none that it could not."""
        body = self.arguments.get('body') or {}
        unset = {name for name in body if name.endswith('_interface') and body[name] is None}
        super().check_gates([name for name in names if name not in unset], gates)

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new node."""
        if document.get('name') is not None:
            _check_name(document['name'])
        if self.minor < 11:
            # Nodes had no state before they were available until 1.11.
            document['provision_state'] = 'available'
        for name in ('properties', 'console_enabled', 'maintenance'):
            if document[name] is None:
                raise Refused(400, f'{name} cannot be null')
        for name in node_fields.PATCHABLE:
            if document.get(name) is None:
                document[name] = self.defaults.get(name)
        # An empty text is none, and any other one a yes.
        document['resource_class'] = document['resource_class'] or None
        if document.get('secure_boot') is not None:
            document['secure_boot'] = bool(document['secure_boot'])
        self._check(document)

    def _check(self, document: Document) -> None:
        """Refuse what a node cannot be, or what it belongs to and is not there.

        :raises Refused: 400, 409.
        """
        node_fields.check_values(document)
        chassis, parent = document.get('chassis_uuid'), document.get('parent_node')
        if chassis is not None and self.db.get('baremetal_chassis', chassis) is None:
            raise Refused(400, f'Chassis {chassis} could not be found.')
        if parent:
            document['parent_node'] = self.owner_node(parent).id
        instance, id = document.get('instance_uuid'), document['uuid']
        others = baremetal_nodes.find_all(self.db) if instance is not None else ()
        for other in others:
            if other.document.get('instance_uuid') == instance and other.id != id:
                words = f'Instance {instance} is already associated with a node, it cannot be '
                raise Refused(409, f'{words}associated with this other node {id}')

    @kinds.takes(body='patch', reset_interfaces=kinds.flag, patch=json_patches.patch)
    def update(self, id: str) -> Response:
        """``PATCH /v1/nodes/{id}``"""
        patch, reset = self.arguments['patch'], self.arguments.get('reset_interfaces')
        if reset is not None and self.minor < 45:
            raise refusals.too_new()
        names = set(json_patches.roots(patch))
        json_patches.check_roots(patch, self.patchable)
        # A removal is older than its field.
        self.check_gates((name for name in names if json_patches.values(patch, name)), self.gates)
        if reset and not json_patches.values(patch, 'driver'):
            verb = 'can only be used when changing'
            raise Refused(400, f"The reset_interfaces parameter {verb} the node's driver.")
        row = self.node(id)
        locks.require_free(row, self.now)
        if reset:
            fields = {f'{name}_interface' for name in hardware.INTERFACES} - names
            patch = [*({'op': 'remove', 'path': f'/{name}'} for name in fields), *patch]
        for name in json_patches.values(patch, 'name'):
            _check_name(name)
        for parent in json_patches.values(patch, 'parent_node'):
            self.owner_node(parent)
        old = {name: row.document.get(name) for name in self.patchable}
        patched = json_patches.applied(old, patch)
        bodies.check_parts(node_fields.PATCH_SCHEMA, patched, names)
        removed = {name for name in names if patched.get(name) is None}
        new = {'uuid': row.id, **node_fields.with_defaults(patched)}
        self._check(new)
        node_fields.check_change(row.document, new, names, removed)
        self.check_unique(new, row)
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
        instance, state = document.get('instance_uuid'), document['provision_state']
        if instance and not document['maintenance']:
            raise Refused(409, f'Node {row.id} is associated with instance {instance}.')
        if state not in _DELETABLE and not document['maintenance']:
            words = f'Can not delete node "{row.id}" while it is in provision state "{state}".'
            words += f' Valid provision states to perform deletion are: "{_DELETABLE}", or set the'
            raise Refused(409, f'{words} node into maintenance mode')
        for kind in ('port', 'portgroup', 'volume_connector', 'volume_target'):
            for part in list(self.db.find(f'baremetal_{kind}', parent=row.id)):
                self.db.remove(part)
        allocation = self.db.get('baremetal_allocation', document.get('allocation_uuid') or '')
        if allocation is not None:
            self.db.remove(allocation)
        self.db.remove(row)
        return self.accepted(status=204)


def _check_name(name: Any) -> None:
    """Refuse what cannot be a node's name, and what a path below nodes is called.

    :raises Refused: 400.
    """
    if name in _RESERVED or not kinds.is_name(name):
        raise Refused(400, f'{name!r} cannot be the name of a node.')


def require_unprotected(row: Row) -> None:
    """Refuse what would take away what a protected node has.

    :raises Refused: 403.
    """
    if row.document.get('protected'):
        words = f'Node {row.id} is protected and cannot be undeployed, rebuilt or deleted'
        raise Refused(403, words)


def _masked(facts: Document) -> Document:
    """Facts whose passwords are not told."""
    return {
        key: '******' if 'password' in key or key == 'configdrive' else value
        for key, value in facts.items()
    }
