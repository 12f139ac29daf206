"""Help: by version, and without a login."""

from __future__ import annotations

import re

import pytest

from novaclient_mv import api_versions, services
from novaclient_mv.api_versions import VersionRange
from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.cli.showing import help_of_several
from novaclient_mv.clouds import options
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

PAGES = tuple(command.name for command in commands.our_commands())


def test_no_line_is_wider_than_the_terminal(nova: Nova) -> None:
    for name in PAGES:
        for width in (60, 80):
            lines = nova('help', name, env={'COLUMNS': str(width)}).lines
            assert [row for row in lines if len(row) > width and ' ' in row.strip()] == [], name


def test_every_command_and_shown_option_is_in_the_help(nova: Nova) -> None:
    overview = nova('help').out
    for command in commands.our_commands():
        assert re.search(rf'^  {command.name}\b', overview, re.MULTILINE), command.name
        page = nova('help', command.name).out
        for argument, _ in tree.every_argument(command):
            if not argument.is_hidden:
                assert argument.name in page, (command.name, argument.name)
    for option in options.OPTIONS:
        for flag in option.flags:
            assert (flag in overview) is not option.is_hidden or flag == '--os-cache'
        if not option.takes_word and option.without_value is None:
            assert help_of_several.option_name(option) == ', '.join(option.flags)


def test_help_never_logs_in(nova: Nova, cloud: ScriptedCloud) -> None:
    for words in (
        ('help',),
        ('--help',),
        ('-h',),
        (),
        ('help', 'server-create'),
        ('server-create', '--help'),
        ('server-create', '-h'),
        ('--help', 'server-create'),
        ('server-create', '--hel', '--nic', 'auto'),
    ):
        result = nova(*words, cloud=cloud)
        assert (result.status, result.err) == (0, ''), words
    assert cloud.wire() == []


@pytest.mark.parametrize(
    'words',
    [
        ('server-create', '--help'),
        ('server-create', '-h'),
        ('-h', 'server-create'),
        ('boot', '--help'),
        ('help', 'boot'),
        ('server-create', '--image', 'x', '--help'),
    ],
)
def test_each_way_to_ask_shows_the_same_page(nova: Nova, words: tuple[str, ...]) -> None:
    assert nova(*words) == nova('help', 'server-create')


def test_older_form_with_the_same_text_is_named_alone(nova: Nova) -> None:
    page = ' '.join(nova('help', 'placement-allocation-candidate-list').out.split())
    assert '--group-required <number>:<trait>[,...]. ' in page
    assert 'without .' not in page


def test_what_the_named_version_lacks_is_marked(nova: Nova) -> None:
    page = nova('help', 'server-lock', version='2.72').out
    assert 'What: from 2.73 (Train) - not in 2.72\n  - --reason <reason>' in page
    page = nova('help', 'server-lock', version='2.73').out
    assert 'What: from 2.73 (Train)\n  --reason <reason>' in page
    overview = nova('help', version='2.25').out
    assert 'From 2.26 (Newton) - not in 2.25' in overview
    assert '  - server-tag-add ' in overview


def test_only_leaves_out_what_the_named_version_lacks(nova: Nova) -> None:
    page = nova('help', 'server-lock', '--only', version='2.72').out
    assert '--reason' not in page
    assert '<server>' in page
    assert '--reason' in nova('help', 'server-lock', '--only', version='2.73').out
    overview = nova('help', '--only', version='2.25').out
    assert 'server-tag-add' not in overview
    assert 'not in' not in overview
    assert 'server-tag-add' in nova('help', '--only', version='2.26').out


def test_only_without_a_named_version_leaves_nothing_out(nova: Nova) -> None:
    for version in (None, 'latest', '2.latest'):
        assert nova('help', 'server-lock', '--only', version=version) == nova('help', 'server-lock')


def test_only_at_every_version_is_what_its_parser_takes(nova: Nova) -> None:
    command = commands.find('server-create')
    for version in ('2.0', '2.31', '2.32', '2.56', '2.57', '2.90'):
        page = nova('help', command.name, '--only', version=version).out
        shown = set(re.findall(r'^  (--[a-z0-9-]+)', page, re.MULTILINE))
        declared = tree.arguments_at(command, api_versions.APIVersion(version)) or []
        taken = {each.name for each in declared if not each.is_positional and not each.is_hidden}
        assert shown == taken, version


