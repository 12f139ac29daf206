"""Results of managers' methods, as observed of python-novaclient 18.13.1 on the sandbox."""

from __future__ import annotations

import datetime
from typing import Any

from unit_tests.compat.observed import Case, Scene

PUBLIC_KEY = (
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3 someone'
)
YEARS = datetime.datetime(2020, 1, 1), datetime.datetime(2030, 1, 1)


def _keypair(it: Scene) -> Any:
    return it.client.keypairs.create('k', PUBLIC_KEY)


def _aggregate(it: Scene) -> Any:
    return it.client.aggregates.create('a', 'zone')


def _aggregate_with_host(it: Scene) -> Any:
    aggregate = _aggregate(it)
    it.client.aggregates.add_host(aggregate.id, 'host1')
    return aggregate


def _flavor(it: Scene) -> Any:
    flavor = it.client.flavors.create('f', 64, 1, 1, is_public=False)
    flavor.set_keys({'a:b': '1'})
    it.client.flavor_access.add_tenant_access(flavor, it.project)
    return flavor


def _group(it: Scene) -> Any:
    return it.client.server_groups.create('g', 'affinity')


def _attached(it: Scene) -> str:
    volume = it.volume()
    it.client.volumes.create_server_volume(it.server, volume)
    return volume


def _service(it: Scene) -> tuple[str, ...]:
    if it.is_below('2.53'):
        return 'host1', 'nova-compute'
    return (it.client.services.list(host='host1', binary='nova-compute')[0].id,)


def _hypervisor(it: Scene) -> Any:
    return it.client.hypervisors.list()[0]


def _live_migration(it: Scene) -> Any:
    if it.is_below('2.25'):
        it.client.servers.live_migrate(it.server, None, False, False)
    else:
        it.client.servers.live_migrate(it.server, None, 'auto')
    return None


def _migration(it: Scene) -> Any:
    return it.client.server_migrations.list(it.server)[0].id


def _action(it: Scene) -> Any:
    return it.client.instance_action.list(it.server)[0].request_id


AGGREGATES = (
    Case('aggregates.create', 'a Aggregate to load', call=_aggregate),
    Case('aggregates.list', 'an empty list', call=lambda it: it.client.aggregates.list()),
    Case(
        'aggregates.get',
        'a Aggregate',
        before=_aggregate,
        call=lambda it: it.client.aggregates.get(it.made.id),
    ),
    Case(
        'aggregates.update',
        'a Aggregate to load',
        before=_aggregate,
        call=lambda it: it.client.aggregates.update(it.made.id, {'name': 'b'}),
    ),
    Case(
        'aggregates.add_host',
        'a Aggregate to load',
        before=_aggregate,
        call=lambda it: it.client.aggregates.add_host(it.made.id, 'host1'),
    ),
    Case(
        'aggregates.remove_host',
        'a Aggregate to load',
        before=_aggregate_with_host,
        call=lambda it: it.client.aggregates.remove_host(it.made.id, 'host1'),
    ),
    Case(
        'aggregates.set_metadata',
        'a Aggregate to load',
        before=_aggregate,
        call=lambda it: it.client.aggregates.set_metadata(it.made.id, {'a': 'b'}),
    ),
    Case(
        'aggregates.delete',
        'nothing',
        before=_aggregate,
        call=lambda it: it.client.aggregates.delete(it.made.id),
    ),
    Case(
        'aggregates.cache_images',
        'nothing',
        before=_aggregate_with_host,
        start='2.81',
        call=lambda it: it.client.aggregates.cache_images(it.made.id, [it.image]),
    ),
)

FLAVORS = (
    Case(
        'flavors.create',
        'a Flavor to load',
        call=lambda it: it.client.flavors.create('f', 64, 1, 1),
    ),
    Case('flavors.list', 'a list of Flavor', call=lambda it: it.client.flavors.list()),
    Case('flavors.get', 'a Flavor', call=lambda it: it.client.flavors.get('1')),
    Case('flavors.find', 'a Flavor', call=lambda it: it.client.flavors.find(ram=512)),
    Case(
        'flavors.update',
        'a Flavor to load',
        before=_flavor,
        start='2.55',
        call=lambda it: it.client.flavors.update(it.made, 'text'),
    ),
    Case(
        'flavors.delete',
        'nothing',
        before=_flavor,
        call=lambda it: it.client.flavors.delete(it.made),
    ),
    Case('flavor.get_keys', 'a mapping of a:b', before=_flavor, call=lambda it: it.made.get_keys()),
    Case(
        'flavor.set_keys',
        'a mapping of c',
        before=_flavor,
        call=lambda it: it.made.set_keys({'c': '1'}),
    ),
    Case(
        'flavor.unset_keys', 'nothing', before=_flavor, call=lambda it: it.made.unset_keys(['a:b'])
    ),
    Case('flavor.delete', 'nothing', before=_flavor, call=lambda it: it.made.delete()),
    Case(
        'flavor_access.list',
        'a list of FlavorAccess',
        before=_flavor,
        call=lambda it: it.client.flavor_access.list(flavor=it.made),
    ),
    Case(
        'flavor_access.remove_tenant_access',
        'an empty list',
        before=_flavor,
        call=lambda it: it.client.flavor_access.remove_tenant_access(it.made, it.project),
    ),
)

