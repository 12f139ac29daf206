"""Calls of cinder: ``cinder.compute.nova``, which tells Nova of volumes."""

from __future__ import annotations

import importlib
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls

VOLUME = '11111111-1111-1111-1111-111111111111'


def calls(cloud: Cloud, call: Calls) -> None:
    """Read servers and attachments, and send events."""
    importlib.import_module('cinder.common.config')
    base = importlib.import_module('cinder.db.base')
    nova = importlib.import_module('cinder.compute.nova')
    conf = stubs.configure(cloud, 'nova', region_name=cloud.region)
    conf.set_override('auth_strategy', 'noauth')
    with mock.patch.object(base.Base, '__init__', return_value=None):
        api = nova.API()
    api.message_api = mock.Mock()
    user = stubs.context(cloud)
    server = cloud.server().id
    snapshot = {'snapshot_id': 's', 'type': 'qcow2', 'new_file': 'x'}
    call.each(
        '',
        get_server=lambda: api.get_server(user, server),
        get_server_privileged=lambda: api.get_server(user, server, privileged_user=True),
        get_server_timeout=lambda: api.get_server(user, server, timeout=10),
        get_missing_server=lambda: api.get_server(user, VOLUME),
        get_server_volume=lambda: api.get_server_volume(user, server, VOLUME),
        update_server_volume=lambda: api.update_server_volume(user, server, VOLUME, VOLUME),
        create_snapshot=lambda: api.create_volume_snapshot(user, VOLUME, snapshot),
        delete_snapshot=lambda: api.delete_volume_snapshot(user, VOLUME, {'volume_id': VOLUME}),
        extend_volume=lambda: api.extend_volume(user, [server], VOLUME),
        extend_volume_of_two=lambda: api.extend_volume(user, [server, VOLUME], VOLUME),
        extend_volume_of_none=lambda: api.extend_volume(user, [VOLUME], VOLUME),
        reimage_volume=lambda: api.reimage_volume(user, [server], VOLUME),
        extensions=lambda: [extension.name for extension in nova.nova_extensions],
        client=lambda: nova.novaclient(user, privileged_user=True, timeout=1).api_version,
    )
