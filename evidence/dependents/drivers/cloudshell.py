"""Calls of cloudshell-cp-openstack: ``os_api``, which deploys apps of sandboxes for tests."""

from __future__ import annotations

import importlib
import logging

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls

INSTANCE = ('id', 'name', 'available_zone')
FLAVOR = ('id', 'name', 'vcpus', 'ram_mb', 'disk_gb')


def calls(cloud: Cloud, call: Calls) -> None:
    """Flavors, and instances with their interfaces."""
    stubs.without('cloudshell.cp.openstack.resource_config')
    module = importlib.import_module('cloudshell.cp.openstack.os_api.api')
    api = module.OsApi(cloud.session, logging.getLogger('tried'))
    flavors, instances = api.Flavor, api.Instance
    tiny = flavors.find_first('m1.tiny')
    call.each(
        'flavor',
        all=lambda: [flavor.name for flavor in flavors.all()],
        find=lambda: [getattr(flavors.find_first('m1.tiny'), name) for name in FLAVOR],
        find_missing=lambda: flavors.find_first('no'),
        get=lambda: flavors.get(tiny.id).name,
        get_missing=lambda: flavors.get('no'),
    )
    image = stubs.namespace(id=cloud.image)
    network = stubs.namespace(id=cloud.nova.neutron.find_network('private').id)
    call.each(
        '',
        all=lambda: sorted(instance.name for instance in instances.all()),
        find=lambda: [getattr(instances.find_first('web-1'), name) for name in INSTANCE],
        find_missing=lambda: instances.find_first('no'),
        get_missing=lambda: instances.get('no'),
        create=lambda: (
            instances.create(
                'tried', image, tiny, network=network, user_data='text', availability_zone='nova'
            )._os_instance
        ),
        create_in_group=lambda: instances.create(
            'tried-too', image, tiny, network=network, affinity_group_id='no'
        ),
    )
    instance = instances.find_first('web-1')
    call.each(
        '',
        status=lambda: instance.status.name,
        flavor=lambda: instance.flavor.name,
        interfaces=lambda: [interface.mac_address for interface in instance.interfaces],
        security_groups=lambda: [
            group.to_dict() for group in instance._os_instance.list_security_group()
        ],
        attach_network=lambda: type(instance.attach_network(network)).__name__,
        by_network=lambda: type(instance.find_interface_by_network(network)).__name__,
        by_no_network=lambda: instance.find_interface_by_network(stubs.namespace(id='no')),
        addresses=lambda: [
            (
                instance.find_fixed_ip_by_mac(interface.mac_address) is not None,
                instance.find_floating_ip_by_mac(interface.mac_address),
            )
            for interface in instance.interfaces
        ],
        detach=lambda: instance.detach_port(
            stubs.namespace(id=list(instance.interfaces)[-1].port_id)
        ),
        attach_missing=lambda: instance.attach_port(stubs.namespace(id='no')),
        console=lambda: instance.get_console_url('novnc'),
        console_missing=lambda: instance.get_console_url('no'),
        add_group=lambda: instance.add_security_group(stubs.namespace(id='default')),
        remove_group=lambda: instance.remove_security_group(stubs.namespace(id='default')),
        remove_missing_group=lambda: instance.remove_security_group(stubs.namespace(id='no')),
        power_on=lambda: instance.power_on(),
        power_off=lambda: instance.power_off(),
        power_off_again=lambda: instance.power_off(),
        power_on_again=lambda: instance.power_on(),
        snapshot=lambda: instance.create_snapshot('tried'),
        remove=lambda: instances.find_first('web-2').remove(),
    )
