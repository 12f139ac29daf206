"""Servers that are placed by groups, hosts and zones, and moved to other hosts."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.live import attachments
from evidence.dependents.recording import Calls

VERSIONS = ('2.1', '2.60', '2.79', '2.96')

_SOON = 5


def new_server(cloud: Cloud, nova: Any, name: str, **more: Any) -> Any:
    """A server that is active."""
    nics = {} if nova.api_version.ver_minor < 37 else {'nics': 'none'}
    server = nova.servers.create(name, cloud.image, '1', **{**nics, **more})
    cloud.await_status(server)
    return nova.servers.get(server.id)


def placed(cloud: Cloud, nova: Any, server: Any) -> dict[str, Callable[[], Any]]:
    """Groups, hosts and zones that servers are placed by."""
    policy = ['anti-affinity'] if nova.api_version.ver_minor < 64 else 'anti-affinity'
    group = nova.server_groups.create('placed', policy)
    there = attachments.Neighbours(cloud)
    nics = {} if nova.api_version.ver_minor < 37 else {'nics': 'none'}
    create = functools.partial(nova.servers.create, 'p', cloud.image, '1', **nics)
    return {
        'in_group': lambda: create(scheduler_hints={'group': group.id}),
        'members': lambda: len(nova.server_groups.get(group.id).members),
        'in_zone': lambda: create(availability_zone=f'nova:{names.HOST}'),
        'with_key': lambda: create(key_name=nova.keypairs.get('placed').name),
        'with_script': lambda: create(userdata='#!/bin/sh', files=None, config_drive=True),
        'from_volume': lambda: nova.servers.create(
            'v',
            None,
            '1',
            block_device_mapping_v2=[
                attachments.volume_of(cloud.image, delete_on_termination=True)
            ],
            **nics,
        ),
        'from_mapping': lambda: nova.servers.create(
            'm', None, '1', block_device_mapping={'vda': f'{there.volume("m")}:::0'}, **nics
        ),
        'with_port': lambda: nova.servers.create(
            'n', cloud.image, '1', nics=[{'port-id': there.port('n')}]
        ),
        'tagged': lambda: nova.servers.create(
            't', cloud.image, '1', nics=[{'port-id': there.port('n'), 'tag': 'nic'}]
        ),
        'many': lambda: create(min_count=2, max_count=3, reservation_id=True),
        'metadata': lambda: create(meta={'a': 'b'}).metadata,
        'password': lambda: type(create().adminPass).__name__,
        'lazily': lambda: create(admin_pass='secret').name,
        'named': lambda: [one.name for one in nova.servers.list(search_opts={'name': '^p$'})],
    }


def moved(cloud: Cloud, nova: Any, server: Any) -> dict[str, Callable[[], Any]]:
    """Servers whose host is down, whose disks are gone, or that are deleted softly."""
    host = getattr(cloud.nova.servers.get(server.id), 'OS-EXT-SRV-ATTR:host')
    service = cloud.service(host)
    return {
        'locked': lambda: [server.lock(), nova.servers.get(server.id).to_dict().get('locked')],
        'list_locked': lambda: len(nova.servers.list(search_opts={'locked': True})),
        'unlocked': lambda: server.unlock(),
        'down': lambda: cloud.client('2.53').services.force_down(service, True).forced_down,
        'evacuate': lambda: server.evacuate(),
        'up': lambda: cloud.client('2.53').services.force_down(service, False).forced_down,
        'migrations': lambda: [
            (one.migration_type, sorted(one.to_dict())) for one in nova.migrations.list()
        ],
        'migrations_found': lambda: len(nova.migrations.list(migration_type='evacuation')),
        'migration_repr': lambda: repr(nova.migrations.list()[0]),
        'actions': lambda: sorted(one.action for one in nova.instance_action.list(server)),
        'action_events': lambda: [
            sorted(event)
            for event in nova.instance_action.get(
                server, nova.instance_action.list(server)[-1].request_id
            ).events
        ],
        'migrating': lambda: server.live_migrate(),
        'running': lambda: nova.server_migrations.list(server),
        'running_one': lambda: nova.server_migrations.get(
            server, nova.server_migrations.list(server)[0].id
        ),
        'abort': lambda: nova.server_migrations.live_migration_abort(
            server, nova.server_migrations.list(server)[0].id
        ),
    }


def calls(cloud: Cloud, call: Calls, version: str) -> None:
    """Each of them at a version, with servers of its own."""
    nova = cloud.client(version)
    cloud.nova.quotas.update(cloud.project, instances=200, cores=200, ram=-1)
    cloud.nova.keypairs.create('placed')
    for kind, prepare in (('placed', placed), ('moved', moved)):
        server = new_server(cloud, nova, f'{kind}-server')
        for name, action in prepare(cloud, nova, server).items():
            call(f'{version} {kind} {name}', action)
            settled(cloud, server)


def settled(cloud: Cloud, server: Any) -> None:
    """Wait until nothing is under way in a server, but a migration that can be aborted."""

    def is_settled() -> bool:
        fields = cloud.nova.servers.get(server.id).to_dict()
        return fields['OS-EXT-STS:task_state'] in (None, 'migrating')

    cloud.until(is_settled, _SOON)
