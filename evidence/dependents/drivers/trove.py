"""Calls of trove: ``trove.common.clients``, whose databases are servers."""

from __future__ import annotations

import importlib
from typing import Any

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Clients of a user's token and of trove's own, and what trove asks of them."""
    clients = importlib.import_module('trove.common.clients')
    admin = importlib.import_module('trove.common.clients_admin')
    conf = importlib.import_module('trove.common.cfg').CONF
    conf([], project='tried', default_config_files=[])
    for name in ('auth_url', 'username', 'password', 'project_name', 'user_domain_name'):
        conf.set_override(name, cloud.login[name], 'service_credentials')
    conf.set_override('project_domain_name', 'Default', 'service_credentials')
    conf.set_override('region_name', cloud.region, 'service_credentials')
    user = stubs.context(cloud, service_catalog=stubs.context(cloud).service_catalog)
    server = cloud.server().id

    def of_user() -> Any:
        return clients.nova_client(user, region_name=cloud.region, password=cloud.login['password'])

    conf.set_override('nova_compute_url', cloud.compute_url)
    call('client', lambda: type(of_user()).__name__)
    call('servers by url of the project', lambda: of_user().servers.get(server))
    own = admin.nova_client_trove_admin(user)
    call.each(
        'own',
        get=lambda: own.servers.get(server),
        get_missing=lambda: own.servers.get('no'),
        flavors=lambda: own.flavors.list(),
        flavor=lambda: own.flavors.get('1'),
        create=lambda: own.servers.create(
            'tried', cloud.image, '1', files={}, userdata=None, nics=[], config_drive=False
        ),
    )
