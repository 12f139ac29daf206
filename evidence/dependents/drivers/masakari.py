"""Calls of masakari: ``masakari.compute.nova``, which moves servers from failed hosts."""

from __future__ import annotations

import importlib
from unittest import mock

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Read and change servers, services and aggregates."""
    nova = importlib.import_module('masakari.compute.nova')
    api = nova.API()
    server = cloud.server().id
    second = cloud.server('web-2').id
    user = stubs.context(cloud)

    def client(*_: object, **options: object) -> object:
        return cloud.client(
            '2.53', extensions=nova.nova_extensions, global_request_id=user.global_id
        )

    with mock.patch.object(nova, 'novaclient', client):
        call.each(
            '',
            get_servers=lambda: api.get_servers(user, names.HOST),
            disable=lambda: api.enable_disable_service(user, names.OTHER_HOST, reason='moved'),
            is_disabled=lambda: api.is_service_disabled(user, names.OTHER_HOST, 'nova-compute'),
            is_missing_disabled=lambda: api.is_service_disabled(user, 'no', 'nova-compute'),
            enable=lambda: api.enable_disable_service(user, names.OTHER_HOST, enable=True),
            get_server=lambda: api.get_server(user, server),
            get_missing_server=lambda: api.get_server(user, 'no'),
            force_down=lambda: cloud.nova.services.force_down(cloud.service(names.HOST), True),
            evacuate=lambda: api.evacuate_instance(user, server),
            evacuate_to=lambda: api.evacuate_instance(user, server, names.OTHER_HOST),
            lock=lambda: api.lock_server(user, server),
            unlock=lambda: api.unlock_server(user, server),
            reset=lambda: api.reset_instance_state(user, second),
            reset_active=lambda: api.reset_instance_state(user, second, 'active'),
            get_aggregates=lambda: api.get_aggregate_list(user),
            find_service=lambda: api.find_compute_service(user, names.HOST),
            find_missing_service=lambda: api.find_compute_service(user, 'no'),
        )
        call('stop', lambda: api.stop_server(user, second))
        cloud.await_status(second, 'SHUTOFF')
        call('start', lambda: api.start_server(user, second))
        aggregate = cloud.nova.aggregates.create('tried', None)
        call.each(
            '',
            add_host=lambda: api.add_host_to_aggregate(user, names.HOST, aggregate),
            add_host_again=lambda: api.add_host_to_aggregate(user, names.HOST, aggregate),
            add_missing_host=lambda: api.add_host_to_aggregate(user, 'no', aggregate),
        )
