"""Calls of kloudbuster: ``kloudbuster.base_compute``, which loads a cloud with servers."""

from __future__ import annotations

import importlib

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Flavors, quotas, keypairs and servers."""
    stubs.without('kloudbuster.log')
    compute = importlib.import_module('kloudbuster.base_compute')
    client = cloud.client('2')
    flavors = compute.Flavor(client)
    quotas = compute.NovaQuota(client, cloud.session.get_project_id())
    keypairs = compute.KeyPair(client)
    tenant = stubs.namespace(
        kloud=stubs.namespace(vm_img=cloud.image, flavors={'tiny': '1'}), nova_client=client
    )
    user = stubs.namespace(nova_client=client, tenant=tenant)
    network = stubs.namespace(
        router=stubs.namespace(user=user), res_logger=stubs.namespace(log=lambda *_: None)
    )
    servers = compute.BaseCompute('tried', network)
    call.each(
        '',
        flavor=lambda: flavors.get('m1.tiny'),
        missing_flavor=lambda: flavors.get('no'),
        flavors=lambda: flavors.list(),
        create_flavor=lambda: flavors.create_flavor(
            {'name': 'tried', 'ram': 64, 'vcpus': 1, 'disk': 0}
        ),
        delete_flavor=lambda: flavors.delete_flavor(client.flavors.find(name='tried')),
        quotas=lambda: quotas.get(),
        update_quotas=lambda: quotas.update_quota(cores=30),
        add_key=lambda: keypairs.add_public_key('tried', __file__),
        create_server=lambda: servers.create_server(
            None, 'tiny', None, [], {'id': 'default'}, config_drive=False
        ),
        host=lambda: servers.host,
        servers=lambda: len(servers.get_server_list()),
        find_flavor=lambda: servers.find_flavor('m1.tiny'),
        detach=lambda: servers.detach_vol(),
        delete_server=lambda: servers.delete_server(),
    )
