"""Values that are secrets by their names, in any part of a request, and their replacement."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote

SECRET_HEADERS = (
    *('authorization', 'cookie', 'set-cookie', 'x-auth-token', 'x-subject-token'),
    *('x-service-token', 'x-storage-token', 'openstack-auth-receipt'),
)
_PARTS = (
    *('password', 'passwd', 'adminpass', 'admin_pass', 'new_pass', 'secret', 'token'),
    *('private_key', 'passcode', 'passphrase', 'snmp_community', 'credential', 'api_key'),
)
"""Parts of names of secrets."""
ENDINGS = (
    *_PARTS,
    *('pwd', 'pswd', 'access_key', 'fernetkey', 'encrypted_key', 'temp_url_key'),
    # What may hold secrets.
    *('user_data', 'contents', 'configdrive'),
    # What drivers of bare metal need for SNMP and for IPMI with a key.
    *('community', 'community_read', 'community_write', 'auth_key', 'priv_key', 'kg_key'),
)
"""Endings of names of secrets, in lower case."""
_OF_QUERIES = ('sig', 'signature', 'key', 'code', 'ticket')
"""Names and endings of names of what a URL is signed with, or lets somebody in by."""

_OPTIONS_ABOUT_SECRETS = (
    *('file', 'userdata', 'configdrive', 'privatekey'),
    *('endpoint', 'url', 'type', 'id', 'name'),
)
"""Endings of names of options of a command line that take the name of a file, or say where or what
a secret is, as ``--os-access-token-endpoint`` does.
"""

LABELS = ('path', 'name', 'key')
"""Fields that name what stands in the ``value`` beside them."""

_IN_LOGINS = frozenset(
    (
        *('user', 'project', 'domain', 'system', 'tenant', 'roles', 'catalog', 'methods', 'id'),
        *('name', 'audit_ids', 'issued_at', 'expires', 'expires_at', 'is_domain'),
        'is_admin_project',
    )
)
"""Fields that are not secrets in the objects that have the name of one in logins."""

Replace = Callable[[str, Any], Any]
"""Makes what stands in place of a secret, of its name and value."""

_IN_QUERY = re.compile(r'([?&])([^=&#?]+)=([^&#]*)')
_IN_USER = re.compile(r'((?://|~1~1)[^/\s:@]{0,255}:)([^/\s]{1,4096})(@)')
_MARKS_OF_URL = re.compile(r'//|~1~1|\?')
_IN_POINTER = re.compile(r'/([\w.~-]{1,100}+)=([^/]+)')
_ASSIGNED = re.compile(r'(?:^|[\s,;])([\w.-]{1,100}+)=\S')
MAX_OFTEN_ENCODED = 3
"""A part of a URL that is encoded more often is hidden unread."""
_MAX_REMEMBERED = 64
"""Letters of names that are remembered: they come in every row of a list."""
_NO_LETTER = re.compile(r'[\W_]+')


def _characters(name: str) -> str:
    """The letters and digits of a name: names are spelt with ``_``, ``-``, ``.`` or capitals."""
    return _NO_LETTER.sub('', name.lower())


_PARTS_IN_CHARACTERS = tuple(map(_characters, _PARTS))
_ENDINGS_IN_CHARACTERS = tuple(map(_characters, ENDINGS))


def is_secret(name: str) -> bool:
    """Whether the value of a field is not to be shown."""
    return _is_secret(name) if len(name) <= _MAX_REMEMBERED else _is_secret.__wrapped__(name)


@functools.lru_cache
def _is_secret(name: str) -> bool:
    plain = _characters(name)
    return plain.endswith(_ENDINGS_IN_CHARACTERS) or any(
        part in plain for part in _PARTS_IN_CHARACTERS
    )


def is_option_about_secret(name: str) -> bool:
    """Whether a name is that of an option which takes no secret, but says where or what one is."""
    return name.startswith('--') and _characters(name).endswith(_OPTIONS_ABOUT_SECRETS)


def is_secret_in_query(name: str) -> bool:
    """Whether the value of a parameter of a URL is not to be shown."""
    last = re.split(r'[\W_]', name.lower())[-1]
    return last in _OF_QUERIES or is_secret(name)


def is_label_of_secret(label: str) -> bool:
    """Whether a text names a secret, as the path of a JSON Patch does in one of its parts."""
    parts = label.split('/')
    return any(is_secret(part.replace('~1', '/').replace('~0', '~')) for part in parts if part)


def is_path_of_secret(text: Any) -> bool:
    """Whether a text is a path that names a secret; in a list, the next item is its value."""
    return isinstance(text, str) and text.startswith('/') and is_label_of_secret(text)


def is_hidden(name: str, parent: str, is_object: bool) -> bool:
    """Whether a part of JSON is not to be shown.

    A login has objects that have the name of a secret: it is in them.

    :param name: its key, or that of the list it is in; ``parent`` is the key of the object around.
    """
    if is_object and (
        (name == 'token' and parent in ('', 'access', 'auth')) or parent == 'identity'
    ):
        return False
    # It is known to be the object of a login: any other would be hidden as a whole.
    if is_secret(parent):
        return name not in _IN_LOGINS or (name == 'id' and parent == 'token')
    return is_secret(name)


def replaced(value: Any, replace: Replace) -> Any:
    """A JSON value with something else in place of each secret; the order of keys stays.

    A text that holds a secret, as JSON or behind ``name=`` or as a private key, is replaced as a
    whole. The last part of the path of a JSON Patch, and each of these fields, names the value
    beside it: :data:`LABELS`.
    """
    return _replaced(value, replace, '', '', False)


def _replaced(value: Any, replace: Replace, name: str, parent: str, is_inside: bool) -> Any:
    """A part of a JSON value."""
    if isinstance(value, Mapping):
        return {
            _without_password(key, replace): _replaced(
                part, replace, *_named(key, part, value, name, is_inside)
            )
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [
            _replaced(
                part,
                replace,
                name,
                parent,
                is_inside or (at > 0 and is_path_of_secret(value[at - 1])),
            )
            for at, part in enumerate(value)
        ]
    if value is None or isinstance(value, bool):
        return value
    if is_inside:
        return replace(name, value)
    if not isinstance(value, str):
        return value
    if _holds_secret(value):
        return replace(name or 'text', value)
    return _without_password(value, replace)


def _without_password(text: str, replace: Replace) -> str:
    """A text without the secrets of the URLs in it, and of ``name=value`` in a JSON Pointer."""

    def key(match: re.Match[str]) -> str:
        name, value = match.groups()
        return f'/{name}={replace(name, value) if is_secret(name) else value}'

    if text.startswith('/'):
        text = _IN_POINTER.sub(key, text)
    return replaced_in_url(text, replace) if _MARKS_OF_URL.search(text) else text


def _holds_secret(text: str) -> bool:
    """Whether a text has a secret as JSON, behind ``name=``, or as a private key."""
    if 'PRIVATE KEY-----' in text or any(is_secret(match[1]) for match in _ASSIGNED.finditer(text)):
        return True
    if text.lstrip()[:1] not in ('{', '[', '"'):
        return False
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        # What it holds is not to be told.
        return False
    secrets: list[str] = []

    def note(name: str, part: Any) -> Any:
        secrets.append(name)
        return part

    replaced(value, note)
    return bool(secrets)


def _named(
    key: str, part: Any, around: Mapping[str, Any], parent: str, is_inside: bool
) -> tuple[str, str, bool]:
    """Name of a part of an object, that of the object, and whether the part is hidden."""
    if key == 'value':
        labels = [around[label] for label in LABELS if isinstance(around.get(label), str)]
        secret = next(filter(is_label_of_secret, labels), None)
        if secret is not None:
            return secret.rpartition('/')[2], parent, True
    elif 'value' in around and key in ('op', *LABELS) and isinstance(part, str):
        return key, parent, False
    return (
        key,
        parent,
        is_inside or is_hidden(key, parent, isinstance(part, Mapping)),
    )


def replaced_in_headers(headers: Mapping[str, str], replace: Replace) -> dict[str, str]:
    """Headers with something else in place of each secret."""
    return {
        name: replace(name, value) if is_secret_header(name) else value
        for name, value in headers.items()
    }


def is_secret_header(name: str) -> bool:
    """Whether the value of a header is not to be shown."""
    return name.lower() in SECRET_HEADERS or is_secret(name)


def replaced_in_url(url: str, replace: Replace) -> str:
    """A URL with each secret replaced, also those of an encoded URL in a parameter."""
    return _replaced_in_url(url, replace, 0)


def _replaced_in_url(url: str, replace: Replace, depth: int) -> str:
    def parameter(match: re.Match[str]) -> str:
        sign, name, value = match.groups()
        plain_name = unquote(name)
        is_hidden = is_secret_in_query(plain_name) or _holds_encoded_secret(value, depth)
        return f'{sign}{name}={replace(plain_name, value) if value and is_hidden else value}'

    without = _IN_USER.sub(lambda match: match[1] + replace('password', match[2]) + match[3], url)
    return _IN_QUERY.sub(parameter, without)


def _holds_encoded_secret(value: str, depth: int) -> bool:
    plain = unquote(value)
    if plain == value:
        return False
    return (
        depth == MAX_OFTEN_ENCODED
        or _replaced_in_url(plain, lambda name, value: '', depth + 1) != plain
    )
