"""Text of requests and answers with every secret masked.

What is JSON is masked by the names of its values, wherever it stands in the text
(:mod:`novaclient_mv.wire.masked_json`); the rest of the text by what stands before a secret.
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
_WORD = re.compile(rf'{_QUOTED}|[\[({{]*+[^\s"\'<>&,;(){{}}\[\]]++')
_ARGUMENT = re.compile(rf'{_QUOTED}|[^\s"\']++')
_CONTENT = re.compile(r'[^<]++')
_FIELD = re.compile(r'([\w-]{1,100}+)["\']?\s{0,9}+:\s{0,9}+')
_ASSIGNED = re.compile(r'([\w.%-]{1,100}+)=')
_ENCODED = re.compile(r'([\w.-]{1,100}+)=([\w.~+*-]*+%[\w.~+*%-]*+)')
_OPTION = re.compile(r'--([\w-]{1,100}+)\s{1,9}+')
_ELEMENT = re.compile(r'<(?:\w{1,100}+:)?([\w.-]{1,100}+)(?:\s[^<>]*+)?>')
_USER = re.compile(r'(://[^/\s:@"\'<>]*+:)[^/\s"\'<>]+@')
_TOKENS = re.compile(
    # In paths, behind the words of a login, and of the forms of Fernet and JWT.
    r'((?:/os-console-auth-tokens|/auth/tokens)/)[^/?\s"\']++'
    r'|(\b(?:Bearer|Basic)\s{1,9}+)[\w.~+/=-]{6,}+'
    r'|()\b(?:gAAAA[\w-]{20,}+={0,2}|eyJ[\w-]{8,}+\.[\w-]++(?:\.[\w-]*+)*+)',
)
_KEY_BLOCK = re.compile(
    r'-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?s:.*?)'
    r'(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|\Z)'
)
_MOST_OFTEN_ENCODED = 3
_SUSPICIOUS = re.compile(
    r'[{\[<%@]|pass|pswd|pwd|secret|token|key|cred|community|data|contents|drive|cookie|auth'
    r'|sig|code|ticket|BEGIN|gAAAA|eyJ|Bearer|Basic',
    re.IGNORECASE,
)
"""Texts of which one stands in every text of which a part is to be masked."""


def masked(text: str, known: Iterable[str] = ()) -> str:
    """A text without the secrets that are in it.

    :param known: secrets that are masked wherever they stand, the longest first.
    """
    parts, position = [], 0
    for edit in _edits(text) if _SUSPICIOUS.search(text) else ():
        if edit.start >= position:
            parts += [text[position : edit.start], edit.text]
            position = edit.end
    without = ''.join([*parts, text[position:]])
    for secret in known:
        without = without.replace(secret, MASK)
    return without


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
    """Where JSON stands in a text, and what masks it."""
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
        reading = masked_json.Reading(text, position, masked, is_secret)
        if key is None and is_secret and not (reading.is_whole or reading.is_cut):
            # As in {SHA256}..., which stands for a token.
            position = match.end()
            continue
        if match[0] == '"' and not reading.edits:
            # Nothing tells whether it begins or ends what is quoted.
            position = match.end()
            continue
        if reading.is_whole or reading.edits:
            yield position, max(reading.end, position), reading.edits
        elif key is not None:
            word = re.compile(r'\s*+[^\s,}\]]*+').match(text, position)
            if word is not None:
                yield position, word.end(), [Edit(position, word.end(), f' "{MASK}"')]
                reading.end = word.end()
        position = max(reading.end, match.end())


def _plain_edit(text: str, start: int, end: int) -> Iterator[Edit]:
    content = text[start:end]
    without = _plain(content)
    if without != content:
        yield Edit(start, end, without)


def _plain(text: str, depth: int = 0) -> str:
    """A text that is no JSON without the secrets that are in it."""
    text = _KEY_BLOCK.sub(MASK, text)
    if ':' in text:
        text = _USER.sub(rf'\1{MASK}@', text)
        text = _without(text, _FIELD, _LINE, secret_values.is_secret_header)
    if '=' in text:
        text = _without(text, _ASSIGNED, _WORD, _is_assigned_secret)
        if '%' in text:
            text = _ENCODED.sub(lambda match: _without_encoded(match, depth), text)
    if '--' in text:
        text = _without(text, _OPTION, _ARGUMENT, secret_values.is_secret)
    if '<' in text:
        text = _without(text, _ELEMENT, _CONTENT, secret_values.is_secret)
    return _TOKENS.sub(lambda match: f'{match[1] or match[2] or ""}{MASK}', text)


def _without(
    text: str, names: re.Pattern[str], values: re.Pattern[str], is_secret: Callable[[str], bool]
) -> str:
    """A text without the values that stand behind the names of secrets."""
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


def _without_encoded(match: re.Match[str], depth: int) -> str:
    """A parameter of a URL that holds parameters of its own, as in ``path=%3Ftoken%3D...``."""
    value = unquote(match[2])
    if depth == _MOST_OFTEN_ENCODED:
        return f'{match[1]}={MASK}'
    without = _plain(value, depth + 1)
    return match[0] if without == value else f'{match[1]}={quote(without, safe="*")}'
