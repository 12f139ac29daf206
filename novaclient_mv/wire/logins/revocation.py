"""Revokes tokens at the identity service."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from novaclient_mv import errors, wire
from novaclient_mv.wire import connection_errors, redirects
from novaclient_mv.wire.logins import login_documents, refusals
from novaclient_mv.wire.transport import Transport, WireRequest

_ENDED = (401, 404)
"""Statuses for a token that is not valid any more, which cannot say who asks either."""


def revoke(transport: Transport, auth_url: str, token: str) -> bool:
    """Revoke a token, which itself allows that.

    :param auth_url: URL of the identity service, with or without its version.
    :returns: whether it was valid until now.
    """
    url = tokens_url(auth_url)
    headers = {
        'Accept': 'application/json',
        'User-Agent': wire.user_agent(),
        'X-Auth-Token': token,
        login_documents.TOKEN_HEADER: token,
    }
    answer = transport.send(WireRequest('DELETE', url, headers))
    if answer.status in (200, 204):
        return True
    if answer.status in _ENDED:
        return False
    if 300 <= answer.status < 400 or answer.status < 200:
        where = redirects.without_secrets(url)
        raise connection_errors.permanent(f'{where} answered with {answer.status}.', where)
    document = login_documents.document_of(answer)
    raise _refused(refusals.Refusal(answer.status, 'DELETE', url, document, 'no reason', None))


def _refused(refusal: refusals.Refusal) -> errors.Error:
    error = refusals.refused(refusal)
    if not isinstance(error, errors.LoginError):
        return error
    message = errors.message_of(refusal.body) or 'no reason given'
    return errors.LoginError(
        f'The identity service does not revoke the token: {message} (HTTP {refusal.status}).'
    )


def tokens_url(auth_url: str) -> str:
    """The URL of the tokens of an identity service, version 3 of its API."""
    parts = urlsplit(auth_url)
    path = re.sub(r'/v(3|2\.0)/?\Z', '', parts.path.rstrip('/'))
    return parts._replace(path=f'{path}/v3/auth/tokens', query='', fragment='').geturl()
