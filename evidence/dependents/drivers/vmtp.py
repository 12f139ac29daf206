"""Calls of vmtp: ``compute``, which measures throughput between servers."""

from __future__ import annotations

import importlib
import importlib.util
import pathlib
import sys

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls

CONFIGURED = {
    'hypervisors': None,
    'availability_zone': None,
    'vm_name_client': 'client',
    'debug': False,
    'runner_manual': 0,
}


def calls(cloud: Cloud, call: Calls) -> None:
    """Servers, flavors, keypairs and hosts."""
    stubs.without('log', 'glanceclient.exc')
    # Its modules import one another as if they stood at the top.
    package = importlib.util.find_spec('vmtp')
    assert package is not None
    assert package.origin is not None
    sys.path.insert(0, str(pathlib.Path(package.origin).parent))
    client = cloud.client('2')
    compute = importlib.import_module('compute').Compute(
        client, None, stubs.namespace(**CONFIGURED)
    )
    image = client.glance.find_image(names.IMAGE)
    flavor = client.flavors.find(name='m1.tiny')
    call.each(
        '',
        servers=lambda: compute.get_server_list(),
        find_server=lambda: compute.find_server('web-1', 1),
        find_missing_server=lambda: compute.find_server('no', 1),
        find_flavor=lambda: compute.find_flavor('m1.tiny'),
        find_missing_flavor=lambda: compute.find_flavor('no'),
        create_flavor=lambda: compute.create_flavor('tried', 1, 64, 0, 0, {'a:b': 'c'}),
        delete_flavor=lambda: compute.delete_flavor(client.flavors.find(name='tried')),
        hosts=lambda: compute.get_az_host_list(),
        zone=lambda: compute.auto_fill_az(client.services.list(), names.HOST),
        remove_missing_key=lambda: compute.remove_public_key('no'),
        add_missing_key=lambda: compute.add_public_key('tried', __file__),
        create_server=lambda: compute.create_server(
            'tried', image, flavor, None, [], {'name': 'default'}, retry_count=20
        ),
        delete_server=lambda: compute.delete_server_by_name('tried'),
        delete_missing_server=lambda: compute.delete_server_by_name('no'),
    )
