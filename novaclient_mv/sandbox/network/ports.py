"""Ports: what connects a server, or a router, to a network."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from novaclient_mv.sandbox.http.wsgi import Document, Fault
from novaclient_mv.sandbox.network import allocation, security_groups
from novaclient_mv.sandbox.network.attributes import Attribute, constant, once
from novaclient_mv.sandbox.network.collection import Collection
from novaclient_mv.sandbox.network.networks import Networks
from novaclient_mv.sandbox.state import addresses
from novaclient_mv.sandbox.state.rows import Row

MAC = re.compile('([0-9a-f]{2}:){5}[0-9a-f]{2}')


class Ports(Collection):
    """``/v2.0/ports``"""

    kind = key = 'port'
    plural = 'ports'
    title = 'Port'
    required = ('network_id',)
    limit = 500
    revision = 1
    attributes: ClassVar[Mapping[str, Attribute]] = {
        'network_id': once(''),
        'mac_address': once(''),
        'admin_state_up': Attribute(True),
        'status': constant('DOWN'),
        'device_id': Attribute(''),
        'device_owner': Attribute(''),
        'fixed_ips': Attribute([]),
        'allowed_address_pairs': Attribute([]),
        'extra_dhcp_opts': Attribute([]),
        'security_groups': Attribute([]),
        'description': Attribute(''),
        'port_security_enabled': Attribute(True),
        'qos_policy_id': Attribute(None),
        'qos_network_policy_id': constant(None),
        'binding:vnic_type': Attribute('normal'),
        'binding:profile': Attribute({}, is_for_admins=True, is_hidden=True),
        'binding:host_id': Attribute('', is_for_admins=True, is_hidden=True),
        'binding:vif_type': constant('unbound', is_hidden=True),
        'binding:vif_details': constant({}, is_hidden=True),
        'resource_request': constant(None, is_hidden=True),
    }

    def view(self, row: Row) -> Document:
        view = super().view(row)
        server = self.db.get('server', row.parent) if row.parent else None
        if server is not None:
            host = server.document.get('host')
            if 'binding:host_id' in view and host:
                view['binding:host_id'] = host
            if not view['security_groups'] and row.document.get('port_security_enabled', True):
                # A port that came with its server has the groups of the server.
                view['security_groups'] = security_groups.ids_of(self.db, server)
        if view.get('binding:host_id'):
            details = {'port_filter': True, 'ovs_hybrid_plug': False}
            view.update({'binding:vif_type': 'ovs', 'binding:vif_details': details})
        view['allowed_address_pairs'] = [
            {'mac_address': view['mac_address'], **pair} for pair in view['allowed_address_pairs']
        ]
        return view

    def before_create(self, row: Row, attributes: Document) -> None:
        networks = Networks(self.call)
        network = networks.resource(attributes['network_id'])
        if not networks.is_own(network):
            self._require_open(network, attributes)
        if not MAC.fullmatch(str(attributes.get('mac_address') or 'fa:16:3e:00:00:00').lower()):
            raise Fault(
                400, f"Invalid input for mac_address. Reason: '{attributes['mac_address']}'."
            )
        facts = row.document
        if facts.get('binding:host_id'):
            facts['status'] = 'ACTIVE'
        requested = list(attributes.get('fixed_ips') or [])
        # What was asked for is no address yet, and must not stand in the way of itself.
        facts['fixed_ips'] = []
        self.db.save(row)
        facts['fixed_ips'] = allocation.allocate(self.db, network, row.number, requested)
        facts['mac_address'] = attributes.get('mac_address') or addresses.mac(row.number)
        self._require_groups(facts.get('security_groups', []))
        if 'security_groups' not in attributes and facts.get('port_security_enabled', True):
            project = row.project or ''
            facts['security_groups'] = [security_groups.default_of(self.db, project).id]
        row.parent = facts.get('device_id') or None

    def before_update(self, row: Row, attributes: Document) -> None:
        self._require_groups(attributes.get('security_groups') or [])
        if 'fixed_ips' in attributes:
            network = self.db.get('network', row.document['network_id'])
            assert network is not None
            mine = {fixed_ip['ip_address']: fixed_ip for fixed_ip in row.document['fixed_ips']}
            requests = attributes['fixed_ips']
            fixed_ips = [
                mine[address] for item in requests if (address := item.get('ip_address')) in mine
            ]
            new = [item for item in requests if item.get('ip_address') not in mine]
            if new:
                fixed_ips += allocation.allocate(self.db, network, row.number, new)
            attributes['fixed_ips'] = fixed_ips

    def after_update(self, row: Row, attributes: Document) -> None:
        if 'device_id' in attributes:
            row.parent = attributes['device_id'] or None
            self.db.save(row)
        addresses.refresh(self.db, row.parent)

    def _require_open(self, network: Row, attributes: Document) -> None:
        """Refuse what others do not let one do in their networks."""
        self.require('create_port', bool(network.document.get('shared')))
        fixed_ips = attributes.get('fixed_ips') or []
        has_address = any('ip_address' in fixed_ip for fixed_ip in fixed_ips)
        self.require('create_port:fixed_ips', not has_address)
        self.require('create_port:mac_address', not attributes.get('mac_address'))

    def _require_groups(self, ids: list[str]) -> None:
        groups = security_groups.SecurityGroups(self.call)
        for id in ids:
            groups.resource(id)

    def before_delete(self, row: Row) -> None:
        owner = row.document.get('device_owner', '')
        if owner.startswith('network:'):
            words = f'Port {row.id} cannot be deleted directly: it has device owner {owner}.'
            raise Fault(409, words, code='ServicePortInUse')

    def after_delete(self, row: Row) -> None:
        for floating in self.db.find('floating_ip'):
            if floating.document.get('port_id') == row.id:
                floating.document.update(
                    port_id=None, fixed_ip_address=None, router_id=None, status='DOWN'
                )
                self.db.save(floating)
        addresses.refresh(self.db, row.parent)
