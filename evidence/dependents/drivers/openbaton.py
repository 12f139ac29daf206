"""Calls of openstack-vim-driver: Open Baton's driver of OpenStack."""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def driver() -> Any:
    """A driver whose objects are plain, and whose other services are stand-ins."""
    names = ('Network', 'DeploymentFlavour', 'Subnet', 'NFVImage', 'Quota', 'Server')
    stubs.without('org', 'org.openbaton', 'org.openbaton.plugin', 'org.openbaton.plugin.sdk')
    catalogue = types.ModuleType('org.openbaton.plugin.sdk.catalogue')
    for name in (*names, 'ImageStatus', 'AvailabilityZone', 'PopKeypair'):
        setattr(catalogue, name, lambda **fields: fields)
    vim = types.ModuleType('org.openbaton.plugin.sdk.vim')
    setattr(vim, 'VimDriver', object)  # noqa: B010 - a module has no such attribute
    stubs.without('org.openbaton.plugin.sdk.utils')
    sys.modules[catalogue.__name__] = catalogue
    sys.modules[vim.__name__] = vim
    module = importlib.import_module('openstack_vim_driver.openstack_vim_driver')
    made = module.OpenstackVimDriver(wait_for_vm=1)
    made.list_images = lambda vim_instance: []
    made.get_glance_client = made.get_neutron_client = mock.Mock()
    return made


def calls(cloud: Cloud, call: Calls) -> None:
    """Flavors, keypairs, zones, servers and quotas of a point of presence."""
    vim = driver()
    neutron = vim.get_neutron_client.return_value
    neutron.show_quota.return_value = {'quota': {'floatingip': 5}}
    neutron.list_ports.return_value = {'ports': []}
    neutron.list_floatingips.return_value = {'floatingips': []}
    place = {
        'id': '1',
        'name': 'tried',
        'authUrl': cloud.auth_url,
        'username': cloud.login['username'],
        'password': cloud.login['password'],
        'tenant': cloud.project,
        'domain': 'Default',
    }
    flavor = {'flavour_key': 'tried', 'disk': 1, 'ram': 64, 'vcpus': 1}
    nova = vim.get_nova_client(place)
    cloud.nova.keypairs.create('tried')
    server = cloud.server().id
    # Its flavors have attributes, which a mapping has not.
    vim.list_flavors = lambda place, nova_client=None: [
        stubs.namespace(extId=item.id, name=item.name) for item in nova.flavors.list()
    ]
    kind = type(vim)
    private = '_OpenstackVimDriver'
    call.each(
        '',
        client=lambda: type(nova).__name__,
        flavors=lambda: kind.list_flavors(vim, place, nova),
        zones=lambda: vim.list_availability_zones(place),
        keys=lambda: vim.list_keys(place),
        add_flavor=lambda: vim.add_flavor(place, flavor),
        add_flavor_again=lambda: vim.add_flavor(place, flavor),
        quota=lambda: vim.get_quota(place),
        server=lambda: getattr(vim, f'{private}__os_server_to_ob_server')(
            nova.servers.get(server), [], vim.list_flavors(place)
        ),
        is_active=lambda: getattr(vim, f'{private}__server_is_active')(nova.servers.get(server)),
        rebuild=lambda: vim.rebuild_server(place, server, cloud.image),
        rebuild_missing=lambda: vim.rebuild_server(place, 'no', cloud.image),
        delete=lambda: vim.delete_server_by_id_and_wait(place, cloud.server('web-2').id),
        delete_missing=lambda: vim.delete_server_by_id_and_wait(place, 'no'),
    )
