"""``/ports``: network interfaces of nodes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, refusals, views
from novaclient_mv.sandbox.baremetal.refusals import Refused
from novaclient_mv.sandbox.state import baremetal_nodes

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

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
        'address', 'extra', 'is_smartnic', 'local_link_connection', 'node_ident', 'node_uuid',
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
    filters = (
        'node', 'node_uuid', 'address', 'portgroup', 'shard', 'conductor_groups', 'detail',
    )  # fmt: skip
    schema: ClassVar[bodies.Schema] = {
        **bodies.schema_of(
            ('address',),
            uuid=bodies.NAME,
            address={'type': 'string'},
            node_uuid={'type': 'string'},
            node_ident={'type': 'string'},
            extra=bodies.OBJECT,
            internal_info=bodies.OBJECT,
            is_smartnic=bodies.FLAG,
            local_link_connection=bodies.OBJECT,
            physical_network={'type': ['string', 'null'], 'minLength': 1, 'maxLength': 64},
            portgroup_uuid=bodies.NAME,
            pxe_enabled=bodies.FLAG,
            name=bodies.TEXT,
            description=bodies.TEXT,
            vendor=bodies.TEXT,
            category=bodies.TEXT,
            available_for_dynamic_portgroup=bodies.FLAG,
        ),
        'anyOf': [{'required': ['node_ident']}, {'required': ['node_uuid']}],
    }
    defaults: ClassVar[Document] = {
        'extra': {}, 'internal_info': {}, 'is_smartnic': False, 'local_link_connection': {},
        'pxe_enabled': True, 'available_for_dynamic_portgroup': True,
    }  # fmt: skip
    has_names = True
    locks_node = True
    flags = ('is_smartnic', 'pxe_enabled', 'available_for_dynamic_portgroup')

    def check_filters(self) -> None:
        """Refuse arguments that are too new, or name what is not there."""
        query = self.req.parameter
        if query('portgroup') is not None and self.minor < 24:
            raise refusals.too_new()
        if query('shard') is not None and self.minor < 82:
            raise refusals.too_new(82)
        node = query('node')
        if node is not None and self.minor < 5 and not baremetal_nodes.UUID.fullmatch(node):
            raise refusals.too_new()
        for name in ('node', 'node_uuid'):
            if query(name) is not None:
                self.owner_node(str(query(name)))
        if query('address') is not None:
            bodies.mac(query('address'))

    def is_listed(self, row: Row) -> bool:
        """Whether a port is what the query asks for."""
        query = self.req.parameter
        document = row.document
        node = baremetal_nodes.find(self.db, document['node_uuid'])
        assert node is not None
        for name in ('node', 'node_uuid'):
            text = query(name)
            if text is not None and self.owner_node(text).id != node.id:
                return False
        address = query('address')
        if address is not None and address.lower() != document['address']:
            return False
        shard = query('shard')
        if shard is not None and node.document.get('shard') not in shard.split(','):
            return False
        groups = query('conductor_groups')
        has_groups = groups is not None and self.minor >= 99
        if has_groups and node.document['conductor_group'] not in str(groups).split(','):
            return False
        group = query('portgroup')
        if group is None:
            return True
        row_of = self.db.one('baremetal_portgroup', name=group)
        return document.get('portgroup_uuid') in {group, row_of.id if row_of else group}

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new port."""
        document['address'] = bodies.mac(document['address'])
        self._check(document)
        self._check_address(document['address'])

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        if document.get('address') is None:
            raise Refused(400, "Schema error for patch: 'address' is a required property")
        document['address'] = bodies.mac(document['address'])
        self._check(document)
        node = self.owner_node(document['node_uuid'])
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
        self._check_address(document['address'], row)

    def _check(self, document: Document) -> None:
        for name in self.flags:
            if document.get(name) is None:
                document[name] = self.defaults[name]
            document[name] = bodies.flag(document[name], name)
        for name in ('extra', 'internal_info', 'local_link_connection'):
            document[name] = document.get(name) or {}
        ident = document.pop('node_ident', None) or document.get('node_uuid')
        if ident is None:
            raise Refused(400, "Schema error for patch: 'node_uuid' is a required property")
        document['node_uuid'] = self.owner_node(ident).id
        group = document.get('portgroup_uuid')
        if group is not None and self.db.get('baremetal_portgroup', group) is None:
            raise Refused(400, f'Portgroup {group} could not be found.')

    def _check_address(self, address: str, row: Row | None = None) -> None:
        for other in self.db.find(self.kind):
            is_other = row is None or other.id != row.id
            if is_other and other.document['address'] == address:
                raise Refused(409, f'A port with MAC address {address} already exists.')

    def delete(self, id: str) -> Response:
        """``DELETE /v1/ports/{id}``: by its UUID alone, as the service has it"""
        if not baremetal_nodes.UUID.fullmatch(id):
            raise Refused(400, f'Expected UUID for port_uuid: {id}')
        return super().delete(id)

    def of_node(self, id: str) -> Response:
        """``GET /v1/nodes/{id}/ports``: by its UUID, as the service has it"""
        if not baremetal_nodes.UUID.fullmatch(id):
            raise refusals.not_found('Portgroup', 'None')
        node = self.node(id)
        return self.listed(self.db.find(self.kind, parent=node.id))

    def of_portgroup(self, id: str) -> Response:
        """``GET /v1/portgroups/{id}/ports``"""
        row = self.db.get('baremetal_portgroup', id) or self.db.one('baremetal_portgroup', name=id)
        if row is None:
            raise refusals.not_found('Portgroup', id)
        ports = self.db.find(self.kind)
        return self.listed(port for port in ports if port.document.get('portgroup_uuid') == row.id)

    def check_removal(self, row: Row) -> None:
        """A port with a VIF stays while its node is deployed; the fake hardware has none."""
        node = self.owner_node(row.document['node_uuid'])
        if node.document.get('instance_uuid') and not node.document['maintenance']:
            words = f'Cannot delete the port {row.id} as node {node.id} is associated with'
            raise Refused(409, f'{words} instance {node.document["instance_uuid"]}.')
