"""Calls of monasca-agent: its checks of hypervisors and their servers."""

from __future__ import annotations

import importlib
import logging
import pathlib
import tempfile
from typing import Any
from unittest import mock

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def check(kind: Any, **more: Any) -> Any:
    """A check that reports to nobody."""
    result = kind.__new__(kind)
    result.init_config = {'metadata': ['a'], 'host_aggregate_re': 'trie.*'}
    result.hostname = names.HOST
    result.log = logging.getLogger('tried')
    result._nova_host = result._host_aggregate = None
    for name, value in more.items():
        setattr(result, name, value)
    return result


def calls(cloud: Cloud, call: Calls) -> None:
    """Make the calls of checks on servers, hosts, hypervisors and aggregates."""
    stubs.without('libvirt', 'monasca_agent.collector.virt')
    folder = 'monasca_agent.collector.checks_d'
    libvirt = importlib.import_module(f'{folder}.libvirt')
    congestion = importlib.import_module(f'{folder}.congestion')
    ovs = importlib.import_module(f'{folder}.ovs')
    aggregate = cloud.nova.aggregates.create('tried', None)
    aggregate.add_host(names.HOST)
    cloud.nova.servers.set_meta(cloud.server(), {'a': 'b'})
    cache = pathlib.Path(tempfile.mkdtemp(), 'cache')
    virt = check(libvirt.LibvirtCheck, instance_cache_file=str(cache))
    elsewhere = check(libvirt.LibvirtCheck, hostname='host9.domain')
    congested = check(congestion.Congestion, session=cloud.session)
    switch = check(ovs.OvsCheck, session=cloud.session)
    nova = cloud.client('2.1', client_name='monasca-agent[libvirt]', client_version='1')

    def cached() -> Any:
        found = virt._update_instance_cache()
        found.pop('last_update')
        return {name: {**fields, 'created': ''} for name, fields in found.items()}

    def aggregated() -> Any:
        virt._get_this_host_aggregate(nova)
        return virt._host_aggregate

    with mock.patch.object(libvirt.keystone, 'get_session', return_value=cloud.session):
        call.each(
            '',
            aggregate=aggregated,
            host=lambda: virt._get_nova_host(nova),
            missing_host=lambda: elsewhere._get_nova_host(nova),
            cache=cached,
            agent=lambda: type(switch._get_nova_client()).__name__,
            server=lambda: switch._get_nova_client().servers.get(cloud.server().id).flavor['id'],
            hypervisors=lambda: congested._get_hypervisors(),
            servers=lambda: sorted(congested._get_vms(names.HOST)),
            servers_of_missing=lambda: congested._get_vms('no'),
        )
