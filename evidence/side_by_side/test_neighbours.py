"""Compute clients' requests to the services beside Nova are answered as those do."""

from __future__ import annotations

from typing import Any

import pytest

from evidence.side_by_side.pair import SHAPES, Pair

NOWHERE = 'aaaaaaaa-0000-4000-8000-000000000000'
Steps = tuple[tuple[Any, ...], ...]
Bodies = tuple[Any, ...]

NETWORKS: Bodies = (
    {}, {'x': {}}, {'network': {'x': 1}}, {'network': {'name': 1}},
    {'network': {'shared': True}}, b'{',
)  # fmt: skip
LOGINS: Bodies = (
    {}, {'auth': {}}, {'auth': 1}, {'auth': {'identity': {}}}, b'{',
    {'auth': {'identity': {'methods': 'password'}}},
    {'auth': {'identity': {'methods': ['password']}}},
    {'auth': {'identity': {'methods': ['token'], 'token': {'id': 'x'}}}},
)  # fmt: skip

# Path, or method, path and body; nothing here leaves anything behind.
IMAGE: Steps = (
    ('',), ('/versions',), ('/v2/schemas/member',), ('/v2/info/stores',), ('/v2/info/import',),
    ('/v2/images/x',), (f'/v2/images/{NOWHERE}',), ('/v2/nothing',), ('/v2/tasks',),
    ('/v2/metadefs/namespaces',), ('/v2/images/x/members',), ('/v2/images/{image}/members',),
    *((f'/v2/images?{query}',) for query in (
        'limit=0', 'limit=x', 'limit=-1', 'marker=x', 'sort=name:x', 'sort_key=x', 'sort_dir=x',
        'visibility=x', 'member_status=x', 'size_min=x', 'protected=x', 'created_at=x',
        'name=nope',
    )),
    *(('POST', '/v2/images', body) for body in (
        {'id': 'x'}, {'disk_format': 'x'}, {'visibility': 'public'}, {'visibility': 'x'},
        {'min_disk': 'x'}, {'min_disk': -1}, {'status': 'active'}, {'owner': 'x'}, {'name': 1},
        {'colour': 1}, {'protected': 'x'}, b'{',
    )),
    ('PUT', '/v2/images/{image}/tags/x'), ('DELETE', '/v2/images/{image}'),
    ('PUT', '/v2/images/{image}/file', {}), ('PUT', '/v2/images'),
)  # fmt: skip
NETWORK: Steps = (
    ('/',), ('/v2.0/nothing',), ('/v2.0/networks/x',), ('/v2.0/ports/x',), ('/v2.0/subnets/x',),
    ('/v2.0/security-groups/x',), ('/v2.0/security-group-rules/x',), ('/v2.0/floatingips/x',),
    ('/v2.0/routers/x',), ('/v2.0/extensions/x',), ('/v2.0/quotas',),
    ('/v2.0/quotas/{project}/default',), ('/v2.0/quotas/{project}/details',),
    ('/v2.0/networks/{private}',), ('/v2.0/networks?name=private',),
    *((f'/v2.0/networks?{query}',) for query in (
        'x=y', 'shared=x', 'limit=x', 'limit=-1', 'sort_key=name', 'sort_key=x&sort_dir=asc',
        'sort_key=name&sort_dir=x', 'name=nope', 'fields=id&name=private',
    )),
    *(('POST', '/v2.0/networks', body) for body in NETWORKS),
    *(('POST', '/v2.0/ports', {'port': facts}) for facts in (
        {}, {'network_id': 'x'}, {'network_id': NOWHERE}, {'network_id': '{private}', 'x': 1},
        {'network_id': '{private}', 'binding:host_id': 'x'}, {'network_id': '{public}'},
        {'network_id': '{private}', 'fixed_ips': [{'ip_address': '10.0.9.9'}]},
    )),
    *(('POST', '/v2.0/floatingips', {'floatingip': facts}) for facts in (
        {}, {'floating_network_id': 'x'}, {'floating_network_id': NOWHERE},
        {'floating_network_id': '{private}'},
    )),
    ('POST', '/v2.0/security-groups', {'security_group': {'name': 'default'}}),
    ('PUT', '/v2.0/networks/{private}', {'network': {'name': 'x'}}),
    ('DELETE', '/v2.0/networks/{private}'),
)  # fmt: skip
VOLUME: Steps = (
    ('/volumes/x',), ('/snapshots/x',), ('/types/x',), ('/types/default',), ('/limits',),
    ('/attachments',), ('/volumes/summary',), ('/os-services',), ('/os-availability-zone',),
    ('/qos-specs',), ('/scheduler-stats/get_pools',), ('/backups',), ('/volume-transfers',),
    ('/volumes?limit=x',), ('/volumes?limit=-1',), (f'/volumes?marker={NOWHERE}',),
    ('/volumes?name=nope',), ('/nothing',),
    *(('POST', '/volumes', {'volume': facts}) for facts in (
        {}, {'size': 0}, {'size': 'x'}, {'size': 1, 'name': 1}, {'size': 1, 'metadata': 1},
        {'size': 1, 'volume_type': 'x'}, {'size': 1, 'snapshot_id': NOWHERE},
        {'size': 1, 'source_volid': NOWHERE}, {'size': 1, 'imageRef': NOWHERE},
        {'size': 1, 'availability_zone': 'x'}, {'size': 100_000}, {'size': 1, 'multiattach': True},
    )),
    *(('POST', '/snapshots', {'snapshot': facts}) for facts in (
        {}, {'volume_id': 'x'}, {'volume_id': NOWHERE},
    )),
    ('POST', '/types', {'volume_type': {'name': 'x'}}), ('DELETE', f'/volumes/{NOWHERE}'),
    ('POST', f'/volumes/{NOWHERE}/action', {'os-extend': {'new_size': 2}}),
)  # fmt: skip
IDENTITY: Steps = (
    ('{v3}/auth/projects',), ('{v3}/auth/domains',), ('{v3}/projects',),
    ('{v3}/projects/{project}',), ('{v3}/projects/x',), ('{v3}/users',), ('{v3}/users/{user}',),
    ('{v3}/users/x',), ('{v3}/users/{user}/projects',), ('{v3}/users/{user}/groups',),
    ('{v3}/roles',), ('{v3}/domains',), ('{v3}/domains/default',), ('{v3}/regions',),
    ('{v3}/regions/x',), ('{v3}/services',), ('{v3}/endpoints',), ('{v3}/role_assignments',),
    ('{v3}/groups',), ('{v3}/credentials',), ('{v3}/limits/model',), ('{v3}/nothing',),
    *(('POST', '{v3}/auth/tokens', body) for body in LOGINS),
    ('POST', '{v3}/projects', {'project': {}}), ('PUT', '{v3}/projects'),
)  # fmt: skip
TABLES = {'image': IMAGE, 'network': NETWORK, 'volumev3': VOLUME, 'identity': IDENTITY}

