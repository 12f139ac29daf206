"""Calls of python-watcher 4.0, whose helper of Nova does more than that of 12.0."""

from __future__ import annotations

import importlib
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs, watcher
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Make the calls of that helper, and create servers and images, cold migrate, use volumes.

    No server is to get a floating address: python-novaclient has no ``floating_ips`` any more.
    """
    watcher.calls(cloud, call)
    module = importlib.import_module('watcher.common.nova_helper')
    client = cloud.client('2.60')
    helper = module.NovaHelper(osc=mock.Mock(nova=lambda: client))
    helper.glance.images.get.return_value = stubs.namespace(id=cloud.image, status='active')
    server = cloud.server().id
    network = cloud.server().interface_list()[0].net_id
    helper.neutron.list_networks.return_value = {'networks': [{'id': network}]}
    helper.neutron.list_security_groups.return_value = {'security_groups': [{'id': 'x'}]}
    client.keypairs.create('mykeys')
    cloud.await_status(server)
    old = stubs.namespace(id='no', attachments=[{'server_id': server}])
    new = stubs.namespace(id='no', status='in-use')
    images = {'image_id': cloud.image, 'create_new_floating_ip': False}
    call.each(
        '',
        image=lambda: helper.create_image_from_instance(server, 'im'),
        create=lambda: helper.create_instance('host1', **images).status,
        create_with_no_flavor=lambda: helper.create_instance('host1', flavor_name='no', **images),
        create_with_no_keypair=lambda: helper.create_instance('host1', keypair_name='n', **images),
        swap=lambda: helper.swap_volume(old, new),
        wait=lambda: helper.wait_for_instance_state(client.servers.get(server), 'active', 5, 1),
        abort=lambda: helper.abort_live_migrate(server, 'host1', 'host2', retry=1),
        cold=lambda: helper.watcher_non_live_migrate_instance(server, None, retry=20),
    )
