"""A refusal by policy names the role that its rule needs, and those of the login."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv.cli.reading import commands
from novaclient_mv.cli.reading.tokenizer import token
from novaclient_mv.cli.reading.window import CommandLine
from novaclient_mv.cli.running import blamed_parts
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.services import policy_releases
from unit_tests import cases, records
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import PROJECT, Answer, ScriptedCloud, StartCloud, fault

HYPERVISORS, INDEX = 'os_compute_api:os-hypervisors:list', 'os_compute_api:servers:detail'
DELETE, MIGRATE = 'os_compute_api:servers:delete', 'os_compute_api:os-migrate-server:migrate'
QUOTAS = 'os_compute_api:os-quota-sets:show'
START = 'os_compute_api:servers:start'
PROVIDERS, CONDUCTORS = 'placement:resource_providers:list', 'baremetal:conductor:get'


def nova_text(rule: str) -> Answer:
    """Nova's refusal."""
    return fault(403, f"Policy doesn't allow {rule} to be performed.")


def placement_text(rule: str) -> Answer:
    """Placement's refusal."""
    detail = (
        f'Access was denied to this resource.\n\n Policy does not allow {rule} to be performed.  '
    )
    error = {'status': 403, 'title': 'Forbidden', 'detail': detail}
    return Answer(403, {'errors': [error]}, [('openstack-api-version', 'placement 1.39')])


def ironic_text(rule: str, newest: str = '1.115') -> Answer:
    """Ironic's refusal, which tells its versions."""
    inner = {
        'faultcode': 'Client',
        'faultstring': f'Access was denied to the following resource: {rule}',
        'debuginfo': None,
    }
    header = 'X-OpenStack-Ironic-API'
    headers = [(f'{header}-Minimum-Version', '1.1'), (f'{header}-Maximum-Version', newest)]
    return Answer(403, {'error_message': json.dumps(inner)}, headers)


IRONIC = Answer(200, {'id': 'v1'}, ironic_text('').headers)
"""The version document of Ironic."""


def scope_text(rule: str) -> Answer:
    """Ironic's answer to a token of a scope that a rule is not for."""
    check = '(role:admin and system_scope:all) or rule:service_role'
    words = f'"{rule}": "{check}" requires a scope of [\'system\'], request was made with project'
    inner = {'faultcode': 'Server', 'faultstring': f'{words} scope.', 'debuginfo': None}
    return Answer(500, {'error_message': json.dumps(inner)}, ironic_text(rule).headers)


