"""Arguments that name resources, and the lists that have the names of those."""

from __future__ import annotations

from novaclient_mv.cli.completing.typed_line import Expected
from novaclient_mv.values import NamedTuple


class Listing(NamedTuple):
    """A list whose rows have names.

    :param words: a command line that prints it.
    :param name: key of the column with the name; ``id`` that with the id, empty without one.
    """

    words: tuple[str, ...]
    name: str = 'name'
    id: str = 'id'


LISTINGS = {
    'aggregate': Listing(('aggregate-list',)),
    'allocation': Listing(('baremetal-allocation-list',), id='uuid'),
    'availability-zone': Listing(('availability-zone-list',), id=''),
    'chassis': Listing(('baremetal-chassis-list',), 'description', 'uuid'),
    'conductor': Listing(('baremetal-conductor-list',), 'hostname', ''),
    'deploy-template': Listing(('baremetal-deploy-template-list',), id='uuid'),
    'driver': Listing(('baremetal-driver-list',), id=''),
    'flavor': Listing(('flavor-list',)),
    'host': Listing(('service-list', '--binary', 'nova-compute'), 'host', ''),
    'hypervisor': Listing(('hypervisor-list',), 'hypervisor_hostname'),
    'image': Listing(('image-list',)),
    'inspection-rule': Listing(('baremetal-inspection-rule-list',), 'description', 'uuid'),
    'keypair': Listing(('keypair-list',), id=''),
    'network': Listing(('network-list',), 'label'),
    'node': Listing(('baremetal-node-list',), id='uuid'),
    'port': Listing(('baremetal-port-list',), 'address', 'uuid'),
    'port-group': Listing(('baremetal-port-group-list',), id='uuid'),
    'provider': Listing(('placement-resource-provider-list',), id='uuid'),
    'resource-class': Listing(('placement-resource-class-list',), id=''),
    'runbook': Listing(('baremetal-runbook-list',), id='uuid'),
    'secgroup': Listing(('secgroup-list',)),
    'server': Listing(('server-list', '--minimal')),
    'server-group': Listing(('server-group-list',)),
    'trait': Listing(('placement-trait-list',), id=''),
    'volume': Listing(('volume-list',)),
    'volume-connector': Listing(('baremetal-volume-connector-list',), 'connector_id', 'uuid'),
    'volume-target': Listing(('baremetal-volume-target-list',), 'volume_id', 'uuid'),
}
"""The lists by what they list."""

_NAMED_ALIKE = {
    '': (
        *('aggregate', 'availability-zone', 'flavor', 'host', 'hypervisor', 'image', 'keypair'),
        *('secgroup', 'server', 'trait', 'volume'),
    ),
    'baremetal-': (
        *('allocation', 'chassis', 'conductor', 'driver', 'node', 'port', 'port-group', 'runbook'),
        *('volume-connector', 'volume-target'),
    ),
    'placement-': ('provider',),
}
"""The kinds of resource that arguments are named after, by prefix of the command."""

_OTHER_NAMES = {
    '': {
        '<availability_zone>': 'availability-zone',
        '<key-name>': 'keypair',
        '<key_name>': 'keypair',
        '<zone>': 'availability-zone',
    },
    'baremetal-': {'<rule>': 'inspection-rule', '<template>': 'deploy-template'},
    'placement-': {'<class>': 'resource-class'},
}
"""The kinds of resource by other names of arguments."""

_BY_ARGUMENT = {
    ('hypervisor-servers', '<hostname>'): 'hypervisor',
    ('keypair-delete', '<name>'): 'keypair',
    ('network-show', '<network>'): 'network',
    ('server-group-delete', '<id>'): 'server-group',
    ('server-group-show', '<id>'): 'server-group',
    **{
        (f'service-{verb}', '<service>'): 'host'
        for verb in ('delete', 'disable', 'enable', 'force-down')
    },
}
"""The kinds of resource that arguments name whose metavar says too little."""


def kind_of(expected: Expected) -> str | None:
    """The kind of resource that an argument names; ``None`` where it names none."""
    kind = _BY_ARGUMENT.get((expected.command, expected.metavar))
    named = expected.metavar.strip('<>')
    for prefix, alike in _NAMED_ALIKE.items():
        if expected.command and expected.command.startswith(prefix):
            own = named if named in alike else _OTHER_NAMES[prefix].get(expected.metavar)
            kind = kind or own
    return kind
