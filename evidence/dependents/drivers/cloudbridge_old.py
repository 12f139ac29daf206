"""Calls of cloudbridge 1.0: its OpenStack provider, whose servers come from novaclient."""

from __future__ import annotations

import importlib
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def connected(cloud: Cloud, **more: Any) -> Any:
    """A provider that logs in as the administrator."""
    module = importlib.import_module('cloudbridge.cloud.providers.openstack.provider')
    login = {f'os_{name}': text for name, text in cloud.login.items()}
    provider = module.OpenStackCloudProvider({**login, 'os_region_name': cloud.region, **more})
    # Its own discovery of the version of Keystone is another library's.
    provider._cached_keystone_session = cloud.session
    kind = type(provider)
    kind._keystone_version = 3
    kind._keystone_session = property(lambda self: cloud.session)
    return provider


def calls(cloud: Cloud, call: Calls) -> None:
    """Keypairs, types of servers, servers, zones."""
    provider = connected(cloud)
    call('client', lambda: provider.nova.client.region_name)
    call('debugging', lambda: connected(cloud, cb_debug='True').nova.servers.list())
    resources = importlib.import_module('cloudbridge.cloud.providers.openstack.resources')
    keypairs = provider.security.key_pairs
    types = provider.compute.vm_types
    instances = provider.compute.instances
    server = cloud.server()
    made = keypairs.create('tried')
    kind = types.find(name='m1.tiny')[0]
    provider._neutron = mock.Mock()
    call.each(
        'keypairs',
        get=lambda: keypairs.get('tried').name,
        get_missing=lambda: keypairs.get('no'),
        list=lambda: [key.name for key in keypairs.list()],
        find=lambda: [key.name for key in keypairs.find(name='tried')],
        find_missing=lambda: list(keypairs.find(name='no')),
        create_again=lambda: keypairs.create('tried'),
        id=lambda: made.id,
        delete=lambda: made.delete(),
    )
    call.each(
        'types',
        list=lambda: [(item.id, item.name, item.ram, item.vcpus) for item in types.list()],
        page=lambda: [item.name for item in types.list(limit=2)],
        get=lambda: types.get('1').name,
        family=lambda: kind.family,
        sizes=lambda: (kind.size_root_disk, kind.size_ephemeral_disks, kind.num_ephemeral_disks),
        extra=lambda: kind.extra_data,
    )
    one = instances.get(server.id)
    call.each(
        'servers',
        get_missing=lambda: instances.get('no'),
        list=lambda: [(item.label, item.state) for item in instances.list()],
        page=lambda: [item.label for item in instances.list(limit=1)],
        find=lambda: [item.label for item in instances.find(label='web-1')],
        find_missing=lambda: list(instances.find(label='no')),
        create=lambda: instances.create('tried', cloud.image, kind, subnet=None, zone='nova').label,
        label=lambda: one.label,
        name=lambda: one.name == one.id,
        state=lambda: one.state,
        type=lambda: (one.vm_type_id, one.vm_type.name),
        image=lambda: one.image_id == cloud.image,
        zone=lambda: one.zone_id,
        key=lambda: one.key_pair_id,
        private=lambda: len(one.private_ips),
        public=lambda: one.public_ips,
        rename=lambda: setattr(one, 'label', 'other'),
        renamed=lambda: one.label,
        refresh=lambda: one.refresh(),
        add_group=lambda: one._os_instance.add_security_group('default'),
        groups=lambda: [group.name for group in one._os_instance.list_security_group()],
        remove_group=lambda: one._os_instance.remove_security_group('default'),
        reboot=lambda: one.reboot(),
        delete=lambda: instances.get(cloud.server('web-2').id).delete(),
    )
    region = resources.OpenStackRegion(provider, cloud.region)
    elsewhere = resources.OpenStackRegion(provider, 'no')
    call.each(
        'zones',
        here=lambda: [zone.name for zone in region.zones],
        elsewhere=lambda: list(elsewhere.zones),
    )
