"""Calls of neutron: ``neutron.notifiers.nova``, which tells Nova of ports."""

from __future__ import annotations

import importlib

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Send events of known and of missing servers."""
    importlib.import_module('neutron.conf.common').register_nova_opts()
    importlib.import_module('neutron.conf.common').register_core_common_config_opts()
    nova = importlib.import_module('neutron.notifiers.nova')
    stubs.configure(cloud, 'nova', region_name=cloud.region)
    notifier = nova.Notifier()
    server = cloud.server().id
    missing = '00000000-0000-0000-0000-000000000000'

    def send(*servers: str, event: str = 'network-changed') -> object:
        return notifier.send_events(
            [{'name': event, 'server_uuid': server, 'tag': 'port'} for server in servers]
        )

    call.each(
        '',
        send=lambda: send(server),
        send_of_missing=lambda: send(missing),
        send_of_both=lambda: send(server, missing),
        send_unknown=lambda: send(server, event='no'),
        extensions=lambda: [extension.name for extension in notifier.extensions],
        changed=lambda: notifier._get_network_changed_event(
            {'id': 'port', 'device_id': server, 'device_owner': 'compute:nova'}
        ),
    )
