"""Calls of salt 3004: ``utils.openstack.nova``, with which it makes minions on a cloud."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def connect(cloud: Cloud, **options: Any) -> Any:
    """Return salt's connection to a cloud."""
    nova = importlib.import_module('salt.utils.openstack.nova')
    # The catalog has the URL of identity without a version, as most clouds have today.
    nova.SaltNova._v2_setup = nova.SaltNova._v3_setup
    login = cloud.login
    return nova.SaltNova(
        login['username'],
        login['project_name'],
        login['auth_url'],
        password=login['password'],
        user_domain_name='Default',
        project_domain_name='Default',
        **options,
    )


def of_third_version(get: Callable[..., Any]) -> Callable[..., Any]:
    """A session's ``get``, for a path of identity without a version."""

    def made(session: Any, url: str, **options: Any) -> Any:
        return get(session, f'/v3{url}' if url.startswith('/auth') else url, **options)

    return made


def calls(cloud: Cloud, call: Calls) -> None:
    """Servers, flavors and keypairs, as salt-cloud handles them."""
    stubs.without('salt.utils.cloud')
    utils = importlib.import_module('salt.utils')
    utils.cloud = stubs.namespace(is_public_ip=lambda address: False)
    sessions = importlib.import_module('keystoneauth1.session').Session
    sessions.get = of_third_version(sessions.get)
    region = cloud.region
    salt = connect(cloud, use_keystoneauth=True, region_name=region)
    server = cloud.server('web-1').id
    other = cloud.server('web-2').id
    key = cloud.nova.keypairs.create('made').public_key

    def tell(made: Any) -> dict[str, Any]:
        return {name: value for name, value in vars(made).items() if name != 'extra'}

    connections: dict[str, Callable[[], Any]] = {
        'catalog': lambda: [service['type'] for service in salt.get_catalog()],
        'token': lambda: type(salt.kwargs['auth_token']).__name__,
        'extensions': lambda: salt.extensions,
        'options': lambda: sorted(salt.client_kwargs),
        'without_region': lambda: connect(cloud, use_keystoneauth=True).server_list_min(),
        'of_version': lambda: connect(
            cloud, use_keystoneauth=True, region_name=region, version='2.60'
        ).compute_conn.api_version.get_string(),
        'of_no_region': lambda: connect(
            cloud, use_keystoneauth=True, region_name='no'
        ).server_list(),
        'of_old': lambda: connect(cloud, region_name=region).server_list(),
        'debugged': lambda: connect(
            cloud, use_keystoneauth=True, region_name=region, insecure=True, timeout=30
        ).server_list_min(),
        'endpoint': lambda: salt.compute_conn.client.get_endpoint(service_type='identity'),
        'own_endpoint': lambda: salt.compute_conn.client.get_endpoint(),
        'bypassed': lambda: salt.compute_conn.client.management_url,
    }
    call.each('connection', **connections)
    call.each(
        '',
        servers=lambda: salt.server_list(),
        servers_min=lambda: salt.server_list_min(),
        servers_detailed=lambda: salt.server_list_detailed(),
        server=lambda: salt.server_show(server),
        missing_server=lambda: salt.server_show('no'),
        by_name=lambda: tell(salt.server_by_name('web-1')),
        missing_by_name=lambda: salt.server_by_name('no'),
        boot=lambda: tell(salt.boot('tried', '1', cloud.image)),
        boot_with_disk=lambda: tell(
            salt.boot('tried-too', '1', cloud.image, ephemeral=[{'size': 0}], key_name='made')
        ),
        boot_wrong=lambda: salt.boot('tried-too', 'no', cloud.image),
        password=lambda: salt.root_password(server, 'secret'),
        lock=lambda: salt.lock(server),
        suspend=lambda: salt.suspend(other),
        flavors=lambda: salt.flavor_list(),
        create_flavor=lambda: salt.flavor_create('tried', '9', 64, 1),
        create_flavor_again=lambda: salt.flavor_create('tried', '9', 64, 1),
        delete_flavor=lambda: salt.flavor_delete('9'),
        keypairs=lambda: salt.keypair_list(),
        add_keypair=lambda: salt.keypair_add('tried', pubkey=key),
        add_keypair_without_key=lambda: salt.keypair_add('tried'),
        delete_keypair=lambda: salt.keypair_delete('tried'),
        delete_missing_keypair=lambda: salt.keypair_delete('tried'),
        images=lambda: salt.image_list(),
        groups=lambda: salt.secgroup_list(),
        networks=lambda: salt.network_list(),
        addresses=lambda: salt.floating_ip_list(),
        volumes=lambda: salt.volume_list(),
    )
    cloud.await_status(other, 'SUSPENDED')
    call('resume', lambda: salt.resume(other))
    call('delete', lambda: salt.delete(other))
    call('delete_missing', lambda: salt.delete('no'))
