"""Networks as the Compute API passed them on to administrators."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.resources import Field
from novaclient_mv.v2.retired import proxies


class NetworkProxy(resources.Resource):
    """A network; most of what the API has of it is empty where the network service owns it."""

    NAME_ATTR = 'label'
    fields = (
        Field('id', 'ID'),
        Field('label'),
        Field('cidr', 'CIDR'),
        Field('cidr_v6', 'CIDR v6'),
        Field('gateway'),
        Field('gateway_v6', 'Gateway v6'),
        Field('netmask'),
        Field('netmask_v6', 'Netmask v6'),
        Field('broadcast'),
        Field('dns1', 'DNS 1'),
        Field('dns2', 'DNS 2'),
        Field('dhcp_server', 'DHCP Server'),
        Field('dhcp_start', 'DHCP Start'),
        Field('enable_dhcp', 'Enable DHCP'),
        Field('bridge'),
        Field('bridge_interface'),
        Field('vlan', 'VLAN'),
        Field('vpn_private_address', 'VPN Private Address'),
        Field('vpn_public_address', 'VPN Public Address'),
        Field('vpn_public_port', 'VPN Public Port', type='int'),
        Field('mtu', 'MTU', type='int'),
        Field('multi_host'),
        Field('share_address'),
        Field('injected'),
        Field('priority'),
        Field('rxtx_base', 'RXTX Base'),
        Field('host'),
        Field('project_id', 'Project ID'),
        Field('created_at'),
        Field('updated_at'),
        Field('deleted'),
        Field('deleted_at'),
    )

    def __repr__(self) -> str:
        return f'<NetworkProxy: {self._info.get("label")}>'


class NetworkProxyManager(proxies.ListedProxyManager[NetworkProxy]):
    """Networks up to 2.35; since then the network service alone has them."""

    kind = 'network'
    name_key = 'label'
    path, singular, plural = '/os-networks', 'network', 'networks'
    resource_class = NetworkProxy
