"""Help: by version, without a login, and word for word as recorded in the folder ``golden``."""

from __future__ import annotations

import difflib
import itertools
import pathlib
import re
import tempfile

import pytest

from novaclient_mv import api_versions, services
from novaclient_mv.api_versions import VersionRange
from novaclient_mv.cli.reading import commands, tree
from novaclient_mv.clouds import options
from unit_tests import cases
from unit_tests.nova import Nova
from unit_tests.scripted import ScriptedCloud

GOLDEN = pathlib.Path(__file__).parent / 'golden'
# The newest first: its pages are recorded in full. The overview is that of the first service.
VERSIONS = {
    services.COMPUTE.name: ('2.latest', '2.53', '2.1'),
    services.BAREMETAL.name: ('1.latest', '1.46', '1.1'),
    services.PLACEMENT.name: ('1.latest', '1.17', '1.0'),
}
PAGES = tuple(command.name for command in commands.our_commands())
WIDTH = {'COLUMNS': '80'}


def page_of(nova: Nova, *words: str) -> str:
    """Return a help page: at the newest version in full, at each older one the differences."""
    service = (commands.service_of(words[0]) if words else None) or services.COMPUTE
    pages = {}
    for version in VERSIONS[service.name]:
        result = nova(service.version_option, version, 'help', *words, env=WIDTH)
        assert (result.status, result.err) == (0, ''), result
        pages[version] = result.out
    line = ' '.join(('$ nova-mv', service.version_option, next(iter(pages)), 'help', *words))
    return f'{line}\n{once(pages)}'


def once(pages: dict[str, str]) -> str:
    """Pages of several versions, the newest in full, the others as differences to the one before.

    That a page names its own version is no difference.
    """
    pages = {
        version: re.sub(
            rf'\bnot in {re.escape(version)}(?=$|\))', 'not in <version>', page, flags=re.M
        )
        for version, page in pages.items()
    }
    versions = list(pages)
    parts = [pages[versions[0]]]
    for newer, older in itertools.pairwise(versions):
        lines = [pages[version].splitlines(keepends=True) for version in (newer, older)]
        # Without the numbers of lines, which other branches move.
        hunks = [
            '@@\n' if line.startswith('@@') else line
            for line in list(difflib.unified_diff(*lines, n=0))[2:]
        ]
        parts.append(f'\n--- {newer}\n+++ {older}\n{"".join(hunks) or "(the same)" + chr(10)}')
    return ''.join(parts)


def file_of(words: tuple[str, ...]) -> pathlib.Path:
    return GOLDEN / f'{"-".join(words) or "all"}.txt'


@cases.one_test_of('words', [(), *((name,) for name in PAGES)])
def test_help_is_what_was_recorded(nova: Nova, words: tuple[str, ...]) -> None:
    recorded = file_of(words).read_text(encoding='utf-8')
    assert page_of(nova, *words) == recorded, 'If that is meant, run: python -m unit_tests.record'


def test_every_command_has_a_recorded_page() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == {'all', *PAGES}


def test_record_says_a_thing_once() -> None:
    pages = {'2.9': 'Usage\na\nb\n', '2.5': 'Usage\na\nc - not in 2.5\n', '2.1': ''}
    pages['2.1'] = pages['2.5'].replace('2.5', '2.1')
    assert once(pages) == (
        'Usage\na\nb\n\n'
        '--- 2.9\n+++ 2.5\n@@\n-b\n+c - not in <version>\n\n'
        '--- 2.5\n+++ 2.1\n(the same)\n'
    )


@pytest.mark.parametrize('version', ['2.9', '2.5', '2.1'])
@pytest.mark.parametrize('page', ['Usage\n', 'Usage\na\nb', 'Usage\na\n\nb\n', 'not in 2.4\n'])
def test_any_other_page_makes_another_record(version: str, page: str) -> None:
    pages = dict.fromkeys(('2.9', '2.5', '2.1'), 'Usage\na\nb\n')
    assert once({**pages, version: page}) != once(pages)


def recorded_page(*words: str) -> str:
    """Return the page of the newest version, which another test compares with what is shown."""
    return file_of(words).read_text(encoding='utf-8').partition('\n--- ')[0]


def test_no_line_is_wider_than_the_terminal(nova: Nova) -> None:
    for name in PAGES:
        narrow = nova('help', name, env={'COLUMNS': '60'}).lines
        for width, lines in ((60, narrow), (80, recorded_page(name).splitlines()[1:])):
            assert [row for row in lines if len(row) > width and ' ' in row.strip()] == [], name


def test_every_command_and_shown_option_is_in_the_help() -> None:
    overview = recorded_page()
    for command in commands.our_commands():
        assert re.search(rf'^  {command.name}\b', overview, re.MULTILINE), command.name
        page = recorded_page(command.name)
        for argument, _ in tree.every_argument(command):
            if not argument.is_hidden:
                assert argument.name in page, (command.name, argument.name)
    for option in options.OPTIONS:
        for flag in option.flags:
            assert (flag in overview) is not option.is_hidden or flag == '--os-cache'


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


def test_without_a_command_the_overview_is_shown(nova: Nova) -> None:
    assert nova() == nova('--help') == nova('-h') == nova('help')


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


def record() -> None:
    """Write the pages as they are now."""
    with tempfile.TemporaryDirectory() as home:
        nova = Nova(pathlib.Path(home))
        GOLDEN.mkdir(exist_ok=True)
        for words in ((), *((name,) for name in PAGES)):
            file_of(words).write_text(page_of(nova, *words), encoding='utf-8')
        for file in GOLDEN.iterdir():
            if file.stem not in ('all', *PAGES):
                file.unlink()


def test_help_of_a_command_may_have_its_words_apart(nova: Nova) -> None:
    apart = nova('help', 'baremetal', 'node', 'list')
    assert (apart.status, apart.out) == (0, nova('help', 'baremetal-node-list').out)
