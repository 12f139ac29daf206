"""Checks what a cloud answers to a login: a token, its end, and where it says that it has both."""

from __future__ import annotations

import datetime
from typing import Any
from urllib.parse import urlsplit

from novaclient_mv import errors
from novaclient_mv.errors import bodies
from novaclient_mv.wire import connection_errors, redirects
from novaclient_mv.wire.transport import WireAnswer

# v3 (and the end of a federated login, which names its token the same way), and the retired v2.0.
_V3, _V2 = '/v3/auth/tokens', '/v2.0/tokens'
TOKEN_HEADER = 'X-Subject-Token'


def check(method: str, url: str, answer: WireAnswer) -> None:
    """Refuse the answer to a login that is not a token; other answers are none of this."""
    path = urlsplit(url).path
    is_v3 = path.endswith(_V3) or TOKEN_HEADER in answer.headers
    is_v2 = path.endswith(_V2) and method == 'POST'
    # What revokes a token gets none.
    if answer.status >= 300 or method == 'DELETE' or not (is_v3 or is_v2):
        return
    fault = _fault_v3(answer) if is_v3 else _fault_v2(document_of(answer))
    if fault:
        raise _unusable(url, fault)


def document_of(answer: WireAnswer) -> Any:
    """Return an answer's JSON; ``None`` for other content."""
    try:
        return bodies.decode(answer.body)
    except ValueError:
        return None


def _fault_v3(answer: WireAnswer) -> str | None:
    document = document_of(answer)
    if not isinstance(document, dict):
        return 'it is not a JSON object'
    token = document.get('token')
    if not isinstance(token, dict):
        return '"token" is not an object'
    if not answer.headers.get(TOKEN_HEADER):
        return f'the header {TOKEN_HEADER} is missing'
    if not is_timestamp(token.get('expires_at')):
        return f'"expires_at" is {"not a time" if "expires_at" in token else "missing"}'
    for name in ('project', 'domain', 'system', 'user'):
        if not isinstance(token.get(name, {}), dict):
            return f'"{name}" is not an object'
    return None


def _fault_v2(document: Any) -> str | None:
    access = document.get('access') if isinstance(document, dict) else None
    token = access.get('token') if isinstance(access, dict) else None
    if not isinstance(token, dict):
        return 'it has no "token" object'
    if not isinstance(token.get('id'), str):
        return 'its token has no id'
    return None if is_timestamp(token.get('expires')) else '"expires" is not a time'


def is_timestamp(value: object) -> bool:
    """Whether a value is a time as Keystone writes it."""
    if not isinstance(value, str):
        return False
    try:
        timestamp(value)
    except ValueError:
        return False
    return True


def timestamp(text: str) -> datetime.datetime:
    """A time that Keystone wrote."""
    time = datetime.datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=datetime.UTC)


def _unusable(url: str, fault: str) -> errors.CloudError:
    url = redirects.without_secrets(url)
    return connection_errors.permanent(
        f'{url} answered the login with a document that cannot be used: {fault}.', url
    )