@pytest.mark.parametrize(
    ('words', 'method', 'path', 'rule', 'newest', 'roles', 'sentence', 'needs_role'),
    [
        (
            ('hypervisor-list',),
            *('GET', '/os-hypervisors', HYPERVISORS, NEWEST, ('reader', 'member')),
            f"hypervisor-list needs the role admin by Nova's defaults (rule {HYPERVISORS}); demo "
            'has member and reader in the project demo.',
            'admin',
        ),
        # Until Zed, whoever had a role in the project could delete its servers.
        (
            ('server-delete', records.server(1)['id']),
            *('DELETE', '/servers/*', DELETE, '2.93', ('reader',)),
            f"server-delete needs any role in the project of the server by Nova's defaults (rule "
            f"{DELETE}); demo has reader in the project demo: the target is another's, or this "
            "cloud's policy differs from Nova's defaults.",
            'owner',
        ),
        (
            ('server-delete', records.server(1)['id']),
            *('DELETE', '/servers/*', DELETE, '2.95', ('reader',)),
            "server-delete needs the role member in the project of the server by Nova's defaults "
            f'(rule {DELETE}); demo has reader in the project demo.',
            'member',
        ),
        (
            ('quota-show', '--tenant', 'a' * 32),
            *('GET', '/os-quota-sets/*', QUOTAS, '2.95', ('member',)),
            f"quota-show needs the role reader in the project of the target by Nova's defaults "
            f"(rule {QUOTAS}); demo has member in the project demo: the target is another's.",
            'reader',
        ),
        (
            ('quota-show', '--tenant', PROJECT),
            *('GET', '/os-quota-sets/*', QUOTAS, '2.95', ('member',)),
            f"quota-show needs the role reader in the project of the target by Nova's defaults "
            f"(rule {QUOTAS}), and demo has member in the project demo: this cloud's policy "
            "differs from Nova's defaults.",
            'reader',
        ),
        # What asks for no other's is about one's own.
        (
            ('server-list',),
            *('GET', '/servers/detail', INDEX, '2.95', ('reader', 'custom')),
            f"server-list needs the role reader in the project of the server by Nova's defaults "
            f"(rule {INDEX}), and demo has custom and reader in the project demo: this cloud's "
            "policy differs from Nova's defaults.",
            'reader',
        ),
        # Epoxy and Flamingo share their newest version.
        (
            ('server-migrate', records.server(1)['id']),
            *('POST', '/servers/*/action', MIGRATE, '2.100', ('manager',)),
            'server-migrate needs the role admin (Epoxy) or the role manager in the project of the '
            f"server (Flamingo) by Nova's defaults (rule {MIGRATE}); demo has manager in the "
            'project demo.',
            'admin',
        ),
        (
            ('server-list',),
            *('GET', '/servers/detail', 'their:own', '2.95', None),
            'server-list is refused by the rule their:own.',
            None,
        ),
    ],
)
def test_refusal_of_compute_says_who_may_by_the_release_of_the_cloud(
    nova: Nova,
    start_cloud: StartCloud,
    words: tuple[str, ...],
    method: str,
    path: str,
    rule: str,
    newest: str,
    roles: tuple[str, ...] | None,
    sentence: str,
    needs_role: str | None,
) -> None:
    cloud = start_cloud(maximum=newest)
    cloud.keystone.roles = roles
    records.add_server(cloud, records.server(1))
    cloud.on(method, path, lambda request: nova_text(rule))
    result = nova(*words, cloud=cloud)
    begin, _, request_id = result.err.partition(' (HTTP 403) (Request-ID: ')
    assert begin == f'nova-mv: Not allowed: {sentence}'
    assert request_id.startswith('req-')
    assert result.status == 4
    before = len(cloud.requests)
    # The second run has its login and the versions from the cache, and asks nothing for all this.
    found = json.loads(nova('--error-format', 'json', *words, cloud=cloud).err)
    asked = cloud.wire()[before:]
    assert not [each for each in asked if '/v3' in each or each.endswith('/v2.1/')]
    assert (found['rule'], found['needs_role']) == (rule, needs_role)
    assert found['roles'] == (None if roles is None else list(roles))
    assert (found['code'], found['status']) == ('forbidden', 4)
    assert found['request_id'].startswith('req-')


@pytest.mark.parametrize('is_cached', [True, False])
def test_refusal_takes_no_request_more(nova: Nova, cloud: ScriptedCloud, is_cached: bool) -> None:
    env = {} if is_cached else {'OS_CACHE': 'false'}
    cloud.on('GET', '/os-hypervisors*', {'hypervisors': []})
    if is_cached:
        nova('hypervisor-list', cloud=cloud)
    numbers = []
    for _ in range(2):
        before = len(cloud.requests)
        result = nova('hypervisor-list', cloud=cloud, env=env)
        numbers.append(len(cloud.requests) - before)
        cloud.on(
            'GET', '/os-hypervisors*', lambda request: nova_text('os_compute_api:os-hypervisors')
        )
    assert 'Not allowed: hypervisor-list needs the role admin' in result.err
    assert numbers == [1 if is_cached else 4] * 2


@pytest.mark.parametrize(
    ('service', 'words', 'path', 'answer', 'sentence'),
    [
        (
            'placement',
            ('placement-resource-provider-list',),
            '/place/resource_providers',
            placement_text(PROVIDERS),
            f"the role admin by Placement's defaults (rule {PROVIDERS})",
        ),
        (
            'baremetal',
            ('baremetal-conductor-list',),
            '/metal/v1/conductors',
            ironic_text(CONDUCTORS),
            "the role service or the role reader for the system by Ironic's defaults "
            f'(rule {CONDUCTORS})',
        ),
        (
            'baremetal',
            ('baremetal-conductor-list',),
            '/metal/v1/conductors',
            ironic_text(CONDUCTORS, '1.87'),
            f"the role admin by Ironic's defaults (rule {CONDUCTORS})",
        ),
        (
            'baremetal',
            ('baremetal-chassis-list',),
            '/metal/v1/chassis*',
            scope_text('baremetal:chassis:get'),
            "the role reader for the system by Ironic's defaults (rule baremetal:chassis:get)",
        ),
    ],
)
def test_refusals_of_other_services(
    nova: Nova,
    start_cloud: StartCloud,
    service: str,
    words: tuple[str, ...],
    path: str,
    answer: Answer,
    sentence: str,
) -> None:
    cloud = start_cloud(catalog={'placement': '/place', 'baremetal': '/metal'})
    entry = {'id': 'v1.0', 'min_version': '1.0', 'max_version': '1.39', 'status': 'CURRENT'}
    cloud.on('GET', '/place/', {'versions': [{**entry, 'links': [{'rel': 'self', 'href': ''}]}]})
    cloud.on('GET', path, answer)
    result = nova(*words, cloud=cloud)
    begin = f'nova-mv: Not allowed: {words[0]} needs {sentence}; demo has member in the project'
    assert result.err.startswith(begin), result.err
    assert result.status == 4


