"""Calls of horizon: ``openstack_dashboard.api.nova``, behind the pages of the dashboard."""

from __future__ import annotations

import importlib
from typing import Any
from unittest import mock

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls

MISSING = '00000000-0000-0000-0000-000000000000'
LAST_YEAR = ('2020-01-01T00:00:00', '2020-02-01T00:00:00')
INSTALLED = ('django.contrib.contenttypes', 'django.contrib.auth')


def api() -> Any:
    """The module, with the settings that the dashboard has by default."""
    settings = importlib.import_module('django.conf').settings
    defaults = {}
    for name in ('horizon.defaults', 'openstack_auth.defaults', 'openstack_dashboard.defaults'):
        module = importlib.import_module(name)
        defaults.update({key: getattr(module, key) for key in dir(module) if key.isupper()})
    # Pages and their language are not tried.
    defaults.update(
        INSTALLED_APPS=INSTALLED,
        USE_I18N=False,
        HORIZON_CONFIG={'exceptions': {'unauthorized': (), 'not_found': (), 'recoverable': ()}},
    )
    settings.configure(**defaults)
    importlib.import_module('django').setup()
    return importlib.import_module('openstack_dashboard.api.nova')


def request(cloud: Cloud) -> Any:
    """A request of the administrator's browser."""
    user = stubs.context(cloud)
    endpoints = {
        'compute': cloud.compute_url,
        'identity': cloud.auth_url,
    }
    catalog = [
        {
            'type': kind,
            'name': kind,
            'endpoints': [{'region': cloud.region, 'interface': 'public', 'url': url}],
        }
        for kind, url in endpoints.items()
    ]
    token = stubs.namespace(id=user.auth_token, project={'domain_id': user.project_domain_id})
    return stubs.namespace(
        user=stubs.namespace(
            username=names.USER,
            id=user.user_id,
            token=token,
            tenant_id=user.project_id,
            project_id=user.project_id,
            service_catalog=catalog,
            services_region=cloud.region,
        ),
        session={},
        GET={},
        COOKIES={},
        META={},
    )


