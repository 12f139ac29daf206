"""Lines of ``openstack`` run as lines of this program, where they would be refused otherwise."""

from __future__ import annotations

import pytest

from unit_tests import records
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import ScriptedCloud


def _paths(cloud: ScriptedCloud) -> list[str]:
    return [f'{request.method} {request.path}' for request in cloud.requests]


def test_options_of_both_programs_are_understood(nova: Nova) -> None:
    ours = nova('server-list', '--all-tenants', '--status', 'ACTIVE', '-f', 'json', cloud=SANDBOX)
    lines = [
        'server list --all-projects --status ACTIVE -f json',
        'server list --all-proj --status=ACTIVE --format json',
        '-f json server list --all-projects --status ACTIVE --query [*]',
        'server list --all-tenants --status ACTIVE -f json',
    ]
    results = {line: nova(*line.split(), cloud=SANDBOX)[::2] for line in lines}
    assert results == dict.fromkeys(lines, ours[::2])


def test_lines_that_are_pasted_whole_are_those_of_their_programs(nova: Nova) -> None:
    same = {
        'openstack server list --all-projects': 'server-list --all-tenants',
        'openstack --insecure usage list': '--insecure usage-list',
        'nova list --all-tenants': 'list --all-tenants',
        '-f json nova-mv server-list': '-f json server-list',
        'openstack --help': '--help',
        'nova': 'help',
        'extension show --help': 'extension-show --help',
        'extension show a b --show-availability': 'extension-show --show-availability',
        'help nova boot': 'help boot',
        'help openstack server create': 'help server-create',
        'can-i --role reader openstack server list': 'can-i --role reader server-list',
    }
    results = {line: nova(*line.split(), cloud=SANDBOX) for line in same}
    assert results == {line: nova(*ours.split(), cloud=SANDBOX) for line, ours in same.items()}


@pytest.mark.parametrize(
    ('line', 'message'),
    [
        (
            'server lst',
            'There is no command openstack server lst. Did you mean server list or server set?',
        ),
        ('server show', 'openstack server show: the following arguments are required: <server>'),
        ('volume type list', 'volume type list is a command of Block Storage; use openstack.'),
        ('--frob server list', 'There is no option --frob.'),
        (
            'extension show --help',
            'extension show is about Networking; extension-show shows one of Compute.',
        ),
    ],
)
def test_pasted_line_is_refused_as_its_program_does(nova: Nova, line: str, message: str) -> None:
    result = nova('openstack', *line.split(), cloud=SANDBOX)
    assert (result.status, result.err) == (2, f'nova-mv: {message}\n')


def test_lines_that_work_and_mistakes_keep_their_meaning(nova: Nova) -> None:
    lines = {
        'usage lst': 'usage-show lst',
        'resize confirm 2': 'server-resize confirm 2',
        'server': 'server',
        'show web --bogus': 'server-show web --bogus',
    }
    for line, same in lines.items():
        assert nova(*line.split(), cloud=SANDBOX) == nova(*same.split(), cloud=SANDBOX), line
    # Beginnings of an option that is older than --quiet.
    assert nova('server-list', '--qu', '[9]', cloud=SANDBOX).out == 'null\n'


def test_lines_run_in_order_up_to_the_first_that_fails(nova: Nova, cloud: ScriptedCloud) -> None:
    records.add_server(cloud, records.server(1, name='web'))
    path = f'/servers/{records.server_id(1)}'
    cloud.on('PUT', path, {'server': records.server(1, name='x')})
    cloud.on('POST', f'{path}/metadata', {'metadata': {'a': 'b'}})
    words = ('server', 'set', '--name', 'x', '--property', 'a=b', 'web')
    assert nova(*words, cloud=cloud).status == 0
    writes = [path for path in _paths(cloud) if not path.startswith('GET')]
    assert writes[1:] == [f'POST /v2.1{path}/metadata', f'PUT /v2.1{path}']
    cloud.requests.clear()
    busy = {'conflictingRequest': {'message': 'busy', 'code': 409}}
    cloud.on('POST', f'{path}/metadata', busy, 409)
    assert nova(*words, cloud=cloud).status != 0
    assert f'PUT /v2.1{path}' not in _paths(cloud)


def test_all_lines_are_read_before_one_is_run(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('server', 'set', '--name', 'x', '--property', 'a=b', 'web', '--frob', cloud=cloud)
    assert (result.status, cloud.requests) == (2, [])


def test_terminal_is_told_our_line_once(nova: Nova) -> None:
    words = ('--wide', 'server', 'list', '--all-projects')
    line = 'nova-mv: this runs: nova-mv --wide server-list --all-tenants\n'
    assert nova(*words, cloud=SANDBOX, is_terminal=True).err == line
    assert nova(*words, '--quiet', cloud=SANDBOX, is_terminal=True).err == ''
    assert nova(*words, cloud=SANDBOX).err == ''
    secret = nova('server', 'list', '--os-password', 'hush', cloud=SANDBOX, is_terminal=True)
    assert 'hush' not in secret.err


def test_help_dry_runs_and_permissions_understand_the_same_lines(nova: Nova) -> None:
    help_pages = nova('help', 'server-update').out, nova('help', 'server-meta').out
    for words in (('help', 'server', 'set'), ('server', 'set', '--help')):
        result = nova(*words)
        assert all(page.rstrip() in result.out for page in help_pages), words
    assert nova('help', 'server', 'frobnicate').status == 2
    dry = nova('flavor', 'create', '--ram', '64', '--dry-run', 'gold', cloud=SANDBOX)
    assert '"ram": 64' in dry.out
    ours = nova('can-i', '--role', 'member', '--', 'server-list', '--all-tenants')
    for words in (('--', 'server', 'list'), ('server', 'list')):
        assert nova('can-i', '--role', 'member', *words, '--all-projects') == ours
