"""Commands on a project's networks that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv.v2.commands.parts import proxies
from novaclient_mv.v2.retired import tenant_networks

_COMMANDS = proxies.Commands(
    __name__, tenant_networks.TenantNetworkManager, 'network', 'network', reference='Label or id'
)

do_tenant_network_list = _COMMANDS.list("List the project's networks", ('id', 'label', 'cidr'))
do_tenant_network_show = _COMMANDS.show('Show a network of the project')
