"""Topics that help sorts the commands into, each with those that are used daily."""

from __future__ import annotations

from collections.abc import Sequence

from novaclient_mv.cli.reading.index import Row
from novaclient_mv.services import SERVICES
from novaclient_mv.values import NamedTuple


class Topic(NamedTuple):
    """A topic of help.

    :param title: what people call it.
    :param words: each stands for it behind ``help``, as its title does.
    :param nouns: its commands' names begin so; of several topics the longest beginning counts.
    :param daily: names of the commands that the first page shows.
    """

    title: str
    words: tuple[str, ...]
    nouns: tuple[str, ...] = ()
    daily: tuple[str, ...] = ()


RETIRED = Topic(
    'retired',
    ('retired',),
    daily=('image-list', 'network-list', 'secgroup-list', 'volume-list'),
)
"""Commands that the newest version of their service lacks."""

PROGRAM = Topic(
    'this program',
    ('program',),
    ('help', 'command', 'completion', 'bash-completion', 'config', 'cache', 'alias', 'view'),
    ('help', 'command-list', 'config-show', 'cache-clear'),
)
"""The program itself, and commands that no other topic claims."""

_VOLUMES = tuple(
    f'server-{noun}'
    for noun in (
        *('volume', 'interface', 'ip', 'secgroup', 'share', 'fixed-ip', 'floating-ip'),
        *('inject-network-info', 'refresh-network', 'reset-network'),
    )
)
_ADMINISTRATION = (
    *('agent', 'aggregate', 'availability-zone', 'host', 'hypervisor', 'service', 'migration'),
    *('instance-usage-audit-log', 'limits', 'quota', 'usage', 'volume-snapshot-assisted'),
    *('server-diagnostics', 'server-evacuate', 'server-external-event', 'server-live-migrate'),
    *('server-migrate', 'server-migration', 'server-reset-state', 'server-topology'),
)

TOPICS = (
    Topic(
        'servers',
        ('servers', 'server'),
        ('server',),
        (
            *('server-list', 'server-show', 'server-create', 'server-start', 'server-stop'),
            'server-delete',
        ),
    ),
    Topic(
        'access',
        ('access', 'logins'),
        (
            *('keypair', 'server-ssh', 'server-console', 'server-password', 'console-token'),
            *('login', 'logout', 'token'),
        ),
        # Side by side, the two of the console would be read as server-log and server-vnc.
        ('server-console-log', 'server-ssh', 'server-console-vnc'),
    ),
    Topic(
        'volumes and networks',
        ('volumes', 'networks', 'volume', 'network'),
        _VOLUMES,
        ('server-volume-attach', 'server-interface-attach'),
    ),
    Topic(
        'flavors and images',
        ('flavors', 'images', 'flavor', 'image'),
        ('flavor', 'server-image', 'server-backup'),
        ('flavor-list', 'flavor-show', 'flavor-create', 'server-image-create'),
    ),
    Topic(
        'bare metal',
        ('baremetal',),
        ('baremetal',),
        (
            *('baremetal-node-list', 'baremetal-node-show', 'baremetal-node-manage'),
            *('baremetal-node-provide', 'baremetal-node-deploy'),
        ),
    ),
    Topic(
        'placement',
        ('placement',),
        ('placement',),
        ('placement-resource-provider-list', 'placement-usage-show'),
    ),
    Topic(
        'administration',
        ('administration', 'admin'),
        _ADMINISTRATION,
        ('service-list', 'service-disable', 'hypervisor-list', 'quota-show'),
    ),
    Topic(
        'versions and policy',
        ('versions', 'policy', 'version'),
        ('version', 'policy', 'can-i', 'api', 'extension', 'translate'),
        ('version-list', 'version-changes', 'version-lint', 'version-pin', 'can-i'),
    ),
    Topic(
        'several clouds',
        ('clouds', 'cloud'),
        ('cloud', 'version-matrix'),
        ('cloud-list', 'version-matrix'),
    ),
    Topic('the sandbox', ('sandbox',), ('sandbox',), ('sandbox-serve', 'sandbox-reset')),
    RETIRED,
    PROGRAM,
)


def find(words: Sequence[str]) -> Topic | None:
    text = ' '.join(words).lower()
    return next((topic for topic in TOPICS if text == topic.title or text in topic.words), None)


def of_row(row: Row) -> Topic:
    """The topic of a command; commands of other packages belong to the program's."""
    if not row.ranges[-1].is_open:
        return RETIRED
    if row.service not in SERVICES:
        return PROGRAM
    claims = [
        (len(noun), topic)
        for topic in TOPICS
        for noun in topic.nouns
        if row.name == noun or row.name.startswith(f'{noun}-')
    ]
    return max(claims, key=lambda claim: claim[0], default=(0, PROGRAM))[1]


def shortened(names: Sequence[str]) -> str:
    """Names of commands as a list in which those of one noun share it: ``server-list, -show``."""
    texts = []
    noun = ''
    for name in names:
        before, dash, verb = name.rpartition('-')
        texts.append(f'-{verb}' if dash and before == noun else name)
        noun = before
    return ', '.join(texts)
