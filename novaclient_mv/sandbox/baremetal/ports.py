"""``/ports``: network interfaces of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from novaclient_mv.sandbox.baremetal import bodies, collection, kinds, refusals, views
from novaclient_mv.sandbox.baremetal.filters import contains, narrows
from novaclient_mv.sandbox.baremetal.refusals import Refused

if TYPE_CHECKING:
    from novaclient_mv.sandbox.http.wsgi import Response
    from novaclient_mv.sandbox.state.rows import Row

Document = dict[str, Any]

_LINK: bodies.Schema = {
    'anyOf': [
        {'type': 'null'},
        bodies.schema_of(
            ('port_id', 'switch_id'), switch_id=bodies.STRING, port_id=bodies.STRING,
            switch_info=bodies.STRING, network_type={'enum': ['managed', 'unmanaged']},
        ),
        bodies.schema_of(('port_id', 'hostname'), port_id=bodies.STRING, hostname=bodies.STRING),
        bodies.schema_of(('network_type',), network_type={'enum': ['unmanaged']}),
        bodies.schema_of(),
    ],
}  # fmt: skip
_CONNECTIVITY = ('physical_network', 'portgroup_uuid', 'pxe_enabled', 'local_link_connection')
_CHANGEABLE = ('enroll', 'inspecting', 'inspect wait', 'manageable')


class Ports(collection.Collection):
    """Ports."""

    kind = 'baremetal_port'
    noun = 'Port'
    path = 'ports'
    fields = views.PORT
    short = ('uuid', 'address', 'links')
    patchable = (
        'address', 'extra', 'is_smartnic', 'local_link_connection', 'node_uuid',
        'physical_network', 'portgroup_uuid', 'pxe_enabled', 'name', 'description', 'vendor',
        'category', 'available_for_dynamic_portgroup',
    )  # fmt: skip
    gates: ClassVar = {name: minimum for name, minimum in views.PORT.items() if minimum > 1}
    patch_gates: ClassVar = {
        'pxe_enabled': 19, 'local_link_connection': 19, 'portgroup_uuid': 24,
        'physical_network': 34, 'is_smartnic': 53,
    }  # fmt: skip
    filters = (
        narrows('node', kinds.ident, field='node_uuid'),
        narrows('node_uuid', kinds.uuid),
        narrows('address', kinds.mac),
        narrows('portgroup', kinds.ident, field='portgroup_uuid', since=24),
        narrows('shard', kinds.words, contains, since=82),
        narrows(
            'description_contains',
            field='description',
            test=lambda value, words: words[-1] in (value or ''),
        ),
        narrows('conductor_groups', kinds.words, contains, 'conductor_group'),
    )
    schema: ClassVar[bodies.Schema] = {
        **bodies.schema_of(
            ('address',),
            uuid=bodies.UUID,
            address={'type': 'string', 'format': 'mac-address'},
            node_uuid=bodies.NODE,
            node_ident=bodies.STRING,
            extra=bodies.OBJECT,
            is_smartnic=bodies.FLAG,
            local_link_connection=_LINK,
            physical_network={**bodies.short(64), 'minLength': 1},
            portgroup_uuid=bodies.UUID,
            pxe_enabled={'type': ['string', 'boolean'], 'format': 'flag'},
            name=bodies.NAME,
            description=bodies.TEXT,
            vendor=bodies.short(32),
            category=bodies.short(80),
            available_for_dynamic_portgroup={'type': 'boolean'},
        ),
        'oneOf': [{'required': ['node_ident']}, {'required': ['node_uuid']}],
    }
    defaults: ClassVar[Document] = {
        'extra': {}, 'internal_info': {}, 'is_smartnic': False, 'local_link_connection': {},
        'pxe_enabled': True, 'available_for_dynamic_portgroup': True,
    }  # fmt: skip
    locks_node = True
    unsorted = ()
    refuses_fields = False
    mandatory = ('pxe_enabled',)

    def check_filters(self) -> None:
        """Refuse new arguments at old versions, conflicting ones, and unknown owners."""
        argument = self.arguments.get
        if self.minor < 5 and kinds.is_name(argument('node')):
            raise refusals.too_new()
        super().check_filters()
        node, group = argument('node') or argument('node_uuid'), argument('portgroup')
        if sum(map(bool, (node, group, argument('shard')))) > 1:
            raise Refused(403, 'Operation not permitted.')
        if argument('conductor_groups') and (node or group or argument('address')):
            words = 'Filtering by conductor_groups cannot be combined with node_ident,'
            raise Refused(400, f'{words} portgroup_ident, or node address filters.')
        if group:
            self.arguments['portgroup'] = self.portgroup(group).id
        if node:
            self.arguments['node_uuid'] = self.node(node).id
        if node or group:
            # An owner counts more than an address.
            self.arguments.pop('address', None)

    def portgroup(self, ident: str) -> Row:
        """The port group of a UUID or a name.

        :raises Refused: 404.
        """
        row = self.db.get('baremetal_portgroup', ident.lower())
        row = row or self.db.one('baremetal_portgroup', name=ident)
        if row is None:
            raise refusals.not_found('Portgroup', ident)
        return row

    def prepare(self, document: Document, body: Document) -> None:
        """Complete and check a new port."""
        ident = document.pop('node_ident', None) or document['node_uuid']
        document['node_uuid'] = self.owner_node(ident).id
        self._check(document)

    def changed(self, row: Row, document: Document) -> None:
        """Check a change."""
        self._check(document)
        if document['node_uuid'] != row.document['node_uuid']:
            raise Refused(400, 'A port stays with its node.')
        node = self.owner_node(document['node_uuid']).document
        self._check_address(row, document, node)
        state = node['provision_state']
        is_free = state in _CHANGEABLE or node['maintenance']
        differs = any(document.get(name) != row.document.get(name) for name in _CONNECTIVITY)
        if differs and not is_free:
            words = f'{", ".join(_CONNECTIVITY)} of port {row.id} can not be updated unless node'
            words += f' {node["uuid"]} is in one of the states {", ".join(_CHANGEABLE)} or in'
            raise Refused(409, f'{words} maintenance mode. The current state is {state}.')

    def _check(self, document: Document) -> None:
        """Complete and check a port as it is to be."""
        document['address'] = document['address'].lower()
        for name in ('extra', 'local_link_connection'):
            document[name] = document.get(name) or {}
        for name in ('is_smartnic', 'pxe_enabled', 'available_for_dynamic_portgroup'):
            value = document.get(name)
            document[name] = kinds.flag(self.defaults[name] if value is None else value)
        ident = document.get('portgroup_uuid')
        group = None if ident is None else self.db.get('baremetal_portgroup', ident)
        if ident is not None and group is None:
            raise Refused(400, f'Portgroup {ident} could not be found.')
        if group is not None and group.document['node_uuid'] != document['node_uuid']:
            words = 'Port can not be added to a portgroup belonging to a different node.'
            raise Refused(400, words)
        link = document['local_link_connection']
        if document['is_smartnic'] and link and 'hostname' not in link:
            words = 'Smart NIC port must have port_id and hostname in local_link_connection'
            raise Refused(400, words)

    def _check_address(self, row: Row, document: Document, node: Document) -> None:
        """Refuse a new address while a node is in use."""
        is_used = node['provision_state'] == 'active' or node.get('instance_uuid')
        if document['address'] != row.document['address'] and is_used and not node['maintenance']:
            words = f'Cannot update hardware address for port {row.id} as node {node["uuid"]} is'
            raise Refused(409, f'{words} active or has instance UUID assigned')

    def of_portgroup(self, id: str) -> Response:
        """``GET /v1/portgroups/{id}/ports``: by its UUID, as the service has it"""
        return self._of_portgroup(id)

    def detail_of_portgroup(self, id: str) -> Response:
        """``GET /v1/portgroups/{id}/ports/detail``"""
        return self._of_portgroup(id, detail=True)

    def _of_portgroup(self, ident: str, detail: bool = False) -> Response:
        if not kinds.is_uuid(ident):
            raise refusals.not_found('Portgroup', ident)
        self.arguments['portgroup'] = self.portgroup(ident).id
        return self.listed(self.rows(), detail)

    def delete(self, id: str) -> Response:
        """``DELETE /v1/ports/{id}``: by its UUID alone"""
        if not kinds.is_uuid(id):
            raise Refused(400, f'Expected a UUID but received {id}.')
        return super().delete(id)

    def check_removal(self, row: Row) -> None:
        """A port with a VIF stays while its node is deployed; the fake hardware has none."""
        node = self.owner_node(row.document['node_uuid'])
        if node.document.get('instance_uuid') and not node.document['maintenance']:
            words = f'Cannot delete the port {row.id} as node {node.id} is associated with'
            raise Refused(409, f'{words} instance {node.document["instance_uuid"]}.')
