"""Text of requests and answers with every secret masked."""

from __future__ import annotations

import re

MASK = '***'

_SECRET_WORDS = (
    'adminPass|admin_pass|new_pass|password|passwd|pswd|passcode|secret|token|user_data|contents|'
    'private_key|access_key|fernetkey|encrypted_key|configdrive'
)
"""What the key of a secret ends with."""
_PATTERNS = (
    # JSON: "adminPass": "..." ; the value may hold escaped quotes.
    (
        re.compile(rf'("[\w:.-]*(?:{_SECRET_WORDS})"\s*:\s*)"(?:[^"\\]|\\.)*"', re.IGNORECASE),
        rf'\1"{MASK}"',
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
            r'([?&](?:token|password|secret|access_token|signature|sig|key)=)[^&\s"\']+',
            re.IGNORECASE,
        ),
        rf'\1{MASK}',
    ),
    # A console's URL holds its token inside another parameter, as in path=%3Ftoken%3D...
    (re.compile(r'(token%3D)[^&\s"\'%]+', re.IGNORECASE), rf'\1{MASK}'),
    (re.compile(r'(/os-console-auth-tokens/)[^/?\s"\']+'), rf'\1{MASK}'),
    (re.compile(r'(://[^/\s:@"\']*:)[^/\s@"\']+(@)'), rf'\1{MASK}\2'),
)


_JSON_KEY = re.compile(r'"\s*:\s*["{\[]')


def masked(text: str) -> str:
    """A text without the secrets that are in it."""
    from oslo_utils import strutils

    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    # Of JSON it takes what stands behind a secret for a part of it.
    return text if _JSON_KEY.search(text) else strutils.mask_password(text, MASK)
