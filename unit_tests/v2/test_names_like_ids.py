"""Names that look like ids: what the cloud does not know as an id is looked up as a name."""

from __future__ import annotations

import json
from typing import Any

import pytest

from unit_tests import records
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import Answer, Request, ScriptedCloud, StartCloud, fault

HEX = 'c0ffee00' * 4
UUID = 'c0ffee00-c0ff-4e00-8000-c0ffee00c0ff'
ID = '0a1b2c3d-0000-4000-8000-00000000000a'
AS_ADMIN = ('--os-username', 'admin', '--os-project-name', 'admin')


@pytest.mark.parametrize('name', [HEX, UUID])
def test_names_do_on_the_sandbox(nova: Nova, name: str) -> None:
    def run(*words: str) -> Any:
        result = nova(*AS_ADMIN, *words, '-f', 'json', cloud=SANDBOX)
        assert (result.status, result.err) == (0, ''), (words, result)
        return json.loads(result.out) if result.out else None

    run('server-group-create', name, 'affinity')
    assert run('server-group-show', name)['name'] == name
    new = ('server-create', name, '--flavor', 'm1.tiny', '--image', 'cirros', '--nic', 'none')
    run(*new, '--hint', f'group={name}', '--wait')
    listed = [row['name'] for row in run('server-list', '--sort', 'display_name:asc')]
    assert name in listed
    after = run('server-list', '--sort', 'display_name:asc', '--marker', name)
    assert [row['name'] for row in after] == listed[listed.index(name) + 1 :]
    assert run('flavor-list', '--marker', 'm1.tiny')[0]['name'] == 'm1.small'
    assert run('server-action-list', name)[0]['action'] == 'create'
    run('server-group-delete', name)


# Kind of resource to the path of its list, the words that name it, and what they are sent to.
KINDS = {
    'volume': ('/volume/v3/volumes', ('server-volume-attach', 'web', '{}')),
    'port': ('/network/v2.0/ports', ('server-interface-attach', 'web', '--port-id', '{}')),
    'network': ('/network/v2.0/networks', ('server-interface-attach', 'web', '--net-id', '{}')),
    'snapshot': (
        '/volume/v3/snapshots',
        ('server-create', 'x', '--flavor', '1', '--snapshot', '{}', '--nic', 'none'),
    ),
}


SERVICES = {'network': '/network/v2.0', 'volumev3': '/volume/v3'}


@pytest.fixture
def cloud(start_cloud: StartCloud) -> ScriptedCloud:
    """A cloud that knows all things by one id, and one name that looks like an id."""
    return knowing(start_cloud(catalog=SERVICES))


def knowing(cloud: ScriptedCloud) -> ScriptedCloud:
    """Have a cloud know all things by one id, and one name that looks like an id."""
    records.add_server(cloud, {**records.server(1), 'name': 'web'})
    cloud.on('GET', '/flavors/1', {'flavor': records.flavor()})
    for kind, (path, _) in KINDS.items():
        cloud.on('GET', f'{path}/*', fault(404, 'Nothing has this id.'))
        cloud.on('GET', path, {f'{kind}s': [{'id': ID, 'name': HEX}, {'id': 'x', 'name': 'other'}]})
    cloud.on('POST', '*', taken)
    return cloud


def taken(request: Request) -> Answer:
    if HEX in str(request.body):
        return fault(400, 'There is no such thing.')
    key = 'server' if 'server' in request.body else 'volumeAttachment'
    if 'interfaceAttachment' in request.body:
        return Answer(200, {'interfaceAttachment': {'port_id': ID, 'fixed_ips': []}})
    return Answer(202, {key: {'id': records.server_id(1), 'volumeId': ID, 'links': []}})


def writes(cloud: ScriptedCloud) -> list[str]:
    posts = [request for request in cloud.requests if request.method == 'POST']
    return [str(post.body) for post in posts if post.path != '/v3/auth/tokens']


