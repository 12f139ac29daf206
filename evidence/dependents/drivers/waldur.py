"""Calls of waldur-mastermind: ``openstack_tenant.backend``, which sells servers."""

from __future__ import annotations

import datetime
import importlib
import sys
import types
from collections.abc import Callable
from typing import Any
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


class Missing(Exception):
    """Raised by models that have no such row."""


def logged(*_: object) -> Callable[[Any], Any]:
    """A stub of the decorator that logs actions."""
    return lambda function: function


def backend(cloud: Cloud) -> Any:
    """The backend of a tenant, without the database."""
    stubs.without(
        *('cinderclient.v2', 'cinderclient.v2.contrib', 'django.db', 'django.core.cache'),
        *('waldur_core', 'waldur_core.core', 'waldur_core.core.utils', 'waldur_core.structure'),
        *('waldur_core.structure.utils', 'waldur_openstack.openstack.models'),
        *('waldur_openstack.openstack_tenant.models', 'waldur_openstack.openstack_tenant.apps'),
    )
    structure = sys.modules['waldur_core.structure']
    vars(structure).update(log_backend_action=logged, ServiceBackend=object)
    errors = types.ModuleType('waldur_core.structure.exceptions')
    vars(errors).update(SerializableBackendError=type('SerializableBackendError', (Exception,), {}))
    sys.modules[errors.__name__] = errors
    tenant = importlib.import_module('waldur_openstack.openstack_tenant.backend')
    base = importlib.import_module('waldur_openstack.openstack_base.backend')
    for name in ('Flavor', 'Instance', 'InstanceAvailabilityZone', 'SecurityGroup', 'Volume'):
        model = getattr(tenant.models, name)
        model.DoesNotExist = Missing
        model.objects.get.side_effect = Missing
        model.side_effect = stubs.namespace
    made = tenant.OpenStackTenantBackend.__new__(tenant.OpenStackTenantBackend)
    made.settings = stubs.namespace(
        id='1',
        uuid=stubs.namespace(hex='1'),
        domain='Default',
        backend_url=cloud.auth_url,
        username=cloud.login['username'],
        password=cloud.login['password'],
        options={},
        get_option=lambda name: {'console_type': 'novnc'}.get(name),
    )
    made.tenant_id = cloud.project
    tenant.timezone.utc = datetime.UTC
    made.gb2mb = lambda size: size * 1024
    base.QuietSession = importlib.import_module('requests').Session
    return made


def instance(identifier: str, **more: Any) -> Any:
    """A row of an instance."""
    volumes = mock.MagicMock()
    volumes.iterator.return_value = []
    return mock.MagicMock(
        backend_id=identifier, runtime_state='ACTIVE', error_message='', volumes=volumes, **more
    )


def calls(cloud: Cloud, call: Calls) -> None:
    """Instances, their volumes, keys and flavors."""
    tenant = backend(cloud)
    web, other = instance(cloud.server('web-1').id), instance(cloud.server('web-2').id)
    missing = instance('no')
    missing.name = 'renamed'
    models = importlib.import_module('waldur_openstack.openstack_tenant.backend').models
    models.Instance.objects.get = lambda **_: web
    new = instance('', key_name='', user_data='text', availability_zone=None)
    new.name = 'tried'
    nics = cloud.nova.neutron.find_network('private')
    volume = mock.MagicMock(instance=web, backend_id='no')
    key = cloud.nova.keypairs.create('tried-key')
    call.each(
        '',
        ping=lambda: tenant.ping_resource(web),
        ping_missing=lambda: tenant.ping_resource(missing),
        instances=lambda: [vars(one)['name'] for one in tenant.get_instances()],
        importing=lambda: sorted(vars(tenant.import_instance(web.backend_id, save=False))),
        import_missing=lambda: tenant.import_instance('no', save=False),
        flavor=lambda: tenant._get_flavor('1'),
        missing_flavor=lambda: tenant._get_flavor('no'),
        flavors=lambda: tenant.nova_client.flavors.findall(),
        public_flavors=lambda: tenant.nova_client.flavors.findall(is_public=True),
        statistics=lambda: tenant.nova_client.hypervisor_stats.statistics(),
        quotas=lambda: tenant.nova_client.quotas.get(tenant_id=cloud.project),
        update_quotas=lambda: tenant.nova_client.quotas.update(cloud.project, cores=30),
        key=lambda: tenant._get_or_create_ssh_key('tried-key', key.fingerprint, key.public_key),
        new_key=lambda: tenant._get_or_create_ssh_key('tried-too', 'no', key.public_key),
        same_key=lambda: tenant._get_or_create_ssh_key('tried-too', 'no', key.public_key),
        keys_of_fingerprint=lambda: tenant.nova_client.keypairs.findall(
            fingerprint=key.fingerprint
        ),
        zones=lambda: tenant.nova_client.availability_zones.list(detailed=False),
        pull_zones=lambda: tenant.pull_instance_availability_zones(),
        create=lambda: tenant.create_instance(new, '1'),
        create_without_flavor=lambda: tenant.create_instance(new, 'no'),
        rename=lambda: tenant.update_instance(
            stubs.namespace(backend_id=web.backend_id, name='renamed')
        ),
        rename_missing=lambda: tenant.update_instance(missing),
        attach=lambda: tenant.attach_volume(volume, web.backend_id, '/dev/vdb'),
        detach=lambda: tenant.detach_volume(volume),
        attach_port=lambda: tenant.nova_client.servers.interface_attach(
            web.backend_id, None, nics.id, None
        ),
        groups=lambda: tenant.pull_instance_security_groups(web),
        push_groups=lambda: tenant.push_instance_security_groups(web),
        groups_of_missing=lambda: tenant.pull_instance_security_groups(missing),
        is_deleted=lambda: tenant.is_instance_deleted(web),
        is_missing_deleted=lambda: tenant.is_instance_deleted(missing),
        start_started=lambda: tenant.start_instance(web),
        pull=lambda: (tenant.pull_instance_runtime_state(web), web.runtime_state),
        console=lambda: tenant.get_console_url(web),
        console_of_missing=lambda: tenant.get_console_url(missing),
        output=lambda: tenant.get_console_output(web, 2),
        whole_output=lambda: tenant.get_console_output(web),
        resize=lambda: tenant.resize_instance(web, '2'),
        confirm_early=lambda: tenant.confirm_instance_resize(other),
        stop=lambda: tenant.stop_instance(other),
    )
    cloud.await_status(web.backend_id, 'VERIFY_RESIZE')
    cloud.await_status(other.backend_id, 'SHUTOFF')
    call.each(
        '',
        confirm=lambda: tenant.confirm_instance_resize(web),
        stop_stopped=lambda: tenant.stop_instance(other),
        start=lambda: tenant.start_instance(other),
    )
    cloud.await_status(web.backend_id)
    call.each(
        '',
        restart=lambda: tenant.restart_instance(web),
        delete=lambda: tenant.delete_instance(web),
        delete_missing=lambda: tenant.delete_instance(missing),
    )
