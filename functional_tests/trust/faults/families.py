"""The command lines that go wrong: of every family, reads, writes and waits."""

from __future__ import annotations

from typing import NamedTuple

SEED = {
    'servers': [{'name': f'web-{number}'} for number in range(1, 6)],
    'images': [{'name': name} for name in ('cirros', 'debian', 'fedora')],
}
"""The contents of the cloud, beside its usual ones."""
SETUP = (
    *(f'keypair-create key-{number}' for number in range(1, 4)),
    'aggregate-create rack-1',
    'aggregate-set-metadata rack-1 ssd=true',
    'server-group-create group-1 affinity',
    'server-tag-add web-1 blue',
    'server-meta web-1 set purpose=test',
    '--os-compute-api-version 2.35 volume-create 1 --name data-1',
    '--os-compute-api-version 2.35 secgroup-create open',
    'baremetal-port-create 52:54:00:12:34:56 --node metal-1',
    'placement-resource-class-create CUSTOM_GOLD',
    'placement-trait-create CUSTOM_FAST',
)
"""Commands that fill it before the first run."""


class Family(NamedTuple):
    """A family of commands, with the line that stands for it.

    :ivar prints_token: what it prints is a token.
    """

    words: tuple[str, ...]
    prints_token: bool = False

    @property
    def name(self) -> str:
        """The command with its words."""
        return ' '.join(self.words)


_LINES = """
server-list
server-list --fields name,status --sort display_name:asc
server-list --limit 3
server-show web-1
server-create new --flavor m1.tiny --image cirros --wait
server-create new --flavor 1 --image-with status=active --nic none
server-delete web-1 web-2
server-delete web-3 --wait
server-stop web-1 --wait
server-reboot web-1 web-2 web-3
server-resize web-1 m1.small --wait
server-update web-1 --name web-9
server-lock web-1 --reason Move
server-meta web-1 set colour=red
server-metadata-list web-1
server-tag-add web-1 red green
server-tag-list web-1
server-action-list web-1
server-console-log web-1
server-console-vnc web-1 novnc
server-diagnostics web-1
server-interface-list web-1
server-interface-attach web-1 --net-id private
server-ip-list web-1
server-volume-list web-1
server-volume-attach web-2 data-1
server-secgroup-list web-1
server-image-create web-1 backup
server-live-migrate web-1
server-migration-list web-1
server-topology web-1
server-group-list
server-group-create group-2 anti-affinity
server-external-event-create network-changed web-1
flavor-list
flavor-show m1.small
flavor-create huge auto 4096 10 4
flavor-key m1.tiny set hw:cpu_policy=dedicated
keypair-list
keypair-show key-1
keypair-create key-9
keypair-delete key-1
aggregate-list
aggregate-show rack-1
aggregate-add-host rack-1 host1
hypervisor-list
hypervisor-show host1
hypervisor-servers host1
host-servers-migrate host1
host-evacuate-live host1
service-list
service-disable 8959a241-1c5b-4a5f-b5b9-236d0761689f
availability-zone-list
migration-list
instance-usage-audit-log
limits-show
quota-show
quota-update demo --cores 40
quota-class-show default
usage-list
usage-show
extension-list
version-list
token-issue
can-i server-delete
api GET /servers
image-list
image-show debian
network-list
volume-list
volume-show data-1
secgroup-list
floating-ip-list
baremetal-node-list
baremetal-node-show metal-1
baremetal-node-create --driver fake-hardware --name metal-9
baremetal-node-set metal-1 --extra rack=1
baremetal-node-power-on metal-1
baremetal-node-manage metal-3 --wait
baremetal-node-maintenance-set metal-1 metal-2 --reason Move
baremetal-node-delete metal-3
baremetal-node-validate metal-1
baremetal-port-list
baremetal-driver-list
baremetal-conductor-list
baremetal-chassis-create --description Rack
placement-resource-provider-list
placement-resource-provider-show host1
placement-resource-provider-create rack-2
placement-resource-class-list
placement-trait-list
placement-trait-create CUSTOM_SLOW
placement-inventory-list host1
placement-usage-show host1
placement-allocation-candidate-list --resource VCPU=1
"""

FAMILIES = tuple(
    Family(tuple(line.split()), prints_token=line.startswith('token-'))
    for line in _LINES.strip().splitlines()
)
