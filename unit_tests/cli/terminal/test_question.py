"""Tests of the question before something is changed."""

from __future__ import annotations

import pytest

from novaclient_mv.clouds.environment import Environment
from unit_tests.nova import SANDBOX, Nova, Result

WEB = "starts_with(name, 'web-')"


@pytest.fixture(autouse=True)
def _somebody_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Environment, 'can_confirm', True)


def ask(nova: Nova, *words: str, answer: bytes = b'y\n') -> Result:
    return nova(*words, cloud=SANDBOX, stdin=answer, env={'LANG': 'C.UTF-8', 'COLUMNS': '200'})


@pytest.mark.parametrize('answer', [b'y\n', b' YES \n'])
def test_yes_does_the_work_whose_output_is_all_that_a_pipe_gets(nova: Nova, answer: bytes) -> None:
    result = ask(nova, 'server-stop', '--short-ids', '--where', WEB, '-f', 'value', answer=answer)
    assert result.status == 0
    assert sorted(line.split()[1:] for line in result.lines) == [
        ['web-1', 'stop'],
        ['web-2', 'stop'],
    ]
    heads, _, *rows = result.err.splitlines()
    assert heads.split('  ')[0] == 'ID'
    assert {row.split()[1] for row in rows[:-1]} == {'web-1', 'web-2'}
    assert all(len(row.split()[0]) == 8 for row in rows[:-1])
    assert rows[-1] == 'Stop 2 servers? [y/N] '


@pytest.mark.parametrize('answer', [b'n\n', b'\n', b'no\n', b'x y\n', b'\xff\n', b'y n', b''])
def test_any_other_answer_changes_nothing(nova: Nova, answer: bytes) -> None:
    result = ask(nova, 'server-delete', '--where', "name=='web-1'", answer=answer)
    assert (result.status, result.out) == (1, '')
    # The end of the input ends no line.
    end = '' if answer.endswith(b'\n') else '\n'
    assert result.err.endswith(f'Delete 1 server? [y/N] {end}nova-mv: Nothing was done.\n')
    assert 'web-1' in nova('server-list', cloud=SANDBOX).out


def test_a_command_whose_last_word_is_no_verb_is_named(nova: Nova) -> None:
    result = ask(nova, 'server-reset-state', '--where', "name=='web-1'", '--active')
    assert 'server-reset-state: 1 server. Go on? [y/N] ' in result.err


def test_the_question_shows_the_columns_that_the_expression_names(nova: Nova) -> None:
    where = ('--where', "driver!='x' && properties.cpus > `0`")
    shown = ask(nova, 'baremetal-node-manage', *where, answer=b'no\n').err
    heads = shown.partition('\n')[0]
    assert ('Driver' in heads, 'Properties' in heads, 'Console' in heads) == (True, True, False)
    assert 'baremetal-node-manage: 3 nodes. Go on?' in shown


def test_rows_are_shown_as_the_version_has_them(nova: Nova) -> None:
    words = ('server-delete', '--where', 'locked', '--style', 'nova')
    nova('server-lock', 'web-1', cloud=SANDBOX)
    result = nova(*words, version='2.9', cloud=SANDBOX, stdin=b'')
    assert result.err.startswith('+----')
