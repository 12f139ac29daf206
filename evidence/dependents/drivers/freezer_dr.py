"""Calls of freezer-dr: ``common.osclient``, which moves servers from failed hosts."""

from __future__ import annotations

import importlib

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls


def calls(cloud: Cloud, call: Calls) -> None:
    """Hosts, hypervisors and their servers, with a session of keystoneclient."""
    module = importlib.import_module('freezer_dr.common.osclient')
    login = dict(cloud.login)
    client = module.OSClient(login.pop('auth_url'), endpoint_type='publicURL', **login)
    node = {'host': names.HOST, 'binary': 'nova-compute'}
    other = {'host': names.OTHER_HOST, 'binary': 'nova-compute'}
    missing = {'host': 'no'}
    call.each(
        '',
        client=lambda: client.get_novaclient().api_version,
        computes=lambda: client.novacomputes(),
        hypervisors=lambda: client.novahypervisors(),
        statistics=lambda: client.get_hypervisors_stats(),
        details=lambda: client.get_hypervisor_details(node),
        missing_details=lambda: client.get_hypervisor_details(missing),
        hypervisor=lambda: client.get_hypervisor(node),
        missing_hypervisor=lambda: client.get_hypervisor(missing),
        instances_of_hypervisor=lambda: client.get_hypervisor_instances(node),
        instances=lambda: client.get_instances_list(node),
        affected=lambda: client.get_affected_tenants(other),
        status=lambda: client.get_node_status(other),
        missing_status=lambda: client.get_node_status(missing),
        disable=lambda: client.disable_node(other),
        disabled=lambda: client.get_node_status(other),
        disable_missing=lambda: client.disable_node(missing),
        maintenance=lambda: client.set_in_maintenance([names.HOST]),
        force_down=lambda: cloud.nova.services.force_down(cloud.service(names.HOST), True),
        evacuate=lambda: client.evacuate([node]),
        evacuate_missing=lambda: client.evacuate([missing]),
        session=lambda: type(client.get_session()).__name__,
    )
