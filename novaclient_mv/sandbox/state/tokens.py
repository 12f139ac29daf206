"""Tokens: issued by the identity service, read by all the others, shared by every process."""

from __future__ import annotations

import hashlib
import os
from typing import Any

from novaclient_mv.sandbox.state import clocks, seed
from novaclient_mv.sandbox.state.rows import Row, Session

LIFETIME = 3600.0
SYSTEM = 'system'
"""The scope of the roles that a user has in the system, where projects have their ids."""
_FIRST_ROLES = ['admin', 'manager', 'member', 'reader']


def digest(token: str) -> str:
    """Return the stored form of a token or a password."""
    return hashlib.sha256(token.encode()).hexdigest()


def issue(session: Session, document: dict[str, Any], expires: float | None = None) -> str:
    """Store a new token and return its text."""
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
    """The row of a valid token, with the names and roles that its user and project have by now."""
    row = session.get('token', digest(token)) if token else None
    return row if row is not None and _holds(session, row.document) else None


def _holds(session: Session, facts: dict[str, Any]) -> bool:
    """Whether the user, project and roles of a token still exist."""
    user = session.get('user', facts['user_id'])
    if user is None:
        # A service, which is no user here; the tokens of a user who is deleted go along.
        return True
    if not is_enabled(user):
        return False
    facts['user_name'] = user.name
    credential = None
    if facts.get('credential'):
        credential = session.get('application_credential', facts['credential'])
        if credential is None or has_expired(session, credential):
            return False
    if facts.get('system'):
        facts['roles'] = roles_of(user, SYSTEM)
    if not facts.get('project_id'):
        return True
    project = session.get('project', facts['project_id'])
    facts['roles'] = roles_in(project, user, credential)
    if project is not None:
        facts['project_name'] = project.name
    return bool(facts['roles'])


def is_enabled(row: Row) -> bool:
    """Whether a user may log in, or a project be worked in."""
    return row.document.get('enabled', True) is not False


def has_expired(session: Session, credential: Row) -> bool:
    """Whether the time of an application credential is over."""
    expires = credential.document.get('expires_at')
    return expires is not None and clocks.moment(expires) <= session.now


def roles_in(project: Row | None, user: Row, credential: Row | None = None) -> list[str]:
    """The roles of a user in a project; of an application credential those that it has of them."""
    if project is None or not is_enabled(project):
        return []
    own = None if credential is None else credential.document.get('roles')
    return [role for role in roles_of(user, project.id) if own is None or role in own]


def roles_of(user: Row, scope: str) -> list[str]:
    """The roles of a user in a project, by its id, or in the :data:`SYSTEM`."""
    # Keystone begins with one administrator of the system.
    is_first = scope == SYSTEM and user.id == seed.fixed_hex('user admin')
    roles: list[str] = user.document['roles'].get(scope, _FIRST_ROLES if is_first else [])
    return roles


def revoke(session: Session, row: Row) -> None:
    """Revoke a token, and those that were issued for it."""
    session.remove(row)
    revoke_all(session, 'first', row.id)


def revoke_all(session: Session, fact: str, value: str) -> None:
    """Revoke the tokens with this value of a fact."""
    for row in list(session.find('token')):
        if row.document.get(fact) == value:
            session.remove(row)
