"""The words that complete a line, from declarations."""

from __future__ import annotations

import hypothesis
import pytest
from hypothesis import strategies

from novaclient_mv.cli.completing import named_resources, shells
from novaclient_mv.cli.completing.typed_line import Expected
from novaclient_mv.cli.reading import columns, commands, tree
from novaclient_mv.cli.showing import topics
from novaclient_mv.services import SERVICES
from unit_tests.cli.completing.asking import lines, words
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova


def placement() -> list[str]:
    """The commands of Placement."""
    return [each.name for each in commands.our_commands() if each.name.startswith('placement-')]


LINES: tuple[tuple[tuple[str, ...], list[str]], ...] = (
    (('keypair-s',), ['keypair-show']),
    (('boo',), ['boot']),
    (('--os-cloud', 'x', 'keypair-s'), ['keypair-show']),
    (('nova', 'keypair-s'), ['keypair-show']),
    (('--os-compute',), ['--os-compute-api-version']),
    (('--error-format', ''), ['text', 'json', 'nova']),
    (('--error-format=j',), ['--error-format=json']),
    (('--tls-min-version', '1.'), ['1.2', '1.3']),
    (('--os-compute-api-version', 'No'), ['None']),
    (('--os-compute-api-version', 'trai'), ['train']),
    (('server-list', '-f', 'j'), ['json']),
    (('server-list', '--form', 'j'), ['json']),
    (('version-lint', '-f', 'git'), ['github']),
    (('server-list', '-c', 'task'), ['task_state']),
    (('server-list', '-c', 'id,task'), ['id,task_state']),
    (('server-list', '--min'), ['--minimal']),
    (('server-list', '--minimal', '--mini'), []),
    (('server-create', '--nic', 'auto', '--ni'), ['--nic']),
    (('server-reboot', '--wait-'), ['--wait-timeout']),
    (('server-stop', '--dry-run='), ['--dry-run=text', '--dry-run=curl', '--dry-run=offline']),
    (('server-list', '--no-such', ''), []),
    (('server-list', '--limit', '-'), []),
    (('server-list', '--', '--min'), []),
    (('help', 'keypair-s'), ['keypair-show']),
    (('completion', ''), ['bash', 'zsh', 'fish']),
    (('config-show', '--service', 'b'), ['baremetal']),
    (('can-i', 'keypair-s'), ['keypair-show']),
    (('can-i', 'server-list', '--min'), ['--minimal']),
    (('can-i', 'server-list', '--rol'), ['--role']),
    (('can-i', 'server-list', '--role', 'admin', '--min'), ['--minimal']),
    (('can-i', '--role', 'admin', 'server-list', '--min'), ['--minimal']),
    (('can-i', 'server-list', '--role', ''), []),
    (('can-i', '--', 'server-list', '--rol'), []),
    (('can-i', 'no-such-command', '--mi'), []),
    (('version-requires', 'server-list', '--release', 'train', '--ra'), []),
    (('version-requires', 'server-list', '--ra'), ['--range']),
    (('config-show', '--os-cloud', 's'), ['sandbox']),
    (('server-list', '--os-cloud', 'sandbox,a'), []),
    (('server-list', '--os-region-name', 'a'), ['all']),
    (('help', 'placem'), [*placement(), 'placement']),
    (('help', 'opt'), ['options']),
    (('help', 'server', 'li'), ['list']),
    (('server', 'li'), ['list']),
    (('server', 'add', 'v'), ['volume']),
    (('baremetal', 'node', 'maintenance', ''), ['set', 'unset']),
    (('server', 'list', ''), []),
    (('server', '--limit', '2', 'li'), []),
    (('list', 'li'), []),
    (('server-create', '--nic', 'net'), ['net-id=', 'net-name=']),
    (('server-create', '--nic=net-i'), ['--nic=net-id=']),
    (('server-create', '--nic', 'net-id=x,v'), ['net-id=x,v4-fixed-ip=', 'net-id=x,v6-fixed-ip=']),
    (('server-create', '--nic', 'a'), ['auto']),
    (('server-create', '--nic', 'net-id=x,a'), []),
    (('server-create', '--block-device', 'source=v'), ['source=volume']),
    (
        ('server-create', '--block-device', 'source=volume,s'),
        ['source=volume,size=', 'source=volume,shutdown='],
    ),
    (('server-create', '--disk-config', ''), []),
    (
        ('server-external-event-create', 'network-v'),
        ['network-vif-plugged', 'network-vif-unplugged', 'network-vif-deleted'],
    ),
    (('no-such-command', ''), []),
    (('server-show', 'x', ''), []),
)


