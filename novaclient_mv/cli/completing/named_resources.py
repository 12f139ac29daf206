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

_BY_METAVAR = {
    '': {
        '<aggregate>': 'aggregate',
        '<availability-zone>': 'availability-zone',
        '<availability_zone>': 'availability-zone',
        '<flavor>': 'flavor',
        '<host>': 'host',
        '<hypervisor>': 'hypervisor',
        '<image>': 'image',
        '<key-name>': 'keypair',
        '<key_name>': 'keypair',
        '<keypair>': 'keypair',
        '<secgroup>': 'secgroup',
        '<server>': 'server',
        '<trait>': 'trait',
        '<volume>': 'volume',
        '<zone>': 'availability-zone',
    },
    'baremetal-': {
        '<allocation>': 'allocation',
        '<chassis>': 'chassis',
        '<conductor>': 'conductor',
        '<driver>': 'driver',
        '<node>': 'node',
        '<port-group>': 'port-group',
        '<port>': 'port',
        '<rule>': 'inspection-rule',
        '<runbook>': 'runbook',
        '<template>': 'deploy-template',
        '<volume-connector>': 'volume-connector',
        '<volume-target>': 'volume-target',
    },
    'placement-': {'<class>': 'resource-class', '<provider>': 'provider'},
}
"""The kinds of resource that arguments name, by prefix of the command and by metavar."""

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
    for prefix, kinds in _BY_METAVAR.items():
        if expected.command and expected.command.startswith(prefix):
            kind = kind or kinds.get(expected.metavar)
    return kind
