"""Suggestions for names that do not exist: words of others, beginnings, ends, misspellings."""

from __future__ import annotations

import difflib
import json

import pytest

from novaclient_mv import errors
from novaclient_mv.cli.reading import (
    aliases,
    columns,
    commands,
    index,
    name_suggestions,
    replacements,
)
from novaclient_mv.clouds import login_keys
from novaclient_mv.clouds.options import OptionTable
from novaclient_mv.errors import UnknownName
from novaclient_mv.resources import Field, Resource
from novaclient_mv.values import likeness
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

TYPED = {
    'changelog': 'version-changes',
    'changes': 'version-changes or policy-changes',
    'requires': 'version-requires',
    'explain': 'version-requires or help',
    'diff': 'version-changes',
    'pin': 'version-pin',
    'matrix': 'version-matrix',
    'compare': 'version-matrix or version-changes',
    'config': 'config-show',
    'clouds': 'cloud-list',
    'node-list': 'baremetal-node-list',
    'server lst': 'server-list',
    'lst': 'list',
    'LIST_SERVER': 'server-list',
    'keypar-list': 'keypair-list',
    'resource-provider-lst': 'placement-resource-provider-list or placement-resource-provider-set',
    'baremetal node lst': 'baremetal-node-list or baremetal-node-set',
    '--debug baremetal node trait lst -f table n1': 'baremetal-node-trait-list or '
    'baremetal-node-trait-set',
    'server shw web1': 'server-show or server-ssh',
    'help keypair': 'keypair-create, keypair-delete, keypair-generate, keypair-list or '
    'keypair-show',
    'keypair': 'keypair-create, keypair-delete, keypair-generate, keypair-list or keypair-show',
    'SERVER_SHARE_': 'server-share-attach, server-share-detach, server-share-list or '
    'server-share-show',
    'server-mig': 'server-migrate, server-migration-abort, server-migration-force-complete, '
    'server-migration-list or server-migration-show',
    'interface': 'interface-attach, interface-detach or interface-list',
    'aggregate set': 'aggregate-update, aggregate-set-metadata or placement-aggregate-set',
    'chagelog': 'version-changes',
    'server add': 'server add fixed ip, server add network, server add port, '
    'server add security group, server add share or server add volume',
    'server add --help': 'server add fixed ip, server add network, server add port, '
    'server add security group, server add share or server add volume',
    'openstack console log': 'console log show',
    'compute service': 'compute service delete, compute service list or compute service set',
    'server volume': 'server-volume-attach, server-volume-detach, server-volume-list or '
    'server-volume-update',
    'get servers': 'server-list',
    'describe server web-1': 'server-show',
    'terminate-instances i-1': 'server-delete',
    'vm create': 'server-create',
    'az list': 'availability-zone-list',
    'compute-service-list': 'service-list',
    'get nodes': 'baremetal-node-list',
    'console': 'console-token-show, server-console-log or server-console-vnc',
    'openstack server shw web1': 'server show or server ssh',
    'server-create --name web': '<name>',
    'server-volume-attach web --volume v': '<volume>',
    'server-create web --network private': '--nic',
    'server-list -q': '--quiet',
    'server-list --no-headers': '-f value',
    'server-list -o json': '-f',
    'server-list -ojson': '-f',
    'server-list --json': '-f json',
    '--yaml server-list': '-f yaml',
    'server-list --long': '--fields',
    'flavor-list --long': '-c',
    'server-list --all-projects': '--all-tenants',
    'server-list --formt json': '--format',
    'server-list --hostnam': '',
    'cloudpipe-list': '',
    'xyzzy': '',
    '-': '',
}
"""Words of a command line, and the names that stand behind "Did you mean"."""


def test_what_people_try_is_refused_with_what_they_mean(nova: Nova, cloud: ScriptedCloud) -> None:
    wrong = {}
    for typed, names in TYPED.items():
        result = nova(*typed.split(), cloud=cloud)
        suggested = result.err.rstrip().partition(' Did you mean ')[2]
        if (result.status, result.out, suggested) != (2, '', names and f'{names}?'):
            wrong[typed] = result.err
    assert wrong == {}
    assert cloud.wire() == []


