"""Calls of shade 1.9: the last of its versions whose servers come from novaclient."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def connected(cloud: Cloud) -> Any:
    """A cloud of shade, which asks no other service than Nova about servers."""
    stubs.without('netifaces')
    # Gone from Python since 3.11.
    inspect.getargspec = inspect.getfullargspec  # type: ignore[attr-defined]
    shade = importlib.import_module('shade')
    config = importlib.import_module('os_client_config')
    login = dict(cloud.login)
    one = config.OpenStackConfig(load_envvars=False).get_one_cloud(
        auth=login, region_name=cloud.region, compute_api_version='2.1'
    )
    found = shade.OperatorCloud(cloud_config=one)
    # Its own requests, for what novaclient is not asked, stay out of it.
    found._raw_clients['compute'] = stubs.namespace(
        get=lambda path: cloud.session.get(f'{cloud.compute_url}{path}')
    )
    return found


def calls(cloud: Cloud, call: Calls) -> None:
    """Servers, flavors, hosts, keypairs and groups, as dictionaries of their attributes."""
    shade = call('client', lambda: type(connected(cloud).nova_client).__name__) and connected(cloud)
    meta = importlib.import_module('shade.meta')
    server = cloud.server()
    nova = shade.nova_client
    key = cloud.nova.keypairs.create('first').public_key
    call.each(
        'object',
        server=lambda: meta.obj_to_dict(nova.servers.get(server.id)),
        flavor=lambda: meta.obj_to_dict(nova.flavors.get('1')),
        flavors=lambda: meta.obj_list_to_dict(nova.flavors.list()),
        keypair=lambda: meta.obj_to_dict(nova.keypairs.create('tried')),
        keypairs=lambda: meta.obj_list_to_dict(nova.keypairs.list()),
        hypervisors=lambda: meta.obj_list_to_dict(nova.hypervisors.list()),
        zones=lambda: meta.obj_list_to_dict(nova.availability_zones.list()),
        services=lambda: meta.obj_list_to_dict(nova.services.list()),
        quotas=lambda: meta.obj_to_dict(nova.quotas.get(cloud.project)),
        interfaces=lambda: meta.obj_list_to_dict(server.interface_list()),
        extension=lambda: meta.obj_list_to_dict(nova.versions.list()),
    )
    call.each(
        '',
        servers=lambda: shade.list_servers(),
        search=lambda: shade.search_servers('web-1'),
        get=lambda: shade.get_server('web-1'),
        get_by_id=lambda: shade.get_server_by_id(server.id),
        get_missing=lambda: shade.get_server('no'),
        flavors=lambda: shade.list_flavors(),
        flavor=lambda: shade.get_flavor('m1.tiny'),
        flavor_by_ram=lambda: shade.get_flavor_by_ram(512),
        create_flavor=lambda: shade.create_flavor('tried', 64, 1, 1),
        create_flavor_again=lambda: shade.create_flavor('tried', 64, 1, 1),
        flavor_access=lambda: shade.add_flavor_access('1', cloud.project),
        delete_flavor=lambda: shade.delete_flavor('tried'),
        delete_missing_flavor=lambda: shade.delete_flavor('no'),
        keypairs=lambda: shade.list_keypairs(),
        create_keypair=lambda: shade.create_keypair('other', key),
        delete_keypair=lambda: shade.delete_keypair('other'),
        delete_missing_keypair=lambda: shade.delete_keypair('no'),
        hypervisors=lambda: shade.list_hypervisors(),
        aggregates=lambda: shade.list_aggregates(),
        create_aggregate=lambda: shade.create_aggregate('tried', 'nova'),
        update_aggregate=lambda: shade.update_aggregate('tried', name='other'),
        add_host=lambda: shade.add_host_to_aggregate('other', names.HOST),
        set_metadata=lambda: shade.set_aggregate_metadata('other', {'a': 'b'}),
        aggregate=lambda: shade.get_aggregate('other'),
        remove_host=lambda: shade.remove_host_from_aggregate('other', names.HOST),
        delete_aggregate=lambda: shade.delete_aggregate('other'),
        delete_missing_aggregate=lambda: shade.delete_aggregate('no'),
        create_group=lambda: shade.create_server_group('tried', ['affinity']),
        groups=lambda: shade.list_server_groups(),
        group=lambda: shade.get_server_group('tried'),
        delete_group=lambda: shade.delete_server_group('tried'),
        create=lambda: shade.create_server(
            'tried', image=cloud.image, flavor='1', nics=[], auto_ip=False
        ),
        snapshot=lambda: shade.create_image_snapshot('im', server.id),
        await_image=lambda: cloud.await_status(server),
        rebuild=lambda: shade.rebuild_server(server.id, cloud.image),
        wait=lambda: shade.wait_for_server(shade.get_server('web-1'), auto_ip=False, timeout=20),
        delete=lambda: shade.delete_server('web-2', wait=False),
        delete_missing=lambda: shade.delete_server('no'),
    )
