"""Calls of mistral-extra: each method of a client as an action of a workflow."""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import pathlib

from functional_tests.dependents.cloud import Cloud
from functional_tests.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """The client that is built to read signatures, and the methods of the mapping."""
    actions = importlib.import_module('mistral_extra.actions.openstack.actions')
    fake = actions.NovaAction._get_fake_client()
    call('class', actions.NovaAction._get_client_class)
    call('client', lambda: type(fake).__name__)
    folder = pathlib.Path(actions.__file__ or '').parent
    mapping = json.loads((folder / 'mapping.json').read_text())['nova']

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
