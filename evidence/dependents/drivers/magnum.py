"""Calls of magnum: what its clusters ask of Nova before they are created."""

from __future__ import annotations

import importlib
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Flavors and keypairs, by the client of a request."""
    nova = importlib.import_module('magnum.common.nova')
    clients = nova.clients
    validator = importlib.import_module('magnum.api.attr_validator')
    clients.CONF.set_override('region_name', cloud.region, 'nova_client')
    key = cloud.nova.keypairs.create('tried')
    keystone = mock.Mock(session=cloud.session)
    context = stubs.context(cloud)

    def user() -> Any:
        found = clients.OpenStackClients(context)
        found._keystone = keystone
        return found

    with mock.patch.object(clients.OpenStackClients, 'keystone', return_value=keystone):
        call.each(
            '',
            client=lambda: user().nova().api_version,
            endpoint=lambda: user().nova().client.endpoint_override,
            key=lambda: nova.get_ssh_key(context, key.name),
            missing_key=lambda: nova.get_ssh_key(context, 'no'),
            flavor=lambda: validator.validate_flavor(user(), 'm1.tiny'),
            flavor_by_id=lambda: validator.validate_flavor(user(), '1'),
            missing_flavor=lambda: validator.validate_flavor(user(), 'no'),
            no_flavor=lambda: validator.validate_flavor(user(), None),
            keypair=lambda: validator.validate_keypair(user(), key.name),
            missing_keypair=lambda: validator.validate_keypair(user(), 'no'),
            root_volume=lambda: validator.validate_flavor_root_volume_size(user(), 'm1.tiny', 1),
            large_root_volume=lambda: validator.validate_flavor_root_volume_size(
                user(), 'm1.tiny', 100
            ),
        )
