"""Calls of watcher: ``watcher.common.nova_helper``, which balances hosts."""

from __future__ import annotations

import importlib
from unittest import mock

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Hosts, servers, services; migrations and resizes."""
    stubs.without('monascaclient', 'monascaclient.client')
    module = importlib.import_module('watcher.common.nova_helper')
    client = cloud.client('2.60')
    clients = mock.Mock(nova=lambda: client)
    helper = module.NovaHelper(osc=clients)
    server = cloud.server()
    second = cloud.server('web-2')
    hypervisor = client.hypervisors.list()[0]
    aggregate = client.aggregates.create('tried', None)
    call.each(
        '',
        nodes=lambda: helper.get_compute_node_list(),
        node_by_name=lambda: helper.get_compute_node_by_name(
            names.HOST, servers=True, detailed=True
        ),
        node_by_hostname=lambda: helper.get_compute_node_by_hostname(names.HOST),
        missing_node=lambda: helper.get_compute_node_by_hostname('no'),
        node_by_id=lambda: helper.get_compute_node_by_uuid(hypervisor.id),
        servers=lambda: helper.get_instance_list(),
        servers_of_host=lambda: helper.get_instance_list(filters={'host': names.HOST}),
        unlocked_servers=lambda: helper.get_instance_list(filters={'locked': False}),
        server_by_id=lambda: helper.get_instance_by_uuid(server.id),
        server_by_name=lambda: helper.get_instance_by_name('web-1'),
        servers_by_node=lambda: helper.get_instances_by_node(names.HOST),
        flavors=lambda: helper.get_flavor_list(),
        aggregates=lambda: helper.get_aggregate_list(),
        aggregate=lambda: helper.get_aggregate_detail(aggregate.id),
        zones=lambda: helper.get_availability_zone_list(),
        services=lambda: helper.get_service_list(),
        service=lambda: helper.get_service(client.services.list()[0].id),
        find=lambda: helper.find_instance(server.id),
        disable=lambda: helper.disable_service_nova_compute(names.OTHER_HOST, 'moved'),
        enable=lambda: helper.enable_service_nova_compute(names.OTHER_HOST),
        host=lambda: helper.get_hostname(server),
        migration=lambda: helper.get_running_migration(server.id),
        stop_missing=lambda: helper.stop_instance('no'),
        delete_missing=lambda: helper.delete_instance('no'),
        resize_missing=lambda: helper.resize_instance('no', 'm1.small'),
        version=lambda: helper._check_nova_api_version(client, '2.56'),
        stop=lambda: helper.stop_instance(second.id),
        live_migrate=lambda: helper.live_migrate_instance(server.id, names.OTHER_HOST, retry=20),
        resize=lambda: helper.resize_instance(server.id, 'm1.small', retry=20),
    )
