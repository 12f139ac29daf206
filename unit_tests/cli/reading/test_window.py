"""At which versions a command line is accepted, and what is said of one that is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novaclient_mv import api_versions, exceptions, services
from novaclient_mv.api_versions import APIVersion
from novaclient_mv.cli.arguments import arg
from novaclient_mv.cli.reading import line_refusals, types, window
from novaclient_mv.cli.reading.commands import Command, find
from novaclient_mv.cli.reading.tokenizer import tokenize
from novaclient_mv.clouds import options
from unit_tests.newest import BEYOND, NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud


@arg('thing', metavar='<thing>')
@arg('--old', end_version='2.10')
@arg('--middle', start_version='2.5', end_version='2.20')
@arg('--new', start_version='2.30')
@arg('--kind', choices=('a',), end_version='2.40')
@arg('--kind', choices=('a', 'b'), start_version='2.41')
@arg('--size', type=types.positive)
@arg('--on', dest='switch', action='store_true', group='switch')
@arg('--off', dest='switch', action='store_false', group='switch')
def do_thing_do(client: Any, args: Any) -> Any:
    """Do some work."""


@api_versions.wraps('2.8', '2.12', gap=True)
@arg('thing')
def do_gap_do(client: Any, args: Any) -> Any:
    """Do it."""


@api_versions.wraps('2.20')
@arg('thing')
@arg('--more', start_version='2.25')
def do_gap_do(client: Any, args: Any) -> Any:  # noqa: F811
    """Do it otherwise."""


THING = Command('thing-do', do_thing_do, services.COMPUTE)
GAP = Command('gap-do', do_gap_do, services.COMPUTE)


def line_of(
    *words: str, command: Command = THING, version: str | None = None
) -> window.CommandLine:
    """A command line at a named version, or at none."""
    table = options.OptionTable()
    around = tokenize([command.name, *words], table).around
    return window.CommandLine(
        command, around, table, None if version is None else APIVersion(version)
    )


def texts(line: window.CommandLine) -> list[str]:
    """The words of a command line, with its options spelt out."""
    return [each.text for each in line.tokens]


def windows(*words: str, command: Command = THING) -> str:
    return ', '.join(str(each) for each in line_of(*words, command=command).windows())


def test_epochs_lie_between_breakpoints_and_cover_everything() -> None:
    assert [str(each) for each in window.epochs(THING)] == [
        *('2.0 to 2.4', '2.5 to 2.10', '2.11 to 2.20', '2.21 to 2.29', '2.30 to 2.40'),
        f'2.41 to {NEWEST}',
    ]
    assert [str(each) for each in window.epochs(GAP)] == [
        *('2.0 to 2.7', '2.8 to 2.12', '2.13 to 2.19', '2.20 to 2.24', f'2.25 to {NEWEST}')
    ]


def test_a_command_with_a_gap_has_two_windows() -> None:
    assert windows('x', command=GAP) == '2.8 to 2.12, 2.20 and later'
    assert windows('x', '--more', '1', command=GAP) == '2.25 and later'


@pytest.mark.parametrize(
    ('words', 'version', 'said'),
    [
        ('x --middle 1', '2.21', '--middle needs API version 2.5 (Liberty) to 2.20 (Mitaka).'),
        (
            'x --old 1 --middle 1',
            '2.30',
            '--old needs API version 2.10 (Liberty) or earlier; '
            '--middle needs API version 2.5 (Liberty) to 2.20 (Mitaka).',
        ),
        (
            'x --kind b',
            '2.40',
            "--kind: invalid choice: 'b' (choose from 'a'); "
            'that needs API version 2.41 (Ocata) or later.',
        ),
    ],
)
def test_a_refusal_says_what_needs_which_versions(words: str, version: str, said: str) -> None:
    refusal = line_refusals.refusal(line_of(*words.split()), APIVersion(version))
    assert isinstance(refusal, exceptions.OutsideVersion)
    assert str(refusal) == said


def test_a_refusal_of_a_command_names_all_its_ranges() -> None:
    line = line_of('x', '--more', '1', command=GAP)
    assert str(line_refusals.refusal(line, APIVersion('2.15'))) == (
        'gap-do needs API version 2.8 (Liberty) to 2.12 (Liberty) or 2.20 (Mitaka) or later.'
    )
    assert str(line_refusals.refusal(line, APIVersion('2.20'))) == (
        '--more needs API version 2.25 (Mitaka) or later.'
    )


@pytest.mark.parametrize(
    ('words', 'said'),
    [
        ('x --kind c', "--kind: invalid choice: 'c' (choose from 'a', 'b')."),
        # What is wrong where the options exist is said for the newest of those versions.
        ('--old 1', 'thing-do requires <thing>.'),
        ('x --old 1 --kind c', "--kind: invalid choice: 'c' (choose from 'a')."),
    ],
)
def test_what_no_version_explains_is_an_ordinary_usage_error(words: str, said: str) -> None:
    refusal = line_refusals.refusal(line_of(*words.split()), APIVersion(NEWEST))
    assert type(refusal).__name__ == 'UsageError'
    assert str(refusal) == said


# -- spelling of options --


@pytest.mark.parametrize(
    ('typed', 'full'),
    [
        ('--mid', '--middle'),
        ('--siz', '--size'),
        ('--of', '--off'),
        ('--os_cloud', '--os-cloud'),
        ('--debu', '--debug'),
        # A command's own option comes before a global one: --no-cache, --help.
        ('--n', '--new'),
        ('--h', '--help'),
    ],
)
def test_an_unambiguous_beginning_is_spelt_out(typed: str, full: str) -> None:
    assert texts(line_of('x', typed)) == ['x', full]


@pytest.mark.parametrize(
    ('command', 'typed', 'meant'),
    [
        ('thing-do', '--o', '--off, --old, --on'),
        # --tags-any is 2.26's, as --tags is; --launch-index is for administrators.
        ('server-list', '--tag', '--tags, --tags-any'),
        ('server-list', '--la', '--launch-index, --launched-at'),
        ('server-list', '--os-user', '--os-user-domain-id, --os-user-domain-name, --os-user-id'),
    ],
)
def test_beginning_of_several_options_is_refused(command: str, typed: str, meant: str) -> None:
    found = THING if command == 'thing-do' else find(command)
    with pytest.raises(exceptions.CommandError) as raised:
        line_of(typed, command=found)
    assert str(raised.value).startswith(f'{typed} may mean {meant}')


@pytest.mark.parametrize('typed', ['--pol', '--po', '--p'])
def test_a_beginning_of_a_hidden_spelling_counts(typed: str) -> None:
    assert texts(line_of('web', typed, command=find('server-reboot'))) == ['web', '--poll']


# -- whole command lines, before any login --

NAMED = '--os-compute-api-version named'


@pytest.mark.parametrize(
    ('version', 'words', 'said'),
    [
        ('2.89', 'server-update web --hostname x', '--hostname needs API version 2.90 (Xena) or'),
        ('2.25', 'server-tag-list web', 'server-tag-list needs API version 2.26 (Newton) or later'),
        ('2.0', 'server-tag-list web', 'server-tag-list needs API version 2.26 (Newton) or later'),
        ('None', 'server-lock web --reason x', '--reason needs API version 2.73 (Train) or later'),
        ('2.57', 'server-create web --file a=b', '--file needs API version 2.56 (Queens) or earl'),
        (
            '2.36',
            'server-create web --nic auto',
            "--nic: 'auto' cannot be asked for at this version; that needs API version 2.37 (New",
        ),
        (
            '2.31',
            'server-create web --nic net-id=n,tag=t',
            'that needs API version 2.32 (Newton) to 2.36 (Newton) or 2.42 (Ocata) or later',
        ),
        (
            '2.66',
            'server-create web --block-device source=blank,volume_type=fast',
            'that needs API version 2.67 (Stein) or later',
        ),
        (
            '2.33',
            'server-create web --block-device source=blank,tag=t',
            'that needs API version 2.32 (Newton) or 2.42 (Ocata) or later',
        ),
        ('2.34', 'keypair-list --limit 1', '--limit needs API version 2.35 (Newton) or later'),
        ('2.9', 'keypair-show k --user u', '--user needs API version 2.10 (Liberty) or later'),
    ],
)
def test_what_the_named_version_lacks_is_refused_before_any_request(
    nova: Nova, cloud: ScriptedCloud, version: str, words: str, said: str
) -> None:
    result = nova(*words.split(), version=version, cloud=cloud)
    assert (result.status, result.out, result.err.count('\n')) == (2, '', 1)
    assert said in result.err
    assert f'{NAMED} {version}.' in result.err
    assert cloud.wire() == []


def test_a_refusal_says_who_named_the_version(nova: Nova) -> None:
    words = ('server-update', 'web', '--hostname', 'x')
    result = nova(*words, env={'OS_COMPUTE_API_VERSION': '2.10'})
    assert result.err.endswith('; OS_COMPUTE_API_VERSION named 2.10.\n')
    file = nova.cloud_file('clouds: {mine: {auth: {}, compute_api_version: 2.10}}')
    result = nova(*words, cloud='mine')
    assert result.err.endswith(
        f'; compute_api_version of cloud mine in {file}, line 1 named 2.10.\n'
    )


@pytest.mark.parametrize(
    ('words', 'said'),
    [
        (
            'server-create web --file a=b --hostname x',
            '--file and --hostname never exist together: --file needs API version 2.56 (Queens) or '
            'earlier, --hostname needs 2.90 (Xena) or later.',
        ),
        ('server-create', 'server-create requires <name>.'),
        ('server-show a b', 'Unexpected argument: b.'),
        ('server-list --limit x', "--limit: 'x' is not a whole number."),
        ('server-list --limit', '--limit needs a value.'),
        ('server-list -f nope', '--format: invalid choice'),
        ('server-list --no-such', 'server-list has no option --no-such.'),
        ('server-list --hostnme x', 'server-list has no option --hostnme. Did you mean'),
        ('server-list --changes 2020-01-01', '--changes may mean --changes-before, --changes-'),
        ('server-list --config-drive --no-config-drive', '--no-config-drive: not allowed with'),
        ('server-create web --nic spam', "--nic: 'spam' is not of the form key=value."),
        ('server-create web --nic net-id=a,port-id=b', 'must have exactly one of'),
        ('server-create web --meta x', "--meta: 'x' is not of the form key=value."),
        ('server-create web --block-device source=spam', "source 'spam' is not one of"),
        ('server-list -c nope', 'There is no column nope.'),
        ('server-list --query [', 'is not a valid JMESPath expression'),
        ('--nope server-list', 'There is no option --nope.'),
        ('server-list --timeout x', "--timeout: 'x' is not a number of seconds."),
        ('server-list --tls-min-version 1.1', "--tls-min-version: invalid choice: '1.1'"),
        ('server-list --debug=1', '--debug: ignored explicit argument'),
    ],
)
@pytest.mark.parametrize('version', [None, '2.90', '2.latest'])
def test_what_is_wrong_whatever_the_cloud_has_status_2_and_sends_nothing(
    nova: Nova, cloud: ScriptedCloud, words: str, said: str, version: str | None
) -> None:
    result = nova(*words.split(), version=version, cloud=cloud)
    assert (result.status, result.out, result.err.count('\n')) == (2, '', 1)
    assert said in result.err
    assert cloud.wire() == []


def test_same_line_has_status_2_or_3_by_who_is_to_blame(nova: Nova, cloud: ScriptedCloud) -> None:
    words = ('server-update', 'web', '--hostname', 'x')
    assert nova(*words, version='2.10', cloud=cloud).status == 2  # the user named it
    assert nova(*words, cloud=cloud).status == 3  # this cloud ends at 2.53
    assert nova(*words, version='2.90', cloud=cloud).status == 3  # as named, but not offered
    assert nova(*words, version=BEYOND, cloud=cloud).status == 2


# -- what programs are told --


@pytest.mark.parametrize(('version', 'status'), [('2.31', 2), ('2.37', 2), ('2.41', 2), (None, 3)])
def test_needed_versions_with_a_gap_are_all_in_the_json_error(
    nova: Nova, start_cloud: Any, version: str | None, status: int
) -> None:
    cloud = start_cloud(minimum='2.37', maximum='2.41')
    words = ('server-create', 'web', '--flavor', '1', '--boot-volume', 'v1')
    words += ('--nic', 'net-id=n,tag=t', '-f', 'json')
    result = nova(*words, version=version, cloud=cloud)
    told = json.loads(result.err)
    assert (result.status, told['status']) == (status, status)
    assert told['needs_version'] == '2.32 to 2.36, 2.42 and later'
    assert told['cloud_range'] == (None if version else '2.37 to 2.41')


# -- beginnings of options at a named version --


@arg('--size-min', end_version='2.10')
@arg('--size-max', start_version='2.11')
@arg('--width-left', start_version='2.20', end_version='2.30')
@arg('--width-right', start_version='2.25')
def do_short_do(client: Any, args: Any) -> Any:
    """Do it in short."""


SHORT = Command('short-do', do_short_do, services.COMPUTE)


@pytest.mark.parametrize(
    ('version', 'typed', 'full'),
    [
        ('2.10', '--size', '--size-min'),
        ('2.11', '--size', '--size-max'),
        ('2.24', '--width', '--width-left'),
        ('2.31', '--wi', '--width-right'),
        # Where the version has none, what was typed decides; the refusal then names the range.
        ('2.5', '--width-l', '--width-left'),
        ('2.40', '--size-mi', '--size-min'),
        (None, '--size', '--size-max, --size-min'),
        ('2.25', '--width', '--width-left, --width-right'),
        ('2.30', '--width', '--width-left, --width-right'),
        ('2.5', '--width', '--width-left, --width-right'),
    ],
)
def test_a_beginning_is_judged_by_the_options_of_the_named_version(
    version: str | None, typed: str, full: str
) -> None:
    if ',' not in full:
        assert texts(line_of(f'{typed}=1', command=SHORT, version=version)) == [f'{full}=1']
        return
    with pytest.raises(exceptions.CommandError) as raised:
        line_of(f'{typed}=1', command=SHORT, version=version)
    assert str(raised.value) == f'{typed} may mean {full}.'


@pytest.mark.parametrize('number', ['-\u0661', '-0.\u0665', '-1\u0661'])
def test_digits_of_other_alphabets_make_no_negative_number(
    nova: Nova, cloud: ScriptedCloud, number: str
) -> None:
    result = nova('server-show', number, cloud=cloud)
    assert (result.status, cloud.wire()) == (2, [])
    assert 'has no option' in result.err
