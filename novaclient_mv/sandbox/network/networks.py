"""Networks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from novaclient_mv.sandbox.http.wsgi import Document, Fault
from novaclient_mv.sandbox.network.attributes import Attribute, constant, once
from novaclient_mv.sandbox.network.collection import Collection
from novaclient_mv.sandbox.state.rows import Row


class Networks(Collection):
    """``/v2.0/networks``"""

    kind = key = 'network'
    plural = 'networks'
    title = 'Network'
    revision = 1
    attributes: ClassVar[Mapping[str, Attribute]] = {
        'admin_state_up': Attribute(True),
        'mtu': Attribute(1500),
        'status': constant('ACTIVE'),
        'subnets': constant([]),
        'shared': Attribute(False, is_for_admins=True),
        'router:external': Attribute(False, is_for_admins=True),
        'is_default': Attribute(False, is_for_admins=True),
        'port_security_enabled': Attribute(True),
        'availability_zone_hints': once([]),
        'availability_zones': constant([]),
        'ipv4_address_scope': constant(None),
        'ipv6_address_scope': constant(None),
        'vlan_transparent': once(False),
        'qinq': once(False),
        'description': Attribute(''),
        'qos_policy_id': Attribute(None),
        'provider:network_type': Attribute('vxlan', is_for_admins=True, is_hidden=True),
        'provider:physical_network': Attribute(None, is_for_admins=True, is_hidden=True),
        'provider:segmentation_id': Attribute(None, is_for_admins=True, is_hidden=True),
    }

    def is_visible(self, row: Row) -> bool:
        facts = row.document
        return bool(self.is_own(row) or facts.get('shared') or facts.get('router:external'))

    def view(self, row: Row) -> Document:
        view = super().view(row)
        if 'provider:segmentation_id' in view and view['provider:segmentation_id'] is None:
            view['provider:segmentation_id'] = row.number
        # Only what leads out of the cloud can be the default way.
        if not view['router:external'] and self.req.method != 'POST':
            del view['is_default']
        return view

    def before_delete(self, row: Row) -> None:
        ports = [port.id for port in self.db.find('port') if port.document['network_id'] == row.id]
        if ports:
            words = f'Network {row.id} has one or more ports still in use: {", ".join(ports)}.'
            raise Fault(409, words, code='NetworkInUse')

    def after_delete(self, row: Row) -> None:
        for id in row.document.get('subnets', []):
            subnet = self.db.get('subnet', id)
            if subnet is not None:
                self.db.remove(subnet)
