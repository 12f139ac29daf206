"""Calls of gce-api: machines, zones and keypairs of Nova, as Google names them."""

from __future__ import annotations

import gettext
import importlib
import string
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Call the client of a request's token; its results are dictionaries of attributes."""
    # It was written for Python 2: gettext took more, and its own errors cannot be imported.
    with mock.patch.object(gettext, 'install'):
        importlib.import_module('gceapi')
    stubs.without('gceapi.db', 'gceapi.exception', 'gceapi.wsgi_ext', 'gceapi.wsgi')
    importlib.import_module('gceapi.exception').NotFound = LookupError
    string.maketrans = str.maketrans  # type: ignore[attr-defined]
    clients = importlib.import_module('gceapi.api.clients')
    utils = importlib.import_module('gceapi.api.utils')
    types = importlib.import_module('gceapi.api.machine_type_api')
    zones = importlib.import_module('gceapi.api.zone_api')
    projects = importlib.import_module('gceapi.api.project_api')
    conf = importlib.import_module('oslo_config.cfg').CONF
    conf.set_override('keystone_url', cloud.auth_url)
    context = stubs.context(cloud, user_name='tried')
    key = cloud.nova.keypairs.create('first').public_key
    server = cloud.server().id

    def plain(kind: Any) -> Any:
        return kind.__new__(kind)

    machines, places, project = (plain(module.API) for module in (types, zones, projects))
    machines._zone_api = places

    def nova() -> Any:
        return clients.nova(context)

    def fields(thing: Any) -> dict[str, Any]:
        return {name: value for name, value in utils.to_dict(thing).items() if name != 'manager'}

    call.each(
        '',
        client=lambda: nova().api_version,
        server=lambda: fields(nova().servers.get(server)),
        flavor=lambda: fields(nova().flavors.get('1')),
        keypair=lambda: fields(nova().keypairs.get('first')),
        zone=lambda: fields(nova().availability_zones.list()[0]),
        types=lambda: [item['name'] for item in machines.get_items(context)],
        type=lambda: machines.get_item(context, 'm1-tiny')['id'],
        missing_type=lambda: machines.get_item(context, 'no'),
        type_by_id=lambda: machines.get_item_by_id(context, '1')['name'],
        missing_type_by_id=lambda: machines.get_item_by_id(context, 'no'),
        zones=lambda: places.get_items(context),
        one_zone=lambda: places.get_item(context, 'nova'),
        missing_zone=lambda: places.get_item(context, 'no'),
        user_keypair=lambda: project.get_gce_user_keypair_name(context),
        keypairs=lambda: project._get_gce_keypair(context),
        add_key=lambda: project._update_key(nova(), 'tried', key),
        same_key=lambda: project._update_key(nova(), 'tried', key),
        user_keypair_now=lambda: project.get_gce_user_keypair_name(context),
        networks=lambda: nova().servers.get(server).networks,
        volumes=lambda: nova().volumes.get_server_volumes(server),
        reboot=lambda: nova().servers.get(server).reboot('HARD'),
    )