def test_the_usage_line_is_that_of_the_named_version(nova: Nova) -> None:
    newest = nova('help', 'keypair-create').out
    assert 'Usage: nova-mv keypair-create --pub-key <pub-key> [options] <name>' in newest
    older = nova('help', 'keypair-create', version='2.91').out
    assert 'Usage: nova-mv keypair-create [options] <name>' in older


def test_colour_is_for_terminals_only(nova: Nova) -> None:
    bold = '\x1b['
    assert bold not in nova('help').out
    assert bold in nova('help', is_terminal=True).out
    assert bold not in nova('help', is_terminal=True, env={'NO_COLOR': '1'}).out
    assert bold in nova('help', is_terminal=True, env={'NO_COLOR': ''}).out
    assert bold not in nova('help', is_terminal=True, env={'TERM': 'dumb'}).out
    # The option is for terminals, and wins over the variable of all programs.
    assert bold not in nova('help', '--color', 'always').out
    assert bold not in nova('help', '--color', 'never', is_terminal=True).out
    always = ('--color', 'always')
    assert bold in nova('help', *always, is_terminal=True, env={'NO_COLOR': '1'}).out
    assert bold not in nova('help', is_terminal=True, env={'NOVA_MV_COLOR': 'never'}).out
    assert bold not in nova('--color', 'never', is_terminal=True).out
    # Colours add nothing but themselves.
    plain = re.sub('\x1b\\[[0-9;]*m', '', nova('help', is_terminal=True).out)
    assert plain == nova('help').out


def test_help_of_an_unknown_command_suggests_close_ones(nova: Nova) -> None:
    result = nova('help', 'server-lst')
    assert (result.status, result.out) == (2, '')
    assert 'There is no command server-lst. Did you mean server-list' in result.err


def test_help_of_a_word_that_is_no_topic_names_the_topics(nova: Nova) -> None:
    result = nova('help', 'nonsense')
    assert result.status == 2
    assert result.message.startswith(
        'nova-mv: There is no command nonsense. Topics are: servers, access, volumes,'
    )


def test_what_a_command_does_is_said_once(nova: Nova) -> None:
    shown = nova('help', 'hypervisor-stats').out
    assert shown.count('Show statistics of all hypervisors') == 1
    assert '\nVersions\n  Up to 2.87 (Ussuri)\n\n' in shown


def test_help_works_whatever_the_login_settings_are(nova: Nova) -> None:
    assert nova('help', env={'OS_AUTH_TYPE': 'nope', 'OS_AUTH_URL': 'nowhere'}).status == 0


def test_help_has_machine_formats_too(nova: Nova) -> None:
    assert nova('help', 'server-lock', '-f', 'json').out.startswith('{\n  "text": "server-lock')


@pytest.mark.parametrize(
    ('text', 'said'),
    [
        ('..', 'All versions'),
        ('2.90..', 'From 2.90 (Xena)'),
        ('..2.56', 'Up to 2.56 (Queens)'),
        ('2.19..2.36', '2.19 (Mitaka) to 2.36 (Newton)'),
        ('2.32', 'Only 2.32 (Newton)'),
    ],
)
def test_headings_name_versions_with_their_releases(text: str, said: str) -> None:
    assert services.COMPUTE.releases.heading((VersionRange.parse(text),)) == said


def test_releases_are_told_of_clouds_and_needs() -> None:
    parse = VersionRange.parse
    releases, offer = services.COMPUTE.releases, services.COMPUTE.describe_offer
    assert offer(parse('2.1..2.53')) == 'offers 2.1 to 2.53 (Pike)'
    assert offer(parse('2.1..2.54')) == 'offers 2.1 to 2.54'
    assert offer(parse('2.1..2.999')) == 'offers 2.1 to 2.999'
    assert offer(None) == 'has no microversions and speaks 2.0 only'
    assert releases.describe_need(parse('2.90..')) == '2.90 (Xena) or later'
    assert releases.describe_need(parse('..2.56')) == '2.56 (Queens) or earlier'
    assert releases.describe_need(parse('2.19..2.36')) == '2.19 (Mitaka) to 2.36 (Newton)'
    assert releases.describe_need(parse('2.32')) == '2.32 (Newton)'
    assert releases.describe_need(parse('..')) == 'any version'
    assert releases.introduced(api_versions.APIVersion('2.999')) == ''


def test_help_of_a_command_may_have_its_words_apart(nova: Nova) -> None:
    apart = nova('help', 'baremetal', 'node', 'list')
    assert (apart.status, apart.out) == (0, nova('help', 'baremetal-node-list').out)
