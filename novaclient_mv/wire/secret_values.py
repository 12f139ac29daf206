"""Secrets in the parts of a request, each replaced where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

SECRET_HEADERS = (
    *('authorization', 'cookie', 'x-auth-token', 'x-subject-token', 'x-service-token'),
    'x-storage-token',
)
_PARTS = (
    *('password', 'passwd', 'adminpass', 'admin_pass', 'new_pass', 'secret', 'token'),
    *('private_key', 'passcode', 'passphrase', 'snmp_community', 'credential'),
)
"""Parts of names of secrets."""
ENDINGS = (
    *_PARTS,
    *('pswd', 'access_key', 'fernetkey', 'encrypted_key'),
    # What may hold secrets.
    *('user_data', 'contents', 'configdrive'),
    # What drivers of bare metal need for SNMP and for IPMI with a key.
    *('community', 'community_read', 'community_write', 'auth_key', 'priv_key', 'kg_key'),
)
"""Endings of names of secrets, in lower case."""

Replace = Callable[[str, Any], Any]
"""Makes what stands in place of a secret, of its name and value."""

_IN_QUERY = re.compile(r'([?&])([^=&#]+)=([^&#]*)')
_IN_USER = re.compile(r'(://[^/\s:@]*:)([^/\s@]+)(@)')


def is_secret(name: str) -> bool:
    """Whether the value of a field is not to be shown."""
    lower = name.lower().replace('-', '_')
    return lower.endswith(ENDINGS) or any(part in lower for part in _PARTS)


def replaced(value: Any, replace: Replace, name: str = '', is_hidden: bool = False) -> Any:
    """A JSON value with something else in place of each secret; the order of keys stays.

    In a JSON Patch, the last part of the path names the value.

    :param name: of the value, where it has one; ``is_hidden`` where it is a secret.
    """
    if isinstance(value, Mapping):
        path = value.get('path')
        named = path.rpartition('/')[2] if 'op' in value and isinstance(path, str) else None
        return {
            key: replaced(
                part,
                replace,
                named if key == 'value' and named else key,
                (is_hidden and key not in ('op', 'path'))
                or is_secret(named if key == 'value' and named else key),
            )
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [replaced(part, replace, name, is_hidden) for part in value]
    if not is_hidden or value is None or isinstance(value, bool):
        return value
    return replace(name, value)


def replaced_in_headers(headers: Mapping[str, str], replace: Replace) -> dict[str, str]:
    """Headers with something else in place of each secret."""
    return {
        name: replace(name, value) if name.lower() in SECRET_HEADERS or is_secret(name) else value
        for name, value in headers.items()
    }


def replaced_in_url(url: str, replace: Replace) -> str:
    """A URL with something else in place of each secret."""

    def parameter(match: re.Match[str]) -> str:
        sign, name, value = match.groups()
        is_hidden = bool(value) and is_secret(unquote(name))
        return f'{sign}{name}={replace(unquote(name), value) if is_hidden else value}'

    without = _IN_USER.sub(lambda match: match[1] + replace('password', match[2]) + match[3], url)
    return _IN_QUERY.sub(parameter, without)
