"""Networks, volumes and security groups of before 2.36 are answered as on a running Nova."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from evidence.side_by_side.pair import SHAPES, Pair

NOWHERE = 'aaaaaaaa-0000-4000-8000-000000000000'
READS = (
    '/os-networks', '/os-networks/{private}', '/os-networks/x', '/os-tenant-networks',
    '/os-tenant-networks/{private}', '/os-tenant-networks/x', '/os-floating-ips/x',
    f'/os-floating-ips/{NOWHERE}', '/os-floating-ip-pools', '/os-security-groups/x',
    f'/os-security-groups/{NOWHERE}', '/os-volumes/x', f'/os-volumes/{NOWHERE}', '/os-snapshots/x',
    '/os-security-groups?limit=x', '/os-volumes?limit=x',
)  # fmt: skip
REFUSED: tuple[tuple[str, str, Any], ...] = (
    ('POST', '/os-floating-ips', {'pool': 'nope'}),
    ('POST', '/os-floating-ips', {'pool': 1}),
    ('DELETE', '/os-floating-ips/x', None),
    ('POST', '/os-security-groups', {'security_group': {'name': 'x'}}),
    ('POST', '/os-security-groups', {'security_group': {'name': 'default', 'description': 'x'}}),
    ('PUT', '/os-security-groups/x', {'security_group': {'name': 'x', 'description': 'x'}}),
    ('DELETE', '/os-security-groups/x', None),
    ('DELETE', '/os-security-group-rules/x', None),
)
RULE = {'ip_protocol': 'tcp', 'from_port': 22, 'to_port': 22, 'cidr': '0.0.0.0/0'}
RULES: tuple[dict[str, Any], ...] = (
    {'parent_group_id': 'x'}, {'parent_group_id': NOWHERE}, {'from_port': 24}, {'from_port': 'x'},
    {'from_port': 70000, 'to_port': 70000}, {'cidr': 'x'}, {'group_id': NOWHERE},
    {'group_id': 'x'}, {'ip_protocol': 'x'}, {'from_port': None}, {'ip_protocol': None},
    {'ip_protocol': ''},
)  # fmt: skip


@pytest.fixture
def group(member: Pair) -> Iterator[Pair]:
    """The member, with a security group."""
    member.find('private', '/v2.0/networks', service='network', name='private')
    body = {'security_group': {'name': 'side-by-side', 'description': 'x'}}
    member.ask('POST', '/os-security-groups', '2.1', body)
    member.keep('group', 'security_group', 'id')
    yield member
    member.ask('DELETE', '/os-security-groups/{group}', '2.1')


def test_what_the_network_and_volume_services_took_over_is_answered_alike(group: Pair) -> None:
    rules = [{'parent_group_id': '{group}', **RULE, **changes} for changes in RULES]
    steps = (
        *(('GET', path) for path in READS),
        *REFUSED,
        *(('POST', '/os-security-group-rules', {'security_group_rule': rule}) for rule in rules),
    )
    assert group.differences(steps, ['2.1'], classes=SHAPES) == {}
