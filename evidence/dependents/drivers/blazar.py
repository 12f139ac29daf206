"""Calls of blazar: ``blazar.utils.openstack.nova``, which reserves hosts by aggregates."""

from __future__ import annotations

import importlib
from unittest import mock

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls

CONFIGURED = {
    'aggregate_freepool_name': 'freepool',
    'project_id_key': 'project',
    'blazar_owner': 'owner',
    'blazar_az_prefix': 'blazar_',
    'az_aware': False,
}


def calls(cloud: Cloud, call: Calls) -> None:
    """Pools of reserved hosts, the inventory, and a manager that is a subclass."""
    nova = importlib.import_module('blazar.utils.openstack.nova')
    client = cloud.client('2.60')
    wrapper = mock.patch.object(
        nova.NovaClientWrapper, 'nova', new_callable=mock.PropertyMock, return_value=client
    )
    context = importlib.import_module('blazar.context')
    with wrapper, context.BlazarContext(project_id='project'):
        pool = nova.ReservationPool.__new__(nova.ReservationPool)
        pool.config = stubs.namespace(**CONFIGURED)
        pool.freepool_name = pool.config.aggregate_freepool_name
        client.aggregates.create('freepool', None)
        created = client.aggregates.create('tried', None)
        inventory = nova.NovaInventory.__new__(nova.NovaInventory)
        call.each(
            'pool',
            create=lambda: pool.create(name='pool', metadata={'a': 'b'}),
            get_all=lambda: pool.get_all(),
            get=lambda: pool.get('tried'),
            get_by_id=lambda: pool.get(created.id),
            get_by_resource=lambda: pool.get(created),
            get_missing=lambda: pool.get('no'),
            hosts=lambda: pool.get_computehosts('tried'),
            add_host=lambda: pool.add_computehost('tried', names.HOST),
            add_missing_host=lambda: pool.add_computehost('tried', 'no'),
            add_project=lambda: pool.add_project('tried', 'project'),
            remove_project=lambda: pool.remove_project('tried', 'project'),
            remove_hosts=lambda: pool.remove_all_computehosts('tried'),
            delete=lambda: pool.delete('tried'),
            delete_missing=lambda: pool.delete('no'),
        )
        hypervisor = client.hypervisors.list()[0]
        call.each(
            'inventory',
            host=lambda: inventory.get_host_details(names.HOST),
            host_by_id=lambda: inventory.get_host_details(hypervisor.id),
            missing_host=lambda: inventory.get_host_details('no'),
            servers=lambda: inventory.get_servers_per_host(names.HOST),
        )
        server = cloud.server().id
        call('create_image', lambda: nova.ServerManager(client).create_image(server, 'tried'))
        call('create_unnamed_image', lambda: nova.ServerManager(client).create_image(server))
