"""The whole Compute API on one screen: path, controller, and the handler of each method."""

from __future__ import annotations

from novaclient_mv.sandbox.routing import Actions, Route


def _gone(path: str, methods: str) -> Route:
    """A path whose methods answer 410."""
    return Route(path, 'gone', **dict.fromkeys(methods.split(), 'gone'))


# Where a fixed segment stands in the place of a variable, the fixed one comes first. The key of an
# action's body names its handler: os-start is start, os-getVNCConsole is get_vnc_console.
# fmt: off
ROUTES = (
    Route('/flavors', 'flavors', GET='index', POST='create'),
    Route('/flavors/detail', 'flavors', GET='detail'),
    Route('/flavors/{id}', 'flavors', GET='show', PUT='update', DELETE='delete'),
    Actions('/flavors/{id}/action', {'flavor_access': 'addTenantAccess removeTenantAccess'}),
    Route('/flavors/{flavor_id}/os-extra_specs', 'flavor_extra_specs',
          GET='index', POST='create'),
    Route('/flavors/{flavor_id}/os-extra_specs/{id}', 'flavor_extra_specs',
          GET='show', PUT='update', DELETE='delete'),
    Route('/flavors/{flavor_id}/os-flavor-access', 'flavor_access', GET='index'),
    _gone('/os-agents', 'GET POST'),
    _gone('/os-agents/{id}', 'PUT DELETE'),
    Route('/os-aggregates', 'aggregates', GET='index', POST='create'),
    Route('/os-aggregates/{id}', 'aggregates', GET='show', PUT='update', DELETE='delete'),
    Actions('/os-aggregates/{id}/action', {'aggregates': 'add_host remove_host set_metadata'}),
    Route('/os-aggregates/{id}/images', 'aggregates', POST='images'),
    Route('/os-availability-zone', 'availability_zones', GET='index'),
    Route('/os-availability-zone/detail', 'availability_zones', GET='detail'),
    _gone('/os-cells', 'GET POST'),
    _gone('/os-cells/capacities', 'GET'),
    _gone('/os-cells/detail', 'GET'),
    _gone('/os-cells/info', 'GET'),
    _gone('/os-cells/sync_instances', 'POST'),
    _gone('/os-cells/{id}', 'GET PUT DELETE'),
    _gone('/os-cells/{id}/capacities', 'GET'),
    _gone('/os-certificates', 'POST'),
    _gone('/os-certificates/{id}', 'GET'),
    _gone('/os-cloudpipe', 'GET POST'),
    _gone('/os-cloudpipe/{id}', 'PUT'),
    _gone('/os-fixed-ips/{id}', 'GET'),
    Actions('/os-fixed-ips/{id}/action', {'gone': 'reserve unreserve'}),
    _gone('/os-floating-ip-dns', 'GET'),
    _gone('/os-floating-ip-dns/{id}', 'PUT DELETE'),
    _gone('/os-floating-ip-dns/{domain_id}/entries/{id}', 'GET PUT DELETE'),
    _gone('/os-floating-ips-bulk', 'GET POST'),
    _gone('/os-floating-ips-bulk/{id}', 'GET PUT'),
    _gone('/os-fping', 'GET'),
    _gone('/os-fping/{id}', 'GET'),
    Route('/os-hypervisors', 'hypervisors', GET='index'),
    Route('/os-hypervisors/detail', 'hypervisors', GET='detail'),
    Route('/os-hypervisors/statistics', 'hypervisors', GET='statistics'),
    Route('/os-hypervisors/{id}', 'hypervisors', GET='show'),
    Route('/os-hypervisors/{id}/search', 'hypervisors', GET='search'),
    Route('/os-hypervisors/{id}/servers', 'hypervisors', GET='servers'),
    Route('/os-hypervisors/{id}/uptime', 'hypervisors', GET='uptime'),
    Route('/os-keypairs', 'keypairs', GET='index', POST='create'),
    Route('/os-keypairs/{id}', 'keypairs', GET='show', DELETE='delete'),
    _gone('/os-networks', 'POST'),
    _gone('/os-networks/add', 'POST'),
    _gone('/os-networks/{id}', 'DELETE'),
    Actions('/os-networks/{id}/action', {
        'gone': 'disassociate associate_host disassociate_host disassociate_project',
    }),
    _gone('/os-security-group-default-rules', 'GET POST'),
    _gone('/os-security-group-default-rules/{id}', 'GET DELETE'),
    Route('/os-services', 'services', GET='index'),
    Route('/os-services/{id}', 'services', PUT='update', DELETE='delete'),
    _gone('/os-tenant-networks', 'POST'),
    _gone('/os-tenant-networks/{id}', 'DELETE'),
    Route('/servers', 'servers', GET='index', POST='create'),
    Route('/servers/detail', 'servers', GET='detail'),
    Route('/servers/{id}', 'servers', GET='show', PUT='update', DELETE='delete'),
    Actions('/servers/{id}/action', {
        'gone': 'resetNetwork',
        'server_locks': 'lock unlock',
        'server_power': 'os-start os-stop reboot pause unpause suspend resume',
    }),
    _gone('/servers/{server_id}/consoles', 'GET POST'),
    _gone('/servers/{server_id}/consoles/{id}', 'GET DELETE'),
    _gone('/servers/{server_id}/os-virtual-interfaces', 'GET'),
    Route('/servers/{server_id}/tags', 'server_tags',
          GET='index', PUT='update_all', DELETE='delete_all'),
    Route('/servers/{server_id}/tags/{id}', 'server_tags',
          GET='show', PUT='update', DELETE='delete'),
)
# fmt: on
