"""Aliases: words of a user's own for the beginnings of command lines."""

from __future__ import annotations

import json
import pathlib
import stat
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unit_tests.cli.completing import asking
from unit_tests.nova import Nova


def file_of(nova: Nova) -> pathlib.Path:
    return nova.home / '.config' / 'nova-mv' / 'shortcuts.json'


def write(nova: Nova, content: Any) -> None:
    file_of(nova).parent.mkdir(parents=True, exist_ok=True)
    file_of(nova).write_text(content if isinstance(content, str) else json.dumps(content))


def done(nova: Nova, *words: str) -> str:
    result = nova(*words)
    assert (result.status, result.err) == (0, '')
    return result.out


def test_an_alias_runs_the_line_that_it_stands_for(nova: Nova) -> None:
    assert done(nova, 'alias-set', 'up', 'server-list --status ACTIVE') == (
        'up stands for server-list --status ACTIVE.\n'
    )
    direct = nova('server-list', '--status', 'ACTIVE', cloud='sandbox')
    assert nova('up', cloud='sandbox') == direct
    assert direct.status == 0
    # Words behind it are added, and options before it stay.
    behind = nova('-f', 'csv', 'up', '-c', 'name', '--limit', '1', cloud='sandbox')
    assert behind.out.splitlines()[0] == 'name'
    assert len(behind.lines) == 2


@pytest.mark.parametrize(
    'words',
    [
        ('a', 'server-list --name "web 1"'),
        ('a', 'server-list', '--name', 'web 1'),
        ('--', 'a', 'server-list --name "web 1"'),
        ('a', '--', 'server-list', '--name', 'web 1'),
        ('a', 'nova-mv', 'server-list', '--name', 'web 1'),
    ],
)
def test_a_line_stands_in_quotes_or_not(nova: Nova, words: tuple[str, ...]) -> None:
    done(nova, 'alias-set', *words)
    assert done(nova, 'alias-list', '-f', 'value') == "a server-list --name 'web 1'\n"


@pytest.mark.parametrize('name', ['server-list', 'list', 'boot', 'help', 'baremetal-node-list'])
def test_a_command_leaves_no_alias_of_its_name(nova: Nova, name: str) -> None:
    result = nova('alias-set', name, 'server-list')
    assert result.status == 2
    assert 'is a command' in result.message
    assert not file_of(nova).exists()


@pytest.mark.parametrize('name', ['server', 'baremetal', 'console', 'openstack', 'nova-mv', 'nova'])
def test_words_that_begin_lines_are_no_aliases(nova: Nova, name: str) -> None:
    result = nova('alias-set', name, 'server-list')
    assert result.status == 2
    assert f'Command lines begin with {name}' in result.message


def test_a_command_that_came_later_wins_and_a_terminal_is_told(nova: Nova) -> None:
    write(nova, {'aliases': {'server-list': 'keypair-list', 'keypair': 'flavor-list'}})
    piped = nova('server-list', '-c', 'name', cloud='sandbox')
    assert (piped.status, piped.err) == (0, '')
    assert 'web' in piped.out
    told = nova('server-list', cloud='sandbox', is_terminal=True).err
    assert told.startswith('nova-mv: server-list is a command, which wins over your alias')
    assert nova('--quiet', 'server-list', cloud='sandbox', is_terminal=True).err == ''
    # Words that stand apart are a command as well.
    apart = nova('keypair', 'list', cloud='sandbox')
    assert apart == nova('keypair-list', cloud='sandbox')


def test_an_alias_stands_for_no_other_alias(nova: Nova) -> None:
    done(nova, 'alias-set', 'one', 'server-list')
    assert nova('alias-set', 'two', 'one --limit 1').message == (
        'nova-mv: one is an alias itself; an alias stands for the line of a command.'
    )
    write(nova, {'aliases': {'one': 'two', 'two': 'one'}})
    result = nova('one', cloud='sandbox')
    assert result.status == 2
    assert 'no command two' in result.err


