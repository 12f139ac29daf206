"""Each method of each manager, with every argument in every way that Python can pass it.

Servers and other resources that are named are not there, so that nothing depends on what came
before: what is compared is what is sent, and what is refused.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterator
from typing import Any

from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

VERSIONS = ('2.1', '2.15', '2.36', '2.53', '2.79', '2.90', '2.96')
MISSING = '00000000-0000-0000-0000-000000000000'
START, END = datetime.datetime(2020, 1, 1), datetime.datetime(2020, 2, 1)

METHODS = """
aggregates.add_host aggregate host
aggregates.cache_images aggregate images
aggregates.create name availability_zone
aggregates.delete aggregate
aggregates.get aggregate
aggregates.get_details aggregate
aggregates.list
aggregates.remove_host aggregate host
aggregates.set_metadata aggregate metadata
aggregates.update aggregate values
agents.create os architecture version url md5hash hypervisor
agents.delete id
agents.list - hypervisor
agents.update id version url md5hash
assisted_volume_snapshots.create volume_id create_info
assisted_volume_snapshots.delete snapshot delete_info
availability_zones.list - detailed
flavor_access.add_tenant_access flavor tenant
flavor_access.list - flavor
flavor_access.remove_tenant_access flavor tenant
flavors.delete flavor
flavors.get flavor
flavors.list - detailed is_public marker min_disk min_ram limit sort_key sort_dir
flavors.update flavor - description
glance.find_image name_or_id
glance.find_images names_or_ids
glance.list
hypervisor_stats.statistics
hypervisors.get hypervisor
hypervisors.list - detailed marker limit
hypervisors.search hypervisor_match - servers detailed
hypervisors.statistics
hypervisors.uptime hypervisor
instance_action.get server request_id
instance_action.list server - marker limit changes_since changes_before
instance_usage_audit_log.get - before
keypairs.create name public_key - key_type user_id
keypairs.delete key - user_id
keypairs.get keypair - user_id
keypairs.list - user_id marker limit
limits.get - reserved tenant_id
migrations.list - host status instance_uuid marker limit changes_since changes_before \
    migration_type source_compute user_id project_id cell_name
neutron.find_network name
quota_classes.get class_name
quota_classes.update class_name - instances cores ram metadata_items key_pairs server_groups \
    server_group_members fixed_ips floating_ips security_groups injected_files
quotas.defaults tenant_id
quotas.delete tenant_id - user_id
quotas.get tenant_id - user_id detail
quotas.update tenant_id - user_id force instances cores ram metadata_items key_pairs \
    server_groups server_group_members fixed_ips floating_ips security_groups injected_files
server_external_events.create events
server_groups.create name policy - rules
server_groups.delete id
server_groups.get id
server_groups.list - all_projects limit offset
server_migrations.get server migration
server_migrations.list server
server_migrations.live_migrate_force_complete server migration
server_migrations.live_migration_abort server migration
servers.add_security_group server security_group
servers.add_tag server tag
servers.backup server backup_name backup_type rotation
servers.change_password server password
servers.clear_password server
servers.confirm_resize server
servers.create_image server image_name - metadata
servers.delete server
servers.delete_all_tags server
servers.delete_meta server keys
servers.delete_tag server tag
servers.diagnostics server
servers.evacuate server - host on_shared_storage password force
servers.force_delete server
servers.get server
servers.get_console_output server - length
servers.get_console_url server console_type
servers.get_meta server key
servers.get_mks_console server
servers.get_password server - private_key
servers.get_rdp_console server rdp_type
servers.get_serial_console server serial_type
servers.get_spice_console server spice_type
servers.get_vnc_console server console_type
servers.interface_attach server port_id net_id fixed_ip - tag
servers.interface_detach server port_id
servers.interface_list server
servers.ips server
servers.list - detailed search_opts marker limit sort_keys sort_dirs
servers.list_meta server
servers.list_security_group server
servers.live_migrate server host block_migration - disk_over_commit force
servers.lock server - reason
servers.migrate server - host
servers.pause server
servers.reboot server - reboot_type
servers.rebuild server image - password disk_config preserve_ephemeral name meta files \
    description key_name userdata trusted_image_certificates hostname
