"""Fields of resources by version, in the order of answers, and their links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from novaclient_mv.sandbox.baremetal import ironic_versions
from novaclient_mv.sandbox.http.wsgi import Request

Fields = Mapping[str, int]
"""Names of fields with their first minor version."""


def fields(text: str) -> dict[str, int]:
    """Read names of fields: ``name:5`` exists from 1.5, one without a number always."""
    named = (word.partition(':') for word in text.split())
    return {name: int(minimum or 1) for name, _, minimum in named}


NODE = fields(
    'uuid created_at updated_at automated_clean:47 bios_interface:40 boot_interface:31 '
    'boot_mode:75 clean_step:7 conductor_group:46 console_enabled console_interface:31 '
    'disable_power_off:95 deploy_interface:31 deploy_step:44 description:51 driver driver_info '
    'driver_internal_info:3 extra fault:42 firmware_interface:86 health:109 '
    'inspection_finished_at:6 inspection_started_at:6 inspect_interface:31 instance_info '
    'instance_name:104 instance_uuid last_error lessee:65 maintenance maintenance_reason '
    'management_interface:31 name:5 network_data:66 network_interface:20 owner:50 parent_node:83 '
    'power_interface:31 power_state properties protected:48 protected_reason:48 provision_state '
    'provision_updated_at raid_config:12 raid_interface:31 rescue_interface:38 reservation '
    'resource_class:21 retired:61 retired_reason:61 secure_boot:75 service_step:87 shard:82 '
    'storage_interface:33 target_power_state target_provision_state target_raid_config:12 '
    'traits:37 vendor_interface:31 links conductor:49 allocation_uuid:52 chassis_uuid ports '
    'states:14 portgroups:24 volume:32'
)
NODE_SHORT = (
    'instance_uuid', 'maintenance', 'power_state', 'provision_state', 'uuid', 'name', 'links',
)  # fmt: skip
NODE_STATES = fields(
    'console_enabled last_error power_state provision_state target_power_state '
    'target_provision_state provision_updated_at raid_config:12 target_raid_config:12 '
    'boot_mode:75 secure_boot:75'
)
PORT = fields(
    'uuid created_at updated_at address extra internal_info:18 is_smartnic:53 '
    'local_link_connection:19 physical_network:34 pxe_enabled:19 node_uuid name:88 '
    'description:97 vendor:100 category:101 available_for_dynamic_portgroup:111 links '
    'portgroup_uuid:24'
)
PORTGROUP = fields(
    'uuid created_at updated_at address extra internal_info mode:26 name properties:26 '
    'standalone_ports_supported node_uuid physical_network:102 category:103 '
    'dynamic_portgroup:111 links ports'
)
CHASSIS = fields('uuid created_at updated_at description extra links nodes')
CONDUCTOR = fields('created_at updated_at hostname conductor_group drivers links alive')
ALLOCATION = fields(
    'uuid created_at updated_at candidate_nodes extra last_error name owner:60 resource_class '
    'state traits links node_uuid'
)
VOLUME_CONNECTOR = fields('uuid created_at updated_at connector_id extra type links node_uuid')
VOLUME_TARGET = fields(
    'uuid created_at updated_at boot_index extra properties volume_id volume_type links node_uuid'
)
DEPLOY_TEMPLATE = fields('uuid created_at updated_at name extra links steps')
RUNBOOK = fields(
    'uuid created_at updated_at name extra public owner disable_ramdisk description:112 links '
    'steps traits:112'
)
INSPECTION_RULE = fields(
    'uuid created_at updated_at description priority sensitive phase conditions actions links'
)
HISTORY = fields(
    'uuid created_at severity event_type event conductor user project:113 state:115 '
    'target_provision_state:115 duration_seconds:115 links'
)


def visible(all_fields: Fields, minor: float) -> list[str]:
    """The fields that a version tells."""
    return [name for name, minimum in all_fields.items() if minor >= minimum]


def only(facts: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Some fields of a resource, in the order of the whole."""
    name_set = set(names)
    return {name: value for name, value in facts.items() if name in name_set}


def links(request: Request, path: str, bookmark: bool = True) -> list[dict[str, str]]:
    """The links of a resource.

    :param path: below ``/v1``, without a slash before it.
    :param bookmark: whether to add one without a version.
    """
    base = ironic_versions.base_of(request)
    listed = [{'href': f'{base}/v1/{path}', 'rel': 'self'}]
    if bookmark:
        listed.append({'href': f'{base}/{path}', 'rel': 'bookmark'})
    return listed


def volume_links(request: Request, path: str) -> dict[str, Any]:
    """The links of what tells of volumes: to itself, connectors and targets."""
    parts = {name: links(request, f'{path}/{name}') for name in ('connectors', 'targets')}
    return {'links': links(request, f'{path}/'), **parts}