@pytest.mark.parametrize(
    ('words', 'reason'),
    [
        (('a b', 'server-list'), "'a b' is not a valid name of an alias"),
        (('-', 'server-list'), "'-' is not a valid name"),
        (('a', 'sever-list'), 'There is no command sever-list. Did you mean server-list'),
        (('a', 'server-list --nothing'), 'no option --nothing'),
        (('a', 'server-list --limit x'), "--limit: 'x' is not a whole number"),
        (('a', 'server-list "x'), 'No closing quotation'),
        (('a', ''), 'This is empty'),
        (('a', 'server-list --limit 3', '--long'), 'Unexpected argument: --long'),
        (('a',), 'alias-set requires <line>'),
        (('a', '--'), 'alias-set requires <line>'),
        (('a', 'server-list --os-password hidden'), '--os-password is a secret'),
        (('a', 'server-create --admin-pass hidden'), '--admin-pass is a secret'),
    ],
)
def test_what_is_no_line_is_refused(nova: Nova, words: tuple[str, ...], reason: str) -> None:
    result = nova('alias-set', *words)
    assert result.status == 2
    assert reason in result.message
    assert 'hidden' not in result.err
    assert not file_of(nova).exists()


def test_an_alias_may_lack_arguments(nova: Nova) -> None:
    done(nova, 'alias-set', 'look', 'server-show --minimal')
    assert nova('look', 'web-1', '-c', 'name', '-f', 'value', cloud='sandbox').out == 'web-1\n'


def test_aliases_are_listed_and_deleted(nova: Nova) -> None:
    for name in ('b', 'a', 'c'):
        done(nova, 'alias-set', name, 'server-list')
    rows = json.loads(done(nova, 'alias-list', '-f', 'json'))
    path = str(file_of(nova))
    assert rows == [{'name': name, 'line': 'server-list', 'file': path} for name in 'abc']
    refused = nova('alias-delete', 'a', 'cc')
    assert (refused.status, refused.message) == (
        2,
        'nova-mv: There is no alias cc. Did you mean c?',
    )
    assert len(done(nova, 'alias-list', '-f', 'value').splitlines()) == 3
    assert done(nova, 'alias-delete', 'a', 'b') == 'a: deleted\nb: deleted\n'
    assert done(nova, 'alias-list', '-f', 'value') == 'c server-list\n'


def test_only_the_owner_reads_a_new_file_and_what_stands_in_it_stays(nova: Nova) -> None:
    write(nova, {'aliases': {'a': 'server-list'}, 'later': [1]})
    file_of(nova).chmod(0o644)
    done(nova, 'alias-set', 'b', 'keypair-list')
    assert json.loads(file_of(nova).read_text())['later'] == [1]
    assert stat.S_IMODE(file_of(nova).stat().st_mode) == 0o644
    file_of(nova).unlink()
    done(nova, 'alias-set', 'b', 'keypair-list')
    assert stat.S_IMODE(file_of(nova).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ('content', 'reason'),
    [
        ('{', 'line 1 is not valid JSON'),
        ('[]', 'it is not a JSON object'),
        ('{"aliases": []}', '"aliases" is not an object'),
        ('{"aliases": {"a": 1}}', 'a of its aliases is not a text'),
        ('[' * 100_000, 'it is not valid JSON'),
        (' ' * (1 << 21), 'it is too long'),
    ],
)
def test_a_broken_file_is_a_sentence(nova: Nova, content: str, reason: str) -> None:
    write(nova, content)
    for words in (('alias-list',), ('alias-set', 'a', 'server-list'), ('alias-delete', 'a')):
        result = nova(*words)
        assert result.status == 2, words
        assert reason in result.message
    assert file_of(nova).read_text() == content
    # What is a command does not need it.
    assert nova('server-list', cloud='sandbox').status == 0
    unknown = nova('sever-list', cloud='sandbox')
    assert 'There is no command sever-list. Did you mean server-list?' in unknown.err
    assert reason in unknown.err
    assert asking.words(nova, 'alias-delete', '') == []
    shown = nova('config-show', cloud='sandbox')
    assert reason in shown.err
    assert 'timeout' in shown.out


