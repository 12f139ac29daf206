"""Calls of networking-bigswitch: ``state_syncer``, which tells a controller of servers."""

from __future__ import annotations

import importlib
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls

_CHANGING = ('launched-at', 'mac-address', 'ip-address', 'updated')


def stable(value: Any) -> Any:
    """Return a request's value, without parts that differ from run to run."""
    if isinstance(value, dict):
        return {name: stable(item) for name, item in value.items() if name not in _CHANGING}
    return [stable(item) for item in value] if isinstance(value, list) else value


def calls(cloud: Cloud, call: Calls) -> None:
    """The state of a whole cloud, as it is sent."""
    stubs.without('networking_bigswitch.plugins.bigswitch.servermanager')
    module = importlib.import_module('networking_bigswitch.plugins.bigswitch.state_syncer')
    with mock.patch.object(module.ksclient, 'Client'):
        syncer = module.StateSyncer(cloud.login, cloud.login)
    servers = cloud.nova.servers.list(search_opts={'all_tenants': True})
    projects = dict.fromkeys([server.tenant_id for server in servers], 'tried')
    syncer.serverpool = mock.Mock(keystone_tenants=projects, neutron_id='tried')

    def sent() -> Any:
        syncer.push_update('2026-01-01 00:00')
        return stable(syncer.serverpool.rest_update_osp_cluster_info.call_args.args[0])

    call('client', lambda: syncer.nova_client.api_version)
    call('update', sent)
