"""Results of servers' methods, as observed of python-novaclient 18.13.1 on the sandbox."""

from __future__ import annotations

from unit_tests.compat.observed import Case, Scene

NOTHING = 'nothing'
MEASURED = 'a response and a mapping'
ANSWERED = 'a response and nothing'
UNLOADED = 'a Server to load'

_ONE_RESIZED = (('resize', '2'),)
_TAGGED = (('set_tags', ['t']),)
_WITH_METADATA = (('set_meta', {'a': 'b'}),)


def _created(scene: Scene) -> object:
    return scene.client.servers.create('n', scene.image, '1', **scene.networks())


def _reservation(scene: Scene) -> object:
    return scene.client.servers.create(
        'n', scene.image, '1', reservation_id=True, **scene.networks()
    )


def _live_migration(scene: Scene) -> object:
    if scene.is_below('2.25'):
        return scene.client.servers.live_migrate(scene.server, None, False, False)
    return scene.client.servers.live_migrate(scene.server, None, 'auto')


ACTIONS = (
    Case('start', NOTHING, before=(('stop',),)),
    Case('stop', ANSWERED),
    Case('reboot', NOTHING),
    Case('lock', NOTHING),
    Case('delete', NOTHING),
    Case('force_delete', ANSWERED),
    Case('rescue', MEASURED),
    Case('reset_state', NOTHING),
    Case('resize', NOTHING, '2'),
    Case('confirm_resize', NOTHING, before=_ONE_RESIZED),
    Case('change_password', NOTHING, 'secret'),
    Case('remove_security_group', NOTHING, 'default'),
    Case('delete_tag', NOTHING, 't', before=_TAGGED, start='2.26'),
    Case('delete_all_tags', NOTHING, start='2.26'),
    Case('evacuate', MEASURED, end='2.13', host_is_down=True),
    Case('evacuate', ANSWERED, start='2.14', host_is_down=True),
    Case('backup', NOTHING, 'b', 'daily', 1, end='2.44'),
    Case('backup', 'a mapping of image_id', 'b', 'daily', 1, start='2.45'),
    Case('create_image', 'a text', 'i'),
    Case('get_password', 'an empty text'),
    Case('get_console_output', 'a text'),
    Case('diagnostics', MEASURED),
)

READS = (
    Case('get', 'a Server'),
    Case('get_meta', 'a mapping of meta', 'a', before=_WITH_METADATA),
    Case('tag_list', 'an empty list', start='2.26'),
    Case('tag_list', 'a list of str', before=_TAGGED, start='2.26'),
    Case('interface_list', 'a list of NetworkInterface'),
    Case('list_security_group', 'a list of SecurityGroup'),
    Case('topology', 'a mapping of nodes, pagesize_kb', start='2.78'),
    Case('get_vnc_console', 'a mapping of console', 'novnc', end='2.5'),
    Case('get_vnc_console', 'a mapping of remote_console', 'novnc', start='2.6'),
    Case('list', 'a list of Server', call=lambda scene: scene.client.servers.list()),
    Case('find', 'a Server', call=lambda scene: scene.client.servers.find(name='web-1')),
    Case('findall', 'a list of Server', call=lambda scene: scene.client.servers.findall()),
)

WRITES = (
    Case('create', UNLOADED, call=_created),
    Case('create', 'a text', call=_reservation),
    Case('update', 'None'),
    Case('update', UNLOADED, 'new-name'),
    Case('rebuild', UNLOADED, call=lambda it: it.client.servers.rebuild(it.server, it.image)),
    Case('set_meta', UNLOADED, {'a': 'b'}),
    Case('set_meta_item', UNLOADED, 'a', 'b'),
    Case('set_tags', UNLOADED, ['t'], start='2.26'),
    Case('interface_attach', 'a NetworkInterface to load', None, None, None),
)

CASES = (*ACTIONS, *READS, *WRITES)
