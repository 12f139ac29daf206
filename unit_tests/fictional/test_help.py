"""Help, availability and completion of fictional services, without a login."""

from __future__ import annotations

from unit_tests.nova import Nova

PLAYER_LIST = """orchestra-player-list
List the players.

Usage: nova-mv orchestra-player-list [options]

Filters: from 1.7
  --desk <desk>  Players at this desk.

Filters: up to 1.20
  --rank <rank>  Players of this rank.

Output
  --detail  Show all of each player.

Columns
  id, name, desk, rank

Also: -f json (yaml, csv, value, ndjson), -c <column> (--show-availability lists
them), --query <expression>, --watch, --timings, and all: nova-mv help options
"""

PLAYER_TUNE_AT_1_5 = """orchestra-player-tune
Have players tune, one after the other.

Usage: nova-mv orchestra-player-tune <player>

Variants
  1.3 to 1.11  Have a player tune.

What: 1.3 to 1.11
  <player>  Id of the player.

Also: -f json (yaml, csv, value, ndjson), --query <expression>, --timings, and
all of: nova-mv help options
"""


def test_the_help_of_a_command_says_each_range_once(nova: Nova) -> None:
    for line in (('help', 'orchestra-player-list'), ('orchestra-player-list', '--help')):
        result = nova(*line)
        assert (result.status, result.err, result.out) == (0, '', PLAYER_LIST)


def test_help_at_a_version_is_about_the_named_version_of_the_service(nova: Nova) -> None:
    line = ('--os-orchestra-api-version', '1.5', 'help', 'orchestra-player-list')
    result = nova(*line, version='2.5')
    assert 'Filters: from 1.7 - not in 1.5\n  - --desk <desk>' in result.out
    assert result.out.count(' - not in ') == 1
    result = nova(*line[:3], 'orchestra-player-tune', '--only')
    assert result.out == PLAYER_TUNE_AT_1_5


def test_the_help_of_all_is_grouped_by_service_then_version(nova: Nova) -> None:
    result = nova('help')
    assert (result.status, result.err) == (0, '')
    ours, rest = result.out.split('It also speaks the Depot API')
    compute = ours.split('It also speaks')[0]
    depot, rest = rest.split('It also speaks the Orchestra API')
    orchestra, options = rest.split('\nCloud and version\n')
    assert orchestra.startswith(' at the versions 1.1 to 1.24, and at 1.0.\n')
    for part, name in ((compute, 'server-list'), (depot, 'depot-'), (orchestra, 'orchestra-')):
        assert part.count('All versions') == 1
        assert f'\n  {name}' in part
    assert '\nFrom 1.3\n  orchestra-player-tune  ' in orchestra
    assert 'orchestra-' not in ours + depot
    for option in ('compute', 'depot', 'orchestra'):
        assert options.count(f'  --os-{option}-api-version <version>') == 1


def test_the_help_of_all_marks_what_a_named_version_of_one_service_lacks(nova: Nova) -> None:
    for words in (('help',), ('--help',), ()):
        lines = nova('--os-orchestra-api-version', '1.2', *words).lines
        marked = [line for line in lines if ' - not' in line]
        assert marked == ['From 1.3 - not in 1.2']
    lines = nova('help', version='2.100').lines
    assert not any(line.startswith('  - orchestra-') for line in lines)


def test_columns_have_the_versions_of_the_service(nova: Nova) -> None:
    result = nova('orchestra-player-list', '--show-availability', '-f', 'value')
    assert [line.split(' ', 3)[0::3] for line in result.lines] == [
        ['id', 'All versions'],
        ['name', 'All versions'],
        ['desk', 'From 1.7'],
        ['rank', 'Up to 1.20'],
    ]
