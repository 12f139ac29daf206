"""Calls of skyline-apiserver: ``client.openstack.nova``, which answers a dashboard's questions."""

from __future__ import annotations

import importlib
from typing import Any

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls

REQUEST = 'req-11111111-2222-3333-4444-555555555555'


def calls(cloud: Cloud, call: Calls) -> None:
    """Lists of servers and services, as its pages ask for them."""
    nova = importlib.import_module('skyline_apiserver.client.openstack.nova')
    utils = importlib.import_module('skyline_apiserver.client.utils')
    utils.CONF = stubs.namespace(openstack=stubs.namespace(interface_type='public'))
    wrapper = importlib.import_module('skyline_apiserver.api.wrapper.openstack')
    profile = stubs.namespace(region=cloud.region)

    def servers(**options: Any) -> Any:
        return nova.list_servers(profile, cloud.session, REQUEST, **options)

    def services(**options: Any) -> Any:
        return nova.list_services(profile, cloud.session, REQUEST, **options)

    everywhere = {'all_tenants': True}
    call.each(
        'servers',
        all=lambda: servers(),
        everywhere=lambda: len(servers(search_opts=everywhere)),
        page=lambda: servers(limit=1, sort_keys=['display_name'], sort_dirs=['asc']),
        sorted=lambda: [
            one.name
            for one in servers(
                search_opts=everywhere,
                sort_keys=['host', 'display_name'],
                sort_dirs=['desc', 'asc'],
            )
        ],
        after=lambda: servers(marker=cloud.server('web-1').id, limit=1),
        after_missing=lambda: servers(marker='no'),
        of_status=lambda: servers(search_opts={'status': 'ERROR'}),
        of_host=lambda: [
            one.name for one in servers(search_opts={**everywhere, 'host': 'host1', 'name': 'web'})
        ],
        deleted=lambda: servers(search_opts={**everywhere, 'deleted': True}),
        wrong_filter=lambda: servers(search_opts={'changes-since': 'never'}),
        wrong_key=lambda: servers(sort_keys=['no'], sort_dirs=['asc']),
        wrapped=lambda: [
            {name: type(value).__name__ for name, value in wrapper.OSServer(one).to_dict().items()}
            for one in servers()
        ],
        names=lambda: [wrapper.OSServer(one).name_or_id for one in servers()],
    )
    call.each(
        'services',
        all=lambda: services(),
        compute=lambda: services(binary='nova-compute'),
        of_host=lambda: services(host='host1'),
        of_no_host=lambda: services(host='no'),
        wrong=lambda: services(no='no'),
    )
    user = cloud.new_session(username='nobody')
    call.each(
        'client',
        version=lambda: utils.nova_client(cloud.session, cloud.region).api_version.get_string(),
        request=lambda: (
            utils.nova_client(cloud.session, cloud.region, REQUEST).client.global_request_id
        ),
        of_version=lambda: utils.nova_client(
            cloud.session, cloud.region, version='2.1'
        ).servers.list(),
        no_region=lambda: utils.nova_client(cloud.session, 'no'),
        not_logged_in=lambda: nova.list_servers(profile, user, REQUEST),
    )