@pytest.mark.parametrize(('typed', 'expected'), LINES, ids=lambda value: ' '.join(value))
def test_words_complete_a_line(typed: tuple[str, ...], expected: list[str], nova: Nova) -> None:
    assert words(nova, *typed) == expected


def test_line_of_nothing_is_completed_by_commands(nova: Nova) -> None:
    names = [command.name for command in commands.our_commands()]
    assert words(nova) == words(nova, '') == names


def test_keys_of_a_value_are_those_of_the_version(nova: Nova) -> None:
    assert 'tag=' in words(nova, 'server-create', '--nic', '')
    old = ('--os-compute-api-version', '2.1', 'server-create', '--nic', '')
    assert words(nova, *old) == ['net-id=', 'net-name=', 'port-id=', 'v4-fixed-ip=', 'v6-fixed-ip=']


def test_option_of_either_line_is_offered_once(nova: Nova) -> None:
    found = words(nova, 'can-i', 'server-list', '--')
    assert {'--role', '--minimal', '--format'} <= {*found}
    assert len(found) == len({*found})


def test_topics_of_help_are_offered_with_what_they_are(nova: Nova) -> None:
    assert 'servers\tCommands about servers.' in lines(nova, 'help', 'servers')
    found = words(nova, 'help', '')
    assert {topic.words[0] for topic in topics.TOPICS} <= {*found}


def test_options_are_those_of_the_version(nova: Nova) -> None:
    assert '--tags' in words(nova, 'server-create', '--t')
    assert words(nova, '--os-compute-api-version', '2.1', 'server-create', '--ta') == []
    assert words(nova, 'server-create', '--ta', env={'OS_COMPUTE_API_VERSION': '2.1'}) == []
    assert words(nova, 'server-create', '--ta', env={'OS_COMPUTE_API_VERSION': 'odd'}) == ['--tags']


def test_options_of_a_line_hold_for_the_line_inside_it(nova: Nova) -> None:
    for typed in (('can-i',), ('version-requires', '--')):
        assert words(nova, *typed, 'server-create', '--ta') == ['--tags']
        outer = ('--os-compute-api-version', '2.1', *typed)
        assert words(nova, *outer, 'server-create', '--ta') == []
        assert words(nova, *outer, 'server-tag-l') == []


def test_commands_are_those_of_a_version_that_is_named(nova: Nova) -> None:
    assert words(nova, 'network-l') == ['network-list']
    assert words(nova, 'network-l', version=NEWEST) == ['network-list']
    assert words(nova, '--os-compute-api-version', NEWEST, 'network-l') == []


def test_bare_dashes_show_options_of_the_command_and_of_output(nova: Nova) -> None:
    found = words(nova, 'keypair-list', '--')
    assert {'--user', '--limit', '--format', '--column', '--query'} <= {*found}
    assert not {'--os-cloud', '--timings', '-f'} & {*found}
    assert '--timings' in words(nova, 'keypair-list', '--ti')
    assert '-f' in words(nova, 'keypair-list', '-f')


def test_a_watch_is_offered_of_what_can_be_watched(nova: Nova) -> None:
    assert '--watch' in words(nova, 'server-list', '--wa')
    assert '--watch' not in words(nova, 'server-stop', '--wa')
    assert 'web' not in words(nova, 'server-list', '--watch=')


def test_options_that_exclude_each_other_are_not_offered_together(nova: Nova) -> None:
    assert '--range' in words(nova, 'version-requires', '--r')
    assert '--range' not in words(nova, 'version-requires', '--release', 'train', '--r')


def test_hidden_options_are_not_offered(nova: Nova) -> None:
    assert words(nova, 'server-create', '--pol') == []
    assert words(nova, '--collect') == []


@pytest.mark.parametrize(
    'typed',
    [
        ('server-create', '--user-data', ''),
        ('server-create', '--user-data='),
        ('version-lint', ''),
        ('--os-cacert', '/etc/'),
    ],
    ids=' '.join,
)
def test_files_are_left_to_the_shell(typed: tuple[str, ...], nova: Nova) -> None:
    assert lines(nova, *typed) == ['files']