servers.remove_security_group server security_group
servers.rescue server - password image
servers.reset_network server
servers.reset_state server - state
servers.resize server flavor - disk_config
servers.restore server
servers.resume server
servers.revert_resize server
servers.set_meta server metadata
servers.set_meta_item server key value
servers.set_tags server tags
servers.shelve server
servers.shelve_offload server
servers.start server
servers.stop server
servers.suspend server
servers.tag_list server
servers.topology server
servers.trigger_crash_dump server
servers.unlock server
servers.unpause server
servers.unrescue server
servers.unshelve server - availability_zone host
servers.update server - name description hostname
services.delete service_id
services.disable host binary
services.disable_log_reason host binary reason
services.enable host binary
services.force_down host binary force_down
services.list - host binary
usage.get tenant_id start end - marker limit
usage.list start end - detailed marker limit
versions.get_current
versions.list
volumes.create_server_volume server_id volume_id - device tag delete_on_termination
volumes.delete_server_volume server_id - volume_id attachment_id
volumes.get_server_volume server_id - volume_id attachment_id
volumes.get_server_volumes server_id
volumes.update_server_volume server_id src_volid dest_volid - delete_on_termination
servers.create name image flavor - meta files reservation_id min_count max_count security_groups \
    userdata key_name availability_zone block_device_mapping block_device_mapping_v2 nics \
    scheduler_hints config_drive disk_config admin_pass access_ip_v4 access_ip_v6 description tags \
    trusted_image_certificates host hypervisor_hostname hostname
flavors.create name ram vcpus disk - flavorid ephemeral swap rxtx_factor is_public description
"""
"""Methods with their arguments; those behind a hyphen may be left out, at one version or other.

What makes resources stands last: their ids are made up, and lists are in order of them.
"""

VALUES: dict[str, Any] = {
    **{name: {'a': 'b'} for name in ('metadata', 'meta', 'rules', 'create_info', 'delete_info')},
    **{name: ['x'] for name in ('images', 'tags', 'keys', 'names_or_ids', 'security_groups')},
    **dict.fromkeys(('ram', 'vcpus', 'disk', 'ephemeral', 'swap', 'limit', 'offset', 'length'), 3),
    **dict.fromkeys(('instances', 'cores', 'metadata_items', 'key_pairs', 'rotation'), 7),
    **dict.fromkeys(('server_groups', 'server_group_members', 'min_disk', 'min_ram'), 5),
    **dict.fromkeys(('fixed_ips', 'floating_ips', 'injected_files'), 4),
    **dict.fromkeys(('detailed', 'is_public', 'reserved', 'detail', 'force', 'all_projects'), True),
    **dict.fromkeys(('servers', 'force_down', 'on_shared_storage', 'disk_over_commit'), True),
    **dict.fromkeys(('delete_on_termination', 'preserve_ephemeral', 'reservation_id'), True),
    **dict.fromkeys(('block_migration', 'config_drive'), False),
    **dict.fromkeys(('changes_since', 'changes_before', 'before'), '2020-01-01T00:00:00'),
    **dict.fromkeys(('volume_id', 'src_volid', 'dest_volid', 'server_id', 'image'), MISSING),
    **dict.fromkeys(('port_id', 'net_id', 'network_id', 'request_id', 'snapshot'), MISSING),
    **dict.fromkeys(('attachment_id', 'instance_uuid', 'id'), MISSING),
    **dict.fromkeys(('address', 'fixed_ip', 'access_ip_v4', 'fixed_address'), '10.0.0.9'),
    'access_ip_v6': '::1',
    'aggregate': 9999,
    'block_device_mapping': {'vda': f'{MISSING}:snap:1:1'},
    'block_device_mapping_v2': [{'uuid': MISSING, 'boot_index': 0}],
    'events': [{'name': 'network-changed', 'server_uuid': MISSING}],
    'files': {'/x': 'text'},
    'min_count': 1,
    'max_count': 2,
    'max_size': 2,
    'nics': [{'net-id': MISSING}],
    'scheduler_hints': {'group': MISSING},
    'sort_keys': ['name', 'id'],
    'sort_dirs': ['asc', 'desc'],
    'search_opts': {'name': 'x', 'all_tenants': 1},
    'trusted_image_certificates': ['a', 'b'],
    'disk_config': 'AUTO',
    'console_type': 'novnc',
    'rdp_type': 'rdp-html5',
    'serial_type': 'serial',
    'spice_type': 'spice-html5',
    'reboot_type': 'HARD',
    'key_type': 'ssh',
    'flavorid': 'made',
    'flavor': 'nothere',
    'rxtx_factor': 2.0,
    'policy': 'affinity',
    'migration': 12,
    'values': {'name': 'y'},
    'start': START,
    'end': END,
    'version': '1.0',
    'state': 'active',
    'private_key': None,
}
"""Values by the names of arguments; others are ``x``."""


OWNERS = ('server', 'flavor', 'aggregate', 'id', 'key', 'keypair', 'hypervisor', 'tenant_id')
"""First arguments that stand for a resource of the manager."""


def methods() -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield each method: its name, its required and its optional arguments."""
    for line in METHODS.replace('\\\n', ' ').strip().splitlines():
        name, *words = line.split()
        place = words.index('-') if '-' in words else len(words)
        yield name, words[:place], words[place + 1 :]