def test_write_refused_by_scope_was_not_carried_out(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(catalog={'baremetal': '/metal'})
    cloud.on('GET', '/metal/v1/', IRONIC)
    cloud.on('POST', '/metal/v1/chassis', scope_text('baremetal:chassis:create'))
    result = nova('--error-format', 'json', 'baremetal-chassis-create', cloud=cloud)
    error = json.loads(result.err)
    assert 'carried out' not in error['message']
    assert (error['code'], error['rule'], error['http_status'], error['retryable']) == (
        *('forbidden', 'baremetal:chassis:create'),
        *(500, False),
    )
    assert result.status == 4


def test_owner_of_a_node_in_a_body_is_not_known(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(catalog={'baremetal': '/metal'})
    cloud.keystone.roles = ('manager',)
    cloud.on('GET', '/metal/v1/', IRONIC)
    cloud.on('POST', '/metal/v1/portgroups', ironic_text('baremetal:portgroup:create'))
    words = ('baremetal-port-group-create', '--node', PROJECT)
    result = nova(*words, cloud=cloud)
    assert "the target is another's, or this cloud's policy differs" in result.err
    answer = json.loads(nova('can-i', '-f', 'json', *words, cloud=cloud).out)
    assert (answer['answer'], 'refused' in answer) == ('depends', False)


def test_targets_that_one_rule_refuses_share_it(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum='2.95')
    cloud.keystone.roles = ('reader',)
    servers = [records.server(number) for number in (1, 2)]
    for server in servers:
        records.add_server(cloud, server)
    rules = iter([DELETE, DELETE, DELETE, START])
    cloud.on('DELETE', '/servers/*', lambda request: nova_text(next(rules)))

    def refused() -> dict[str, Any]:
        ids = [server['id'] for server in servers]
        found = json.loads(nova('--error-format', 'json', 'server-delete', *ids, cloud=cloud).err)
        assert all('Not allowed: server-delete' in text for text in found['failures'].values())
        return found  # type: ignore[no-any-return]

    shared = refused()
    assert (shared['rule'], shared['needs_role'], shared['roles']) == (DELETE, 'member', ['reader'])
    assert 'rule' not in refused()


# -- options that bring a rule --


VOLUME = '--boot-volume 1be26c0b-03f2-4d2e-ae87-c02d7f33c123'
STEPS = '--clean-steps [{"step":"a","interface":"b"}]'
CLEAN = 'baremetal:node:set_provision_state:clean_steps'
CREATE = 'server-create web --flavor 1'
DESTINATION = 'compute:servers:create:requested_destination'
API, NODE = 'os_compute_api:', 'baremetal:node:'
LIST = f'{API}servers:'


def parts_of(text: str, rule: str, version: str) -> str:
    name, *words = text.split()
    command = commands.find(name)
    line = CommandLine(command, [*map(token, words)], OptionTable())
    policies = policy_releases.policies_of(command.service)
    assert policies is not None
    release, at = policies.newest, command.service.version(version)
    parts = blamed_parts.BlamedParts(line, at, release, {'id': 'own', 'name': 'demo'})
    return ' '.join(parts.bringing(rule))


@cases.one_test_of(
    'text, version, rule, expected',
    [
        ('server-list --all-tenants', '2.90', f'{LIST}detail:get_all_tenants', '--all-tenants'),
        ('server-list --all-tenants --limit 3', '2.90', f'{API}servers:detail', ''),
        ('server-list --tenant x --minimal', '2.1', f'{LIST}index:get_all_tenants', '--tenant'),
        ('server-list --tenant=x --deleted', '2.1', f'{LIST}detail:get_all_tenants', '--tenant'),
        ('server-list --host h --minimal', '2.90', f'{LIST}index', ''),
        ('server-stop a b --all-tenants', '2.9', f'{LIST}index:get_all_tenants', '--all-tenants'),
        (f'{CREATE} --image i --host h', '2.74', DESTINATION, '--host'),
        (
            *(f'{CREATE} --image i --host h --hypervisor-hostname n', '2.90', DESTINATION),
            '--host --hypervisor-hostname',
        ),
        (
            *(f'{CREATE} --image i --availability-zone nova:h', '2.73'),
            *(f'{API}servers:create:forced_host', '--availability-zone'),
        ),
        (f'{CREATE} {VOLUME}', '2.90', f'{API}servers:create:attach_volume', '--boot-volume'),
        (f'{CREATE} --image i --nic auto', '2.90', f'{API}servers:create:attach_network', ''),
        (
            *('server-rebuild w i --trusted-image-certificate-id c', '2.63'),
            *(f'{API}servers:rebuild:trusted_certs', '--trusted-image-certificate-id'),
        ),
        ('server-migrate w --host h', '2.56', f'{API}os-migrate-server:migrate:host', '--host'),
        ('server-migrate w', '2.56', f'{API}os-migrate-server:migrate', ''),
        ('server-live-migrate w h2', '2.90', f'{API}os-migrate-server:migrate_live:host', '<host>'),
        ('server-unshelve w --host h', '2.91', f'{API}os-shelve:unshelve_to_host', '--host'),
        ('quota-update demo --cores 3', '2.90', f'{API}os-quota-sets:update', ''),
        ('limits-show --tenant x', '2.90', f'{API}limits:other_project', '--tenant'),
        ('quota-show --tenant x', '2.90', f'{API}os-quota-sets:show', ''),
        ('keypair-list --user x', '2.90', f'{API}os-keypairs:index', ''),
        ('migration-list --project-id x', '2.90', f'{API}os-migrations:index:all_projects', ''),
        ('baremetal-node-set n --owner x', '1.90', f'{NODE}update:owner', '--owner'),
        ('baremetal-node-set n --owner x --name y', '1.90', f'{NODE}update:name', '--name'),
        ('baremetal-node-set n --driver x --extra a=b', '1.90', f'{NODE}update_extra', '--extra'),
        (f'baremetal-node-clean n {STEPS}', '1.90', CLEAN, '--clean-steps'),
        ('baremetal-node-clean n --runbook r', '1.95', 'baremetal:runbook:use', '--runbook'),
        ('baremetal-node-power-off n', '1.90', f'{NODE}set_power_state', ''),
        ('placement-resource-provider-list --name x', '1.30', PROVIDERS, ''),
    ],
)  # fmt: skip
def test_an_option_is_named_where_it_brings_the_rule(
    text: str, version: str, rule: str, expected: str
) -> None:
    assert parts_of(text, rule, version) == expected


@pytest.mark.parametrize('command', ['server-stop a', 'server-list'])
@pytest.mark.parametrize('more', ['', '--dry-run'])
def test_refusal_names_options(nova: Nova, cloud: ScriptedCloud, command: str, more: str) -> None:
    if command == 'server-list' and more:
        return
    view = 'detail' if command == 'server-list' else 'index'
    rule = f'{API}servers:{view}:get_all_tenants'
    for path in ('/servers', '/servers/detail'):
        cloud.on(
            'GET', path, lambda request: fault(403, f"Policy doesn't allow {rule} to be performed.")
        )
    result = nova(*command.split(), '--all-tenants', *more.split(), cloud=cloud)
    assert result.status == 4
    name = command.partition(' ')[0]
    assert f'{name} --all-tenants needs the role admin' in result.err


def test_can_i_names_the_option_beside_its_rule(nova: Nova) -> None:
    words = ('can-i', '--role', 'member', '--', 'server-list', '--all-tenants')
    result = nova(*words, cloud='sandbox')
    assert result.message == 'nova-mv: server-list --all-tenants is not allowed.'
    rule = f'{LIST}detail:get_all_tenants'
    assert f'no: {rule} needs the role admin (for --all-tenants)' in result.out
    (other,) = [line for line in result.lines if line.endswith('project') or 'detail needs' in line]
    assert '(for' not in other
    form = json.loads(nova('-f', 'json', *words, cloud='sandbox').out)
    options = {need['rule']: need.get('options') for need in form['needs']}
    assert options == {f'{LIST}detail': None, rule: ['--all-tenants']}


def test_can_i_blames_a_command_refused_without_its_options_as_well(nova: Nova) -> None:
    words = ('can-i', '--role', 'member', '--', 'server-evacuate', 'web', '--all-tenants')
    result = nova(*words, cloud='sandbox')
    assert '(for --all-tenants)' in result.out
    assert result.message == 'nova-mv: server-evacuate is not allowed.'
