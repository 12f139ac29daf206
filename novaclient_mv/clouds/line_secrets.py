"""Messages without the secrets of the command line that they are about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote, quote_plus

from novaclient_mv.wire import masked_json, masking, secret_values

_MIN_LENGTH = 6
"""Letters of a secret that is looked for by itself: a shorter one stands in a text by chance."""
_LONGEST_NAME = 255
"""Letters of a file's name; a longer value was meant to be the content of a file."""
_MAX_NAMES = 32
"""Names in a word of which each may be that of a secret."""
_USER = re.compile(r'//[^/\s:@]*:([^/\s]+)@')
_OBJECT = re.compile(r'[{\[](?=\s*+["\'{\[])')


def without(message: str, words: Sequence[str]) -> str:
    """A message that repeats no secret: neither as JSON has it, nor behind ``name=``, nor in a URL,
    nor a secret of the command line by itself. The sentences around it, which name options for
    secrets, are unchanged.
    """
    return _in_text(masking.without(message, of_line(words)))


def of_line(words: Sequence[str]) -> list[str]:
    """The secrets of a command line, the longest first, also as URLs and JSON spell them."""
    secrets = {spelt for value in _values(words) for spelt in _spellings(value)}
    return sorted(secrets, key=len, reverse=True)


def _spellings(value: str) -> tuple[str, ...]:
    in_json = (json.dumps(value), json.dumps(value, ensure_ascii=False))
    in_urls = (quote(value, '', errors='replace'), quote_plus(value, errors='replace'))
    return (value, *in_urls, *(text[1:-1] for text in in_json))


def _in_text(text: str) -> str:
    parts, position = [], 0
    while match := _OBJECT.search(text, position):
        start = match.start()
        reading = masked_json.MaskedReading(text, start, _in_text)
        end = max(reading.end, match.end())
        edits = sorted(reading.edits, key=lambda edit: (edit.start, -edit.end))
        within = [edit._replace(start=edit.start - start, end=edit.end - start) for edit in edits]
        parts += [_in_words(text[position:start]), masking.applied(text[start:end], within)]
        position = end
    return ''.join([*parts, _in_words(text[position:])])


def _in_words(text: str) -> str:
    return masking.written(text, is_message=True)


def _values(words: Sequence[str]) -> Iterator[str]:
    before = ''
    for word in words:
        pairs = [(before, word)] if before.startswith('--') and not word.startswith('--') else []
        parts = word.split('=', _MAX_NAMES)
        pairs += [(name, '='.join(parts[at:])) for at, name in enumerate(parts[:-1], 1)]
        yield from (value for name, value in pairs if _is_secret(name, value))
        yield from (match[1] for match in _USER.finditer(word) if len(match[1]) >= _MIN_LENGTH)
        before = '' if '=' in word else word


def _is_secret(name: str, value: str) -> bool:
    """Whether a value is a secret, and not only the place or the kind of one."""
    if len(value) < _MIN_LENGTH or not secret_values.is_secret(name):
        return False
    return not secret_values.is_option_about_secret(name) or len(value) > _LONGEST_NAME