def test_a_line_that_was_broken_by_hand_is_a_sentence(nova: Nova) -> None:
    write(nova, {'aliases': {'a': "server-list 'x", 'b': '', 'c': '\ud800', 'd': 'x\x1b[2J'}})
    reasons = {
        'a': 'is not a command line: No closing quotation',
        'b': 'is empty',
        'c': '',
        'd': '',
    }
    for name, reason in reasons.items():
        result = nova(name, cloud='sandbox')
        assert result.status == 2, name
        assert reason in result.message
        assert f'Did you mean {name}' not in result.message
        assert 'Traceback' not in result.err
        assert '\x1b' not in result.err
    assert '\x1b' not in nova('alias-list', is_terminal=True).out.replace('\x1b[1m', '').replace(
        '\x1b[0m', ''
    )


@given(st.text(max_size=40), st.text(max_size=60))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_file_of_a_user_is_an_unexpected_error(nova: Nova, name: str, line: str) -> None:
    write(nova, {'aliases': {name: line}})
    for words in (('alias-list',), (name,), ('zz', name)):
        if words[0] and '\x00' not in ''.join(words):
            assert 'unexpected' not in nova(*words).err, words


def test_help_of_an_alias_says_what_it_stands_for(nova: Nova) -> None:
    done(nova, 'alias-set', 'up', 'server-list --status ACTIVE')
    page = done(nova, 'help', 'up')
    assert page.splitlines()[0] == 'up is your alias of: server-list --status ACTIVE'
    assert done(nova, 'help', 'server-list') in page
    assert json.loads(done(nova, '-f', 'json', 'help', 'up'))['alias'].startswith('server-list')
    assert done(nova, 'up', '--help') == done(nova, 'server-list', '--help')


def test_a_mistyped_word_may_mean_an_alias(nova: Nova) -> None:
    done(nova, 'alias-set', 'broken', 'server-list --status ERROR')
    assert 'Did you mean broken?' in nova('brokn').message


def test_aliases_complete(nova: Nova) -> None:
    done(nova, 'alias-set', 'broken', 'server-list --status ERROR')
    assert asking.lines(nova, 'bro')[1:] == ['broken\tserver-list --status ERROR']
    assert '--limit' in asking.words(nova, 'broken', '--li')
    assert '--status' not in asking.words(nova, 'broken', '--sta')
    assert asking.words(nova, 'alias-delete', '') == ['broken']


def test_what_judges_a_line_judges_that_of_an_alias(nova: Nova) -> None:
    done(nova, 'alias-set', 'my-tags', 'server-list --tags a')
    needs = nova('version-requires', '--', 'my-tags', '-f', 'json')
    assert needs.status == 0
    assert (
        needs.out == nova('version-requires', '--', 'server-list', '--tags', 'a', '-f', 'json').out
    )
    allowed = nova('can-i', 'my-tags', cloud='sandbox')
    assert allowed == nova('can-i', 'server-list', '--tags', 'a', cloud='sandbox')
    assert allowed.status == 0


def test_script_is_judged_without_our_aliases(nova: Nova, tmp_path: pathlib.Path) -> None:
    done(nova, 'alias-set', 'my-tags', 'server-list --tags a')
    script = tmp_path / 'script'
    script.write_text('nova-mv my-tags\n')
    assert 'my-tags' in nova('version-lint', str(script)).out


def test_settings_show_aliases(nova: Nova) -> None:
    done(nova, 'alias-set', 'up', 'server-list --status ACTIVE')
    rows = json.loads(nova('config-show', '-f', 'json', cloud='sandbox').out)
    row = next(row for row in rows if row['setting'] == 'alias up')
    assert (row['value'], row['source'], row['name'], row['file']) == (
        *('server-list --status ACTIVE', 'file', 'up'),
        str(file_of(nova)),
    )
