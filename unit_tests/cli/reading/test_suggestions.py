"""Suggestions for mistyped names."""

from __future__ import annotations

import difflib

import pytest

from novaclient_mv.cli.reading import columns, name_suggestions
from novaclient_mv.clouds import login_keys
from novaclient_mv.errors import UnknownName
from novaclient_mv.resources import Field, Resource
from novaclient_mv.values import likeness
from unit_tests.nova import Nova

KNOWN = ('server-list', 'server-show', 'server-tag-list', 'server-tag-add', 'flavor-list', 'list')


@pytest.mark.parametrize(
    ('typed', 'meant'),
    [
        ('server-lst', ['server-list']),
        ('serverlist', ['server-list']),
        ('SERVER_LIST', ['server-list']),
        ('list-server', ['server-list']),
        ('LIST_SERVER', ['server-list']),
        ('lst', ['list']),
        ('server-tag-lst', ['server-tag-list']),
        ('flavour-list', ['flavor-list']),
        ('xyzzy', []),
        ('server-xyzzy', []),
        ('server', []),
        ('', []),
        ('-', []),
    ],
)
def test_names_that_differ_by_letters_or_order_are_close(typed: str, meant: list[str]) -> None:
    assert name_suggestions.close_names(typed, KNOWN) == meant


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