def test_word_that_begins_several_commands_lists_them() -> None:
    names = [row.name for row in index.overview()[1]]
    for word in {name.partition('-')[0] for name in names} - {*names, *aliases.ALIASES}:
        begun = [name for name in names if name.startswith(f'{word}-')]
        assert commands.close_to(word)[: len(begun)] == begun


@pytest.mark.parametrize(
    ('line', 'message'),
    [
        ('usage list', 'Unexpected argument: list. Did you mean usage-list?'),
        ('limits show', 'Unexpected argument: show. Did you mean limits-show?'),
        ('resize confirm', 'server-resize requires <flavor>. Did you mean server-resize-confirm?'),
        ('show a b', 'Unexpected argument: b.'),
    ],
)
def test_refused_line_gets_the_longer_name_it_makes(nova: Nova, line: str, message: str) -> None:
    assert nova(*line.split()) == ('', f'nova-mv: {message}\n', 2)


def test_many_commands_stand_in_columns(nova: Nova) -> None:
    result = nova('volume')
    first, *lines = result.err.splitlines()
    assert first == 'nova-mv: There is no command volume. Did you mean one of these?'
    left, right = zip(*(line.split() for line in lines[:-1]), strict=True)
    names = [*left, *lines[-1].split()[:1], *right, *lines[-1].split()[1:]]
    assert names == commands.close_to('volume')
    assert max(map(len, lines)) <= 80
    message = json.loads(nova('volume', '-f', 'json').err)['message']
    assert message.endswith(f' Did you mean {", ".join(names[:-1])} or {names[-1]}?')


def test_what_is_suggested_exists() -> None:
    names = {row.name for row in index.overview()[1]}
    options = {*OptionTable().by_flag}
    flags = {flag for row in index.overview()[1] for flag in row.flags}
    assert {one for every in name_suggestions._COMMANDS.values() for one in every} <= names
    for every in name_suggestions._OPTIONS.values():
        assert {one.partition(' ')[0] for one in every} <= options | flags
    # Nobody is told of another command where the typed one exists.
    assert not {*name_suggestions._COMMANDS} & (names | {*aliases.ALIASES})


@pytest.mark.parametrize(
    ('line', 'sentence'),
    [
        ('server-list --yes', 'Only what --where selects is asked about: leave it out.'),
        ('-y server-delete web1', 'Only what --where selects is asked about: leave it out.'),
        ('x509-create-cert', 'Use the key manager service.'),
        ('help net-list', 'Use the network service.'),
    ],
)
def test_what_is_not_wanted_or_gone_is_said(nova: Nova, line: str, sentence: str) -> None:
    result = nova(*line.split())
    assert result.status == errors.ExitStatus.USAGE
    assert result.err.endswith(f' {sentence}\n')


def test_help_and_refusals_of_what_ended_name_what_to_use_instead(nova: Nova) -> None:
    ended = {
        row.name: instead
        for row in index.overview()[1]
        if not row.ranges[-1].is_open and (instead := replacements.of_command(row.name))
    }
    assert {'host-list', 'secgroup-list', 'image-meta-show', 'volume-list'} <= {*ended}
    for name, instead in ended.items():
        assert f' use {instead}.' in commands.find(name).summary, name
    for version, line, instead in (
        ('2.43', 'host-list', 'service-list and hypervisor-list'),
        ('2.36', 'secgroup-list', 'the network service'),
        ('2.57', 'server-create --file /a=/b x', '--user-data'),
    ):
        result = nova(*line.split(), version=version)
        assert (result.status, result.out) == (2, ''), result.err
        assert result.err.endswith(f' Use {instead} instead.\n')
    below = nova('server-share-list', 'x', version='2.96')
    assert ' instead' not in below.err
    page = ' '.join(nova('help', 'server-create').out.split())
    assert 'Inject a file into the server. Repeatable. Later, use --user-data.' in page


