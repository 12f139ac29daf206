"""Networks as the Compute API passed them on to administrators."""

from __future__ import annotations

from novaclient_mv import resources
from novaclient_mv.resources import field
from novaclient_mv.v2.retired import proxies


class NetworkProxy(resources.Resource):
    """A network; most of what the API has of it is empty where the network service owns it."""

    repr_keys = ('label',)
    NAME_ATTR = 'label'
    id: str = field('ID')
    label: str = field()
    cidr: str | None = field('CIDR')
    cidr_v6: str | None = field('CIDR v6')
    gateway: str | None = field()
    gateway_v6: str | None = field('Gateway v6')
    netmask: str | None = field()
    netmask_v6: str | None = field('Netmask v6')
    broadcast: str | None = field()
    dns1: str | None = field('DNS 1')
    dns2: str | None = field('DNS 2')
    dhcp_server: str | None = field('DHCP Server')
    dhcp_start: str | None = field('DHCP Start')
    enable_dhcp: bool | None = field('Enable DHCP')
    bridge: str | None = field()
    bridge_interface: str | None = field()
    vlan: str | None = field('VLAN')
    vpn_private_address: str | None = field('VPN Private Address')
    vpn_public_address: str | None = field('VPN Public Address')
    vpn_public_port: int | None = field('VPN Public Port')
    mtu: int | None = field('MTU')
    multi_host: bool | None = field()
    share_address: bool | None = field()
    injected: bool | None = field()
    priority: str | None = field()
    rxtx_base: str | None = field('RXTX Base')
    host: str | None = field()
    project_id: str | None = field('Project ID')
    created_at: str | None = field()
    updated_at: str | None = field()
    deleted: bool | None = field()
    deleted_at: str | None = field()


class NetworkProxyManager(proxies.ListedProxyManager[NetworkProxy]):
    """Networks up to 2.35; since then the network service alone has them."""

    kind = 'network'
    name_key = 'label'
    path, singular, plural = '/os-networks', 'network', 'networks'
    resource_class = NetworkProxy
