"""Commands on networks that the Compute API passes on."""

from __future__ import annotations

from novaclient_mv.v2.commands.parts import proxies
from novaclient_mv.v2.retired import network_proxies

_COMMANDS = proxies.Commands(
    __name__, network_proxies.NetworkProxyManager, 'network', 'network', reference='Label or id'
)

do_network_list = _COMMANDS.list('List networks', ('id', 'label', 'cidr'))
do_network_show = _COMMANDS.show('Show a network')