def reads(nova: Any, browser: Any, server: str) -> dict[str, Any]:
    """Return the reads of pages."""
    user = browser.user
    return {
        'version': lambda: nova.get_microversion(browser, 'locked_attribute'),
        'version_of_two': lambda: nova.get_microversion(
            browser, ['instance_description', 'auto_allocated_network']
        ),
        'is_available': lambda: nova.is_feature_available(browser, 'servergroup_soft_policies'),
        'server': lambda: nova.server_get(browser, server)._apiresource,
        'missing_server': lambda: nova.server_get(browser, MISSING),
        'servers': lambda: [one.name for one in nova.server_list(browser)[0]],
        'servers_of_all': lambda: [
            one.to_dict() for one in nova.server_list(browser, {'all_tenants': True})[0]
        ],
        'servers_paged': lambda: [
            one.name
            for one in nova.server_list_paged(browser, {'paginate': True, 'all_tenants': 1})[0]
        ],
        'servers_short': lambda: len(nova.server_list(browser, detailed=False)[0]),
        'vnc': lambda: nova.server_vnc_console(browser, server)._apidict,
        'spice': lambda: nova.server_spice_console(browser, server)._apidict,
        'rdp': lambda: nova.server_rdp_console(browser, server)._apidict,
        'serial': lambda: nova.server_serial_console(browser, server)._apidict,
        'mks': lambda: nova.server_mks_console(browser, server)._apidict,
        'flavor': lambda: nova.flavor_get(browser, '1', get_extras=True),
        'missing_flavor': lambda: nova.flavor_get(browser, 'no'),
        'flavors': lambda: nova.flavor_list(browser, get_extras=True),
        'all_flavors': lambda: nova.flavor_list(browser, None),
        'flavors_paged': lambda: nova.flavor_list_paged(browser, paginate=True),
        'access': lambda: nova.flavor_access_list(browser, '1'),
        'extras': lambda: nova.flavor_get_extras(browser, '1'),
        'raw_extras': lambda: nova.flavor_get_extras(browser, '1', raw=True),
        'keypairs': lambda: nova.keypair_list(browser),
        'missing_keypair': lambda: nova.keypair_get(browser, 'no'),
        'console_output': lambda: nova.server_console_output(browser, server),
        'console_lines': lambda: nova.server_console_output(browser, server, tail_length=5),
        'quotas': lambda: nova.tenant_quota_get(browser, user.tenant_id).items,
        'default_quotas': lambda: nova.default_quota_get(browser, user.tenant_id).items,
        'usage': lambda: nova.usage_get(browser, user.tenant_id, *dates())._apiresource,
        'usages': lambda: [one._apiresource for one in nova.usage_list(browser, *dates())],
        'password': lambda: nova.get_password(browser, server),
        'volumes': lambda: nova.instance_volumes_list(browser, server),
        'hypervisors': lambda: nova.hypervisor_list(browser),
        'statistics': lambda: nova.hypervisor_stats(browser),
        'search': lambda: nova.hypervisor_search(browser, names.HOST),
        'limits': lambda: nova.tenant_absolute_limits(browser),
        'limits_reserved': lambda: nova.tenant_absolute_limits(browser, True, user.tenant_id),
        'zones': lambda: nova.availability_zone_list(browser),
        'zones_in_detail': lambda: nova.availability_zone_list(browser, detailed=True),
        'groups': lambda: nova.server_group_list(browser),
        'missing_group': lambda: nova.server_group_get(browser, MISSING),
        'services': lambda: nova.service_list(browser),
        'services_of_one': lambda: nova.service_list(browser, binary='nova-compute'),
        'aggregates': lambda: nova.aggregate_details_list(browser),
        'actions': lambda: nova.instance_action_list(browser, server),
    }


def dates() -> list[Any]:
    """A month, as pages of usage ask for it."""
    parse = importlib.import_module('datetime').datetime.fromisoformat
    return [parse(text) for text in LAST_YEAR]


def calls(cloud: Cloud, call: Calls) -> None:
    """Make the calls of pages, then those of buttons."""
    nova = api()
    browser = request(cloud)
    policy = importlib.import_module('openstack_dashboard.policy')
    server = cloud.server().id
    with mock.patch.object(policy, 'check', return_value=True):
        for name, read in reads(nova, browser, server).items():
            call(name, read)
        things(nova, browser, call)
        servers(nova, browser, cloud, call)


def things(nova: Any, browser: Any, call: Calls) -> None:
    """Flavors, keypairs, groups, services, aggregates, quotas."""
    user = browser.user
    flavor = call('create_flavor', lambda: nova.flavor_create(browser, 'tried', 64, 1, 0))
    call.each(
        '',
        set_extra=lambda: nova.flavor_extra_set(browser, flavor.id, {'a:b': 'c'}),
        delete_extra=lambda: nova.flavor_extra_delete(browser, flavor.id, ['a:b']),
        add_access=lambda: nova.add_tenant_to_flavor(browser, flavor.id, user.tenant_id),
        remove_access=lambda: nova.remove_tenant_from_flavor(browser, flavor.id, user.tenant_id),
        delete_flavor=lambda: nova.flavor_delete(browser, flavor.id),
        create_keypair=lambda: nova.keypair_create(browser, 'tried').name,
        get_keypair=lambda: nova.keypair_get(browser, 'tried').name,
        import_keypair=lambda: nova.keypair_import(browser, 'imported', 'no key'),
        delete_keypair=lambda: nova.keypair_delete(browser, 'tried'),
        update_quotas=lambda: nova.tenant_quota_update(browser, user.tenant_id, cores=30),
        update_default_quotas=lambda: nova.default_quota_update(browser, cores=30),
        disable=lambda: nova.service_disable(browser, names.OTHER_HOST, 'nova-compute', 'moved'),
        disable_simply=lambda: nova.service_disable(browser, names.OTHER_HOST, 'nova-compute'),
        enable=lambda: nova.service_enable(browser, names.OTHER_HOST, 'nova-compute'),
    )
    policies = {'name': 'tried', 'policies': ['affinity']}
    group = call('create_group', lambda: nova.server_group_create(browser, **policies))
    call('group', lambda: nova.server_group_get(browser, group.id))
    call('delete_group', lambda: nova.server_group_delete(browser, group.id))
    aggregate = call('create_aggregate', lambda: nova.aggregate_create(browser, 'tried', 'zone'))
    call.each(
        '',
        aggregate=lambda: nova.aggregate_get(browser, aggregate.id),
        update_aggregate=lambda: nova.aggregate_update(browser, aggregate.id, {'name': 'other'}),
        set_metadata=lambda: nova.aggregate_set_metadata(browser, aggregate.id, {'a': 'b'}),
        delete_aggregate=lambda: nova.aggregate_delete(browser, aggregate.id),
        delete_it_again=lambda: nova.aggregate_delete(browser, aggregate.id),
    )


