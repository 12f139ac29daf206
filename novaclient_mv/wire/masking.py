"""Text of requests and answers with every secret masked."""

from __future__ import annotations

import re

MASK = '***'

_SECRET_KEYS = (
    'adminPass|admin_pass|password|passwd|original_password|rebuild_password|user_data|'
    'OS-EXT-SRV-ATTR:user_data|private_key|secret|application_credential_secret|passcode|token|'
    'access_token|client_secret|contents|new_pass|auth_token'
)
_PATTERNS = (
    # JSON: "adminPass": "..." ; the value may hold escaped quotes.
    (re.compile(rf'("(?:{_SECRET_KEYS})"\s*:\s*)"(?:[^"\\]|\\.)*"', re.IGNORECASE), rf'\1"{MASK}"'),
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


def masked(text: str) -> str:
    """A text without the secrets that are in it."""
    from oslo_utils import strutils

    for pattern, replacement in _PATTERNS:
        text = pattern.sub(replacement, text)
    return strutils.mask_password(text, MASK)
