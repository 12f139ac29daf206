"""Calls of ceilometer: ``ceilometer.nova_client``, which polls servers of a host."""

from __future__ import annotations

import importlib

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Servers with their flavors and images."""
    module = importlib.import_module('ceilometer.nova_client')
    missing = importlib.import_module('openstack.exceptions').NotFoundException
    client = module.Client.__new__(module.Client)
    client.nova_client = cloud.client('2.1', region_name=cloud.region, endpoint_type='public')

    def no_image(identifier: str) -> object:
        raise missing(identifier)

    client.image_client = stubs.namespace(image=stubs.namespace(get_image=no_image))
    call.each(
        '',
        by_host=lambda: client.instance_get_all_by_host(names.HOST),
        by_host_since=lambda: client.instance_get_all_by_host(names.HOST, cloud.server().created),
        by_missing_host=lambda: client.instance_get_all_by_host('no'),
        fields=lambda: [
            (server.name, server.flavor, server.image, server.kernel_id, server.image_meta)
            for server in client.instance_get_all_by_host(names.HOST)
        ],
    )
