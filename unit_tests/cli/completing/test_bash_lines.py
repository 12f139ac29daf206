"""Lines of bash, taken apart, and words put into them."""

from __future__ import annotations

import hypothesis
import pytest
from hypothesis import strategies

from novaclient_mv.cli.completing import shells

LINES = (
    ('nova-mv ', ('nova-mv', ''), ''),
    ('nova-mv  server-show my', ('nova-mv', 'server-show', 'my'), ''),
    (r'nova-mv server-show my\ s', ('nova-mv', 'server-show', 'my s'), ''),
    ("nova-mv server-show 'my s", ('nova-mv', 'server-show', 'my s'), "'"),
    ('nova-mv server-show "my \\"s', ('nova-mv', 'server-show', 'my "s'), '"'),
    ("nova-mv '' x", ('nova-mv', '', 'x'), ''),
    (r'nova-mv "a\b" x', ('nova-mv', r'a\b', 'x'), ''),
    ("nova-mv --name='a b'c", ('nova-mv', '--name=a bc'), ''),
)

TEXTS = strategies.text('ab \'"\\$`;*!=:&|()<>#~é{}[]?-/', min_size=1, max_size=12)


@pytest.mark.parametrize(('line', 'words', 'quote'), LINES, ids=[line for line, _, _ in LINES])
def test_line_is_taken_apart_as_bash_does(line: str, words: tuple[str, ...], quote: str) -> None:
    assert shells.split(line) == (words, quote)


@pytest.mark.parametrize(
    ('typed', 'replaced', 'word', 'inserted'),
    [
        ('serv', 'serv', 'server-list', 'server-list'),
        ('--format=js', 'js', '--format=json', 'json'),
        ('--format=', '', '--format=json', 'json'),
        ('co:l', 'l', 'co:lon', 'lon'),
        (r'my\ s', r'my\ s', 'my server', r'my\ server'),
        ('"my s', 'my s', 'my server', 'my server'),
        ('it', 'it', "it's $(rm *)", r'it\'s\ \$\(rm\ \*\)'),
        ('"it', 'it', "it's $(rm *)", None),
        ("'it", 'it', "it's", None),
        ('so', 'else', 'something', None),
    ],
)
def test_word_is_inserted_as_it_is_typed(
    typed: str, replaced: str, word: str, inserted: str | None
) -> None:
    line = shells.split(f'nova-mv server-show {typed}')
    assert shells.insertion(word, line, replaced) == inserted


@hypothesis.given(word=TEXTS, data=strategies.data())
def test_inserted_word_reads_as_itself(word: str, data: strategies.DataObject) -> None:
    typed = word[: data.draw(strategies.integers(0, len(word)))]
    quote = data.draw(strategies.sampled_from(['', "'", '"']))
    empty = shells.BashLine(('nova-mv', ''), quote)
    beginning = shells.insertion(typed, empty, '')
    if beginning is None:
        return
    line = shells.split(f'nova-mv {quote}{beginning}')
    assert (line.words, line.quote) == (('nova-mv', typed), quote)
    inserted = shells.insertion(word, line, beginning)
    if inserted is not None:
        whole = f'nova-mv {quote}{inserted}{quote} '
        assert shells.split(whole) == (('nova-mv', word, ''), '')
    else:
        assert quote
