"""Calls of cloudpulse: ``openstack.api.nova_api``, which tries whether a cloud works."""

from __future__ import annotations

import importlib

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Services, and the life of a server."""
    module = importlib.import_module('cloudpulse.openstack.api.nova_api')
    health = module.NovaHealth({'version': '2', **cloud.login, 'region_name': cloud.region})
    wrong = module.NovaHealth({'version': '2', **cloud.login, 'password': 'no'})
    older = dict(cloud.login)
    older['project_id'] = older.pop('project_name')
    older['api_key'] = older.pop('password')
    aged = module.NovaHealth({'version': '2', **older, 'region_name': cloud.region})
    server = cloud.server().id
    call.each(
        '',
        services=health.nova_service_list,
        # The words of errors are this library's.
        services_of_older=lambda: aged.nova_service_list()[0],
        wrong_password=lambda: wrong.novaclient.services.list(),
        wrong_login=lambda: wrong.nova_service_list()[0],
        state=lambda: health.nova_get_server_state(server),
        state_of_missing=lambda: health.nova_get_server_state('no'),
        create=lambda: health.nova_create_server('tried', 'cirros', 'm1.tiny', 'no'),
        attach=lambda: health.nova_attach_volume(server, 'no'),
        detach=lambda: health.nova_detach_volume(server, 'no'),
        delete=lambda: health.nova_delete_server(server),
        delete_missing=lambda: health.nova_delete_server('no'),
    )
