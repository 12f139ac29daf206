"""Calls of wrapanapi: ``systems.openstack``, for tests of platforms that manage clouds."""

from __future__ import annotations

import importlib
from typing import Any

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def system(cloud: Cloud, module: str, name: str) -> Any:
    """A system of the cloud, which replaces the ``request`` of its client."""
    kind = getattr(importlib.import_module(f'wrapanapi.systems.{module}'), name)
    login = cloud.login
    return kind(
        tenant=login['project_name'],
        username=login['username'],
        password=login['password'],
        auth_url=login['auth_url'],
        keystone_version=3,
        domain_id='default',
    )


def calls(cloud: Cloud, call: Calls) -> None:
    """Instances, from the list to what is done with each."""
    openstack = system(cloud, 'openstack', 'OpenstackSystem')
    infrastructure = system(cloud, 'openstack_infra', 'OpenstackInfraSystem')
    # It takes the id of a domain for its name.
    infrastructure._session = cloud.session
    project = cloud.project
    call.each(
        '',
        list_vms=lambda: [vm.raw for vm in openstack.list_vms(filter_tenants=False)],
        list_own_vms=lambda: [vm.raw for vm in openstack.list_vms(False, all_tenants=False)],
        page=lambda: openstack._generic_paginator(openstack.api.flavors.list)[:2],
        list_flavor=lambda: openstack.list_flavor(),
        list_keypair=lambda: openstack.list_keypair(),
        list_network=lambda: openstack.list_network(),
        list_templates=lambda: openstack.list_templates(),
        get_template=lambda: openstack.get_template(id='no'),
        usage_and_quota=lambda: openstack.usage_and_quota(),
        quota=lambda: openstack.api.quotas.get(project).to_dict(),
        info=lambda: openstack.info(),
        service_type=lambda: openstack.api.client.service_type,
        request=lambda: openstack.api.client.request('/os-keypairs', 'GET')[1],
        infrastructure=lambda: infrastructure.api.servers.list(),
        infrastructure_nodes=lambda: infrastructure.nodes,
        infrastructure_images=lambda: infrastructure.images,
        infrastructure_networks=lambda: infrastructure.networks,
    )
    module = importlib.import_module('wrapanapi.systems.openstack')
    call('missing', lambda: module.OpenstackInstance(openstack, uuid='no').refresh())
    instance = module.OpenstackInstance(openstack, uuid=cloud.server('web-1').id)
    call.each(
        '',
        refresh=lambda: instance.refresh(),
        name=lambda: instance.name,
        state=lambda: str(instance.state),
        created=lambda: type(instance.creation_time).__name__,
        networks=lambda: instance._get_networks(),
        ip=lambda: instance.ip,
        all_ips=lambda: instance.all_ips,
        flavor=lambda: instance.flavor,
        type=lambda: instance.type,
        hardware=lambda: instance.get_hardware_configuration(),
        volumes=lambda: instance.attached_volumes,
        rename=lambda: instance.rename('renamed'),
        renamed=lambda: instance.name,
        rename_back=lambda: instance.rename('web-1'),
        set_meta=lambda: instance.set_meta_value('key', {'a': 1}),
        get_meta_before=lambda: instance.get_meta_value('key'),
        refresh_meta=lambda: instance.refresh().metadata,
        get_meta=lambda: instance.get_meta_value('key'),
        stop=lambda: instance.stop(),
        stop_again=lambda: instance.stop(),
        start=lambda: instance.start(),
        restart=lambda: instance.restart(),
        suspend=lambda: instance.suspend(),
        resume=lambda: instance.start(),
        pause=lambda: instance.pause(),
        unpause=lambda: instance.start(),
        shelve=lambda: instance.shelve(),
    )
    cloud.await_status(instance.uuid, 'SHELVED_OFFLOADED')
    call('is_shelved', lambda: (instance.is_shelved, instance.is_shelved_offloaded))
    call('shelve_offload', lambda: instance.shelve_offload())
    # Its images and networks were never there at this version.
    openstack.list_network = lambda: ['private']
    template = module.OpenstackImage(openstack, raw=cloud.nova.glance.find_image('cirros'))
    flavor = cloud.nova.flavors.find(name='m1.tiny')
    call.each(
        '',
        refresh_template=lambda: template.refresh(),
        override_existing=lambda: template._get_or_create_override_flavor(flavor, 1, 512),
        override=lambda: template._get_or_create_override_flavor(flavor, 3, 96),
        override_again=lambda: template._get_or_create_override_flavor(flavor, 3, 96),
        deploy=lambda: template.deploy('tried').raw,
        deploy_elsewhere=lambda: template.deploy('tried-too', power_on=False, ram=4096).raw,
        deploy_by_name=lambda: template.deploy('tried-too', flavor_name='m1.tiny'),
        deploy_missing=lambda: template.deploy('tried-too', flavor_name='no'),
    )
    other = module.OpenstackInstance(openstack, uuid=cloud.server('web-2').id)
    call('exists', lambda: other.exists)
    call('delete', lambda: other.delete())
    call('deleted', lambda: other.exists)
