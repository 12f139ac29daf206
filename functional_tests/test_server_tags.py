"""Tags of servers, and the filters on them; before 2.26 there are none."""

from __future__ import annotations

from typing import Any

import pytest

from functional_tests.nova import Inside, Nova

COMMANDS = {
    'server-tag-list': (),
    'server-tag-add': ('red',),
    'server-tag-delete': ('red',),
    'server-tag-delete-all': (),
    'server-tag-set': ('red',),
}


@pytest.fixture(params=['2.latest', '2.26'])
def tag_version(request: pytest.FixtureRequest) -> str:
    """The newest and the first version that has tags."""
    return str(request.param)


@pytest.fixture
def user(nova: Nova, inside: Inside, tag_version: str) -> Nova:
    """Runs ``nova-mv`` as a process at the newest version, and in this process at the first."""
    return nova if tag_version == '2.latest' else inside


def tags(inside: Inside, server: str) -> list[str]:
    """The tags of a server."""
    return sorted(each['tag'] for each in inside.json('server-tag-list', server))


def test_tags_are_added_listed_replaced_and_removed(
    user: Nova, inside: Inside, own_server: dict[str, Any], tag_version: str
) -> None:
    server = own_server['id']
    added = user('server-tag-add', server, 'red', 'blue', version=tag_version).checked()
    assert [line.rpartition(': ')[2] for line in added.lines] == ['tag red added', 'tag blue added']
    # One that is there stays.
    user('server-tag-add', server, 'red', version=tag_version).checked()
    titles, *rows = user('server-tag-list', server, version=tag_version).table
    assert titles == ['Tag']
    assert sorted(rows) == [['blue'], ['red']]

    user('server-tag-delete', server, 'red', version=tag_version).checked()
    assert tags(inside, server) == ['blue']
    missing = user('server-tag-delete', server, 'red', version=tag_version)
    assert missing.status == 5

    user('server-tag-set', server, 'one', 'two', version=tag_version).checked()
    assert tags(inside, server) == ['one', 'two']
    assert sorted(user.json('server-show', server, version=tag_version)['tags']) == ['one', 'two']

    user('server-tag-delete-all', server, version=tag_version).checked()
    assert tags(inside, server) == []


def test_tag_filters_choose_servers(
    user: Nova, inside: Inside, own_server: dict[str, Any], tag_version: str
) -> None:
    server = own_server
    user('server-tag-set', server['id'], 'red', 'blue').checked()
    line = ('server-list', '--name', server['name'])
    for words, is_listed in (
        (('--tags', 'red,blue'), True),
        (('--tags', 'red,green'), False),
        (('--tags-any', 'red,green'), True),
        (('--tags-any', 'green'), False),
        (('--not-tags', 'red,green'), True),
        (('--not-tags', 'red,blue'), False),
        (('--not-tags-any', 'green'), True),
        (('--not-tags-any', 'red,green'), False),
    ):
        found = inside.json(*line, *words, version=tag_version)
        assert [each['id'] for each in found] == [server['id']] * is_listed, words


@pytest.mark.parametrize('version', ['2.25', '2.1', 'None'])
@pytest.mark.parametrize('command', COMMANDS)
def test_tag_commands_are_refused_below_their_version(
    inside: Inside, command: str, version: str
) -> None:
    result = inside(command, 'any-server', *COMMANDS[command], version=version)
    assert (result.out, result.status) == ('', 2)
    assert f'{command} needs API version 2.26' in result.err
