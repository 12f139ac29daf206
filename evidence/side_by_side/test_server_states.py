"""Actions on a server in each state, their results, and the record of them."""

from __future__ import annotations

from typing import Any

import pytest

from evidence.side_by_side import servers
from evidence.side_by_side.pair import Pair
from unit_tests.sandbox.newest import NEWEST

_NO_IMAGE = '11111111-2222-3333-4444-555555555555'

ACTIONS: tuple[tuple[str, Any, str], ...] = (
    ('os-start', None, '2.1'), ('os-stop', None, '2.1'), ('reboot', {'type': 'SOFT'}, '2.1'),
    ('reboot', {'type': 'HARD'}, '2.1'), ('pause', None, '2.1'), ('unpause', None, '2.1'),
    ('suspend', None, '2.1'), ('resume', None, '2.1'), ('rescue', None, '2.1'),
    ('rescue', {'rescue_image_ref': _NO_IMAGE}, '2.1'), ('unrescue', None, '2.1'),
    ('resize', {'flavorRef': '{bigger}'}, '2.1'), ('resize', {'flavorRef': '{flavor}'}, '2.1'),
    ('resize', {'flavorRef': 'nope'}, '2.1'), ('confirmResize', None, '2.1'),
    ('revertResize', None, '2.1'), ('migrate', None, '2.1'), ('migrate', {'host': 'nope'}, '2.56'),
    ('os-migrateLive', {'host': None, 'block_migration': 'auto'}, '2.34'),
    ('os-migrateLive', {'host': 'nope', 'block_migration': 'auto'}, '2.30'),
    ('evacuate', {'onSharedStorage': False}, '2.1'), ('evacuate', {'host': 'nope'}, '2.14'),
    ('evacuate', {}, '2.95'), ('rebuild', {'imageRef': '{image}'}, '2.1'),
    ('rebuild', {'imageRef': _NO_IMAGE}, '2.1'), ('shelve', None, '2.1'),
    ('shelveOffload', None, '2.1'), ('unshelve', None, '2.1'), ('unshelve', {}, '2.91'),
    ('unshelve', {'availability_zone': 'nope'}, '2.77'), ('unshelve', {'host': 'nope'}, '2.91'),
    ('createImage', {'name': 'sbs'}, '2.1'), ('changePassword', {'adminPass': 'x'}, '2.1'),
    ('createBackup', {'name': 'sbs', 'backup_type': 'daily', 'rotation': 3}, '2.1'),
    ('trigger_crash_dump', None, '2.17'), ('os-getConsoleOutput', {}, '2.1'),
    ('os-getConsoleOutput', {'length': 'x'}, '2.1'), ('os-getVNCConsole', {'type': 'novnc'}, '2.1'),
    ('os-getVNCConsole', {'type': 'x'}, '2.1'), ('os-getVNCConsole', {'type': 'novnc'}, '2.6'),
    ('os-getRDPConsole', {'type': 'rdp-html5'}, '2.1'),
    ('resetNetwork', None, '2.1'), ('restore', None, '2.1'), ('nope', None, '2.1'),
    ('os-resetState', {'state': 'active'}, '2.1'), ('os-resetState', {'state': 'nope'}, '2.1'),
)  # fmt: skip
# These leave the server as it is.
_READS = ('os-getConsoleOutput', 'os-getVNCConsole')
# The driver of a Nova under test says of a server that is paused, suspended or rescued that it is
# in another power state than a hypervisor does.
_OWN = servers.OWN | {'OS-EXT-STS:power_state'}

