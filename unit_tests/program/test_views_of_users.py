"""Views: options of a command that a user keeps under a name."""

from __future__ import annotations

import json

import pytest

from unit_tests.cli.completing import asking
from unit_tests.nova import Nova
from unit_tests.program.test_aliases_of_users import done, file_of, write
from unit_tests.scripted import ScriptedCloud


def test_a_view_puts_its_options_into_a_line(nova: Nova) -> None:
    said = done(nova, 'view-save', 'server-list', 'mine', '-c', 'id,name', '--limit', '1')
    assert said == 'View mine of server-list is -c id,name --limit 1.\n'
    typed = nova('server-list', '-c', 'id,name', '--limit', '1', cloud='sandbox')
    assert typed.status == 0
    assert nova('server-list', '--view', 'mine', cloud='sandbox') == typed
    assert nova('--view', 'mine', 'server-list', cloud='sandbox') == typed
    assert nova('--view=mine', 'list', cloud='sandbox') == typed


def test_options_of_the_line_win(nova: Nova) -> None:
    done(
        nova, 'view-save', 'server-list', 'v', '-c', 'name', '-c', 'id', '-f', 'csv', '--limit', '1'
    )
    view = ('server-list', '--view', 'v')
    assert nova(*view, cloud='sandbox').lines[0] == 'name,id'
    # Columns of the line are not added to those of the view.
    assert nova(*view, '-c', 'status', cloud='sandbox').lines[0] == 'status'
    assert len(nova(*view, '--limit', '2', cloud='sandbox').lines) == 3
    assert json.loads(nova(*view, '-f', 'json', cloud='sandbox').out)
    assert nova('-f', 'value', *view, cloud='sandbox').out.count('\n') == 1
    # Beginnings of options and columns count as well.
    assert nova(*view, '--colu', 'status', cloud='sandbox').lines[0] == 'status'


def test_an_option_that_excludes_one_of_the_view_wins(nova: Nova) -> None:
    command = ('baremetal-node-list', '--view', 'v')
    done(nova, 'view-save', 'baremetal-node-list', 'v', '--long')
    assert 'driver' in nova(*command, '-f', 'json', cloud='sandbox').out
    rows = json.loads(nova(*command, '--fields', 'uuid', 'name', '-f', 'json', cloud='sandbox').out)
    assert rows
    assert set(rows[0]) <= {'uuid', 'name', 'extra'}


def test_several_values_of_a_view_take_nothing_of_the_line(nova: Nova) -> None:
    done(nova, 'view-save', 'baremetal-node-show', 'v', '--fields', 'name', 'driver', '-f', 'json')
    nodes = json.loads(nova('baremetal-node-list', '-f', 'json', cloud='sandbox').out)
    for words in (('--view', 'v', nodes[0]['uuid']), (nodes[0]['uuid'], '--view', 'v')):
        shown = json.loads(nova('baremetal-node-show', *words, cloud='sandbox').out)
        assert (shown['name'], bool(shown['driver'])) == (nodes[0]['name'], True)


def test_what_a_view_needs_is_judged_as_if_it_were_typed(nova: Nova, cloud: ScriptedCloud) -> None:
    done(nova, 'view-save', 'server-list', 'tagged', '--tags', 'a')
    result = nova('server-list', '--view', 'tagged', version='2.1', cloud=cloud)
    assert result == nova('server-list', '--tags', 'a', version='2.1', cloud=cloud)
    assert (result.status, '--tags needs API version' in result.message) == (2, True)
    assert cloud.requests == []
    needs = nova('version-requires', '--', 'server-list', '--view', 'tagged')
    assert needs == nova('version-requires', '--', 'server-list', '--tags', 'a')
    allowed = nova('can-i', '--', 'server-list', '--view', 'tagged', cloud='sandbox')
    assert allowed == nova('can-i', 'server-list', '--tags', 'a', cloud='sandbox')


def test_an_unknown_view_is_refused_before_any_request(nova: Nova, cloud: ScriptedCloud) -> None:
    done(nova, 'view-save', 'server-list', 'mine', '-c', 'name')
    result = nova('server-list', '--view', 'mien', cloud=cloud)
    assert (result.status, result.message) == (
        2,
        'nova-mv: server-list has no view mien. Did you mean mine?',
    )
    assert nova('keypair-list', '--view', 'mine', cloud=cloud).status == 2
    assert nova('server-stop', '--view', 'mine', 'web', cloud=cloud).status == 2
    assert cloud.requests == []


