"""Calls of mistral-extra: each method of a client as an action of a workflow."""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import pathlib
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def runs(cloud: Cloud) -> list[tuple[str, dict[str, Any]]]:
    """Methods with what a workflow gives them: words and numbers."""
    server, second = cloud.server().id, cloud.server('web-2').id
    return [
        # Before there is anything to do.
        ('hypervisors.list', {}),
        ('servers.list', {}),
        ('servers.list', {'search_opts': {'name': 'web'}, 'limit': 1}),
        ('servers.get', {'server': server}),
        ('servers.get', {'server': 'no'}),
        ('servers.find', {'name': 'web-1'}),
        ('servers.findall', {'status': 'ACTIVE'}),
        ('servers.create', {'name': 'tried', 'image': cloud.image, 'flavor': '1', 'nics': 'none'}),
        ('servers.create', {'name': 'tried', 'image': cloud.image, 'flavor': '1'}),
        ('servers.set_meta', {'server': server, 'metadata': {'a': 'b'}}),
        ('servers.delete_meta', {'server': server, 'keys': ['a']}),
        ('servers.update', {'server': server, 'name': 'web-one'}),
        ('servers.pause', {'server': server}),
        ('servers.unpause', {'server': server}),
        ('servers.lock', {'server': server}),
        ('servers.unlock', {'server': server}),
        ('servers.diagnostics', {'server': server}),
        ('servers.get_console_output', {'server': server, 'length': 5}),
        ('servers.ips', {'server': server}),
        ('servers.interface_list', {'server': server}),
        ('servers.list_security_group', {'server': server}),
        ('servers.create_image', {'server': second, 'image_name': 'im'}),
        ('servers.stop', {'server': second}),
        ('servers.delete', {'server': cloud.server('db-1').id}),
        ('flavors.list', {}),
        ('flavors.find', {'name': 'm1.tiny'}),
        ('flavors.create', {'name': 'tried', 'ram': 64, 'vcpus': 1, 'disk': 1}),
        ('keypairs.create', {'name': 'tried'}),
        ('keypairs.list', {}),
        ('aggregates.create', {'name': 'tried', 'availability_zone': 'nova'}),
        ('aggregates.list', {}),
        ('availability_zones.list', {}),
        ('hypervisors.search', {'hypervisor_match': 'host'}),
        ('limits.get', {}),
        ('quotas.get', {'tenant_id': cloud.project}),
        ('quotas.update', {'tenant_id': cloud.project, 'cores': 30}),
        ('services.list', {'host': 'host1'}),
        ('server_groups.list', {}),
        ('volumes.get_server_volumes', {'server_id': server}),
        ('versions.list', {}),
    ]


def steady(path: str, result: Any) -> Any:
    """Return a run's result, without parts that depend on the moment."""
    if path == 'servers.create':
        return sorted(result._info)
    if path == 'servers.diagnostics':
        return sorted(result[1])
    return result


def calls(cloud: Cloud, call: Calls) -> None:
    """The client that is built to read signatures, the methods of the mapping, some of them run."""
    actions = importlib.import_module('mistral_extra.actions.openstack.actions')
    generator = importlib.import_module(
        'mistral_extra.actions.openstack.action_generator.base'
    ).OpenStackActionGenerator
    fake = actions.NovaAction._get_fake_client()
    call('class', actions.NovaAction._get_client_class)
    call('client', lambda: type(fake).__name__)
    folder = pathlib.Path(actions.__file__ or '').parent
    mapping = json.loads((folder / 'mapping.json').read_text())['nova']
    generator.base_action_class = actions.NovaAction

    def method(path: str) -> object:
        value = fake
        for name in path.split('.'):
            value = getattr(value, name)
        return inspect.isfunction(value) or inspect.ismethod(value)

    for name, path in sorted(mapping.items()):
        if not name.startswith('_'):
            call(f'action {path}', functools.partial(method, path))
    versions = importlib.import_module('novaclient.api_versions')
    newest = importlib.import_module('novaclient').API_MAX_VERSION
    client = cloud.client(newest, endpoint_override=cloud.compute_url)
    # This library speaks later versions, and gives the last that the cloud and it have.
    call('version', lambda: versions.discover_version(client, newest) == newest)

    def run(path: str, given: dict[str, Any]) -> Any:
        action = generator.create_action_class(path)(**given)
        endpoint = stubs.namespace(url=cloud.compute_url)
        session = {'session': cloud.session}
        with (
            mock.patch.object(action, 'get_service_endpoint', return_value=endpoint),
            mock.patch.object(action, 'get_session_and_auth', return_value=session),
            mock.patch.object(
                actions.nova_api_versions,
                'discover_version',
                return_value=versions.APIVersion('2.60'),
            ),
        ):
            return steady(path, action.run(None))

    for place, (path, given) in enumerate(runs(cloud)):
        call(f'run {place} {path}', functools.partial(run, path, given))
