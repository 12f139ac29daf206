"""Calls of rally-openstack: ``scenarios.nova.utils``, which loads clouds with what users do."""

from __future__ import annotations

import importlib
import itertools
from typing import Any

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def scenario(cloud: Cloud) -> Any:
    """A scenario whose users and administrators are that of the cloud."""
    opts = importlib.import_module('rally_openstack.common.cfg.opts')
    common = importlib.import_module('rally.common.opts')
    common.register_opts(opts.list_opts())
    nova = importlib.import_module('rally_openstack.task.scenarios.nova.utils')
    client = cloud.client('2.60')
    found = nova.NovaScenario.__new__(nova.NovaScenario)
    nova.NovaScenario.__init__(found, context={'task': {'uuid': 'tried'}, 'owner_id': 'tried'})
    found.clients = found.admin_clients = lambda name: client
    numbers = itertools.count()
    # Its own names are random.
    found.generate_random_name = lambda: f'tried-{next(numbers)}'
    return found


def calls(cloud: Cloud, call: Calls) -> None:
    """The atomic actions of rally's scenarios of Nova."""
    utils = importlib.import_module('rally_openstack.task.scenarios.nova.utils')
    nova = scenario(cloud)
    client = cloud.client('2.60')
    call('list_servers', lambda: utils.list_servers(client))
    call('list_short', lambda: utils.list_servers(client, detailed=False))
    server = call('boot', lambda: nova._boot_server(cloud.image, '1', nics=[]).manager.get)
    server = cloud.server('web-1')
    flavor = client.flavors.find(name='m1.tiny')
    call.each(
        '',
        list=lambda: nova._list_servers(),
        show=lambda: nova._show_server(server),
        console=lambda: nova._get_server_console_output(server, 5),
        console_url=lambda: nova._get_console_url_server(server, 'novnc'),
        soft_reboot=lambda: nova._soft_reboot_server(server),
        stop=lambda: nova._stop_server(server),
        start=lambda: nova._start_server(server),
        pause=lambda: nova._pause_server(server),
        unpause=lambda: nova._unpause_server(server),
        suspend=lambda: nova._suspend_server(server),
        resume=lambda: nova._resume_server(server),
        lock=lambda: nova._lock_server(server),
        unlock=lambda: nova._unlock_server(server),
        group=lambda: nova._create_server_group(policies=['affinity']),
        groups=lambda: nova._list_server_groups(),
        all_groups=lambda: nova._list_server_groups(True),
        resize=lambda: nova._resize(server, '2'),
        resize_confirm=lambda: nova._resize_confirm(server),
        update=lambda: nova._update_server(server, 'described'),
        attachments=lambda: nova._list_attachments(server.id),
        interfaces=lambda: nova._list_interfaces(server),
        hypervisors=lambda: nova._list_hypervisors(),
        statistics=lambda: nova._statistics_hypervisors(),
        hypervisor=lambda: nova._get_hypervisor(client.hypervisors.list()[0]),
        uptime=lambda: nova._uptime_hypervisor(client.hypervisors.list()[0]).id,
        search=lambda: nova._search_hypervisors(names.HOST[:-1]),
        flavors=lambda: nova._list_flavors(),
        flavor_keys=lambda: nova._set_flavor_keys(flavor, {'a:b': 'c'}),
        agents=lambda: nova._list_agents(),
        aggregates=lambda: nova._list_aggregates(),
        zones=lambda: nova._list_availability_zones(),
        services=lambda: nova._list_services(),
        create_flavor=lambda: nova._create_flavor(64, 1, 0),
        access=lambda: nova._list_flavor_access(flavor.id),
        get_flavor=lambda: nova._get_flavor(flavor.id),
        create_aggregate=lambda: nova._create_aggregate('nova'),
        keypair=lambda: nova._create_keypair(),
        keypairs=lambda: nova._list_keypairs(),
    )
    aggregate = client.aggregates.list()[0]
    call.each(
        '',
        aggregate=lambda: nova._get_aggregate_details(aggregate),
        add_host=lambda: nova._aggregate_add_host(aggregate, names.HOST),
        set_metadata=lambda: nova._aggregate_set_metadata(aggregate, {'a': 'b'}),
        remove_host=lambda: nova._aggregate_remove_host(aggregate, names.HOST),
        update_aggregate=lambda: type(nova._update_aggregate(aggregate)).__name__,
        delete_aggregate=lambda: nova._delete_aggregate(aggregate),
        live_migrate=lambda: nova._live_migrate(server),
        delete=lambda: nova._delete_server(cloud.server('web-2')),
    )
