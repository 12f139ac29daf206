"""Calls of manila: ``manila.compute.nova``, whose share servers are servers of Nova."""

from __future__ import annotations

import importlib

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Create, find, change and delete servers and keypairs."""
    nova = importlib.import_module('manila.compute.nova')
    stubs.configure(cloud, 'nova', region_name=cloud.region, api_microversion='2.10')
    api = nova.API.__new__(nova.API)
    user = stubs.context(cloud, auth_token=None)
    server = cloud.server().id
    image = cloud.image
    call.each(
        '',
        server_get=lambda: api.server_get(user, server),
        server_get_missing=lambda: api.server_get(user, 'no'),
        by_name=lambda: api.server_get_by_name_or_id(user, 'web-1'),
        by_id=lambda: api.server_get_by_name_or_id(user, server),
        by_missing_name=lambda: api.server_get_by_name_or_id(user, 'no'),
        server_create=lambda: {
            name: value
            for name, value in api.server_create(user, 'share', image, '1').items()
            # How far the cloud has come.
            if name not in ('addresses', 'networks', 'status')
        },
        server_update=lambda: api.server_update(user, server, 'web-1'),
        server_reboot=lambda: api.server_reboot(user, server, True),
        server_delete=lambda: api.server_delete(user, 'no'),
        volume_attach=lambda: api.instance_volume_attach(user, server, 'no', 'auto'),
        volume_detach=lambda: api.instance_volume_detach(user, server, 'no'),
        volumes_list=lambda: api.instance_volumes_list(user, server),
        keypair_list=lambda: api.keypair_list(user),
        keypair_import=lambda: api.keypair_import(user, 'tried', 'no key'),
        keypair_delete=lambda: api.keypair_delete(user, 'no'),
        add_group=lambda: api.add_security_group_to_server(user, server, 'default'),
        to_dict=lambda: nova._to_dict(cloud.client('2.60').servers.get(server)),
        names=lambda: sorted(cloud.client('2.60').servers.get(server).__dict__['_info']),
    )
