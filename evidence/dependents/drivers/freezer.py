"""Calls of freezer: ``freezer.engine.nova``, which backs servers up."""

from __future__ import annotations

import importlib
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """A backup's metadata and data, and servers of a project."""
    osclients = importlib.import_module('freezer.openstack.osclients')
    engine = importlib.import_module('freezer.engine.nova.nova')
    login = dict(cloud.login)
    manager = osclients.OSClientManager(
        login.pop('auth_url'), endpoint_type='publicURL', region_name=cloud.region, **login
    )
    insecure = osclients.OSClientManager(cloud.auth_url, insecure=True, interface='public', **login)
    nova = engine.NovaEngine.__new__(engine.NovaEngine)
    nova.client = manager
    nova.nova = manager.create_nova()
    nova.encrypt_pass_file = None
    nova.glance = mock.Mock()
    nova.storage = mock.Mock(_type='swift')
    nova.set_tenant_meta = mock.Mock()
    nova.backup = lambda backup_resource, **options: None
    nova.glance.images.get.return_value = stubs.namespace(id='x', status='active')
    engine.CONF.register_opt(importlib.import_module('oslo_config.cfg').IntOpt('timeout'))
    engine.CONF.set_override('timeout', 10)
    manager.download_image = lambda image: [b'x']
    manager.create_swift = mock.Mock()
    server = cloud.server().id

    def put() -> int:
        return str(manager.create_swift().put_object.call_args).count(', ')

    call.each(
        '',
        client=lambda: manager.get_nova().api_version,
        insecure=lambda: insecure.get_nova().servers.get(server),
        metadata=lambda: nova.metadata(server),
        missing_metadata=lambda: nova.metadata('no'),
        data=lambda: list(nova.backup_data(server, '/manifest')),
        missing_data=lambda: list(nova.backup_data('no', '/manifest')),
        headers=lambda: nova.set_tenant_meta.call_args[0][1],
        project=lambda: nova.backup_nova_tenant(cloud.project, 'b', False, 0, 0, 0),
        put=put,
        fields=lambda: sorted(name for name in nova.nova.servers.get(server).__dict__),
    )
