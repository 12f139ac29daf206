"""Text of requests and answers with every secret masked."""

from __future__ import annotations

import json
import re

from novaclient_mv.wire import secret_values

MASK = '***'

_SECRET_WORDS = '|'.join(secret_values.ENDINGS)
_STRING = r'"(?:[^"\\]|\\.)*"'  # it may hold escaped quotes
_PATTERNS = (
    # JSON: "adminPass": "..." ; a password of digits may be a number.
    (
        re.compile(
            rf'("[\w:.-]*(?:{_SECRET_WORDS})"\s*:\s*)(?:{_STRING}|-?\d[\w.+-]*)', re.IGNORECASE
        ),
        rf'\1"{MASK}"',
    ),
    # JSON Patch with its value first: {"value": "...", "op": "add", "path": "/driver_info/..."}
    (
        re.compile(
            rf'("value"\s*:\s*)(?:{_STRING}|-?\d[\w.+-]*)'
            rf'(\s*,\s*(?:"op"\s*:\s*"\w+"\s*,\s*)?"path"\s*:\s*"[^"]*(?:{_SECRET_WORDS})")',
            re.IGNORECASE,
        ),
        rf'\1"{MASK}"\2',
    ),
    # A token inside an auth request: {"token": {"id": "..."}}
    (re.compile(r'("token"\s*:\s*\{[^{}]*"id"\s*:\s*)"[^"]*"', re.IGNORECASE), rf'\1"{MASK}"'),
    (
        re.compile(
            r'((?:X-(?:Auth|Subject|Service)-Token|Authorization|Set-Cookie|Cookie)\s*:\s*)[^"\'\n]+',
            re.IGNORECASE,
        ),
        rf'\1{MASK}',
    ),
    (
        re.compile(
            r'([?&](?:token|password|secret|access_token|signature|sig|temp_url_sig|key)=)[^&\s"\']+',
            re.IGNORECASE,
        ),
        rf'\1{MASK}',
    ),
    # A console's URL holds its token inside another parameter, as in path=%3Ftoken%3D...
    (re.compile(r'(token%3D)[^&\s"\'%]+', re.IGNORECASE), rf'\1{MASK}'),
    (re.compile(r'(/os-console-auth-tokens/)[^/?\s"\']+'), rf'\1{MASK}'),
    (re.compile(r'(://[^/\s:@"\']*:)[^/\s@"\']+(@)'), rf'\1{MASK}\2'),
)

_BEFORE_SECRET_VALUES = re.compile(
    # A config drive may be an object; a patch names its key in a path.
    rf'"configdrive"\s*:\s*(?=[{{\[])|"path"\s*:\s*"[^"]*/[^"/]*(?:{_SECRET_WORDS})"\s*,\s*"value"\s*:\s*',
    re.IGNORECASE,
)

_JSON_KEY = re.compile(r'"\s*:\s*["{\[]')


def masked(text: str) -> str:
    """A text without the secrets that are in it."""
    from oslo_utils import strutils

    text = _without_secret_values(text)
    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    # Of JSON it takes what stands behind a secret for a part of it.
    return text if _JSON_KEY.search(text) else strutils.mask_password(text, MASK)


def _without_secret_values(text: str) -> str:
    """A text without the JSON values, of any kind, that are secret as a whole."""
    parts, position = [], 0
    while match := _BEFORE_SECRET_VALUES.search(text, position):
        parts += [text[position : match.end()], f'"{MASK}"']
        try:
            _, position = json.JSONDecoder().raw_decode(text, match.end())
        except ValueError:
            # It was cut off: nothing tells where the secret ends.
            return ''.join(parts)
    return ''.join([*parts, text[position:]])
