"""Projects and users by name: their ids go out, and what is neither a name nor an id is refused."""

from __future__ import annotations

from typing import Any

import pytest

from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.cli.reading.types import owners
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import PROJECT, Answer, Request, ScriptedCloud, StartCloud, fault

OTHER = 'f' * 32
ODD = 'The identity service answers with something else than a list'
NO_ID = {'projects': [{'name': 'other'}, {'id': OTHER, 'name': 'other'}]}
_WORDS = ('project', 'tenant', 'user')
_FREE_TEXTS = {
    'baremetal-node-list': 'Owner and lessee of a node are any text.',
    'placement-allocation-set': 'Placement takes any text for the owners of what it counts.',
    'placement-resource-usage-show': 'As above.',
}
"""Commands whose projects and users are no matter of the identity service."""


def test_every_argument_for_a_project_or_a_user_takes_names() -> None:
    kinds: dict[str, Any] = {
        'project': owners.project,
        'tenant': owners.project,
        'user': owners.user,
    }
    seen = set()
    for command in commands.our_commands():
        for argument, _ in tree.every_argument(command):
            word = argument.dest.removesuffix('_id')
            if word not in _WORDS or command.name in _FREE_TEXTS:
                continue
            assert argument.options.get('type') is kinds[word], (command.name, argument.name)
            seen.add(command.name)
    assert {'server-list', 'usage-show', 'quota-show', 'limits-show', 'flavor-access-add'} <= seen
    assert {'keypair-list', 'migration-list', 'quota-update', 'quota-delete'} <= seen


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud whose identity service knows the projects ``other`` and, twice, ``both``."""
    cloud = start_cloud(catalog={'identity': '/keys/v3/'})
    usage = {'tenant_usage': {'tenant_id': 'x', 'total_hours': 1.0}}
    cloud.on('GET', '/os-simple-tenant-usage/*', usage)
    rows = {
        'other': [{'id': OTHER, 'name': 'other', 'domain_id': 'default'}],
        'both': [{'id': number * 32, 'name': 'both', 'domain_id': number} for number in '12'],
        # Keystone finds names in any case.
        'Case': [{'id': '3' * 32, 'name': 'CASE'}, {'id': '4' * 32, 'name': 'Case'}],
        'case': [{'id': '5' * 32, 'name': 'other'}, {'id': '4' * 32, 'name': 'Case'}],
    }

    def projects(request: Request) -> dict[str, Any]:
        return {'projects': rows.get(dict(request.query)['name'], []), 'links': {}}

    cloud.on('GET', '/keys/v3/projects', projects)
    cloud.on('GET', '/keys/v3/projects/odd.id', {'project': {'id': 'odd.id', 'name': 'x'}})
    cloud.on('GET', '/keys/v3/projects/nosuch', fault(404, 'Could not find project.'))
    return cloud


def asked(cloud: ScriptedCloud) -> list[str]:
    """The lookups, and what the usage was asked of."""
    paths = [request.path for request in cloud.requests if request.method == 'GET']
    return [path.rpartition('/')[2] for path in paths if '/keys/' in path or 'usage' in path]


@pytest.mark.parametrize(
    ('typed', 'paths'),
    [
        (OTHER, [OTHER]),
        ('0' * 64, ['0' * 64]),
        ('1be26c0b-03f2-4d2e-ae87-c02d7f33c123', ['1be26c0b-03f2-4d2e-ae87-c02d7f33c123']),
        ('demo', [PROJECT]),
        ('other', ['projects', OTHER]),
        ('odd.id', ['projects', 'odd.id', 'odd.id']),
        ('Case', ['projects', '4' * 32]),
        ('case', ['projects', '4' * 32]),
    ],
)
def test_id_goes_out_and_nothing_is_asked_that_is_known(
    nova: Nova, cloud: ScriptedCloud, typed: str, paths: list[str]
) -> None:
    result = nova('usage-show', '--tenant', typed, cloud=cloud)
    assert (result.status, result.err, asked(cloud)) == (0, '', paths)


def test_what_is_neither_a_name_nor_an_id_is_refused(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('usage-show', '--tenant', 'nosuch', cloud=cloud)
    assert (result.status, result.out, asked(cloud)) == (5, '', ['projects', 'nosuch'])
    assert result.err == "nova-mv: There is no project with the name or id 'nosuch'.\n"


def test_name_of_several_domains_is_refused_with_ids(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('usage-show', '--tenant', 'both', cloud=cloud)
    ids = f'{"1" * 32} (domain 1), {"2" * 32} (domain 2)'
    assert (result.status, asked(cloud)) == (5, ['projects'])
    assert f"2 projects have the name 'both'; give one of the ids: {ids}" in result.err


@pytest.mark.parametrize(
    ('answer', 'reason'),
    [
        (fault(403, 'You are not authorized.'), 'The identity service refuses to look names up'),
        (fault(404, 'Not here.'), 'The identity service has no list to look names up in'),
        (fault(405, 'Not so.'), 'The identity service has no list to look names up in'),
        *((Answer(200, body), ODD) for body in ({'x': 1}, [], {'projects': [5]}, NO_ID)),
    ],
)
def test_where_the_identity_service_does_not_say_it_the_name_goes_out(
    nova: Nova, cloud: ScriptedCloud, answer: Answer, reason: str
) -> None:
    cloud.on('GET', '/keys/v3/projects', answer)
    result = nova('usage-show', '--tenant', 'other', cloud=cloud)
    told = f"nova-mv: {reason}; the project 'other' is sent as it was typed\n"
    assert (result.status, result.err, asked(cloud)) == (0, told, ['projects', 'other'])


@pytest.mark.parametrize('answer', [fault(401, 'No.'), fault(429, 'Slow.'), fault(503, 'Later.')])
def test_failure_of_the_identity_service_is_the_command_s(
    nova: Nova, cloud: ScriptedCloud, answer: Answer
) -> None:
    cloud.on('GET', '/keys/v3/projects', answer)
    result = nova('usage-show', '--tenant', 'other', '--timeout', '1', cloud=cloud)
    assert (result.out, result.status > 0, OTHER in asked(cloud)) == ('', True, False)
    assert 'as it was typed' not in result.err


@pytest.mark.parametrize('path', ['/keys', '/keys/', '/keys/v3/', '/keys/v2.0'])
def test_identity_is_asked_at_version_3(nova: Nova, cloud: ScriptedCloud, path: str) -> None:
    cloud._others['identity'] = path
    result = nova('usage-show', '--tenant', 'other', cloud=cloud)
    assert (result.status, result.err, asked(cloud)) == (0, '', ['projects', OTHER])


def test_cloud_without_an_identity_service(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud()
    usage = {'tenant_usage': {'tenant_id': 'x', 'total_hours': 1.0}}
    cloud.on('GET', '/os-simple-tenant-usage/other', usage)
    whole = cloud.keystone.catalog
    cloud.keystone.catalog = lambda: [row for row in whole() if row['type'] != 'identity']
    result = nova('usage-show', '--tenant', 'other', cloud=cloud)
    reason = 'The cloud has no identity service in its catalog'
    told = f"nova-mv: {reason}; the project 'other' is sent as it was typed\n"
    assert (result.status, result.err) == (0, told)


def test_names_do_on_the_sandbox(nova: Nova) -> None:
    admin = {'OS_USERNAME': 'admin', 'OS_PROJECT_NAME': 'admin'}
    options = ('--os-username', 'admin', '--os-project-name', 'admin')
    line = ('quota-update', 'demo', '--cores', '7', '--user', 'demo', '--dry-run', '-f', 'json')
    result = nova(*options, *line, cloud=SANDBOX, env=admin)
    assert (result.status, result.err) == (0, '')
    for word in ('/os-quota-sets/demo', 'user_id=demo'):
        assert word not in result.out
    shown = nova(*options, 'server-list', '--all-tenants', '--user', 'nosuch', cloud=SANDBOX)
    assert (shown.status, shown.out) == (5, '')
    assert nova('server-list', '--tenant', 'demo', cloud=SANDBOX).err == ''
