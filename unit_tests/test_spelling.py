"""Texts are checked for words that are neither in the dictionary nor in the list of the trade's."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import docutils.core
import pytest

from unit_tests.source import ROOT

sys.path.append(str(ROOT / 'doc' / 'ext'))
spelling: Any = importlib.import_module('spelling')

KNOWN = frozenset(("doesn't", 'a', 'follow', 'it', 'line', 'list', 'of', 'the', 'up', 'word'))


@pytest.fixture(autouse=True)
def _small_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spelling, 'dictionary', lambda: KNOWN.__contains__)
    monkeypatch.setattr(spelling, 'listed', lambda: frozenset(('microversion', 'Ocata')))
    spelling.unknown.cache_clear()


def faults(text: str) -> list[tuple[str, str]]:
    document = docutils.core.publish_doctree(text, 'page.rst')
    return list(spelling.faults(spelling.texts(document, 'page')))


@pytest.mark.parametrize(
    ('chunk', 'words'),
    [
        ('wrod.', ('wrod',)),
        ("Wrod's", ("Wrod's",)),
        ('word-lst', ('lst',)),
        ('teh/lst', ('teh', 'lst')),
        ('ocata', ('ocata',)),
        ('größe', ('größe',)),
    ],
)
def test_misspelt_words_and_names_without_their_capital_are_unknown(
    chunk: str, words: tuple[str, ...]
) -> None:
    assert spelling.unknown(chunk) == words


def test_place_is_the_line_of_the_word() -> None:
    assert faults('List\n====\n\nThe list\nof a wrod.\n\n- A line\n\n  of teh\n') == [
        ('page.rst:5', 'unknown word: wrod (in: of a wrod.)'),
        ('page.rst:9', 'unknown word: teh (in: of teh)'),
    ]


def test_list_is_sorted_and_has_each_word_once() -> None:
    groups = spelling.LIST.read_text(encoding='utf-8').split('\n\n')
    words = []
    for group in groups:
        title, *those = group.splitlines()
        assert title.startswith('# ')
        assert those == sorted(those, key=str.lower)
        words += those
    assert len(words) == len({word.lower() for word in words})
    assert all(word.strip() == word for word in words)


def test_each_word_of_the_list_is_written_somewhere() -> None:
    """A word that is no longer in any text would hide a later mistake."""
    sources = [*(ROOT / 'doc' / 'source').rglob('*.rst'), *spelling.NOTES.glob('*.yaml')]
    sources += [ROOT / name for name in spelling.BESIDE_PAGES]
    sources += (ROOT / 'novaclient_mv').rglob('*.py')
    sources += (ROOT / 'novaclient_mv' / 'data').rglob('*.json')
    texts = '\n'.join(file.read_text(encoding='utf-8') for file in sources).lower()
    lines = spelling.LIST.read_text(encoding='utf-8').splitlines()
    words = [line for line in lines if line and not line.startswith('#')]
    assert [word for word in words if word.lower() not in texts] == []