def value(name: str) -> Any:
    """The value of an argument."""
    return VALUES.get(name, 'x')


def calls(cloud: Cloud, call: Calls, version: str) -> None:
    """Each method in many ways, at a version."""
    nova = cloud.client(version)
    for name, required, optional in methods():
        manager, _, method = name.partition('.')

        def made(*args: Any, manager: str = manager, method: str = method, **kwargs: Any) -> Any:
            return getattr(getattr(nova, manager), method)(*args, **kwargs)

        values = [value(word) for word in required]
        named = {word: value(word) for word in required}
        more = {word: value(word) for word in optional}
        label = f'{version} {name}'
        call(f'{label} required', functools.partial(made, *values))
        call(f'{label} named', functools.partial(made, **named))
        call(f'{label} nothing', made)
        call(f'{label} odd', functools.partial(made, *values, nonsense=1))
        call(f'{label} all', functools.partial(made, **named, **more))
        call(f'{label} positional', functools.partial(made, *values, *more.values()))
        call(f'{label} too many', functools.partial(made, *values, *more.values(), 1, 2))
        for word in optional:
            call(f'{label} {word}', functools.partial(made, *values, **{word: value(word)}))
            for blank in (None, '', 0, [], '7'):
                call(f'{label} {word} {blank!r}', functools.partial(made, *values, **{word: blank}))
        if required and required[0] in OWNERS:
            of_resource(nova, name, values, more, call, label)


def of_resource(
    nova: Any, name: str, values: list[Any], more: dict[str, Any], call: Calls, label: str
) -> None:
    """A method with a resource in place of its id, and as a method of that resource."""
    manager_name, _, method = name.partition('.')
    manager = getattr(nova, manager_name)

    def thing() -> Any:
        fields = {'id': MISSING, 'name': 'no'}
        return manager.resource_class(manager, fields, loaded=True)

    def made(first: Any, **kwargs: Any) -> Any:
        return getattr(manager, method)(first, *values[1:], **kwargs)

    def own(*args: Any, **kwargs: Any) -> Any:
        return getattr(thing(), method)(*args, **kwargs)

    call(f'{label} of resource', lambda: made(thing()))
    call(f'{label} of number', lambda: made(7))
    call(f'{label} own', functools.partial(own, *values[1:]))
    call(f'{label} own nothing', own)
    call(f'{label} own odd', functools.partial(own, *values[1:], nonsense=1))
    call(f'{label} own all', functools.partial(own, *values[1:], **more))
    call(f'{label} own positional', functools.partial(own, *values[1:], *more.values()))
    for word, its_value in more.items():
        call(f'{label} own {word}', functools.partial(own, *values[1:], **{word: its_value}))
