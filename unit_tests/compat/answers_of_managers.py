"""Results of managers' methods, as observed of python-novaclient 18.13.1 on the sandbox."""

from __future__ import annotations

import datetime
import operator
from typing import Any

from unit_tests.compat.observed import Case, Scene

PUBLIC_KEY = (
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3 someone'
)
# What calls take of the scene.
MADE = operator.attrgetter('made')
MADE_ID = operator.attrgetter('made.id')
SERVER = operator.attrgetter('server')
IMAGE = operator.attrgetter('image')
PROJECT = operator.attrgetter('project')
YEARS = datetime.datetime(2020, 1, 1), datetime.datetime(2030, 1, 1)


def _keypair(it: Scene) -> Any:
    return it.client.keypairs.create('k', PUBLIC_KEY)


def _aggregate(it: Scene) -> Any:
    return it.client.aggregates.create('a', 'zone')


def _aggregate_without_zone(it: Scene) -> Any:
    # A host with servers cannot be moved into a zone.
    return it.client.aggregates.create('a', None)


def _aggregate_with_host(it: Scene) -> Any:
    aggregate = _aggregate_without_zone(it)
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


def _migrating(it: Scene) -> str:
    volume = _attached(it)
    it.migrate_volume(volume)
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
    Case('aggregates.list', 'an empty list'),
    Case('aggregates.get', 'a Aggregate', MADE_ID, before=_aggregate),
    Case('aggregates.update', 'a Aggregate to load', MADE_ID, {'name': 'b'}, before=_aggregate),
    Case(
        'aggregates.add_host',
        'a Aggregate to load',
        MADE_ID,
        'host1',
        before=_aggregate_without_zone,
    ),
    Case(
        'aggregates.remove_host',
        'a Aggregate to load',
        MADE_ID,
        'host1',
        before=_aggregate_with_host,
    ),
    Case('aggregates.set_metadata', 'a Aggregate to load', MADE_ID, {'a': 'b'}, before=_aggregate),
    Case('aggregates.delete', 'nothing', MADE_ID, before=_aggregate),
    Case(
        'aggregates.cache_images',
        'nothing',
        MADE_ID,
        lambda it: [it.image],
        before=_aggregate_with_host,
        start='2.81',
    ),
)

FLAVORS = (
    Case('flavors.create', 'a Flavor to load', 'f', 64, 1, 1),
    Case('flavors.list', 'a list of Flavor'),
    Case('flavors.get', 'a Flavor', '1'),
    Case('flavors.find', 'a Flavor', call=lambda it: it.client.flavors.find(ram=512)),
    Case('flavors.update', 'a Flavor to load', MADE, 'text', before=_flavor, start='2.55'),
    Case('flavors.delete', 'nothing', MADE, before=_flavor),
    Case('flavor.get_keys', 'a mapping of a:b', before=_flavor),
    Case('flavor.set_keys', 'a mapping of c', {'c': '1'}, before=_flavor),
    Case('flavor.unset_keys', 'nothing', ['a:b'], before=_flavor),
    Case('flavor.delete', 'nothing', before=_flavor),
    Case(
        'flavor_access.list',
        'a list of FlavorAccess',
        before=_flavor,
        call=lambda it: it.client.flavor_access.list(flavor=it.made),
    ),
    Case('flavor_access.remove_tenant_access', 'an empty list', MADE, PROJECT, before=_flavor),
)

VOLUMES = (
    Case('volumes.create_server_volume', 'a Volume to load', SERVER, Scene.volume),
    Case('volumes.get_server_volumes', 'a list of Volume', SERVER, before=_attached),
    Case('volumes.get_server_volume', 'a Volume', SERVER, MADE, before=_attached),
    Case('volumes.update_server_volume', 'a text', SERVER, MADE, Scene.volume, before=_migrating),
    Case('volumes.delete_server_volume', 'nothing', SERVER, MADE, before=_attached),
    Case(
        'assisted_volume_snapshots.create',
        'a Snapshot to load',
        MADE,
        lambda it: {'snapshot_id': it.made, 'type': 'qcow2', 'new_file': 'x'},
        before=_attached,
    ),
    Case(
        'assisted_volume_snapshots.delete',
        'nothing',
        MADE,
        lambda it: {'volume_id': it.made},
        before=_attached,
    ),
)

OTHERS = (
    Case('keypairs.create', 'a Keypair to load', call=_keypair),
    Case('keypairs.get', 'a Keypair', 'k', before=_keypair),
    Case('keypairs.list', 'a list of Keypair', before=_keypair),
    Case('keypairs.delete', 'nothing', 'k', before=_keypair),
    Case('server_groups.create', 'a ServerGroup to load', call=_group),
    Case('server_groups.get', 'a ServerGroup', MADE_ID, before=_group),
    Case('server_groups.delete', 'nothing', MADE_ID, before=_group),
    Case('server_group.delete', 'nothing', before=_group),
    Case('quotas.get', 'a QuotaSet', PROJECT),
    Case('quotas.defaults', 'a QuotaSet', PROJECT),
    Case(
        'quotas.update',
        'a QuotaSet to load',
        call=lambda it: it.client.quotas.update(it.project, cores=5),
    ),
    Case('quotas.delete', 'nothing', PROJECT),
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
    Case('hypervisors.list', 'a list of Hypervisor'),
    Case('hypervisors.get', 'a Hypervisor', _hypervisor),
    Case('hypervisors.uptime', 'a Hypervisor', _hypervisor),
    Case(
        'server_migrations.list',
        'a list of ServerMigration',
        SERVER,
        before=_live_migration,
        settles=1.2,
        start='2.23',
    ),
    Case(
        'server_migrations.live_migrate_force_complete',
        'nothing',
        SERVER,
        _migration,
        before=_live_migration,
        settles=1.2,
        start='2.22',
    ),
    Case(
        'server_migrations.live_migration_abort',
        'nothing',
        SERVER,
        _migration,
        before=_live_migration,
        settles=1.2,
        start='2.24',
    ),
    Case('instance_action.list', 'a list of InstanceAction', SERVER),
    Case('instance_action.get', 'a InstanceAction', SERVER, _action),
    Case('usage.list', 'a list of Usage', *YEARS),
    Case('usage.get', 'a Usage', PROJECT, *YEARS),
    Case('limits.get', 'a Limits'),
    Case('availability_zones.list', 'a list of AvailabilityZone'),
    Case(
        'server_external_events.create',
        'a list of dict',
        lambda it: [{'name': 'network-changed', 'server_uuid': it.server, 'tag': 'x'}],
    ),
    Case('versions.get_current', 'a Version'),
    Case('neutron.find_network', 'a Network', 'private'),
    Case('glance.find_image', 'a Image', IMAGE),
)

CASES = (*AGGREGATES, *FLAVORS, *VOLUMES, *OTHERS)