# -- names that are close --


def test_closest_name_comes_first_and_far_ones_are_left_out() -> None:
    known = ('abcdefghxx', 'abcdefghix', 'abcdefghij', 'zzzzzzzzzz')
    assert name_suggestions.close_names('abcdefghij', known) == ['abcdefghij']
    assert name_suggestions.close_names('abcdefghiz', known) == ['abcdefghix', 'abcdefghij']
    assert name_suggestions.close_names('abcdefghzz', known) == [
        'abcdefghxx',
        'abcdefghix',
        'abcdefghij',
    ]


def test_no_more_names_are_told_than_asked_for() -> None:
    known = ('abcdefgh1', 'abcdefgh2', 'abcdefgh3', 'abcdefgh4')
    assert name_suggestions.close_names('abcdefgh', known) == list(known[:3])
    assert name_suggestions.close_names('abcdefgh', known, most=1) == ['abcdefgh1']


@pytest.mark.parametrize(
    ('one', 'other', 'is_close'),
    [
        # Every word must be close: 6 of 10 letters are, 5 of 10 are not.
        ('abcdefghij-klm', 'abcdefwxyz-klm', True),
        ('abcdefghij-klm', 'abcdewxyzv-klm', False),
        # Of other numbers of words, nearly all letters must be the same.
        ('abcd-efghij', 'abcdefghwx', True),
        ('abcd-efghij', 'abcdefgwxy', False),
    ],
)
def test_share_of_the_same_letters_decides(one: str, other: str, is_close: bool) -> None:
    assert name_suggestions.close_names(one, [other]) == [other] * is_close


def test_words_over_64_letters_are_like_none() -> None:
    long, longer = 'a' * 63 + 'b', 'a' * 64 + 'b'
    assert name_suggestions.close_names(long, ['a' * 64]) == ['a' * 64]
    assert name_suggestions.close_names(longer, ['a' * 64]) == []
    assert name_suggestions.close_names('a' * 64, [longer]) == []
    assert likeness.closest(long, ['a' * 64]) == ['a' * 64]
    assert likeness.closest(longer, ['a' * 64]) == likeness.closest('a' * 64, [longer]) == []
    assert list(login_keys.misspelt({long: 1}, ['a' * 64])) != []
    assert list(login_keys.misspelt({longer: 1}, ['a' * 64])) == []


class Row(Resource):
    """A row with a column whose name can be mistyped at any length."""

    fields = (Field('a' * 64),)


@pytest.mark.parametrize(('letters', 'is_asked'), [(62, True), (65, False), (100_000, False)])
def test_words_that_nobody_mistypes_are_refused_without_a_suggestion(
    nova: Nova, letters: int, is_asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[int] = []

    class Matcher(difflib.SequenceMatcher[str]):
        def __init__(self, isjunk: object = None, a: str = '', b: str = '') -> None:
            compared.extend((len(a), len(b)))
            super().__init__(None, a, b)

        def set_seqs(self, a: str, b: str) -> None:
            compared.extend((len(a), len(b)))
            super().set_seqs(a, b)

        def set_seq1(self, a: str) -> None:
            compared.append(len(a))
            super().set_seq1(a)

    monkeypatch.setattr(difflib, 'SequenceMatcher', Matcher)
    word = 'A' * letters
    for line in (
        (word,),
        ('server-list', f'--{word}'),
        (f'--{word}', 'server-list'),
        ('server-list', '-c', word),
        ('cloud-list', '--os-cloud', word),
        ('version-changes', '--operation', f'GET /{word}', '2.1'),
    ):
        result = nova(*line)
        assert result.status in (0, 2), line
    assert max(compared, default=0) <= 64
    assert bool(compared) == is_asked
    with pytest.raises(UnknownName):
        columns.check_columns(Row, [word])
