"""Calls of cloudbridge: its provider of OpenStack, one interface over several clouds."""

from __future__ import annotations

import contextlib
import importlib
import io
from typing import Any

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

ATTRIBUTES = (
    *('id', 'name', 'label', 'state', 'public_ips', 'private_ips', 'vm_type_id', 'vm_type'),
    *('create_time', 'image_id', 'zone_id', 'subnet_id', 'vm_firewalls', 'vm_firewall_ids'),
    *('key_pair_id',),
)
"""Attributes of an instance."""


def provider(cloud: Cloud, **options: Any) -> Any:
    """A provider of the cloud."""
    module = importlib.import_module('cloudbridge.providers.openstack.provider')
    made = module.OpenStackCloudProvider(
        {
            **{f'os_{name}': text for name, text in cloud.login.items()},
            'os_region_name': cloud.region,
            'os_zone_name': 'nova',
            **options,
        }
    )
    made._cached_keystone_session = cloud.session
    # It logs in anew for each service; the sandbox has one region.
    type(made)._keystone_session = property(lambda self: cloud.session)
    return made


def attribute(instance: Any, name: str) -> Any:
    """Return an instance's attribute; resources of cloudbridge by their ids."""
    value = getattr(instance, name)
    return str(type(value)) if name == 'create_time' else getattr(value, 'id', value)


def debugging(cloud: Cloud) -> Any:
    """The client of a provider that logs what it sends."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        made = provider(cloud, cb_debug=True)
        return made.nova.client.region_name


def calls(cloud: Cloud, call: Calls) -> None:
    """Keypairs, instances, their types and zones."""
    made = provider(cloud)
    keys, instances = made.security.key_pairs, made.compute.instances
    kinds, regions = made.compute.vm_types, made.compute.regions
    image = cloud.image
    call.each(
        '',
        keypairs=lambda: [key.name for key in keys.list()],
        create_keypair=lambda: keys.create('tried-key').name,
        create_keypair_again=lambda: keys.create('tried-key').name,
        get_keypair=lambda: keys.get('tried-key')._key_pair,
        get_missing_keypair=lambda: keys.get('no'),
        find_keypair=lambda: [key._key_pair for key in keys.find(name='tried-key')],
        find_missing_keypair=lambda: list(keys.find(name='no')),
        delete_keypair=lambda: keys.delete('tried-key'),
        delete_missing_keypair=lambda: keys.delete('no'),
        instances=lambda: sorted(one.name for one in instances.list()),
        instances_page=lambda: len(instances.list(limit=1)),
        find=lambda: [one._os_instance for one in instances.find(label='web-1')],
        find_missing=lambda: list(instances.find(label='no')),
        get_missing=lambda: instances.get('no'),
        vm_types=lambda: [kind.name for kind in kinds.list()],
        vm_types_page=lambda: [kind.name for kind in kinds.list(limit=2)],
        vm_type=lambda: kinds.find(name='m1.tiny')[0].id,
        get_vm_type=lambda: kinds.get('1').name,
        region=lambda: made.nova.client.region_name,
        current=lambda: regions.current.id,
        zones=lambda: [zone.name for zone in regions.current.zones],
        other_region=lambda: made._connect_nova_region('no').servers.list(),
    )
    instance = instances.get(cloud.server('web-1').id)
    for name in ATTRIBUTES:
        call(f'instance {name}', lambda name=name: attribute(instance, name))  # type: ignore[misc]
    call.each(
        'instance',
        label=lambda: setattr(instance, 'label', 'web-one'),
        labelled=lambda: instance.label,
        label_back=lambda: setattr(instance, 'label', 'web-1'),
        refresh=lambda: instance.refresh(),
        reboot=lambda: instance.reboot(),
    )
    cloud.await_status(instance.id)
    call.each(
        'instance',
        create_image=lambda: instance._os_instance.create_image('tried-image'),
        add_group=lambda: instance._os_instance.add_security_group('default'),
        remove_group=lambda: instance._os_instance.remove_security_group('default'),
        remove_missing_group=lambda: instance._os_instance.remove_security_group('no'),
    )
    call(
        'create',
        lambda: (
            instances.create(
                'tried', image, kinds.find(name='m1.tiny')[0], None, user_data='text'
            )._os_instance
        ),
    )
    call('delete', lambda: instances.delete(cloud.server('web-2').id))
    call('delete_missing', lambda: instances.delete('no'))
    # Last, since from then on everything is logged.
    call('debugging', lambda: debugging(cloud))