def test_every_version_is_offered(nova: Nova) -> None:
    for service in SERVICES:
        found = words(nova, service.version_option, '')
        assert {str(service.range.start), str(service.range.end), str(service.latest)} <= {*found}


# -- arguments that name resources --


def _expected() -> list[Expected]:
    """All arguments of commands."""
    return [
        Expected(command.name, argument.name, '', str(argument.options.get('metavar')), None, ())
        for command in commands.our_commands()
        for argument, _ in tree.every_argument(command)
        if argument.takes_value
    ]


def test_each_list_of_names_is_of_use_and_has_its_columns() -> None:
    used = {named_resources.kind_of(argument) for argument in _expected()} - {None}
    assert used == set(named_resources.LISTINGS)
    for listing in named_resources.LISTINGS.values():
        fields = columns.fields_of(commands.find(listing.words[0]).function)
        keys = {field.key for field in fields or ()}
        assert {key for key in (listing.name, listing.id) if key} <= keys, listing


def test_each_server_node_and_flavor_is_completed() -> None:
    kinds = {'<server>': 'server', '<node>': 'node', '<flavor>': 'flavor', '<image>': 'image'}
    for argument in _expected():
        # Nodes of the Compute API are others.
        is_other = argument.metavar == '<node>' and not argument.command.startswith('baremetal-')
        if argument.metavar in kinds and not is_other:
            assert named_resources.kind_of(argument) == kinds[argument.metavar], argument


# -- lines of bash --


BASH_LINES = (
    ('nova-mv ', ('nova-mv', ''), ''),
    ('nova-mv  server-show my', ('nova-mv', 'server-show', 'my'), ''),
    (r'nova-mv server-show my\ s', ('nova-mv', 'server-show', 'my s'), ''),
    ("nova-mv server-show 'my s", ('nova-mv', 'server-show', 'my s'), "'"),
    ('nova-mv server-show "my \\"s', ('nova-mv', 'server-show', 'my "s'), '"'),
    ("nova-mv '' x", ('nova-mv', '', 'x'), ''),
    (r'nova-mv "a\b" x', ('nova-mv', r'a\b', 'x'), ''),
    ("nova-mv --name='a b'c", ('nova-mv', '--name=a bc'), ''),
)

TEXTS = strategies.text('ab \'"\\$`;*!=:&|()<>#~é{}[]?-/', min_size=1, max_size=12)


@pytest.mark.parametrize(
    ('line', 'words', 'quote'), BASH_LINES, ids=[line for line, _, _ in BASH_LINES]
)
def test_line_is_taken_apart_as_bash_does(line: str, words: tuple[str, ...], quote: str) -> None:
    assert shells.split(line) == (words, quote)


@pytest.mark.parametrize(
    ('typed', 'replaced', 'word', 'inserted'),
    [
        ('serv', 'serv', 'server-list', 'server-list'),
        ('--format=js', 'js', '--format=json', 'json'),
        ('--format=', '', '--format=json', 'json'),
        ('co:l', 'l', 'co:lon', 'lon'),
        (r'my\ s', r'my\ s', 'my server', r'my\ server'),
        ('"my s', 'my s', 'my server', 'my server'),
        ('it', 'it', "it's $(rm *)", r'it\'s\ \$\(rm\ \*\)'),
        ('"it', 'it', "it's $(rm *)", None),
        ("'it", 'it', "it's", None),
        ('so', 'else', 'something', None),
    ],
)
def test_word_is_inserted_as_it_is_typed(
    typed: str, replaced: str, word: str, inserted: str | None
) -> None:
    line = shells.split(f'nova-mv server-show {typed}')
    assert shells.insertion(word, line, replaced) == inserted


@hypothesis.given(word=TEXTS, data=strategies.data())
def test_inserted_word_reads_as_itself(word: str, data: strategies.DataObject) -> None:
    typed = word[: data.draw(strategies.integers(0, len(word)))]
    quote = data.draw(strategies.sampled_from(['', "'", '"']))
    empty = shells.BashLine(('nova-mv', ''), quote)
    beginning = shells.insertion(typed, empty, '')
    if beginning is None:
        return
    line = shells.split(f'nova-mv {quote}{beginning}')
    assert (line.words, line.quote) == (('nova-mv', typed), quote)
    inserted = shells.insertion(word, line, beginning)
    if inserted is not None:
        whole = f'nova-mv {quote}{inserted}{quote} '
        assert shells.split(whole) == (('nova-mv', word, ''), '')
    else:
        assert quote
