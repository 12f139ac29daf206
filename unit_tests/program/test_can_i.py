"""Whether a login may run a command line, by version and by policy."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from novaclient_mv.clouds.logins import refusals
from novaclient_mv.sandbox.pytest_plugin import SandboxCloud
from unit_tests import any_lines
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova, Result
from unit_tests.scripted import ScriptedCloud, StartCloud, fault

LIST = 'os_compute_api:os-hypervisors:list'
REFUSAL = fault(403, f"Policy doesn't allow {LIST} to be performed.")


def can(nova: Nova, line: str, role: str = 'member', release: str = 'hibiscus') -> Result:
    return nova('can-i', '-f', 'json', '--role', role, '--release', release, *line.split())


def rules(result: Result) -> set[str]:
    """The rules that a line needs, without the prefixes that all have."""
    return {
        str(need['rule']).removeprefix('os_compute_api:').removeprefix('servers:')
        for need in json.loads(result.out)['needs']
    }


@pytest.mark.parametrize(
    ('line', 'needed', 'status'),
    [
        ('server-list', {'detail'}, 0),
        ('server-list --all-tenants', {'detail', 'detail:get_all_tenants'}, 4),
        ('server-list --host h', {'detail'}, 0),
        ('server-list --minimal', {'index'}, 0),
        ('-- nova list', {'detail'}, 0),
        ('-- nova-mv list --all-t', {'detail', 'detail:get_all_tenants'}, 4),
        ('server-live-migrate w', {'os-migrate-server:migrate_live'}, 4),
        ('server-live-migrate w h', {'os-migrate-server:migrate_live:host'}, 4),
        ('server-migrate', {'os-migrate-server:migrate'}, 4),
        ('server-migrate --host h w', {'os-migrate-server:migrate:host'}, 4),
        ('server-unshelve w', {'os-shelve:unshelve'}, 0),
        ('server-delete a b', {'delete'}, 0),
        ('host-meta h set k=v', {'os-hypervisors:list', 'server-metadata:create'}, 4),
        ('host-servers-migrate h', {'os-hypervisors:list', 'os-migrate-server:migrate'}, 4),
        ('server-lock w', {'os-lock-server:lock'}, 0),
        ('volume-list', {'os-volumes:detail'}, 0),
        ('network-list', {'os-networks:list'}, 0),
        ('availability-zone-list', {'os-availability-zone:list'}, 0),
        ('version-list', set(), 0),
        # A lookup that is refused before the command's own request is what the service names.
        ('aggregate-add-host a h', {'os-aggregates:index', 'os-aggregates:add_host'}, 4),
        ('aggregate-create a', {'os-aggregates:create'}, 4),
    ],
)
def test_options_change_what_is_asked(nova: Nova, line: str, needed: set[str], status: int) -> None:
    result = can(nova, line)
    assert (rules(result), result.status) == (needed, status)


@pytest.mark.parametrize(
    ('options', 'further', 'status'),
    [
        ('--nic none', set(), 0),
        ('--nic auto', {'create:attach_network'}, 0),
        ('--nic net-id=n', {'create:attach_network'}, 0),
        ('--nic none --host h', {'compute:servers:create:requested_destination'}, 4),
        ('--nic none --availability-zone z', set(), 0),
        ('--nic none --availability-zone z:h', {'create:forced_host'}, 4),
        ('--nic none --trusted-image-certificate-id c', {'create:trusted_certs'}, 0),
        ('--nic none --block-device source=blank,size=1', {'create:attach_volume'}, 0),
    ],
)
def test_options_of_a_new_server_ask_further_rules(
    nova: Nova, options: str, further: set[str], status: int
) -> None:
    result = can(nova, f'server-create --flavor 1 --image i web {options}')
    assert (rules(result), result.status) == ({'create', *further}, status)


def test_token_of_another_scope_is_told_that_rules_are_for_projects(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = start_cloud(maximum=NEWEST)
    cloud.keystone.roles = ('admin',)
    env = {'OS_SYSTEM_SCOPE': 'all', 'OS_PROJECT_NAME': ''}
    result = nova('can-i', 'hypervisor-list', cloud=cloud, env=env)
    assert result.out == (
        "no by Nova's defaults (Hibiscus), with admin for the system\n"
        '  no: os_compute_api:os-hypervisors:list needs the role admin in a project\n'
    )
    assert result.status == 4


@pytest.mark.parametrize(
    ('words', 'message'),
    [
        ('', 'needs a command line'),
        ('no-such', 'no command no-such'),
        ('server-list --no-such', 'server-list has no option --no-such'),
        ('version-changes --service compute', 'put the command line behind "--"'),
        ('server-list -- --all-tenants', 'server-list precedes "--"'),
        ('server-list --service compute', '--service says'),
        ('--list --service glance', 'is not one of the services'),
        ('server-list --probe', '--probe is for'),
        ('server-list --policy-file /no/such', '/no/such cannot be read'),
        ('server-delete a --all-tenants b c d --release x', "Unknown release 'x'"),
    ],
)
def test_line_that_cannot_be_judged_is_a_mistake(nova: Nova, words: str, message: str) -> None:
    result = nova('can-i', '--role', 'member', *words.split())
    assert result.status == 2
    assert message in result.err


# -- clouds ----------------------------------------------------------------------------------


def on_cloud(nova: Nova, cloud: ScriptedCloud, *words: str) -> tuple[dict[str, Any], Result]:
    result = nova('can-i', '-f', 'json', *words, cloud=cloud)
    return json.loads(result.out), result


def test_releases_of_one_newest_version_answer_apart(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum='2.100')
    cloud.keystone.roles = ('manager',)
    words = ('server-live-migrate', 'w')
    form, result = on_cloud(nova, cloud, *words)
    assert (form['answer'], result.status) == ('depends', 0)
    assert (form['release'], form['releases']) == ('Flamingo', ['Epoxy', 'Flamingo'])
    assert form['by_release'] == {'Epoxy': 'no', 'Flamingo': 'depends'}
    assert '  Epoxy: no\n  Flamingo: depends\n' in nova('can-i', *words, cloud=cloud).out
    form, result = on_cloud(nova, cloud, '--release', 'epoxy', *words)
    assert (form['answer'], result.status) == ('no', 4)


@pytest.mark.parametrize(
    ('maximum', 'answer', 'release', 'status'),
    [
        ('2.38', 'unknown', None, 1),
        ('2.53', 'depends', 'Pike', 0),
        ('2.999', 'depends', 'Hibiscus', 0),
    ],
)
def test_cloud_is_judged_by_the_facts_of_its_release(
    nova: Nova, start_cloud: StartCloud, maximum: str, answer: str, release: str | None, status: int
) -> None:
    form, result = on_cloud(nova, start_cloud(maximum=maximum), 'server-list')
    assert (form['answer'], form['release'], result.status) == (answer, release, status)
    assert ('newer than the policies' in result.err) is (maximum == '2.999')


def test_version_counts_too(nova: Nova, cloud: ScriptedCloud) -> None:
    form, result = on_cloud(nova, cloud, 'server-topology', 'w')
    assert (form['answer'], form['needs'], result.status) == ('no', [], 3)
    assert form['reason'].startswith('server-topology needs API version 2.78 (Train) or later')
    ended = ('network-list',)
    assert on_cloud(nova, cloud, *ended)[1].status == 0
    assert nova('can-i', *ended, cloud=cloud, version='2.40').status == 3
    assert nova('can-i', '--', '--os-compute-api-version', '2.40', *ended, cloud=cloud).status == 3


def test_needs_of_a_token_of_unknown_roles_are_unknown(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.keystone.roles = None
    form, result = on_cloud(nova, cloud, 'server-list')
    assert (form['answer'], form['needs'][0]['answer'], result.status) == ('unknown', 'unknown', 1)


def test_remembered_refusal_counts_for_its_login(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum=NEWEST)
    cloud.keystone.roles = ('admin',)
    assert on_cloud(nova, cloud, 'hypervisor-list')[0]['answer'] == 'yes'
    cloud.on('GET', '/os-hypervisors', REFUSAL)
    assert nova('hypervisor-list', cloud=cloud).status == 4
    nova.clock.advance(600)
    form, result = on_cloud(nova, cloud, 'hypervisor-list')
    assert (form['answer'], form['refused'], result.status) == ('no', {LIST: 600}, 4)
    text = nova('can-i', 'hypervisor-list', cloud=cloud).out
    assert f'refused {LIST} 10 minutes ago' in text
    assert text.startswith("no by Nova's defaults (")
    assert 'and what this cloud refused, ' in text
    # Other rules, other roles, and a release that is named have nothing to do with it.
    assert on_cloud(nova, cloud, 'aggregate-list')[0]['answer'] == 'yes'
    assert on_cloud(nova, cloud, '--role', 'admin', 'hypervisor-list')[0]['answer'] == 'yes'
    nova.clock.advance(refusals.SECONDS)
    assert on_cloud(nova, cloud, 'hypervisor-list')[0]['answer'] == 'yes'


def test_probe_reads_and_never_writes(nova: Nova, start_cloud: StartCloud) -> None:
    cloud = start_cloud(maximum=NEWEST)
    server = {'tenant_id': 'f00d', 'id': any_lines.ID, 'name': 'w'}
    cloud.on('GET', '/os-hypervisors', REFUSAL)
    cloud.on('GET', f'/servers/{any_lines.ID}', {'server': server})
    form, result = on_cloud(nova, cloud, '--probe', 'server-list')
    assert (form['answer'], form['probed']) == ('yes', 'this cloud allowed it')
    form, result = on_cloud(nova, cloud, '--probe', 'hypervisor-list')
    assert (form['answer'], result.status) == ('no', 4)
    assert LIST in on_cloud(nova, cloud, 'hypervisor-list')[0]['refused']
    form, result = on_cloud(nova, cloud, '--probe', 'server-delete', any_lines.ID)
    assert (form['answer'], result.status) == ('no', 4)
    assert not [each for each in cloud.requests if each.method == 'DELETE']
    result = on_cloud(nova, cloud, '--probe', 'server-delete', 'x')[1]
    assert 'could not be found' in result.err


def test_several_clouds_have_the_worst_status(nova: Nova, start_cloud: StartCloud) -> None:
    clouds = [start_cloud(maximum=NEWEST) for _ in range(2)]
    clouds[0].keystone.roles = ('admin',)
    clouds[1].keystone.roles = ('member',)
    nova.cloud_file(f'clouds: {{c0: {clouds[0].entry()}, c1: {clouds[1].entry()}}}')
    both = ('--os-cloud', 'c0,c1', 'can-i')
    result = nova(*both, '-f', 'json', 'hypervisor-list')
    rows = json.loads(result.out)
    assert [(row['cloud'], row['region'], row['answer']) for row in rows] == [
        ('c0', None, 'yes'),
        ('c1', None, 'no'),
    ]
    assert result.status == 4
    matrix = nova(*both, '--list', '--service', 'compute')
    assert matrix.lines[1].split() == ['|', 'Command', '|', 'c0', '|', 'c1', '|']
    assert matrix.lines[3].split() == ['|', 'aggregate-add-host', '|', 'yes', '|', 'no', '|']


# -- every command, and policy files -----------------------------------------------------------


def test_list_has_each_command_with_the_worst_first(nova: Nova) -> None:
    rows = json.loads(can(nova, '--list --service compute', release='23').out)
    answers = {row['command']: (row['answer'], row['role']) for row in rows}
    assert answers['hypervisor-list'] == ('no', 'admin')
    assert answers['server-delete'] == ('depends', 'owner')
    assert answers['version-list'] == ('yes', None)
    order = ('no', 'unknown', 'depends', 'yes')
    assert [row['answer'] for row in rows] == sorted(
        (row['answer'] for row in rows), key=order.index
    )


def test_machine_without_a_program_judges_it(nova: Nova, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = 'can-i', '--list', '--service', 'compute', '--role', 'member', '-f', 'json'
    listed = nova(*listing).out
    monkeypatch.setenv('PATH', '/nowhere')
    assert nova(*listing).out == listed
    assert rules(can(nova, 'keypair-generate k')) == {'os-keypairs:create'}


def test_policy_file_decides_and_what_is_odd_in_it_is_told_once(nova: Nova) -> None:
    text = f'"{LIST}": "role:member"\n"no:such": "@"\n"os_compute_api:os-shelve": "@"\n'
    (nova.home / 'policy.yaml').write_text(text)
    file = f'--policy-file {nova.home}/policy.yaml'
    result = can(nova, f'{file} hypervisor-list')
    form = json.loads(result.out)
    assert (form['answer'], form['by'], result.status) == ('yes', 'policy file', 0)
    assert result.err.splitlines() == [
        'nova-mv: no:such is not a rule of Hibiscus.',
        'nova-mv: os_compute_api:os-shelve is not a rule of Hibiscus.',
    ]


def test_settings_of_operators_count_without_a_file(nova: Nova) -> None:
    for option in ('--enforce-scope=true', '--enforce-scope true', '--enforce-scope'):
        assert can(nova, f'{option} hypervisor-list', 'admin', 'yoga').status == 4
    assert can(nova, 'hypervisor-list --enforce-scope no', 'admin', '2023.2').status == 0
    reader = 'server-create --flavor 1 --image i w'
    assert can(nova, reader, 'reader', 'zed').status == 0
    form = json.loads(can(nova, f'{reader} --enforce-new-defaults=true', 'reader', 'zed').out)
    assert (form['answer'], form['by']) == ('no', 'defaults')


def test_all_lines_that_words_of_openstack_are_here_are_judged(nova: Nova) -> None:
    result = can(nova, 'server set --state error --name x web')
    answers = {form['command']: form['answer'] for form in json.loads(result.out)}
    assert answers == {'server-reset-state': 'no', 'server-update': 'depends'}
    assert result.status == 4
    line = 'server set --name x --tag t web'
    text = nova('can-i', '--role', 'member', *line.split()).out
    assert [line.split(':')[0] for line in text.splitlines() if line[0] != ' '] == [
        'server-tag-add',
        'server-update',
    ]


# -- runs --


LINES = (
    'hypervisor-list',
    'quota-show --tenant 0123456789abcdef',
    'quota-show --tenant demo',
    'aggregate-delete 1',
    'host-meta host1 set a=b',
    'host-servers-migrate host1',
    'quota-update {project} --instances 0',
    'server-list --all-tenants',
    'migration-list',
    'server-migrate app-1',
    'server-create --flavor 1 --image cirros --availability-zone nova:host1 web',
    '--os-compute-api-version 2.35 secgroup-create web',
)


@pytest.mark.parametrize(
    ('release', 'version', 'user'),
    [
        ('pike', '2.53', 'reader'),
        ('wallaby', '2.88', 'demo'),
        ('2023.2', '2.95', 'reader'),
        ('hibiscus', NEWEST, 'manager'),
    ],
)
def test_run_is_refused_where_the_answer_is_no(
    nova: Nova,
    make_sandbox_cloud: Callable[..., SandboxCloud],
    release: str,
    version: str,
    user: str,
) -> None:
    cloud = make_sandbox_cloud(maximum=version, release=release)
    login = {**cloud.environ, 'OS_USERNAME': user, 'OS_PROJECT_NAME': 'demo'}
    project = cloud.session('demo').get_project_id()
    for line in LINES:
        words = line.format(project=project).split()
        asked, run = nova('can-i', '-f', 'json', '--', *words, env=login), nova(*words, env=login)
        assert (asked.status == 4) == (run.status == 4), (line, asked.out, run.err)
        if run.status == 4:
            needs = json.loads(asked.out)['needs']
            refusing = next(need['rule'] for need in needs if need['answer'] == 'no')
            assert f'(rule {refusing})' in run.err, line
