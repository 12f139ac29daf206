"""APIs that Compute ended by 2.42: proxies of other services, and control of hosts."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from novaclient_mv.v2.retired import (  # noqa: F401 - named by the client
        baremetal_nodes,
        floating_ip_pools,
        floating_ips,
        hosts,
        image_proxies,
        network_proxies,
        security_group_rules,
        security_groups,
        tenant_networks,
        volume_proxies,
        volume_snapshots,
        volumes_boot,
    )
