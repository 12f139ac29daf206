"""Authentication: the user of a request's token, and the refusal without one."""

from __future__ import annotations

from novaclient_mv.sandbox.http.wsgi import Fault, Request, Response
from novaclient_mv.sandbox.state import tokens
from novaclient_mv.sandbox.state.context import Context
from novaclient_mv.sandbox.state.rows import Session

NOBODY = Context('', '', None, None, ())


class Unauthenticated(Fault):
    """No token, or one that is not valid (any more)."""

    def __init__(self) -> None:
        super().__init__(401, 'The request you have made requires authentication.')


def context_of(session: Session, request: Request) -> Context:
    """Return the user of a request."""
    token = request.header('X-Auth-Token')
    row = tokens.find(session, token)
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
    """Return the answer of the layer in front of compute and network, without a token."""
    body = {'error': {'code': 401, 'title': 'Unauthorized', 'message': error.message}}
    return Response.of(401, body, [challenge(request)])
