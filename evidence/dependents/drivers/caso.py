"""Calls of caso: ``extract.openstack.nova``, which accounts for the use of a cloud."""

from __future__ import annotations

import datetime
import importlib
from typing import Any

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def extractor(cloud: Cloud) -> Any:
    """An extractor whose only service is Nova."""
    stubs.without('prometheus_api_client')
    conf = importlib.import_module('oslo_config.cfg').CONF
    module = importlib.import_module('caso.extract.openstack.nova')
    found = module.NovaExtractor.__new__(module.NovaExtractor)
    found.project = 'tried'
    found.vo = 'vo'
    found.project_id = cloud.project
    found._get_keystone_session = lambda: cloud.session
    conf([], project='tried', default_config_files=[])
    found.nova = found._get_nova_client()
    found.users = {cloud.user: 'admin'}
    found.images = {}
    found.flavors = found._get_flavors()
    conf.set_override('site_name', 'site')
    conf.set_override('service_name', 'service')
    return found


def calls(cloud: Cloud, call: Calls) -> None:
    """Records of servers and of their use."""
    flavor = cloud.nova.flavors.find(name='m1.tiny')
    flavor.set_keys({'accounting:benchmark_type': 'x', 'accounting:benchmark_value': '1'})
    nova = extractor(cloud)
    server = nova.nova.servers.get(cloud.server().id)
    now = datetime.datetime.now()
    start, end = now - datetime.timedelta(days=100), now + datetime.timedelta(days=1)

    def fields(record: Any) -> dict[str, Any]:
        return {name: str(value) for name, value in vars(record).items() if 'duration' not in name}

    call.each(
        '',
        flavors=lambda: nova._get_flavors(),
        servers=lambda: [found.name for found in nova._get_servers(start)],
        servers_of_now=lambda: nova._get_servers(end),
        usages=lambda: len(nova._get_usages(start, end)),
        start=lambda: str(nova._get_server_start(server)),
        end=lambda: nova._get_server_end(server),
        no_attribute=lambda: server.__getattr__('no'),
        ips=lambda: nova._count_ips_on_server(server),
        record=lambda: fields(nova._build_record(server)),
        accelerators=lambda: nova._build_acc_records(server, None, start, end),
        extract=lambda: sorted(
            (str(item.name), item.status, item.memory, item.cpu_count, item.disk)
            for item in nova.extract(start, end)
        ),
    )