@pytest.mark.parametrize(
    ('words', 'reason'),
    [
        (('server-list', 'v', 'web'), "'web' is not an option"),
        (('server-list', 'v', '-c', 'id', '--', 'web'), 'is not an option'),
        (('server-list', 'v', '-c', 'nothing'), 'There is no column nothing'),
        (('server-list', 'v', '--query', '['), 'is not a valid JMESPath expression'),
        (('server-list', 'v', '--limit'), '--limit needs a value'),
        (('server-list', 'v', '--limit', 'x'), "--limit: 'x' is not a whole number"),
        (('server-list', 'v', '--nothing'), 'no option --nothing'),
        (('server-list', 'v', '--os-cloud', 'a'), '--os-cloud belongs to a run'),
        (('server-list', 'v', '--os-password', 'hidden'), '--os-password belongs to a run'),
        (('server-list', 'v', '--view', 'w'), '--view belongs to a run'),
        (('server-list', 'v'), 'view-save needs <option>'),
        (('server-list',), 'view-save requires <view>'),
        (('server-list', 'a b', '-c', 'id'), "'a b' is not a valid name of a view"),
        (('server-list', '--', '--', 'id'), "'--' is not a valid name of a view"),
        (('server-stop', 'v', '--wait'), 'server-stop has no views'),
        (('sever-list', 'v', '-c', 'id'), 'There is no command sever-list'),
    ],
)
def test_what_is_no_view_is_refused(nova: Nova, words: tuple[str, ...], reason: str) -> None:
    result = nova('view-save', *words)
    assert result.status == 2
    assert reason in result.err.splitlines()[0]
    assert 'hidden' not in result.err
    assert not file_of(nova).exists()


def test_views_are_listed_and_deleted(nova: Nova) -> None:
    done(nova, 'view-save', 'server-list', 'b', '-c', 'name')
    done(nova, 'view-save', 'server-list', 'a', '-c', 'id')
    done(nova, 'view-save', 'keypair-list', 'k', '-c', 'name')
    rows = json.loads(done(nova, 'view-list', '-f', 'json'))
    assert [(row['command'], row['name'], row['options']) for row in rows] == [
        ('keypair-list', 'k', '-c name'),
        ('server-list', 'a', '-c id'),
        ('server-list', 'b', '-c name'),
    ]
    assert {row['file'] for row in rows} == {str(file_of(nova))}
    assert len(done(nova, 'view-list', 'server-list', '-f', 'value').splitlines()) == 2
    refused = nova('view-delete', 'server-list', 'a', 'k')
    assert (refused.status, 'server-list has no view k' in refused.message) == (2, True)
    assert done(nova, 'view-delete', 'server-list', 'a', 'b') == 'a: deleted\nb: deleted\n'
    assert json.loads(file_of(nova).read_text()) == {'views': {'keypair-list': {'k': '-c name'}}}


@pytest.mark.parametrize(
    ('views', 'reason'),
    [
        ([], '"views" is not an object'),
        ({'server-list': []}, '"views of server-list" is not an object'),
        ({'server-list': {'v': None}}, 'v of its views of server-list is not a text'),
        ({'server-list': {'v': '"x'}}, 'No closing quotation'),
        ({'server-list': {'v': '--os-cloud x'}}, '--os-cloud belongs to a run'),
    ],
)
def test_a_view_that_was_broken_by_hand_is_a_sentence(
    nova: Nova, cloud: ScriptedCloud, views: object, reason: str
) -> None:
    write(nova, {'views': views})
    result = nova('server-list', '--view', 'v', cloud=cloud)
    assert result.status == 2
    assert reason in result.message
    assert cloud.requests == []
    assert nova('server-list', cloud='sandbox').status == 0


def test_views_complete(nova: Nova) -> None:
    done(nova, 'view-save', 'server-list', 'mine', '-c', 'name')
    assert asking.lines(nova, 'server-list', '--view', 'm')[1:] == ['mine\t-c name']
    assert asking.words(nova, 'list', '--view=') == ['--view=mine']
    assert asking.words(nova, 'keypair-list', '--view', '') == []
    assert asking.words(nova, 'view-delete', 'server-list', '') == ['mine']


def test_options_of_what_is_kept_complete(nova: Nova) -> None:
    assert asking.words(nova, 'view-save', 'server-list', 'v', '--chan') == [
        *('--changes-since', '--changes-before')
    ]
    assert 'name' in asking.words(nova, 'view-save', 'list', 'v', '-c', '')
    assert asking.words(nova, 'alias-set', 'a', 'keypair-li') == ['keypair-list']
    assert '--limit' in asking.words(nova, 'alias-set', 'a', 'server-list', '--li')
    assert asking.words(nova, 'view-save', 'keypair-li') == ['keypair-list']
