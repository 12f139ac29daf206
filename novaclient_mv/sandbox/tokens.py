"""Tokens: issued by the identity service, read by all the others, shared by every process."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Any

from novaclient_mv.sandbox.wsgi import Context, Fault, Request, Response

if TYPE_CHECKING:
    from novaclient_mv.sandbox.database import Row, Session

LIFETIME = 3600.0


class Unauthenticated(Fault):
    """No token, or one that is not valid (any more)."""

    def __init__(self) -> None:
        super().__init__(401, 'The request you have made requires authentication.')


def digest(token: str) -> str:
    """What is stored of a token or a password."""
    return hashlib.sha256(token.encode()).hexdigest()


def issue(session: Session, document: dict[str, Any], expires: float | None = None) -> str:
    """Store a new token and return its text.

    :param expires: when; as usual without it.
    """
    # A token of 183 characters of this alphabet is what Keystone hands out.
    token = 'gAAAAA' + os.urandom(88).hex()
    document['expires'] = session.now + LIFETIME if expires is None else expires
    session.insert('token', digest(token), document, deleted=document['expires'])
    _forget_expired(session)
    return token


def _forget_expired(session: Session) -> None:
    session.connection.execute(
        "DELETE FROM thing WHERE kind = 'token' AND deleted < ?", (session.now - LIFETIME,)
    )


def find(session: Session, token: str | None) -> Row | None:
    """The row of a valid token."""
    return session.get('token', digest(token)) if token else None


def revoke(session: Session, row: Row) -> None:
    """Make a token invalid from now on."""
    session.remove(row)


def context_of(session: Session, request: Request) -> Context:
    """Who sent a request.

    :raises Unauthenticated: its token is missing or not valid.
    """
    token = request.header('X-Auth-Token')
    row = find(session, token)
    if row is None:
        raise Unauthenticated
    facts = row.document
    return Context(
        facts['user_id'],
        facts['user_name'],
        facts.get('project_id'),
        facts.get('project_name'),
        facts['roles'],
        token or '',
    )


def challenge(request: Request) -> tuple[str, str]:
    """The header that says where to log in."""
    return 'WWW-Authenticate', f'Keystone uri="{request.host_url}/identity/v3"'


def unauthenticated(request: Request, error: Fault) -> Response:
    """How the layer in front of compute and network answers; not the service itself."""
    body = {'error': {'code': 401, 'title': 'Unauthorized', 'message': error.message}}
    return Response.of(401, body, [challenge(request)])
