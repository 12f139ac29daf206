"""Calls of searchlight: ``elasticsearch.plugins.nova``, which indexes what a cloud has."""

from __future__ import annotations

import importlib
from typing import Any

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def plugin(module: str, name: str) -> Any:
    """An index of a plugin, that has no store."""
    kind = getattr(
        importlib.import_module(f'searchlight.elasticsearch.plugins.nova.{module}'), name
    )
    return kind.__new__(kind)


def calls(cloud: Cloud, call: Calls) -> None:
    """List what is to be indexed, and make documents of it."""
    stubs.without('elasticsearch', 'searchlight.elasticsearch.plugins.helper')
    clients = importlib.import_module('searchlight.elasticsearch.plugins.openstack_clients')
    nova = importlib.import_module('searchlight.elasticsearch.plugins.nova')
    conf = importlib.import_module('oslo_config.cfg').CONF
    conf([], project='tried', default_config_files=[])
    clients._session = cloud.session
    conf.set_override('os_region_name', cloud.region, 'service_credentials')
    servers, groups = plugin('servers', 'ServerIndex'), plugin('servergroups', 'ServerGroupIndex')
    hypervisors, flavors = (
        plugin('hypervisors', 'HypervisorIndex'),
        plugin('flavors', 'FlavorIndex'),
    )
    private = cloud.nova.flavors.create('private', 64, 1, 1, flavorid='9', is_public=False)
    cloud.nova.flavor_access.add_tenant_access(private, cloud.project)
    cloud.nova.server_groups.create('tried', 'affinity')
    server = cloud.server('web-1')

    def documents(index: Any) -> list[Any]:
        return [
            {name: value for name, value in index.serialize(one).items() if name != 'updated_at'}
            for one in index.get_objects()
        ]

    for version in ('2.1', '2.35', '2.60'):
        conf.set_override('compute_api_version', version, 'service_credentials:nova')
        call.each(
            version,
            client=lambda: clients.get_novaclient().api_version.get_string(),
            servers=lambda: sorted(one.name for one in servers.get_objects()),
            server=lambda: nova.serialize_nova_server(server.id),
            server_of_object=lambda: nova.serialize_nova_server(server),
            missing_server=lambda: nova.serialize_nova_server('no'),
            groups=lambda: documents(groups),
            flavors=lambda: documents(flavors),
            hypervisors=lambda: documents(hypervisors),
        )
    conf.set_override('compute_api_version', '2.999', 'service_credentials:nova')
    call('version_too_new', lambda: clients.get_novaclient())
