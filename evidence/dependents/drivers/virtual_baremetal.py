"""Calls of openstack-virtual-baremetal: ``openstackbmc``, a management controller for servers.

Its client is the one that os-client-config makes.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import pathlib
from collections.abc import Callable
from typing import Any

import yaml

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def controller(cloud: Cloud, instance: str, **options: Any) -> Any:
    """A controller of a server, that does not listen."""
    bmc = importlib.import_module('openstack_virtual_baremetal.openstackbmc')
    bmc.bmc.Bmc.__init__ = lambda *_, **__: None
    clouds = {'tried': {'auth': cloud.login, 'region_name': cloud.region, **options}}
    pathlib.Path('clouds.yaml').write_text(yaml.safe_dump({'clouds': clouds}))
    return bmc.OpenStackBmc({}, 623, '::', instance, False, 'tried')


def quiet(function: Callable[[], Any]) -> Callable[[], Any]:
    """A call, with what it prints as its value."""

    def made() -> Any:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            value = function()
        return [value, out.getvalue()]

    return made


def calls(cloud: Cloud, call: Calls) -> None:
    """Find servers, and give them power and boot devices."""
    config = importlib.import_module('os_client_config')
    bmc = controller(cloud, 'web-1')
    by_id = controller(cloud, cloud.server('web-1').id)
    client = bmc.novaclient
    call.each(
        'client',
        servers=lambda: client.servers.list()[0],
        version=lambda: client.api_version.get_string(),
        version_class=lambda: type(client.api_version).__name__,
        made=lambda: config.make_client('compute', cloud='tried').flavors.list(),
        of_version=lambda: config.make_client(
            'compute', cloud='tried', compute_api_version='2'
        ).api_version.get_string(),
        legacy=lambda: (
            config.OpenStackConfig()
            .get_one_cloud(cloud='tried')
            .get_legacy_client('compute', importlib.import_module('novaclient.client').Client)
            .services.list()
        ),
        of_microversion=lambda: (
            config.OpenStackConfig()
            .get_one_cloud(cloud='tried', compute_default_microversion='2.90')
            .get_legacy_client('compute')
            .servers.list()[0]
        ),
    )
    steps: dict[str, Callable[[], Any]] = {
        'found': lambda: bmc.instance,
        'found_by_id': lambda: by_id.instance,
        'missing': lambda: bmc._find_instance('no'),
        'get_boot_device': lambda: bmc.get_boot_device(),
        'set_boot_device': lambda: bmc.set_boot_device('network'),
        'boot_device': lambda: bmc.get_boot_device(),
        'set_disk': lambda: bmc.set_boot_device('hd'),
        'power_state': lambda: bmc.get_power_state(),
        'power_on': lambda: bmc.power_on(),
        'power_off': lambda: bmc.power_off(),
    }
    for label, step in steps.items():
        call(label, quiet(step))
    cloud.await_status(bmc.instance, 'SHUTOFF')
    steps = {
        'power_state_off': lambda: bmc.get_power_state(),
        'power_off_again': lambda: bmc.power_off(),
        'power_on_again': lambda: bmc.power_on(),
        'power_shutdown': lambda: bmc.power_shutdown(),
    }
    for label, step in steps.items():
        call(label, quiet(step))
