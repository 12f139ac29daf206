"""The whole Compute API on one screen: path, controller, and the handler of each method."""

from __future__ import annotations

from novaclient_mv.sandbox.routing import Actions, Route

# fmt: off
ROUTES = (
    Route('/flavors',                               'flavors.Flavors', GET='index'),
    Route('/flavors/detail',                        'flavors.Flavors', GET='detail'),
    Route('/flavors/{id}',                          'flavors.Flavors', GET='show'),
    Route('/flavors/{flavor_id}/os-extra_specs',    'flavor_extra_specs.FlavorExtraSpecs', GET='index'),
    Route('/flavors/{flavor_id}/os-extra_specs/{id}', 'flavor_extra_specs.FlavorExtraSpecs', GET='show'),
    Route('/os-availability-zone',                  'availability_zones.AvailabilityZones', GET='index'),
    Route('/os-availability-zone/detail',           'availability_zones.AvailabilityZones', GET='detail'),
    Route('/os-keypairs',                           'keypairs.Keypairs', GET='index', POST='create'),
    Route('/os-keypairs/{id}',                      'keypairs.Keypairs', GET='show', DELETE='delete'),
    Route('/servers',                               'servers.Servers', GET='index', POST='create'),
    Route('/servers/detail',                        'servers.Servers', GET='detail'),
    Route('/servers/{id}',                          'servers.Servers', GET='show', PUT='update', DELETE='delete'),
    Actions('/servers/{id}/action', {
        'server_power.ServerPower': 'os-start os-stop reboot pause unpause suspend resume',
        'server_locks.ServerLocks': 'lock unlock',
    }),
    Route('/servers/{server_id}/tags',              'server_tags.ServerTags', GET='index', PUT='update_all', DELETE='delete_all'),
    Route('/servers/{server_id}/tags/{id}',         'server_tags.ServerTags', GET='show', PUT='update', DELETE='delete'),
)
# fmt: on
