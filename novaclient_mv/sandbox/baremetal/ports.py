"""``/ports``: network interfaces of nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import (
    bodies,
    collection,
    json_patches,
    kinds,
    refusals,
    views,
)
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_TEXT: bodies.Schema = {'type': 'string'}


def _link(*required: str, **properties: bodies.Schema) -> bodies.Schema:
    """The schema of a kind of connection, of which the service names unknown keys first."""
    return {
        'type': 'object',
        'properties': properties,
        'additionalProperties': False,
        'required': list(required),
    }


_LINK: bodies.Schema = {
    'anyOf': [
        _link(
            'port_id', 'switch_id', switch_id=_TEXT, port_id=_TEXT, switch_info=_TEXT,
            network_type={'type': 'string', 'enum': ['managed', 'unmanaged']},
        ),
        _link('port_id', 'hostname', port_id=_TEXT, hostname=_TEXT),
        _link('network_type', network_type={'type': 'string', 'enum': ['unmanaged']}),
        {'type': 'object', 'maxProperties': 0},
    ],
}  # fmt: skip
_CONNECTIVITY = ('physical_network', 'portgroup_uuid', 'pxe_enabled', 'local_link_connection')
_CHANGEABLE = ('enroll', 'inspecting', 'inspect wait', 'manageable')


class Ports(collection.Collection):
    """Ports."""

    kind = 'baremetal_port'
    noun = 'Port'
    key = 'ports'
    path = 'ports'
    fields = views.PORT
    short = ('uuid', 'address', 'links')
    patchable = (
        'address', 'extra', 'is_smartnic', 'local_link_connection', 'node_uuid',
        'physical_network', 'portgroup_uuid', 'pxe_enabled', 'name', 'description', 'vendor',
        'category', 'available_for_dynamic_portgroup',
    )  # fmt: skip
    gates: ClassVar[Mapping[str, int]] = {
        name: least for name, least in views.PORT.items() if least > 1
    }
    patch_gates: ClassVar[Mapping[str, int]] = {
        'pxe_enabled': 19, 'local_link_connection': 19, 'portgroup_uuid': 24,
        'physical_network': 34, 'is_smartnic': 53,
    }  # fmt: skip
    """The fields of patches that only some versions set."""
    idents: ClassVar[Mapping[str, kinds.Kind]] = {
        '': kinds.uuid_or_name,
        'delete': kinds.uuid,
    }
    filters: ClassVar[Mapping[str, kinds.Kind]] = {
        'node': kinds.uuid_or_name, 'node_uuid': kinds.uuid, 'address': kinds.mac,
        'portgroup': kinds.uuid_or_name, 'shard': kinds.strings,
        'description_contains': kinds.string, 'conductor_groups': kinds.strings,
    }  # fmt: skip
    schema: ClassVar[bodies.Schema] = {
        **bodies.schema_of(
            ('address',),
            uuid=bodies.NAME,
            address={'type': 'string'},
            node_uuid={'type': 'string'},
            node_ident={'type': 'string'},
            extra=bodies.OBJECT,
            is_smartnic=bodies.FLAG,
            local_link_connection={'type': ['null', 'object']},
            physical_network={'type': ['string', 'null'], 'maxLength': 64},
            portgroup_uuid=bodies.NAME,
            pxe_enabled=bodies.FLAG,
            name=bodies.NAME,
            description={'type': ['string', 'null'], 'maxLength': 255},
            vendor={'type': ['string', 'null'], 'maxLength': 32},
            category={'type': ['string', 'null'], 'maxLength': 80},
            available_for_dynamic_portgroup={'type': 'boolean'},
        ),
        'oneOf': [{'required': ['node_ident']}, {'required': ['node_uuid']}],
    }
    values: ClassVar[Mapping[str, kinds.Kind]] = {
        'address': kinds.mac, 'node_uuid': kinds.uuid, 'is_smartnic': kinds.boolean,
        'local_link_connection': kinds.or_nothing(kinds.schema(_LINK)),
        'portgroup_uuid': kinds.uuid, 'pxe_enabled': kinds.boolean, 'uuid': kinds.uuid,
    }  # fmt: skip
    defaults: ClassVar[Document] = {
        'extra': {}, 'internal_info': {}, 'is_smartnic': False, 'local_link_connection': {},
        'pxe_enabled': True, 'available_for_dynamic_portgroup': True,
    }  # fmt: skip
    has_names = True
    unique: ClassVar[tuple[tuple[str, ...], ...]] = (('uuid',), ('name',), ('address',))
    locks_node = True
    sorts_by_node = True
    undefaulted = ('pxe_enabled',)
    owner = ''
    """The node or the port group of a list of their ports."""
    flags = ('is_smartnic', 'pxe_enabled', 'available_for_dynamic_portgroup')

    def check_filters(self) -> None:
        """Refuse arguments that are too new, or name what is not there."""
        argument = self.arguments.get
        if argument('portgroup') is not None and self.minor < 24:
            raise refusals.too_new()
        if argument('shard') is not None and self.minor < 82:
            raise refusals.too_new(82)
        if argument('node') is not None and self.minor < 5 and not bodies.is_uuid(argument('node')):
            raise refusals.too_new()

    def check_owners(self) -> None:
        """Refuse to narrow a list in two ways, and what is not there of a node or port group."""
        argument = self.arguments.get
        if sum(map(bool, (self._node, self._group, argument('shard')))) > 1:
            raise Refused(403, 'Operation not permitted.')
        if argument('conductor_groups') and (self._node or self._group or argument('address')):
            words = 'Filtering by conductor_groups cannot be combined with node_ident,'
            raise Refused(400, f'{words} portgroup_ident, or node address filters.')
        if self.owner:
            return
        if self._node:
            self.node(self._node)
        if self._group:
            self.portgroup(self._group)

    @property
    def _node(self) -> str | None:
        """The node that a list is narrowed to."""
        ident: str | None = self.arguments.get('node') or self.arguments.get('node_uuid')
        return self.arguments['id'] if self.owner == 'node' else ident

    @property
    def _group(self) -> str | None:
        """The port group that a list is narrowed to."""
        name = 'id' if self.owner == 'portgroup' else 'portgroup'
        ident: str | None = self.arguments.get(name)
        return ident

    def is_paged(self) -> bool:
        """Whether the service orders what a list is narrowed to; it does not by address."""
        return bool(self._node or self._group) or self.arguments.get('address') is None

    def is_listed(self, row: Row) -> bool:
        """Whether a port is what the query asks for; an owner counts more than an address."""
        argument, document = self.arguments.get, row.document
        words = argument('description_contains')
        if words is not None and words not in (document.get('description') or ''):
            return False
        if self._group:
            return bool(document.get('portgroup_uuid') == self.portgroup(self._group).id)
        if self._node:
            return bool(document['node_uuid'] == self.node(self._node).id)
        node = baremetal_nodes.find(self.db, document['node_uuid'])
        assert node is not None
        groups, shards = argument('conductor_groups'), argument('shard')
        return (
            argument('address') in (None, document['address'])
            and (not shards or node.document.get('shard') in shards)
            and (not groups or node.document['conductor_group'] in groups)
        )

    def portgroup(self, ident: str) -> Row:
        """The port group of a UUID or a name.

        :raises Refused: 404.
        """
        row = self.db.get('baremetal_portgroup', ident)
        row = row or self.db.one('baremetal_portgroup', name=ident)
        if row is None:
            raise refusals.not_found('Portgroup', ident)
        return row

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new port."""
        ident = document.pop('node_ident', None) or document['node_uuid']
        document['node_uuid'] = self.owner_node(ident).id
        for name in ('extra', 'local_link_connection'):
            document[name] = document.get(name) or {}
        self._check_group(document)
        self._take_flags(document)
        if document.get('physical_network') == '':
            raise Refused(400, 'A non-empty value is required when setting physical_network')
        self._check_smart_nic(document, body.get('local_link_connection'))
        document['address'] = bodies.mac(document['address'])

    def check_patch(self, patch: json_patches.Patch) -> None:
        """Refuse fields that nobody may change, and those that the version cannot set."""
        super().check_patch(patch)
        self.check_gates(json_patches.whole_or_removed(patch), self.patch_gates)

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        document.pop('node_ident', None)
        document['address'] = bodies.mac(document['address'])
        self._take_flags(document)
        idents = json_patches.values(self.arguments['patch'], 'node_uuid')
        if any(self.owner_node(ident).id != row.document['node_uuid'] for ident in idents):
            raise Refused(400, 'A port stays with its node.')
        for name in ('extra', 'local_link_connection'):
            document[name] = document.get(name) or {}
        self._check_group(document)
        if document.get('physical_network') == '':
            raise Refused(400, 'A non-empty value is required when setting physical_network')
        node = self.owner_node(document['node_uuid'])
        self._check_address(row, document, node.document)
        state = node.document['provision_state']
        is_free = state in _CHANGEABLE or node.document['maintenance']
        differs = any(document.get(name) != row.document.get(name) for name in _CONNECTIVITY)
        if differs and not is_free:
            raise Refused(
                409,
                f'Port {row.id} can not have any connectivity attributes (physical_network, '
                'portgroup_id, pxe_enabled, local_link_connection) updated unless node '
                f'{node.id} is in a enroll, inspecting, inspect wait, manageable state or in '
                f'maintenance mode. The current state is {state}.',
            )
        self._check_smart_nic(document, document['local_link_connection'] or None)

    def _take_flags(self, document: Document) -> None:
        """Bring truth values into their form; one of them must have one."""
        for name in self.flags:
            if document.get(name) is None and name == 'pxe_enabled':
                raise Refused(400, f'{name} cannot be null')
            value = document.get(name)
            document[name] = bodies.flag(self.defaults[name] if value is None else value, name)

    def _check_group(self, document: Document) -> None:
        ident = document.get('portgroup_uuid')
        if ident is None:
            return
        group = self.db.get('baremetal_portgroup', str(ident))
        if group is None:
            raise Refused(400, f'Portgroup {ident} could not be found.')
        if group.document['node_uuid'] != document['node_uuid']:
            words = 'Port can not be added to a portgroup belonging to a different node.'
            raise Refused(400, words)

    def _check_smart_nic(self, document: Document, link: Document | None) -> None:
        if document['is_smartnic'] and link is not None and 'hostname' not in link:
            words = 'Smart NIC port must have port_id and hostname in local_link_connection'
            raise Refused(400, words)

    def _check_address(self, row: Row, document: Document, node: Document) -> None:
        """Refuse a new address while a node is in use."""
        is_used = node['provision_state'] == 'active' or node.get('instance_uuid')
        if document['address'] != row.document['address'] and is_used and not node['maintenance']:
            words = f'Cannot update hardware address for port {row.id} as node {node["uuid"]} is'
            raise Refused(409, f'{words} active or has instance UUID assigned')

    def of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/ports``: by its UUID, as the service has it"""
        return self._of_node(id, False)

    def detail_of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/ports/detail``"""
        return self._of_node(id, True)

    def _of_node(self, ident: str, is_detailed: bool) -> Response:
        node = baremetal_nodes.find(self.db, ident) if bodies.is_uuid(ident) else None
        if node is None:
            raise refusals.not_found('Portgroup', 'None')
        self.owner = 'node'
        return self.listed(self.db.find(self.kind, parent=node.id), is_detailed)

    def of_portgroup(self, id: str) -> Response:
        """``GET /v1/portgroups/{id}/ports``: by its UUID, as the service has it"""
        return self._of_portgroup(id, False)

    def detail_of_portgroup(self, id: str) -> Response:
        """``GET /v1/portgroups/{id}/ports/detail``"""
        return self._of_portgroup(id, True)

    def _of_portgroup(self, ident: str, is_detailed: bool) -> Response:
        row = self.db.get('baremetal_portgroup', ident.lower()) if bodies.is_uuid(ident) else None
        if row is None:
            raise refusals.not_found('Portgroup', ident)
        self.owner = 'portgroup'
        ports = self.db.find(self.kind)
        own = (port for port in ports if port.document.get('portgroup_uuid') == row.id)
        return self.listed(own, is_detailed)

    def check_removal(self, row: Row) -> None:
        """A port with a VIF stays while its node is deployed; the fake hardware has none."""
        node = self.owner_node(row.document['node_uuid'])
        if node.document.get('instance_uuid') and not node.document['maintenance']:
            words = f'Cannot delete the port {row.id} as node {node.id} is associated with'
            raise Refused(409, f'{words} instance {node.document["instance_uuid"]}.')
