"""The methods of the other managers, at versions on both sides of what changed them."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable
from typing import Any

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

VERSIONS = ('2.1', '2.35', '2.53', '2.60', '2.79', '2.96')
MISSING = '00000000-0000-0000-0000-000000000000'
MONTH = (datetime.datetime(2020, 1, 1), datetime.datetime(2020, 2, 1))
EVENTS = [{'name': 'network-changed', 'server_uuid': MISSING}]
KEY = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ== tried'

Actions = dict[str, Callable[[Any], Any]]

READS: Actions = {
    'flavors': lambda nova: nova.flavors.list(),
    'flavors_short': lambda nova: nova.flavors.list(detailed=False),
    'flavors_all': lambda nova: nova.flavors.list(is_public=None),
    'flavors_private': lambda nova: nova.flavors.list(is_public=False),
    'flavors_page': lambda nova: nova.flavors.list(marker='1', limit=1, min_ram=1, min_disk=1),
    'flavors_sorted': lambda nova: nova.flavors.list(sort_key='name', sort_dir='desc'),
    'flavor': lambda nova: nova.flavors.get('1'),
    'flavor_keys': lambda nova: nova.flavors.get('1').get_keys(),
    'flavor_fields': lambda nova: [
        getattr(nova.flavors.get('1'), name) for name in ('ephemeral', 'is_public', 'swap')
    ],
    'flavor_access': lambda nova: nova.flavor_access.list(flavor='1'),
    'flavor_access_of_tenant': lambda nova: nova.flavor_access.list(tenant='x'),
    'keypairs': lambda nova: nova.keypairs.list(),
    'keypairs_of_user': lambda nova: nova.keypairs.list(user_id='x'),
    'keypairs_page': lambda nova: nova.keypairs.list(marker='x', limit=1),
    'limits': lambda nova: nova.limits.get(),
    'limits_of_tenant': lambda nova: nova.limits.get(reserved=True, tenant_id='x'),
    'limits_absolute': lambda nova: sorted(
        (limit.name, limit.value) for limit in nova.limits.get().absolute
    ),
    'limits_rate': lambda nova: list(nova.limits.get().rate),
    'quota_class': lambda nova: nova.quota_classes.get('default'),
    'usages': lambda nova: nova.usage.list(*MONTH),
    'usages_detailed': lambda nova: nova.usage.list(*MONTH, detailed=True),
    'usage_missing': lambda nova: nova.usage.get('x', *MONTH),
    'services': lambda nova: nova.services.list(),
    'services_filtered': lambda nova: nova.services.list(host=names.HOST, binary='nova-compute'),
    'hypervisors': lambda nova: nova.hypervisors.list(),
    'hypervisors_short': lambda nova: nova.hypervisors.list(False),
    'hypervisors_page': lambda nova: nova.hypervisors.list(limit=1),
    'hypervisor': lambda nova: nova.hypervisors.get(nova.hypervisors.list()[0]),
    'hypervisor_missing': lambda nova: nova.hypervisors.get(MISSING),
    'search': lambda nova: nova.hypervisors.search(names.HOST[:-1]),
    'search_servers': lambda nova: nova.hypervisors.search(names.HOST, servers=True),
    'search_detailed': lambda nova: nova.hypervisors.search(names.HOST, detailed=True),
    'search_missing': lambda nova: nova.hypervisors.search('no'),
    'uptime': lambda nova: nova.hypervisors.uptime(nova.hypervisors.list()[0]).id,
    'statistics': lambda nova: nova.hypervisors.statistics(),
    'hypervisor_stats': lambda nova: nova.hypervisor_stats.statistics(),
    'zones': lambda nova: nova.availability_zones.list(),
    'zones_short': lambda nova: nova.availability_zones.list(detailed=False),
    'aggregates': lambda nova: nova.aggregates.list(),
    'aggregate_missing': lambda nova: nova.aggregates.get(9999),
    'groups': lambda nova: nova.server_groups.list(),
    'groups_all': lambda nova: nova.server_groups.list(all_projects=True, limit=1, offset=0),
    'migrations': lambda nova: nova.migrations.list(),
    'agents': lambda nova: nova.agents.list(),
    'audit_log': lambda nova: nova.instance_usage_audit_log.get(),
    'audit_log_before': lambda nova: nova.instance_usage_audit_log.get(before='2020-01-01'),
    'versions': lambda nova: nova.versions.list(),
    'current_version': lambda nova: nova.versions.get_current(),
    'images': lambda nova: nova.glance.list(),
    'image': lambda nova: nova.glance.find_image(names.IMAGE),
    'image_missing': lambda nova: nova.glance.find_image('no'),
    'networks': lambda nova: nova.neutron.find_network(names.NETWORK),
    'network_missing': lambda nova: nova.neutron.find_network('no'),
    'event': lambda nova: nova.server_external_events.create(EVENTS),
    'assisted': lambda nova: nova.assisted_volume_snapshots.create(
        MISSING, {'snapshot_id': 's', 'type': 'qcow2', 'new_file': 'x'}
    ),
    'assisted_delete': lambda nova: nova.assisted_volume_snapshots.delete(
        MISSING, {'volume_id': MISSING}
    ),
}
"""Reads that need no resources."""


def things(cloud: Cloud, call: Calls, version: str) -> None:
    """Create, change and delete resources."""
    nova = cloud.client(version)
    project = cloud.project
    user = cloud.user
    quotas(nova, project, user, call, version)
    flavors(nova, project, call, version)
    call.each(
        f'{version} usage',
        get=lambda: nova.usage.get(project, *MONTH),
        get_page=lambda: nova.usage.get(project, *MONTH, limit=1),
        list_page=lambda: nova.usage.list(*MONTH, limit=1),
    )
    call.each(
        f'{version} keypair',
        create=lambda: nova.keypairs.create('k'),
        create_type=lambda: nova.keypairs.create('kt', key_type='ssh'),
        create_for=lambda: nova.keypairs.create('ku', user_id=user),
        create_public=lambda: nova.keypairs.create('kp', public_key=KEY),
        get=lambda: nova.keypairs.get('k'),
        get_of=lambda: nova.keypairs.get('k', user_id=user),
        fields=lambda: [nova.keypairs.get('k').id, repr(nova.keypairs.get('k'))],
        find=lambda: nova.keypairs.find(name='k'),
        delete=lambda: nova.keypairs.delete('k'),
        delete_of=lambda: nova.keypairs.delete('ku', user_id=user),
        own_delete=lambda: nova.keypairs.create('k').delete(),
        delete_missing=lambda: nova.keypairs.delete('no'),
    )
    aggregates(nova, call, version)
    services(nova, call, version)
    groups(nova, call, version)


def quotas(nova: Any, project: str, user: str, call: Calls, version: str) -> None:
    """Quotas of projects, users and classes."""
    call.each(
        f'{version} quotas',
        get=lambda: nova.quotas.get(project),
        get_detail=lambda: nova.quotas.get(project, detail=True),
        get_user=lambda: nova.quotas.get(project, user_id=user),
        get_values=lambda: nova.quotas.get(project).cores,
        defaults=lambda: nova.quotas.defaults(project),
        update=lambda: nova.quotas.update(project, cores=30),
        update_user=lambda: nova.quotas.update(project, user_id=user, cores=5),
        update_forced=lambda: nova.quotas.update(project, force=True, cores=None),
        update_odd=lambda: nova.quotas.update(project, foo=1),
        update_old=lambda: nova.quotas.update(project, fixed_ips=1),
        own_update=lambda: nova.quotas.get(project).update(cores=25),
        delete=lambda: nova.quotas.delete(project),
        delete_user=lambda: nova.quotas.delete(project, user_id=user),
        update_class=lambda: nova.quota_classes.update('default', cores=21),
        own_update_class=lambda: nova.quota_classes.get('default').update(cores=20),
    )


def flavors(nova: Any, project: str, call: Calls, version: str) -> None:
    """Flavors, their extra specs and access."""
    create = nova.flavors.create
    flavor = call(f'{version} flavor', lambda: create(f'f-{version}', 64, 1, 0, is_public=False))
    call.each(
        f'{version} flavor',
        create_all=lambda: create(
            'all', 64, 1, 1, flavorid='all', ephemeral=1, swap=1, rxtx_factor=2.0
        ),
        create_description=lambda: create('d', 64, 1, 1, flavorid='d', description='d'),
        create_bad=lambda: create('bad', 'x', 1, 1),
        create_texts=lambda: create('t', '64', '1', '1', flavorid='t'),
        update=lambda: nova.flavors.update('d', 'described'),
        set_keys=lambda: flavor.set_keys({'a:b': '1'}),
        get_keys=lambda: flavor.get_keys(),
        get_keys_prefer=lambda: flavor.get_keys(prefetch=False),
        unset_keys=lambda: flavor.unset_keys(['a:b']),
        unset_missing=lambda: flavor.unset_keys(['no']),
        add_access=lambda: nova.flavor_access.add_tenant_access(flavor, project),
        access=lambda: nova.flavor_access.list(flavor=flavor),
        access_repr=lambda: repr(nova.flavor_access.list(flavor=flavor)[0]),
        remove_access=lambda: nova.flavor_access.remove_tenant_access(flavor, project),
        find=lambda: nova.flavors.find(name=f'f-{version}'),
        find_any=lambda: nova.flavors.find(name=f'f-{version}', is_public=None),
        delete=lambda: flavor.delete(),
        delete_all=lambda: [nova.flavors.delete(name) for name in ('all', 't')],
        delete_described=lambda: nova.flavors.delete('d'),
        delete_missing=lambda: nova.flavors.delete('no'),
    )


def aggregates(nova: Any, call: Calls, version: str) -> None:
    """Aggregates, their hosts and metadata."""
    created = call(f'{version} aggregate', lambda: nova.aggregates.create(f'a-{version}', 'zone'))
    call.each(
        f'{version} aggregate',
        lazy=lambda: nova.aggregates.create(f'b-{version}', None).hosts,
        lazy_metadata=lambda: nova.aggregates.create(f'c-{version}', None).metadata,
        get=lambda: nova.aggregates.get(created),
        details=lambda: nova.aggregates.get_details(created.id),
        add=lambda: nova.aggregates.add_host(created, names.HOST),
        set_metadata=lambda: nova.aggregates.set_metadata(created, {'a': '1'}),
        own_metadata=lambda: created.set_metadata({'a': None}),
        update=lambda: nova.aggregates.update(created, {'name': f'd-{version}'}),
        own_update=lambda: created.update({'name': f'a-{version}'}),
        cache=lambda: nova.aggregates.cache_images(created, [MISSING]),
        remove=lambda: created.remove_host(names.HOST),
        own_add=lambda: created.add_host('no'),
        delete=lambda: nova.aggregates.delete(created),
        delete_others=lambda: [
            one.delete() for one in nova.aggregates.list() if one.name.endswith(version)
        ],
    )


def services(nova: Any, call: Calls, version: str) -> None:
    """Services, named by host before 2.53, and by id from then on."""
    host, binary = names.OTHER_HOST, 'nova-compute'
    service = nova.services.list(host=host, binary=binary)[0]
    call.each(
        f'{version} service',
        disable=lambda: nova.services.disable(host, binary),
        disable_reason=lambda: nova.services.disable_log_reason(host, binary, 'r'),
        enable=lambda: nova.services.enable(host, binary),
        force_down=lambda: nova.services.force_down(host, binary, True),
        force_up=lambda: nova.services.force_down(host, binary, False),
        disable_id=lambda: nova.services.disable(service.id),
        disable_id_reason=lambda: nova.services.disable_log_reason(service.id, 'r'),
        enable_id=lambda: nova.services.enable(service.id),
        force_down_id=lambda: nova.services.force_down(service.id, True),
        force_up_id=lambda: nova.services.force_down(service.id, False),
        delete_missing=lambda: nova.services.delete(MISSING),
    )


def groups(nova: Any, call: Calls, version: str) -> None:
    """Server groups, with policies or one policy."""
    group = call(f'{version} group', lambda: nova.server_groups.create('g', ['affinity']))
    group = group or call(f'{version} group 2', lambda: nova.server_groups.create('g', 'affinity'))
    call.each(
        f'{version} group',
        create_text=lambda: nova.server_groups.create(name='h', policies='anti-affinity'),
        create_rules=lambda: nova.server_groups.create(
            'r', 'anti-affinity', rules={'max_server_per_host': 2}
        ),
        get=lambda: nova.server_groups.get(group.id),
        list=lambda: nova.server_groups.list(limit=1),
        find=lambda: nova.server_groups.find(name='g').name,
        own_delete=lambda: group.delete(),
        delete_others=lambda: [
            nova.server_groups.delete(one.id) for one in nova.server_groups.list()
        ],
        delete_missing=lambda: nova.server_groups.delete(MISSING),
    )


def calls(cloud: Cloud, call: Calls) -> None:
    """All managers but that of servers, at each version."""
    for version in VERSIONS:
        nova = cloud.client(version)
        for name, read in READS.items():
            call(f'{version} {name}', functools.partial(read, nova))
        things(cloud, call, version)
