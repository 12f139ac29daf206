"""Calls of kcli: ``kvirt.providers.openstack``, which makes clusters of virtual machines."""

from __future__ import annotations

import contextlib
import importlib
import io
import time
from collections.abc import Callable
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

_PAUSE = 0.1


def quiet(function: Callable[[], Any]) -> Callable[[], Any]:
    """A call without what it prints."""

    def made() -> Any:
        with contextlib.redirect_stdout(io.StringIO()):
            return function()

    return made


def calls(cloud: Cloud, call: Calls) -> None:
    """Virtual machines, from their list to their end."""
    openstack = importlib.import_module('kvirt.providers.openstack')
    login = cloud.login
    virtual = openstack.Kopenstack(
        version='2',
        user=login['username'],
        password=login['password'],
        project=login['project_name'],
        auth_url=login['auth_url'],
        region_name=cloud.region,
    )
    # The sandbox is faster than what it waits for.
    sleep = mock.patch.object(openstack, 'sleep', lambda _: time.sleep(_PAUSE))  # noqa: PT008
    steps: dict[str, Callable[[], Any]] = {
        'list_flavors': lambda: virtual.list_flavors(),
        'provider_network': lambda: virtual.provider_network('private'),
        'missing_network': lambda: virtual.provider_network('no'),
        'list': lambda: [machine['name'] for machine in virtual.list()],
        'info': lambda: virtual.info('web-1'),
        'info_missing': lambda: virtual.info('no'),
        'dnsinfo': lambda: virtual.dnsinfo('web-1'),
        'update_metadata': lambda: virtual.update_metadata('web-1', 'plan', 'tried'),
        'update_missing': lambda: virtual.update_metadata('no', 'plan', 'tried'),
        'console': lambda: virtual.console('web-1', web=True),
        'serialconsole': lambda: virtual.serialconsole('web-1', web=True),
        'restart': lambda: virtual.restart('web-1'),
        'stop': lambda: virtual.stop('web-2'),
        'stop_missing': lambda: virtual.stop('no'),
    }
    for label, step in steps.items():
        call(label, quiet(step))
    cloud.await_status(cloud.server('web-2'), 'SHUTOFF')
    cloud.await_status(cloud.server('web-1'))
    cloud.nova.keypairs.create('kvirt')
    with sleep:
        steps = {
            'start': lambda: virtual.start('web-2'),
            'update_memory': lambda: virtual.update_memory('web-1', 2048),
            'update_cpus': lambda: virtual.update_cpus('web-1', 4),
            'update_flavor': lambda: virtual.update_flavor('web-1', 'm1.tiny'),
            'update_missing_flavor': lambda: virtual.update_flavor('web-1', 'no'),
            'create': lambda: virtual.create(
                'tried',
                flavor='m1.tiny',
                nets=['private'],
                disks=[1],
                image='cirros',
                cloudinit=False,
            ),
            'create_again': lambda: virtual.create('web-1', flavor='m1.tiny'),
            'create_without_flavor': lambda: virtual.create('tried-too', flavor='no'),
            'create_without_network': lambda: virtual.create('tried-too', nets=['no']),
            'add_disk': lambda: virtual.add_disk('web-2', 1),
            'detach_disks': lambda: virtual.detach_disks('web-2'),
            'delete': lambda: virtual.delete('web-2'),
            'delete_missing': lambda: virtual.delete('no'),
        }
        for label, step in steps.items():
            call(label, quiet(step))
