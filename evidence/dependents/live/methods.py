"""The methods of the managers, at versions on both sides of what changed them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from evidence.dependents import names
from evidence.dependents.cloud import Cloud
from evidence.dependents.recording import Calls

VERSIONS = ('2.1', '2.30', '2.56', '2.79', '2.96')
MISSING = '00000000-0000-0000-0000-000000000000'

Actions = dict[str, Callable[[Any, Any], Any]]

READS: Actions = {
    'list': lambda nova, server: nova.servers.list(),
    'list_short': lambda nova, server: nova.servers.list(detailed=False),
    'list_marker': lambda nova, server: nova.servers.list(marker=server.id),
    'list_limit': lambda nova, server: nova.servers.list(limit=1),
    'list_all': lambda nova, server: nova.servers.list(limit=-1),
    'list_host': lambda nova, server: nova.servers.list(
        search_opts={'all_tenants': True, 'host': names.HOST}
    ),
    'list_none': lambda nova, server: nova.servers.list(search_opts={'name': None, 'host': ''}),
    'list_false': lambda nova, server: nova.servers.list(search_opts={'locked': False}),
    'list_true': lambda nova, server: nova.servers.list(search_opts={'locked': True}),
    'list_zero': lambda nova, server: nova.servers.list(search_opts={'host': 0, 'x': False}),
    'list_tags': lambda nova, server: nova.servers.list(search_opts={'tags': 'x'}),
    'list_odd': lambda nova, server: nova.servers.list(search_opts={'x y': 'ü'}),
    'list_since': lambda nova, server: nova.servers.list(
        search_opts={'changes-since': '2020-01-01'}
    ),
    'list_before': lambda nova, server: nova.servers.list(
        search_opts={'changes-before': '2020-01-01'}
    ),
    'list_sorted': lambda nova, server: nova.servers.list(sort_keys=['name'], sort_dirs=['asc']),
    'get': lambda nova, server: nova.servers.get(server.id),
    'get_resource': lambda nova, server: nova.servers.get(server),
    'console': lambda nova, server: nova.servers.get_console_output(server),
    'console_length': lambda nova, server: nova.servers.get_console_output(server, length=3),
    'own_console': lambda nova, server: server.get_console_output(),
    'vnc': lambda nova, server: nova.servers.get_vnc_console(server, 'novnc'),
    'spice': lambda nova, server: nova.servers.get_spice_console(server, 'spice-html5'),
    'rdp': lambda nova, server: nova.servers.get_rdp_console(server, 'rdp-html5'),
    'serial': lambda nova, server: nova.servers.get_serial_console(server, 'serial'),
    'mks': lambda nova, server: nova.servers.get_mks_console(server),
    'console_url': lambda nova, server: nova.servers.get_console_url(server, 'novnc'),
    'own_vnc': lambda nova, server: server.get_vnc_console('novnc'),
    'own_console_url': lambda nova, server: server.get_console_url('novnc'),
    'password': lambda nova, server: nova.servers.get_password(server),
    'clear_password': lambda nova, server: nova.servers.clear_password(server),
    'diagnostics': lambda nova, server: without_counts(nova.servers.diagnostics(server)),
    'own_diagnostics': lambda nova, server: without_counts(server.diagnostics()),
    'ips': lambda nova, server: nova.servers.ips(server),
    'groups': lambda nova, server: nova.servers.list_security_group(server),
    'interfaces': lambda nova, server: nova.servers.interface_list(server),
    'own_interfaces': lambda nova, server: server.interface_list(),
    'tags': lambda nova, server: nova.servers.tag_list(server),
    'topology': lambda nova, server: nova.servers.topology(server),
    'metadata': lambda nova, server: nova.servers.list_meta(server),
    'migrations': lambda nova, server: nova.server_migrations.list(server),
    'migration': lambda nova, server: nova.server_migrations.get(server, 1),
    'abort_migration': lambda nova, server: nova.server_migrations.live_migration_abort(server, 1),
    'force_migration': lambda nova, server: nova.server_migrations.live_migrate_force_complete(
        server, 1
    ),
    'actions': lambda nova, server: nova.instance_action.list(server),
    'actions_limit': lambda nova, server: nova.instance_action.list(server, limit=1),
    'action': lambda nova, server: nova.instance_action.get(
        server, nova.instance_action.list(server)[0].request_id
    ),
    'volumes': lambda nova, server: nova.volumes.get_server_volumes(server.id),
    'volume': lambda nova, server: nova.volumes.get_server_volume(server.id, MISSING),
    'all_migrations': lambda nova, server: nova.migrations.list(),
    'migrations_of_host': lambda nova, server: nova.migrations.list(host=names.HOST, status='done'),
    'migrations_limit': lambda nova, server: nova.migrations.list(limit=1),
    'migrations_user': lambda nova, server: nova.migrations.list(user_id='x', project_id='y'),
}
"""Reads; each takes a client and a server of that client."""

ACTIONS: Actions = {
    'pause': lambda nova, server: nova.servers.pause(server),
    'unpause': lambda nova, server: nova.servers.unpause(server),
    'suspend': lambda nova, server: nova.servers.suspend(server),
    'resume': lambda nova, server: nova.servers.resume(server),
    'lock': lambda nova, server: nova.servers.lock(server),
    'lock_reason': lambda nova, server: nova.servers.lock(server, reason='moved'),
    'unlock': lambda nova, server: nova.servers.unlock(server),
    'own_lock': lambda nova, server: server.lock(),
    'own_unlock': lambda nova, server: server.unlock(),
    'stop': lambda nova, server: nova.servers.stop(server),
    'start': lambda nova, server: nova.servers.start(server),
    'own_stop': lambda nova, server: server.stop(),
    'own_start': lambda nova, server: server.start(),
    'reboot': lambda nova, server: nova.servers.reboot(server),
    'reboot_hard': lambda nova, server: server.reboot(reboot_type='HARD'),
    'rescue': lambda nova, server: nova.servers.rescue(server),
    'unrescue': lambda nova, server: nova.servers.unrescue(server),
    'rescue_password': lambda nova, server: nova.servers.rescue(server, password='x', image=None),
    'own_unrescue': lambda nova, server: server.unrescue(),
    'rebuild': lambda nova, server: nova.servers.rebuild(server, server.image['id'], name='re'),
    'own_rebuild': lambda nova, server: server.rebuild(server.image['id'], password='x'),
    'rebuild_description': lambda nova, server: nova.servers.rebuild(
        server, server.image['id'], description='d', meta={'a': 'b'}
    ),
    'rebuild_key': lambda nova, server: nova.servers.rebuild(
        server, server.image['id'], key_name='no'
    ),
    'resize': lambda nova, server: nova.servers.resize(server, '2'),
    'confirm': lambda nova, server: nova.servers.confirm_resize(server),
    'resize_again': lambda nova, server: server.resize('1', disk_config='AUTO'),
    'revert': lambda nova, server: server.revert_resize(),
    'migrate': lambda nova, server: nova.servers.migrate(server),
    'confirm_migration': lambda nova, server: server.confirm_resize(),
    'migrate_to': lambda nova, server: nova.servers.migrate(server, host=names.OTHER_HOST),
    'confirm_to': lambda nova, server: server.confirm_resize(),
    'live_migrate': lambda nova, server: nova.servers.live_migrate(
        server, None, block_migration='auto'
    ),
    'live_migrate_old': lambda nova, server: nova.servers.live_migrate(
        server, names.HOST, False, False
    ),
    'own_live_migrate': lambda nova, server: server.live_migrate(host=names.OTHER_HOST),
    'live_migrate_force': lambda nova, server: nova.servers.live_migrate(
        server, names.HOST, block_migration='auto', force=True
    ),
    'evacuate': lambda nova, server: nova.servers.evacuate(server, names.OTHER_HOST),
    'evacuate_force': lambda nova, server: nova.servers.evacuate(
        server, names.OTHER_HOST, force=True
    ),
    'own_evacuate': lambda nova, server: server.evacuate(),
    'backup': lambda nova, server: nova.servers.backup(server, 'b1', 'daily', 1),
    'own_backup': lambda nova, server: server.backup('b2', 'daily', 1),
    'image': lambda nova, server: nova.servers.create_image(server, 'i1', {'a': 'b'}),
    'own_image': lambda nova, server: server.create_image('i2'),
    'shelve': lambda nova, server: nova.servers.shelve(server),
    'offload': lambda nova, server: nova.servers.shelve_offload(server),
    'unshelve': lambda nova, server: nova.servers.unshelve(server),
    'unshelve_zone': lambda nova, server: nova.servers.unshelve(server, availability_zone='nova'),
    'unshelve_host': lambda nova, server: nova.servers.unshelve(server, host=names.HOST),
    'change_password': lambda nova, server: nova.servers.change_password(server, 'x'),
    'own_change_password': lambda nova, server: server.change_password('x'),
    'reset_network': lambda nova, server: nova.servers.reset_network(server),
    'inject': lambda nova, server: nova.servers.inject_network_info(server),
    'dump': lambda nova, server: nova.servers.trigger_crash_dump(server),
    'update': lambda nova, server: nova.servers.update(server, name='renamed'),
    'update_nothing': lambda nova, server: nova.servers.update(server),
    'update_description': lambda nova, server: nova.servers.update(server, description='d'),
    'update_hostname': lambda nova, server: nova.servers.update(server, hostname='h'),
    'own_update': lambda nova, server: server.update(name='renamed'),
    'set_meta': lambda nova, server: nova.servers.set_meta(server, {'a': 'b'}),
    'set_meta_item': lambda nova, server: nova.servers.set_meta_item(server, 'c', 'd'),
    'delete_meta': lambda nova, server: nova.servers.delete_meta(server, ['a']),
    'delete_meta_missing': lambda nova, server: nova.servers.delete_meta(server, ['no']),
    'add_tag': lambda nova, server: nova.servers.add_tag(server, 't'),
    'add_tag_again': lambda nova, server: server.add_tag('t'),
    'set_tags': lambda nova, server: nova.servers.set_tags(server, ['t', 'u']),
    'own_tags': lambda nova, server: server.tag_list(),
    'delete_tag': lambda nova, server: nova.servers.delete_tag(server, 't'),
    'delete_all_tags': lambda nova, server: nova.servers.delete_all_tags(server),
    'add_group': lambda nova, server: nova.servers.add_security_group(server, 'default'),
    'remove_group': lambda nova, server: nova.servers.remove_security_group(server, 'default'),
    'own_groups': lambda nova, server: server.list_security_group(),
    'add_fixed_ip': lambda nova, server: nova.servers.add_fixed_ip(server, MISSING),
    'remove_fixed_ip': lambda nova, server: nova.servers.remove_fixed_ip(server, '10.0.0.1'),
    'add_floating_ip': lambda nova, server: nova.servers.add_floating_ip(server, '10.0.0.1'),
    'attach_interface': lambda nova, server: nova.servers.interface_attach(
        server, None, None, None
    ),
    'attach_port': lambda nova, server: server.interface_attach(MISSING, None, None, tag='t'),
    'detach_interface': lambda nova, server: nova.servers.interface_detach(server, MISSING),
    'attach_volume': lambda nova, server: nova.volumes.create_server_volume(server.id, MISSING),
    'attach_volume_tag': lambda nova, server: nova.volumes.create_server_volume(
        server.id, MISSING, tag='t', delete_on_termination=True
    ),
    'update_volume': lambda nova, server: nova.volumes.update_server_volume(
        server.id, MISSING, MISSING
    ),
    'detach_volume': lambda nova, server: nova.volumes.delete_server_volume(server.id, MISSING),
    'event': lambda nova, server: nova.server_external_events.create(
        [{'name': 'network-changed', 'server_uuid': server.id}]
    ),
    'reset_state': lambda nova, server: nova.servers.reset_state(server),
    'reset_state_active': lambda nova, server: server.reset_state('active'),
    'delete': lambda nova, server: nova.servers.delete(server),
    'force_delete': lambda nova, server: nova.servers.force_delete(server),
    'restore': lambda nova, server: nova.servers.restore(server),
    'own_delete': lambda nova, server: server.delete(),
}
"""Writes, in an order in which most succeed."""


def without_counts(answer: Any) -> Any:
    """Diagnostics as they came, without the numbers that grow while a server runs."""
    response, fields = answer
    return response, sorted(fields), type(answer).__name__, bool(answer.request_ids)


def settle(cloud: Cloud, which: dict[str, Any], name: str = '') -> None:
    """Wait until nothing is under way in servers, and a resize has ended.

    :param which: search options that they have.
    :param name: the action before.
    """
    state = 'active' if name.startswith(('confirm', 'revert')) else None

    def is_settled() -> bool:
        servers = cloud.nova.servers.list(search_opts={'all_tenants': True, **which})
        states = [one.to_dict() for one in servers]
        return all(
            fields['OS-EXT-STS:task_state'] is None
            and state in (None, fields['OS-EXT-STS:vm_state'])
            for fields in states
        )

    cloud.until(is_settled, 4)


def calls(cloud: Cloud, call: Calls, version: str) -> None:
    """The methods of servers at a version, with a server of its own."""
    cloud.nova.quotas.update(cloud.project, instances=200, cores=200, ram=-1)
    nova = cloud.client(version)
    networks = {} if version in ('2.1', '2.30') else {'nics': 'none'}
    create = functools.partial(nova.servers.create, f's-{version}', cloud.image, '1', **networks)
    server = call(f'{version} create', create)
    cloud.await_status(server)
    server = nova.servers.get(server.id)
    for name, action in READS.items():
        call(f'{version} {name}', functools.partial(action, nova, server))
    for name, action in ACTIONS.items():
        call(f'{version} {name}', functools.partial(action, nova, server))
        settle(cloud, {'uuid': server.id}, name)
