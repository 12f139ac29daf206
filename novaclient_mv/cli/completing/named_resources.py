"""Arguments that name resources, and the lists that have the names of those."""

from __future__ import annotations

from novaclient_mv.cli.completing.typed_line import Expected
from novaclient_mv.values import NamedTuple


class NameList(NamedTuple):
    """A list with names: the command line, and the keys of names and, if any, of ids."""

    words: tuple[str, ...]
    name: str = 'name'
    id: str = 'id'


LISTINGS = {
    'aggregate': NameList(('aggregate-list',)),
    'allocation': NameList(('baremetal-allocation-list',), id='uuid'),
    'availability-zone': NameList(('availability-zone-list',), id=''),
    'chassis': NameList(('baremetal-chassis-list',), 'description', 'uuid'),
    'conductor': NameList(('baremetal-conductor-list',), 'hostname', ''),
    'deploy-template': NameList(('baremetal-deploy-template-list',), id='uuid'),
    'driver': NameList(('baremetal-driver-list',), id=''),
    'flavor': NameList(('flavor-list',)),
    'host': NameList(('service-list', '--binary', 'nova-compute'), 'host', ''),
    'hypervisor': NameList(('hypervisor-list',), 'hypervisor_hostname'),
    'image': NameList(('image-list',)),
    'inspection-rule': NameList(('baremetal-inspection-rule-list',), 'description', 'uuid'),
    'keypair': NameList(('keypair-list',), id=''),
    'network': NameList(('network-list',), 'label'),
    'node': NameList(('baremetal-node-list',), id='uuid'),
    'port': NameList(('baremetal-port-list',), 'address', 'uuid'),
    'port-group': NameList(('baremetal-port-group-list',), id='uuid'),
    'provider': NameList(('placement-resource-provider-list',), id='uuid'),
    'resource-class': NameList(('placement-resource-class-list',), id=''),
    'runbook': NameList(('baremetal-runbook-list',), id='uuid'),
    'secgroup': NameList(('secgroup-list',)),
    'server': NameList(('server-list', '--minimal')),
    'server-group': NameList(('server-group-list',)),
    'trait': NameList(('placement-trait-list',), id=''),
    'volume': NameList(('volume-list',)),
    'volume-connector': NameList(('baremetal-volume-connector-list',), 'connector_id', 'uuid'),
    'volume-target': NameList(('baremetal-volume-target-list',), 'volume_id', 'uuid'),
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