def servers(nova: Any, browser: Any, cloud: Cloud, call: Calls) -> None:
    """Make the calls of a server's menu."""
    server = cloud.server('web-2').id
    call(
        'create_server',
        lambda: nova.server_create(
            browser, 'tried', cloud.image, '1', None, None, ['default'], nics=None
        ),
    )
    for name, status in (
        ('server_pause', 'PAUSED'),
        ('server_unpause', 'ACTIVE'),
        ('server_suspend', 'SUSPENDED'),
        ('server_resume', 'ACTIVE'),
        ('server_stop', 'SHUTOFF'),
        ('server_start', 'ACTIVE'),
        ('server_rescue', 'RESCUE'),
        ('server_unrescue', 'ACTIVE'),
    ):
        call(name, lambda name=name: getattr(nova, name)(browser, server))  # type: ignore[misc]
        cloud.await_status(server, status)
    call('resize', lambda: nova.server_resize(browser, server, '2'))
    cloud.await_status(server, 'VERIFY_RESIZE')
    call('confirm', lambda: nova.server_confirm_resize(browser, server))
    call('revert', lambda: nova.server_revert_resize(browser, server))
    cloud.await_status(server)
    call('reboot', lambda: nova.server_reboot(browser, server, soft_reboot=True))
    cloud.await_status(server)
    call.each(
        '',
        lock=lambda: nova.server_lock(browser, server),
        unlock=lambda: nova.server_unlock(browser, server),
        update=lambda: nova.server_update(browser, server, 'web-2', 'described'),
        set_metadata=lambda: nova.server_metadata_update(browser, server, {'a': 'b'}),
        delete_metadata=lambda: nova.server_metadata_delete(browser, server, ['a']),
        snapshot=lambda: nova.snapshot_create(browser, server, 'tried'),
        attach_volume=lambda: nova.instance_volume_attach(browser, MISSING, server, None),
        detach_volume=lambda: nova.instance_volume_detach(browser, server, MISSING),
        detach_interface=lambda: nova.interface_detach(browser, server, MISSING),
        attach_interface=lambda: nova.interface_attach(browser, server, net_id=MISSING),
        evacuate_host=lambda: nova.evacuate_host(browser, names.OTHER_HOST),
    )
    cloud.await_status(server)
    call('live_migrate', lambda: nova.server_live_migrate(browser, server, None))
    cloud.await_status(server)
    call('rebuild', lambda: nova.server_rebuild(browser, server, cloud.image))
    cloud.await_status(server)
    call('migrate_host', lambda: nova.migrate_host(browser, names.HOST, live_migrate=True))
    call('shelve', lambda: nova.server_shelve(browser, server))
    call('delete', lambda: nova.server_delete(browser, server))