@pytest.mark.parametrize('kind', KINDS)
def test_what_is_no_id_there_is_looked_up_as_a_name(
    nova: Nova, cloud: ScriptedCloud, kind: str
) -> None:
    _, words = KINDS[kind]
    result = nova(*(word.format(HEX) for word in words), cloud=cloud)
    assert (result.status, result.err) == (0, '')
    first, second = writes(cloud)
    assert second == first.replace(HEX, ID)


@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('status', [403, 503])
def test_word_with_the_form_of_an_id_stays_where_the_lookup_fails(
    nova: Nova, cloud: ScriptedCloud, kind: str, status: int
) -> None:
    path, words = KINDS[kind]
    for place in (path, f'{path}/*'):
        cloud.on('GET', place, fault(status, 'Not now.'))
    result = nova(*(word.format(HEX) for word in words), cloud=cloud)
    assert (result.status, 'There is no such thing' in result.err) == (1, True)
    assert len(writes(cloud)) == 1


@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('status', [400, 403, 404, 503])
def test_lookup_that_failed_is_told(
    nova: Nova, cloud: ScriptedCloud, kind: str, status: int
) -> None:
    path, words = KINDS[kind]
    cloud.on('GET', path, fault(status, 'Not now.'))
    cloud.on(
        'POST',
        '*',
        lambda request: (
            fault(400, 'Invalid input.') if 'data' in str(request.body) else taken(request)
        ),
    )
    result = nova(*(word.format('data') for word in words), cloud=cloud)
    assert result.status != 0
    assert f"{kind} 'data' cannot be looked up: " in result.err
    assert 'Invalid input' not in result.err


@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('lacking', SERVICES)
def test_name_is_not_sent_where_the_catalog_lacks_its_service(
    nova: Nova, start_cloud: StartCloud, kind: str, lacking: str
) -> None:
    present = {service: path for service, path in SERVICES.items() if service != lacking}
    cloud, (path, words) = knowing(start_cloud(catalog=present)), KINDS[kind]
    result = nova(*(word.format('data') for word in words), cloud=cloud)
    if path.startswith(SERVICES[lacking]):
        service = {'network': 'network', 'volumev3': 'block-storage'}[lacking]
        told = f"{kind} 'data' cannot be looked up: The service catalog has no public endpoint for"
        assert (result.status, writes(cloud)) == (7, [])
        assert f'{told} {service}' in result.message
    else:
        assert (result.status, len(writes(cloud))) == (0, 1)
    # What is an id is sent without a lookup, as are the words of python-novaclient's commands.
    cloud.requests.clear()
    assert nova(*(word.format(ID) for word in words), cloud=cloud).status == 0
    nova(words[0].removeprefix('server-').replace('create', 'boot'), *words[1:], cloud=cloud)
    assert len(writes(cloud)) == 2


