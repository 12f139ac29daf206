"""Mistakes on the command line end in one line, before any request."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.clouds.options import OptionTable
from unit_tests import records
from unit_tests.nova import SANDBOX, Nova
from unit_tests.scripted import ScriptedCloud, fault

IMAGE = ('server-create', 'web', '--flavor', '1', '--image', 'i')
BARE = ('server-create', 'web', '--flavor', '1')
VOLUME = 'id=v,source=volume,dest=volume'


def refused(nova: Nova, cloud: ScriptedCloud, *words: str, version: str = '2.90') -> str:
    """Return the message of a command line that is refused before any request."""
    result = nova(*words, version=version, cloud=cloud)
    assert (result.status, result.out, result.err.count('\n')) == (2, '', 1), result
    assert 'Traceback' not in result.err
    assert cloud.wire() == []
    return result.err


# -- values and options that never do ------------------------------------------


@pytest.mark.parametrize(
    'words',
    [
        '--nic net-id=',
        '--nic port-id=',
        '--nic net-name=',
        '--nic net-id=n,tag=',
        '--nic net-id=n,v4-fixed-ip=',
        *(
            f'--block-device {VOLUME},{key}='
            for key in ('bus', 'device', 'size', 'format', 'bootindex', 'type', 'tag', 'shutdown')
        ),
        '--block-device id=,source=volume',
        f'--block-device {VOLUME},size=x',
        f'--block-device {VOLUME},bootindex=first',
        '--ephemeral size=1,format=',
        '--ephemeral size=0',
        '--swap 0',
        '--block-device-mapping vda=',
        '--block-device-mapping vda=v:vol:x',
        '--block-device-mapping vda=v:vol:1:maybe',
        '--hint group=',
        '--hint cidr=',
        '--access-ip-v4 nonsense',
        '--access-ip-v6 10.0.0.1',
    ],
)
def test_value_that_no_cloud_takes_is_refused(nova: Nova, cloud: ScriptedCloud, words: str) -> None:
    assert words.split()[0] in refused(nova, cloud, *IMAGE, *words.split())


@pytest.mark.parametrize('words', ['--meta role=', '--hint mine=', '--image-with os='])
def test_empty_value_that_has_a_meaning_is_taken(
    nova: Nova, cloud: ScriptedCloud, words: str
) -> None:
    assert nova(*IMAGE, *words.split(), cloud=cloud).status != 2


@pytest.mark.parametrize(
    ('words', 'said'),
    [
        ('--image i --boot-volume v', '--image and --boot-volume'),
        ('--image i --snapshot s', '--image and --snapshot'),
        ('--image-with os=x --boot-volume v', '--image-with and --boot-volume'),
        ('--boot-volume v --snapshot s', '--boot-volume and --snapshot'),
        (f'--image i --block-device {VOLUME},bootindex=0', '--image and --block-device'),
        (f'--image i --block-device {VOLUME},bootindex=2', 'follow each other'),
        (
            f'--image i --block-device {VOLUME},bootindex=1 --block-device {VOLUME},bootindex=1',
            'follow each other',
        ),
        (f'--block-device {VOLUME}', 'bootindex=0'),
        ('--image i --block-device source=volume', 'needs id'),
        ('--image i --block-device id=i,source=image', 'needs dest=volume'),
        ('--image i --block-device id=i,source=image,dest=volume', 'needs size'),
        ('--image i --block-device source=blank,dest=volume', 'needs size'),
        (f'--image i --block-device {VOLUME},volume_type=x', 'volume_type'),
        ('--image i --block-device source=blank,volume_type=x', 'volume_type'),
        ('--image i --swap 1 --block-device source=blank,format=swap', 'one swap disk'),
        ('--boot-volume v --max-count 2', 'one volume'),
        ('--boot-volume v --min-count 2', 'one volume'),
        ('--block-device-mapping vda=v --min-count 2', 'one volume'),
        ('--image i --nic port-id=p --max-count 2', 'one port'),
        ('--image i --nic net-id=n,v4-fixed-ip=10.0.0.1 --max-count 2', 'one address'),
        ('--image i --hostname h --max-count 2', 'one hostname'),
        ('--image i --min-count 3 --max-count 2', '--min-count is above'),
        ('--image i --nic port-id=p --nic port-id=p', 'given twice'),
        ('--image i --nic port-id=p,v4-fixed-ip=10.0.0.1', 'together'),
        ('--image i --host h --availability-zone az:h', 'names a host already'),
        ('--image i --hypervisor-hostname h --availability-zone az:h', 'names a host already'),
        ('--image i --availability-zone a:b:c:d', 'zone[:host[:hypervisor]]'),
        ('--boot-volume v --trusted-image-certificate-id c', 'is for --image'),
    ],
)
def test_options_that_nova_never_takes_together_are_refused(
    nova: Nova, cloud: ScriptedCloud, words: str, said: str
) -> None:
    assert said in refused(nova, cloud, *BARE, *words.split())


@pytest.mark.parametrize(
    'words',
    [
        'server-interface-attach web --port-id p --net-id n',
        'server-interface-attach web --fixed-ip 10.0.0.1',
        'server-live-migrate web --force',
        'server-evacuate web --force',
        'host-evacuate h --force',
        'host-evacuate-live h --force',
        'flavor-list --min-disk much',
        'server-group-create g anti-affinity --rule max_server_per_host=',
    ],
)
def test_other_commands_refuse_what_nova_never_takes(
    nova: Nova, cloud: ScriptedCloud, words: str
) -> None:
    version = '2.64' if 'group' in words else '2.50'
    refused(nova, cloud, *words.split(), version=version)


def test_device_auto_is_not_sent(nova: Nova, cloud: ScriptedCloud) -> None:
    records.add_server(cloud, records.server(1))
    path = f'/servers/{records.server_id(1)}/os-volume_attachments'
    cloud.on('POST', path, {'volumeAttachment': {'id': 'v', 'volumeId': 'v', 'device': '/dev/b'}})
    for words in ((), ('auto',)):
        result = nova('volume-attach', records.server_id(1), records.IMAGE, *words, cloud=cloud)
        assert result.status == 0, result
        assert cloud.requests[-1].body == {'volumeAttachment': {'volumeId': records.IMAGE}}


# -- options where a value is missing ------------------------------------------


@pytest.mark.parametrize('switch', ['--version', '--help', '-h', '--show-availability', '--debug'])
@pytest.mark.parametrize(
    ('before', 'flag'), [('server-list --name', '--name'), ('server-list -f', '--format')]
)
def test_switch_is_not_taken_where_a_value_is_missing(
    nova: Nova, cloud: ScriptedCloud, before: str, flag: str, switch: str
) -> None:
    said = refused(nova, cloud, *before.split(), switch)
    assert said == f'nova-mv: {flag} needs a value.\n'


# -- suggestions ---------------------------------------------------------------


@pytest.mark.parametrize('option', ['--tail', '--force', '--kill', '--', '-'])
def test_nothing_close_is_not_suggested(nova: Nova, option: str) -> None:
    result = nova('server-list', option + '=x')
    assert result.status == 2
    assert result.err == f'nova-mv: server-list has no option {option}.\n'


def test_only_what_help_shows_is_suggested(nova: Nova) -> None:
    table = OptionTable()
    hidden = {flag for option in table.options if option.is_hidden for flag in option.flags}
    for command in commands.our_commands():
        for argument, _ in tree.every_argument(command):
            hidden.update(argument.hidden_flags)
            hidden.update(argument.flags if argument.is_hidden else ())
    for flag in sorted(each for each in hidden if len(each) > 4):
        name = nova('server-create', flag + 'q', '--error-format', 'text').err
        assert not {each.strip('.?') for each in name.partition('mean')[2].split()} & hidden


@pytest.mark.parametrize('name', ['server-foo', 'spam', 'show-me-all'])
def test_command_like_no_other_gets_no_suggestion(nova: Nova, name: str) -> None:
    assert nova(name).err == f'nova-mv: There is no command {name}.\n'


# -- debug ---------------------------------------------------------------------


@pytest.mark.parametrize(
    'words', ['server-lst', 'server-list --nope', 'server-list --limit x', 'server-show nobody']
)
def test_mistake_of_the_user_shows_no_traceback(
    nova: Nova, cloud: ScriptedCloud, words: str
) -> None:
    cloud.on('GET', '/servers', {'servers': []})
    result = nova('--debug', *words.split(), cloud=cloud)
    assert result.status in (2, 5)
    assert 'Traceback' not in result.err


def test_traceback_is_escaped(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.on('GET', '/servers/detail', lambda request: fault(500, 'a\x1b[2Jb\u202e'))
    result = nova('--debug', 'server-list', cloud=cloud, is_terminal=True)
    assert 'Traceback' in result.err
    assert not set(result.err) & set('\x1b\u202e')


# -- bytes that are no text ----------------------------------------------------

BAD = '\udcff'


@pytest.mark.parametrize(
    'words',
    [
        (f'k{BAD}',),
        ('server-list', f'--{BAD}'),
        ('server-list', '--name', BAD),
        ('server-list', '--name=' + BAD),
        ('server-list', '-c', BAD),
        ('server-list', '--query', BAD),
        ('server-show', BAD),
        ('server-create', BAD, '--flavor', BAD, '--image', BAD, '--meta', f'a={BAD}'),
        ('api', 'GET', f'/servers?name={BAD}'),
        ('api', 'GET', '/servers', '--header', f'X-A:{BAD}'),
        ('--os-username', BAD, 'server-list'),
        ('--os-compute-api-version', BAD, 'server-list'),
        ('help', BAD),
        ('server-list', '-=x'),
        ('server-list', '--=x'),
        ('-=x', 'server-list'),
        ('keypair-create', 'k', '--pub-key', 'a\0b'),
    ],
)
def test_words_that_are_no_text_are_a_mistake(
    nova: Nova, cloud: ScriptedCloud, words: tuple[str, ...]
) -> None:
    result = nova(*words, cloud=cloud)
    assert result.status == 2, result
    assert result.err.encode().count(b'\n') == 1
    assert not any('POST' in line and 'tokens' not in line for line in cloud.wire())


def test_file_may_have_any_name(nova: Nova, cloud: ScriptedCloud) -> None:
    path = os.fsencode(nova.home) + b'/k\xff'
    pathlib.Path(os.fsdecode(path)).write_text('ssh-rsa AAAA')
    cloud.on('POST', '/os-keypairs', {'keypair': {'name': 'k'}})
    result = nova('keypair-create', 'k', '--pub-key', os.fsdecode(path), cloud=cloud)
    assert result.status == 0, result


def test_variable_that_is_no_text_is_a_mistake(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('server-list', cloud=cloud, env={'OS_USERNAME': BAD})
    assert (result.status, result.err) == (2, 'nova-mv: OS_USERNAME is not text in UTF-8.\n')


PROGRAM = (sys.executable, '-m', 'novaclient_mv')


def without_letters(nova: Nova, cloud: ScriptedCloud, coerced: str) -> dict[str, str]:
    locale = {'LC_ALL': 'C', 'PYTHONCOERCECLOCALE': coerced, 'PYTHONUTF8': coerced}
    return {**nova.variables(cloud, {}), **locale, 'PATH': os.environ['PATH']}


@pytest.mark.parametrize('coerced', ['0', '1'])
@pytest.mark.parametrize(
    ('format', 'read'), [('json', json.loads), ('ndjson', json.loads), ('yaml', yaml.safe_load)]
)
def test_locale_without_letters_takes_and_shows_any_name(
    nova: Nova, cloud: ScriptedCloud, coerced: str, format: str, read: Callable[[str], Any]
) -> None:
    name = 'wäb漢😀'
    cloud.on('GET', '/servers/detail', {'servers': [records.server(1, name)]})
    done = subprocess.run(
        (*PROGRAM, 'server-list', '--name', name, '-f', format, '-c', 'name'),
        env=without_letters(nova, cloud, coerced),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b'')
    assert dict(cloud.requests[-1].query)['name'] == name
    found = read(done.stdout.decode())
    assert found == ({'name': name} if format == 'ndjson' else [{'name': name}])


def test_json_inside_a_cell_is_json_in_a_locale_without_letters(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    server = {**records.server(1, 'web'), 'metadata': {'wo': 'Köln😀'}}
    cloud.on('GET', '/servers/detail', {'servers': [server]})
    done = subprocess.run(
        (*PROGRAM, 'server-list', '-f', 'value', '-c', 'metadata'),
        env=without_letters(nova, cloud, '0'),
        capture_output=True,
        check=False,
    )
    assert json.loads(done.stdout) == {'wo': 'Köln😀'}


def test_failure_as_json_is_json_in_a_locale_without_letters(
    nova: Nova, cloud: ScriptedCloud
) -> None:
    done = subprocess.run(
        (*PROGRAM, '--error-format', 'json', 'server-list', '-c', 'wäb漢😀'),
        env=without_letters(nova, cloud, '0'),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert 'There is no column wäb漢😀' in json.loads(done.stderr)['message']


# -- any command line ----------------------------------------------------------

_NAMES = sorted(command.name for command in commands.our_commands() if 'serve' not in command.name)
_NAMES = [name for name in _NAMES if not name.startswith(('sandbox', 'server-ssh'))]
_ODD = ('', '-', '--', '-=x', '--=', '=', 'a=b', 'a=', '=b', ',', '-1', BAD, '\ud800', '\0', '漢')


def _words_of(name: str) -> st.SearchStrategy[list[str]]:
    own = [
        flag
        for argument, _ in tree.every_argument(commands.find(name))
        for flag in (*argument.flags, *argument.hidden_flags)
        if flag.startswith('-')
    ]
    flags = [*own, *(flag for flag in OptionTable().by_flag if 'endpoint' not in flag)]
    values = st.one_of(st.sampled_from(_ODD), st.text(max_size=6))
    words = st.one_of(
        values,
        values,
        st.sampled_from(flags),
        st.builds('='.join, st.tuples(st.sampled_from(flags), values)),
    )
    return st.lists(words, max_size=6).map(lambda rest: [name, *rest])


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(words=st.sampled_from(_NAMES).flatmap(_words_of))
def test_no_command_line_ends_in_a_fault_of_this_program(nova: Nova, words: list[str]) -> None:
    result = nova(*words, cloud=SANDBOX)
    assert 'unexpected' not in result.err, (words, result)
    assert 'Traceback' not in result.err, (words, result)
