"""Calls of tobiko: ``tobiko.openstack.nova``, which tests clouds."""

from __future__ import annotations

import importlib

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Selections of hosts, servers and services; migrations."""
    # tobiko reads this of urllib3 1; newer ones keep it elsewhere.
    poolmanager = importlib.import_module('urllib3.poolmanager')
    vars(poolmanager).setdefault('_key_fields', poolmanager.PoolKey._fields)
    nova = importlib.import_module('tobiko.openstack.nova._client')
    client = nova.NovaClientFixture.init_client(None, cloud.session)
    server = cloud.server()
    call.each(
        '',
        hypervisors=lambda: nova.list_hypervisors(client),
        find_hypervisor=lambda: nova.find_hypervisor(client, status='enabled'),
        servers=lambda: nova.list_servers(client),
        find_server=lambda: nova.find_server(client, name='web-1', unique=True),
        services=lambda: nova.list_services(client),
        find_service=lambda: nova.find_service(client, binary='nova-compute'),
        server=lambda: nova.get_server(server, client=client),
        server_by_id=lambda: nova.get_server(server_id=server.id, client=client),
        missing_server=lambda: nova.get_server(server_id='no', client=client),
        console=lambda: nova.get_console_output(server, client=client, timeout=1.0, length=10),
        delete_missing=lambda: nova.delete_server(server_id='no', client=client),
        confirm_missing=lambda: nova.confirm_resize(server, client=client),
        migrate=lambda: nova.migrate_server(server, client=client, host=names.OTHER_HOST),
        shut_off=lambda: nova.shutoff_server(cloud.server('web-2'), client=client).status,
        activate=lambda: nova.activate_server(cloud.server('web-2'), client=client).status,
        reboot=lambda: nova.reboot_server(cloud.server('web-2'), client=client).status,
    )
