"""Calls of enoslib: ``infra.enos_openstack.provider``, which gets machines for experiments."""

from __future__ import annotations

import importlib
import pathlib
import sys
import types

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Get machines, wait for them, and give them back."""
    stubs.without('enoslib.api')
    # The package itself imports all providers, and Ansible.
    package = types.ModuleType('enoslib')
    package.__path__ = [str(pathlib.Path(path, 'enoslib')) for path in sys.path]
    sys.modules['enoslib'] = package
    provider = importlib.import_module('enoslib.infra.enos_openstack.provider')
    session = cloud.session
    network = {'id': cloud.nova.neutron.find_network('private').id, 'name': 'private'}
    machines = [stubs.namespace(number=2, roles=['compute'], flavour='m1.tiny', image='cirros')]
    # Groups of servers are made by another service here.
    provider.SECGROUP_NAME = 'default'
    call.each(
        '',
        flavors=lambda: provider.check_flavors(session),
        create=lambda: provider.check_servers(
            session, machines, 'tried', flavors='m1.tiny', network=network
        ),
        reuse=lambda: provider.check_servers(
            session, machines, 'tried', flavors='m1.tiny', network=network
        ),
        wait=lambda: [
            [server.name for server in servers]
            for servers in provider.wait_for_servers(
                session, provider.check_servers(session, machines, 'tried', network=network)
            )
        ],
        gateway=lambda: provider.check_gateway(
            {'session': session, 'network': network}, False, [cloud.server()]
        ),
        with_hints=lambda: provider.check_servers(
            session,
            machines,
            'hinted',
            flavors='m1.tiny',
            network=network,
            scheduler_hints=[{'group': 'no'}],
        ),
        without_flavor=lambda: provider.check_servers(
            session, machines, 'flavorless', flavors='no', network=network
        ),
        again=lambda: [
            server.name
            for server in provider.check_servers(
                *(session, machines, 'tried'),
                flavors='m1.tiny',
                network=network,
                force_deploy=True,
            )
        ],
        is_of_deployment=lambda: [
            provider.is_in_current_deployment(server) for server in cloud.nova.servers.list()
        ],
    )
