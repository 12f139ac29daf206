"""Writes the state of a cloud in which much has happened, for later releases to carry on."""

from __future__ import annotations

import base64
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from novaclient_mv.sandbox.state import database
from unit_tests.sandbox.caller import Answer, Caller

FOLDER = Path(__file__).parent / 'old_states'
KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA x'
ACTIONS: dict[str, dict[str, Any]] = {
    'stopped': {'os-stop': None},
    'paused': {'pause': None},
    'suspended': {'suspend': None},
    'resized': {'resize': {'flavorRef': '2'}},
    'rescued': {'rescue': {}},
    'shelved': {'shelve': None},
    'error': {'os-resetState': {'state': 'error'}},
    'locked': {'lock': {'locked_reason': 'r'}},
}


def record() -> None:
    """Write the dump of the current schema, once: it is what this release leaves to later ones."""
    file = FOLDER / f'{database.SCHEMA_VERSION}.sql'
    if file.exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'state.db'
        cloud = Caller(path)
        cloud.lift_quotas()
        group = _things(cloud)
        whole = _servers(cloud, group)
        _life(cloud, whole)
        cloud.boot(name='late')
        with sqlite3.connect(path) as connection:
            text = '\n'.join(connection.iterdump())
    file.write_text(text + '\n')


def _done(answer: Answer) -> Any:
    assert answer.status < 300, answer
    return answer.body


def _things(cloud: Caller) -> str:
    """Create resources other than servers; return the id of a server group."""
    keypair = {'name': 'key', 'public_key': KEY}
    _done(cloud('POST', '/v2.1/os-keypairs', '2.92', {'keypair': keypair}))
    aggregate = {'aggregate': {'name': 'aggregate'}}
    id = _done(cloud('POST', '/v2.1/os-aggregates', '2.41', aggregate))['aggregate']['id']
    hosted = {'add_host': {'host': 'host1'}}
    _done(cloud('POST', f'/v2.1/os-aggregates/{id}/action', '2.41', hosted))
    flavor = {'name': 'own', 'ram': 64, 'vcpus': 1, 'disk': 1, 'id': 'own', 'description': 'd'}
    flavor['os-flavor-access:is_public'] = False
    _done(cloud('POST', '/v2.1/flavors', '2.61', {'flavor': flavor}))
    shared = {'addTenantAccess': {'tenant': cloud.project}}
    _done(cloud('POST', '/v2.1/flavors/own/action', body=shared))
    specs = {'extra_specs': {'hw:cpu_policy': 'shared'}}
    _done(cloud('POST', '/v2.1/flavors/own/os-extra_specs', body=specs))
    snapshot = {'volume_id': cloud.volume(name='second'), 'display_name': 's'}
    _done(cloud('POST', '/v2.1/os-snapshots', body={'snapshot': snapshot}))
    secured = {'security_group': {'name': 'sg', 'description': 'd'}}
    _done(cloud('POST', '/v2.1/os-security-groups', body=secured))
    _done(cloud('POST', '/v2.1/os-floating-ips', body={'pool': 'public'}))
    quotas = {'quota_class_set': {'instances': 20}}
    _done(cloud('PUT', '/v2.1/os-quota-class-sets/default', '2.60', quotas))
    rules = {'max_server_per_host': 3}
    group = {'server_group': {'name': 'group', 'policy': 'anti-affinity', 'rules': rules}}
    return str(_done(cloud('POST', '/v2.1/os-server-groups', '2.64', group))['server_group']['id'])


def _servers(cloud: Caller, group: str) -> str:
    """A server in each state; returns the id of the one that has everything."""
    server = {
        'name': 'whole',
        'flavorRef': '1',
        'imageRef': cloud.image(),
        'networks': 'auto',
        'key_name': 'key',
        'metadata': {'a': 'b'},
        'tags': ['one', 'two'],
        'description': 'd',
        'user_data': base64.b64encode(b'x').decode(),
        'config_drive': True,
    }
    body = {'server': server, 'os:scheduler_hints': {'group': group}}
    whole = _done(cloud('POST', '/v2.1/servers', '2.90', body))['server']['id']
    ids = {name: cloud.boot(name=name) for name in (*ACTIONS, 'deleted')}
    cloud.now += 5
    for name, action in ACTIONS.items():
        _done(cloud.act(ids[name], action))
    _done(cloud('DELETE', f'/v2.1/servers/{ids["deleted"]}'))
    cloud.boot(name='building')
    cloud.now += 60
    return str(whole)


def _life(cloud: Caller, whole: str) -> None:
    """Change the server that has everything."""
    base = f'/v2.1/servers/{whole}'
    attached = {'volumeId': cloud.volume(), 'tag': 't', 'delete_on_termination': True}
    _done(cloud('POST', f'{base}/os-volume_attachments', '2.79', {'volumeAttachment': attached}))
    _done(cloud('POST', f'{base}/os-interface', '2.49', {'interfaceAttachment': {}}))
    for action in (
        {'createImage': {'name': 'snap', 'metadata': {'k': 'v'}}},
        {'os-migrateLive': {'host': None, 'block_migration': 'auto'}},
        {'migrate': None},
        {'confirmResize': None},
    ):
        _done(cloud.act(whole, action))
        cloud.now += 15
    console = {'remote_console': {'protocol': 'vnc', 'type': 'novnc'}}
    _done(cloud('POST', f'{base}/remote-consoles', '2.99', console))