@pytest.mark.parametrize(
    'words',
    [
        ('flavor-access-add', '1', HEX),
        ('quota-show', '--tenant', HEX),
        ('quota-update', HEX, '--cores', '3'),
    ],
    ids=' '.join,
)
def test_projects_may_have_such_names(
    nova: Nova, start_cloud: StartCloud, words: tuple[str, ...]
) -> None:
    cloud = start_cloud(maximum='2.80', catalog={'identity': '/keys'})
    cloud.on(
        'GET', '/flavors/1', {'flavor': {**records.flavor(), 'os-flavor-access:is_public': False}}
    )
    cloud.on('GET', '/keys/v3/projects/*', fault(404, 'Could not find project.'))
    cloud.on('GET', '/keys/v3/projects', {'projects': [{'id': 'f' * 32, 'name': HEX}]})

    def answer(request: Request) -> Answer:
        if HEX in str((request.path, request.query, request.body)):
            return fault(400, f'Project ID {HEX} is not a valid project.')
        return Answer(200, {'quota_set': {}, 'flavor_access': []})

    cloud.on('GET', '/os-quota-sets/*', answer)
    cloud.on('POST', '/flavors/1/action', answer)
    cloud.on('PUT', '/os-quota-sets/*', answer)
    result = nova(*words, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    last = cloud.requests[-1]
    assert 'f' * 32 in str((last.path, last.query, last.body))


# Command lines by which the cloud tells nothing of an owner that it does not know, or takes any
# word for the id of one; the path, and what is there of one that it knows.
LIMITS = {'limits': {'rate': [], 'absolute': {'totalCoresUsed': 1, 'maxTotalCores': 9}}}
UNTOLD: dict[tuple[str, ...], tuple[str, str, Any, Any]] = {
    ('server-list', '--tenant', HEX): (
        'GET',
        '/servers/detail',
        {'servers': [{**records.server(1), 'tenant_id': 'ID', 'user_id': 'ID'}]},
        {'servers': []},
    ),
    ('server-list', '--all-tenants', '--user', HEX): (
        'GET',
        '/servers/detail',
        {'servers': [{**records.server(1), 'tenant_id': 'ID', 'user_id': 'ID'}]},
        {'servers': []},
    ),
    ('limits-show', '--tenant', HEX): (
        'GET',
        '/limits',
        LIMITS,
        {'limits': {'rate': [], 'absolute': {'totalCoresUsed': 0, 'maxTotalCores': 9}}},
    ),
    ('usage-show', '--tenant', HEX): (
        'GET',
        '/os-simple-tenant-usage/*',
        {'tenant_usage': {'tenant_id': 'ID', 'server_usages': [{'instance_id': 'i'}]}},
        {'tenant_usage': {}},
    ),
    ('keypair-list', '--user', HEX): (
        'GET',
        '/os-keypairs',
        {'keypairs': [{'keypair': {'name': 'k'}}]},
        {'keypairs': []},
    ),
    ('quota-delete', '--tenant', HEX): ('DELETE', '/os-quota-sets/*', None, None),
    ('keypair-create', 'k', '--user', HEX): (
        'POST',
        '/os-keypairs',
        {'keypair': {'name': 'k', 'private_key': 'p'}},
        None,
    ),
}


@pytest.mark.parametrize('answered', ['name', 'id', '403', '503', 'none'])
@pytest.mark.parametrize('words', UNTOLD, ids=' '.join)
def test_owner_that_the_cloud_says_nothing_of_may_be_a_name(
    nova: Nova, start_cloud: StartCloud, words: tuple[str, ...], answered: str
) -> None:
    method, path, known, unknown = UNTOLD[words]
    # Below 2.40, usage is one page.
    cloud = start_cloud(maximum='2.38', catalog={} if answered == 'none' else {'identity': '/keys'})
    kind = 'user' if '--user' in words else 'project'
    status = 404 if answered == 'name' else int(answered) if answered.isdigit() else 200
    one = fault(status, 'No.') if status != 200 else {kind: {'id': HEX}}
    cloud.on('GET', f'/keys/v3/{kind}s/*', one)
    cloud.on('GET', f'/keys/v3/{kind}s', {f'{kind}s': [{'id': 'f' * 32, 'name': HEX}]})

    def answer(request: Request) -> Any:
        id = 'f' * 32 if 'f' * 32 in str((request.path, request.query)) else HEX
        is_known = id in ids or method != 'GET'
        return json.loads(json.dumps(known).replace('ID', id)) if is_known else unknown

    ids = {'f' * 32}
    cloud.on(method, path, answer)
    result = nova(*words, cloud=cloud)
    assert (result.status, result.err) == (0, '')
    last = next(each for each in reversed(cloud.requests) if each.path.startswith('/v2.1/'))
    sent = 'f' * 32 if answered == 'name' else HEX
    assert sent in str((last.path, last.query, last.body))
    # What the cloud knows by its id is asked for once.
    if method == 'GET':
        ids.add(HEX)
        cloud.requests.clear()
        assert nova(*words, cloud=cloud).status == 0
        assert [each for each in cloud.wire() if '/keys' in each] == []