VOLUMES = (
    Case(
        'volumes.create_server_volume',
        'a Volume to load',
        call=lambda it: it.client.volumes.create_server_volume(it.server, it.volume()),
    ),
    Case(
        'volumes.get_server_volumes',
        'a list of Volume',
        before=_attached,
        call=lambda it: it.client.volumes.get_server_volumes(it.server),
    ),
    Case(
        'volumes.get_server_volume',
        'a Volume',
        before=_attached,
        call=lambda it: it.client.volumes.get_server_volume(it.server, it.made),
    ),
    Case(
        'volumes.update_server_volume',
        'a text',
        before=_attached,
        call=lambda it: it.client.volumes.update_server_volume(it.server, it.made, it.volume()),
    ),
    Case(
        'volumes.delete_server_volume',
        'nothing',
        before=_attached,
        call=lambda it: it.client.volumes.delete_server_volume(it.server, it.made),
    ),
    Case(
        'assisted_volume_snapshots.create',
        'a Snapshot to load',
        before=_attached,
        call=lambda it: it.client.assisted_volume_snapshots.create(
            it.made, {'snapshot_id': it.made, 'type': 'qcow2', 'new_file': 'x'}
        ),
    ),
    Case(
        'assisted_volume_snapshots.delete',
        'nothing',
        before=_attached,
        call=lambda it: it.client.assisted_volume_snapshots.delete(it.made, {'volume_id': it.made}),
    ),
)

OTHERS = (
    Case('keypairs.create', 'a Keypair to load', call=_keypair),
    Case('keypairs.get', 'a Keypair', before=_keypair, call=lambda it: it.client.keypairs.get('k')),
    Case(
        'keypairs.list',
        'a list of Keypair',
        before=_keypair,
        call=lambda it: it.client.keypairs.list(),
    ),
    Case(
        'keypairs.delete',
        'nothing',
        before=_keypair,
        call=lambda it: it.client.keypairs.delete('k'),
    ),
    Case('server_groups.create', 'a ServerGroup to load', call=_group),
    Case(
        'server_groups.get',
        'a ServerGroup',
        before=_group,
        call=lambda it: it.client.server_groups.get(it.made.id),
    ),
    Case(
        'server_groups.delete',
        'nothing',
        before=_group,
        call=lambda it: it.client.server_groups.delete(it.made.id),
    ),
    Case('server_group.delete', 'nothing', before=_group, call=lambda it: it.made.delete()),
    Case('quotas.get', 'a QuotaSet', call=lambda it: it.client.quotas.get(it.project)),
    Case('quotas.defaults', 'a QuotaSet', call=lambda it: it.client.quotas.defaults(it.project)),
    Case(
        'quotas.update',
        'a QuotaSet to load',
        call=lambda it: it.client.quotas.update(it.project, cores=5),
    ),
    Case('quotas.delete', 'nothing', call=lambda it: it.client.quotas.delete(it.project)),
    Case(
        'quota_classes.update',
        'a QuotaClassSet to load',
        call=lambda it: it.client.quota_classes.update('default', cores=5),
    ),
    Case(
        'services.disable',
        'a Service to load',
        call=lambda it: it.client.services.disable(*_service(it)),
    ),
    Case(
        'services.enable',
        'a Service to load',
        call=lambda it: it.client.services.enable(*_service(it)),
    ),
    Case(
        'services.disable_log_reason',
        'a Service to load',
        call=lambda it: it.client.services.disable_log_reason(*_service(it), 'why'),
    ),
    Case(
        'services.force_down',
        'a Service to load',
        start='2.11',
        call=lambda it: it.client.services.force_down(*_service(it), False),
    ),
    Case('hypervisors.list', 'a list of Hypervisor', call=lambda it: it.client.hypervisors.list()),
    Case(
        'hypervisors.get',
        'a Hypervisor',
        call=lambda it: it.client.hypervisors.get(_hypervisor(it)),
    ),
    Case(
        'hypervisors.uptime',
        'a Hypervisor',
        call=lambda it: it.client.hypervisors.uptime(_hypervisor(it)),
    ),
    Case(
        'server_migrations.list',
        'a list of ServerMigration',
        before=_live_migration,
        settles=1.2,
        start='2.23',
        call=lambda it: it.client.server_migrations.list(it.server),
    ),
    Case(
        'server_migrations.live_migrate_force_complete',
        'nothing',
        before=_live_migration,
        settles=1.2,
        start='2.22',
        call=lambda it: it.client.server_migrations.live_migrate_force_complete(
            it.server, _migration(it)
        ),
    ),
    Case(
        'server_migrations.live_migration_abort',
        'nothing',
        before=_live_migration,
        settles=1.2,
        start='2.24',
        call=lambda it: it.client.server_migrations.live_migration_abort(it.server, _migration(it)),
    ),
    Case(
        'instance_action.list',
        'a list of InstanceAction',
        call=lambda it: it.client.instance_action.list(it.server),
    ),
    Case(
        'instance_action.get',
        'a InstanceAction',
        call=lambda it: it.client.instance_action.get(it.server, _action(it)),
    ),
    Case('usage.list', 'a list of Usage', call=lambda it: it.client.usage.list(*YEARS)),
    Case('usage.get', 'a Usage', call=lambda it: it.client.usage.get(it.project, *YEARS)),
    Case('limits.get', 'a Limits', call=lambda it: it.client.limits.get()),
    Case(
        'availability_zones.list',
        'a list of AvailabilityZone',
        call=lambda it: it.client.availability_zones.list(),
    ),
    Case(
        'server_external_events.create',
        'a list of dict',
        call=lambda it: it.client.server_external_events.create(
            [{'name': 'network-changed', 'server_uuid': it.server, 'tag': 'x'}]
        ),
    ),
    Case('versions.get_current', 'a Version', call=lambda it: it.client.versions.get_current()),
    Case(
        'neutron.find_network',
        'a Network',
        call=lambda it: it.client.neutron.find_network('private'),
    ),
    Case('glance.find_image', 'a Image', call=lambda it: it.client.glance.find_image(it.image)),
)

CASES = (*AGGREGATES, *FLAVORS, *VOLUMES, *OTHERS)
