"""Calls of cloudenvy: ``clouds.openstack``, which runs development machines."""

from __future__ import annotations

import importlib

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Servers, keypairs, flavors and images, with a client of four words."""
    module = importlib.import_module('cloudenvy.clouds.openstack')
    settings = {
        'os_username': cloud.login['username'],
        'os_password': cloud.login['password'],
        'os_tenant_name': cloud.login['project_name'],
        'os_auth_url': cloud.auth_url,
        'os_region_name': cloud.region,
    }
    api = module.CloudAPI(stubs.namespace(user_config={'cloud': settings}))
    call('client', lambda: type(api.client).__name__)
    call('servers without a domain', api.list_servers)
    login = dict(cloud.login)
    words = (login.pop('username'), login.pop('password'), cloud.project)
    del login['project_name'], login['project_domain_name']
    api._client = module.novaclient.client.Client(
        '2', *words, no_cache=True, region_name=cloud.region, **login
    )
    key = cloud.nova.keypairs.create('first').public_key
    server = cloud.server()
    call.each(
        '',
        servers=api.list_servers,
        find=lambda: api.find_server('web-1'),
        find_missing=lambda: api.find_server('no'),
        get=lambda: api.get_server(server.id),
        get_missing=lambda: api.get_server('no'),
        is_active=lambda: api.is_server_active(server.id),
        is_network_active=lambda: api.is_network_active(server.id),
        flavor=lambda: api.find_flavor('m1.tiny'),
        missing_flavor=lambda: api.find_flavor('no'),
        create_keypair=lambda: api.create_keypair('tried', key),
        create_keypair_again=lambda: api.create_keypair('tried', key),
        keypair=lambda: api.find_keypair('tried'),
        missing_keypair=lambda: api.find_keypair('no'),
        create=lambda: api.create_server('tried', cloud.image, '1', key_name='tried'),
        create_wrong=lambda: api.create_server('tried', cloud.image, 'no'),
        snapshot=lambda: api.snapshot(server, 'im'),
        image=lambda: api.find_image('cirros'),
        ip=lambda: api.find_ip(server.id),
        delete=lambda: api.delete_server(cloud.server('web-2')),
    )