# Actions one after the other, and the status that each leads to.
WORK: tuple[tuple[tuple[str, Any, str, str], ...], ...] = (
    (('reboot', {'type': 'HARD'}, '2.1', 'ACTIVE'), ('pause', None, '2.1', 'PAUSED'),
     ('unpause', None, '2.1', 'ACTIVE'), ('suspend', None, '2.1', 'SUSPENDED'),
     ('resume', None, '2.1', 'ACTIVE'), ('os-stop', None, '2.1', 'SHUTOFF'),
     ('os-start', None, '2.1', 'ACTIVE'), ('lock', {'locked_reason': 'a'}, '2.73', 'ACTIVE'),
     ('lock', {'locked_reason': 'b'}, '2.73', 'ACTIVE'), ('unlock', None, '2.1', 'ACTIVE'),
     ('rescue', None, '2.1', 'RESCUE'), ('unrescue', None, '2.1', 'ACTIVE'),
     ('os-resetState', {'state': 'error'}, '2.1', 'ERROR'),
     ('os-resetState', {'state': 'active'}, '2.1', 'ACTIVE')),
    (('rebuild', {'imageRef': '{image}'}, '2.1', 'ACTIVE'), ('shelve', None, '2.1',
     'SHELVED_OFFLOADED'), ('unshelve', None, '2.1', 'ACTIVE'),
     ('trigger_crash_dump', None, '2.17', 'ACTIVE'),
     ('createImage', {'name': 'sbs'}, '2.1', 'ACTIVE'),
     ('changePassword', {'adminPass': 'x'}, '2.1', 'ACTIVE')),
    (('resize', {'flavorRef': '{bigger}'}, '2.1', 'VERIFY_RESIZE'),
     ('confirmResize', None, '2.1', 'ACTIVE'), ('migrate', None, '2.1', 'VERIFY_RESIZE'),
     ('revertResize', None, '2.1', 'ACTIVE'),
     ('os-migrateLive', {'host': None, 'block_migration': 'auto'}, '2.34', 'ACTIVE')),
)  # fmt: skip


@pytest.mark.parametrize('status', servers.WAYS)
def test_actions_are_taken_and_refused_alike(admin: Pair, status: str) -> None:
    found: dict[str, list[str]] = {}
    _prepare(admin, status)
    for action, value, version in ACTIONS:
        row = ('POST', '/servers/{one}/action', {action: value})
        found |= servers.different(admin, [row], [version])
        assert admin.answers is not None
        if action in _READS or min(answer.status for answer in admin.answers) >= 300:
            continue
        if all(answer.status < 300 for answer in admin.answers):
            servers.settle(admin, 'one')
            shown = servers.different(admin, [('GET', '/servers/{one}')], [NEWEST], own=_OWN)
            found |= {f'{action}, {path}': each for path, each in shown.items()}
        servers.remove(admin, 'one')
        _prepare(admin, status)
    servers.remove(admin, 'one')
    _remove_images(admin)
    assert found == {}


def _prepare(pair: Pair, status: str) -> None:
    servers.boot(pair, 'one')
    servers.bring(pair, 'one', status)


def _remove_images(pair: Pair) -> None:
    for user in pair.users:
        for image in user.ask('GET', '/images').body['images']:
            # Not every Glance heeds a filter.
            if image['name'] == 'sbs':
                user.ask('DELETE', f'/images/{image["id"]}')


@pytest.mark.parametrize('work', WORK)
def test_history_tells_the_same(admin: Pair, work: tuple[tuple[str, Any, str, str], ...]) -> None:
    servers.boot(admin, 'one')
    for action, value, version, status in work:
        servers.act(admin, 'one', action, value, version)
        admin.wait_for('one', status)
    ours, theirs = servers.history(admin, 'one')
    rows = [('GET', '/servers/{one}/os-instance-actions')]
    found = servers.different(admin, rows, ('2.1', '2.57', '2.58', '2.66'))
    # Below 2.59 their order is left to the database.
    moves = admin.differences(
        [('GET', '/os-migrations?instance_uuid={one}')], ('2.59', '2.80', NEWEST),
        own=servers.OWN | _PLACES,
    )  # fmt: skip
    servers.remove(admin, 'one')
    _remove_images(admin)
    assert ours == theirs
    assert found | moves == {}


# Where a server goes is up to each cloud, and what number a record has.
_PLACES = frozenset(
    (
        'id', 'source_compute', 'source_node', 'dest_compute', 'dest_node', 'dest_host',
        'old_instance_type_id', 'new_instance_type_id',
    )
)  # fmt: skip
