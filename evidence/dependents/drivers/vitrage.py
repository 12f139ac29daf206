"""Calls of vitrage: its data sources of hosts, zones and servers."""

from __future__ import annotations

import importlib
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

_CHANGES = 'vitrage_sample_date'


def _stable(events: list[Any]) -> list[Any]:
    """Events without the times at which they were taken."""
    return [{name: text for name, text in event.items() if name != _CHANGES} for event in events]


def calls(cloud: Cloud, call: Calls) -> None:
    """Everything that a data source takes up at once, and later."""
    clients = importlib.import_module('vitrage.os_clients')
    conf = importlib.import_module('oslo_config.cfg').CONF
    conf.register_opts(clients.OPTS)
    keystone = importlib.import_module('vitrage.keystone_client')
    conf.register_opts(keystone.OPTS, 'service_credentials')
    drivers = {
        name: importlib.import_module(f'vitrage.datasources.nova.{name}.driver')
        for name in ('host', 'instance', 'zone')
    }
    with mock.patch.object(keystone, 'get_session', return_value=cloud.session):
        call('client', lambda: clients.nova_client().api_version)
        for name, module in drivers.items():
            driver = getattr(module, f'{name.capitalize()}Driver')()
            for action in ('init_snapshot', 'snapshot'):
                call(f'{name} {action}', lambda: _stable(driver.get_all(action)))  # noqa: B023
            call(f'{name} client', lambda: type(driver.client).__name__)  # noqa: B023
        instances = drivers['instance'].InstanceDriver
        call(
            'events',
            lambda: [
                {k: v for k, v in event.items() if k not in ('manager', '_info')}
                for event in instances.extract_events(cloud.nova.servers.list())
            ],
        )