# What the two clouds are made of, and what follows from it.
OWN = frozenset(('quota', 'absolute', 'tags', 'availability_zones', 'services', 'description'))
ADMINISTRATORS_OWN = OWN | {'users', 'projects', 'endpoints', 'roles', 'role_assignments', 'quotas'}


@pytest.fixture(scope='module')
def known(pairs: dict[str, Pair]) -> dict[str, Pair]:
    """The users, with names for what the requests are about."""
    for pair in pairs.values():
        roots = [user.endpoints['identity'].rstrip('/') for user in pair.users]
        pair.set('v3', *('' if root.endswith('/v3') else '/v3' for root in roots))
        for name in ('private', 'public'):
            pair.find(name, '/v2.0/networks', service='network', name=name)
    return pairs


@pytest.mark.parametrize('role', ['member', 'admin'])
@pytest.mark.parametrize('service', TABLES)
def test_service_beside_nova_answers_alike(known: dict[str, Pair], service: str, role: str) -> None:
    pair = known[role]
    if any(service not in user.endpoints for user in pair.users):
        pytest.skip(f'the running cloud has no service {service}')
    ignored = OWN if role == 'member' else ADMINISTRATORS_OWN
    steps = [('GET', *step) if len(step) == 1 else step for step in TABLES[service]]
    # What members are refused, administrators may do.
    steps = [step for step in steps if role == 'member' or step[0] == 'GET']
    found = pair.differences(steps, ignored=ignored, classes=SHAPES, service=service)
    assert found == {}


@pytest.mark.parametrize('version', ['3.0', '3.27', '3.44', '3.71', '3.99', 'latest', 'x', '2.0'])
def test_versions_of_the_volume_service_are_chosen_alike(
    known: dict[str, Pair], version: str
) -> None:
    if 'volumev3' not in known['member'].users[1].endpoints:
        pytest.skip('the running cloud has no volume service')
    ours, theirs = known['member'].ask(
        'GET', '/volumes', headers={'OpenStack-API-Version': f'volume {version}'},
        service='volumev3',
    )  # fmt: skip
    names = ('openstack-api-version', 'vary')
    assert (ours.status, *(ours.headers.get(name) for name in names)) == (
        theirs.status, *(theirs.headers.get(name) for name in names),
    )  # fmt: skip
