"""Calls of openstack-congress: ``congress.datasources.nova_driver``, and its actions."""

from __future__ import annotations

import importlib
import inspect
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def driver(cloud: Cloud) -> Any:
    """Return a data source that publishes nothing, and polls on request."""
    # Gone from Python since 3.11.
    inspect.getargspec = inspect.getfullargspec  # type: ignore[attr-defined]
    module = importlib.import_module('congress.datasources.nova_driver')
    sources = importlib.import_module('congress.datasources.datasource_driver')
    client = importlib.import_module('novaclient.client')
    package = client.__name__.partition('.')[0]
    add = module.NovaDriver.add_executable_client_methods

    def added(self: Any, client: Any, api_prefix: str, exclude: Any = None) -> None:
        # The one word that a program changes.
        add(self, client, api_prefix.replace('novaclient', package), exclude)

    with (
        mock.patch.object(module.ds_utils, 'get_keystone_session', return_value=cloud.session),
        mock.patch.object(module.NovaDriver, 'add_executable_client_methods', added),
        mock.patch.object(sources.PollingDataSourceDriver, '_init_end_start_poll'),
    ):
        return module.NovaDriver(name='nova', args={'poll_time': 0})


def calls(cloud: Cloud, call: Calls) -> None:
    """Tables of a poll, the methods that policies may call, and some of them called."""
    nova = call('driver', lambda: driver(cloud)) and driver(cloud)
    server = cloud.server().id
    for name, update in nova.update_methods.items():
        call(f'update {name}', update)
    for table, rows in sorted(nova.state.items()):
        call(f'rows {table}', lambda: sorted(map(str, rows)))  # noqa: B023
    for action in sorted(nova.executable_methods):
        call(f'action {action}', lambda: len(nova.executable_methods[action][0]) >= 0)  # noqa: B023

    def execute(action: str, *positional: Any, **named: Any) -> Any:
        return nova.execute(action, {'positional': list(positional), 'named': named})

    call.each(
        'execute',
        set_meta=lambda: execute('servers_set_meta', server, 'a', 'b'),
        pause=lambda: execute('servers.pause', server),
        unpause=lambda: execute('servers.unpause', server),
        metadata=lambda: execute('servers.set_meta', server=server, metadata={'c': 'd'}),
        missing=lambda: execute('servers.pause', 'no'),
        no_method=lambda: execute('servers.no', server),
        tags=lambda: execute('servers.add_tag', server, 'tried'),
        result=lambda: cloud.server().metadata,
    )
