"""Calls of karbor: protection and restoration of servers."""

from __future__ import annotations

import importlib
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """The client, what can be protected, a backup's metadata, and a restored server."""
    client = importlib.import_module('karbor.services.protection.clients.nova')
    protectable = importlib.import_module('karbor.services.protection.protectable_plugins.server')
    plugin = importlib.import_module(
        'karbor.services.protection.protection_plugins.server.nova_protection_plugin'
    )
    conf = client.CONF
    context = stubs.context(cloud)
    server = cloud.server()

    def nova(endpoint: str | None = cloud.compute_url) -> Any:
        conf.set_override('nova_endpoint', endpoint, 'nova_client')
        return client.create(context, conf, session=cloud.session)

    call('client', lambda: nova().client.endpoint_override.count('/'))
    call('client of catalog', lambda: nova(None).servers.get(server.id))
    network = server.interface_list()[0].net_id
    own = client.nc.Client('2', session=cloud.session)
    saved: dict[str, Any] = {}
    section = mock.Mock()
    section.update_object.side_effect = lambda name, value: saved.update({name: value})
    section.get_object.side_effect = saved.get
    checkpoint = mock.Mock(resource_graph=[])
    checkpoint.get_resource_bank_section.return_value = section
    neutron = mock.Mock()
    neutron.list_ports.return_value = {'ports': [{'network_id': network}]}
    factory = stubs.namespace(
        create_client=lambda name, context: {'nova': own, 'neutron': neutron}.get(name, mock.Mock())
    )
    resource = stubs.namespace(id=server.id, type='OS::Nova::Server')
    protect = plugin.ProtectOperation()
    restore = plugin.RestoreOperation(0.1)
    with (
        mock.patch.object(protectable, 'ClientFactory', factory),
        mock.patch.object(plugin, 'ClientFactory', factory),
    ):
        source = protectable.ServerProtectablePlugin(context)
        call.each(
            '',
            list=lambda: [item.name for item in source.list_resources(context)],
            show=lambda: source.show_resource(context, server.id).name,
            show_missing=lambda: source.show_resource(context, 'no'),
            dependent=lambda: len(source.get_dependent_resources(context, None)),
            protect=lambda: protect.on_main(checkpoint, resource, context, {}),
            saved=lambda: saved,
            fetch=lambda: restore._fetch_server(own, server.id),
            fetch_missing=lambda: restore._fetch_server(own, 'no'),
            restore=lambda: restore.on_complete(
                checkpoint,
                resource,
                context,
                {'restore_name': 'restored', 'restore_flavor_id': '1'},
                new_resources={cloud.image: cloud.image},
                restore=mock.Mock(),
            ),
            restored=lambda: own.servers.find(name='restored').status,
        )
