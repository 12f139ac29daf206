"""Which names a mistyped one may have meant."""

from __future__ import annotations

import pytest

from novaclient_mv.cli.reading import suggestions

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
    assert suggestions.close_names(typed, KNOWN) == meant


def test_closest_name_comes_first_and_far_ones_are_left_out() -> None:
    known = ('abcdefghxx', 'abcdefghix', 'abcdefghij', 'zzzzzzzzzz')
    assert suggestions.close_names('abcdefghij', known) == ['abcdefghij']
    assert suggestions.close_names('abcdefghiz', known) == ['abcdefghix', 'abcdefghij']
    assert suggestions.close_names('abcdefghzz', known) == [
        'abcdefghxx',
        'abcdefghix',
        'abcdefghij',
    ]


def test_no_more_names_are_told_than_asked_for() -> None:
    known = ('abcdefgh1', 'abcdefgh2', 'abcdefgh3', 'abcdefgh4')
    assert suggestions.close_names('abcdefgh', known) == list(known[:3])
    assert suggestions.close_names('abcdefgh', known, most=1) == ['abcdefgh1']


def test_later_group_counts_only_where_the_earlier_ones_have_nothing_close() -> None:
    assert suggestions.close_names('abcd', ['abce'], ['abcd']) == ['abce']
    assert suggestions.close_names('abcd', ['zzzz'], ['abce'], ['abcf']) == ['abce']
    assert suggestions.close_names('abcd', [], ['abce', 'abce']) == ['abce']
    assert suggestions.close_names('abcd') == []


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
    assert suggestions.close_names(one, [other]) == [other] * is_close
