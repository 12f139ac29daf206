"""Removed APIs answer as a running Nova does: 410, 404 or 405, each in its place."""

from __future__ import annotations

from evidence.side_by_side.exact import Step, differences
from evidence.side_by_side.pair import Pair
from unit_tests.sandbox.newest import NEWEST

ID = '6ee8e5e5-6e6e-4b3b-8f4e-000000000000'
GONE = (
    '/os-agents', '/os-agents/1', '/os-cells', '/os-cells/capacities', '/os-cells/detail',
    '/os-cells/info', '/os-cells/sync_instances', '/os-cells/x', '/os-cells/x/capacities',
    '/os-certificates', '/os-certificates/root', '/os-cloudpipe', '/os-cloudpipe/x',
    '/os-consoles', '/os-coverage', '/os-fixed-ips', '/os-fixed-ips/10.0.0.1',
    '/os-floating-ip-dns', '/os-floating-ip-dns/x', '/os-floating-ip-dns/x/entries',
    '/os-floating-ip-dns/x/entries/y', '/os-floating-ips-bulk', '/os-floating-ips-bulk/x',
    '/os-fping', '/os-fping/x', '/os-networks/add', '/os-rescue',
    '/os-security-group-default-rules', '/os-security-group-default-rules/1',
    '/os-virtual-interfaces', '/os-volume-types', '/os-zones', '/extensions/nope',
    '/extensions/os-keypairs/x', '/limits/x', '/os-console-auth-tokens', '/os-migrations/1',
    '/os-quota-class-sets', '/os-quota-sets', f'/servers/{ID}/os-virtual-interfaces',
    f'/servers/{ID}/consoles', f'/servers/{ID}/consoles/1', '/os-instance_usage_audit_log/nope',
)  # fmt: skip
# What other services have taken over; below 2.36 the answer depends on these.
PROXIES = (
    '/images', '/images/detail', '/images/nope', '/os-baremetal-nodes', '/os-baremetal-nodes/x',
    '/os-floating-ip-pools', '/os-floating-ips', f'/os-floating-ips/{ID}', '/os-networks',
    f'/os-networks/{ID}', '/os-tenant-networks', f'/os-tenant-networks/{ID}',
    '/os-security-groups', f'/os-security-groups/{ID}', '/os-security-group-rules',
    f'/os-security-group-rules/{ID}', '/os-snapshots', '/os-snapshots/detail',
    f'/os-snapshots/{ID}', '/os-volumes', '/os-volumes/detail', f'/os-volumes/{ID}',
)  # fmt: skip
ACTIONS = (
    ('/os-fixed-ips/10.0.0.1/action', ('reserve', 'unreserve', 'nope')),
    ('/os-networks/x/action', ('disassociate', 'associate_host', 'disassociate_host', 'nope')),
    (f'/servers/{ID}/action', ('resetNetwork',)),
)
METHODS = (('GET', None), ('POST', {}), ('PUT', {}), ('DELETE', None))


def test_what_is_gone_is_gone_alike(admin: Pair) -> None:
    steps = [
        *(Step(method, path, body) for path in GONE for method, body in METHODS),
        *(Step('POST', path, {name: None}) for path, names in ACTIONS for name in names),
    ]
    assert differences(admin, steps, ('2.1', NEWEST)) == {}


def test_proxies_end_with_2_35_alike(admin: Pair, member: Pair) -> None:
    steps = [Step(method, path, body) for path in PROXIES for method, body in METHODS]
    path = '/os-baremetal-nodes/x/action'
    steps += [Step('POST', path, body) for body in ({}, {'nope': {}}, {'add_interface': {}})]
    assert differences(admin, steps, ('2.36',)) == {}
    assert differences(member, steps, (NEWEST,)) == {}
