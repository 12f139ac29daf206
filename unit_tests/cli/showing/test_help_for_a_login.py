"""Help with a cloud marks the options that its remembered login may not use, and sends nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

MARK = 'Not for this login.'


def marked(text: str) -> list[str]:
    """The flags of options that are marked, in their order."""
    entries = re.split(r'\n(?=  -|  \[?\w)', text)
    return [entry.split()[0].rstrip(',') for entry in entries if MARK in ' '.join(entry.split())]


@pytest.fixture
def warm(nova: Nova, start_cloud: Callable[..., ScriptedCloud]) -> Callable[..., ScriptedCloud]:
    """Makes a cloud on which a login with some roles is remembered."""

    def make(roles: tuple[str, ...] | None, maximum: str = NEWEST) -> ScriptedCloud:
        cloud = start_cloud(maximum=maximum)
        cloud.keystone.roles = roles
        cloud.on('GET', '/servers/detail', {'servers': []})
        assert nova('server-list', cloud=cloud).status == 0
        cloud.requests.clear()
        return cloud

    return make


@pytest.mark.parametrize(
    ('command', 'roles', 'maximum', 'flags'),
    [
        ('server-create', ('member',), NEWEST, ['--host', '--hypervisor-hostname']),
        ('server-create', ('admin',), NEWEST, []),
        ('server-create', None, NEWEST, []),
        ('server-unshelve', ('manager',), NEWEST, ['--all-tenants', '--host']),
        ('server-group-list', ('reader',), NEWEST, ['--all-projects']),
        # Before Ussuri no rule asked for it, but Nova itself.
        ('server-group-list', ('member',), '2.79', ['--all-projects']),
        ('flavor-list', ('member',), NEWEST, ['--private', '--all']),
        # What is one's own, everybody may name.
        ('keypair-list', ('member',), NEWEST, []),
        ('usage-show', ('reader',), NEWEST, []),
        ('server-delete', ('member',), NEWEST, ['--all-tenants']),
        ('server-show', ('member',), NEWEST, ['--all-tenants']),
    ],
)
def test_options_that_no_role_of_the_login_is_enough_for_are_marked(
    nova: Nova,
    warm: Callable[..., ScriptedCloud],
    command: str,
    roles: tuple[str, ...] | None,
    maximum: str,
    flags: list[str],
) -> None:
    cloud = warm(roles, maximum)
    for words in (('help', command), (command, '--help')):
        shown = nova(*words, cloud=cloud)
        assert (sorted(marked(shown.out)), shown.err) == (sorted(flags), '')
    assert cloud.requests == []


@pytest.mark.parametrize(
    ('version', 'maximum', 'is_marked'),
    [
        (None, NEWEST, False),
        ('2.82', NEWEST, True),
        (None, '2.82', True),
        ('2.83', NEWEST, False),
    ],
)
def test_filter_is_marked_at_versions_that_do_not_open_it(
    nova: Nova,
    warm: Callable[..., ScriptedCloud],
    version: str | None,
    maximum: str,
    is_marked: bool,
) -> None:
    flags = marked(
        nova('help', 'server-list', version=version, cloud=warm(('member',), maximum)).out
    )
    assert ('--vm-state' in flags) is is_marked
    assert {'--host', '--all-tenants', '--deleted'} <= set(flags)
    assert not {'--name', '--tags', '--locked'} & set(flags)


def test_without_a_remembered_login_help_is_the_same(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.keystone.roles = ('member',)
    plain = nova('help', 'server-create').out
    assert nova('help', 'server-create', cloud=cloud).out == plain
    assert cloud.requests == []
    assert nova('--os-cloud', 'no-such', 'help', 'server-create').out in (plain, '')
