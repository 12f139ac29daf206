"""Calls of ec2-api: ``ec2api.clients`` and what it asks for metadata of servers."""

from __future__ import annotations

import importlib

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """The client, and the keypair of another user."""
    clients = importlib.import_module('ec2api.clients')
    context = stubs.context(cloud)
    nova = clients.nova(context)
    user = cloud.session.get_user_id()
    nova.keypairs.create('tried')

    def keypair(name: str) -> object:
        # As ec2api.metadata.api does, whose other services are not here.
        return nova.keypairs._get(
            f'/{nova.keypairs.keypair_prefix}/{name}?user_id={user}', 'keypair'
        ).name

    call.each(
        '',
        version=lambda: clients._get_nova_api_version(context),
        last_request=lambda: nova.client.last_request_id,
        keypair=lambda: keypair('tried'),
        missing_keypair=lambda: keypair('no'),
        servers=lambda: nova.servers.list(search_opts={'all_tenants': True}),
        zones=lambda: nova.availability_zones.list(detailed=False),
        volumes=lambda: nova.volumes.get_server_volumes(cloud.server().id),
    )
