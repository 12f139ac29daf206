"""Names that other clients gave commands and options before, for the canonical ones."""

ALIASES = {
    'add-secgroup': 'server-secgroup-add',
    'backup': 'server-backup',
    'baremetal-node-add-trait': 'baremetal-node-trait-add',
    'baremetal-node-remove-trait': 'baremetal-node-trait-remove',
    'boot': 'server-create',
    'clear-password': 'server-password-clear',
    'console-log': 'server-console-log',
    'delete': 'server-delete',
    'diagnostics': 'server-diagnostics',
    'evacuate': 'server-evacuate',
    'force-delete': 'server-force-delete',
    'get-mks-console': 'server-console-mks',
    'get-password': 'server-password-show',
    'get-rdp-console': 'server-console-rdp',
    'get-serial-console': 'server-console-serial',
    'get-spice-console': 'server-console-spice',
    'get-vnc-console': 'server-console-vnc',
    'image-create': 'server-image-create',
    'instance-action': 'server-action-show',
    'instance-action-list': 'server-action-list',
    'interface-attach': 'server-interface-attach',
    'interface-detach': 'server-interface-detach',
    'interface-list': 'server-interface-list',
    'keypair-add': 'keypair-create',
    'limits': 'limits-show',
    'list': 'server-list',
    'list-secgroup': 'server-secgroup-list',
    'live-migration': 'server-live-migrate',
    'live-migration-abort': 'server-migration-abort',
    'live-migration-force-complete': 'server-migration-force-complete',
    'lock': 'server-lock',
    'meta': 'server-meta',
    'migrate': 'server-migrate',
    'pause': 'server-pause',
    'reboot': 'server-reboot',
    'rebuild': 'server-rebuild',
    'refresh-network': 'server-refresh-network',
    'remove-secgroup': 'server-secgroup-remove',
    'rescue': 'server-rescue',
    'reset-network': 'server-reset-network',
    'reset-state': 'server-reset-state',
    'resize': 'server-resize',
    'resize-confirm': 'server-resize-confirm',
    'resize-revert': 'server-resize-revert',
    'restore': 'server-restore',
    'resume': 'server-resume',
    'server-group-get': 'server-group-show',
    'set-password': 'server-password-set',
    'shelve': 'server-shelve',
    'shelve-offload': 'server-shelve-offload',
    'show': 'server-show',
    'ssh': 'server-ssh',
    'start': 'server-start',
    'stop': 'server-stop',
    'suspend': 'server-suspend',
    'trigger-crash-dump': 'server-trigger-crash-dump',
    'unlock': 'server-unlock',
    'unpause': 'server-unpause',
    'unrescue': 'server-unrescue',
    'unshelve': 'server-unshelve',
    'update': 'server-update',
    'usage': 'usage-show',
    'volume-attach': 'server-volume-attach',
    'volume-attachments': 'server-volume-list',
    'volume-detach': 'server-volume-detach',
    'volume-update': 'server-volume-update',
}
"""Other names of commands, and the canonical ones: those that python-novaclient had, and older ones
of ``openstack baremetal``.
"""

OPTION_SPELLINGS: dict[str, dict[str, tuple[str, ...]]] = {
    'host-evacuate': {'--target-host': ('--target_host',)},
    'hypervisor-show': {'--wrap': ('--w',)},
    'migration-list': {'--host': ('--h',)},
    'server-create': {'--description': ('--d',)},
    'server-list': {
        '--deleted': ('--d', '--de'),
        '--host': ('--h', '--ho', '--hos'),
        '--key-name': ('--k', '--ke'),
        '--limit': ('--l',),
        '--locked': ('--lo', '--loc', '--lock', '--locke'),
        '--reservation-id': ('--r',),
        '--sort': ('--so',),
        '--tenant': ('--te',),
        '--user': ('--u',),
    },
    'server-rebuild': {'--description': ('--d',)},
    'server-update': {'--description': ('--d',)},
}
"""Spellings of options that python-novaclient accepted, by command and option; the beginnings are
those that were clear among its options, and are not among ours. They work, and nothing shows them.
"""

WAIT_SPELLINGS = ('--poll',)
"""python-novaclient's names of ``--wait``, on every command that has it."""


def aliases_of(name: str) -> list[str]:
    return [alias for alias, canonical in ALIASES.items() if canonical == name]


def by_canonical_name() -> dict[str, list[str]]:
    """The other names of every command that has some."""
    names: dict[str, list[str]] = {}
    for alias, canonical in ALIASES.items():
        names.setdefault(canonical, []).append(alias)
    return names


def spellings_of(command: str, option: str) -> tuple[str, ...]:
    """The other spellings of an option of a command."""
    return OPTION_SPELLINGS.get(command, {}).get(option, ())
