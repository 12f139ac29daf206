"""Calls of octavia: ``octavia.compute.drivers.nova_driver``, whose amphorae are servers."""

from __future__ import annotations

import importlib
from unittest import mock

from evidence.dependents.cloud import Cloud
from evidence.dependents.drivers import stubs
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Create, read and delete amphorae and server groups."""
    importlib.import_module('octavia.common.config')
    clients = importlib.import_module('octavia.common.clients')
    driver = importlib.import_module('octavia.compute.drivers.nova_driver')
    session = stubs.namespace(get_session=lambda: cloud.session)
    with mock.patch.object(clients.keystone, 'KeystoneSession', return_value=session):
        nova = clients.NovaAuth.get_nova_client(cloud.region, endpoint=cloud.compute_url)
    amphorae = driver.VirtualMachineManager.__new__(driver.VirtualMachineManager)
    amphorae._nova_client = nova
    amphorae.manager = nova.servers
    amphorae.server_groups = nova.server_groups
    amphorae.flavor_manager = nova.flavors
    amphorae.availability_zone_manager = nova.availability_zones
    amphorae.volume_driver = amphorae.network_driver = None
    amphorae.image_driver = mock.Mock()
    amphorae.image_driver.get_image_id_by_tag.return_value = cloud.image
    server = cloud.server().id
    call.each(
        '',
        build=lambda: amphorae.build(amphora_flavor='1', image_tag='t', key_name=None, name='amp'),
        build_with_files=lambda: amphorae.build(
            amphora_flavor='1', image_tag='t', name='amp', config_drive_files={'/a': 'b'}
        ),
        build_with_no_flavor=lambda: amphorae.build(amphora_flavor='no', image_tag='t', name='amp'),
        status=lambda: amphorae.status(server),
        status_of_missing=lambda: amphorae.status('no'),
        get=lambda: amphorae.get_amphora(server),
        get_missing=lambda: amphorae.get_amphora('no'),
        delete_missing=lambda: amphorae.delete('no'),
        create_group=lambda: amphorae.create_server_group('tried', 'anti-affinity'),
        delete_group=lambda: amphorae.delete_server_group(nova.server_groups.list()[0].id),
        delete_missing_group=lambda: amphorae.delete_server_group('no'),
        flavor=lambda: amphorae.validate_flavor('1'),
        missing_flavor=lambda: amphorae.validate_flavor('no'),
        zone=lambda: amphorae.validate_availability_zone('nova'),
        missing_zone=lambda: amphorae.validate_availability_zone('no'),
        attach=lambda: amphorae.attach_network_or_port(server, network_id='no'),
        detach=lambda: amphorae.detach_port(server, 'no'),
    )
