"""Calls of pyshaker: ``shaker.openstack.clients.nova``, which measures networks between servers."""

from __future__ import annotations

import importlib

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Hosts, flavors and consoles, as members and administrators see them."""
    shaker = importlib.import_module('shaker.openstack.clients.nova')
    client = cloud.client('2')
    server = cloud.server().id
    call.each(
        '',
        nodes=lambda: shaker.get_available_compute_nodes(client, 'm1.tiny'),
        nodes_of_missing=lambda: shaker.get_available_compute_nodes(client, 'no'),
        flavor_exists=lambda: shaker.does_flavor_exist(client, 'm1.tiny'),
        no_flavor_exists=lambda: shaker.does_flavor_exist(client, 'no'),
        create_flavor=lambda: shaker.create_flavor(client, name='tried', ram=64, vcpus=1, disk=0),
        flavor=lambda: shaker.get_flavor(client, 'm1.tiny'),
        address=lambda: shaker.get_server_ip(client, 'web-1', 'fixed'),
        host=lambda: shaker.get_server_host_id(client, 'web-1'),
        console=lambda: shaker.check_server_console(client, server),
        console_of_missing=lambda: shaker.check_server_console(client, 'no'),
    )
