"""Tokens: issued by the identity service, read by all the others, shared by every process."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from novaclient_mv.sandbox.state.rows import Row, Session

LIFETIME = 3600.0


def digest(token: str) -> str:
    """Return the stored form of a token or a password."""
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
