"""Calls of heat: ``heat.engine.clients.os.nova``, the plug-in behind ``OS::Nova::*``."""

from __future__ import annotations

import importlib
from typing import Any
from unittest import mock

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls

NEWEST = '2.90'
MISSING = '00000000-0000-0000-0000-000000000000'


def plugin(cloud: Cloud) -> tuple[Any, ...]:
    """A plug-in whose session is that of the cloud, and what has to live as long."""
    importlib.import_module('heat.common.config')
    # This library knows later versions, and would ask for the newest of them.
    conf = importlib.import_module('oslo_config.cfg').CONF
    conf.set_override('max_nova_api_microversion', NEWEST)
    nova = importlib.import_module('heat.engine.clients.os.nova')
    # The plug-in holds no more than weak references to both.
    context = stubs.context(cloud, region_name=None, clients=mock.Mock())
    with mock.patch.object(nova.NovaClientPlugin, '_get_client_option', return_value=None):
        return nova.NovaClientPlugin(context), context


def calls(cloud: Cloud, call: Calls) -> None:
    """Make the calls of heat's resources and constraints."""
    nova, context = plugin(cloud)
    assert context is nova.context
    nova._get_client_option = lambda client, name: {'endpoint_type': 'publicURL'}.get(name, False)
    exceptions = importlib.import_module('novaclient.exceptions')
    server = cloud.server()
    servers = nova.client().servers
    call.each(
        '',
        client=lambda: nova.client().api_version,
        max_version=lambda: nova.get_max_microversion(),
        is_supported=lambda: nova.is_version_supported('2.15'),
        get_server=lambda: nova.get_server(server.id),
        get_missing_server=lambda: nova.get_server(MISSING),
        fetch_server=lambda: nova.fetch_server(server.id),
        fetch_missing_server=lambda: nova.fetch_server(MISSING),
        fetch_attribute=lambda: nova.fetch_server_attr(server.id, 'name'),
        refresh=lambda: nova.refresh_server(servers.get(server.id)),
        get_ip=lambda: nova.get_ip(server, names.NETWORK, 4),
        get_status=lambda: nova.get_status(server),
        is_active=lambda: nova._check_active(server),
        find_flavor=lambda: nova.find_flavor_by_name_or_id('m1.tiny'),
        get_flavor=lambda: nova.get_flavor('m1.tiny'),
        get_flavor_by_id=lambda: nova.get_flavor('1'),
        get_missing_flavor=lambda: nova.get_flavor('no'),
        get_host=lambda: nova.get_host(names.HOST),
        get_missing_host=lambda: nova.get_host('no'),
        get_missing_keypair=lambda: nova.get_keypair('no'),
        is_deleted=lambda: nova.check_delete_server_complete(MISSING),
        rename=lambda: nova.rename(server, 'web-1'),
        update_metadata=lambda: nova.meta_update(servers.get(server.id), {'a': {'b': 1}}),
        limits=lambda: nova.absolute_limits(),
        consoles=lambda: sorted(dict(nova.get_console_urls(server))),
        console=lambda: nova.get_console_urls(server)['novnc'],
        spice_console=lambda: nova.get_console_urls(server)['spice-html5'],
        # The words of errors are this library's; heat shows them in place of the address.
        unknown_console=lambda: 'no-such' in nova.get_console_urls(server)['no-such'],
        address=lambda: nova.server_to_ipaddress(server.id),
        address_of_missing=lambda: nova.server_to_ipaddress(MISSING),
        attach_volume=lambda: nova.attach_volume(server.id, MISSING, None),
        detach_volume=lambda: nova.detach_volume(server.id, MISSING),
        is_detached=lambda: nova.check_detach_volume_complete(server.id, MISSING),
        detach_interface=lambda: nova.interface_detach(server.id, MISSING),
        is_interface_detached=lambda: nova.check_interface_detach(server.id, MISSING),
        is_interface_attached=lambda: nova.check_interface_attach(server.id, MISSING),
        attach_interface=lambda: nova.interface_attach(server.id, net_id='no'),
        resize_missing=lambda: nova.resize(MISSING, '2'),
        resize=lambda: nova.resize(server.id, '2'),
    )
    cloud.await_status(server, 'VERIFY_RESIZE')
    call.each(
        '',
        is_resized=lambda: nova.check_resize(server.id, '2'),
        verify_resize=lambda: nova.verify_resize(server.id),
        is_verified=lambda: nova.check_verify_resize(server.id),
    )
    cloud.await_status(server)
    call.each(
        '',
        rebuild=lambda: nova.rebuild(server.id, cloud.image),
        not_found=lambda: nova.is_not_found(exceptions.NotFound(404)),
        over_limit=lambda: nova.is_over_limit(exceptions.OverLimit(413)),
        conflict=lambda: nova.is_conflict(exceptions.Conflict(409)),
        unprocessable=lambda: nova.is_unprocessable_entity(exceptions.ClientException(422)),
    )
