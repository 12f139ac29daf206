"""A scripted cloud with one server, and what was asked of it."""

from __future__ import annotations

from typing import Any

from novaclient_mv import client as library
from unit_tests import scripted

ID = '0e44cc9c-e052-415d-afbf-469b0d384170'
IMAGE = 'c99d7632-bd66-4be9-aed5-3dd14b223a76'

SERVER = {
    'id': ID,
    'name': 'web',
    'status': 'ACTIVE',
    'flavor': {'id': '1'},
    'image': {'id': IMAGE},
    'OS-EXT-STS:task_state': None,
}


def add(cloud: scripted.ScriptedCloud, **fields: Any) -> None:
    """Add the server to a cloud with an image service."""
    cloud.on('GET', '/servers', {'servers': [{'id': ID, 'name': 'web'}]})
    cloud.on('GET', f'/servers/{ID}', {'server': {**SERVER, **fields}})
    cloud.on('POST', f'/servers/{ID}/action', _acted)
    cloud.on('GET', f'/v2/images/{IMAGE}', {'id': IMAGE, 'name': 'cirros', 'status': 'active'})
    cloud.on('GET', '/flavors/1', {'flavor': {'id': '1', 'name': 'm1.tiny'}})


def _acted(request: scripted.Request) -> scripted.Answer:
    """Nova's answer to an action of this cloud, which tells no passwords."""
    return scripted.Answer(200, {}) if 'rescue' in request.body else scripted.Answer(202)


def writes(cloud: scripted.ScriptedCloud) -> list[Any]:
    """The bodies of what was sent to compute to change something, in order."""
    return [each.body for each in cloud.requests if each.method != 'GET' and '/v3' not in each.path]


def open_client(cloud: scripted.ScriptedCloud, version: str) -> Any:
    """A client of the scripted cloud."""
    return library.Client(version, **cloud.credentials())
