"""Topics of help: each command in one, those used daily first, and what came with a version."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable

import pytest

from novaclient_mv import services
from novaclient_mv.cli.reading import aliases, commands, index, tree
from novaclient_mv.cli.showing import topics
from novaclient_mv.cli.showing.topics import TOPICS
from novaclient_mv.clouds import options
from novaclient_mv.knowledge.openstack import table
from unit_tests.newest import NEWEST
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud, StartCloud

ROWS = {row.name: row for row in index.overview()[1]}


def test_every_topic_has_commands_and_its_daily_ones_are_among_them() -> None:
    sizes = Counter(topics.of_row(row).title for row in ROWS.values())
    assert set(sizes) == {topic.title for topic in TOPICS}
    for topic in TOPICS:
        assert {topics.of_row(ROWS[name]).title for name in topic.daily} == {topic.title}


def test_no_command_that_works_on_a_cloud_is_left_to_the_program() -> None:
    program = {name for name, row in ROWS.items() if topics.of_row(row) == topics.PROGRAM}
    assert [name for name in program if ROWS[name].writes] == []
    assert program >= {'help', 'bash-completion', 'config-show'}


def test_no_two_topics_are_meant_by_a_word() -> None:
    words = Counter(word for topic in TOPICS for word in {topic.title, *topic.words})
    assert [word for word, count in words.items() if count > 1] == []


@pytest.mark.parametrize('command', ['server-list', 'help', 'boot'])
def test_no_word_of_a_topic_hides_a_command(nova: Nova, command: str) -> None:
    words = {word for topic in TOPICS for word in (topic.title, *topic.words)}
    assert not words & {*ROWS, 'options'}
    assert nova('help', command).out.startswith(command if command != 'boot' else 'server-create')


@pytest.mark.parametrize(
    ('words', 'has', 'lacks'),
    [
        (('servers',), 'server-create (boot)', 'keypair-list'),
        (('Server',), 'server-tag-add', 'server-volume-attach'),
        (('volumes',), 'server-volume-attach', 'volume-list'),
        (('volumes', 'and', 'networks'), 'server-interface-list', 'network-list'),
        (('bare', 'metal'), 'baremetal-node-list', 'compute-baremetal-node-list'),
        (('retired',), 'compute-baremetal-node-list', 'baremetal-node-list '),
        (('the', 'sandbox'), 'sandbox-serve', 'server-list'),
    ],
)
def test_topic_lists_its_commands(nova: Nova, words: tuple[str, ...], has: str, lacks: str) -> None:
    page = nova('help', *words)
    assert (page.status, page.err) == (0, '')
    names = [line for line in page.lines if line.startswith('  ')]
    assert any(line.startswith(f'  {has}') for line in names)
    assert not any(line.startswith(f'  {lacks}') for line in names)
    assert 'nova-mv help <command> shows' in page.out


def test_options_of_all_commands_have_a_page_of_their_own(nova: Nova) -> None:
    page, whole = nova('help', 'options').out, nova('help').out
    own = page.partition('\n\n')[2]
    assert own.strip() in whole
    assert '--os-cloud <cloud>' in own
    assert 'server-list' not in own


def test_news_are_commands_and_options_that_came_with_a_version_or_later(nova: Nova) -> None:
    page = nova('help', '--since', '2.73').out
    assert '  server-lock --reason <reason>' in page
    assert '  server-topology ' in page
    assert 'Bare Metal' not in page
    later = nova('help', '--since', '2.74').out
    assert '--reason' not in later
    assert '  server-topology ' in later
    # What a new command was born with is no news beside it.
    assert 'server-topology <server>' not in page


def test_news_at_the_newest_version_are_those_of_that_version_only(nova: Nova) -> None:
    for service in (services.COMPUTE, services.BAREMETAL):
        page = nova('help', '--since', str(service.range.end)).lines
        headings = [line for line in page if line.startswith(('All versions', 'Up to', 'From'))]
        assert headings == [line for line in headings if f'From {service.range.end}' in line]
        assert headings or 'Nothing.' in page


def test_release_stands_for_its_version_of_each_service(nova: Nova) -> None:
    page = nova('help', '--since', 'ussuri').out
    assert 'Compute API since 2.87 (Ussuri)' in page
    assert 'Bare Metal API since 1.65' in page


def test_news_of_one_topic_and_of_one_command(nova: Nova) -> None:
    topic = nova('help', 'flavors', '--since', '2.55').out
    assert '  flavor-update ' in topic
    assert 'server-' not in topic
    command = nova('help', 'server-list', '--since', '2.66').out
    assert '--changes-before' in command
    assert '--tags' not in command
    assert nova('help', 'retired', '--since', '2.90').out.endswith('Nothing.\n')


@pytest.mark.parametrize('text', ['2.999', 'nonsense', '3.1', '2.latest', ''])
def test_news_since_no_version_are_refused(nova: Nova, text: str) -> None:
    result = nova('help', '--since', text)
    assert (result.status, result.out) == (2, '')
    assert result.message


def test_machine_formats_have_the_commands_of_a_page_beside_its_text(nova: Nova) -> None:
    whole = json.loads(nova('help', '-f', 'json').out)
    assert whole['text'] + '\n' == nova('help').out
    assert {command['name'] for command in whole['commands']} == set(ROWS)
    topic = json.loads(nova('help', 'access', '-f', 'json').out)
    assert {command['topic'] for command in topic['commands']} == {'access'}
    only = json.loads(nova('help', '--only', '-f', 'json', version='2.25').out)
    assert 'server-tag-add' not in {command['name'] for command in only['commands']}
    options = json.loads(nova('help', 'options', '-f', 'json').out)['options']
    assert ['--os-cloud'] in [option['flags'] for option in options]
    for format in ('value', 'csv'):
        assert nova('help', 'access', '-f', format).out.count('console-token-show') == 1


def test_what_the_named_cloud_lacks_is_marked_without_a_request(
    nova: Nova, start_cloud: StartCloud
) -> None:
    cloud = start_cloud(maximum='2.25')
    cloud.on('GET', '/servers/detail', {'servers': []})
    nova.cloud_file(json.dumps({'clouds': {'mine': {'auth': cloud.credentials()}}}))
    before = nova('help', '--os-cloud', 'mine').out
    assert 'not in' not in before
    assert nova('server-list', '--os-cloud', 'mine').status == 0
    cloud.requests.clear()
    overview = nova('help', '--os-cloud', 'mine').out
    assert 'From 2.26 (Newton) - not in cloud mine\n  - server-tag-add ' in overview
    assert 'Up to 2.35 (Newton)\n' in overview
    page = nova('help', 'server-lock', '--os-cloud', 'mine').out
    assert '- --reason <reason>' in page
    assert '--reason' not in nova('help', 'server-lock', '--only', '--os-cloud', 'mine').out
    # A version that is named counts in its place.
    named = nova('help', 'server-lock', '--os-cloud', 'mine', version='2.73').out
    assert 'not in' not in named
    # Nothing was learned of the other services.
    assert 'not in' not in nova('help', 'bare', 'metal', '--os-cloud', 'mine').out
    assert ' - not in ' not in nova('help', 'baremetal-node-list', '--os-cloud', 'mine').out
    assert cloud.requests == []


# -- help for a login --


MARK = 'Not for this login.'


def marked(text: str) -> list[str]:
    """The flags of options that are marked, in their order."""
    entries = re.split(r'\n(?=  -|  \[?\w)', text)
    return [entry.split()[0].rstrip(',') for entry in entries if MARK in ' '.join(entry.split())]


@pytest.fixture
def warm(nova: Nova, start_cloud: StartCloud) -> Callable[..., ScriptedCloud]:
    """Makes a cloud on which a login with some roles is remembered."""

    def make(roles: tuple[str, ...] | None, maximum: str = NEWEST) -> ScriptedCloud:
        cloud = start_cloud(maximum=maximum)
        cloud.keystone.roles = roles
        cloud.on('GET', '/servers/detail', {'servers': []})
        assert nova('server-list', cloud=cloud).status == 0
        cloud.requests.clear()
        return cloud

    return make


@pytest.mark.parametrize(
    ('command', 'roles', 'maximum', 'flags'),
    [
        ('server-create', ('member',), NEWEST, ['--host', '--hypervisor-hostname']),
        ('server-create', ('admin',), NEWEST, []),
        ('server-create', None, NEWEST, []),
        ('server-unshelve', ('manager',), NEWEST, ['--all-tenants', '--host']),
        ('server-group-list', ('reader',), NEWEST, ['--all-projects']),
        # Before Ussuri no rule asked for it, but Nova itself.
        ('server-group-list', ('member',), '2.79', ['--all-projects']),
        ('flavor-list', ('member',), NEWEST, ['--private', '--all']),
        # What is one's own, everybody may name.
        ('keypair-list', ('member',), NEWEST, []),
        ('usage-show', ('reader',), NEWEST, []),
        ('server-delete', ('member',), NEWEST, ['--all-tenants']),
        ('server-show', ('member',), NEWEST, ['--all-tenants']),
    ],
)
def test_options_that_no_role_of_the_login_is_enough_for_are_marked(
    nova: Nova,
    warm: Callable[..., ScriptedCloud],
    command: str,
    roles: tuple[str, ...] | None,
    maximum: str,
    flags: list[str],
) -> None:
    cloud = warm(roles, maximum)
    for words in (('help', command), (command, '--help')):
        shown = nova(*words, cloud=cloud)
        assert (sorted(marked(shown.out)), shown.err) == (sorted(flags), '')
    assert cloud.requests == []


@pytest.mark.parametrize(
    ('version', 'maximum', 'is_marked'),
    [(None, NEWEST, False), ('2.82', NEWEST, True), (None, '2.82', True), ('2.83', NEWEST, False)],
)
def test_filter_is_marked_at_versions_that_do_not_open_it(
    nova: Nova,
    warm: Callable[..., ScriptedCloud],
    version: str | None,
    maximum: str,
    is_marked: bool,
) -> None:
    flags = marked(
        nova('help', 'server-list', version=version, cloud=warm(('member',), maximum)).out
    )
    assert ('--vm-state' in flags) is is_marked
    assert {'--host', '--all-tenants', '--deleted'} <= set(flags)
    assert not {'--name', '--tags', '--locked'} & set(flags)


def test_without_a_remembered_login_help_is_the_same(nova: Nova, cloud: ScriptedCloud) -> None:
    cloud.keystone.roles = ('member',)
    plain = nova('help', 'server-create').out
    assert nova('help', 'server-create', cloud=cloud).out == plain
    assert cloud.requests == []
    assert nova('--os-cloud', 'no-such', 'help', 'server-create').out in (plain, '')


# -- the words for shell completion --


def test_words_are_all_commands_and_options_in_order(nova: Nova, cloud: ScriptedCloud) -> None:
    result = nova('bash-completion', cloud=cloud)
    assert (result.status, result.err, cloud.wire()) == (0, '', [])
    words = result.out.split()
    assert words == sorted(set(words))
    assert result.out == ' '.join(words) + '\n'
    expected = set(aliases.ALIASES)
    for command in commands.our_commands():
        expected.add(command.name)
        for argument, _ in tree.every_argument(command):
            if not argument.is_positional and not argument.is_hidden:
                expected.update(argument.flags)
    for option in options.OPTIONS:
        if not option.is_hidden:
            expected.update(option.flags)
    expected |= {'server', 'add', 'volume', *' '.join(table.rules()).split()}
    assert set(words) == expected
