"""Calls of sahara: what its clusters, quotas and validations ask of Nova."""

from __future__ import annotations

import importlib
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Flavors, keypairs, zones, limits and addresses."""
    nova = importlib.import_module('sahara.utils.openstack.nova')
    nova.CONF.register_opt(importlib.import_module('oslo_config.cfg').StrOpt('os_region_name'))
    nova.CONF.set_override('os_region_name', cloud.region)
    nova.CONF.set_override('endpoint_type', 'publicURL', 'nova')
    base = importlib.import_module('sahara.service.validations.base')
    quotas = importlib.import_module('sahara.service.quotas')
    networks = importlib.import_module('sahara.service.networks')
    volumes = importlib.import_module('sahara.service.volumes')
    cloud.nova.keypairs.create('tried')
    server = cloud.server()
    instance = stubs.namespace(instance_id=server.id, cluster=mock.Mock(), node_group=mock.Mock())
    missing = stubs.namespace(instance_id='no')
    group = stubs.namespace(
        flavor_id='1',
        floating_ip_pool=None,
        volumes_per_node=0,
        auto_security_group=False,
        open_ports=[],
    )
    limits = {'instances': 0, 'ram': 0, 'cpu': 0, 'ports': 0}
    updated = mock.Mock()
    with (
        mock.patch.object(nova.sessions, 'cache') as cache,
        mock.patch.object(nova.keystone, 'auth', return_value=cloud.session.auth),
        mock.patch.object(networks.conductor, 'instance_update', updated),
        mock.patch.object(networks.context, 'ctx'),
        mock.patch.object(volumes, 'cinder'),
        mock.patch.object(volumes, '_await_detach', return_value=True),
    ):
        cache.return_value.get_session.return_value = cloud.session
        call.each(
            '',
            client=lambda: nova.client().api_version,
            flavor=lambda: nova.get_flavor(id='1'),
            flavor_by_name=lambda: nova.get_flavor(name='m1.tiny'),
            missing_flavor=lambda: nova.get_flavor(id='no'),
            instance=lambda: nova.get_instance_info(instance),
            missing_instance=lambda: nova.get_instance_info(missing),
            keypair=lambda: nova.get_keypair('tried'),
            missing_keypair=lambda: nova.get_keypair('no'),
            check_flavor=lambda: base.check_flavor_exists('1'),
            check_missing_flavor=lambda: base.check_flavor_exists('no'),
            check_keypair=lambda: base.check_keypair_exists('tried'),
            check_missing_keypair=lambda: base.check_keypair_exists('no'),
            check_zone=lambda: base.check_availability_zone_exist('nova'),
            check_missing_zone=lambda: base.check_availability_zone_exist('no'),
            limits=lambda: quotas._get_nova_limits(),
            group_limits=lambda: quotas._update_limits_for_ng(limits, group, 2),
            addresses=lambda: bool(networks.init_instances_ips(instance)),
            detach=lambda: volumes._detach_volume(instance, 'no'),
        )
