"""Names that python-novaclient gave commands, for the canonical ones."""

ALIASES = {
    'boot': 'server-create',
    'delete': 'server-delete',
    'keypair-add': 'keypair-create',
    'list': 'server-list',
    'lock': 'server-lock',
    'pause': 'server-pause',
    'reboot': 'server-reboot',
    'resume': 'server-resume',
    'show': 'server-show',
    'start': 'server-start',
    'stop': 'server-stop',
    'suspend': 'server-suspend',
    'unlock': 'server-unlock',
    'unpause': 'server-unpause',
    'update': 'server-update',
}


def aliases_of(name: str) -> list[str]:
    """The other names of a command."""
    return [alias for alias, canonical in ALIASES.items() if canonical == name]
