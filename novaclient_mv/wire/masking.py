"""Text of requests and answers with every secret masked.

What is JSON is masked by the names of its values, wherever it stands in the text
(:mod:`novaclient_mv.wire.masked_json`); the rest by the name before a secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import quote, unquote

from novaclient_mv.wire import masked_json, secret_values
from novaclient_mv.wire.masked_json import Edit

MASK = masked_json.MASK

_JSON = re.compile(
    r"""[{\[](?=\s*+(?:["'{}\[\]]|[uUbB]["']|-?[\dItfnTFN]|\Z))|"(?=[{\[]|\\")"""
    r"""|(?:"([^"\\\n]{1,100}+)"|'([^'\\\n]{1,100}+)')\s*+:(?!:)"""
)
"""Where JSON begins: a bracket, a string that holds JSON, or a key whose object began before the
text did.
"""
_NAME_BEFORE = re.compile(r'([\w.-]{1,100}+)["\']?\s{0,9}+[=:]\s{0,9}+\Z')

_QUOTED = r'"[^"]*+"?|\'[^\']*+\'?'
_LINE = re.compile(r'(?!//)[^\s"\'][^"\'\n]*+')
# What is masked already ends where its mask does.
_WORD = re.compile(rf'\*\*\*(?!\w)|{_QUOTED}|[\[({{]*+[^\s"\'<>&,;(){{}}\[\]]++')
_PARAMETER = re.compile(r'[^&]++')
_ARGUMENT = re.compile(rf'{_QUOTED}|[^\s"\']++')
_CONTENT = re.compile(r'[^<]++')
_FIELD = re.compile(r'([\w-]{1,100}+)["\']?\s{0,9}+:\s{0,9}+')
_ASSIGNED = re.compile(r'([?&]?[\w.%-]{1,100}+)=')
_ENCODED_WORD = re.compile(r'(?<![\w.~+*!:@$%-])[\w.~+*!:@$-]*+%[\w.~+*!:@$%-]*+')
_OPTION = re.compile(r'--([\w-]{1,100}+)\s{1,9}+')
_ELEMENT = re.compile(r'<(?:\w{1,100}+:)?([\w.-]{1,100}+)(?:\s[^<>]*+)?>')
# The second way to write // is that of a JSON Pointer; what stood before it may be cut off.
_USER = re.compile(r'((?://|~1~1)[^/\s:@"\'<>]{0,255}+:)[^/\s"\'<>]{1,4096}@')
_BEHIND_WORDS = re.compile(r'(\b(?:Bearer|Basic)\s{1,9}+)[\w.~+/=-]{6,}+')
_TOKENS = re.compile(
    # In paths, and of the forms of Fernet and JWT.
    r'((?:/os-console-auth-tokens|/auth/tokens)/)[^/?\s"\']++'
    r'|\b(?:gAAAA[\w-]{20,}+={0,2}|eyJ[\w-]{8,}+\.[\w-]++(?:\.[\w-]*+)*+)',
)
_KEY_BLOCK = re.compile(
    r'-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?s:.*?)'
    r'(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|\Z)'
)
# What stands before a word may be a letter that is spelt in several.
_BEFORE_WORD = (
    r'(?:(?<!\w)|(?<=%[\da-fA-F]{2})|(?<=\\[nrtbf])|(?<=\\u[\da-fA-F]{4})|(?<=\\x[\da-fA-F]{2}))'
)
_SUSPICIOUS = re.compile(
    r'[{\[<%@]|pass|pswd|pwd|secret|token|key|cred|community|data|contents|drive|cookie|auth'
    r'|sig|code|ticket|BEGIN|gAAAA|eyJ|Bearer|Basic',
    re.IGNORECASE,
)
"""Texts of which one stands in every text of which a part is to be masked."""


def masked(text: str, known: Iterable[str] = ()) -> str:
    """A text without the secrets that are in it."""
    masked = applied(text, _edits(text)) if _SUSPICIOUS.search(text) else text
    return without(masked, known)


def applied(text: str, edits: Iterable[Edit]) -> str:
    """A text with edits, in its order, of which some may be within one before."""
    parts, position = [], 0
    for edit in edits:
        if edit.start >= position:
            parts += [text[position : edit.start], edit.text]
            position = edit.end
    return ''.join([*parts, text[position:]])


def without(text: str, known: Iterable[str]) -> str:
    """A text with some secrets masked, longest first; of letters alone only as whole words."""
    for secret in known:
        if secret not in text:
            continue
        if secret.isalpha() or secret.isdigit():
            text = re.sub(f'{_BEFORE_WORD}{re.escape(secret)}(?!\\w)', MASK, text)
        else:
            text = text.replace(secret, MASK)
    return text


def _edits(text: str) -> list[Edit]:
    """Edits that mask a text, in its order; an edit may be within one before."""
    edits: list[Edit] = []
    plain_from = 0
    for start, end, within in _json_parts(text):
        edits += _plain_edit(text, plain_from, start)
        edits += within
        plain_from = end
    edits += _plain_edit(text, plain_from, len(text))
    return sorted(edits, key=lambda edit: (edit.start, -edit.end))


def _json_parts(text: str) -> Iterator[tuple[int, int, list[Edit]]]:
    """Where JSON is in a text, and what masks it."""
    position = 0
    while match := _JSON.search(text, position):
        position = match.end()
        key = match[1] or match[2]
        if key is None:
            before = _NAME_BEFORE.search(text, max(0, match.start() - 120), match.start())
            is_secret = before is not None and secret_values.is_secret(before[1])
            position = match.start()
        else:
            is_secret = secret_values.is_secret(key)
            if not is_secret:
                continue
        reading = masked_json.MaskedReading(text, position, masked, is_secret)
        if key is None and is_secret and not (reading.is_whole or reading.is_cut):
            # As in {SHA256}..., which stands for a token.
            position = match.end()
            continue
        if match[0] == '"' and not reading.edits:
            # Nothing tells whether it begins or ends what is quoted.
            position = match.end()
            continue
        end = reading.end
        if reading.is_whole or reading.edits:
            yield position, max(end, position), reading.edits
        elif key is not None:
            word = re.compile(r'\s*+[^\s,}\]]*+').match(text, position)
            if word is not None:
                yield position, word.end(), [Edit(position, word.end(), f' "{MASK}"')]
                end = word.end()
        position = max(end, match.end())


def _plain_edit(text: str, start: int, end: int) -> Iterator[Edit]:
    content = text[start:end]
    without = _plain(content)
    if without != content:
        yield Edit(start, end, without)


def _plain(text: str) -> str:
    """A text that is not JSON without the secrets that are in it."""
    if ':' in text:
        text = _without(text, _FIELD, _LINE, secret_values.is_secret_header)
    text = written(text)
    if '--' in text:
        text = _without(text, _OPTION, _ARGUMENT, secret_values.is_secret)
    if '<' in text:
        text = _without(text, _ELEMENT, _CONTENT, secret_values.is_secret)
    return _BEHIND_WORDS.sub(rf'\1{MASK}', text)


def written(text: str, is_message: bool = False, depth: int = 0) -> str:
    """A text without the secrets that a line of words holds: in keys, in URLs, behind ``name=``,
    however often it is encoded.

    :param is_message: it may speak of ``key=value`` and of options, so that names of parameters
        which sign URLs count in URLs only, and names of files and endpoints are shown.
    """
    is_secret = _is_secret_in_message if is_message else _is_assigned_secret
    text = _KEY_BLOCK.sub(MASK, text)
    if '@' in text:
        text = _USER.sub(rf'\1{MASK}@', text)
    if '=' in text:
        # In what was encoded, quotation marks and blanks are part of a value.
        text = _without(text, _ASSIGNED, _PARAMETER if depth else _WORD, is_secret)
    if '%' in text:
        text = _ENCODED_WORD.sub(lambda match: _without_encoding(match[0], is_message, depth), text)
    return _TOKENS.sub(lambda match: f'{match[1] or ""}{MASK}', text)


def _without(
    text: str, names: re.Pattern[str], values: re.Pattern[str], is_secret: Callable[[str], bool]
) -> str:
    """A text without the values after the names of secrets."""
    parts, position = [], 0
    for match in names.finditer(text):
        if match.start() < position or not is_secret(match[1]):
            continue
        value = values.match(text, match.end())
        if value is not None:
            parts += [text[position : match.end()], MASK]
            position = value.end()
    return ''.join([*parts, text[position:]])


def _is_assigned_secret(name: str) -> bool:
    return secret_values.is_secret_in_query(unquote(name))


def _is_secret_in_message(name: str) -> bool:
    if name[0] in '?&':
        return _is_assigned_secret(name)
    return secret_values.is_secret(unquote(name)) and not secret_values.is_option_about_secret(name)


def _without_encoding(word: str, is_message: bool, depth: int) -> str:
    """A word of a URL that may hold a URL, or parameters, as in ``path=%3Ftoken%3D...``."""
    plain = unquote(word)
    if plain == word:
        return word
    if depth == secret_values.MAX_OFTEN_ENCODED:
        return MASK
    masked = written(plain, is_message, depth + 1)
    return word if masked == plain else quote(masked, safe='*')
